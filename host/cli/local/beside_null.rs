//! `--null`: counts at vertices beside those of random graphs.

use std::fmt;

use motherlode::graph::Graph;
use motherlode::mine::Context;
use motherlode::mine::significance::LocalStatistic;
use motherlode::pattern::Pattern;
use motherlode::plan::Matching;
use motherlode::runtime::Team;
use serde::Serialize;

use super::LocalArgs;
use crate::null::Model;
use crate::report::{counted, nouns};
use crate::significance::{FoundAtVertices, LocalNullJob, NullReport, table};

/// Counts the matches at each vertex of the graph and of random graphs of a model, and writes how they compare.
///
/// # Errors
/// As for counts at vertices; when the model asks for what the graph does not have, or has nothing to say of vertices.
pub fn run(args: &LocalArgs, pattern: &Pattern, model: Model) -> anyhow::Result<()> {
    let place = args.output.plan(false)?;
    let matching = args.pattern.matching();
    let statistic = LocalStatistic::pattern(pattern, matching);
    let beside = LocalNullJob { model, args: &args.null, looks_at_attributes: true };
    beside.check(args.per)?;
    let work = |graph: &Graph, team: &Team, context: Context| {
        let FoundAtVertices { null, sums, seconds } = beside.find(&statistic, graph, team, &context)?;
        place.write_table(table(graph, &sums, |_, orbit| orbit.to_owned())?)?;
        let (pattern, output) = (&args.pattern.pattern.pattern[..], args.output.output.display().to_string());
        Ok((LocalBesideNull { pattern, matching, matches: sums.counts()[0].matches, null, output }, seconds))
    };
    let (properties, launches) = (args.null.properties(), LocalNullJob::launches(&statistic));
    let report = args.job.run_with_properties(properties, [pattern], &args.source, &launches, work)?;
    if !args.report.print_beside(Some(&args.output.output), &report)? {
        report.found().null.complain_if_not_mixed();
    }
    Ok(())
}

/// What was counted.
#[derive(Serialize)]
struct LocalBesideNull<'a> {
    pattern: &'a str,
    #[serde(flatten)]
    matching: Matching,
    matches: u128,
    null: NullReport,
    output: String,
}

impl fmt::Display for LocalBesideNull<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LocalBesideNull { pattern, matching, matches, null, output } = self;
        let (one, many) = nouns(matching.semantics);
        let (matches, how) = (counted(*matches, one, many), matching.induced.name());
        writeln!(
            f,
            "{matches} of {pattern} ({how}-induced), where they are and what chance has there in {output}"
        )?;
        write!(f, "{null}")
    }
}
