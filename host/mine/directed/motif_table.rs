//! The directed motifs of three and four vertices: of which class each graph is, and what is left of it when parts are
//! taken away. All of it is worked out once, so that threads that count a sample each wait for nobody.

use std::cmp::Reverse;
use std::sync::OnceLock;

use super::digraph::{Digraph, DigraphPart};
use super::lattice::DirectedClassCounts;
use crate::MineError;
use crate::catalog::permutations;

/// The fewest vertices.
const LEAST: usize = 3;
/// No place of a class.
const NOWHERE: u8 = u8::MAX;

/// The classes of connected graphs of a size, and their places: ascending.
pub(super) struct MotifTable {
    classes: Vec<u32>,
    /// By number of a graph: the place of its class, if it is connected and has no loops.
    places: Vec<u8>,
    of_ties: PartShares,
    of_arcs: PartShares,
}

/// The places of classes by falling number of parts, each with those of what is left when some are taken away, and in
/// how many ways.
type PartShares = Vec<(usize, Vec<(usize, u128)>)>;

impl MotifTable {
    /// Those of three or four vertices.
    pub fn of(k: usize) -> &'static MotifTable {
        static TABLES: [OnceLock<MotifTable>; 2] = [const { OnceLock::new() }; 2];
        TABLES[k - LEAST].get_or_init(|| MotifTable::new(k))
    }

    fn new(k: usize) -> MotifTable {
        let renumberings = permutations(k);
        let (mut classes, mut places) = (Vec::new(), vec![NOWHERE; 1 << (k * k)]);
        for number in subsets(Digraph::complete(k).number()) {
            let graph = Digraph::of_number(k, number);
            if places[number as usize] != NOWHERE || !graph.is_connected() {
                continue;
            }
            // Numbers ascend: it is the least of its class.
            for order in &renumberings {
                places[graph.renumbered(|v| order[v]).number() as usize] = classes.len() as u8;
            }
            classes.push(number);
        }
        let shares = |part| shares(k, &classes, &places, part);
        MotifTable { of_ties: shares(DigraphPart::Tie), of_arcs: shares(DigraphPart::Arc), classes, places }
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// The place of the class of a connected graph.
    pub fn place(&self, graph: Digraph) -> usize {
        self.places[graph.number() as usize].into()
    }

    /// The counts of vertex-induced subgraphs, from those, by place, of subgraphs that may lack ties: what has all ties
    /// of the graph lacks none, so that the largest are known, and each is among those that lack some.
    pub fn vertex_induced(&self, mut counts: Vec<u128>) -> Result<DirectedClassCounts, MineError> {
        for (whole, parts) in &self.of_ties {
            let there = counts[*whole];
            for &(part, ways) in parts.iter().filter(|_| there != 0) {
                let lacking = ways.checked_mul(there);
                let left = lacking.and_then(|lacking| counts[part].checked_sub(lacking));
                counts[part] = left.ok_or(MineError::CountOverflow)?;
            }
        }
        Ok(self.classes.iter().copied().zip(counts).collect())
    }

    /// The counts of subgraphs that may lack arcs, from those of vertex-induced ones.
    pub fn edge_induced(&self, induced: &DirectedClassCounts) -> Result<DirectedClassCounts, MineError> {
        let count = |class: &u32| induced.get(class).copied().unwrap_or_default();
        let induced: Vec<u128> = self.classes.iter().map(count).collect();
        let mut counts = induced.clone();
        for (whole, parts) in &self.of_arcs {
            for &(part, ways) in parts {
                let lacking = ways.checked_mul(induced[*whole]);
                let sum = lacking.and_then(|lacking| counts[part].checked_add(lacking));
                counts[part] = sum.ok_or(MineError::CountOverflow)?;
            }
        }
        Ok(self.classes.iter().copied().zip(counts).collect())
    }
}

/// What is left of each class when parts are taken away, in every way that leaves a connected graph.
fn shares(k: usize, classes: &[u32], places: &[u8], part: DigraphPart) -> PartShares {
    let mut by_parts: Vec<(usize, Vec<u32>)> =
        classes.iter().map(|&class| Digraph::of_number(k, class).parts(part)).enumerate().collect();
    by_parts.sort_by_key(|(_, parts)| Reverse(parts.len()));
    let shares_of = |(whole, parts): (usize, Vec<u32>)| {
        let mut ways = vec![0; classes.len()];
        for chosen in 0..(1u32 << parts.len()) - 1 {
            let of = |at: usize| if chosen >> at & 1 == 1 { parts[at] } else { 0 };
            let left: u32 = (0..parts.len()).map(of).sum();
            if let Some(ways) = ways.get_mut(usize::from(places[left as usize])) {
                *ways += 1;
            }
        }
        (whole, ways.into_iter().enumerate().filter(|&(_, ways)| ways > 0).collect())
    };
    by_parts.into_iter().map(shares_of).collect()
}

/// All numbers whose bits are among these, ascending.
fn subsets(bits: u32) -> impl Iterator<Item = u32> {
    let next = move |&subset: &u32| Some(subset.wrapping_sub(bits) & bits);
    std::iter::successors(Some(0), next).take(1 << bits.count_ones())
}

#[cfg(test)]
mod tests {
    use super::super::digraph::DirectedClasses;
    use super::*;

    #[test]
    fn classes_are_those_of_all_graphs() {
        for k in [3, 4] {
            let table = MotifTable::of(k);
            assert_eq!(table.classes, DirectedClasses::of(k).all());
            for number in subsets(Digraph::complete(k).number()) {
                let graph = Digraph::of_number(k, number);
                let class = table.classes.get(usize::from(table.places[number as usize]));
                let expected = graph.is_connected().then(|| DirectedClasses::of(k).class(graph));
                assert_eq!(class.copied(), expected, "{number}");
            }
        }
    }

    /// A triangle of arcs both ways keeps three ties, or two of them in three ways; and of its six arcs, five in six
    /// ways.
    #[test]
    fn parts_are_taken_away_in_all_ways() {
        let table = MotifTable::of(3);
        let mut counts = vec![0; table.len()];
        let place = |class: u32| table.place(Digraph::of_number(3, class));
        (counts[place(238)], counts[place(78)]) = (2, 7);
        let induced = table.vertex_induced(counts).unwrap();
        assert_eq!((induced[&238], induced[&78]), (2, 1));
        let with_arcs = table.edge_induced(&induced).unwrap();
        assert_eq!((with_arcs[&238], with_arcs[&110]), (2, 12));
        // Two arcs to one vertex: three vertices of each triangle, one of the path.
        assert_eq!(with_arcs[&36], 7);
    }
}
