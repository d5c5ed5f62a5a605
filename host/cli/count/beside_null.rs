//! `--null`: counts of patterns beside those of random graphs.

use std::fmt;

use motherlode::graph::Graph;
use motherlode::mine::significance::{Judged, Statistic};
use motherlode::mine::{Context, CountOptions};
use motherlode::pattern::Pattern;
use motherlode::plan::Matching;
use motherlode::runtime::Team;
use serde::Serialize;

use crate::checkpoint::CheckpointArgs;
use crate::job::JobArgs;
use crate::null::Model;
use crate::report::{self, ReportFormat, nouns};
use crate::significance::{
    FoundBesideNull, JudgedReport, NullArgs, NullJob, NullReport, launches, write_table,
};
use crate::source::SourceArgs;

/// What is counted, and how.
pub struct Asking<'a> {
    pub source: &'a SourceArgs,
    pub job: &'a JobArgs,
    pub null: &'a NullArgs,
    pub checkpoint: &'a CheckpointArgs,
    /// The patterns, each as it was given.
    pub patterns: Vec<(String, Pattern)>,
    pub options: CountOptions,
    pub format: ReportFormat,
}

/// Counts the patterns in the graph and in random graphs of a model, and prints how they compare.
///
/// # Errors
/// As for a count; when the model asks for what the graph does not have.
pub fn run(asking: &Asking<'_>, model: Model) -> anyhow::Result<()> {
    let Asking { source, job, null: args, checkpoint, patterns, options, format } = asking;
    args.check(checkpoint)?;
    let statistic = Statistic::patterns(patterns.clone(), options);
    let beside = NullJob {
        command: "count",
        graph: &source.graph,
        model,
        args,
        checkpoint,
        looks_at_attributes: true,
        draws: true,
    };
    let work = |graph: &Graph, team: &Team, context: Context| {
        let FoundBesideNull { null, judged, seconds } = beside.find(&statistic, graph, team, &context)?;
        let (matching, patterns) = (options.matching, judged.iter().map(JudgedPattern::from).collect());
        Ok((PatternsBesideNull { matching, null, patterns }, seconds))
    };
    let (properties, launches) = (args.base.properties(), launches(&statistic));
    let asking = patterns.iter().map(|(_, pattern)| pattern);
    let report = job.run_with_properties(properties, asking, source, &launches, work)?;
    report::print(*format, &report)
}

/// Counts beside those of random graphs.
#[derive(Serialize)]
struct PatternsBesideNull {
    #[serde(flatten)]
    matching: Matching,
    null: NullReport,
    patterns: Vec<JudgedPattern>,
}

#[derive(Serialize)]
struct JudgedPattern {
    pattern: String,
    count: u128,
    #[serde(flatten)]
    judged: JudgedReport,
}

impl From<&Judged> for JudgedPattern {
    fn from(judged: &Judged) -> JudgedPattern {
        JudgedPattern { pattern: judged.name.clone(), count: judged.count, judged: judged.into() }
    }
}

impl fmt::Display for PatternsBesideNull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Matching { induced, semantics } = self.matching;
        let (_, many) = nouns(semantics);
        writeln!(f, "{many} of each pattern ({induced}-induced), and in random graphs")?;
        let rows = self.patterns.iter();
        let rows = rows.map(|found| (found.count, &found.judged, [found.pattern.clone(), String::new()]));
        write_table(f, rows, &self.null)
    }
}
