//! Tables over a graph's vertices and edges, from which the homomorphisms of treewidth-2 graphs are put together.
//!
//! A table is a sum over the vertices of the data graph of products of smaller tables. Few kinds suffice, and each
//! reads only tables that were made before; what a pattern asks of its vertices and edges comes in as factors that are
//! 1 or 0:
//!
//! | table | over | what it is |
//! | --- | --- | --- |
//! | [`MapTable::Labelled`] | vertices `v` | 1 where `v` has the labels of a colour |
//! | [`MapTable::Linked`] | edges `(u, v)`, in both directions | 1 where the edge has the labels and directions of a colour, seen from `u` |
//! | [`Neighbors`] | vertices `v` | `Σ_{x ∈ N(v)} along(v, x) · weights(x)` |
//! | [`Triangles`] | edges `(u, v)`, in both directions | `Σ_x first(u, x) · apex(x) · second(x, v)`, over what is joined to both |
//! | [`Rooted`] | vertices `v`, or edges | the ends of a row for each root, which is never kept |
//! | [`MapTable::ClosedWalks`] | edges `(u, v)`, in both directions | the 5-cycles of homomorphisms, which rows would take many times as long for |
//!
//! A table for all pairs of vertices would be too large: 16 bytes times the square of their number. So pairs that need
//! not be joined occur with one *root* alone, and for one image of the root at a time, a table for these pairs is a row
//! ([`Row`]). A row may have no vertices but those that come after the root: then it is one of a sum over what goes to
//! the first vertex (`firsts`).

use std::collections::HashMap;

use super::cost::Costs;
use super::small_graph::{Color, SmallGraph};

/// A table: its place in [`Tables::all`].
pub type TableId = usize;

/// A product of tables over vertices, by rising number; of none, 1 at each vertex.
pub type VertexProduct = Vec<TableId>;

/// A sum of products of tables over vertices, each taken so many times.
pub type ProductSum = Vec<(VertexProduct, u64)>;

/// A product of tables over edges, seen from an edge `(u, v)`; of none, 1 at each edge. Sorted.
pub type EdgeProduct = Vec<EdgeFactor>;

/// A product of tables at an edge `(u, v)` and at its ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairProduct {
    /// Read at `u`.
    pub first: VertexProduct,
    /// Read at `v`.
    pub second: VertexProduct,
    /// Read at the edge.
    pub along: EdgeProduct,
}

/// A table over edges, read at an edge `(u, v)` or the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeFactor {
    /// The table.
    pub table: TableId,
    /// Whether it is read at `(v, u)`. Never where that is the same.
    pub turned: bool,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MapTable {
    /// 1 at the vertices that have a colour, and 0 at others.
    Labelled(Color),
    /// 1 at the edges that have a colour, and 0 at others.
    Linked {
        /// The colour, seen from the first end.
        color: Color,
        /// Whether it is the same seen from the other.
        symmetric: bool,
    },
    /// A sum over the neighbours of each vertex.
    Neighbors(Neighbors),
    /// A sum over the triangles at each edge.
    Triangles(Triangles),
    /// What rows come to.
    Rooted(Rooted),
    /// The closed walks of five edges that begin with an edge, of vertices at which this product, which is 1 or 0
    /// everywhere, is 1.
    ClosedWalks(VertexProduct),
}

impl MapTable {
    /// Whether it has a number for each edge in both directions, and not for each vertex.
    pub fn is_over_edges(&self) -> bool {
        match self {
            MapTable::Triangles(_) | MapTable::Linked { .. } | MapTable::ClosedWalks(_) => true,
            MapTable::Rooted(rooted) => rooted.end == End::Edges,
            MapTable::Labelled(_) | MapTable::Neighbors(_) => false,
        }
    }
}

/// At `v` the sum of `along(v, x) · weights(x)` over the neighbours `x`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Neighbors {
    /// Read at the edge `(v, x)`.
    pub along: EdgeProduct,
    /// Read at `x`.
    pub weights: VertexProduct,
}

/// At the edge `(u, v)` the sum of `first(u, x) · apex(x) · second(x, v)` over what `x` is joined to both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Triangles {
    /// Read at the edge `(u, x)`.
    pub first: EdgeProduct,
    /// Read at `x`.
    pub apex: VertexProduct,
    /// Read at the edge `(x, v)`.
    pub second: EdgeProduct,
}

/// For each root `r` rows are pushed on, one after the other, and `last` is what comes of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rooted {
    /// Rows that are sums, by number: each reads earlier ones.
    pub pushes: Vec<Push>,
    /// The row at the end.
    pub last: Row,
    /// What it is multiplied by at its vertex, or at the root: at that which is summed over. Nothing where nothing is.
    pub weights: VertexProduct,
    /// Where the sums stand, or the row.
    pub end: End,
    /// Where the sums, or the row, stand at the roots, those at which this product is 0 are left out: what stands there
    /// is multiplied by it anyway.
    pub roots: VertexProduct,
    /// Whether all vertices of the rows come after the root: then sums stand there, and no root is left out.
    pub later: bool,
}

impl Rooted {
    /// Whether the table must be zero before it is made: sums are added to, and what stands at roots that are left out
    /// is not written.
    pub fn needs_zeros(&self) -> bool {
        self.end != End::Edges || !self.roots.is_empty()
    }

    /// Whether a pushed row is read at the neighbours of the root alone, and does not come from there: then these pull
    /// it from their neighbours, which are fewer than those of what it comes from.
    pub fn is_pulled(&self, push: usize) -> bool {
        let rows = self.pushes.iter().map(|push| &push.from).chain([&self.last]);
        let near = |row: &Row| row.joined.is_some() || !row.pushed.contains(&push);
        self.pushes[push].from.joined.is_none() && rows.clone().all(near)
    }
}

/// Where the sums of the last row stand, or the row itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// At the root: `Σ_v last(v) · weights(v)`.
    Root,
    /// At the row's vertex: `Σ_r last(v) · weights(r)`.
    Row,
    /// At the edge from the root to the row's vertex: `last(v)`, which is joined to the root.
    Edges,
}

/// A row of a root `r` at the vertices `v`: a product.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Row {
    /// If there is one, the row is 0 but at the neighbours of `r`. Read at the edge `(r, v)`.
    pub joined: Option<EdgeProduct>,
    /// The pushed rows that are factors, by rising number; one may be there several times.
    pub pushed: Vec<usize>,
}

/// A row that is pushed on by an edge: at `v` the sum of `from(x) · weights(x) · along(x, v)` over the neighbours `x`
/// of `v`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// The row that is pushed.
    pub from: Row,
    /// Read at `x`.
    pub weights: VertexProduct,
    /// Read at the edge `(x, v)`.
    pub along: EdgeProduct,
}

/// Tables, each once, in an order in which they can be made.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    all: Vec<MapTable>,
    /// The expected steps to make each.
    costs: Vec<f64>,
    places: HashMap<MapTable, TableId>,
    /// The tables of branches: canonical, from the vertex over whose images they are. `None` where there is none.
    pub(super) branches: HashMap<SmallGraph, Option<TableId>>,
    /// The tables of branches that hang on both ends of an edge: canonical, from these ends. `None` where there is
    /// none.
    pub(super) branches_between: HashMap<SmallGraph, Option<EdgeProduct>>,
    /// What was added to the two, one after another.
    known: Vec<KnownBranch>,
}

/// A branch whose tables are known: on a vertex, or between the ends of an edge.
#[derive(Clone, Copy, Debug)]
enum KnownBranch {
    On(SmallGraph),
    Between(SmallGraph),
}

/// How far [`Tables`] have come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Savepoint {
    tables: usize,
    branches: usize,
}

impl Tables {
    /// The tables, each after those that it reads.
    pub fn all(&self) -> &[MapTable] {
        &self.all
    }

    /// The expected steps to make each.
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// The bytes of all tables at a time, on a graph of so many vertices and edges.
    pub fn bytes(&self, vertices: u64, edges: u64) -> u64 {
        let over_edges = self.all.iter().filter(|table| table.is_over_edges()).count();
        let over_vertices = self.all.len() - over_edges;
        let numbers = over_vertices as u64 * vertices + over_edges as u64 * 2 * edges;
        numbers * size_of::<u128>() as u64
    }

    /// The place of `table`, which takes `cost` steps if it is new.
    pub(super) fn place(&mut self, table: MapTable, cost: f64) -> TableId {
        if let Some(&place) = self.places.get(&table) {
            return place;
        }
        let place = self.all.len();
        self.places.insert(table.clone(), place);
        self.all.push(table);
        self.costs.push(cost);
        place
    }

    /// Remembers the table of a branch on a vertex.
    pub(super) fn remember(&mut self, branch: SmallGraph, table: Option<TableId>) {
        self.branches.insert(branch, table);
        self.known.push(KnownBranch::On(branch));
    }

    /// Remembers the tables of a branch between the ends of an edge.
    pub(super) fn remember_between(&mut self, branch: SmallGraph, tables: Option<EdgeProduct>) {
        self.branches_between.insert(branch, tables);
        self.known.push(KnownBranch::Between(branch));
    }

    /// How far they have come, to go [back to](Self::back_to).
    pub(super) fn mark(&self) -> Savepoint {
        Savepoint { tables: self.all.len(), branches: self.known.len() }
    }

    /// Takes back all that came after a mark: to try something costs what it adds, and not a copy of all tables.
    pub(super) fn back_to(&mut self, mark: Savepoint) {
        for table in self.all.drain(mark.tables..) {
            self.places.remove(&table);
        }
        self.costs.truncate(mark.tables);
        for branch in self.known.drain(mark.branches..) {
            match branch {
                KnownBranch::On(branch) => drop(self.branches.remove(&branch)),
                KnownBranch::Between(branch) => drop(self.branches_between.remove(&branch)),
            }
        }
    }

    /// The product that is 1 at the vertices of a colour, and 0 at others.
    pub(super) fn labelled(&mut self, color: Color, costs: &Costs) -> VertexProduct {
        if color == 0 { Vec::new() } else { vec![self.place(MapTable::Labelled(color), costs.vertices)] }
    }

    /// The product that is 1 at the edges of a colour as seen from their first ends, or of that as `seen` from the
    /// second, and 0 at others.
    pub(super) fn linked(&mut self, color: Color, seen: Color, costs: &Costs) -> EdgeProduct {
        if color == 0 {
            return Vec::new();
        }
        // Of the two colours, the lesser has a table.
        let table = MapTable::Linked { color: color.min(seen), symmetric: color == seen };
        vec![EdgeFactor { table: self.place(table, costs.neighbors), turned: seen < color }]
    }

    /// The place of a table of triangles, as a factor. A table and its transpose are one.
    pub(super) fn place_triangles(&mut self, triangles: Triangles, cost: f64) -> EdgeFactor {
        let transposed = self.transposed_triangles(&triangles);
        // Of the two, that of which the sides come first.
        let turned = (&transposed.first, &transposed.second) < (&triangles.first, &triangles.second);
        let table = self.place(MapTable::Triangles(if turned { transposed } else { triangles }), cost);
        EdgeFactor { table, turned }
    }

    /// The product, seen from the other end.
    #[doc(hidden)]
    pub fn transposed(&self, product: &EdgeProduct) -> EdgeProduct {
        let turn = |factor: &EdgeFactor| EdgeFactor {
            turned: !factor.turned && !self.is_symmetric(factor.table),
            ..*factor
        };
        let mut transposed: EdgeProduct = product.iter().map(turn).collect();
        transposed.sort_unstable();
        transposed
    }

    fn transposed_triangles(&self, Triangles { first, apex, second }: &Triangles) -> Triangles {
        Triangles { first: self.transposed(second), apex: apex.clone(), second: self.transposed(first) }
    }

    fn is_symmetric(&self, table: TableId) -> bool {
        match &self.all[table] {
            MapTable::Triangles(triangles) => self.transposed_triangles(triangles) == *triangles,
            MapTable::Linked { symmetric, .. } => *symmetric,
            MapTable::ClosedWalks(_) => true,
            MapTable::Labelled(_) | MapTable::Neighbors(_) | MapTable::Rooted(_) => false,
        }
    }
}
