//! `motherlode info`: what is in a graph.

mod labels;

use std::fmt;
use std::sync::Arc;

use clap::Args;
use motherlode::graph::{Csr, Graph, LoadReport};
use motherlode::mine::{Context, CountOptions, Placed};
use motherlode::pattern::Pattern;
use motherlode::runtime::Team;
use serde::Serialize;

use self::labels::LabelReport;
use super::options::{DeviceArgs, ReadArgs, ThreadArgs};
use super::report::{GraphReport, ReportArgs, counted, explained};
use super::resident::ResidentReport;
use super::shares::Shares;
use super::signals;
use super::source::SourceArgs;
use super::status::Status;

const EXAMPLES: &str = "\
Examples:
  motherlode info email-Enron.el.gz
  motherlode info rmat:16 --triangles --format json";

/// What `--format` prints.
const PRINTED: &str = "How to print it: 'json' is one object on one line.";

/// Show what is in a graph
///
/// Shows vertices, edges, degrees, labels, and what was dropped at reading; with --triangles also the triangles, which
/// takes a count job; and with --memory, --host-memory or --device where the lists of the graph would lie on these
/// cards, for which the graph is prepared, and nothing placed.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct InfoArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Count the triangles too
    ///
    /// Counts triangles, and gives the transitivity: the share of paths of two edges whose ends are joined.
    #[arg(long, help_heading = "Counting options")]
    triangles: bool,

    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    read: ReadArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad input or device; a count that failed.
pub fn run(args: &InfoArgs) -> anyhow::Result<()> {
    let interrupt = signals::install()?;
    args.threads.start()?;
    let open = || Team::open(&args.device.members(), &[]);
    let team = (args.triangles || args.device.is_asked_for()).then(open).transpose()?;
    let status = Arc::new(Status::new(format!("reading {}", args.source.graph)));
    let graph = args.source.graph.load(&args.read.options([]))?;
    let degrees = DegreesReport::of(graph.csr());
    let placed = team.map(|team| Placed::new(graph.csr(), team));
    status.stage("preparing the graph");
    let asked = placed.as_ref().filter(|_| args.device.is_asked_for());
    let resident = asked.and_then(|placed| signals::while_listening(|| ResidentReport::of(placed)));
    status.stage("counting triangles");
    let count = |placed: &Placed| {
        let context = Shares::of(placed.team()).heard_in(status.context(&interrupt), &status);
        TrianglesReport::count(placed, degrees.wedges, context)
    };
    let triangles = placed.as_ref().filter(|_| args.triangles).map(count).transpose()?;
    drop(status);
    let report = InfoReport {
        graph: GraphReport::of(args.source.graph.to_string(), &graph),
        bytes: graph.csr().bytes(),
        degrees,
        triangles,
        resident,
        labels: LabelReport::of(&graph),
        read: Read::of(&graph),
    };
    args.report.print(&report)
}

/// What is printed.
#[derive(Serialize)]
struct InfoReport {
    graph: GraphReport,
    /// Bytes of the graph in memory.
    bytes: u64,
    degrees: DegreesReport,
    #[serde(flatten)]
    triangles: Option<TrianglesReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resident: Option<ResidentReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<LabelReport>,
    read: Read,
}

/// How many neighbours vertices have.
#[derive(Serialize)]
struct DegreesReport {
    min: u32,
    median: u32,
    mean: f64,
    max: u32,
    /// Vertices without neighbours.
    isolated: usize,
    /// Paths of two edges: the sum of C(degree, 2).
    #[serde(skip)]
    wedges: u128,
}

impl DegreesReport {
    fn of(csr: &Csr) -> DegreesReport {
        let mut degrees: Vec<u32> = (0..csr.n()).map(|v| csr.degree(v)).collect();
        degrees.sort_unstable();
        let wedges =
            degrees.iter().map(|&degree| u128::from(degree) * u128::from(degree).saturating_sub(1) / 2);
        DegreesReport {
            min: degrees.first().copied().unwrap_or(0),
            median: degrees.get(degrees.len() / 2).copied().unwrap_or(0),
            mean: 2.0 * csr.edges() as f64 / f64::from(csr.n().max(1)),
            max: degrees.last().copied().unwrap_or(0),
            isolated: degrees.partition_point(|&degree| degree == 0),
            wedges: wedges.sum(),
        }
    }
}

/// Triangles, and how many wedges they close.
#[derive(Serialize)]
struct TrianglesReport {
    triangles: u128,
    /// Closed wedges by all wedges; 0 where there are none.
    transitivity: f64,
}

impl TrianglesReport {
    fn count(placed: &Placed, wedges: u128, context: Context) -> anyhow::Result<TrianglesReport> {
        let triangle = Pattern::parse("triangle")?;
        let options = CountOptions::default().context(context);
        let triangles = signals::while_listening(|| placed.count(&triangle, &options))?.count;
        Ok(TrianglesReport { triangles, transitivity: 3.0 * triangles as f64 / wedges.max(1) as f64 })
    }
}

/// What was read, and what of it is not in the graph.
#[derive(Serialize)]
struct Read {
    lines: u64,
    comments: u64,
    edges: u64,
    self_loops: u64,
    duplicates: u64,
}

impl Read {
    fn of(graph: &Graph) -> Read {
        let &LoadReport { lines, comments, edges_read, self_loops, duplicates, .. } = graph.report();
        Read { lines, comments, edges: edges_read, self_loops, duplicates }
    }
}

impl fmt::Display for InfoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DegreesReport { min, median, mean, max, isolated, .. } = self.degrees;
        writeln!(f, "{}", self.graph.path)?;
        writeln!(f, "vertices      {} ({isolated} without neighbours)", self.graph.vertices)?;
        writeln!(f, "edges         {}", self.graph.edges)?;
        if let Some(arcs) = self.graph.arcs {
            writeln!(f, "arcs          {arcs}")?;
        }
        writeln!(f, "degrees       {min} to {max}, median {median}, mean {mean:.2}")?;
        if let Some(TrianglesReport { triangles, transitivity }) = self.triangles {
            writeln!(f, "triangles     {triangles}")?;
            writeln!(f, "transitivity  {transitivity:.4}")?;
        }
        if let Some(labels) = &self.labels {
            write!(f, "{labels}")?;
        }
        writeln!(f, "memory        {} bytes", self.bytes)?;
        if let Some(resident) = &self.resident {
            write!(f, "{resident}")?;
        }
        let Read { lines, comments, edges, self_loops, duplicates } = self.read;
        if lines > 0 {
            let (lines, edges) = (counted(lines, "line", "lines"), counted(edges, "edge", "edges"));
            writeln!(f, "read          {lines} ({}), {edges}", counted(comments, "comment", "comments"))?;
            let dropped = [
                counted(duplicates, "duplicate", "duplicates"),
                counted(self_loops, "self-loop", "self-loops"),
            ];
            writeln!(f, "dropped       {}", dropped.join(", "))?;
        }
        Ok(())
    }
}
