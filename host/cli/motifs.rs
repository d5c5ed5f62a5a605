//! `motherlode motifs`: how often each connected pattern of a few vertices occurs.

mod beside_null;
mod coloured;
mod directed;
mod networks;

use std::fmt;

use clap::Args;
use motherlode::mine::{self, CountOptions, DIRECTED_SIZES, Launches, MineError, MotifCount};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use serde::Serialize;

use self::directed::{CensusReport, DirectedReport};
use super::checkpoint::CheckpointArgs;
use super::exit::Misuse;
use super::job::JobArgs;
use super::options;
use super::report::{ReportArgs, explained};
use super::significance::NullArgs;
use super::source::{GraphSource, SourceArgs};

const EXAMPLES: &str = "\
Examples:
  How often each of the six connected graphs of four vertices occurs:
    motherlode motifs email-Enron.el.gz -k 4
  Subgraphs that need not be induced, on the CPU, with four threads:
    motherlode motifs graph.mtx -k 5 --induced edge --device cpu --threads 4
  How often each of the 13 connected directed graphs of three vertices occurs, and the triad census:
    motherlode motifs wiki-Vote.el.gz -k 3 --directed
    motherlode motifs wiki-Vote.el.gz -k 3 --directed --census
  The same by the labels of vertices and edges, those that occur:
    motherlode motifs cells.el -k 3 --coloured --labels cells.txt
  Which are more frequent than in random graphs with the same degrees:
    motherlode motifs email-Enron.el.gz -k 4 --null switching --samples 200 --plot profile.svg
  Whether other networks have the same profile, whatever their size:
    motherlode motifs worm.el -k 3 --directed --null switching --beside fly.el fish.el --plot profiles.svg
  Names and counts for a spreadsheet:
    motherlode motifs karate -k 4 --format json |
      jq -r '.motifs[] | [.name, .count] | @csv'";

/// What `--format` prints.
const PRINTED: &str = "\
How to print the result. 'json' is one object on one line: graph (path, vertices, edges), k, induced, motifs (a list of name, \
pattern and count), device, memory and seconds, as for 'motherlode count'. A pattern is its edges; one without a name is named by \
them. With --directed, there is 'directed', and motifs have a class and an id; with --census, 'census' is a list of name, class, \
id and count. With --coloured, there are 'coloured' and 'directed', and motifs are those that occur: the name is that of the plain \
motif, and the pattern has the labels. With --null, each motif also has mean, deviation, z (or null), p, p_interval (of the chance that p estimates: low \
and high), q, profile and ratio_profile (its parts of the significance profile and of the subgraph ratio profile, or null); and \
null has model, seed, samples, samples_asked, confidence (of the intervals) and mixing (how far \
the switchings of a pilot came, or null where the model switches no edges). With --beside, graphs is a list in place of graph, and networks one \
of null and motifs, in the order of graphs.";

/// Count all connected patterns of a few vertices
///
/// Counts the subgraphs of GRAPH that match each connected pattern of K vertices, exactly: 2 patterns of three
/// vertices, 6 of four, 21 of five, 112 of six. They are listed by rising number of edges. Work that several patterns
/// need is done once. With --null, each count is compared with those of random graphs. Labels are looked at with --coloured alone; without it, options that give them are refused. Progress and Ctrl-C are as for 'motherlode count'.
///
/// With --directed, edges are arcs, and the motifs are the connected directed graphs, by rising number of arcs: 13 of three
/// vertices, 199 of four, and of the 9,364 of five those that are there. Sets of five vertices are gone through one by one. Triads have the names of their census, as 030T. Two numbers tell which motif is which to other
/// programs: 'class' is that of igraph's 'motifs'; 'id' is the least number that the adjacency matrix is, read row by row as
/// binary digits, which is the id of mfinder and FANMOD.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct MotifsArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The vertices of a pattern, 3 to 6; with --directed or --coloured 3 to 5
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

    /// Tell motifs apart by the labels of vertices and edges
    ///
    /// For -k 3 to 5. Lists the motifs that occur, each with its labels: the count of each is that of its pattern, as 'motherlode count' has it.
    /// All are counted in one pass over the connected sets of K vertices, however many labels there are. Each vertex has one label, or none has; so have
    /// edges. If the graph has directions (--directed), so have the motifs. Not with --census or --null.
    #[arg(long, help_heading = "Counting options")]
    coloured: bool,

    /// The triad census: all sets of three vertices, joined or not
    ///
    /// For -k 3 and --directed. Beside the 13 connected triads there are 003, without an arc, 012, with one, and 102, with one
    /// each way. All 16 add up to the sets of three vertices of the graph; of those without a line, a file does not tell.
    #[arg(long, conflicts_with = "induced", help_heading = "Counting options")]
    census: bool,

    #[command(flatten)]
    null: NullArgs,

    /// Compare these graphs with random graphs, too, and their profiles with that of GRAPH
    ///
    /// Files, folders, which stand for all files in them, or short forms, as for GRAPH. Each graph is compared with random graphs that are like it. The text is a table of the significance profiles,
    /// a column for each graph; JSON has all figures of each; and --plot draws the profiles over each other.
    #[arg(
        long,
        value_name = "GRAPH",
        num_args = 1..,
        requires = "null",
        help_heading = "Null model options"
    )]
    beside: Vec<GraphSource>,

    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad device or input; a job that failed.
pub fn run(args: &MotifsArgs) -> anyhow::Result<()> {
    let files = args.null.files(args.job.files(&args.source));
    files.writing(args.checkpoint.checkpoint.as_deref()).check()?;
    if let Some(model) = args.null.base.model()? {
        if args.coloured {
            let why = "--coloured: counts are compared with those of random graphs for plain and directed motifs, and for patterns, which \
                       may have labels ('motherlode count --null'); leave out --null";
            return Err(Misuse(why.to_owned()).into());
        }
        return beside_null::run(args, model);
    }
    if args.checkpoint.checkpoint.is_some() {
        return Err(Misuse("--checkpoint keeps the counts of random graphs: give --null".into()).into());
    }
    if args.coloured {
        return coloured::run(args);
    }
    if args.job.is_directed() {
        return run_directed(args);
    }
    if args.census {
        return Err(Misuse("--census: it is that of a directed graph; add --directed".to_owned()).into());
    }
    let launches = [Launches::Motifs(args.k as usize)];
    let report = args.job.run_plain(&args.source, &launches, |graph, team, context| {
        let options = CountOptions::default().induced(args.induced).context(context);
        let mine::Motifs { motifs, seconds } = mine::motifs(graph.csr(), args.k as usize, team, &options)?;
        let motifs = motifs.into_iter().map(Motif::from).collect();
        Ok((MotifsReport { k: args.k, induced: args.induced, motifs }, seconds))
    })?;
    args.report.print(&report)
}

/// Runs it on a directed graph.
fn run_directed(args: &MotifsArgs) -> anyhow::Result<()> {
    let k = args.k as usize;
    if args.census && k != 3 {
        return Err(Misuse("--census: it is of three vertices; ask for -k 3".to_owned()).into());
    }
    if !DIRECTED_SIZES.contains(&k) {
        return Err(MineError::DirectedMotifSize { k }.into());
    }
    let launches = [Launches::DIRECTED_MOTIFS];
    if args.census {
        let report = args.job.run_with_directions(&args.source, &launches, |graph, team, context| {
            let census = mine::triad_census(graph, team, &context)?;
            Ok((CensusReport::new(census.triads), census.seconds))
        })?;
        return args.report.print(&report);
    }
    let report = args.job.run_with_directions(&args.source, &launches, |graph, team, context| {
        let options = CountOptions::default().induced(args.induced).context(context);
        let found = mine::directed_motifs(graph, k, team, &options)?;
        Ok((DirectedReport::new(args.k, args.induced, found.motifs), found.seconds))
    })?;
    args.report.print(&report)
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
        write_rows(f, motifs)
    }
}

/// Rows of count, name and edges.
fn write_rows(f: &mut fmt::Formatter<'_>, motifs: &[Motif]) -> fmt::Result {
    let rows: Vec<[String; 3]> = motifs.iter().map(Motif::row).collect();
    let [counts, names, _] =
        [0, 1, 2].map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    rows.iter().try_for_each(|[count, name, edges]| writeln!(f, "{count:>counts$}  {name:names$}  {edges}"))
}

impl Motif {
    /// Count, name and edges, as in the table.
    fn row(&self) -> [String; 3] {
        let [name, edges] = words(&self.name, &self.pattern);
        [self.count.to_string(), name, edges]
    }
}

/// Name and edges, as in the table: a pattern that has its edges for a name is not told twice.
fn words(name: &str, pattern: &Pattern) -> [String; 2] {
    let edges = pattern.to_string();
    [if name == edges { "-".to_owned() } else { name.to_owned() }, edges]
}
