//! Graphs: CSR, readers and writers, generators, preprocessing.
//!
//! ```no_run
//! # use motherlode_data as motherlode;
//! use motherlode::graph::{self, LoadOptions};
//!
//! let graph = graph::load("graph.txt.gz".as_ref(), &LoadOptions::default())?;
//! println!("{} vertices, {} edges", graph.csr().n(), graph.csr().edges());
//! # Ok::<(), graph::GraphError>(())
//! ```
//!
//! Everything that is parallel runs in the current rayon pool.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`attributes`] | labels and directions |
//! | [`properties`] | columns of numbers, text, true and false |
//! | [`generate`] | random and classical graphs |
//! | [`stats`] | what the planner knows of a graph |

pub mod attributes;
mod build;
mod checksum;
mod csr;
mod error;
pub mod generate;
mod ids;
pub mod properties;
mod random;
mod read;
pub mod stats;
mod storage;
mod validate;
mod write;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use attributes::EdgeAttributes;
pub use attributes::{Attributes, GraphBuilder};
#[doc(hidden)]
pub use build::lists;
pub use csr::Csr;
pub use error::{AttributeError, DocumentProblem, GraphError, LineProblem, MatrixProblem};
pub use ids::{VertexId, VertexIds, VertexLookup, VertexNames, VertexNumbers};
pub(crate) use read::{BYTE_ORDER_MARK, MOST_WORD_BYTES, newlines, uncompressed};
#[doc(hidden)]
pub use read::{Directions, Format};
pub use read::{ExtraColumns, GraphFormat, LoadNote, LoadOptions, LoadReport, load, read};
pub use stats::GraphStats;
#[doc(hidden)]
pub use storage::Elsewhere;
pub use validate::{CsrError, MAX_VERTICES};
pub use write::{Compression, OutputFormat, save, write};
#[doc(hidden)]
pub use write::{WRITERS, Writer};

/// A graph as it was read or made: its [`Csr`], what the input called the vertices, and what reading it dropped.
#[derive(Clone, Debug)]
pub struct Graph {
    csr: Csr,
    ids: VertexIds,
    attributes: Arc<Attributes>,
    report: LoadReport,
    source: Option<PathBuf>,
}

impl Graph {
    /// A graph of vertices that were called `ids`.
    pub fn new(csr: Csr, ids: VertexIds) -> Graph {
        Graph { csr, ids, attributes: Arc::default(), report: LoadReport::default(), source: None }
    }

    /// The graph of these edges, between vertices that are called by numbers: `ids(place)` are the ends of the edge at
    /// each `place` below `edges`, which is asked for all of them in parallel. Its vertices are those that have edges,
    /// numbered by ascending id. Edges from a vertex to itself and repeated ones are dropped, and counted in the
    /// [`report`](Self::report).
    ///
    /// # Errors
    /// [`AttributeError::TooManyVertices`].
    pub fn of_edge_ids(
        edges: usize,
        ids: impl Fn(usize) -> (u64, u64) + Sync,
    ) -> Result<Graph, AttributeError> {
        const PIECE: usize = 1 << 20;
        let piece = |start: usize| {
            let mut pairs = build::Pairs::default();
            let of_piece = (start..edges.min(start + PIECE)).map(&ids);
            of_piece.filter(|(u, v)| u != v).for_each(|(u, v)| pairs.push(u, v));
            pairs
        };
        let pairs: Vec<build::Pairs> = (0..edges).into_par_iter().step_by(PIECE).map(piece).collect();
        let kept: usize = pairs.iter().map(build::Pairs::len).sum();
        let (built, ids) = build::csr_of_ids(pairs)
            .map_err(|build::TooManyIds(vertices)| AttributeError::TooManyVertices { vertices })?;
        let mut graph = Graph::new(built.csr, ids);
        graph.report = LoadReport {
            edges_read: edges as u64,
            self_loops: (edges - kept) as u64,
            duplicates: built.duplicates,
            ..LoadReport::default()
        };
        Ok(graph)
    }

    /// The undirected graph of `n` vertices with these edges: `pair(place)` are the ends of the edge at each `place`
    /// below `edges`. Edges from a vertex to itself and repeated ones are dropped, and counted in the
    /// [`report`](Self::report).
    ///
    /// # Panics
    /// If an end is not below `n`.
    pub fn of_pairs(n: u32, edges: usize, pair: impl Fn(usize) -> (u32, u32) + Sync) -> Graph {
        let loops = |place: &usize| {
            let (u, v) = pair(*place);
            u == v
        };
        let self_loops = (0..edges).into_par_iter().filter(loops).count() as u64;
        let mut graph = Graph::from(Csr::of_pairs(n, edges, pair));
        let duplicates = edges as u64 - self_loops - graph.csr.edges();
        graph.report =
            LoadReport { edges_read: edges as u64, self_loops, duplicates, ..LoadReport::default() };
        graph
    }

    /// The graph with these labels and directions.
    ///
    /// # Panics
    /// If they are not of as many vertices or edges.
    pub fn with_attributes(mut self, attributes: Attributes) -> Graph {
        let (n, places) = (self.csr.n() as usize, 2 * self.csr.edges() as usize);
        let of_graph = |edges: &EdgeAttributes| {
            edges.out.len() == places && edges.back.as_ref().is_none_or(|back| back.len() == places)
        };
        assert!(
            attributes.vertices.as_ref().is_none_or(|labels| labels.offsets.len() == n + 1),
            "as many vertices"
        );
        assert!(attributes.edges.as_deref().is_none_or(of_graph), "as many edges");
        self.attributes = Arc::new(attributes);
        self
    }

    /// The graph itself.
    pub fn csr(&self) -> &Csr {
        &self.csr
    }

    /// Labels, directions and properties.
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    #[doc(hidden)]
    pub fn shared_attributes(&self) -> &Arc<Attributes> {
        &self.attributes
    }

    /// What the input called the vertices.
    pub fn ids(&self) -> &VertexIds {
        &self.ids
    }

    /// What was read and dropped.
    pub fn report(&self) -> &LoadReport {
        &self.report
    }

    /// The file that the graph was read from; `-` is standard input.
    pub fn source(&self) -> Option<&Path> {
        self.source.as_deref()
    }
}

/// Numbers for ids: `ids(at)` for each `at` below `count`, which is asked for more than once, in parallel. The number
/// of an id is how many lower ones there are; returned are the numbers, in the order of the ids, and what each stands
/// for.
///
/// ```
/// # use motherlode_data as motherlode;
/// let ids = [70, 30, 70, 1 << 60];
/// let (numbers, called) = motherlode::graph::number_ids(ids.len(), |at| ids[at])?;
/// assert_eq!(numbers, [1, 0, 1, 2]);
/// assert_eq!(called.numbers().map(|called| called.get(2)), Some(1 << 60));
/// # Ok::<(), motherlode::graph::AttributeError>(())
/// ```
///
/// # Errors
/// [`AttributeError::TooManyVertices`].
pub fn number_ids(
    count: usize,
    ids: impl Fn(usize) -> u64 + Sync,
) -> Result<(Vec<u32>, VertexIds), AttributeError> {
    let keys = attributes::distinct(|| (0..count).into_par_iter().map(&ids), count);
    if keys.len() as u64 > MAX_VERTICES {
        return Err(AttributeError::TooManyVertices { vertices: keys.len() as u64 });
    }
    let order = attributes::KeyOrder::of_numbers(keys);
    Ok(((0..count).into_par_iter().map(|at| order.vertex(ids(at))).collect(), order.ids))
}

impl From<Csr> for Graph {
    /// A graph whose vertices were called by their numbers.
    fn from(csr: Csr) -> Graph {
        Graph::new(csr, VertexIds::consecutive(0))
    }
}
