//! `motherlode fsm`: frequent subgraphs of a database of graphs.

mod draw;
mod features;
mod found;
mod job;
mod ordered;
mod patterns;
mod summary;
pub mod support;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::mine::Launches;
use motherlode::mine::transactions::collect::Condense;
use motherlode::mine::transactions::{
    FrequentOptions, LabelRestriction, PatternFormat, SupportVariant, Threshold,
};
use motherlode::runtime::Opening;
use motherlode::transactions::{
    Database, DatabaseFormat, DatabaseOptions, Labels, SkippedRecords, load_with,
};

use super::deadline::DeadlineArgs;
use super::exit::{Misuse, complain};
use super::options::{DeviceArgs, ThreadArgs, one_of};
use super::report::counted;
use super::signals;
use super::status::Status;
use job::Job;
use summary::Times;
use support::Support;

const EXAMPLES: &str = "\
Examples:
  Patterns that a tenth of all compounds contain:
    motherlode fsm compounds.sdf --support 10% -o patterns.gspan
  The 50 most frequent patterns of at least 5 edges, as JSON Lines:
    motherlode fsm compounds.smi --top 50 --min-edges 5 --format json -o -
  Closed patterns with the graphs that contain them, on the CPU:
    motherlode fsm db.gspan.gz --support 100 --closed --with-graphs --device cpu -o closed.gspan";

/// Find the frequent subgraphs of a database of graphs
///
/// Finds every connected pattern, with its labels, that at least so many of the graphs of DB contain. A graph counts once, however
/// often it contains the pattern. With --directed, edges are arcs, and two vertices may have one in each direction. FILE gets the patterns when all are found, the most frequent first; their order depends on the database and
/// the options alone, and not on device, threads or memory. Standard output gets a summary as one JSON object, or standard error if
/// the patterns go to standard output. Ctrl-C and a deadline stop the search: FILE then holds the patterns that were found, of --closed,
/// --maximal and --top those that are right whatever else there is, and the summary says that it is partial.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct FsmArgs {
    /// A file of graphs, compressed or not; - is standard input
    ///
    /// gSpan text (t, v and e lines), JSON Lines, SDF or MOL (V2000 or V3000), or SMILES, one to a line; by gzip or zstd or not.
    #[arg(value_name = "DB")]
    database: PathBuf,

    /// gspan, jsonl, sdf or smiles [default: what the name or the content tells]
    ///
    /// What DB is.
    #[arg(long, value_name = "FORMAT", help_heading = "Input options")]
    input_format: Option<DatabaseFormat>,
    /// Read each edge as an arc from its first vertex to its second
    ///
    /// Patterns have arcs then, too. Two vertices may have an arc in each direction. Molecules, that is SDF and SMILES, have none.
    #[arg(long, help_heading = "Input options")]
    directed: bool,
    /// Leave out graphs of DB that are wrong, and report them
    ///
    /// Without it the first graph that cannot be read is an error. With it such graphs are left out: standard error tells how many they
    /// are and what is wrong with the first five, and the summary counts them as 'skipped'. Supports count the graphs that are left.
    #[arg(long, help_heading = "Input options")]
    skip_bad: bool,

    /// Graphs that must contain a pattern, as 100 or 10%
    ///
    /// The least number of graphs that contain a pattern, or the least part of them. A part is rounded up. It may be left out with --top.
    #[arg(long, value_name = "N", required_unless_present = "top", help_heading = "Pattern options")]
    support: Option<Support>,
    /// The fewest edges of a pattern
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Pattern options")]
    min_edges: usize,
    /// The most edges of a pattern [default: no limit]
    #[arg(long, value_name = "N", help_heading = "Pattern options")]
    max_edges: Option<usize>,
    /// The fewest vertices of a pattern
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Pattern options")]
    min_vertices: usize,
    /// The most vertices of a pattern [default: no limit]
    #[arg(long, value_name = "N", help_heading = "Pattern options")]
    max_vertices: Option<usize>,
    /// Only patterns that no larger pattern with the same support contains
    #[arg(long, conflicts_with_all = ["maximal", "top", "discriminative"], help_heading = "Pattern options")]
    closed: bool,
    /// Only patterns that no larger frequent pattern contains
    #[arg(long, conflicts_with_all = ["top", "discriminative"], help_heading = "Pattern options")]
    maximal: bool,
    /// Only the K most frequent patterns
    ///
    /// Only the K patterns that most graphs contain, the most frequent first. Where several have the support of the last, those
    /// with fewer edges come first. --support, if given, is a limit besides.
    #[arg(long, value_name = "K", help_heading = "Pattern options")]
    top: Option<usize>,
    /// Rank patterns by how well they tell the classes of graphs apart
    ///
    /// The graphs of DB carry classes: a word after the id on a gSpan 't' line, the field class in JSON Lines, the data item class in SDF.
    /// Patterns are written at the end, those first that are, in one class, most times as frequent as in all others
    /// (the growth rate), with that rate and their support in each class. With --top, only the first K.
    #[arg(long, requires = "support", help_heading = "Pattern options")]
    discriminative: bool,
    /// Only patterns of these vertex labels, as C,N,O
    #[arg(long, value_name = "LABELS", value_delimiter = ',', help_heading = "Pattern options")]
    vertex_labels: Option<Vec<String>>,
    /// Only patterns of these edge labels, as 1,2
    #[arg(long, value_name = "LABELS", value_delimiter = ',', help_heading = "Pattern options")]
    edge_labels: Option<Vec<String>>,

    /// batch, single-ext, single-seg or multi-seg [default: batch]
    ///
    /// How the graphs of an extension are counted, for comparison: it does not change the patterns. 'batch' counts many patterns at
    /// once in shared memory. The others are those of Kessl et al. (2014): a reduction for each extension, or a segmented
    /// one for all extensions of a vertex, or of a pattern.
    #[arg(long, value_name = "METHOD", help_heading = "Device options")]
    method: Option<SupportVariant>,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    deadline: DeadlineArgs,

    /// The file for the patterns, or - for standard output [default: none are written]
    #[arg(short, long, value_name = "FILE", help_heading = "Output options")]
    output: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long, help_heading = "Output options")]
    force: bool,
    /// text or json
    ///
    /// How patterns are written. 'text' is gSpan's form: 't # number * support', a v line for each vertex and an e line for each edge.
    /// 'json' is an object on a line, with the minimum DFS code.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        value_parser = format(),
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: PatternFormat,
    /// Write with each pattern the graphs that contain it
    ///
    /// Adds an x line to each pattern in gSpan's form, or the field graphs.
    #[arg(long, help_heading = "Output options")]
    with_graphs: bool,
    /// Write frequent single vertices, too
    ///
    /// They are written first, and are not counted as patterns.
    #[arg(long, help_heading = "Output options")]
    vertices: bool,
    /// Draw the first 50 patterns as SVG into a folder
    ///
    /// The most frequent ones, or with --discriminative those that are ranked first. index.html in the folder shows all of them. Bonds of
    /// molecules are drawn as such. A folder that has an index.html is left alone without --force.
    #[arg(long, value_name = "DIR", help_heading = "Output options")]
    draw: Option<PathBuf>,
    /// Write graphs by patterns: .csv, .arrow or .parquet
    ///
    /// Which graph contains which pattern: a row for each graph, with its class if there are classes; a column for each pattern, called by its number. FILE's name tells the
    /// format: .csv, of 1 and 0; .arrow or .feather, Arrow's file format; .parquet. Arrow and Parquet have booleans.
    #[arg(long, value_name = "FILE", help_heading = "Output options")]
    features: Option<PathBuf>,
}

/// Parses `--format`.
fn format() -> impl TypedValueParser<Value = PatternFormat> {
    one_of([("text", PatternFormat::GSpan, "gSpan's form"), ("json", PatternFormat::JsonLines, "JSON Lines")])
}

impl FsmArgs {
    fn condense(&self) -> Option<Condense> {
        match (self.closed, self.maximal) {
            (true, _) => Some(Condense::Closed),
            (_, true) => Some(Condense::Maximal),
            _ => None,
        }
    }

    /// The labels that patterns may have.
    fn restriction(&self, database: &Database) -> Result<LabelRestriction, Misuse> {
        Ok(LabelRestriction {
            vertices: ids(self.vertex_labels.as_deref(), database.vertex_labels(), "vertex")?,
            edges: ids(self.edge_labels.as_deref(), database.edge_labels(), "edge")?,
        })
    }

    /// Which patterns to find: all that may contain what is asked for, where that is known only once all are.
    fn options(&self, support: Threshold) -> FrequentOptions {
        let all = FrequentOptions::default()
            .support(support)
            .graphs(self.with_graphs || self.discriminative || self.features.is_some())
            .variant(self.method.unwrap_or_default());
        let most = self.max_edges.unwrap_or(usize::MAX);
        match self.condense() {
            // Whether a pattern stands for itself is known from those of one edge more.
            Some(_) => all.max_edges(most.saturating_add(1)),
            None => all
                .min_edges(self.min_edges)
                .max_edges(most)
                .min_vertices(self.min_vertices)
                .max_vertices(self.max_vertices.unwrap_or(usize::MAX)),
        }
    }
}

/// The ids of the labels with these names.
fn ids(names: Option<&[String]>, labels: &Labels, what: &str) -> Result<Option<Vec<u32>>, Misuse> {
    let unknown = |name: &String| {
        const SHOWN: usize = 30;
        let some: Vec<&str> = labels.iter().take(SHOWN).collect();
        let more = if labels.len() > SHOWN { ", …" } else { "" };
        Misuse(format!("no {what} has the label '{name}': there are {}{more}", some.join(", ")))
    };
    let id = |name: &String| labels.id(name).ok_or_else(|| unknown(name));
    names.map(|names| names.iter().map(id).collect()).transpose()
}

/// Runs the command.
///
/// # Errors
/// A bad database, device or output; a job that failed or was interrupted.
pub fn run(args: &FsmArgs) -> anyhow::Result<()> {
    let began = Instant::now();
    let interrupt = args.deadline.after(began, &signals::install()?);
    if args.top == Some(0) {
        return Err(Misuse("--top 0 asks for no patterns: it is 1 at least".into()).into());
    }
    patterns::check(args)?;
    args.threads.start()?;
    args.device.device.check_driver()?;
    let status = Arc::new(Status::new("starting the device"));
    let opening = Opening::start(args.device.members(), Launches::families([Launches::Transactions]));
    status.stage(format!("reading {}", args.database.display()));
    let reading = Instant::now();
    let options = DatabaseOptions::default().format(args.input_format);
    let options = options.directed(args.directed).skip_bad(args.skip_bad);
    let (database, skipped) = load_with(&args.database, &options)?;
    let load = reading.elapsed();
    tell_of(&skipped, &args.database);
    let (team, opened) = opening.finish()?;
    let (start, load) = (opened.as_secs_f64(), load.as_secs_f64());
    let job = Job {
        args,
        database: &database,
        team: &team,
        interrupt,
        status,
        counters: Arc::default(),
        began,
        skipped: args.skip_bad.then_some(skipped.count),
    };
    job.run(Times { start, load, ..Times::default() })
}

/// Says on standard error which graphs were left out.
fn tell_of(skipped: &SkippedRecords, database: &Path) {
    if skipped.count > 0 {
        let graphs = counted(skipped.count, "graph that is wrong was", "graphs that are wrong were");
        complain(format_args!("warning: {}: {graphs} left out", database.display()));
        skipped.first.iter().for_each(|wrong| complain(format_args!("warning: {wrong}")));
    }
    if skipped.count > skipped.first.len() as u64 {
        complain(format_args!("warning: and {} more", skipped.count - skipped.first.len() as u64));
    }
}
