//! `motherlode motifs`: how often each connected pattern of a few vertices occurs.

use std::fmt;

use clap::Args;
use motherlode::mine::{self, CountOptions, Launches, MotifCount};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use serde::Serialize;

use super::job::JobArgs;
use super::options;
use super::report::{self, ReportFormat};
use super::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  How often each of the six connected graphs of four vertices occurs:
    motherlode motifs email-Enron.el.gz -k 4
  Subgraphs that need not be induced, on the CPU, with four threads:
    motherlode motifs graph.mtx -k 5 --induced edge --device cpu --threads 4
  Names and counts for a spreadsheet:
    motherlode motifs karate -k 4 --format json |
      jq -r '.motifs[] | [.name, .count] | @csv'";

/// Count all connected patterns of a few vertices
///
/// Counts the subgraphs of GRAPH that match each connected pattern of K vertices, exactly: 2 patterns of three
/// vertices, 6 of four, 21 of five, 112 of six. They are listed by rising number of edges. Work that several patterns
/// need is done once. Labels and directions are not looked at, and options that give them refused. Progress and Ctrl-C are as for 'motherlode count'.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct MotifsArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The vertices of a pattern, 3 to 6
    #[arg(
        short,
        allow_negative_numbers = true,
        value_name = "K",
        value_parser = clap::value_parser!(u32).range(3..=6),
        help_heading = "Counting options"
    )]
    k: u32,

    /// vertex for induced subgraphs, or edge
    ///
    /// Whether edges that a pattern lacks must be absent. 'vertex': between the vertices of a match there are the
    /// pattern's edges and no others, so that each connected set of K vertices matches one pattern. 'edge': its
    /// vertices may be joined by more, and a set may match many.
    #[arg(
        long,
        value_name = "KIND",
        default_value = "vertex",
        value_parser = options::induced(),
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    induced: Induced,

    #[command(flatten)]
    job: JobArgs,

    /// text or json
    ///
    /// How to print the result. 'json' is one object on one line: graph (path, vertices, edges), k, induced, motifs
    /// (a list of name, pattern and count), device, memory and seconds, as for 'motherlode count'. A pattern is its edges;
    /// one without a name is named by them.
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
pub fn run(args: &MotifsArgs) -> anyhow::Result<()> {
    let launches = [Launches::Motifs(args.k as usize)];
    let report = args.job.run_plain(&args.source, &launches, |graph, team, context| {
        let options = CountOptions::default().induced(args.induced).context(context);
        let mine::Motifs { motifs, seconds } = mine::motifs(graph.csr(), args.k as usize, team, &options)?;
        let motifs = motifs.into_iter().map(Motif::from).collect();
        Ok((MotifsReport { k: args.k, induced: args.induced, motifs }, seconds))
    })?;
    report::print(args.format, &report)
}

/// What was found.
#[derive(Serialize)]
struct MotifsReport {
    k: u32,
    induced: Induced,
    motifs: Vec<Motif>,
}

/// A pattern, and how many subgraphs match it.
#[derive(Serialize)]
struct Motif {
    name: String,
    pattern: Pattern,
    count: u128,
}

impl From<MotifCount> for Motif {
    fn from(MotifCount { name, pattern, count }: MotifCount) -> Motif {
        Motif { name, pattern, count }
    }
}

impl fmt::Display for MotifsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MotifsReport { k, induced, motifs } = self;
        let how = induced.name();
        writeln!(f, "{} motifs of {k} vertices ({how}-induced, each subgraph counted once)", motifs.len())?;
        let rows: Vec<[String; 3]> = motifs.iter().map(Motif::row).collect();
        let [counts, names, _] =
            [0, 1, 2].map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
        rows.iter()
            .try_for_each(|[count, name, edges]| writeln!(f, "{count:>counts$}  {name:names$}  {edges}"))
    }
}

impl Motif {
    /// Count, name and edges, as in the table: a pattern that has its edges for a name is not told twice.
    fn row(&self) -> [String; 3] {
        let edges = self.pattern.to_string();
        let name = if self.name == edges { "-".to_owned() } else { self.name.clone() };
        [self.count.to_string(), name, edges]
    }
}
