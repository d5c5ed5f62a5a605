//! Tables with a row for each vertex, each edge, each arc, or each tie.

use clap::ValueEnum;
use motherlode::export::Column;
use motherlode::graph::Graph;
use serde::Serialize;

use super::counts::CountTable;

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

    /// A table that has these columns behind those. `counts_of` gives the values of a vertex, an edge, an arc or a tie
    /// by its number.
    pub fn table<'t, C: Iterator<Item = u128> + 't>(
        self,
        graph: &'t Graph,
        counted: impl IntoIterator<Item = Column>,
        counts_of: impl Fn(usize) -> C + 't,
    ) -> CountTable<'t> {
        let columns: Vec<Column> = self.columns(graph).chain(counted).collect();
        let (csr, ids) = (graph.csr(), graph.ids());
        let value = move |v| u128::from(Column::vertex_value(ids, v));
        if self == Per::Vertex {
            let row = move |v: u32| [value(v)].into_iter().chain(counts_of(v as usize));
            return CountTable::new(columns, (0..csr.n()).map(row));
        }
        let row = move |(row, (u, v))| [value(u), value(v)].into_iter().chain(counts_of(row));
        let edges = graph.attributes().edges.iter();
        match self {
            Per::Vertex | Per::Edge => CountTable::new(columns, csr.each_edge().enumerate().map(row)),
            Per::Tie => {
                let ties = edges.flat_map(move |edges| edges.ties(csr));
                CountTable::new(columns, ties.enumerate().map(row))
            }
            Per::Arc => {
                let arcs = edges.flat_map(move |edges| edges.arcs(csr));
                let arcs = arcs.map(|(_, tail, head)| (tail, head)).enumerate();
                CountTable::new(columns, arcs.map(row))
            }
        }
    }
}
