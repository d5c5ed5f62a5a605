//! `motherlode bicliques`: butterflies, and bicliques of any two sizes.

mod maximal;
mod sides;

use std::fmt;

use clap::Args;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::{Context, LARGEST_SIDE, Launches, Placed, Seconds, Sides};
use motherlode::runtime::Team;
use serde::Serialize;

use self::sides::SidesArgs;
use super::checkpoint::CheckpointArgs;
use super::exit::Misuse;
use super::job::JobArgs;
use super::per::Per;
use super::report::{ReportArgs, counted, explained};
use super::rows::Destination;
use super::source::SourceArgs;
use super::table::OptionalTableArgs;

const EXAMPLES: &str = "\
Examples:
  The butterflies of a graph, which are its 4-cycles:
    motherlode bicliques karate
  Three users who have four items in common, of a file with a user and an item a line:
    motherlode bicliques ratings.el --columns -p 3 -q 4
  The same, where labels tell who is a user:
    motherlode bicliques ratings.lg --left user -p 3 -q 4
  At how many butterflies each edge is:
    motherlode bicliques graph.el --per edge -o butterflies.parquet
  The maximal bicliques of three users and two items at least:
    motherlode bicliques ratings.el --columns --maximal --min-left 3 --min-right 2 -o maximal.csv
  All of them, taken up where an earlier run was interrupted:
    motherlode bicliques ratings.el --columns --maximal -o all.parquet --checkpoint all.json --resume";

/// What `--format` prints.
const PRINTED: &str = "\
How to print what was found. Where standard output gets rows, 'json' is refused. 'json' is one object on one line: graph (path, \
vertices, edges), p, q, left and right (the vertices of each side, where sides are given), count, output if there is one, then \
device, memory and seconds; with --maximal there is by_sizes (a list of left, right and count) in the place of p and q, or with -o neither.";

/// Count butterflies and other bicliques
///
/// A biclique is a set of P vertices and one of Q, each of the one joined to each of the other; two and two are a
/// butterfly. Who is joined within a set does not matter. With --left or --columns GRAPH has two sides, and the P
/// vertices are on the left one; without them, all subgraphs count, whichever set is which. With --maximal, counts
/// those to which no vertex can be added, by their sizes. With -o, writes a table with a row for each vertex of GRAPH,
/// or each edge: at how many bicliques it is. Counts are exact up to 2^128.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct BicliquesArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Vertices on the left side, from 1 to 32
    #[arg(short, value_name = "P", default_value_t = 2, value_parser = size())]
    p: u32,

    /// Vertices on the right side, from 1 to 32
    #[arg(short, value_name = "Q", default_value_t = 2, value_parser = size())]
    q: u32,

    #[command(flatten)]
    sides: SidesArgs,

    /// Count the maximal bicliques, by size: those to which no vertex can be added
    ///
    /// Of any sizes, but no set is empty. Without sides each is there once, whichever set is which, and the smaller set
    /// is told first. With -o, writes a table of them: a row for each vertex of each, with the number of the biclique,
    /// the side, which is 1 for the left and 2 for the right, and the vertex. It is written as they are found, in the
    /// same order on every device, and by --checkpoint taken up again.
    #[arg(long, conflicts_with_all = ["p", "q", "per"])]
    maximal: bool,

    /// Only maximal bicliques with so many vertices on the left; without sides, in the smaller set
    #[arg(long, value_name = "N", default_value_t = 1, requires = "maximal")]
    min_left: u32,

    /// Only maximal bicliques with so many vertices on the right; without sides, in the larger set
    #[arg(long, value_name = "N", default_value_t = 1, requires = "maximal")]
    min_right: u32,

    /// vertex or edge: what the rows of the table are [default: vertex]
    ///
    /// An edge has two columns for its ends before its count, source and target.
    #[arg(long, value_name = "WHAT", hide_possible_values = true, requires = "output")]
    per: Option<Per>,

    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    output: OptionalTableArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,

    #[command(flatten)]
    report: ReportArgs,
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
    args.checkpoint.check()?;
    let place = args.output.plan(args.report.format, args.checkpoint.is_there())?;
    args.check_resumable(place.as_ref())?;
    let files = args.job.files(&args.source).writing(args.output.output.as_deref());
    files.writing(args.checkpoint.checkpoint.as_deref()).check()?;
    if args.maximal {
        return maximal::run(args, place.as_ref());
    }
    let report =
        args.sides.run(&args.job, &args.source, &[Launches::BICLIQUES], |graph, sides, team, context| {
            let (count, seconds) = match &place {
                None => {
                    let found = Placed::new(graph, team).bicliques(args.p, args.q, sides, &context)?;
                    (found.count, found.seconds)
                }
                Some(place) => args.write(place, graph, sides, team, &context)?,
            };
            let of_sides = sides.map(SideSizes::of);
            let output = args.output.shown();
            Ok((BicliquesReport { p: args.p, q: args.q, of_sides, count, output }, seconds))
        })?;
    args.report.print_beside(args.output.output.as_deref(), &report)?;
    Ok(())
}

/// The vertices of each side, where sides are given.
#[derive(Serialize)]
struct SideSizes {
    left: u64,
    right: u64,
}

impl SideSizes {
    fn of(sides: &Sides) -> SideSizes {
        let [left, right] = sides.sizes();
        SideSizes { left, right }
    }
}

impl fmt::Display for SideSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = counted(self.left, "vertex", "vertices");
        writeln!(f, "sides   {left} on the left, {} on the right", self.right)
    }
}

impl BicliquesArgs {
    /// The least sizes of maximal bicliques.
    fn least(&self) -> [u32; 2] {
        [self.min_left, self.min_right]
    }

    /// Checks that what is to have a checkpoint can be taken up: a listing of maximal bicliques.
    fn check_resumable(&self, place: Option<&Destination<'_>>) -> Result<(), Misuse> {
        match place {
            _ if self.checkpoint.checkpoint.is_none() => Ok(()),
            Some(place) if self.maximal => self.checkpoint.check_place(place),
            _ => Err(Misuse(
                "--checkpoint: a listing of maximal bicliques alone can be taken up again: give --maximal and -o".into(),
            )),
        }
    }

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
            Per::Edge | Per::Arc | Per::Tie => placed.bicliques_at_edges(self.p, self.q, sides, context),
        }?;
        let number = Column::numbers_up_to("bicliques", found.counts.bounds_of_columns(1)[0]);
        place.write_table(per.table(graph, [number], |row| [found.counts.get(row)].into_iter()))?;
        Ok((found.count, found.seconds))
    }
}

/// What was found.
#[derive(Serialize)]
struct BicliquesReport {
    p: u32,
    q: u32,
    #[serde(flatten)]
    of_sides: Option<SideSizes>,
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
        self.of_sides.iter().try_for_each(|sides| sides.fmt(f))?;
        self.output.iter().try_for_each(|output| writeln!(f, "output  {output}"))
    }
}
