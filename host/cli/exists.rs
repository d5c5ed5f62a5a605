//! `motherlode exists`: whether a pattern is there at all.

use std::fmt;

use clap::Args;
use motherlode::graph::{VertexId, VertexIds};
use motherlode::mine::Launches;
use motherlode::mine::Placed;
use motherlode::mine::list::{Existence, ListOptions};
use motherlode::pattern::Pattern;
use motherlode::plan::{Matching, Semantics};
use serde::Serialize;

use super::job::JobArgs;
use super::options::MatchingArgs;
use super::report::{ReportArgs, explained};
use super::source::SourceArgs;
use super::swapped::open_pattern;

const EXAMPLES: &str = "\
Examples:
  motherlode exists karate 5-clique
  In a script:
    test \"$(motherlode exists graph.el house | head -n 1)\" = yes
  With labels and directions:
    motherlode exists people.lg '(a:Robot)->(b:Person)' --directed
  The vertices of the match that was found:
    motherlode exists karate bull --format json | jq .match";

/// What `--format` prints.
const PRINTED: &str = "\
How to print the result. 'json' is one object on one line: graph (path, vertices, edges), pattern, induced, \
semantics, exists (true or false), match (an object with the vertex that each of the pattern's is matched to, or \
null), device, memory, and seconds.";

/// Tell whether a subgraph matches a pattern
///
/// Looks for one subgraph of GRAPH that matches PATTERN, and stops at the first. The first line on standard output is
/// yes or no; the exit code is 0 in both cases.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct ExistsArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    pattern: MatchingArgs,
    #[command(flatten)]
    job: JobArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern, device or input; a job that failed.
pub fn run(args: &ExistsArgs) -> anyhow::Result<()> {
    let pattern = open_pattern("exists", Some(&args.source.graph), &args.pattern.pattern.pattern)?;
    let launches = [Launches::List(&pattern, args.pattern.matching())];
    let report = args.job.run_on([&pattern], &args.source, &launches, |graph, team, context| {
        let options = ListOptions::default().matching(args.pattern.matching()).context(context);
        let Existence { first, seconds } = Placed::new(graph, team).exists(&pattern, &options)?;
        let found = ExistsReport {
            pattern: &args.pattern.pattern.pattern,
            matching: args.pattern.matching(),
            exists: first.is_some(),
            first: first.map(|row| named(&pattern, &row, graph.ids())),
        };
        Ok((found, seconds))
    })?;
    args.report.print(&report)
}

/// The original ids of a match, by the names of the pattern's vertices.
fn named(pattern: &Pattern, row: &[u32], ids: &VertexIds) -> serde_json::Map<String, serde_json::Value> {
    let pair = |(vertex, &id): (usize, &u32)| (pattern.name(vertex).to_owned(), value(ids.get(id)));
    row.iter().enumerate().map(pair).collect()
}

pub(super) fn value(id: VertexId<'_>) -> serde_json::Value {
    match id {
        VertexId::Number(number) => number.into(),
        VertexId::Name(name) => name.into(),
    }
}

/// What was looked for, and what was found.
#[derive(Serialize)]
struct ExistsReport<'a> {
    pattern: &'a str,
    #[serde(flatten)]
    matching: Matching,
    exists: bool,
    #[serde(rename = "match")]
    first: Option<serde_json::Map<String, serde_json::Value>>,
}

impl fmt::Display for ExistsReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", if self.exists { "yes" } else { "no" })?;
        let Matching { induced, semantics } = self.matching;
        let semantics = match semantics {
            Semantics::Homomorphisms => ", not necessarily injective",
            Semantics::Subgraphs | Semantics::Embeddings => "",
        };
        writeln!(f, "pattern {} ({}-induced{semantics})", self.pattern, induced.name())?;
        match &self.first {
            None => Ok(()),
            Some(first) => {
                let vertices: Vec<_> = first.iter().map(|(name, id)| format!("{name} = {id}")).collect();
                writeln!(f, "match   {}", vertices.join(", "))
            }
        }
    }
}
