//! Tables with a row for each vertex, each edge, each arc, or each tie.

use clap::ValueEnum;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::local::Counts;
use serde::Serialize;

use super::counts;

/// What the column of the vertices is called.
pub const VERTEX: &str = "vertex";

/// What the rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Per {
    /// Each vertex
    Vertex,
    /// Each edge
    Edge,
    /// Each arc: what an edge of a directed graph is
    #[value(skip)]
    Arc,
    /// Each two vertices that arcs join: the tail first, where it is one arc
    #[value(skip)]
    Tie,
}

impl Per {
    /// What the rows are where directions are looked at.
    pub fn in_directions_of(self, graph: &Graph) -> Per {
        match self {
            Per::Edge if graph.attributes().is_directed() => Per::Arc,
            per => per,
        }
    }

    /// The columns that say which vertex, edge, arc or tie a row is of.
    pub fn columns(self, graph: &Graph) -> impl Iterator<Item = Column> + use<'_> {
        let names: &[&str] = if self == Per::Vertex { &[VERTEX] } else { &["source", "target"] };
        names.iter().map(|&name| Column::vertices(name, graph.ids()))
    }

    /// A table that has these columns behind those: the columns, and the rows one after another. `counts_of` gives the
    /// values of a vertex, an edge, an arc or a tie by its number.
    pub fn table<C: Iterator<Item = u128>>(
        self,
        graph: &Graph,
        counted: impl IntoIterator<Item = Column>,
        counts_of: impl Fn(usize) -> C,
    ) -> (Vec<Column>, Counts) {
        let columns: Vec<Column> = self.columns(graph).chain(counted).collect();
        let values = self.values(graph, &columns, counts_of);
        (columns, values)
    }

    /// The values of all columns, row after row.
    fn values<C: Iterator<Item = u128>>(
        self,
        graph: &Graph,
        columns: &[Column],
        counts_of: impl Fn(usize) -> C,
    ) -> Counts {
        let (csr, ids) = (graph.csr(), graph.ids());
        let value = |v| u128::from(Column::vertex_value(ids, v));
        let of_ends = |(row, (u, v))| [value(u), value(v)].into_iter().chain(counts_of(row));
        match self {
            Per::Vertex => {
                let row = |v: u32| [value(v)].into_iter().chain(counts_of(v as usize));
                counts::values(columns, (0..csr.n()).flat_map(row))
            }
            Per::Edge => counts::values(columns, csr.each_edge().enumerate().flat_map(of_ends)),
            Per::Tie => {
                let ties = graph.attributes().edges.iter().flat_map(|edges| edges.ties(csr));
                counts::values(columns, ties.enumerate().flat_map(of_ends))
            }
            Per::Arc => {
                let arcs = graph.attributes().edges.iter().flat_map(|edges| edges.arcs(csr));
                let arcs = arcs.map(|(_, tail, head)| (tail, head)).enumerate();
                counts::values(columns, arcs.flat_map(of_ends))
            }
        }
    }
}
