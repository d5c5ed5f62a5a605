//! `--or-estimate`: where a count would not be done in time, about how many there are.

use std::fmt;
use std::time::Instant;

use motherlode::mine::estimate::{EstimateOptions, families};
use motherlode::mine::{Context, CountedTogether, Counting, MineError, Placed};
use motherlode::pattern::Pattern;
use motherlode::runtime::RuntimeError;
use serde::Serialize;

use super::{CountArgs, CountReport};
use crate::cli::estimate::FoundEstimate;
use crate::cli::exit::Misuse;
use crate::cli::report;

/// The part of the deadline's time that is used: what is known then can still be printed.
const USED: f64 = 0.9;
/// Of what is left of that when the graph is there, the part in which it is counted at first.
const FIRST_COUNT: f64 = 0.1;
/// The part after which the estimate should have ended. Then it is counted once more, as long as there is time.
const ESTIMATE: f64 = 0.4;

/// What came of it.
#[derive(Serialize)]
#[serde(untagged)]
enum Found<'a> {
    Counted(CountReport<'a>),
    Estimated(Box<FoundEstimate>),
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Counted(found) => found.fmt(f),
            Found::Estimated(found) => {
                found.fmt(f)?;
                writeln!(f, "  estimated, as the count would not have been done before the deadline")
            }
        }
    }
}

/// Runs the command.
///
/// # Errors
/// As for a count, and as for an estimate.
pub fn run(args: &CountArgs, pattern: &Pattern, start: Instant) -> anyhow::Result<()> {
    if args.checkpoint.checkpoint.is_some() {
        let message =
            "--or-estimate ends with an estimate, and --checkpoint keeps a count: leave one of them out";
        return Err(Misuse(message.into()).into());
    }
    let counting = Counting::new(std::slice::from_ref(pattern), &args.options(Context::default()));
    let estimating =
        EstimateOptions::default().matching(args.pattern.matching()).planner(args.planner.features());
    let needed = [counting.families(), families(pattern, &estimating)].concat();
    let text = &args.pattern.pattern.pattern;
    let report = args.job.run(&args.source, needed, |graph, team, context| {
        let placed = Placed::new(graph, team);
        let time =
            Time { now: Instant::now(), end: args.job.part_of_deadline(start, USED), context: &context };
        let count = |part| in_time(counting.clone().context(time.part(part)).run(&placed));
        let estimate = |part| in_time(placed.estimate(pattern, &estimating.clone().context(time.part(part))));
        let counted = |CountedTogether { counts, seconds }| {
            let (count, strategy) = counts[0];
            (Found::Counted(args.found(text, strategy, count)), seconds)
        };
        if let Some(found) = count(FIRST_COUNT)? {
            return Ok(counted(found));
        }
        let estimated = match estimate(ESTIMATE)? {
            Some(estimated) => estimated,
            // Rather an estimate than nothing.
            None => estimate(1.0)?.ok_or(MineError::Runtime(RuntimeError::Deadline))?,
        };
        if estimated.exact.is_none()
            && let Some(found) = count(1.0)?
        {
            return Ok(counted(found));
        }
        let seconds = estimated.seconds;
        let found = FoundEstimate::new(text.clone(), args.pattern.matching(), estimated);
        Ok((Found::Estimated(Box::new(found)), seconds))
    })?;
    report::print(args.format, &report)
}

/// The time that there is from now on.
struct Time<'a> {
    now: Instant,
    /// None without a deadline: then the first count goes on to its end.
    end: Option<Instant>,
    context: &'a Context,
}

impl Time<'_> {
    /// A context that ends when a part of the time is over.
    fn part(&self, part: f64) -> Context {
        match self.end {
            Some(end) => self
                .context
                .clone()
                .ending_at(self.now + end.saturating_duration_since(self.now).mul_f64(part)),
            None => self.context.clone(),
        }
    }
}

/// What was found; `None` if the time was over before.
fn in_time<T>(found: Result<T, MineError>) -> Result<Option<T>, MineError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(MineError::Runtime(RuntimeError::Deadline)) => Ok(None),
        Err(error) => Err(error),
    }
}
