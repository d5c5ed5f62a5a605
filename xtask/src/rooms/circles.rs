//! Files that need each other in circles.

use std::fmt::Write;

use anyhow::{Result, bail};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use super::sources::{Module, Needs, room};

/// Files that may need each other in a circle: a thing, and the few that it is made of.
const LARGEST: usize = 3;

/// Fails with the files of each circle of more than [`LARGEST`], and what each of them names in the others: where it
/// can be cut.
///
/// As rooms need each other in no circle, a circle of files lies in one room.
pub(super) fn refuse_circles_of_files(needs: &Needs) -> Result<()> {
    let circles = circles(needs);
    if circles.is_empty() {
        return Ok(());
    }
    let mut message = format!("more than {LARGEST} files of a room need each other in a circle:");
    for circle in circles {
        write!(message, "\n{}: {} files", room(circle[0]), circle.len()).expect("a text takes all");
        for ((from, to), names) in
            needs.iter().filter(|((from, to), _)| circle.contains(from) && circle.contains(to))
        {
            let names: Vec<_> = names.iter().copied().collect();
            write!(message, "\n  {} -> {}: {}", from.join("::"), to.join("::"), names.join(", "))
                .expect("a text takes all");
        }
    }
    bail!(message);
}

fn circles<'s>(needs: &Needs<'s>) -> Vec<Vec<&'s Module>> {
    let graph: DiGraphMap<&Module, ()> = needs.keys().map(|&(from, to)| (from, to, ())).collect();
    let mut circles = tarjan_scc(&graph);
    circles.retain(|circle| circle.len() > LARGEST);
    circles.iter_mut().for_each(|circle| circle.sort_unstable());
    circles.sort_unstable();
    circles
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Files `room::0`, `room::1`, …, each of which needs the next, and the last the first.
    fn circle(files: usize) -> Result<()> {
        let modules: Vec<Module> = (0..files).map(|file| vec!["room".into(), file.to_string()]).collect();
        let next = modules.iter().cycle().skip(1);
        let needs = modules.iter().zip(next).map(|pair| (pair, BTreeSet::from(["Thing"]))).collect();
        refuse_circles_of_files(&needs)
    }

    #[test]
    fn only_large_circles_are_refused() {
        circle(3).unwrap();
        assert_eq!(
            circle(4).unwrap_err().to_string(),
            "more than 3 files of a room need each other in a circle:\n\
             room: 4 files\n  room::0 -> room::1: Thing\n  room::1 -> room::2: Thing\n  room::2 -> room::3: Thing\n  room::3 -> room::0: Thing"
        );
    }
}
