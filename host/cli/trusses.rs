//! `motherlode trusses`: truss numbers.

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::{Context, Launches, MineError, Seconds, bitrusses, edges_from, trusses};
use motherlode::runtime::Team;

use super::counts::CountTable;
use super::peeled::{KeyedValue, PeeledReport, PeelingArgs, SizeOf, headline, part_of_edges, sizes};
use super::per::Per;
use super::report::explained;
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
/// The k-truss of GRAPH is its largest subgraph all of whose edges are in k - 2 triangles of it, or more; the truss
/// number of an edge is the largest k whose truss has it. An edge in no triangle has 2. Prints how many edges have each
/// truss number; with -o, writes a table with a row for each edge. With --butterflies, finds bitruss numbers instead.
/// Labels and directions are not looked at, and options that give them refused.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct TrussesArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Ask for butterflies, not for triangles: bitruss numbers
    ///
    /// The k-bitruss is the largest subgraph all of whose edges are in k butterflies of it, or more, which are
    /// 4-cycles. An edge in none has 0. It is for graphs of two sides, which have no triangles, but may be asked of
    /// any.
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
    peeling: PeelingArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad device or input; an output that exists or cannot be written; a job that failed.
pub fn run(args: &TrussesArgs) -> anyhow::Result<()> {
    let launches = if args.butterflies { Launches::BITRUSSES } else { Launches::TRUSSES };
    args.peeling.run(&args.source, args.ktruss.is_some(), launches, |graph, team, context, place| {
        let found = EdgeNumbers::new(args.butterflies, graph, team, context)?;
        let truss = || {
            part_of_edges(graph, &edges_from(graph.csr(), &found.numbers, args.ktruss.unwrap_or_default()))
        };
        let written = place.write(|| found.table(graph), truss)?;
        let ([name, all], largest) = (found.names, found.largest());
        let report = PeeledReport {
            headline: headline(name, largest, "edge", found.numbers.len()),
            largest: KeyedValue("largest", largest),
            sizes: KeyedValue(all, found.sizes),
            noun: "edges",
            written,
        };
        Ok((report, found.seconds))
    })
}

/// The numbers of the edges, and what they are called.
struct EdgeNumbers {
    numbers: Vec<u32>,
    sizes: Vec<SizeOf>,
    /// What one is called, and what they are.
    names: [&'static str; 2],
    seconds: Seconds,
}

impl EdgeNumbers {
    /// Bitruss numbers, by `butterflies`, or truss numbers.
    fn new(
        butterflies: bool,
        graph: &Graph,
        team: &Team,
        context: &Context,
    ) -> Result<EdgeNumbers, MineError> {
        if butterflies {
            let found = bitrusses(graph.csr(), team, context)?;
            let sizes = found.sizes().into_iter().map(|(k, count)| SizeOf { k, count }).collect();
            return Ok(EdgeNumbers {
                numbers: found.numbers,
                sizes,
                names: ["bitruss", "bitrusses"],
                seconds: found.seconds,
            });
        }
        let found = trusses(graph.csr(), team, context)?;
        let sizes = sizes(&found.sizes());
        Ok(EdgeNumbers { numbers: found.numbers, sizes, names: ["truss", "trusses"], seconds: found.seconds })
    }

    fn largest(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// The table of edges.
    fn table<'t>(&'t self, graph: &'t Graph) -> CountTable<'t> {
        let number = Column::numbers_up_to(self.names[0], self.largest().into());
        Per::Edge.table(graph, [number], |edge| [self.numbers[edge].into()].into_iter())
    }
}
