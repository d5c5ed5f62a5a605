//! `motherlode cliques`: how many cliques there are of a size, or of every size.

use std::fmt;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::mine::strategy::{Direct, Strategy};
use motherlode::mine::{self, CountOptions, VertexOrder};
use serde::Serialize;

use super::job::JobArgs;
use super::options::one_of;
use super::report::{self, ReportFormat, counted};
use super::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  Cliques of seven vertices:
    motherlode cliques email-Enron.el.gz -k 7
  Cliques of every size, on the CPU, with four threads:
    motherlode cliques graph.mtx --profile --device cpu --threads 4
  The size of the largest clique:
    motherlode cliques karate --profile --format json | jq '.cliques[-1].k'";

/// Count the cliques of a size, or of every size
///
/// Counts the cliques of K vertices in GRAPH, exactly: the sets of K vertices of which each two are joined. With
/// --profile, counts those of every size, from single vertices to the largest clique. Progress and Ctrl-C are as for
/// 'motherlode count'.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct CliquesArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The vertices of a clique, 3 to 32
    #[arg(
        short,
        allow_negative_numbers = true,
        value_name = "K",
        value_parser = clap::value_parser!(u32).range(3..=32),
        required_unless_present = "profile",
        help_heading = "Counting options"
    )]
    k: Option<u32>,

    /// Count the cliques of every size
    ///
    /// Counts the cliques of every size, up to the largest, in one search with pivots. It cannot go with -k. A size that has more
    /// than 2^128 cliques is an error.
    #[arg(long, conflicts_with = "k", help_heading = "Counting options")]
    profile: bool,

    /// degree, or degeneracy
    ///
    /// How to order the vertices, each edge going into the list of its later end. 'degree' puts the highest degree first,
    /// which is found at once; it is the default with -k. 'degeneracy' peels off the lowest degrees again and again, which takes
    /// a few hundred rounds and makes the longest list no longer than 1.1 times the degeneracy: that may repay them where
    /// cliques are large and hubs are not in them. It is the default with --profile. The counts are the same.
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = order(),
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    order: Option<VertexOrder>,

    #[command(flatten)]
    job: JobArgs,

    /// text or json
    ///
    /// How to print the result. 'json' is one object on one line: graph (path, vertices, edges), k and count, or with
    /// --profile cliques (a list of k and count), then device, memory and seconds, as for 'motherlode count'.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: ReportFormat,
}

/// Runs the command.
///
/// # Errors
/// A bad device or input; a job that failed.
pub fn run(args: &CliquesArgs) -> anyhow::Result<()> {
    let of_size = |k| Strategy::Direct(Direct::Cliques(k)).families();
    let families = args.k.map_or_else(mine::clique_profile_families, of_size);
    let report = args.job.run(&args.source, families, |graph, team, context| {
        let options = CountOptions::default().context(context);
        match args.k {
            Some(k) => {
                let order = args.order.unwrap_or(VertexOrder::Degree);
                let mine::Cliques { counts, seconds } = mine::cliques(graph.csr(), k, order, team, &options)?;
                let count = counts.iter().map(|&(_, count)| count).sum();
                Ok((CliquesReport::Size(CliqueCount { k, count }), seconds))
            }
            None => {
                let order = args.order.unwrap_or(VertexOrder::Degeneracy);
                let mine::Cliques { counts, seconds } =
                    mine::clique_profile(graph.csr(), order, team, &options)?;
                let cliques = counts.into_iter().map(|(k, count)| CliqueCount { k, count }).collect();
                Ok((CliquesReport::Profile { cliques }, seconds))
            }
        }
    })?;
    report::print(args.format, &report)
}

/// Parses `--order`.
fn order() -> impl TypedValueParser<Value = VertexOrder> {
    one_of([
        ("degree", VertexOrder::Degree, "By falling degree"),
        ("degeneracy", VertexOrder::Degeneracy, "Near a degeneracy order"),
    ])
}

/// What was found.
#[derive(Serialize)]
#[serde(untagged)]
enum CliquesReport {
    /// The cliques of the size that was asked for.
    Size(CliqueCount),
    /// The cliques of every size, rising.
    Profile { cliques: Vec<CliqueCount> },
}

/// The cliques of a size.
#[derive(Serialize)]
struct CliqueCount {
    k: u32,
    count: u128,
}

impl fmt::Display for CliquesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliquesReport::Size(CliqueCount { k, count }) => {
                writeln!(f, "{} of {k} vertices", counted(*count, "clique", "cliques"))
            }
            CliquesReport::Profile { cliques } => {
                let widest = cliques.iter().map(|CliqueCount { count, .. }| count.to_string().len()).max();
                let width = widest.unwrap_or(0).max("cliques".len());
                writeln!(f, "  k  {:>width$}", "cliques")?;
                cliques.iter().try_for_each(|CliqueCount { k, count }| writeln!(f, "{k:>3}  {count:>width$}"))
            }
        }
    }
}
