//! `motherlode list`: the matches themselves.

mod found;
mod sampling;

use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use found::ListReport;
use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::list::{ListOptions, Listing, stream};
use motherlode::mine::{Context, Launches, Placed, Seconds};
use motherlode::pattern::Pattern;
use motherlode::runtime::Team;

use super::checkpoint::{CheckpointArgs, JobIdentity};
use super::exit::complain;
use super::job::JobArgs;
use super::options::MatchingArgs;
use super::overwrite::Files;
use super::report::{ReportArgs, explained};
use super::rows::{Destination, ListingCheckpoint, ListingColumns, ListingProgress};
use super::source::SourceArgs;
use super::swapped::open_pattern;
use super::table::TableArgs;

const EXAMPLES: &str = "\
Examples:
  All diamonds of a graph, as CSV:
    motherlode list email-Enron.el.gz diamond -o diamonds.csv
  The first ten induced 4-cycles, on standard output:
    motherlode list graph.mtx 4-cycle --induced vertex --limit 10
  A thousand houses drawn at random, as compressed JSON lines:
    motherlode list rmat:14 house --sample 1000 -o houses.jsonl.zst
  The same without counting them all, where that takes too long:
    motherlode list rmat:20 house --sample 1000 --by-rejection -o some.csv
  Who owns a robot, in a graph with labels and directions:
    motherlode list people.lg '(who:Person)-[:owns]->(robot:Robot)' --directed
  The ends of a path through b:
    motherlode list karate 'a-b, b-c' | cut -d , -f 1,3";

/// What `--format` prints.
const PRINTED: &str = "\
How to print, after a file was written or with --discard, what was done. Where standard output gets the rows, it gets nothing \
else, and 'json' is refused: --output-format jsonl writes rows as JSON. 'json' is \
one object on one line: graph (path, vertices, edges), pattern, induced, semantics, matches (rows written), complete (false if \
--limit came first), sampled_from (all matches, with --sample), rejection (with --by-rejection: attempts, accepted, acceptance (the part \
that was), exceeding, uniform and pilot_attempts, or null where the matches were counted), ids_per_second (vertex ids in the rows, by the \
seconds of mine), output, device, memory, and seconds.";

/// List the subgraphs that match a pattern
///
/// Lists the subgraphs of GRAPH that match PATTERN, each of them once; with --semantics, embeddings or homomorphisms
/// instead. A match is a row with the ids of its vertices as GRAPH has them, in the order in which PATTERN first
/// mentions its own (a, b, c, ... for a name). The order of the rows depends on the graph and the pattern alone, and
/// not on device, threads or memory.
///
/// With -o the file is called FILE.partial until it is whole, and a job that ends early leaves that. Without it, rows
/// go to standard output, and nothing else does.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct ListCommandArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    pattern: MatchingArgs,

    /// List the first N matches only
    ///
    /// Stops after N matches: exactly N, or all if there are fewer. 0 lists none.
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    limit: Option<u64>,

    /// List N matches drawn at random
    ///
    /// Counts the matches, and draws N of them without repetition: each set of N is as likely as any other. The rows
    /// keep their order. All are listed if there are no more than N.
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        conflicts_with_all = ["limit", "checkpoint"]
    )]
    sample: Option<u64>,

    /// Draw the matches of --sample without counting
    ///
    /// For patterns whose matches take too long to count. Matches are drawn at random, and accepted so that all are as
    /// likely, without repetition. The report says how many attempts that took, what part of them was accepted, and
    /// whether the sample is uniform: it is where the lists of the graph bound well enough how rarely a match is drawn.
    /// Else it is near-uniform, and the report says how many attempts found matches that are accepted too seldom
    /// ('beyond the cap'). Where standard output gets the rows, the report goes to standard error. It is an error if
    /// the attempts do not suffice: 2^28, and 2^10 for each match. Patterns so small that counting costs no more are
    /// counted.
    #[arg(long, requires = "sample")]
    by_rejection: bool,

    /// The seed of --sample
    ///
    /// The same seed draws the same matches, on every device. It has no effect without --sample.
    #[arg(long, allow_negative_numbers = true, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// List, but write nothing: to measure
    ///
    /// The rows come into the host's memory and are dropped there. What is printed has the vertex ids a second.
    #[arg(long, conflicts_with_all = ["output", "output_format", "sample", "checkpoint"])]
    discard: bool,

    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    output: TableArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern, device or input; an output that exists or cannot be written; a job that failed.
pub fn run(args: &ListCommandArgs) -> anyhow::Result<()> {
    let pattern = open_pattern("list", Some(&args.source.graph), &args.pattern.pattern.pattern)?;
    let matching = args.pattern.matching();
    let launches = if args.by_rejection {
        Launches::Rejection(&pattern, matching)
    } else {
        Launches::List(&pattern, matching)
    };
    args.checkpoint.check()?;
    let place = args.output.plan(args.checkpoint.is_there())?;
    args.checkpoint.check_place(&place)?;
    if !args.discard {
        args.output.check_report(args.report.format)?;
    }
    args.files().check()?;
    let report = args.job.run_on([&pattern], &args.source, &[launches], |graph, team, context| {
        let column = |v| Column::vertices(pattern.name(v), graph.ids());
        let columns: Vec<Column> = (0..pattern.vertices()).map(column).collect();
        let columns = ListingColumns { columns: &columns, ids: graph.ids(), nouns: ("match", "matches") };
        match args.sample {
            _ if args.discard => discarded(args, &pattern, graph, team, context),
            Some(size) => {
                let rows = place.open(columns, None)?;
                sampling::sampled(args, &pattern, size, rows, Placed::new(graph, team), context)
            }
            None => listed(args, &pattern, &place, columns, graph, team, context),
        }
    })?;
    match place.file {
        None if !args.discard => {
            // How the draws went must be told, and standard output has the rows.
            if let Some(draws) = report.found().draws() {
                complain(format_args!("note: {draws}"));
            }
            Ok(())
        }
        _ => args.report.print(&report),
    }
}

impl ListCommandArgs {
    /// What is read and written.
    fn files(&self) -> Files<'_> {
        let output = (!self.discard).then_some(&*self.output.output);
        let read = self.job.files(&self.source).reading(Some(&self.pattern.pattern.pattern));
        read.writing(output).writing(self.checkpoint.checkpoint.as_deref())
    }

    /// Options to list on after `progress`.
    fn options(&self, context: Context, progress: ListingProgress) -> ListOptions {
        ListOptions::default()
            .matching(self.pattern.matching())
            .limit(self.limit.map(|limit| limit.saturating_sub(progress.matches)))
            .from(progress.position)
            .context(context)
    }

    fn found(&self, matches: u64, complete: bool, sampled_from: Option<u64>) -> ListReport<'_> {
        let (pattern, matching) = (&self.pattern.pattern.pattern[..], self.pattern.matching());
        let output = (!self.discard).then_some(&*self.output.output);
        ListReport {
            pattern,
            matching,
            matches,
            complete,
            sampled_from,
            rejection: None,
            ids_per_second: None,
            output,
        }
    }

    /// The checkpoint of this listing, and how far an earlier one has come.
    fn checkpoint(
        &self,
        pattern: &Pattern,
        place: &Destination<'_>,
        graph: &Graph,
        listing: &Listing,
    ) -> anyhow::Result<ListingCheckpoint> {
        if self.checkpoint.checkpoint.is_none() {
            return Ok((None, None));
        }
        let options =
            format!("limit {:?}, {:?} to {}", self.limit, place.format, self.output.output.display());
        // The names of the pattern's vertices are in the file, so the pattern is compared as text.
        let (text, plan) = (pattern.to_string(), listing.fingerprint());
        self.checkpoint.open(JobIdentity::new("list", graph, &text, self.pattern.matching(), &plan, options))
    }
}

fn listed<'a>(
    args: &'a ListCommandArgs,
    pattern: &Pattern,
    place: &Destination<'_>,
    columns: ListingColumns<'_>,
    graph: &Graph,
    team: &Team,
    context: Context,
) -> anyhow::Result<(ListReport<'a>, Seconds)> {
    let listing = Listing::new(&Placed::new(graph, team), pattern, args.pattern.matching())?;
    let mut seconds = listing.seconds();
    let checkpoint = args.checkpoint(pattern, place, graph, &listing)?;
    let (progress, rows) = place.begin(columns, checkpoint)?;
    let Some(mut rows) = rows else {
        return Ok((args.found(progress.matches, progress.position.task >= listing.tasks(), None), seconds));
    };
    let mut lister = listing.open(&args.options(context, progress))?;
    let mining = Instant::now();
    let streamed = stream(&mut lister, &mut rows);
    seconds += lister.seconds();
    seconds.mine += mining.elapsed().as_secs_f64();
    let matches = rows.written();
    match streamed {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(rows.failure(error)),
        Err(error) => return Err(rows.partial(error)),
    }
    rows.finish()?;
    let found = args.found(matches, lister.is_complete(), None);
    Ok((found.at_speed(lister.matches_listed(), pattern, seconds), seconds))
}

/// Lists without writing.
fn discarded<'a>(
    args: &'a ListCommandArgs,
    pattern: &Pattern,
    graph: &Graph,
    team: &Team,
    context: Context,
) -> anyhow::Result<(ListReport<'a>, Seconds)> {
    let options = args.options(context, ListingProgress::default());
    let listed = Placed::new(graph, team).list(pattern, &options, |_| ControlFlow::Continue(()))?;
    let found = args.found(listed.matches, listed.complete, None);
    Ok((found.at_speed(listed.matches, pattern, listed.seconds), listed.seconds))
}
