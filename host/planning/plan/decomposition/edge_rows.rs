//! Blocks of treewidth 3 by the rows of edges: where two joined vertices of a block leave a forest when they go, the
//! block's homomorphisms are a sum over the edges of the graph, to which these two go, and the forest is summed over
//! tree by tree, from its leaves on. A tree's row stands at the vertices near those ends to which its vertex is joined.

use super::cost::Costs;
use super::small_graph::{MOST_IN_BLOCK, SmallGraph};
use super::tables::{Tables, VertexProduct};
use crate::pattern::bits;

/// The most vertices of a pattern that is decomposed for its [rows of edges](EdgeRows): all smaller quotients have
/// kernels of their own.
const MOST_VERTICES: usize = 6;

/// Homomorphisms as a sum over the edges `(a, b)` of the graph: of the product of what is read at both ends and, for
/// each row that no other is made from, the sum over its vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeRows {
    /// The rows, each after those that it is made from.
    pub rows: Vec<EdgeRow>,
    /// Read at the ends.
    pub ends: [VertexProduct; 2],
    /// Whether an edge comes to the same in both directions.
    pub symmetric: bool,
    /// The steps that this is expected to take, without tables.
    pub cost: f64,
}

/// A row of an edge: at `v` the product of what is read there and, for each row that it is made from, the sum over the
/// neighbours of `v`.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeRow {
    /// Whether its vertices are neighbours of the first end, and of the second. Of neither, they are what the first of
    /// the rows that it is made from reaches.
    pub near: [bool; 2],
    /// Read at its vertices.
    pub weights: VertexProduct,
    /// The rows that it is made from: no other is made from these.
    pub from: Vec<usize>,
}

impl EdgeRows {
    /// Whether no row is made from the `row`-th.
    pub fn is_summed(&self, row: usize) -> bool {
        !self.rows.iter().any(|later| later.from.contains(&row))
    }
}

impl SmallGraph {
    /// Whether a pattern with this graph, of which nothing is asked, may be counted by the rows of edges.
    pub fn has_edge_rows(&self) -> bool {
        let forest = |block: SmallGraph| block.edges().any(|ends| block.is_forest(block.without(ends)));
        self.vertices() <= MOST_VERTICES && self.wide_block().is_some_and(|block| forest(self.part(block)))
    }

    fn without(&self, (a, b): (usize, usize)) -> u32 {
        ((1 << self.vertices()) - 1) & !(1 << a | 1 << b)
    }
}

impl Tables {
    /// The rows of edges whose sum is the number of homomorphisms of `quotient`, with the tables that they read; `None`
    /// if its labels and directions matter, no edge leaves a forest, or numbers may pass 64 bits.
    pub(super) fn edge_rows(&mut self, quotient: &SmallGraph, costs: &Costs) -> Option<EdgeRows> {
        if !quotient.is_plain() || !costs.edge_rows_fit(quotient.vertices()) {
            return None;
        }
        let block = quotient.wide_block()?;
        if block.count_ones() as usize > MOST_IN_BLOCK {
            return None;
        }
        let members: Vec<usize> = bits(block).collect();
        let graph = quotient.part(block);
        let by_edge = graph.edges().filter_map(|ends| {
            let [a, b] = [ends.0, ends.1].map(|end| members[end]);
            let symmetric = quotient.canonical_from_ends([a, b]) == quotient.canonical_from_ends([b, a]);
            let forest = Forest::cheapest(&graph, ends, costs)?;
            let cost = if symmetric { forest.cost / 2.0 } else { forest.cost };
            Some((ends, forest, symmetric, cost))
        });
        let (ends, forest, symmetric, cost) = by_edge.min_by(|one, other| one.3.total_cmp(&other.3))?;
        let mut hanging = |member: usize| self.hanging_off(quotient, block, members[member], costs);
        let ends = [hanging(ends.0)?, hanging(ends.1)?];
        let mut row =
            |TreeRow { vertex, near, from }: TreeRow| Some(EdgeRow { near, weights: hanging(vertex)?, from });
        let rows = forest.rows.into_iter().map(&mut row).collect::<Option<_>>()?;
        Some(EdgeRows { rows, ends, symmetric, cost })
    }
}

/// The rows of what two vertices leave.
#[derive(Clone, Default)]
struct Forest {
    rows: Vec<TreeRow>,
    cost: f64,
}

/// The row of a vertex.
#[derive(Clone)]
struct TreeRow {
    vertex: usize,
    near: [bool; 2],
    from: Vec<usize>,
}

impl Forest {
    /// The cheapest rows of what the `ends` of an edge leave of a 2-connected graph; `None` if that is no forest.
    fn cheapest(graph: &SmallGraph, ends: (usize, usize), costs: &Costs) -> Option<Forest> {
        let mut left = graph.without(ends);
        if !graph.is_forest(left) {
            return None;
        }
        // Both ends have neighbours in common to be looked for.
        let mut forest = Forest { rows: Vec::new(), cost: costs.triangles };
        while left != 0 {
            let tree = graph.component(left, left.trailing_zeros() as usize);
            left &= !tree;
            let from = |root: usize| {
                let mut forest = forest.clone();
                forest.add(graph, ends, tree, root, costs).then_some(forest)
            };
            forest = bits(tree).filter_map(from).min_by(|one, other| one.cost.total_cmp(&other.cost))?;
        }
        Some(forest)
    }

    /// Adds the rows of a tree down from `root`, whose row comes last. Whether there are such: a leaf's row needs an end
    /// that it is near.
    fn add(
        &mut self,
        graph: &SmallGraph,
        ends: (usize, usize),
        tree: u32,
        root: usize,
        costs: &Costs,
    ) -> bool {
        let near = [ends.0, ends.1].map(|end| graph.joined(end, root));
        let (mut from, below) = (Vec::new(), tree & !(1 << root));
        for child in bits(graph.neighbors(root) & below) {
            if !self.add(graph, ends, graph.component(below, child), child, costs) {
                return false;
            }
            from.push(self.rows.len() - 1);
        }
        let near_of = |row: &usize| near_ends(self.rows[*row].near);
        let pulled = if near_ends(near) == 0 {
            // The cheapest is gone through, and what it reaches pulls the others.
            from.sort_by_key(|row| std::cmp::Reverse(near_of(row)));
            let Some(first) = from.first() else { return false };
            self.cost += costs.reach(near_of(first));
            from.len() - 1
        } else {
            from.len()
        };
        self.cost += costs.edge_row(near_ends(near), pulled);
        self.rows.push(TreeRow { vertex: root, near, from });
        true
    }
}

/// How many ends there are to whose neighbours a row is kept.
fn near_ends(near: [bool; 2]) -> usize {
    near.into_iter().filter(|&is_near| is_near).count()
}
