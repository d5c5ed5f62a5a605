//! `motherlode bicliques`: butterflies, and bicliques of any two sizes.

mod sides;

use std::fmt;

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::local::Counts;
use motherlode::mine::{Context, LARGEST_SIDE, Launches, Placed, Seconds, Sides};
use motherlode::runtime::Team;
use serde::Serialize;

use self::sides::SidesArgs;
use super::job::JobArgs;
use super::per::Per;
use super::report::{self, ReportFormat, counted};
use super::rows::Destination;
use super::source::SourceArgs;
use super::table::MaybeTableArgs;

const EXAMPLES: &str = "\
Examples:
  The butterflies of a graph, which are its 4-cycles:
    motherlode bicliques karate
  Three users who have four items in common, of a file with a user and an item a line:
    motherlode bicliques ratings.el --columns -p 3 -q 4
  The same, where labels tell who is a user:
    motherlode bicliques ratings.lg --left user -p 3 -q 4
  At how many butterflies each edge is:
    motherlode bicliques graph.el --per edge -o butterflies.parquet";

/// Count butterflies and other bicliques
///
/// A biclique is a set of P vertices and one of Q, each of the one joined to each of the other; two and two are a butterfly. Who is joined within a set does
/// not matter. With --left or --columns GRAPH has two sides, and the P vertices are on the left one; without them, all subgraphs count, whichever set is
/// which. With -o, writes a table with a row for each vertex of GRAPH, or each edge: at how many bicliques it is. Counts are exact up to 2^128.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct BicliquesArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Vertices on the left side, from 1 to 32
    #[arg(short, value_name = "P", default_value_t = 2, value_parser = size(), help_heading = "Counting options")]
    p: u32,

    /// Vertices on the right side, from 1 to 32
    #[arg(short, value_name = "Q", default_value_t = 2, value_parser = size(), help_heading = "Counting options")]
    q: u32,

    #[command(flatten)]
    sides: SidesArgs,

    /// vertex or edge: what the rows of the table are [default: vertex]
    ///
    /// An edge has two columns for its ends before its count, source and target.
    #[arg(
        long,
        value_name = "WHAT",
        hide_possible_values = true,
        requires = "output",
        help_heading = "Counting options"
    )]
    per: Option<Per>,

    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    output: MaybeTableArgs,

    /// text or json
    ///
    /// How to print what was found. Where standard output gets rows, 'json' is refused. 'json' is one object on one line: graph (path, vertices,
    /// edges), p, q, left and right (the vertices of each side, where sides are given), count, output if there is one, then device, memory and seconds.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: ReportFormat,
}

/// A size of a side.
fn size() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(LARGEST_SIDE))
}

/// Runs the command.
///
/// # Errors
/// A bad device or input; sides that are none; an output that exists or cannot be written; a job that failed.
pub fn run(args: &BicliquesArgs) -> anyhow::Result<()> {
    let place = args.output.plan(args.format)?;
    args.job.files(&args.source).writing(args.output.output.as_deref()).check()?;
    let report =
        args.sides.run(&args.job, &args.source, &[Launches::Bicliques], |graph, sides, team, context| {
            let (count, seconds) = match &place {
                None => {
                    let found = Placed::new(graph, team).bicliques(args.p, args.q, sides, &context)?;
                    (found.count, found.seconds)
                }
                Some(place) => args.write(place, graph, sides, team, &context)?,
            };
            let [left, right] = sides.map_or([None; 2], |sides| sides.sizes().map(Some));
            let output = args.output.output.as_ref().map(|path| path.display().to_string());
            Ok((BicliquesReport { p: args.p, q: args.q, left, right, count, output }, seconds))
        })?;
    match place.is_some_and(|place| place.file.is_none()) {
        true => Ok(()),
        false => report::print(args.format, &report),
    }
}

impl BicliquesArgs {
    /// Writes the table. Returns how many bicliques there are, and how long that took.
    fn write(
        &self,
        place: &Destination<'_>,
        graph: &Graph,
        sides: Option<&Sides>,
        team: &Team,
        context: &Context,
    ) -> anyhow::Result<(u128, Seconds)> {
        let (per, placed) = (self.per.unwrap_or(Per::Vertex), Placed::new(graph, team));
        let found = match per {
            Per::Vertex => placed.bicliques_at_vertices(self.p, self.q, sides, context),
            Per::Edge | Per::Arc => placed.bicliques_at_edges(self.p, self.q, sides, context),
        }?;
        let (columns, values) = table(graph, per, &found.counts);
        place.write_table(&columns, &values)?;
        Ok((found.count, found.seconds))
    }
}

/// The columns, and the rows one after another.
fn table(graph: &Graph, per: Per, counts: &Counts) -> (Vec<Column>, Counts) {
    let number = Column::numbers_up_to("bicliques", counts.bounds_of_columns(1)[0]);
    let columns: Vec<Column> = per.columns(graph).chain([number]).collect();
    let values = per.values(graph, &columns, |row| [counts.get(row)].into_iter());
    (columns, values)
}

/// What was found.
#[derive(Serialize)]
struct BicliquesReport {
    p: u32,
    q: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<u64>,
    count: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

impl fmt::Display for BicliquesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.p, self.q) {
            (2, 2) => writeln!(f, "{}", counted(self.count, "butterfly", "butterflies"))?,
            (p, q) => {
                let bicliques = counted(self.count, "biclique", "bicliques");
                writeln!(f, "{bicliques} of {p} and {q} vertices")?;
            }
        }
        if let (Some(left), Some(right)) = (self.left, self.right) {
            writeln!(f, "sides   {} on the left, {right} on the right", counted(left, "vertex", "vertices"))?;
        }
        self.output.iter().try_for_each(|output| writeln!(f, "output  {output}"))
    }
}
