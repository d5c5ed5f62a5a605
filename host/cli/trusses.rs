//! `motherlode trusses`: truss numbers.

use std::fmt;

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::local::Counts;
use motherlode::mine::{Launches, Trusses, trusses};
use serde::Serialize;

use super::job::JobArgs;
use super::peeled::{PeeledArgs, SizeOf, Written, part, sizes, write_sizes};
use super::per::Per;
use super::report::{ReportArgs, explained};
use super::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  How many edges have each truss number:
    motherlode trusses karate
  The truss number of each edge:
    motherlode trusses graph.el -o trusses.parquet
  The 5-truss as a graph:
    motherlode trusses graph.el --ktruss 5 -o truss5.el.zst";

/// What `--format` prints.
const PRINTED: &str = "\
How to print what was found. Where standard output gets rows or a graph, 'json' is refused. 'json' is one object on one line: graph (path, vertices, \
edges), largest, trusses (a list of k and count), output if there is one, with --ktruss output_vertices and output_edges, then device, memory and \
seconds.";

/// Find the truss number of each edge
///
/// The k-truss of GRAPH is its largest subgraph all of whose edges are in k - 2 triangles of it, or more; the truss number of an edge is the largest k
/// whose truss has it. An edge in no triangle has 2. Prints how many edges have each truss number; with -o, writes a table with a row for each
/// edge. Labels and directions are not looked at, and options that give them refused.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct TrussesArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Write the K-truss as a graph to the file of -o, and no table
    ///
    /// It has the vertices that have edges in it.
    #[arg(
        long,
        value_name = "K",
        requires = "output",
        allow_negative_numbers = true,
        help_heading = "Output options"
    )]
    ktruss: Option<u32>,

    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    output: PeeledArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad device or input; an output that exists or cannot be written; a job that failed.
pub fn run(args: &TrussesArgs) -> anyhow::Result<()> {
    let place = args.output.plan(args.ktruss.is_some(), args.report.format)?;
    args.job.files(&args.source).writing(args.output.output.as_deref()).check()?;
    let report = args.job.run_plain(&args.source, &[Launches::TRUSSES], |graph, team, context| {
        let found = trusses(graph.csr(), team, &context)?;
        let truss = || {
            let edges = found.truss(graph.csr(), args.ktruss.unwrap_or_default());
            let mut vertices: Vec<u32> = edges.iter().flatten().copied().collect();
            vertices.sort_unstable();
            vertices.dedup();
            part(graph, &vertices, edges.into_iter())
        };
        let written = place.write(|| table(graph, &found), truss)?;
        let report = TrussesReport { largest: found.largest(), trusses: sizes(&found.sizes()), written };
        Ok((report, found.seconds))
    })?;
    match place.leaves_standard_output() {
        true => args.report.print(&report),
        false => Ok(()),
    }
}

/// The columns, and the rows one after another.
fn table(graph: &Graph, found: &Trusses) -> (Vec<Column>, Counts) {
    let number = Column::numbers_up_to("truss", found.largest().into());
    let columns: Vec<Column> = Per::Edge.columns(graph).chain([number]).collect();
    let values = Per::Edge.values(graph, &columns, |edge| [u128::from(found.numbers[edge])].into_iter());
    (columns, values)
}

/// What was found.
#[derive(Serialize)]
struct TrussesReport {
    largest: u32,
    /// How many edges have each truss number.
    trusses: Vec<SizeOf>,
    #[serde(flatten)]
    written: Option<Written>,
}

impl fmt::Display for TrussesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.largest {
            0 => writeln!(f, "there is no edge")?,
            largest => writeln!(f, "the largest truss number is {largest}")?,
        }
        write_sizes(f, &self.trusses, "edges")?;
        self.written.iter().try_for_each(|written| written.fmt(f))
    }
}
