//! `motherlode count`: the main job.

mod beside_null;
mod or_estimate;
mod together;

use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::graph::Graph;
use motherlode::mine::strategy::Strategy;
use motherlode::mine::{
    Context, CountOptions, CountProgress, Counted, Counting, Launches, Method, PartialCount, Placed,
};
use motherlode::pattern::Pattern;
use motherlode::plan::Matching;
use serde::Serialize;

use super::checkpoint::{Checkpoint, CheckpointArgs, JobIdentity};
use super::exit::Misuse;
use super::job::JobArgs;
use super::options::{MatchingArgs, PlannerArgs, one_of};
use super::report::{self, ReportArgs, explained};
use super::significance::NullArgs;
use super::source::{POSITIONAL, SourceArgs};
use super::swapped::open_pattern;

const EXAMPLES: &str = "\
Examples:
  Triangles of a compressed edge list:
    motherlode count email-Enron.el.gz triangle
  Induced 4-cycles, on the CPU, with four threads:
    motherlode count graph.mtx 4-cycle --induced vertex --device cpu --threads 4
  A pattern as edges, on a graph made on the spot, on the second card:
    motherlode count rmat:18 'a-b, b-c, c-a, c-d' --device cuda:1
  A count of many hours, that may be killed and run again:
    motherlode count graph.csr 6-cycle --checkpoint count.json --resume
  Only the number:
    motherlode count karate triangle | cut -d ' ' -f 1 | head -n 1
  Several patterns, which share what they have in common:
    motherlode count rmat:14 5-cycle wheel 2-3-biclique
  Whether there are more triangles than the degrees ask for:
    motherlode count karate triangle --null switching --samples 999
  From a pipe:
    zcat edges.gz | motherlode count - wedge --format json";

/// What `--format` prints.
const PRINTED: &str = "\
How to print the result. 'json' is one object on one line: graph (path, vertices, edges), pattern, induced, \
semantics, method, count, device, memory, and seconds: start (of the device, beside the load), load (from the file to \
memory), prepare, plan, transfer (to the card), mine, and total. Of several devices, devices says what each did: a \
list of device, tasks, share, busy_seconds and, if it failed, left_out. memory has devices, a list of device, \
budget_bytes, peak_bytes and, if the graph was spread, graph (own_bytes, neighbour_bytes, host_bytes) and tiles (bytes, of_bytes) if lists travelled; and \
host_peak_bytes. For several patterns, patterns is a list of objects of pattern, induced, semantics, method and count. With --null, null and \
patterns (a list of pattern, count and what is told of it) are as for 'motherlode motifs'.";

/// Count the subgraphs that match a pattern
///
/// Counts the subgraphs of GRAPH that match PATTERN, exactly, each of them once; with --semantics, embeddings or
/// homomorphisms instead. The first word on standard output is
/// the count. On a terminal, standard error shows the progress of jobs that take more than a second. Ctrl-C stops the
/// job with exit code 130; no count is printed then.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct CountCommandArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    pattern: MatchingArgs,

    /// More patterns, each counted in the same run
    ///
    /// What several patterns have in common is done once: the graph is prepared once, triangles and 4-cycles are
    /// counted once, and on the CPU walks share the prefixes of their plans. --induced and --semantics hold for all
    /// patterns.
    #[arg(value_name = "MORE", help_heading = POSITIONAL)]
    more: Vec<String>,

    /// best, walk for the walk over a plan, or decomposition
    ///
    /// How to count. 'best' takes the fastest way that is known for the pattern: cliques, stars, and all patterns of up
    /// to five vertices have ways of their own; larger ones are decomposed where that is expected to cost less than to
    /// walk. 'walk' walks a plan, which serves every pattern. 'decomposition' counts from homomorphisms of quotients,
    /// whatever that costs, where it is possible: patterns of 3 to 12 vertices; those with absent edges, as with
    /// --induced vertex, from the patterns that contain them, if at most ten are absent. 'motherlode explain' shows
    /// both. All give the same count.
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "best",
        value_parser = method(),
        hide_possible_values = true
    )]
    method: Method,

    /// Estimate, if the count is not done before the deadline
    ///
    /// Estimates first, as 'motherlode estimate' does, for four tenths of the time that --deadline leaves at most, and
    /// counts in the rest. If the count is not done by then, prints the estimate: the first word on standard output is
    /// then 'about', and JSON has estimate and interval, and no count.
    #[arg(long, requires = "deadline")]
    or_estimate: bool,

    #[command(flatten)]
    planner: PlannerArgs,
    #[command(flatten)]
    null: NullArgs,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern, device or input; a job that failed.
pub fn run(args: &CountCommandArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let open = |text| open_pattern("count", Some(&args.source.graph), text);
    let patterns = args.texts().map(open).collect::<Result<Vec<_>, _>>()?;
    args.checkpoint.check()?;
    let files = args.null.files(args.job.files(&args.source)).writing(args.checkpoint.checkpoint.as_deref());
    args.texts().fold(files, |files, pattern| files.reading(Some(pattern))).check()?;
    if let Some(model) = args.null.base.model()? {
        return beside_null::run(&args.beside_null(patterns)?, model);
    }
    let [pattern] = &patterns[..] else { return together::run(args, &patterns) };
    if args.or_estimate {
        return or_estimate::run(args, pattern, start);
    }
    if args.checkpoint.checkpoint.is_some() {
        return run_in_parts(args, pattern);
    }
    let counting = Counting::new(&patterns, &args.options(Context::default()));
    let report =
        args.job.run_on([pattern], &args.source, &[Launches::Count(&counting)], |graph, team, context| {
            let (placed, options) = (Placed::new(graph, team), args.options(context));
            let counted = match args.job.has_deadline() && placed.is_left_to_walk(pattern, &options)? {
                true => in_parts(args, pattern, graph, &placed, &options.method(Method::Walk))?,
                false => placed.count(pattern, &options)?,
            };
            Ok((args.found(&args.pattern.pattern.pattern, counted.strategy, counted.count), counted.seconds))
        })?;
    args.report.print(&report)
}

/// Runs the command for a count that can be taken up again.
fn run_in_parts(args: &CountCommandArgs, pattern: &Pattern) -> anyhow::Result<()> {
    let launches = Launches::Walk(pattern, args.pattern.matching());
    let report = args.job.run_on([pattern], &args.source, &[launches], |graph, team, context| {
        let options = args.options(context).method(Method::Walk);
        let counted = in_parts(args, pattern, graph, &Placed::new(graph, team), &options)?;
        Ok((args.found(&args.pattern.pattern.pattern, counted.strategy, counted.count), counted.seconds))
    })?;
    args.report.print(&report)
}

impl CountCommandArgs {
    /// The patterns, as they were given.
    fn texts(&self) -> impl Iterator<Item = &str> {
        [&self.pattern.pattern.pattern].into_iter().chain(&self.more).map(String::as_str)
    }

    /// What is compared with random graphs.
    fn beside_null(&self, patterns: Vec<Pattern>) -> Result<beside_null::Asking<'_>, Misuse> {
        if self.or_estimate {
            let message = "--or-estimate: counts beside those of random graphs are exact; leave it out";
            return Err(Misuse(message.into()));
        }
        let CountCommandArgs { source, job, null, checkpoint, report, .. } = self;
        let patterns = self.texts().map(str::to_owned).zip(patterns).collect();
        let options = self.options(Context::default());
        Ok(beside_null::Asking { source, job, null, checkpoint, patterns, options, format: report.format })
    }

    /// How to count what was asked for.
    fn options(&self, context: Context) -> CountOptions {
        self.planner.counting(self.pattern.matching(), self.method).context(context)
    }

    /// What was found of a pattern, as it is printed.
    fn found<'a>(&self, pattern: &'a str, strategy: Strategy, count: u128) -> CountReport<'a> {
        CountReport { pattern, matching: self.pattern.matching(), method: strategy.to_string(), count }
    }
}

/// Counts by the walk, part after part.
fn in_parts(
    args: &CountCommandArgs,
    pattern: &Pattern,
    graph: &Graph,
    placed: &Placed,
    options: &CountOptions,
) -> anyhow::Result<Counted> {
    let partial = PartialCount::new(placed, pattern, options)?;
    let (text, plan) = (pattern.to_string(), partial.fingerprint());
    let job = JobIdentity::new("count", graph, &text, options.matching, &plan, "");
    let (mut checkpoint, saved) = args.checkpoint.open::<CountProgress>(job)?;
    let mut last = saved.unwrap_or_default();
    let mut failure = None;
    let counted = partial.run(last, |progress| {
        last = progress;
        match checkpoint
            .as_mut()
            .filter(|checkpoint| checkpoint.is_due())
            .map(|checkpoint| checkpoint.save(progress))
        {
            Some(Err(error)) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    });
    match (counted, failure, checkpoint) {
        (_, Some(failure), _) => Err(failure),
        (Err(error), _, checkpoint) => {
            let saved = checkpoint.map_or(Ok(()), |mut checkpoint| checkpoint.save(last));
            let CountProgress { task, of, count } = last;
            let part = match of {
                0 => "nothing was counted yet".to_owned(),
                _ => format!("only a part was counted, {count} in the first {task} of {of} tasks"),
            };
            saved.and(Err(anyhow::Error::new(error).context(part)))
        }
        (Ok(counted), _, checkpoint) => checkpoint.map_or(Ok(()), Checkpoint::remove).map(|()| counted),
    }
}

/// Parses `--method`.
fn method() -> impl TypedValueParser<Value = Method> {
    one_of([
        ("best", Method::Best, "The fastest that is known for the pattern"),
        ("walk", Method::Walk, "The walk over a plan"),
        (
            "decomposition",
            Method::Decomposition,
            "From homomorphisms of the pattern's quotients, where that is possible",
        ),
    ])
}

/// What was looked for, and what was found.
#[derive(Serialize)]
struct CountReport<'a> {
    pattern: &'a str,
    #[serde(flatten)]
    matching: Matching,
    method: String,
    count: u128,
}

impl fmt::Display for CountReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", report::count_of(self.pattern, self.matching, "", self.count))
    }
}
