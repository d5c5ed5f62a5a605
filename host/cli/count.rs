//! `motherlode count`: the main job.

use std::fmt;

use clap::{Args, ValueEnum};
use motherlode::mine::{self, CountOptions, Method};
use motherlode::pattern::Pattern;
use serde::Serialize;

use super::job::JobArgs;
use super::options::{Induced, PatternArgs};
use super::report::{self, Format, counted};
use super::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  Triangles of a compressed edge list:
    motherlode count email-Enron.el.gz triangle
  Induced 4-cycles, on the CPU, with four threads:
    motherlode count graph.mtx 4-cycle --induced vertex --device cpu --threads 4
  A pattern as edges, on a graph made on the spot, on the second card:
    motherlode count rmat:18 'a-b, b-c, c-a, c-d' --device cuda:1
  Only the number:
    motherlode count karate triangle | cut -d ' ' -f 1 | head -n 1
  From a pipe:
    zcat edges.gz | motherlode count - wedge --format json";

/// Count the subgraphs that match a pattern
///
/// Counts the subgraphs of GRAPH that match PATTERN, exactly, each of them once. The first word on standard output is
/// the count. On a terminal, standard error shows the progress of jobs that take more than a second. Ctrl-C stops the
/// job with exit code 130; no count is printed then.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct CountArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    pattern: PatternArgs,

    /// best, or walk for the walk over a plan
    ///
    /// How to count. 'best' takes the fastest way that is known for the pattern: cliques, stars, all patterns of up to
    /// four vertices and most of five have ways of their own. 'walk' walks a plan, which serves every pattern;
    /// 'motherlode explain' shows it. Both give the same count.
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "best",
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    method: MethodName,

    #[command(flatten)]
    job: JobArgs,

    /// text or json
    ///
    /// How to print the result. 'json' is one object on one line: graph (path, vertices, edges), pattern, induced,
    /// method, count, device, and seconds: start (of the device, beside the load), load (from the file to memory),
    /// prepare, plan, transfer (to the card), mine, and total.
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
/// A bad pattern, device or input; a job that failed.
pub fn run(args: &CountArgs) -> anyhow::Result<()> {
    let pattern = Pattern::parse(&args.pattern.pattern)?;
    let (induced, method) = (args.pattern.induced.into(), args.method.into());
    let families = mine::strategy_for(&pattern, induced, method).families();
    let report = args.job.run(&args.source, families, |graph, device, options| {
        let counted = mine::count(graph, &pattern, device, CountOptions { induced, method, ..options })?;
        let found = Found {
            pattern: &args.pattern.pattern,
            induced: args.pattern.induced,
            method: counted.strategy.to_string(),
            count: counted.count,
        };
        Ok((found, counted.seconds))
    })?;
    report::print(args.format, &report)
}

/// Which ways of counting are allowed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodName {
    /// The fastest that is known for the pattern
    Best,
    /// The walk over a plan
    Walk,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Method {
        match name {
            MethodName::Best => Method::Best,
            MethodName::Walk => Method::Walk,
        }
    }
}

/// What was looked for, and what was found.
#[derive(Serialize)]
struct Found<'a> {
    pattern: &'a str,
    induced: Induced,
    method: String,
    count: u128,
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (matches, how) =
            (counted(self.count, "subgraph matches", "subgraphs match"), self.induced.name());
        writeln!(f, "{matches} {} ({how}-induced, each counted once)", self.pattern)
    }
}
