//! `motherlode explain`: the plan for a pattern.

mod arcs;
mod picture;
mod steps;
mod terminal;

pub(super) use picture::picture;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use motherlode::mine::estimate::{Effort, EstimateOptions};
use motherlode::mine::{self, Method, Offer, Placed, Ways};
use motherlode::plan::{Explanation, generic_stats};
use motherlode::runtime::{Device, Team};
use serde::Serialize;

use super::deadline::DeadlineArgs;
use super::exit::Misuse;
use super::options::{DeviceArgs, MatchingArgs, PlannerArgs, ReadArgs, ThreadArgs};
use super::report::{self, ReportFormat, write_out};
use super::resident::ResidentLists;
use super::signals;
use super::source::GraphSource;
use super::status::Status;
use super::swapped::open_pattern;

const EXAMPLES: &str = "\
Examples:
  motherlode explain house
  motherlode explain 4-cycle rmat:16 --induced vertex
  motherlode explain house rmat:10 --analyze
  motherlode explain 6-cycle rmat:12 --strata
  motherlode explain '(a:Person)->b, b-c, a!c' --format drawing
  motherlode explain house --format svg > house.svg";

/// Show the plan for a pattern
///
/// Shows how the subgraphs that match PATTERN would be counted: the matching order, what breaks the pattern's symmetry,
/// what is intersected at each level, and what that is expected to cost. The plan is made for GRAPH, or for a graph of
/// middling size and skew if none is given. With --memory, --host-memory or --device, it also shows where the lists of
/// GRAPH that are read would lie on these cards, for which the graph is prepared, and nothing placed.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ExplainArgs {
    #[command(flatten)]
    pattern: MatchingArgs,

    /// The graph to plan for: as for 'motherlode count'
    #[arg(value_name = "GRAPH")]
    graph: Option<GraphSource>,

    /// Walk the plan, and show the estimates beside what they come to
    ///
    /// Walks the plan over GRAPH on the CPU, with counters: how often the vertex of each level is fixed, and the work
    /// that this makes, each beside the estimate. The ratio is estimated to actual; the q-error is the largest factor
    /// by which an estimate is wrong. It takes some times as long as 'motherlode count --device cpu --method walk'.
    /// Only for patterns of edges, of up to 8 vertices, counted as subgraphs or embeddings.
    #[arg(long, requires = "graph")]
    analyze: bool,

    /// Show how the draws of 'motherlode estimate' are divided
    ///
    /// Cuts the tasks of the plan into strata, on the CPU, and draws from each of them: for each stratum it shows how
    /// many tasks there are, how many matches these are expected to hold, how far draws spread (their standard
    /// deviation, as a multiple of the mean), how many of the draws have found a match, and which part of the draws it
    /// gets for an error of 1% with a confidence of 95%; 'counted' if that is faster. Cliques are drawn without the
    /// plan.
    #[arg(long, requires = "graph")]
    strata: bool,

    #[command(flatten)]
    planner: PlannerArgs,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    deadline: DeadlineArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    read: ReadArgs,

    /// text, json, drawing or svg
    ///
    /// How to print the plan. 'json' is one object on one line. 'drawing' is for a terminal: the pattern as arcs beside
    /// its vertices, which stand in matching order, and the part of the work that each takes. 'svg' is the same as a
    /// picture.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: PlanFormat,
}

/// How a plan is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlanFormat {
    Text,
    Json,
    Drawing,
    Svg,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern or input.
pub fn run(args: &ExplainArgs) -> anyhow::Result<()> {
    let interrupt = args.deadline.after(Instant::now(), &signals::install()?);
    let pattern = open_pattern("explain", args.graph.as_ref(), &args.pattern.pattern.pattern)?;
    let matching = args.pattern.matching();
    let counting = args.planner.counting(matching, Method::default());
    let options = counting.plan_options();
    if args.analyze {
        mine::check_analyzed(&pattern, matching)?;
    }
    if args.device.is_asked_for() && args.graph.is_none() {
        let message =
            "--device, --memory and --host-memory say where GRAPH would lie: name one after PATTERN";
        return Err(Misuse(message.to_owned()).into());
    }
    args.threads.start()?;
    let team = args.device.is_asked_for().then(|| Team::open(&args.device.members(), &[])).transpose()?;
    let planning = || -> anyhow::Result<ExplainReport> {
        let (mut resident, mut effort) = (None, None);
        let (plan, ways) = match &args.graph {
            Some(source) => {
                let status = Arc::new(Status::new(format!("reading {source}")));
                let graph = source.load(&args.read.options([&pattern]))?;
                status.stage("preparing");
                let placed = team.map(|team| Placed::new(graph.csr(), team));
                resident = placed.and_then(|placed| ResidentLists::of(&placed, counting.strategy(&pattern)));
                let planned = Placed::new(&graph, &Device::cpu(None));
                if args.strata {
                    let context = status.context(&interrupt);
                    let options = EstimateOptions::default()
                        .matching(options.matching)
                        .planner(options.features)
                        .context(context);
                    let divided = signals::while_listening(|| planned.explain_estimate(&pattern, &options))?;
                    effort = Some(divided);
                }
                let plan = if args.analyze {
                    let context = status.context(&interrupt);
                    signals::while_listening(|| mine::analyze(&graph, &pattern, options, &context))?
                } else {
                    planned.explain(&pattern, options)?
                };
                let ways = planned.ways(&pattern, &counting, plan.work)?;
                (plan, ways)
            }
            None => {
                let stats = generic_stats();
                let plan = mine::explain_assumed(&pattern, options, &stats)?;
                let ways = mine::ways(&pattern, &counting, &stats, plan.work)?;
                (plan, ways)
            }
        };
        Ok(ExplainReport { method: ways.taken().to_string(), ways, resident, effort, plan })
    };
    // The search for a plan hears of no deadline: the process ends a little after it.
    let report = if args.deadline.is_there() { signals::while_listening(planning) } else { planning() }?;
    match args.format {
        PlanFormat::Text => report::print(ReportFormat::Text, &report),
        PlanFormat::Json => report::print(ReportFormat::Json, &report),
        PlanFormat::Drawing => {
            Ok(write_out(terminal::drawing(&pattern, &report.plan).to_string().as_bytes())?)
        }
        PlanFormat::Svg => Ok(write_out(format!("{}\n", picture(&pattern, &report.plan)).as_bytes())?),
    }
}

/// How a pattern is counted, and its plan.
#[derive(Debug, Serialize)]
struct ExplainReport {
    method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    resident: Option<ResidentLists>,
    #[serde(flatten)]
    ways: Ways,
    /// How the draws of an estimate are divided, if that was asked for: none within where it is counted.
    #[serde(skip_serializing_if = "Option::is_none", rename = "estimate")]
    effort: Option<Option<Effort>>,
    #[serde(flatten)]
    plan: Explanation,
}

impl fmt::Display for ExplainReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExplainReport { method, resident, ways, effort, plan } = self;
        let how = ways.taken().how();
        writeln!(f, "method        {method}: {how}")?;
        // A single one takes what its plan does.
        if ways.offers.len() > 1 {
            let offers = ways.offers.iter().map(|Offer { way, work }| format!("{way} {work:.2e}"));
            writeln!(f, "ways          {}", offers.collect::<Vec<_>>().join(", "))?;
        }
        if let Some(others) = &ways.others {
            writeln!(f, "{others}")?;
        }
        match effort {
            Some(Some(effort)) => writeln!(f, "{effort}")?,
            Some(None) => writeln!(f, "estimate      counted, which is faster than draws")?,
            None => {}
        }
        if !ways.taken().walks() {
            writeln!(f, "plan          not walked, unless with 'count --method walk'")?;
        }
        if let Some(resident) = resident {
            resident.fmt(f)?;
        }
        plan.fmt(f)
    }
}
