//! `motherlode explain`: the plan for a pattern.

use std::fmt;

use clap::Args;
use motherlode::mine::Prepared;
use motherlode::mine::strategy::{self, Strategy};
use motherlode::pattern::Pattern;
use motherlode::plan::{Explanation, generic_stats, plan};
use serde::Serialize;

use super::options::{PatternArgs, ReadArgs, ThreadArgs};
use super::report::{self, Format};
use super::signals;
use super::source::Source;
use super::status::Status;

const EXAMPLES: &str = "\
Examples:
  motherlode explain house
  motherlode explain 4-cycle rmat:16 --induced vertex";

/// Show the plan for a pattern
///
/// Shows how the subgraphs that match PATTERN would be counted: the matching order, what breaks the pattern's symmetry,
/// what is intersected at each level, and what that is expected to cost. The plan is made for GRAPH, or for a graph of
/// middling size and skew if none is given.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ExplainArgs {
    #[command(flatten)]
    pattern: PatternArgs,

    /// The graph to plan for: as for 'motherlode count'
    #[arg(value_name = "GRAPH")]
    graph: Option<Source>,

    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    read: ReadArgs,

    /// text or json
    ///
    /// How to print the plan: 'json' is one object on one line.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: Format,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern or input.
pub fn run(args: &ExplainArgs) -> anyhow::Result<()> {
    signals::install()?;
    let pattern = Pattern::parse(&args.pattern.pattern)?;
    args.threads.start()?;
    let stats = match &args.graph {
        Some(source) => {
            let status = Status::new(format!("reading {source}"));
            let graph = source.load(&args.read.options())?;
            status.stage("preparing");
            Prepared::new(graph.csr(), pattern.min_degree()).stats().clone()
        }
        None => generic_stats(),
    };
    let induced = args.pattern.induced.into();
    let strategy = strategy::choose(&pattern, induced);
    let plan = plan(&pattern, induced, &stats)?.explain();
    report::print(args.format, &Report { method: strategy.to_string(), strategy, plan })
}

/// How a pattern is counted, and its plan.
#[derive(Debug, Serialize)]
struct Report {
    method: String,
    #[serde(skip)]
    strategy: Strategy,
    #[serde(flatten)]
    plan: Explanation,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.strategy {
            Strategy::Clique(_) => "bit matrices of the roots' neighbourhoods",
            Strategy::Cycle4 => "wedges counted by their ends",
            Strategy::Formula(_) => "from sums over vertices, edges and triangles",
            Strategy::Census => "from the edge-induced counts of the patterns that contain it",
            Strategy::General => "over the plan",
        };
        writeln!(f, "method        {}: {how}", self.method)?;
        if self.strategy != Strategy::General {
            writeln!(f, "plan          not walked, unless with 'count --method walk'")?;
        }
        self.plan.fmt(f)
    }
}
