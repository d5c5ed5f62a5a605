//! `motherlode nuclei`: (3,4)-nucleus numbers.

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::{Launches, Nuclei, nuclei};

use super::counts::CountTable;
use super::peeled::{KeyedValue, PeeledReport, PeelingArgs, headline, part_of_edges, sizes};
use super::report::explained;
use super::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  How many triangles have each nucleus number:
    motherlode nuclei karate
  The nucleus number of each triangle:
    motherlode nuclei graph.el -o nuclei.parquet
  The triangles with 2 and more, as a graph:
    motherlode nuclei graph.el --knucleus 2 -o nucleus2.el";

/// What `--format` prints.
const PRINTED: &str = "\
How to print what was found. Where standard output gets rows or a graph, 'json' is refused. 'json' is one object on one line: graph (path, vertices, \
edges), largest, nuclei (a list of k and count), output if there is one, with --knucleus output_vertices and output_edges, then device, memory and seconds.";

/// Find the (3,4)-nucleus number of each triangle
///
/// The nucleus number of a triangle is the largest k for which it is in a subgraph of GRAPH each of whose triangles is
/// in k of its 4-cliques, or more: what truss numbers are for edges and triangles. A triangle in no 4-clique has 0, and
/// those of a clique of k vertices k - 3. Prints how many triangles have each number; with -o, writes a table with a
/// row for each triangle: its vertices a, b and c, and its number. Labels and directions are not looked at, and options
/// that give them refused.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct NucleiArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Write the triangles with K or more as a graph to the file of -o, and no table
    #[arg(
        long,
        value_name = "K",
        requires = "output",
        allow_negative_numbers = true,
        help_heading = "Output options"
    )]
    knucleus: Option<u32>,

    #[command(flatten)]
    peeling: PeelingArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad device or input; an output that exists or cannot be written; a job that failed.
pub fn run(args: &NucleiArgs) -> anyhow::Result<()> {
    args.peeling.run(
        &args.source,
        args.knucleus.is_some(),
        Launches::NUCLEI,
        |graph, team, context, place| {
            let found = nuclei(graph.csr(), team, context)?;
            let nucleus = || part_of_edges(graph, &found.nucleus(args.knucleus.unwrap_or_default()));
            let written = place.write(|| table(graph, &found), nucleus)?;
            let largest = found.largest();
            let report = PeeledReport {
                headline: headline("nucleus", largest, "triangle", found.triangles.len()),
                largest: KeyedValue("largest", largest),
                sizes: KeyedValue("nuclei", sizes(&found.sizes())),
                noun: "triangles",
                written,
            };
            Ok((report, found.seconds))
        },
    )
}

/// The table of triangles.
fn table<'t>(graph: &'t Graph, found: &'t Nuclei) -> CountTable<'t> {
    let ids = graph.ids();
    let vertices = ["a", "b", "c"].map(|name| Column::vertices(name, ids));
    let number = Column::numbers_up_to("nucleus", found.largest().into());
    let columns: Vec<Column> = vertices.into_iter().chain([number]).collect();
    let rows = found.triangles.iter().zip(&found.numbers).map(move |(triangle, &number)| {
        let vertices = triangle.map(|v| u128::from(Column::vertex_value(ids, v)));
        vertices.into_iter().chain([number.into()])
    });
    CountTable::new(columns, rows)
}
