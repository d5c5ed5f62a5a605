//! `--null`: counts of patterns beside those of random graphs.

use std::fmt;

use motherlode::mine::Context;
use motherlode::mine::significance::Statistic;
use motherlode::pattern::Pattern;
use motherlode::plan::Matching;
use serde::Serialize;

use super::CountArgs;
use crate::exit::Misuse;
use crate::null::Model;
use crate::report::{self, nouns};
use crate::significance::{Asked, JudgedReport, NullReport, launches, write_table};

/// Counts each of `patterns` in the graph and in random graphs of a model, and prints how they compare.
///
/// # Errors
/// As for a count; when the model asks for what the graph does not have.
pub fn run(args: &CountArgs, patterns: &[Pattern], model: Model) -> anyhow::Result<()> {
    if args.or_estimate {
        return Err(Misuse(
            "--or-estimate: counts beside those of random graphs are exact; leave it out".into(),
        )
        .into());
    }
    args.null.check(&args.checkpoint)?;
    let named = args.texts().map(str::to_owned).zip(patterns.iter().cloned()).collect();
    let statistic = Statistic::patterns(named, &args.options(Context::default()));
    let (families, properties) = (launches(&statistic), args.null.properties());
    let report = args.job.run_with_properties(
        properties,
        patterns,
        &args.source,
        &families,
        |graph, team, context| {
            let (source, checkpoint) = (&args.source.graph, &args.checkpoint);
            let asked = Asked {
                command: "count",
                graph: source,
                model,
                args: &args.null,
                checkpoint,
                looks_at_attributes: true,
            };
            let found = asked.find(&statistic, graph, team, &context)?;
            let null = NullReport::new(model, &args.null, &found);
            let patterns = found.significance.judged.iter().map(|judged| FoundPattern {
                pattern: judged.name.clone(),
                count: judged.count,
                judged: judged.into(),
            });
            let matching = args.pattern.matching();
            Ok((BesideNullReport { matching, null, patterns: patterns.collect() }, found.seconds))
        },
    )?;
    report::print(args.format, &report)
}

/// Counts beside those of random graphs.
#[derive(Serialize)]
struct BesideNullReport {
    #[serde(flatten)]
    matching: Matching,
    null: NullReport,
    patterns: Vec<FoundPattern>,
}

#[derive(Serialize)]
struct FoundPattern {
    pattern: String,
    count: u128,
    #[serde(flatten)]
    judged: JudgedReport,
}

impl fmt::Display for BesideNullReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Matching { induced, semantics } = self.matching;
        let (_, many) = nouns(semantics);
        writeln!(f, "{many} of each pattern ({induced}-induced), and in random graphs")?;
        let rows = self.patterns.iter();
        write_table(
            f,
            rows.map(|found| (found.count, &found.judged, [found.pattern.clone(), String::new()])),
        )?;
        self.null.fmt(f)
    }
}
