//! Maximal bicliques, by size and as a table.

use std::fmt;
use std::ops::ControlFlow;

use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::local::Counts;
use motherlode::mine::{Context, Launches, Placed, Seconds, Sides};
use serde::Serialize;

use super::{BicliquesArgs, SideSizes};
use crate::report::counted;
use crate::rows::Destination;

/// Numbers of a row: the biclique, the side and the vertex.
const WIDTH: usize = 3;

/// Runs the command with --maximal.
///
/// # Errors
/// A bad device or input; sides that are none; an output that cannot be written; a job that failed.
pub fn run(args: &BicliquesArgs, place: Option<&Destination<'_>>) -> anyhow::Result<()> {
    let least = [args.min_left, args.min_right];
    let launches = [Launches::MAXIMAL_BICLIQUES];
    let report = args.sides.run(&args.job, &args.source, &launches, |graph, sides, team, context| {
        let placed = Placed::new(graph, team);
        let found = placed.maximal_bicliques(least, sides, &context)?;
        let mut seconds = found.seconds;
        if let Some(place) = place {
            let (rows, more) = rows(graph, &placed, least, sides, &context)?;
            seconds += more;
            place.write_table(&columns(graph), &Counts::Narrow(rows))?;
        }
        let size = |&([left, right], count): &([u32; 2], u128)| SizesCount { left, right, count };
        let report = MaximalReport {
            of_sides: sides.map(SideSizes::of),
            count: found.count(),
            by_sizes: found.sizes.iter().map(size).collect(),
            output: args.output.shown(),
        };
        Ok((report, seconds))
    })?;
    args.report.print_beside(args.output.output.as_deref(), &report)?;
    Ok(())
}

fn columns(graph: &Graph) -> [Column; WIDTH] {
    [Column::numbers("biclique"), Column::numbers("side"), Column::vertices("vertex", graph.ids())]
}

/// The rows one after another, and how long it took to find them.
fn rows(
    graph: &Graph,
    placed: &Placed,
    least: [u32; 2],
    sides: Option<&Sides>,
    context: &Context,
) -> anyhow::Result<(Vec<u64>, Seconds)> {
    let (mut rows, mut number) = (Vec::new(), 0);
    let seconds = placed.each_maximal_biclique(least, sides, context, |left, right| {
        for (side, set) in [(1, left), (2, right)] {
            rows.extend(set.iter().flat_map(|&v| [number, side, Column::vertex_value(graph.ids(), v)]));
        }
        number += 1;
        ControlFlow::Continue(())
    })?;
    Ok((rows, seconds))
}

/// What was found.
#[derive(Serialize)]
struct MaximalReport {
    #[serde(flatten)]
    of_sides: Option<SideSizes>,
    count: u128,
    by_sizes: Vec<SizesCount>,
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
        writeln!(f, "{}", counted(self.count, "maximal biclique", "maximal bicliques"))?;
        writeln!(f, "{:>8}  {:>8}  {:>12}", "left", "right", "bicliques")?;
        for SizesCount { left, right, count } in &self.by_sizes {
            writeln!(f, "{left:>8}  {right:>8}  {count:>12}")?;
        }
        self.of_sides.iter().try_for_each(|sides| sides.fmt(f))?;
        self.output.iter().try_for_each(|output| writeln!(f, "output  {output}"))
    }
}
