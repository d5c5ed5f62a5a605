//! `motherlode frequent`: frequent patterns of one graph, by minimum image.

mod draw;
mod found;
mod output;
mod search;

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use motherlode::graph::Graph;
use motherlode::mine::frequent::{CollectedSubgraph, ImageOptions, PreparedGraph, Sites};
use motherlode::mine::transactions::collect::Condense;
use motherlode::mine::transactions::{LabelRestriction, PatternFormat, Threshold};
use motherlode::mine::{Context, Launches, MineError, Placed, Seconds};
use motherlode::runtime::Team;

use super::checkpoint::{Checkpoint, CheckpointArgs};
use super::draw::gallery;
use super::exit::{Misuse, complain};
use super::fsm::support::Support;
use super::job::JobArgs;
use super::options::one_of;
use super::overwrite::check_place;
use super::report::{ReportArgs, ReportFormat, explained};
use super::source::SourceArgs;
use found::Found;
use output::PatternFile;
use search::{ReportedSubgraphs, SubgraphSearch};

const EXAMPLES: &str = "\
Examples:
  How many patterns of up to four edges 100 vertices support:
    motherlode frequent citeseer.lg --support 100 --max-edges 4
  The same with their exact supports, as gSpan's text:
    motherlode frequent citeseer.lg --support 100 --max-edges 4 --exact-support -o patterns.gspan
  The 20 patterns of two edges or more that have the most support, as JSON Lines:
    motherlode frequent citeseer.lg --support 50 --min-edges 2 --max-edges 3 --top 20 -o top.jsonl";

const DEFINITION: &str = "the least, over the pattern's vertices, of the number of vertices of the graph that some match sends it to \
(minimum image); matches are injective and edge-induced, with equal labels";

/// How patterns are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SearchMethod {
    #[default]
    Search,
    Tables,
}

/// What `--format` prints.
const PRINTED: &str =
    "How the summary is printed: to standard output, or to standard error if the patterns go there.";

/// Find the frequent patterns of one graph
///
/// Finds every connected pattern, with its labels, whose support in GRAPH is at least N. A match sends the pattern's
/// vertices to different vertices of GRAPH, so that labels of vertices and edges are equal; GRAPH may have more edges
/// between them. The support is the least, over the pattern's vertices, of the number of vertices that some match sends
/// it to (minimum image, MNI). A vertex with several labels counts for each; without labels, all are equal. Patterns
/// come by their edges, and then in the order of their minimum DFS codes, whatever device, threads and memory. Without
/// --max-edges there may be very many. With --directed, edges are arcs, and two vertices may have one in each
/// direction. Ctrl-C and a deadline stop the search: FILE then holds the patterns that were found, of --closed,
/// --maximal and --top those that are right whatever else there is, and the summary says that it is partial.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pattern options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct FrequentArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The least support, as 100 or 10% of the vertices
    ///
    /// The least support of a pattern, or the least part of all vertices of GRAPH, rounded up. It may be left out with
    /// --top.
    #[arg(long, value_name = "N", required_unless_present = "top")]
    support: Option<Support>,
    /// The fewest edges of a pattern
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_edges: usize,
    /// The most edges of a pattern [default: no limit]
    #[arg(long, value_name = "N")]
    max_edges: Option<usize>,
    /// The most vertices of a pattern [default: no limit]
    #[arg(long, value_name = "N")]
    max_vertices: Option<usize>,
    /// Only patterns that no larger pattern with the same support contains
    ///
    /// Supports are exact then, as with --exact-support.
    #[arg(long, conflicts_with_all = ["maximal", "top"])]
    closed: bool,
    /// Only patterns that no larger frequent pattern contains
    #[arg(long, conflicts_with = "top")]
    maximal: bool,
    /// Only the K patterns with the most support
    ///
    /// The most frequent first. Where several have the support of the last, those with fewer edges come first. Supports
    /// are exact then. --support, if given, is a limit besides.
    #[arg(long, value_name = "K")]
    top: Option<usize>,
    /// Only patterns of these vertex labels, as C,N,O
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    vertex_labels: Option<Vec<String>>,
    /// Only patterns of these edge labels, as 1,2
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    edge_labels: Option<Vec<String>>,
    /// Find out supports to the end
    ///
    /// Without it the search for a pattern's images ends when there are enough, and its support is said to be at least
    /// N.
    #[arg(long)]
    exact_support: bool,

    /// search or tables [default: search]
    ///
    /// How patterns are found; the result is the same. 'search' looks, from each vertex that may be an image, for one
    /// match that shows it. 'tables' makes a table of all matches and filters it, level by level, as GAMMA does; it is
    /// for comparison, and knows graphs whose edges have no directions and one label, and whose vertices have one label
    /// at most, patterns of up to 7 edges, and one device.
    #[arg(
        long,
        value_name = "METHOD",
        value_parser = one_of([
            ("search", SearchMethod::Search, "By searches"),
            ("tables", SearchMethod::Tables, "By tables of matches")
        ]),
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    method: Option<SearchMethod>,
    /// After how many steps a search is split
    ///
    /// A search from one vertex that takes longer leaves the rest of it to all warps or threads: at once with this
    /// option, and by default after some milliseconds, when others have nothing to do. A step looks at a candidate of
    /// one vertex of the pattern in each lane. The result is the same.
    #[arg(long, value_name = "STEPS", help_heading = "Counting options")]
    split_after: Option<NonZeroU32>,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,

    /// The file for the patterns, or - for standard output [default: none are written]
    #[arg(short, long, value_name = "FILE", help_heading = "Output options")]
    output: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long, help_heading = "Output options")]
    force: bool,
    /// gspan or jsonl [default: jsonl if FILE ends with .jsonl, else gspan]
    ///
    /// How patterns are written. 'gspan': 't # number * support', a v line for each vertex and an e line for each edge;
    /// a comment, '# at least', follows where the support is not exact. 'jsonl': an object on a line, with the minimum
    /// DFS code.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = one_of([
            ("gspan", PatternFormat::GSpan, "gSpan's form"),
            ("jsonl", PatternFormat::JsonLines, "JSON Lines"),
        ]),
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    output_format: Option<PatternFormat>,
    /// Write with each pattern the images of its vertices
    ///
    /// Adds to each pattern in gSpan's form a line 'x 2 17 35' for each of its vertices, with the vertices of GRAPH
    /// that matches send it to, or the field images. Supports are exact then, as with --exact-support.
    #[arg(long, help_heading = "Output options")]
    with_images: bool,
    /// Draw the first 50 patterns as SVG into a folder
    ///
    /// index.html in the folder shows all of them. A folder that has an index.html is left alone without --force.
    #[arg(long, value_name = "DIR", help_heading = "Output options")]
    draw: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad graph, device or output; a job that failed or was interrupted.
pub fn run(args: &FrequentArgs) -> anyhow::Result<()> {
    args.check()?;
    let mut ended = Ok(());
    let work = |graph: &Graph, team: &Team, context: Context| {
        let (found, seconds, end) = args.mine(graph, team, context)?;
        ended = end;
        Ok((found, seconds))
    };
    let launches: &[Launches<'_>] = match args.way() {
        SearchMethod::Search => &[Launches::FREQUENT],
        SearchMethod::Tables => &[],
    };
    let found = args.job.run_on([], &args.source, launches, work)?;
    if args.output.as_deref() == Some(Path::new("-")) {
        let text = match args.report.format {
            ReportFormat::Text => found.to_string(),
            ReportFormat::Json => serde_json::to_string(&found)? + "\n",
        };
        io::stderr().write_all(text.as_bytes())?;
    } else {
        args.report.print(&found)?;
    }
    ended.with_context(|| args.what_is_left())
}

impl FrequentArgs {
    /// Checks what can be checked before any work is done.
    fn check(&self) -> Result<(), Misuse> {
        if self.top == Some(0) {
            return Err(Misuse("--top 0 asks for no patterns: it is 1 at least".into()));
        }
        if let Some(most) = self.max_edges.filter(|most| *most < self.min_edges) {
            let least = self.min_edges;
            return Err(Misuse(format!(
                "--max-edges {most} is less than --min-edges {least}: no pattern has both"
            )));
        }
        if self.with_images && self.output.is_none() {
            return Err(Misuse(
                "--with-images writes the images with the patterns: give a file for them with -o".into(),
            ));
        }
        // A search that is taken up may have written its files already: the checkpoint goes last.
        let overwrites = self.force || self.checkpoint.is_there();
        if let Some(path) = self.output.as_deref().filter(|path| *path != Path::new("-")) {
            check_place(path, overwrites)?;
        }
        if let Some(page) =
            self.draw.as_deref().map(gallery::page).filter(|page| page.is_file() && !overwrites)
        {
            return Err(Misuse(format!("{}: exists already; --force overwrites it", page.display())));
        }
        if self.way() == SearchMethod::Tables {
            let unfit = [
                (self.with_images, "--with-images"),
                (self.checkpoint.checkpoint.is_some(), "--checkpoint"),
                (self.split_after.is_some(), "--split-after"),
            ];
            if let Some((_, option)) = unfit.iter().find(|(given, _)| *given) {
                return Err(Misuse(format!("--method tables has no {option}: leave out one of the two")));
            }
        }
        self.checkpoint.check()?;
        let files = self.job.files(&self.source).writing(self.output.as_deref());
        files.writing(self.checkpoint.checkpoint.as_deref()).check()
    }

    /// What a search leaves that was stopped.
    fn what_is_left(&self) -> String {
        match (&self.checkpoint.checkpoint, &self.output) {
            (Some(path), _) => format!(
                "only a part was found, and no file was written: {} has it, for --resume",
                path.display()
            ),
            (None, Some(path)) => format!("only a part was found: {} has that", path.display()),
            (None, None) => "only a part was found".into(),
        }
    }

    fn condense(&self) -> Option<Condense> {
        match (self.closed, self.maximal) {
            (true, _) => Some(Condense::Closed),
            (_, true) => Some(Condense::Maximal),
            _ => None,
        }
    }

    fn way(&self) -> SearchMethod {
        self.method.unwrap_or_default()
    }

    /// Whether supports are found out to the end.
    fn is_exact(&self) -> bool {
        let by_tables = self.way() == SearchMethod::Tables;
        self.exact_support || self.closed || self.with_images || self.top.is_some() || by_tables
    }

    /// Whether patterns are kept, and not only counted.
    fn keeps(&self) -> bool {
        self.output.is_some() || self.draw.is_some() || self.condense().is_some()
    }

    /// Which patterns to find: all that may contain what is asked for.
    fn options(&self, support: Threshold, context: Context) -> ImageOptions {
        let most = self.max_edges.unwrap_or(usize::MAX);
        let all = ImageOptions::default().support(support).exact(self.is_exact()).images(self.with_images);
        let all = all.split_after(self.split_after).context(context);
        match self.condense() {
            // Whether a pattern stands for itself is known from those of one edge more.
            Some(_) => all.max_edges(most.saturating_add(1)),
            None => all
                .min_edges(self.min_edges)
                .max_edges(most)
                .max_vertices(self.max_vertices.unwrap_or(usize::MAX)),
        }
    }

    /// What was found, how long the parts took, and how the search ended, if it was stopped.
    fn mine(
        &self,
        graph: &Graph,
        team: &Team,
        context: Context,
    ) -> anyhow::Result<(Found, Seconds, Result<(), MineError>)> {
        let vertices = graph.csr().n();
        let support = self.support.map_or(1, |support| support.of(vertices));
        if support > vertices {
            complain(format_args!(
                "warning: no pattern has a support of {support}, as there are {vertices} vertices: --support {vertices} is the most, or a \
                 part, as 10%"
            ));
        }
        let start = Instant::now();
        let prepared = PreparedGraph::new(graph, support, &self.restriction(graph)?)?;
        let sites = Sites::new(&prepared);
        if self.way() == SearchMethod::Search {
            // If it cannot be placed, the search says so, or leaves the device out.
            let _ = sites.place(team.first());
        }
        let prepare = start.elapsed().as_secs_f64();
        let threshold = Threshold::from(support);
        let options = self.options(threshold.clone(), context.clone());
        let mining = Instant::now();
        let output = PatternFile::create(self, &prepared, graph.ids())?;
        let mut search = SubgraphSearch::new(self, graph, &prepared, threshold)?;
        let ended = match self.way() {
            SearchMethod::Search => search.run(&sites, team, &options),
            SearchMethod::Tables => search.run_tables(&Placed::new(graph, team), &options),
        };
        let mine = mining.elapsed().as_secs_f64();
        let stopped = !matches!(ended, Ok(Ok(())));
        let ReportedSubgraphs { patterns, by_edges, checkpoint, ended: chose } =
            search.finish(stopped, &context)?;
        let ended = ended.map(|ended| ended.and(chose.map_err(MineError::from)));
        let ended = match ended {
            // A search that can be taken up writes its files when it is done.
            Ok(ended) if ended.is_ok() || checkpoint.is_none() => {
                output.write(&patterns)?;
                self.draw.as_ref().map_or(Ok(()), |folder| draw::draw(folder, &prepared, &patterns))?;
                ended
            }
            ended => {
                output.discard();
                ended?
            }
        };
        if ended.is_ok() {
            checkpoint.map_or(Ok(()), Checkpoint::remove)?;
        }
        let found = Found {
            support,
            definition: DEFINITION,
            exact: self.is_exact(),
            patterns: by_edges.values().sum(),
            by_edges,
            partial: ended.is_err(),
        };
        Ok((found, Seconds { prepare, mine, ..Seconds::default() }, ended))
    }

    /// Whether a pattern has as many edges and vertices as are asked for.
    fn asks_for(&self, pattern: &CollectedSubgraph) -> bool {
        let most_edges = self.max_edges.unwrap_or(usize::MAX);
        let most_vertices = self.max_vertices.unwrap_or(usize::MAX);
        (self.min_edges..=most_edges).contains(&pattern.code.len()) && pattern.vertices() <= most_vertices
    }

    /// The labels that patterns may have.
    fn restriction(&self, graph: &Graph) -> Result<LabelRestriction, Misuse> {
        let attributes = graph.attributes();
        let vertices = attributes.vertices.as_ref().map_or(&[][..], |labels| labels.labels.names());
        let edges = attributes.edge_labels().map_or(&[][..], |labels| labels.names());
        Ok(LabelRestriction {
            vertices: numbers(self.vertex_labels.as_deref(), vertices, "vertex")?,
            edges: numbers(self.edge_labels.as_deref(), edges, "edge")?,
        })
    }
}

/// The numbers of the labels with these names.
fn numbers(asked: Option<&[String]>, names: &[String], what: &str) -> Result<Option<Vec<u32>>, Misuse> {
    let number = |name: &String| {
        let place = names.iter().position(|known| known == name).map(|place| place as u32);
        place.ok_or_else(|| {
            const SHOWN: usize = 30;
            let some: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
            let there = match (names.is_empty(), names.len() > SHOWN) {
                (true, _) => "the graph has none".to_owned(),
                (_, true) => format!("there are {}, …", some.join(", ")),
                _ => format!("there are {}", some.join(", ")),
            };
            Misuse(format!("no {what} has the label '{name}': {there}"))
        })
    };
    asked.map(|asked| asked.iter().map(number).collect()).transpose()
}
