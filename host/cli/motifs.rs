//! `motherlode motifs`: how often each connected pattern of a few vertices occurs.

use std::fmt;

use clap::Args;
use motherlode::graph::Graph;
use motherlode::mine::significance::{Judged, Statistic};
use motherlode::mine::{self, Context, CountOptions, Launches, MotifCount};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::Team;
use serde::Serialize;

use super::checkpoint::CheckpointArgs;
use super::exit::Misuse;
use super::job::JobArgs;
use super::null::Model;
use super::options;
use super::report::{self, ReportFormat};
use super::significance::{self, Asked, JudgedReport, NullArgs, NullReport};
use super::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  How often each of the six connected graphs of four vertices occurs:
    motherlode motifs email-Enron.el.gz -k 4
  Subgraphs that need not be induced, on the CPU, with four threads:
    motherlode motifs graph.mtx -k 5 --induced edge --device cpu --threads 4
  Which are more frequent than in random graphs with the same degrees:
    motherlode motifs email-Enron.el.gz -k 4 --null switching --samples 200 --plot profile.svg
  Names and counts for a spreadsheet:
    motherlode motifs karate -k 4 --format json |
      jq -r '.motifs[] | [.name, .count] | @csv'";

/// Count all connected patterns of a few vertices
///
/// Counts the subgraphs of GRAPH that match each connected pattern of K vertices, exactly: 2 patterns of three
/// vertices, 6 of four, 21 of five, 112 of six. They are listed by rising number of edges. Work that several patterns
/// need is done once. With --null, each count is compared with those of random graphs. Labels and directions are not looked at, and options that give them refused. Progress and Ctrl-C are as for 'motherlode count'.
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
    null: NullArgs,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,

    /// text or json
    ///
    /// How to print the result. 'json' is one object on one line: graph (path, vertices, edges), k, induced, motifs
    /// (a list of name, pattern and count), device, memory and seconds, as for 'motherlode count'. A pattern is its edges;
    /// one without a name is named by them. With --null, each motif also has mean, deviation, z (or null), p, p_interval (of the chance that p estimates: low and high),
    /// q, profile and ratio_profile (its parts of the significance profile and of the subgraph ratio profile, or null); and null has model, seed, samples, samples_asked,
    /// confidence (of the intervals) and mixing.
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
    let files = args.null.files(args.job.files(&args.source));
    files.writing(args.checkpoint.checkpoint.as_deref()).check()?;
    if let Some(model) = args.null.model()? {
        return run_beside_null(args, model);
    }
    if args.checkpoint.checkpoint.is_some() {
        return Err(Misuse("--checkpoint keeps the counts of random graphs: give --null".into()).into());
    }
    let launches = [Launches::Motifs(args.k as usize)];
    let report = args.job.run_plain(&args.source, &launches, |graph, team, context| {
        let options = CountOptions::default().induced(args.induced).context(context);
        let mine::Motifs { motifs, seconds } = mine::motifs(graph.csr(), args.k as usize, team, &options)?;
        let motifs = motifs.into_iter().map(Motif::from).collect();
        Ok((MotifsReport { k: args.k, induced: args.induced, null: None, motifs }, seconds))
    })?;
    report::print(args.format, &report)
}

/// Runs the command for counts beside those of random graphs.
fn run_beside_null(args: &MotifsArgs, model: Model) -> anyhow::Result<()> {
    args.null.check(&args.checkpoint)?;
    let is_directed = args.job.is_directed();
    let statistic = match is_directed {
        true => Statistic::directed_motifs(args.k as usize, args.induced)?,
        false => Statistic::motifs(args.k as usize, args.induced)?,
    };
    let work = |graph: &Graph, team: &Team, context: Context| {
        let (source, checkpoint) = (&args.source.graph, &args.checkpoint);
        let asked = Asked {
            command: "motifs",
            graph: source,
            model,
            args: &args.null,
            checkpoint,
            looks_at_attributes: is_directed,
        };
        let found = asked.find(&statistic, graph, team, &context)?;
        let null = Some(NullReport::new(model, &args.null, &found));
        let motifs = found.significance.judged.iter().map(Motif::from).collect();
        Ok((MotifsReport { k: args.k, induced: args.induced, null, motifs }, found.seconds))
    };
    let launches = significance::launches(&statistic);
    let report = match is_directed || args.null.model.looks_at_attributes(model) {
        true => args.job.run_with_properties(args.null.properties(), [], &args.source, &launches, work)?,
        false => args.job.run_plain(&args.source, &launches, work)?,
    };
    report::print(args.format, &report)
}

/// What was found.
#[derive(Serialize)]
struct MotifsReport {
    k: u32,
    induced: Induced,
    #[serde(skip_serializing_if = "Option::is_none")]
    null: Option<NullReport>,
    motifs: Vec<Motif>,
}

/// A pattern, and how many subgraphs match it.
#[derive(Serialize)]
struct Motif {
    name: String,
    pattern: Pattern,
    count: u128,
    #[serde(flatten)]
    judged: Option<JudgedReport>,
}

impl From<MotifCount> for Motif {
    fn from(MotifCount { name, pattern, count }: MotifCount) -> Motif {
        Motif { name, pattern, count, judged: None }
    }
}

impl From<&Judged> for Motif {
    fn from(judged: &Judged) -> Motif {
        let Judged { name, pattern, count, .. } = judged.clone();
        Motif { name, pattern, count, judged: Some(judged.into()) }
    }
}

impl fmt::Display for MotifsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MotifsReport { k, induced, null, motifs } = self;
        let how = induced.name();
        writeln!(f, "{} motifs of {k} vertices ({how}-induced, each subgraph counted once)", motifs.len())?;
        if let Some(null) = null {
            let judged = motifs.iter().filter_map(|motif| Some((motif, motif.judged.as_ref()?)));
            significance::write_table(f, judged.map(|(motif, judged)| (motif.count, judged, motif.words())))?;
            return null.fmt(f);
        }
        let rows: Vec<[String; 3]> = motifs.iter().map(Motif::row).collect();
        let [counts, names, _] =
            [0, 1, 2].map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
        rows.iter()
            .try_for_each(|[count, name, edges]| writeln!(f, "{count:>counts$}  {name:names$}  {edges}"))
    }
}

impl Motif {
    /// Count, name and edges, as in the table.
    fn row(&self) -> [String; 3] {
        let [name, edges] = self.words();
        [self.count.to_string(), name, edges]
    }

    /// Name and edges, as in the table: a pattern that has its edges for a name is not told twice.
    fn words(&self) -> [String; 2] {
        let edges = self.pattern.to_string();
        [if self.name == edges { "-".to_owned() } else { self.name.clone() }, edges]
    }
}
