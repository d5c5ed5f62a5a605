//! `motherlode cores`: core numbers.

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::{Cores, Launches, cores};

use super::counts::CountTable;
use super::peeled::{KeyedValue, PeeledReport, PeelingArgs, part, sizes};
use super::per::Per;
use super::report::explained;
use super::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  How dense a graph is at its densest, and how many vertices have each core number:
    motherlode cores karate
  The core number, the layer and the place in a degeneracy order of each vertex:
    motherlode cores graph.el -o cores.csv
  The 8-core as a graph:
    motherlode cores graph.el --kcore 8 -o core8.el";

/// What `--format` prints.
const PRINTED: &str = "\
How to print what was found. Where standard output gets rows or a graph, 'json' is refused. 'json' is one object on one line: graph (path, vertices, \
edges), degeneracy, cores (a list of k and count), output if there is one, with --kcore output_vertices and output_edges, then device, memory and \
seconds.";

/// Find the core number of each vertex
///
/// The k-core of GRAPH is its largest subgraph all of whose vertices have k neighbours in it, or more; the core number
/// of a vertex is the largest k whose core has it, and the largest of all is the degeneracy. Prints how many vertices
/// have each core number. With -o, writes a table with a row for each vertex: its core number, its layer (the round in
/// which it leaves, when all leave at once that have too few neighbours left), and its place in a degeneracy order,
/// from 0. Labels and directions are not looked at, and options that give them refused.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct CoresArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Write the K-core as a graph to the file of -o, and no table
    #[arg(
        long,
        value_name = "K",
        requires = "output",
        allow_negative_numbers = true,
        help_heading = "Output options"
    )]
    kcore: Option<u32>,

    #[command(flatten)]
    peeling: PeelingArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad device or input; an output that exists or cannot be written; a job that failed.
pub fn run(args: &CoresArgs) -> anyhow::Result<()> {
    args.peeling.run(&args.source, args.kcore.is_some(), Launches::CORES, |graph, team, context, place| {
        let found = cores(graph.csr(), team, context)?;
        let core = || {
            let vertices = found.core(args.kcore.unwrap_or_default());
            let stays = |v: u32| vertices.binary_search(&v).is_ok();
            let greater = |u: u32| graph.csr().greater_neighbors(u).iter().map(move |&v| [u, v]);
            let edges = vertices.iter().flat_map(|&u| greater(u)).filter(|&[_, v]| stays(v));
            part(graph, &vertices, edges)
        };
        let written = place.write(|| table(graph, &found), core)?;
        let degeneracy = found.degeneracy();
        let report = PeeledReport {
            headline: format!("the degeneracy is {degeneracy}"),
            largest: KeyedValue("degeneracy", degeneracy),
            sizes: KeyedValue("cores", sizes(&found.sizes())),
            noun: "vertices",
            written,
        };
        Ok((report, found.seconds))
    })
}

/// The table of vertices.
fn table<'t>(graph: &'t Graph, found: &'t Cores) -> CountTable<'t> {
    let (numbers, layers, places) = (&found.numbers, &found.layers, found.places());
    let most = |of: &[u32]| of.iter().copied().max().unwrap_or(0).into();
    let columns = [("core", numbers), ("layer", layers), ("order", &places)]
        .map(|(name, of)| Column::numbers_up_to(name, most(of)));
    Per::Vertex.table(graph, columns, move |v| [numbers[v], layers[v], places[v]].map(u128::from).into_iter())
}
