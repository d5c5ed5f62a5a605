//! What is asked for on the command line.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::mine::transactions::collect::Condense;
use motherlode::mine::transactions::{
    FrequentOptions, LabelRestriction, PatternFormat, SupportVariant, Threshold,
};
use motherlode::transactions::{Database, DatabaseFormat, Labels};

use super::support::Support;
use crate::deadline::DeadlineArgs;
use crate::exit::Misuse;
use crate::options::{DeviceArgs, ThreadArgs, one_of};
use crate::source::POSITIONAL;

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
/// Finds every connected pattern, with its labels, that at least so many of the graphs of DB contain. A graph counts
/// once, however often it contains the pattern. With --directed, edges are arcs, and two vertices may have one in each
/// direction. FILE gets the patterns when all are found, the most frequent first; their order depends on the database
/// and the options alone, and not on device, threads or memory. Standard output gets a summary as one JSON object, or
/// standard error if the patterns go to standard output. Ctrl-C and a deadline stop the search: FILE then holds the
/// patterns that were found, of --closed, --maximal and --top those that are right whatever else there is, and the
/// summary says that it is partial.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pattern options", after_long_help = EXAMPLES)]
pub struct FsmArgs {
    /// A file of graphs, compressed or not; - is standard input
    ///
    /// gSpan text (t, v and e lines), JSON Lines, SDF or MOL (V2000 or V3000), or SMILES, one to a line; by gzip or
    /// zstd or not.
    #[arg(value_name = "DB", help_heading = POSITIONAL)]
    pub(super) database: PathBuf,

    /// gspan, jsonl, sdf or smiles [default: what the name or the content tells]
    ///
    /// What DB is.
    #[arg(long, value_name = "FORMAT", help_heading = "Input options")]
    pub(super) input_format: Option<DatabaseFormat>,
    /// Read each edge as an arc from its first vertex to its second
    ///
    /// Patterns have arcs then, too. Two vertices may have an arc in each direction. Molecules, that is SDF and SMILES,
    /// have none.
    #[arg(long, help_heading = "Input options")]
    pub(super) directed: bool,
    /// Leave out graphs of DB that are wrong, and report them
    ///
    /// Without it the first graph that cannot be read is an error. With it such graphs are left out: standard error
    /// tells how many they are and what is wrong with the first five, and the summary counts them as 'skipped'.
    /// Supports count the graphs that are left.
    #[arg(long, help_heading = "Input options")]
    pub(super) skip_bad: bool,

    /// Graphs that must contain a pattern, as 100 or 10%
    ///
    /// The least number of graphs that contain a pattern, or the least part of them. A part is rounded up. It may be
    /// left out with --top.
    #[arg(long, value_name = "N", required_unless_present = "top")]
    pub(super) support: Option<Support>,
    /// The fewest edges of a pattern
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) min_edges: usize,
    /// The most edges of a pattern [default: no limit]
    #[arg(long, value_name = "N")]
    pub(super) max_edges: Option<usize>,
    /// The fewest vertices of a pattern
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) min_vertices: usize,
    /// The most vertices of a pattern [default: no limit]
    #[arg(long, value_name = "N")]
    pub(super) max_vertices: Option<usize>,
    /// Only patterns that no larger pattern with the same support contains
    #[arg(long, conflicts_with_all = ["maximal", "top", "discriminative"])]
    pub(super) closed: bool,
    /// Only patterns that no larger frequent pattern contains
    #[arg(long, conflicts_with_all = ["top", "discriminative"])]
    pub(super) maximal: bool,
    /// Only the K most frequent patterns
    ///
    /// Only the K patterns that most graphs contain, the most frequent first. Where several have the support of the
    /// last, those with fewer edges come first. --support, if given, is a limit besides.
    #[arg(long, value_name = "K")]
    pub(super) top: Option<usize>,
    /// Rank patterns by how well they tell the classes of graphs apart
    ///
    /// The graphs of DB carry classes: a word after the id on a gSpan 't' line, the field class in JSON Lines, the data
    /// item class in SDF. Patterns are written at the end, those first that are, in one class, most times as frequent
    /// as in all others (the growth rate), with that rate and their support in each class. With --top, only the first
    /// K.
    #[arg(long, requires = "support")]
    pub(super) discriminative: bool,
    /// Only patterns of these vertex labels, as C,N,O
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub(super) vertex_labels: Option<Vec<String>>,
    /// Only patterns of these edge labels, as 1,2
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub(super) edge_labels: Option<Vec<String>>,

    /// batch, single-ext, single-seg or multi-seg [default: batch]
    ///
    /// How the graphs of an extension are counted, for comparison: it does not change the patterns. 'batch' counts many
    /// patterns at once in shared memory. The others are those of Kessl et al. (2014): a reduction for each extension,
    /// or a segmented one for all extensions of a vertex, or of a pattern.
    #[arg(long, value_name = "METHOD", help_heading = "Device options")]
    pub(super) method: Option<SupportVariant>,
    #[command(flatten)]
    pub(super) device: DeviceArgs,
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    #[command(flatten)]
    pub(super) deadline: DeadlineArgs,

    /// The file for the patterns, or - for standard output [default: none are written]
    #[arg(short, long, value_name = "FILE", help_heading = "Output options")]
    pub(super) output: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long, help_heading = "Output options")]
    pub(super) force: bool,
    /// text or json
    ///
    /// How patterns are written. 'text' is gSpan's form: 't # number * support', a v line for each vertex and an e line
    /// for each edge. 'json' is an object on a line, with the minimum DFS code.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        value_parser = format(),
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    pub(super) format: PatternFormat,
    /// Write with each pattern the graphs that contain it
    ///
    /// Adds an x line to each pattern in gSpan's form, or the field graphs.
    #[arg(long, help_heading = "Output options")]
    pub(super) with_graphs: bool,
    /// Write frequent single vertices, too
    ///
    /// They are written first, and are not counted as patterns.
    #[arg(long, help_heading = "Output options")]
    pub(super) vertices: bool,
    /// Draw the first 50 patterns as SVG into a folder
    ///
    /// The most frequent ones, or with --discriminative those that are ranked first. index.html in the folder shows all
    /// of them. Bonds of molecules are drawn as such. A folder that has an index.html is left alone without --force.
    #[arg(long, value_name = "DIR", help_heading = "Output options")]
    pub(super) draw: Option<PathBuf>,
    /// Write graphs by patterns: .csv, .arrow or .parquet
    ///
    /// Which graph contains which pattern: a row for each graph, with its class if there are classes; a column for each
    /// pattern, called by its number. FILE's name tells the format: .csv, of 1 and 0; .arrow or .feather, Arrow's file
    /// format; .parquet. Arrow and Parquet have booleans.
    #[arg(long, value_name = "FILE", help_heading = "Output options")]
    pub(super) features: Option<PathBuf>,
}

/// Parses `--format`.
fn format() -> impl TypedValueParser<Value = PatternFormat> {
    one_of([("text", PatternFormat::GSpan, "gSpan's form"), ("json", PatternFormat::JsonLines, "JSON Lines")])
}

impl FsmArgs {
    pub(super) fn condense(&self) -> Option<Condense> {
        match (self.closed, self.maximal) {
            (true, _) => Some(Condense::Closed),
            (_, true) => Some(Condense::Maximal),
            _ => None,
        }
    }

    /// The labels that patterns may have.
    pub(super) fn restriction(&self, database: &Database) -> Result<LabelRestriction, Misuse> {
        Ok(LabelRestriction {
            vertices: ids(self.vertex_labels.as_deref(), database.vertex_labels(), "vertex")?,
            edges: ids(self.edge_labels.as_deref(), database.edge_labels(), "edge")?,
        })
    }

    /// Which patterns to find: all that may contain what is asked for, where that is known only once all are.
    pub(super) fn options(&self, support: Threshold) -> FrequentOptions {
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
