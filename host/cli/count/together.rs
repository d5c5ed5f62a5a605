//! Several patterns in one run.

use std::fmt;

use motherlode::mine::{Context, CountedTogether, Counting, Launches, Placed};
use motherlode::pattern::Pattern;
use serde::Serialize;

use super::{CountCommandArgs, CountReport};
use crate::exit::Misuse;

/// Counts each of `patterns`, and prints the counts.
///
/// # Errors
/// As for one pattern.
pub fn run(args: &CountCommandArgs, patterns: &[Pattern]) -> anyhow::Result<()> {
    if args.checkpoint.checkpoint.is_some() {
        return Err(Misuse(
            "--checkpoint keeps the state of one count; give one PATTERN, or leave it out".into(),
        )
        .into());
    }
    if args.or_estimate {
        let message = "--or-estimate takes one PATTERN: 'motherlode estimate' takes several";
        return Err(Misuse(message.into()).into());
    }
    let counting = Counting::new(patterns, &args.options(Context::default()));
    let report =
        args.job.run_on(patterns, &args.source, &[Launches::Count(&counting)], |graph, team, context| {
            let CountedTogether { counts, seconds } =
                counting.clone().context(context).run(&Placed::new(graph, team))?;
            let found = args.texts().zip(counts);
            let found = found.map(|(pattern, (count, strategy))| args.found(pattern, strategy, count));
            Ok((TogetherReport { patterns: found.collect() }, seconds))
        })?;
    args.report.print(&report)
}

/// What was found of each pattern.
#[derive(Serialize)]
struct TogetherReport<'a> {
    patterns: Vec<CountReport<'a>>,
}

impl fmt::Display for TogetherReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.patterns.iter().try_for_each(|found| found.fmt(f))
    }
}
