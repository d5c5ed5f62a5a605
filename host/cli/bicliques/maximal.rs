//! Maximal bicliques: counted by size, or written.

use std::fmt;
use std::io;
use std::ops::ControlFlow;

use motherlode::export::Column;
use motherlode::graph::{Graph, VertexIds};
use motherlode::mine::list::Position;
use motherlode::mine::{Context, Launches, Placed, Seconds, Sides};
use motherlode::plan::Matching;
use serde::Serialize;

use super::{BicliquesArgs, SideSizes};
use crate::checkpoint::JobIdentity;
use crate::report::counted;
use crate::rows::{Destination, ListingCheckpoint, ListingColumns, RowWriter};

/// Numbers of rows that are written at a time.
const AT_A_TIME: usize = 1 << 16;
/// What one is called, and what several are.
const NOUNS: (&str, &str) = ("maximal biclique", "maximal bicliques");

/// Runs the command with --maximal.
///
/// # Errors
/// A bad device or input; sides that are none; an output that cannot be written; a job that failed.
pub fn run(args: &BicliquesArgs, place: Option<&Destination<'_>>) -> anyhow::Result<()> {
    let launches = [Launches::MAXIMAL_BICLIQUES];
    let report = args.sides.run(&args.job, &args.source, &launches, |graph, sides, team, context| {
        let placed = Placed::new(graph, team);
        let (count, by_sizes, seconds) = match place {
            None => {
                let found = placed.maximal_bicliques(args.least(), sides, &context)?;
                let size = |&([left, right], count): &([u32; 2], u128)| SizesCount { left, right, count };
                (found.count(), Some(found.sizes.iter().map(size).collect()), found.seconds)
            }
            Some(place) => {
                let (count, seconds) = write(args, place, graph, &placed, sides, &context)?;
                (count.into(), None, seconds)
            }
        };
        let of_sides = sides.map(SideSizes::of);
        Ok((MaximalReport { of_sides, count, by_sizes, output: args.output.shown() }, seconds))
    })?;
    args.report.print_beside(args.output.output.as_deref(), &report)?;
    Ok(())
}

/// Writes them as they are found. Returns how many there are, with those of the listing that is taken up.
fn write(
    args: &BicliquesArgs,
    place: &Destination<'_>,
    graph: &Graph,
    placed: &Placed,
    sides: Option<&Sides>,
    context: &Context,
) -> anyhow::Result<(u64, Seconds)> {
    let columns =
        [Column::numbers("biclique"), Column::numbers("side"), Column::vertices("vertex", graph.ids())];
    let columns = ListingColumns { columns: &columns, ids: graph.ids(), nouns: NOUNS };
    let (progress, rows) = place.begin(columns, checkpoint(args, place, graph)?)?;
    let Some(rows) = rows else { return Ok((progress.matches, Seconds::default())) };
    let mut sink = BicliqueRows::new(rows, graph.ids(), progress.position);
    let least = args.least();
    let listed =
        placed.list_maximal_bicliques(least, sides, progress.position, context, |left, right, end| {
            sink.take(left, right, end)
        });
    let (rows, flushed) = sink.flushed();
    match (flushed, listed) {
        (Err(error), _) => Err(rows.failure(error)),
        (Ok(()), Err(error)) => Err(rows.partial(error)),
        (Ok(()), Ok(seconds)) => {
            let count = rows.written();
            rows.finish()?;
            Ok((count, seconds))
        }
    }
}

/// The checkpoint of this listing, and how far an earlier one has come.
fn checkpoint(
    args: &BicliquesArgs,
    place: &Destination<'_>,
    graph: &Graph,
) -> anyhow::Result<ListingCheckpoint> {
    if args.checkpoint.checkpoint.is_none() {
        return Ok((None, None));
    }
    let options = format!(
        "least {:?}, sides {:?}, {:?} to {:?}",
        args.least(),
        args.sides,
        place.format,
        args.output.shown()
    );
    args.checkpoint.open(JobIdentity::new("bicliques", graph, "", Matching::default(), "", options))
}

/// Rows on their way to a table.
struct BicliqueRows<'r> {
    rows: RowWriter<'r>,
    ids: &'r VertexIds,
    values: Vec<u64>,
    /// How many bicliques the values are.
    held: u64,
    /// The place behind these.
    end: Position,
    /// Whether they could be written.
    written: io::Result<()>,
}

impl<'r> BicliqueRows<'r> {
    fn new(rows: RowWriter<'r>, ids: &'r VertexIds, end: Position) -> Self {
        BicliqueRows { rows, ids, values: Vec::new(), held: 0, end, written: Ok(()) }
    }

    /// Takes a biclique, and breaks where rows cannot be written.
    fn take(&mut self, left: &[u32], right: &[u32], end: Position) -> ControlFlow<()> {
        let number = self.rows.written() + self.held;
        for (side, set) in [(1, left), (2, right)] {
            let row = |&v: &u32| [number, side, Column::vertex_value(self.ids, v)];
            self.values.extend(set.iter().flat_map(row));
        }
        self.held += 1;
        self.end = end;
        if self.values.len() >= AT_A_TIME {
            self.flush();
        }
        if self.written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn flush(&mut self) {
        self.written = self.rows.take_values(&self.values, self.held, self.end);
        self.values.clear();
        self.held = 0;
    }

    /// The rows, all of which were taken, and whether they could be written.
    fn flushed(mut self) -> (RowWriter<'r>, io::Result<()>) {
        if self.written.is_ok() {
            self.flush();
        }
        (self.rows, self.written)
    }
}

/// What was found.
#[derive(Serialize)]
struct MaximalReport {
    #[serde(flatten)]
    of_sides: Option<SideSizes>,
    count: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_sizes: Option<Vec<SizesCount>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

/// How many there are of two sizes.
#[derive(Serialize)]
struct SizesCount {
    left: u32,
    right: u32,
    count: u128,
}

impl fmt::Display for MaximalReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", counted(self.count, NOUNS.0, NOUNS.1))?;
        if let Some(by_sizes) = &self.by_sizes {
            writeln!(f, "{:>8}  {:>8}  {:>12}", "left", "right", "bicliques")?;
            for SizesCount { left, right, count } in by_sizes {
                writeln!(f, "{left:>8}  {right:>8}  {count:>12}")?;
            }
        }
        self.of_sides.iter().try_for_each(|sides| sides.fmt(f))?;
        self.output.iter().try_for_each(|output| writeln!(f, "output  {output}"))
    }
}
