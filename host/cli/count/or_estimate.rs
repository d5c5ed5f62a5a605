//! `--or-estimate`: an estimate first, and then a count, as long as there is time for it.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{fmt, panic, thread};

use motherlode::mine::estimate::EstimateOptions;
use motherlode::mine::{Context, CountedTogether, Counting, Launches, MineError, Placed};
use motherlode::pattern::Pattern;
use motherlode::runtime::RuntimeError;
use serde::Serialize;

use super::{CountCommandArgs, CountReport};
use crate::estimate::{FoundEstimate, without_draws};
use crate::exit::Misuse;

/// The part of the deadline's time that is used: what is known then can still be printed.
const USED: f64 = 0.9;
/// Of what is left of that when the graph is there, the part in which it should have been estimated. Then it is
/// counted.
const ESTIMATING: f64 = 0.4;
/// When a deadline comes that the clock cannot tell: in a hundred years.
const NEVER: Duration = Duration::from_secs(100 * 365 * 24 * 3600);
/// How often it is looked whether to go on waiting for a count.
const TICK: Duration = Duration::from_millis(50);

/// What came of it.
#[derive(Serialize)]
#[serde(untagged)]
enum CountOrEstimate<'a> {
    Counted(CountReport<'a>),
    Estimated(Box<FoundEstimate>),
}

impl fmt::Display for CountOrEstimate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountOrEstimate::Counted(found) => found.fmt(f),
            CountOrEstimate::Estimated(found) => {
                found.fmt(f)?;
                writeln!(f, "  estimated, as the count was not done before the deadline")
            }
        }
    }
}

/// Runs the command.
///
/// # Errors
/// As for a count, and as for an estimate.
pub fn run(args: &CountCommandArgs, pattern: &Pattern, start: Instant) -> anyhow::Result<()> {
    if args.checkpoint.checkpoint.is_some() {
        let message =
            "--or-estimate ends with an estimate, and --checkpoint keeps a count: leave one of them out";
        return Err(Misuse(message.into()).into());
    }
    let counting = Counting::new(std::slice::from_ref(pattern), &args.options(Context::default()));
    let estimating =
        EstimateOptions::default().matching(args.pattern.matching()).planner(args.planner.features());
    let launches = [Launches::Count(&counting), Launches::Estimate(pattern, &estimating)];
    let text = &args.pattern.pattern.pattern;
    let report = args.job.run_on([pattern], &args.source, &launches, |graph, team, context| {
        let placed = Placed::new(graph, team);
        let now = Instant::now();
        let end = args.job.part_of_deadline(start, USED).unwrap_or(now + NEVER);
        let by = |part| now + end.saturating_duration_since(now).mul_f64(part);
        let estimate =
            |by| placed.estimate(pattern, &estimating.clone().context(context.clone().ending_at(by)));
        let estimated = match estimate(by(ESTIMATING)) {
            // Rather an estimate than nothing.
            Err(MineError::Runtime(RuntimeError::Deadline)) => estimate(end).map_err(without_draws)?,
            estimated => estimated?,
        };
        let seconds = estimated.seconds;
        if let Some(count) = estimated.exact {
            let strategy = counting.strategies().next().expect("there is a pattern");
            return Ok((CountOrEstimate::Counted(args.found(text, strategy, count)), seconds));
        }
        let counting = counting.clone().context(context.clone().ending_at(end));
        match wait_until(end, &context, move || counting.run(&placed))? {
            Some(Ok(CountedTogether { counts, seconds })) => {
                let (count, strategy) = counts[0];
                Ok((CountOrEstimate::Counted(args.found(text, strategy, count)), seconds))
            }
            Some(Err(MineError::Runtime(RuntimeError::Deadline))) | None => {
                let found = FoundEstimate::new(text.clone(), args.pattern.matching(), estimated);
                Ok((CountOrEstimate::Estimated(Box::new(found)), seconds))
            }
            Some(Err(error)) => Err(error.into()),
        }
    })?;
    args.report.print(&report)
}

/// What `job` comes to; `None` if it is not done at the end. It looks at the time between tasks, which may be long:
/// then it is left to itself, and ends with the process.
///
/// # Errors
/// When the context is to stop.
fn wait_until<T: Send + 'static>(
    end: Instant,
    context: &Context,
    job: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, RuntimeError> {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || sender.send(job()));
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(found) => return Ok(Some(found)),
            // First, as the context may be at its end by then, and what is known already is not to be lost.
            Err(RecvTimeoutError::Timeout) if Instant::now() >= end => return Ok(None),
            Err(RecvTimeoutError::Timeout) => context.check()?,
            Err(RecvTimeoutError::Disconnected) => {
                let panic = thread.join().expect_err("it sends what it comes to unless it panics");
                panic::resume_unwind(panic);
            }
        }
    }
}
