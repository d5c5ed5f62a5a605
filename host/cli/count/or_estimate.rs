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

/// The part of the time that there is in which it is counted; in the rest it is estimated.
const COUNTING: f64 = 0.7;
/// The part in which the estimate must have ended, so that it can be printed.
const ESTIMATING: f64 = 0.98;

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
        // Without a deadline the count goes on to its end.
        let until = |part| args.job.part_of_deadline(start, part);
        let ending = |part| match until(part) {
            Some(end) => context.clone().ending_at(end),
            None => context.clone(),
        };
        match counting.clone().context(ending(COUNTING)).run(&placed) {
            Ok(CountedTogether { counts, seconds }) => {
                let (count, strategy) = counts[0];
                Ok((Found::Counted(args.found(text, strategy, count)), seconds))
            }
            Err(MineError::Runtime(RuntimeError::Deadline)) => {
                let options = estimating.clone().context(ending(ESTIMATING));
                let estimated = placed.estimate(pattern, &options)?;
                let (seconds, matching) = (estimated.seconds, options.matching);
                let found = FoundEstimate::new(text.clone(), matching, estimated);
                Ok((Found::Estimated(Box::new(found)), seconds))
            }
            Err(error) => Err(error.into()),
        }
    })?;
    report::print(args.format, &report)
}
