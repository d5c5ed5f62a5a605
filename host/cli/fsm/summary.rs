//! What is said of a search when it is over.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use motherlode::transactions::Database;
use serde::Serialize;

use super::FsmArgs;
use super::patterns::PatternTallies;
use crate::memory::MemoryReport;
use crate::report::write_out;
use crate::shares::DevicesReport;

/// What is printed.
#[derive(Serialize)]
pub struct FsmReport {
    graphs: u32,
    /// Graphs that were left out, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<u64>,
    /// The least number of graphs.
    support: u32,
    /// Patterns with an edge.
    patterns: u64,
    by_edges: BTreeMap<usize, u64>,
    /// Isomorphisms of the patterns, by their edges: each automorphism counts.
    embeddings_by_edges: BTreeMap<usize, u128>,
    #[serde(flatten)]
    devices: DevicesReport,
    memory: MemoryReport,
    /// Whether the search was stopped.
    partial: bool,
    pub seconds: FsmTimes,
}

/// Seconds that the parts of the job took.
#[derive(Clone, Copy, Default, Serialize)]
pub struct FsmTimes {
    pub start: f64,
    pub load: f64,
    pub prepare: f64,
    pub mine: f64,
    /// Of `mine`: counting extensions, judging them on the CPU, growing embeddings, and both counting and judging. On
    /// the CPU the sums of all threads.
    pub count: f64,
    pub judge: f64,
    pub grow: f64,
    pub overlap: f64,
    pub total: f64,
}

impl FsmReport {
    pub fn new(
        database: &Database,
        support: u32,
        found: PatternTallies,
        (devices, memory): (DevicesReport, MemoryReport),
        partial: bool,
    ) -> FsmReport {
        let graphs = database.graphs();
        let PatternTallies { patterns: by_edges, embeddings: embeddings_by_edges } = found;
        let (patterns, seconds) = (by_edges.values().sum(), FsmTimes::default());
        let skipped = None;
        FsmReport {
            graphs,
            skipped,
            support,
            patterns,
            by_edges,
            embeddings_by_edges,
            devices,
            memory,
            partial,
            seconds,
        }
    }

    /// Prints the summary to standard output, or to standard error if the patterns went there.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn print(&self, args: &FsmArgs) -> anyhow::Result<()> {
        let text = serde_json::to_string(self)? + "\n";
        if args.output.as_deref() == Some(Path::new("-")) {
            io::stderr().write_all(text.as_bytes())?;
        } else {
            write_out(text.as_bytes())?;
        }
        Ok(())
    }
}
