//! `motherlode cliques`: how many cliques there are of a size, or of every size; and a largest one.

use std::fmt;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::graph::{Graph, VertexIds};
use motherlode::mine::{self, Context, CountOptions, Launches, Seconds, VertexOrder};
use motherlode::runtime::Team;
use serde::Serialize;

use super::exists::value;
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
  A largest clique, and how many vertices it has:
    motherlode cliques karate --max-clique
    motherlode cliques karate --max-clique --format json | jq .k";

/// Count the cliques of a size, or of every size, or find a largest
///
/// Counts the cliques of K vertices in GRAPH, exactly: the sets of K vertices of which each two are joined. With
/// --profile, counts those of every size, from single vertices to the largest clique. With --max-clique, finds one that no
/// other has more vertices than. Labels and directions are not looked at, and options that give them refused. Progress and Ctrl-C are as for 'motherlode count'.
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
        required_unless_present_any = ["profile", "max_clique"],
        help_heading = "Counting options"
    )]
    k: Option<u32>,

    /// Count the cliques of every size
    ///
    /// Counts the cliques of every size, up to the largest, in one search with pivots. It cannot go with -k. A size that has more
    /// than 2^128 cliques is an error.
    #[arg(long, conflicts_with = "k", help_heading = "Counting options")]
    profile: bool,

    /// Find a largest clique
    ///
    /// Finds out how many vertices the largest cliques have, and the vertices of one of them, by the ids of GRAPH. It is the same one on
    /// every device and with any number of threads; another --order may give another one. No clique is counted, which takes a
    /// small part of the time of --profile. It cannot go with -k or --profile.
    #[arg(long, conflicts_with_all = ["k", "profile"], help_heading = "Counting options")]
    max_clique: bool,

    /// degree, or degeneracy
    ///
    /// How to order the vertices, each edge going into the list of its later end. 'degree' puts the highest degree first,
    /// which is found at once; it is the default with -k and --max-clique. 'degeneracy' peels off the lowest degrees again and again, which takes
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
    /// --profile cliques (a list of k and count), or with --max-clique k and vertices (a list of ids), then device, memory and
    /// seconds, as for 'motherlode count'.
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
    let launches = match args.k {
        Some(k) => Launches::Cliques(k),
        None if args.max_clique => Launches::MaxClique,
        None => Launches::CliqueProfile,
    };
    let work = |graph: &Graph, team: &Team, context| find(args, graph, team, context);
    report::print(args.format, &args.job.run_plain(&args.source, &[launches], work)?)
}

/// Finds what is asked for.
fn find(
    args: &CliquesArgs,
    graph: &Graph,
    team: &Team,
    context: Context,
) -> anyhow::Result<(CliquesReport, Seconds)> {
    let options = CountOptions::default().context(context);
    let order = |default| args.order.unwrap_or(default);
    if args.max_clique {
        let found = mine::max_clique(graph.csr(), order(VertexOrder::Degree), team, &options)?;
        return Ok((CliquesReport::largest(&found.vertices, graph.ids()), found.seconds));
    }
    let Some(k) = args.k else {
        let mine::Cliques { counts, seconds } =
            mine::clique_profile(graph.csr(), order(VertexOrder::Degeneracy), team, &options)?;
        let cliques = counts.into_iter().map(|(k, count)| CliqueCount { k, count }).collect();
        return Ok((CliquesReport::Profile { cliques }, seconds));
    };
    let mine::Cliques { counts, seconds } =
        mine::cliques(graph.csr(), k, order(VertexOrder::Degree), team, &options)?;
    let count = counts.iter().map(|&(_, count)| count).sum();
    Ok((CliquesReport::Size(CliqueCount { k, count }), seconds))
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
    /// A largest clique.
    Largest {
        k: usize,
        /// By the ids of the input.
        vertices: Vec<serde_json::Value>,
    },
}

impl CliquesReport {
    /// A largest clique of these vertices.
    fn largest(vertices: &[u32], ids: &VertexIds) -> Self {
        CliquesReport::Largest {
            k: vertices.len(),
            vertices: vertices.iter().map(|&v| value(ids.get(v))).collect(),
        }
    }
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
            CliquesReport::Largest { k, vertices } => {
                let size = counted(*k as u128, "vertex", "vertices");
                let vertices: Vec<String> = vertices.iter().map(ToString::to_string).collect();
                let colon = if vertices.is_empty() { "" } else { ": " };
                writeln!(f, "a largest clique has {size}{colon}{}", vertices.join(", "))
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
