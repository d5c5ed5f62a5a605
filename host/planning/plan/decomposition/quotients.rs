//! Injective maps from homomorphisms: the quotients of a pattern, and what each counts for.
//!
//! A homomorphism of a pattern sends some of its vertices to the same vertex of the graph: it is an injective map of
//! the quotient in which these are merged. Möbius inversion over the partitions of the pattern's vertices turns that
//! around (Lovász; Curticapean, Dell, Marx, STOC 2017):
//!
//! ```text
//! injective(P) = Σ over partitions into independent blocks of Π (-1)^(b - 1) (b - 1)! · homomorphisms(P / partition)
//! ```
//!
//! with a factor for each block of `b` vertices. Where joined vertices meet there is a loop, and no homomorphism.

use std::collections::{BTreeMap, HashMap};

use super::palette::Palette;
use super::partitions::{Partition, Partitions};
use super::small_graph::SmallGraph;
use crate::plan::PlanError;

/// The most quotients of all patterns that are decomposed together: to plan more takes seconds.
pub(super) const MOST_QUOTIENTS: usize = 2000;
/// The most partitions of a pattern, of which several give one quotient: all patterns of 8 vertices have fewer.
pub(super) const MOST_PARTITIONS: usize = 4200;

/// The quotients of `graph`, in canonical form, each with its coefficient, which is not 0.
///
/// # Errors
/// [`PlanError::Quotients`].
pub(super) fn quotients(
    graph: &SmallGraph,
    palette: &mut Palette,
) -> Result<BTreeMap<SmallGraph, i64>, PlanError> {
    // (-1)^(b - 1) (b - 1)! is -1 · -2 · … · -(b - 1): each vertex that joins others contributes minus their number.
    merged(graph, Some(palette), SmallGraph::canonical, |others| -i64::from(others))
}

/// The quotients of `graph`, which is plain, that its homomorphisms are injective maps of, each with the number of
/// partitions that give it.
pub(super) fn images(graph: &SmallGraph) -> BTreeMap<SmallGraph, i64> {
    merged_plain(graph, SmallGraph::canonical, |_| 1)
}

/// The quotients of `graph`, which asks for nothing but [inner vertices](SmallGraph::asking_for_inner), where it
/// matters where vertex 0 goes: that is vertex 0 of each, and their canonical forms keep it. With them the injective
/// maps that take it to a given vertex follow from such homomorphisms, by the same inversion.
pub(super) fn rooted_quotients(graph: &SmallGraph) -> BTreeMap<SmallGraph, i64> {
    // Vertex 0 is placed first, so that its block is the first.
    merged_plain(graph, |quotient| quotient.canonical_from(0), |others| -i64::from(others))
}

/// The quotients of `graph`, which asks for nothing but inner vertices, where it matters where vertices 0 and 1 go,
/// which are joined: those are vertices 0 and 1 of each, and their canonical forms keep them.
pub(super) fn edge_rooted_quotients(graph: &SmallGraph) -> BTreeMap<SmallGraph, i64> {
    // They are placed first, so that their blocks are the first.
    merged_plain(graph, |quotient| quotient.canonical_from_ends([0, 1]), |others| -i64::from(others))
}

fn merged_plain(
    graph: &SmallGraph,
    canonical: fn(&SmallGraph) -> SmallGraph,
    joining: fn(u32) -> i64,
) -> BTreeMap<SmallGraph, i64> {
    merged(graph, None, canonical, joining).expect("there are fewer graphs without colours")
}

fn merged(
    graph: &SmallGraph,
    palette: Option<&mut Palette>,
    canonical: fn(&SmallGraph) -> SmallGraph,
    joining: fn(u32) -> i64,
) -> Result<BTreeMap<SmallGraph, i64>, PlanError> {
    let palette = palette.filter(|_| !graph.is_plain());
    let partitions = Partitions::of(graph, palette.as_deref());
    if partitions.are_more_than(MOST_PARTITIONS) {
        return Err(PlanError::Quotients { most: MOST_PARTITIONS });
    }
    let mut merging =
        Merging { graph, palette, canonical, joining, known: HashMap::new(), coefficients: BTreeMap::new() };
    partitions.each(|partition| merging.add(partition))?;
    merging.coefficients.retain(|_, coefficient| *coefficient != 0);
    Ok(merging.coefficients)
}

/// The quotients that the partitions of a pattern give.
struct Merging<'g> {
    graph: &'g SmallGraph,
    /// Says what it is for a vertex to have two colours; without one, it is to have the greater.
    palette: Option<&'g mut Palette>,
    canonical: fn(&SmallGraph) -> SmallGraph,
    /// What a vertex contributes that joins so many others.
    joining: fn(u32) -> i64,
    /// Canonical forms, as many partitions give the same graph.
    known: HashMap<SmallGraph, SmallGraph>,
    coefficients: BTreeMap<SmallGraph, i64>,
}

impl Merging<'_> {
    fn add(&mut self, partition: &Partition) -> Result<(), PlanError> {
        let (graph, Partition { block_of, blocks, used }) = (self.graph, partition);
        let joined = |block: &u32| (1..block.count_ones()).map(self.joining).product::<i64>();
        let coefficient: i64 = blocks[..*used].iter().map(joined).product();
        let sum = match &mut self.palette {
            Some(palette) => palette.merged(graph, block_of, *used)?,
            None => {
                let edges = graph.edges().map(|(u, v)| (block_of[u], block_of[v]));
                let colored = |merged: SmallGraph, v: usize| {
                    merged.with_color(block_of[v], merged.color(block_of[v]).max(graph.color(v)))
                };
                vec![((0..graph.vertices()).fold(SmallGraph::from_edges(*used, edges), colored), 1)]
            }
        };
        for (merged, times) in sum {
            let canonical = *self.known.entry(merged).or_insert_with(|| (self.canonical)(&merged));
            *self.coefficients.entry(canonical).or_default() += times * coefficient;
        }
        if self.coefficients.len() > MOST_QUOTIENTS {
            return Err(PlanError::Quotients { most: MOST_QUOTIENTS });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::labels::LabelStats;
    use super::*;
    use crate::pattern::Pattern;

    fn of(text: &str) -> BTreeMap<SmallGraph, i64> {
        plain_quotients(&SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap())
    }

    fn plain_quotients(graph: &SmallGraph) -> BTreeMap<SmallGraph, i64> {
        quotients(graph, &mut Palette::new(&LabelStats::assumed())).unwrap()
    }

    fn named<const N: usize>(terms: [(&str, i64); N]) -> BTreeMap<SmallGraph, i64> {
        let graph = |text| SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap().canonical();
        terms.into_iter().map(|(text, coefficient)| (graph(text), coefficient)).collect()
    }

    #[test]
    fn small_ones_are_those_done_by_hand() {
        assert_eq!(of("triangle"), named([("triangle", 1)]));
        assert_eq!(of("wedge"), named([("wedge", 1), ("a-b", -1)]));
        // The ends of a diagonal, or those of both: twice the wedge, once the edge.
        assert_eq!(of("4-cycle"), named([("4-cycle", 1), ("wedge", -2), ("a-b", 1)]));
        // d (d - 1) (d - 2) = d³ - 3 d² + 2 d.
        assert_eq!(of("3-star"), named([("3-star", 1), ("wedge", -3), ("a-b", 2)]));
    }

    #[test]
    fn homomorphisms_are_injective_maps_of_images() {
        assert_eq!(
            images(&SmallGraph::of(&Pattern::parse("4-cycle").unwrap()).unwrap()),
            named([("4-cycle", 1), ("wedge", 2), ("a-b", 1)])
        );
    }

    #[test]
    fn roots_stay_roots() {
        let rooted = |text: &str, root: usize| {
            SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap().canonical_from(root)
        };
        // From an end of a path of three edges, with homomorphisms that fold it: a triangle, a wedge from its end or
        // its middle, an edge.
        let path = rooted("a-b, b-c, c-d", 0);
        let expected = [
            (path, 1),
            (rooted("a-b-c-a", 0), -1),
            (rooted("a-b, b-c", 0), -1),
            (rooted("a-b, b-c", 1), -1),
            (rooted("a-b", 0), 1),
        ];
        assert_eq!(rooted_quotients(&path), BTreeMap::from(expected));
    }

    #[test]
    fn ends_stay_ends() {
        let rooted = |text: &str, ends: [usize; 2]| {
            SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap().canonical_from_ends(ends)
        };
        // From the first edge of a path of three on: what is folded is the last edge, or the last two onto each other.
        let path = rooted("a-b, b-c, c-d", [0, 1]);
        let expected = [
            (path, 1),
            (rooted("a-b-c-a", [0, 1]), -1),
            (rooted("a-b, b-c", [0, 1]), -1),
            (rooted("a-b, b-c", [1, 2]), -1),
            (rooted("a-b", [0, 1]), 1),
        ];
        assert_eq!(edge_rooted_quotients(&path), BTreeMap::from(expected));
    }

    #[test]
    fn all_patterns_of_six_vertices_share_their_quotients() {
        let mut all: Vec<SmallGraph> = (2..=6)
            .flat_map(super::super::small_graph::all_connected)
            .flat_map(|graph| plain_quotients(&graph).into_keys())
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1 + 2 + 6 + 21 + 112);
    }
}
