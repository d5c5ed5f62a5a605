//! Files that need each other in circles.

use std::collections::BTreeMap;
use std::fmt::Write;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use super::sources::{Module, Needs, room};

/// Files of one room that may need each other in a circle.
const LARGEST: usize = 3;

/// The circles of more than [`LARGEST`] files.
pub(super) struct Circles<'s>(Vec<Vec<&'s Module>>);

impl<'s> Circles<'s> {
    pub fn of(needs: &Needs<'s>) -> Circles<'s> {
        let graph: DiGraphMap<&Module, ()> = needs.keys().map(|&(from, to)| (from, to, ())).collect();
        let mut circles = tarjan_scc(&graph);
        circles.retain(|circle| circle.len() > LARGEST);
        circles.iter_mut().for_each(|circle| circle.sort_unstable());
        circles.sort_unstable_by_key(|circle| (room(circle[0]), circle.len()));
        Circles(circles)
    }

    /// How many files are in each, by room.
    pub fn sizes(&self) -> BTreeMap<String, Vec<usize>> {
        let mut sizes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for circle in &self.0 {
            sizes.entry(room(circle[0])).or_default().push(circle.len());
        }
        sizes
    }

    /// The files of each, and what each of them names in the others: where a circle can be cut.
    pub fn page(&self, needs: &Needs) -> String {
        let mut page = String::new();
        for circle in &self.0 {
            writeln!(page, "{}: {} files", room(circle[0]), circle.len()).expect("a text takes all");
            for from in circle {
                writeln!(page, "  {}", from.join("::")).expect("a text takes all");
                for to in circle {
                    if let Some(names) = needs.get(&(*from, *to)) {
                        let names: Vec<_> = names.iter().copied().collect();
                        writeln!(page, "    -> {}: {}", to.join("::"), names.join(", "))
                            .expect("a text takes all");
                    }
                }
            }
        }
        page
    }
}
