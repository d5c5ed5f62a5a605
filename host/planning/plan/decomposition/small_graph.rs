//! Graphs of a few vertices, as rows of bits: patterns, their quotients, and the parts of these.

use std::collections::BTreeSet;

use crate::pattern::{Pattern, bits};

/// The most vertices.
pub(super) const MOST_VERTICES: usize = 12;

/// The most vertices of a 2-connected part for which there are tables: to go through the orders of more takes longer
/// than most walks.
pub(super) const MOST_IN_BLOCK: usize = 8;

/// What is asked of a vertex, or of an edge as seen from one of its ends: a number of a [`Palette`](super::Palette). 0
/// asks for nothing.
pub(super) type Color = u8;

/// The colour of vertices with two neighbours at least, where nothing is asked for but inner vertices.
pub const INNER: Color = 1;
/// The colour of vertices in the 2-core, then: they have the other, too.
pub const CORE: Color = 2;

/// A simple graph on up to 12 vertices, with colours for what a pattern asks of them. A set of its vertices is a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SmallGraph {
    vertices: usize,
    /// Bit `v` of row `u`: whether the two are joined.
    rows: [u32; MOST_VERTICES],
    /// By vertex.
    colors: [Color; MOST_VERTICES],
    /// `links[u][v]` is the colour of the edge from `u` to `v`, as seen from `u`; 0 where there is none.
    links: [[Color; MOST_VERTICES]; MOST_VERTICES],
}

impl SmallGraph {
    /// The edges of a pattern between its matched vertices, whatever it asks of them; `None` if it has too many
    /// vertices.
    pub fn of(pattern: &Pattern) -> Option<SmallGraph> {
        let vertices = pattern.vertices();
        (vertices <= MOST_VERTICES).then(|| SmallGraph::from_edges(vertices, pattern.edges().iter().copied()))
    }

    /// The graph of so many vertices with these edges, which may be repeated.
    pub(super) fn from_edges(vertices: usize, edges: impl Iterator<Item = (usize, usize)>) -> SmallGraph {
        let mut rows = [0; MOST_VERTICES];
        for (u, v) in edges {
            rows[u] |= 1 << v;
            rows[v] |= 1 << u;
        }
        SmallGraph { vertices, rows, colors: Default::default(), links: Default::default() }
    }

    /// The graph without its colours, as a pattern.
    ///
    /// # Panics
    /// If it is not connected, or has one vertex.
    #[doc(hidden)]
    pub fn pattern(&self) -> Pattern {
        let edges: Vec<(usize, usize)> = self.edges().collect();
        Pattern::from_edges(&edges).expect("the quotients of connected patterns are connected")
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// The edges, each once, the lesser end first.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let greater = |u: usize| bits(self.rows[u] & !((2 << u) - 1)).map(move |v| (u, v));
        (0..self.vertices).flat_map(greater)
    }

    /// The neighbours of `v`.
    pub fn neighbors(&self, v: usize) -> u32 {
        self.rows[v]
    }

    /// Whether `u` and `v` are joined.
    pub(super) fn joined(&self, u: usize, v: usize) -> bool {
        self.rows[u] >> v & 1 == 1
    }

    /// The colour of `v`.
    pub(super) fn color(&self, v: usize) -> Color {
        self.colors[v]
    }

    /// This graph, where `v` has this colour.
    pub(super) fn with_color(mut self, v: usize, color: Color) -> SmallGraph {
        self.colors[v] = color;
        self
    }

    /// The colour of the edge from `u` to `v`, as seen from `u`.
    pub(super) fn link(&self, u: usize, v: usize) -> Color {
        self.links[u][v]
    }

    /// This graph, where `u` and `v` are joined by an edge of this colour, seen from `u`, and of that, seen from `v`.
    pub(super) fn with_link(mut self, u: usize, v: usize, [from_u, from_v]: [Color; 2]) -> SmallGraph {
        self.rows[u] |= 1 << v;
        self.rows[v] |= 1 << u;
        (self.links[u][v], self.links[v][u]) = (from_u, from_v);
        self
    }

    /// Whether nothing is asked of its vertices and edges.
    pub(super) fn is_plain(&self) -> bool {
        self.colors == [0; MOST_VERTICES] && self.links == [[0; MOST_VERTICES]; MOST_VERTICES]
    }

    /// This graph, which is plain, where what an injective map takes to inner vertices alone asks for them: a vertex
    /// with two neighbours for [`INNER`] ones, and a vertex of the 2-core for those of the 2-core, [`CORE`].
    pub(super) fn asking_for_inner(mut self) -> SmallGraph {
        let mut core = (1 << self.vertices) - 1;
        while let Some(v) = bits(core).find(|&v| (self.rows[v] & core).count_ones() < 2) {
            core &= !(1 << v);
        }
        for v in 0..self.vertices {
            let has_two = self.rows[v].count_ones() > 1;
            self.colors[v] = if core >> v & 1 == 1 { CORE } else { INNER * Color::from(has_two) };
        }
        self
    }

    /// Whether all vertices are joined to one another.
    pub(super) fn is_complete(&self) -> bool {
        self.edges().count() == self.vertices * (self.vertices - 1) / 2
    }

    /// Whether a pattern has so few vertices that there is a graph of them, whose treewidth is 2 or less.
    pub fn is_narrow(pattern: &Pattern) -> bool {
        SmallGraph::of(pattern).is_some_and(|graph| graph.has_treewidth_of_two())
    }

    /// Whether the treewidth is 2 or less: vertices with at most two neighbours, which are joined to each other when
    /// theirs goes, can go one after the other until none is left.
    pub fn has_treewidth_of_two(&self) -> bool {
        let (mut rows, mut left) = (self.rows, (1u32 << self.vertices) - 1);
        while left != 0 {
            let Some(v) = bits(left).find(|&v| rows[v].count_ones() <= 2) else { return false };
            left &= !(1 << v);
            for near in bits(rows[v]) {
                rows[near] = (rows[near] | rows[v]) & left & !(1 << near);
            }
        }
        true
    }

    /// The only 2-connected part of a treewidth above 2; `None` if there is none, or there are several.
    pub(super) fn wide_block(&self) -> Option<u32> {
        let mut wide = self.blocks().into_iter().filter(|&block| !self.part(block).has_treewidth_of_two());
        let block = wide.next()?;
        wide.next().is_none().then_some(block)
    }

    /// Whether the vertices of a set have no cycle among themselves.
    pub(super) fn is_forest(&self, set: u32) -> bool {
        let ends: u32 = bits(set).map(|v| (self.rows[v] & set).count_ones()).sum();
        let (mut trees, mut left) = (0, set);
        while left != 0 {
            left &= !self.component(left, left.trailing_zeros() as usize);
            trees += 1;
        }
        ends / 2 + trees == set.count_ones()
    }

    /// The vertices of `within` that paths in `within` lead to from `start`, which is one of them.
    pub(super) fn component(&self, within: u32, start: usize) -> u32 {
        let mut component = 1 << start;
        loop {
            let grown = bits(component).fold(component, |grown, v| grown | self.rows[v] & within);
            if grown == component {
                return component;
            }
            component = grown;
        }
    }

    /// The vertices that no single other vertex separates from `start`, and `start`. Where `start` itself separates
    /// nothing, it is in one 2-connected part (or bridge), which is this.
    pub(super) fn block_of(&self, start: usize) -> u32 {
        let all = (1 << self.vertices) - 1;
        let reached_without = |gone: usize| self.component(all & !(1 << gone), start) | 1 << gone;
        (0..self.vertices).filter(|&v| v != start).fold(all, |block, v| block & reached_without(v))
    }

    /// The 2-connected parts (or bridges), each once.
    pub(super) fn blocks(&self) -> BTreeSet<u32> {
        let all = (1 << self.vertices) - 1;
        // Those that no single vertex separates from both ends of an edge.
        let of_edge = |(u, v): (usize, usize)| {
            let reached_without =
                |gone: usize| self.component(all & !(1 << gone), if gone == u { v } else { u }) | 1 << gone;
            (0..self.vertices).fold(all, |block, gone| block & reached_without(gone))
        };
        self.edges().map(of_edge).collect()
    }

    /// The sets of vertices of which no two are joined, but the empty one.
    pub(super) fn independent_sets(&self) -> impl Iterator<Item = u32> {
        (1..1 << self.vertices).filter(|&set| bits(set).all(|v| self.rows[v] & set == 0))
    }

    /// This graph, without its colours, in which the vertices of a set, of which no two are joined, are one, vertex 0;
    /// the others come behind it in their order.
    pub(super) fn merged(&self, set: u32) -> SmallGraph {
        let all = (1 << self.vertices) - 1;
        let place = |v: usize| match set >> v & 1 {
            1 => 0,
            _ => 1 + (all & !set & ((1 << v) - 1)).count_ones() as usize,
        };
        let left = 1 + self.vertices - set.count_ones() as usize;
        SmallGraph::from_edges(left, self.edges().map(|(u, v)| (place(u), place(v))))
    }

    /// Whether a 2-connected part has more than [`MOST_IN_BLOCK`] vertices, one of which at least separates nothing.
    pub(super) fn has_large_block(&self) -> bool {
        let separates_nothing = |&v: &usize| {
            let rest = ((1 << self.vertices) - 1) & !(1 << v);
            rest == 0 || self.component(rest, rest.trailing_zeros() as usize) == rest
        };
        (0..self.vertices)
            .filter(separates_nothing)
            .any(|v| self.block_of(v).count_ones() as usize > MOST_IN_BLOCK)
    }

    /// A part that hangs on both ends of an edge, which separates it from vertices 0 and 1, if there is one.
    pub(super) fn beyond(&self, (u, v): (usize, usize)) -> Option<u32> {
        let mut others = ((1 << self.vertices) - 1) & !(1 << u | 1 << v);
        while others != 0 {
            let component = self.component(others, others.trailing_zeros() as usize);
            if component & 0b11 == 0 && [u, v].iter().all(|&end| self.rows[end] & component != 0) {
                return Some(component);
            }
            others &= !component;
        }
        None
    }

    /// The part on `vertices`, whose vertices are numbered in their order.
    pub(super) fn part(&self, vertices: u32) -> SmallGraph {
        self.in_order(&bits(vertices).collect::<Vec<_>>())
    }

    /// The part on these vertices: the first of them becomes vertex 0, and so on.
    pub(super) fn in_order(&self, order: &[usize]) -> SmallGraph {
        let mut graph = SmallGraph::from_edges(order.len(), std::iter::empty());
        for (i, &u) in order.iter().enumerate() {
            graph.colors[i] = self.colors[u];
            for (j, &v) in order.iter().enumerate() {
                graph.rows[i] |= u32::from(self.joined(u, v)) << j;
                graph.links[i][j] = self.links[u][v];
            }
        }
        graph
    }

    /// This graph, renumbered so that isomorphic graphs become equal.
    pub(super) fn canonical(&self) -> SmallGraph {
        let greatest = self.colors[..self.vertices].iter().max();
        let starts = (0..self.vertices).filter(|&v| Some(&self.colors[v]) == greatest);
        self.greatest_after(starts.map(|v| vec![v]).collect())
    }

    /// This graph, renumbered so that vertex `first` becomes vertex 0: equal for graphs that an isomorphism takes to
    /// each other, and the first vertex of one to that of the other.
    pub fn canonical_from(&self, first: usize) -> SmallGraph {
        self.greatest_after(vec![vec![first]])
    }

    /// This graph, renumbered so that the ends of an edge become vertices 0 and 1, in this order.
    pub(super) fn canonical_from_ends(&self, ends: [usize; 2]) -> SmallGraph {
        self.greatest_after(vec![ends.to_vec()])
    }

    /// This graph, renumbered so that the ends of an edge become vertices 0 and 1 in one order or the other: equal for
    /// graphs that an isomorphism takes to each other, and the edge of one to that of the other.
    pub fn canonical_from_edge(&self, (u, v): (usize, usize)) -> SmallGraph {
        self.canonical_from_ends([u, v]).max(self.canonical_from_ends([v, u]))
    }

    /// The renumbering with the greatest rows, where the row of a vertex says to which earlier ones it is joined, and
    /// then what is asked of it and of these edges, and the rows are compared one after the other; among the orders
    /// that begin with one of `starts`.
    fn greatest_after(&self, starts: Vec<Vec<usize>>) -> SmallGraph {
        let twins: [u32; MOST_VERTICES] = std::array::from_fn(|v| self.lesser_twins(v));
        let mut orders = starts;
        for _ in orders[0].len()..self.vertices {
            // Only orders whose rows are the greatest so far can become the greatest.
            let mut greatest = ((0, 0, 0), Vec::new());
            for order in &orders {
                let left = order.iter().fold((1 << self.vertices) - 1, |left: u32, &v| left & !(1 << v));
                // Twins may change places: the leaves of a star have one order, not all.
                for next in bits(left).filter(|&v| twins[v] & left == 0) {
                    let row = self.row_after(order, next);
                    if row > greatest.0 {
                        greatest = (row, Vec::new());
                    }
                    if row == greatest.0 {
                        greatest.1.push([&order[..], &[next]].concat());
                    }
                }
            }
            orders = greatest.1;
        }
        self.in_order(&orders[0])
    }

    /// The vertices before `v` that are in all things as it is: to exchange the two changes nothing.
    fn lesser_twins(&self, v: usize) -> u32 {
        let both = |u: usize| 1 << u | 1 << v;
        let is_twin = |&u: &usize| {
            let mut others = bits(((1u32 << self.vertices) - 1) & !both(u));
            self.rows[u] & !both(u) == self.rows[v] & !both(u)
                && self.colors[u] == self.colors[v]
                && self.links[u][v] == self.links[v][u]
                && others.all(|other| self.links[u][other] == self.links[v][other])
        };
        (0..v.min(self.vertices)).filter(is_twin).fold(0, |twins, u| twins | 1 << u)
    }

    /// To which of these the next vertex is joined, its colour, and those of its edges to them: eight bits each, as of
    /// eleven.
    fn row_after(&self, order: &[usize], next: usize) -> (u32, Color, u128) {
        let joined = order.iter().fold(0, |row, &v| row << 1 | u32::from(self.joined(v, next)));
        let links = order.iter().fold(0, |row, &v| row << Color::BITS | u128::from(self.links[next][v]));
        (joined, self.colors[next], links)
    }
}

/// All connected graphs of `vertices` vertices, each once up to isomorphism.
#[cfg(test)]
pub(super) fn all_connected(vertices: usize) -> Vec<SmallGraph> {
    let mut graphs = vec![SmallGraph::from_edges(1, std::iter::empty())];
    for new in 1..vertices {
        // Some vertex of a connected graph can go without disconnecting it.
        let extended = |graph: &SmallGraph, neighbors: u32| {
            let edges = graph.edges().chain(bits(neighbors).map(move |v| (v, new)));
            SmallGraph::from_edges(new + 1, edges).canonical()
        };
        let all = |graph: &SmallGraph| {
            (1..1 << new).map(|neighbors| extended(graph, neighbors)).collect::<Vec<_>>()
        };
        graphs = graphs.iter().flat_map(all).collect();
        graphs.sort_unstable();
        graphs.dedup();
    }
    graphs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(text: &str) -> SmallGraph {
        SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn there_are_as_many_as_are_known() {
        // Connected graphs of k unlabelled vertices: https://oeis.org/A001349.
        for (k, count) in [(1, 1), (2, 1), (3, 2), (4, 6), (5, 21), (6, 112)] {
            assert_eq!(all_connected(k).len(), count, "{k} vertices");
        }
    }

    #[test]
    fn large_blocks() {
        for text in ["9-cycle", "a-b-c-d-e-f-g-h-i-a, a-e, i-j", "a-b, b-c-d-e-f-g-h-i-j-b"] {
            assert!(graph(text).has_large_block(), "{text}");
        }
        for text in ["11-star", "12-path", "a-b-c-d-e-f-g-h-a, a-i-j-k-i", "8-cycle"] {
            assert!(!graph(text).has_large_block(), "{text}");
        }
    }

    #[test]
    fn treewidths() {
        for text in ["a-b", "8-path", "6-cycle", "diamond", "house", "a-b-c-f-e-d-a, b-e", "3-book"] {
            assert!(graph(text).has_treewidth_of_two(), "{text}");
        }
        for text in ["4-clique", "wheel", "prism", "3-3-biclique", "a-b-c-a-d-b, c-d-e-f"] {
            assert!(!graph(text).has_treewidth_of_two(), "{text}");
        }
        // Partial 2-trees are those without a 4-clique as a minor: so many of these sizes (docs/decomposition.md).
        let of_width_two = |k| all_connected(k).iter().filter(|graph| graph.has_treewidth_of_two()).count();
        assert_eq!([4, 5, 6].map(of_width_two), [5, 15, 56]);
    }

    #[test]
    fn canonical_forms_do_not_depend_on_numbers() {
        let house = graph("a-b-c-d-a, a-e-b");
        let renumbered = house.in_order(&[3, 0, 4, 2, 1]);
        assert_ne!(house, renumbered);
        assert_eq!(house.canonical(), renumbered.canonical());
        // Vertex 4 is the roof, and the third of the other one; the others of the house are not like it.
        assert_eq!(house.canonical_from(4), renumbered.canonical_from(2));
        assert_ne!(house.canonical_from(4), house.canonical_from(0));
        assert_eq!(house.canonical_from(0), house.canonical_from(1));
    }

    #[test]
    fn canonical_forms_keep_colors() {
        // A path of arcs 0 -> 1 -> 2 whose ends have the same colour; arcs have colour 1 from their tails, and 2 from
        // their heads.
        let ends = |colors: [Color; 2]| {
            let path = SmallGraph::from_edges(3, std::iter::empty());
            let path = path.with_link(0, 1, [1, 2]).with_link(1, 2, [1, 2]);
            path.with_color(0, colors[0]).with_color(2, colors[1])
        };
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for order in orders {
            assert_eq!(ends([3, 4]).in_order(&order).canonical(), ends([3, 4]).canonical());
        }
        assert_ne!(ends([3, 4]).canonical(), ends([4, 3]).canonical(), "the arcs have another direction");
        assert_ne!(ends([3, 3]).canonical_from(0), ends([3, 3]).canonical_from(2));
        assert!(!ends([0, 0]).is_plain() && graph("wedge").is_plain());
    }

    #[test]
    fn blocks_are_what_hangs_together_twice() {
        // A triangle 0, 1, 2 with a bridge 2-3 to a 4-cycle 3, 4, 5, 6.
        let graph = graph("a-b-c-a, c-d-e-f-g-d");
        assert_eq!(graph.block_of(0), 0b111);
        assert_eq!(graph.block_of(5), 0b111_1000);
        let beyond = graph.part(0b111_1100);
        assert_eq!((beyond.block_of(0), beyond.vertices()), (0b11, 5));
        assert_eq!(graph.component(0b111_0011, 0), 0b11);
        assert_eq!(graph.blocks().into_iter().collect::<Vec<_>>(), [0b111, 0b1100, 0b111_1000]);
        // A square of which each corner has a leaf.
        let square = self::graph("a-b-c-d-a, a-e, b-f, c-g, d-h");
        let expected = [0b1111, 0b1_0001, 0b10_0010, 0b100_0100, 0b1000_1000];
        assert_eq!(square.blocks().into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_is_merged() {
        // Opposite corners of a square: a wedge. Two vertices of a 5-cycle: a triangle with a leaf.
        let square = graph("a-b-c-d-a");
        assert_eq!(square.merged(0b101).canonical_from(0), graph("a-b, a-c").canonical_from(0));
        let cycle = graph("a-b-c-d-e-a");
        assert_eq!(cycle.merged(0b101).canonical_from(0), graph("a-b-c-a, a-d").canonical_from(0));
        // Lucas numbers: https://oeis.org/A000032.
        assert_eq!([4, 5, 6].map(|k| graph(&format!("{k}-cycle")).independent_sets().count()), [6, 10, 17]);
    }
}
