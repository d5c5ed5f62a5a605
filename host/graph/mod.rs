//! Graphs: CSR, readers and writers, generators, preprocessing.
//!
//! ```no_run
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
//! | [`generate`] | random and classical graphs |
//! | [`prepare`] | what a plan asks of a graph before the walk: relabelling, splits, peeling |
//! | [`stats`] | what the planner knows of a graph |

mod build;
mod csr;
mod error;
pub mod generate;
mod ids;
pub mod prepare;
mod random;
mod read;
pub mod stats;
mod storage;
mod validate;
mod write;

use std::path::{Path, PathBuf};

pub use csr::Csr;
pub use error::{GraphError, LineProblem, MatrixProblem};
pub use ids::VertexIds;
pub use read::{ExtraColumns, Format, LoadOptions, LoadReport, load, read};
pub use stats::GraphStats;
pub use validate::CsrError;
pub use write::{Compression, OutputFormat, save, write};

/// The most vertices that a graph may have: one number of 32 bits is left to say "none".
pub const MAX_VERTICES: u64 = u32::MAX as u64;

/// A graph as it was read or made: its [`Csr`], what the input called the vertices, and what reading it dropped.
#[derive(Clone, Debug)]
pub struct Graph {
    csr: Csr,
    ids: VertexIds,
    report: LoadReport,
    source: Option<PathBuf>,
}

impl Graph {
    /// A graph of vertices that were called `ids`.
    pub fn new(csr: Csr, ids: VertexIds) -> Graph {
        Graph { csr, ids, report: LoadReport::default(), source: None }
    }

    /// The graph itself.
    pub fn csr(&self) -> &Csr {
        &self.csr
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

impl From<Csr> for Graph {
    /// A graph whose vertices were called by their numbers.
    fn from(csr: Csr) -> Graph {
        Graph::new(csr, VertexIds::consecutive(0))
    }
}
