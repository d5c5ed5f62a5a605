//! What `motherlode motifs` takes.

use clap::Args;
use motherlode::plan::Induced;

use super::super::checkpoint::CheckpointArgs;
use super::super::job::JobArgs;
use super::super::options;
use super::super::report::{ReportArgs, explained};
use super::super::significance::NullArgs;
use super::super::source::{GraphSource, SourceArgs};

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
  Which of these are more frequent than by chance, given the neighbours of each label that each vertex has:
    motherlode motifs cells.el -k 3 --coloured --labels cells.txt --null switching --within-labels
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
motif, and the pattern has the labels; on_host is true where the host's threads counted in place of a card. With --null, each motif also has mean, deviation, z (or null), p, p_interval (of the chance that p estimates: low \
and high), q, profile and ratio_profile (its parts of the significance profile and of the subgraph ratio profile, or null); and \
null has model, seed, samples, samples_asked, confidence (of the intervals) and mixing (how far \
the switchings of a pilot came, or null where the model switches no edges). With --beside, graphs is a list in place of graph, and networks one \
of null and motifs, in the order of graphs.";

/// Count all connected patterns of a few vertices
///
/// Counts the subgraphs of GRAPH that match each connected pattern of K vertices, exactly: 2 patterns of three
/// vertices, 6 of four, 21 of five, 112 of six. They are listed by rising number of edges. Work that several patterns
/// need is done once. With --null, each count is compared with those of random graphs. Labels are looked at with
/// --coloured alone; without it, options that give them are refused. Progress and Ctrl-C are as for 'motherlode count'.
///
/// With --directed, edges are arcs, and the motifs are the connected directed graphs, by rising number of arcs: 13 of
/// three vertices, 199 of four, and of the 9,364 of five those that are there. Sets of five vertices are gone through
/// one by one. Triads have the names of their census, as 030T. Two numbers tell which motif is which to other programs:
/// 'class' is that of igraph's 'motifs'; 'id' is the least number that the adjacency matrix is, read row by row as
/// binary digits, which is the id of mfinder and FANMOD.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct MotifsArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    /// The vertices of a pattern, 3 to 6; with --directed or --coloured 3 to 5
    #[arg(
        short,
        allow_negative_numbers = true,
        value_name = "K",
        value_parser = clap::value_parser!(u32).range(3..=6)
    )]
    pub(super) k: u32,

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
        hide_possible_values = true
    )]
    pub(super) induced: Induced,

    /// Tell motifs apart by the labels of vertices and edges
    ///
    /// For -k 3 to 5. Lists the motifs that occur, each with its labels: the count of each is that of its pattern, as
    /// 'motherlode count' has it. All are counted together, by sums where vertices alone have labels. Each vertex has
    /// one label, or none has; so have edges. If the graph has directions (--directed), so have the motifs. With
    /// --null, those of random graphs are listed, too, with a count of 0; labels stay with their vertices, and
    /// --within-labels exchanges ends of edges only where labels are the same. Not with --census or --beside.
    #[arg(long)]
    pub(super) coloured: bool,

    /// The triad census: all sets of three vertices, joined or not
    ///
    /// For -k 3 and --directed. Beside the 13 connected triads there are 003, without an arc, 012, with one, and 102,
    /// with one each way. All 16 add up to the sets of three vertices of the graph; of those without a line, a file
    /// does not tell.
    #[arg(long, conflicts_with = "induced")]
    pub(super) census: bool,

    #[command(flatten)]
    pub(super) null: NullArgs,

    /// Compare these graphs with random graphs, too, and their profiles with that of GRAPH
    ///
    /// Files, folders, which stand for all files in them, or short forms, as for GRAPH. Each graph is compared with
    /// random graphs that are like it. The text is a table of the significance profiles, a column for each graph; JSON
    /// has all figures of each; and --plot draws the profiles over each other.
    #[arg(long, value_name = "GRAPH", num_args = 1.., requires = "null", help_heading = "Null model options")]
    pub(super) beside: Vec<GraphSource>,

    #[command(flatten)]
    pub(super) job: JobArgs,
    #[command(flatten)]
    pub(super) checkpoint: CheckpointArgs,

    #[command(flatten)]
    pub(super) report: ReportArgs,
}
