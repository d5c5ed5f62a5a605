//! The tables of a graph's branches: what hangs on a vertex becomes a product of tables over its images.
//!
//! What hangs on a vertex falls into branches that have it alone in common, and the homomorphisms with this vertex at
//! `v` are the product over the branches. In a branch, the vertex lies in one 2-connected block (or bridge); what hangs
//! on the block's other vertices are weights, by the same rule; and the block itself is summed over by an elimination.
//!
//! What hangs on an edge hangs on one of its ends, or on both: then it lies with the edge in one block, and becomes
//! tables over edges.

use std::collections::HashMap;

use super::cost::Costs;
use super::elimination::{Elimination, EliminationStep, cheapest, cheapest_between};
use super::small_graph::SmallGraph;
use super::tables::{
    EdgeFactor, EdgeProduct, End, MapTable, Neighbors, PairProduct, Push, Rooted, Row, TableId, Tables,
    Triangles, VertexProduct,
};
use crate::pattern::bits;

impl Tables {
    /// The tables whose product at `v` is the number of homomorphisms of `graph` that take `port` to `v`, which has the
    /// port's colour. `None` if a block of it has no elimination.
    pub(super) fn hanging_on(
        &mut self,
        graph: &SmallGraph,
        port: usize,
        costs: &Costs,
    ) -> Option<VertexProduct> {
        let mut product = self.labelled(graph.color(port), costs);
        product.append(&mut self.branches_on(graph, port, costs)?);
        product.sort_unstable();
        Some(product)
    }

    /// The tables of the branches that hang on `port`, without what its colour asks for.
    fn branches_on(&mut self, graph: &SmallGraph, port: usize, costs: &Costs) -> Option<VertexProduct> {
        let mut others = ((1 << graph.vertices()) - 1) & !(1 << port);
        let mut product = VertexProduct::new();
        while others != 0 {
            let component = graph.component(others, others.trailing_zeros() as usize);
            others &= !component;
            let branch = component | 1 << port;
            // The port's place among the branch's vertices.
            let first = (branch & ((1 << port) - 1)).count_ones() as usize;
            let mut part = graph.part(branch);
            // The port's colour is a factor already: it matters to rows alone, which are not pushed from other roots.
            if part.neighbors(first).count_ones() == 1 {
                part = part.with_color(first, 0);
            }
            // Canonical, so that it is the same table wherever it hangs.
            product.push(self.branch(&part.canonical_from(first), costs)?);
        }
        Some(product)
    }

    /// The table of a branch that hangs on vertex 0, which separates nothing.
    fn branch(&mut self, branch: &SmallGraph, costs: &Costs) -> Option<TableId> {
        if let Some(&known) = self.branches.get(branch) {
            return known;
        }
        let table = self.new_branch(branch, costs);
        self.remember(*branch, table);
        table
    }

    fn new_branch(&mut self, branch: &SmallGraph, costs: &Costs) -> Option<TableId> {
        let block = branch.block_of(0);
        let graph = branch.part(block);
        let elimination = cheapest(&graph, 0, costs)?;
        Some(self.folding(branch, block, 1, costs)?.at_vertex(&graph, &elimination))
    }

    /// The tables whose product at `(u, v)` is the number of homomorphisms of `graph`, whose edges have no colours,
    /// that take vertex 0 to `u` and vertex 1 to `v`, which have their colours; these two are joined. `None` if a block
    /// has no elimination.
    pub(super) fn hanging_between(&mut self, graph: &SmallGraph, costs: &Costs) -> Option<PairProduct> {
        let [first, second] = [0, 1].map(|end| self.labelled(graph.color(end), costs));
        let mut product = PairProduct { first, second, along: EdgeProduct::new() };
        let mut others = ((1 << graph.vertices()) - 1) & !0b11;
        while others != 0 {
            let component = graph.component(others, others.trailing_zeros() as usize);
            others &= !component;
            let hangs_on = |end: usize| graph.neighbors(end) & component != 0;
            if hangs_on(0) && hangs_on(1) {
                product.along.append(&mut self.between(&graph.part(component | 0b11), costs)?);
            } else if hangs_on(0) {
                product.first.append(&mut self.branches_on(&graph.part(component | 0b01), 0, costs)?);
            } else {
                product.second.append(&mut self.branches_on(&graph.part(component | 0b10), 0, costs)?);
            }
        }
        product.first.sort_unstable();
        product.second.sort_unstable();
        product.along.sort_unstable();
        Some(product)
    }

    /// The tables of a branch that hangs on vertices 0 and 1, which together separate nothing.
    fn between(&mut self, branch: &SmallGraph, costs: &Costs) -> Option<EdgeProduct> {
        // Canonical from either end, so that it is the same table whichever way around it lies.
        let [forth, back] = [[0, 1], [1, 0]].map(|ends| branch.canonical_from_ends(ends));
        let canonical = forth.max(back);
        if !self.branches_between.contains_key(&canonical) {
            let product = self.new_between(&canonical, costs);
            self.remember_between(canonical, product);
        }
        let product = self.branches_between[&canonical].clone()?;
        Some(if canonical == forth { product } else { self.transposed(&product) })
    }

    fn new_between(&mut self, branch: &SmallGraph, costs: &Costs) -> Option<EdgeProduct> {
        // Neither end separates anything from the other by itself.
        let block = branch.block_of(0);
        let graph = branch.part(block);
        if let Some(elimination) = cheapest_between(&graph, costs) {
            let mut folding = self.folding(branch, block, 2, costs)?;
            return Some(match folding.closed_walks(&graph) {
                Some(walks) => walks,
                None => folding.at_edge(&graph, &elimination),
            });
        }
        // Beyond the edge between the ends themselves lies everything.
        let others = branch.edges().filter(|&edge| edge != (0, 1));
        others
            .filter_map(|edge| Some((edge, branch.beyond(edge)?)))
            .find_map(|(edge, beyond)| self.without_part_beyond(branch, edge, beyond, costs))
    }

    /// The tables of a branch between vertices 0 and 1 of which the part beyond another edge is summed over by itself,
    /// with an end of that edge as its root: what it comes to is a table at this edge for the rest.
    fn without_part_beyond(
        &mut self,
        branch: &SmallGraph,
        (u, v): (usize, usize),
        beyond: u32,
        costs: &Costs,
    ) -> Option<EdgeProduct> {
        let left = ((1 << branch.vertices()) - 1) & !beyond;
        let rest = branch.part(left);
        let block = rest.block_of(0);
        let graph = rest.part(block);
        let elimination = cheapest_between(&graph, costs)?;
        let place = |among: u32, vertex: usize| (among & ((1 << vertex) - 1)).count_ones() as usize;
        let ends = [u, v].map(|end| place(left, end));
        if ends.iter().any(|&end| block >> end & 1 == 0) {
            // It hangs on a vertex of the block, and is no part of it.
            return None;
        }
        // Last, as it makes tables: who is refused asks for none.
        let order: Vec<usize> = [u, v].into_iter().chain(bits(beyond)).collect();
        let product = self.between(&branch.in_order(&order), costs)?;
        let [u, v] = ends.map(|end| place(block, end));
        let mut folding = self.folding(&rest, block, 2, costs)?;
        folding.set_edge(u, v, product);
        Some(folding.at_edge(&graph, &elimination))
    }

    /// The tables of what hangs on a `member` of a block of `graph`.
    pub(super) fn hanging_off(
        &mut self,
        graph: &SmallGraph,
        block: u32,
        member: usize,
        costs: &Costs,
    ) -> Option<VertexProduct> {
        let all = (1 << graph.vertices()) - 1;
        let hanging = graph.component(all & !block | 1 << member, member);
        let port = (hanging & ((1 << member) - 1)).count_ones() as usize;
        self.hanging_on(&graph.part(hanging), port, costs)
    }

    /// A block of `branch` that is to be summed over, with what hangs on it. Nothing hangs on its first vertices, so
    /// many `ports`.
    fn folding<'t>(
        &'t mut self,
        branch: &SmallGraph,
        block: u32,
        ports: usize,
        costs: &'t Costs,
    ) -> Option<Folding<'t>> {
        let members: Vec<usize> = bits(block).collect();
        let graph = branch.part(block);
        let mut weights = vec![VertexProduct::new(); ports];
        for &member in &members[ports..] {
            weights.push(self.hanging_off(branch, block, member, costs)?);
        }
        let mut edges = HashMap::new();
        for (u, v) in graph.edges() {
            edges.insert([u, v], self.linked(graph.link(u, v), graph.link(v, u), costs));
        }
        Some(Folding { edges, ..Folding::plain(self, weights, costs) })
    }
}

/// A block whose vertices are summed over, one after the other.
pub(super) struct Folding<'t> {
    tables: &'t mut Tables,
    costs: &'t Costs,
    /// By vertex, what hangs on it.
    weights: Vec<VertexProduct>,
    /// The tables on edges, by ends in this order: what is asked of them, and what has come about.
    edges: HashMap<[usize; 2], EdgeProduct>,
    /// By vertex, the pushed rows that are factors of the root's row there.
    pushed: HashMap<usize, Vec<usize>>,
    pushes: Vec<Push>,
}

impl<'t> Folding<'t> {
    /// A block with nothing on its edges, where these tables hang on its vertices.
    pub(super) fn plain(tables: &'t mut Tables, weights: Vec<VertexProduct>, costs: &'t Costs) -> Self {
        let (edges, pushed) = (HashMap::new(), HashMap::new());
        Folding { tables, costs, weights, edges, pushed, pushes: Vec::new() }
    }

    /// Sums over all vertices but the port, which is vertex 0: what is left is a table over its images.
    pub(super) fn at_vertex(mut self, graph: &SmallGraph, elimination: &Elimination) -> TableId {
        const PORT: usize = 0;
        let &Elimination { root, last, later, .. } = elimination;
        let mut cost = self.eliminate(graph, elimination);
        let row = self.row(graph, root, last);
        // Nothing hangs on the port here, which is one of the two: the other is summed over.
        let other = if root == PORT { last } else { root };
        let weights = std::mem::take(&mut self.weights[other]);
        if self.pushes.is_empty() {
            if !later {
                // The row is a table over edges, and no root is needed.
                let along = self.edge(PORT, other);
                return self
                    .tables
                    .place(MapTable::Neighbors(Neighbors { along, weights }), self.costs.neighbors);
            }
            cost += self.costs.neighbors;
        }
        let (end, roots) = match root {
            PORT => (End::Root, self.tables.labelled(graph.color(PORT), self.costs)),
            _ => (End::Row, VertexProduct::new()),
        };
        let rooted = Rooted { pushes: self.pushes, last: row, weights, end, roots, later };
        self.tables.place(MapTable::Rooted(rooted), cost)
    }

    /// Sums over all vertices but the ends of an edge, which are vertices 0 and 1: what is left are tables over its
    /// images.
    fn at_edge(mut self, graph: &SmallGraph, elimination: &Elimination) -> EdgeProduct {
        let &Elimination { root, last, .. } = elimination;
        let cost = self.eliminate(graph, elimination);
        if self.pushes.is_empty() {
            return self.edge(0, 1);
        }
        let row = self.row(graph, root, last);
        // What hangs on the ends has their colours.
        let (weights, roots) = (VertexProduct::new(), self.tables.labelled(graph.color(root), self.costs));
        let rooted = Rooted { pushes: self.pushes, last: row, weights, end: End::Edges, roots, later: false };
        vec![EdgeFactor { table: self.tables.place(MapTable::Rooted(rooted), cost), turned: root != 0 }]
    }

    /// The table of a 5-cycle, on which nothing hangs but the same labels everywhere, at the edge of vertices 0 and 1.
    /// `None` for other blocks.
    fn closed_walks(&mut self, graph: &SmallGraph) -> Option<EdgeProduct> {
        let color = graph.color(0);
        let is_cycle = graph.vertices() == 5
            && (0..5).all(|v| graph.neighbors(v).count_ones() == 2 && graph.color(v) == color)
            && self.edges.values().all(Vec::is_empty);
        if !is_cycle {
            return None;
        }
        let inside = self.tables.labelled(color, self.costs);
        if self.weights[2..].iter().any(|hanging| *hanging != inside) {
            return None;
        }
        let table = self.tables.place(MapTable::ClosedWalks(inside), self.costs.closed_walks(color));
        Some(vec![EdgeFactor { table, turned: false }])
    }

    /// Sums over the vertices that go, one after the other. Returns what it costs to push rows.
    fn eliminate(&mut self, graph: &SmallGraph, elimination: &Elimination) -> f64 {
        let &Elimination { root, ref steps, .. } = elimination;
        let mut cost = 0.0;
        for &step in steps {
            match step {
                EliminationStep::Triangles { apex, ends } => self.triangles(apex, ends),
                EliminationStep::Push { from, to, cost: once } => {
                    let known = self.pushes.len();
                    self.push(graph, root, from, to);
                    cost += (self.pushes.len() - known) as f64 * once;
                }
            }
        }
        cost
    }

    /// Sums over `apex`, which leaves a table on the edge between `ends`.
    fn triangles(&mut self, apex: usize, ends: [usize; 2]) {
        let [u, v] = ends;
        let triangles = Triangles {
            first: self.edge(u, apex),
            apex: std::mem::take(&mut self.weights[apex]),
            second: self.edge(apex, v),
        };
        let factor = self.tables.place_triangles(triangles, self.costs.triangles);
        let mut product = self.edge(u, v);
        product.push(factor);
        product.sort_unstable();
        self.set_edge(u, v, product);
    }

    /// Sums over `from`, which leaves a row at `to`. A push that has been made is used again.
    fn push(&mut self, graph: &SmallGraph, root: usize, from: usize, to: usize) {
        let push = Push {
            from: self.row(graph, root, from),
            weights: std::mem::take(&mut self.weights[from]),
            along: self.edge(from, to),
        };
        let known = self.pushes.iter().position(|known| *known == push);
        let place = known.unwrap_or_else(|| {
            self.pushes.push(push);
            self.pushes.len() - 1
        });
        let pushed = self.pushed.entry(to).or_default();
        pushed.push(place);
        pushed.sort_unstable();
    }

    /// The root's row at `vertex`.
    fn row(&self, graph: &SmallGraph, root: usize, vertex: usize) -> Row {
        let joined = graph.joined(root, vertex).then(|| self.edge(root, vertex));
        Row { joined, pushed: self.pushed.get(&vertex).cloned().unwrap_or_default() }
    }

    /// What there is on the edge from `u` to `v`.
    fn edge(&self, u: usize, v: usize) -> EdgeProduct {
        let kept = self.edges.get(&[u.min(v), u.max(v)]);
        kept.map_or_else(EdgeProduct::new, |product| {
            if u < v { product.clone() } else { self.tables.transposed(product) }
        })
    }

    fn set_edge(&mut self, u: usize, v: usize, product: EdgeProduct) {
        let kept = if u < v { product } else { self.tables.transposed(&product) };
        self.edges.insert([u.min(v), u.max(v)], kept);
    }
}
