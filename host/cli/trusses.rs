//! `motherlode trusses`: truss numbers.

use std::fmt;

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::local::Counts;
use motherlode::mine::{Context, Launches, MineError, Seconds, bitrusses, edges_from, trusses};
use motherlode::runtime::Team;
use serde::Serialize;

use super::job::JobArgs;
use super::peeled::{PeeledArgs, SizeOf, Written, part_of_edges, sizes, write_sizes};
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
    motherlode trusses graph.el --ktruss 5 -o truss5.el.zst
  The bitruss number of each edge of a graph with two sides:
    motherlode trusses ratings.el --butterflies -o bitrusses.csv";

/// What `--format` prints.
const PRINTED: &str = "\
How to print what was found. Where standard output gets rows or a graph, 'json' is refused. 'json' is one object on one line: graph (path, vertices, \
edges), largest, trusses or bitrusses (a list of k and count), output if there is one, with --ktruss output_vertices and output_edges, then device, memory and \
seconds.";

/// Find the truss number of each edge
///
/// The k-truss of GRAPH is its largest subgraph all of whose edges are in k - 2 triangles of it, or more; the truss number of an edge is the largest k
/// whose truss has it. An edge in no triangle has 2. Prints how many edges have each truss number; with -o, writes a table with a row for each
/// edge. With --butterflies, finds bitruss numbers instead. Labels and directions are not looked at, and options that give them refused.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct TrussesArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Ask for butterflies, not for triangles: bitruss numbers
    ///
    /// The k-bitruss is the largest subgraph all of whose edges are in k butterflies of it, or more, which are 4-cycles. An edge in none has 0. It is for
    /// graphs of two sides, which have no triangles, but may be asked of any.
    #[arg(long, help_heading = "Counting options")]
    butterflies: bool,

    /// Write the K-truss as a graph to the file of -o, and no table
    ///
    /// It has the vertices that have edges in it. With --butterflies it is the K-bitruss.
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
    let launches = if args.butterflies { Launches::BITRUSSES } else { Launches::TRUSSES };
    let report = args.job.run_plain(&args.source, &[launches], |graph, team, context| {
        let found = Found::new(args.butterflies, graph, team, &context)?;
        let truss = || {
            part_of_edges(graph, &edges_from(graph.csr(), &found.numbers, args.ktruss.unwrap_or_default()))
        };
        let written = place.write(|| found.table(graph), truss)?;
        let seconds = found.seconds;
        Ok((found.report(written), seconds))
    })?;
    args.report.print_beside(args.output.output.as_deref(), &report)?;
    Ok(())
}

/// The numbers of the edges, and what they are called.
struct Found {
    numbers: Vec<u32>,
    sizes: Vec<SizeOf>,
    name: &'static str,
    seconds: Seconds,
}

impl Found {
    /// Bitruss numbers, by `butterflies`, or truss numbers.
    fn new(butterflies: bool, graph: &Graph, team: &Team, context: &Context) -> Result<Found, MineError> {
        if butterflies {
            let found = bitrusses(graph.csr(), team, context)?;
            let sizes = found.sizes().into_iter().map(|(k, count)| SizeOf { k, count }).collect();
            return Ok(Found { numbers: found.numbers, sizes, name: "bitruss", seconds: found.seconds });
        }
        let found = trusses(graph.csr(), team, context)?;
        let sizes = sizes(&found.sizes());
        Ok(Found { numbers: found.numbers, sizes, name: "truss", seconds: found.seconds })
    }

    fn largest(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// The columns, and the rows one after another.
    fn table(&self, graph: &Graph) -> (Vec<Column>, Counts) {
        let number = Column::numbers_up_to(self.name, self.largest().into());
        Per::Edge.table(graph, [number], |edge| [self.numbers[edge].into()].into_iter())
    }

    /// What is said of them.
    fn report(self, written: Option<Written>) -> TrussesReport {
        let (largest, edges) = (self.largest(), self.numbers.len());
        let (trusses, bitrusses) = match self.name {
            "truss" => (Some(self.sizes), None),
            _ => (None, Some(self.sizes)),
        };
        TrussesReport { largest, trusses, bitrusses, edges, written }
    }
}

/// What was found.
#[derive(Serialize)]
struct TrussesReport {
    largest: u32,
    /// How many edges have each truss number, if these were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    trusses: Option<Vec<SizeOf>>,
    /// How many have each bitruss number, if these were.
    #[serde(skip_serializing_if = "Option::is_none")]
    bitrusses: Option<Vec<SizeOf>>,
    #[serde(skip)]
    edges: usize,
    #[serde(flatten)]
    written: Option<Written>,
}

impl fmt::Display for TrussesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, sizes) = match (&self.trusses, &self.bitrusses) {
            (_, Some(sizes)) => ("bitruss", &sizes[..]),
            (sizes, None) => ("truss", sizes.as_deref().unwrap_or_default()),
        };
        match self.edges {
            0 => writeln!(f, "there is no edge")?,
            _ => writeln!(f, "the largest {name} number is {}", self.largest)?,
        }
        write_sizes(f, sizes, "edges")?;
        self.written.iter().try_for_each(|written| written.fmt(f))
    }
}
