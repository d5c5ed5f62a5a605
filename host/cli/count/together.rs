//! Several patterns in one run.

use std::fmt;

use motherlode::mine::{self, CountedTogether};
use motherlode::pattern::Pattern;
use serde::Serialize;

use super::{CountArgs, Found};
use crate::cli::exit::Misuse;
use crate::cli::report;

/// Counts each of `patterns`, and prints the counts.
///
/// # Errors
/// As for one pattern.
pub fn run(args: &CountArgs, patterns: &[Pattern]) -> anyhow::Result<()> {
    if args.checkpoint.checkpoint.is_some() {
        return Err(Misuse(
            "--checkpoint keeps the state of one count; give one PATTERN, or leave it out".into(),
        )
        .into());
    }
    let (matching, method) = (args.pattern.matching(), args.method());
    let mut families: Vec<&str> = patterns
        .iter()
        .flat_map(|pattern| mine::strategy_for(pattern, matching, method).families())
        .collect();
    families.sort_unstable();
    families.dedup();
    let report = args.job.run(&args.source, families, |graph, device, context| {
        let options = args.options(context);
        let CountedTogether { counts, seconds } = mine::count_together(graph, patterns, device, &options)?;
        let found = args.texts().zip(counts).map(|(pattern, (count, strategy))| Found {
            pattern,
            matching,
            method: strategy.to_string(),
            count,
        });
        Ok((FoundTogether { patterns: found.collect() }, seconds))
    })?;
    report::print(args.format, &report)
}

/// What was found of each pattern.
#[derive(Serialize)]
struct FoundTogether<'a> {
    patterns: Vec<Found<'a>>,
}

impl fmt::Display for FoundTogether<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.patterns.iter().try_for_each(|found| found.fmt(f))
    }
}
