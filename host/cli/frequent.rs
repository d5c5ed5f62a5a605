//! `motherlode frequent`: frequent patterns of one graph, by minimum image.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use motherlode::export;
use motherlode::graph::Graph;
use motherlode::mine::frequent::{self, FrequentSubgraph, ImageOptions, PreparedGraph, SubgraphText};
use motherlode::mine::transactions::collect::{CollectedPattern, Condense, Top, condense};
use motherlode::mine::transactions::{FrequentPattern, LabelRestriction, PatternFormat, Threshold};
use motherlode::mine::{Context, Seconds};
use motherlode::runtime::Team;
use serde::Serialize;

use super::exit::Misuse;
use super::fsm::support::Support;
use super::job::JobArgs;
use super::options::one_of;
use super::report::{self, ReportFormat};
use super::source::SourceArgs;

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

/// Find the frequent patterns of one graph
///
/// Finds every connected pattern, with its labels, whose support in GRAPH is at least N. A match sends the pattern's vertices to
/// different vertices of GRAPH, so that labels of vertices and edges are equal; GRAPH may have more edges between them. The support is
/// the least, over the pattern's vertices, of the number of vertices that some match sends it to (minimum image, MNI). A vertex with several
/// labels counts for each; without labels, all are equal. Patterns come by their edges, and then in the order of their minimum DFS
/// codes, whatever device, threads and memory. Without --max-edges there may be very many.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct FrequentArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The least support, as 100 or 10% of the vertices
    ///
    /// The least support of a pattern, or the least part of all vertices of GRAPH, rounded up. It may be left out with --top.
    #[arg(long, value_name = "N", required_unless_present = "top", help_heading = "Pattern options")]
    support: Option<Support>,
    /// The fewest edges of a pattern
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Pattern options")]
    min_edges: usize,
    /// The most edges of a pattern [default: no limit]
    #[arg(long, value_name = "N", help_heading = "Pattern options")]
    max_edges: Option<usize>,
    /// The most vertices of a pattern [default: no limit]
    #[arg(long, value_name = "N", help_heading = "Pattern options")]
    max_vertices: Option<usize>,
    /// Only patterns that no larger pattern with the same support contains
    ///
    /// Supports are exact then, as with --exact-support.
    #[arg(long, conflicts_with_all = ["maximal", "top"], help_heading = "Pattern options")]
    closed: bool,
    /// Only patterns that no larger frequent pattern contains
    #[arg(long, conflicts_with = "top", help_heading = "Pattern options")]
    maximal: bool,
    /// Only the K patterns with the most support
    ///
    /// The most frequent first. Where several have the support of the last, those with fewer edges come first. Supports are exact then.
    /// --support, if given, is a limit besides.
    #[arg(long, value_name = "K", help_heading = "Pattern options")]
    top: Option<usize>,
    /// Only patterns of these vertex labels, as C,N,O
    #[arg(long, value_name = "LABELS", value_delimiter = ',', help_heading = "Pattern options")]
    vertex_labels: Option<Vec<String>>,
    /// Only patterns of these edge labels, as 1,2
    #[arg(long, value_name = "LABELS", value_delimiter = ',', help_heading = "Pattern options")]
    edge_labels: Option<Vec<String>>,
    /// Find out supports to the end
    ///
    /// Without it the search for a pattern's images ends when there are enough, and its support is said to be at least N.
    #[arg(long, help_heading = "Pattern options")]
    exact_support: bool,

    #[command(flatten)]
    job: JobArgs,

    /// The file for the patterns, or - for standard output [default: none are written]
    #[arg(short, long, value_name = "FILE", help_heading = "Output options")]
    output: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long, help_heading = "Output options")]
    force: bool,
    /// gspan or jsonl [default: jsonl if FILE ends with .jsonl, else gspan]
    ///
    /// How patterns are written. 'gspan': 't # number * support', a v line for each vertex and an e line for each edge; a comment,
    /// '# at least', follows where the support is not exact. 'jsonl': an object on a line, with the minimum DFS code.
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
    /// text or json
    ///
    /// How the summary is printed: to standard output, or to standard error if the patterns go there.
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: ReportFormat,
}

/// What was found.
#[derive(Serialize)]
struct Found {
    support: u32,
    /// What a support is.
    definition: &'static str,
    /// Whether supports are exact, or at least so much.
    exact: bool,
    patterns: u64,
    by_edges: BTreeMap<usize, u64>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns = report::counted(self.patterns, "pattern has", "patterns have");
        let exactly = if self.exact {
            "supports are exact"
        } else {
            "searches stopped there: supports are at least so much"
        };
        writeln!(f, "{patterns} a support of {} or more ({exactly})", self.support)?;
        let by_edges: Vec<String> =
            self.by_edges.iter().map(|(edges, patterns)| format!("{edges}: {patterns}")).collect();
        if !by_edges.is_empty() {
            writeln!(f, "edges   {}", by_edges.join(", "))?;
        }
        writeln!(f, "support {}", self.definition)
    }
}

/// Runs the command.
///
/// # Errors
/// A bad graph, device or output; a job that failed or was interrupted.
pub fn run(args: &FrequentArgs) -> anyhow::Result<()> {
    args.check()?;
    let work = |graph: &Graph, team: &Team, context: Context| args.mine(graph, team, context);
    let found = args.job.run(&args.source, frequent::families(), work)?;
    if args.output.as_deref() == Some(Path::new("-")) {
        let text = match args.format {
            ReportFormat::Text => found.to_string(),
            ReportFormat::Json => serde_json::to_string(&found)? + "\n",
        };
        io::stderr().write_all(text.as_bytes())?;
        return Ok(());
    }
    report::print(args.format, &found)
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
        if let Some(path) = self.output.as_deref().filter(|path| *path != Path::new("-")) {
            if path.is_dir() {
                return Err(Misuse(format!("{}: is a directory; give a file in it", path.display())));
            }
            if path.is_file() && !self.force {
                return Err(Misuse(format!("{}: exists already; --force overwrites it", path.display())));
            }
        }
        self.job.files(&self.source).writing(self.output.as_deref()).check()
    }

    fn condense(&self) -> Option<Condense> {
        match (self.closed, self.maximal) {
            (true, _) => Some(Condense::Closed),
            (_, true) => Some(Condense::Maximal),
            _ => None,
        }
    }

    /// Which patterns to find: all that may contain what is asked for.
    fn options(&self, support: Threshold, exact: bool, context: Context) -> ImageOptions {
        let most = self.max_edges.unwrap_or(usize::MAX);
        let all = ImageOptions::default().support(support).exact(exact).context(context);
        match self.condense() {
            // Whether a pattern stands for itself is known from those of one edge more.
            Some(_) => all.max_edges(most.saturating_add(1)),
            None => all
                .min_edges(self.min_edges)
                .max_edges(most)
                .max_vertices(self.max_vertices.unwrap_or(usize::MAX)),
        }
    }

    fn mine(&self, graph: &Graph, team: &Team, context: Context) -> anyhow::Result<(Found, Seconds)> {
        let support = self.support.map_or(1, |support| support.of(graph.csr().n()));
        if graph.attributes().is_directed() {
            let reason = "frequent patterns of directed graphs are not found yet: leave out --directed";
            return Err(Misuse(reason.into()).into());
        }
        let start = std::time::Instant::now();
        let prepared = PreparedGraph::new(graph, support, &self.restriction(graph)?)?;
        let prepare = start.elapsed().as_secs_f64();
        let exact = self.exact_support || self.closed || self.top.is_some();
        let threshold = Threshold::from(support);
        let top = self.top.map(|k| Top::new(k, threshold.clone()));
        let mut patterns: Vec<(CollectedPattern, bool)> = Vec::new();
        let options = self.options(threshold, exact, context);
        let keeps = top.is_none() && (self.output.is_some() || self.condense().is_some());
        let mut by_edges: BTreeMap<usize, u64> = BTreeMap::new();
        let mining = std::time::Instant::now();
        frequent::mine(&prepared, team.first(), &options, |found| {
            let FrequentSubgraph { code, kinds, support, exact } = found;
            let pattern = FrequentPattern { code, kinds, support, embeddings: 0, graphs: None };
            match &top {
                Some(top) => top.add(pattern),
                None if keeps => patterns.push((pattern.into(), exact)),
                None => *by_edges.entry(code.len()).or_default() += 1,
            }
            Ok(())
        })?;
        let mine = mining.elapsed().as_secs_f64();
        let patterns = match top {
            Some(top) => top.finish().into_iter().map(|pattern| (pattern, true)).collect(),
            None => self.condensed(&prepared, patterns),
        };
        for (pattern, _) in &patterns {
            *by_edges.entry(pattern.code.len()).or_default() += 1;
        }
        self.write(&prepared, &patterns)?;
        let found =
            Found { support, definition: DEFINITION, exact, patterns: by_edges.values().sum(), by_edges };
        Ok((found, Seconds { prepare, mine, ..Seconds::default() }))
    }

    /// Of the patterns those that stand for themselves, where that is asked for, and that have as many edges and vertices as are.
    fn condensed(
        &self,
        prepared: &PreparedGraph,
        patterns: Vec<(CollectedPattern, bool)>,
    ) -> Vec<(CollectedPattern, bool)> {
        let Some(how) = self.condense() else { return patterns };
        let (patterns, exact): (Vec<_>, Vec<_>) = patterns.into_iter().unzip();
        let all_exact = exact.iter().all(|&exact| exact);
        let most_edges = self.max_edges.unwrap_or(usize::MAX);
        let most_vertices = self.max_vertices.unwrap_or(usize::MAX);
        let asked = |pattern: &CollectedPattern| {
            (self.min_edges..=most_edges).contains(&pattern.code.len())
                && pattern.found(prepared.kinds()).vertices() <= most_vertices
        };
        let kept = condense(prepared.kinds(), patterns, how).into_iter().filter(asked);
        kept.map(|pattern| (all_exact || pattern.code.len() == 1, pattern))
            .map(|(exact, one)| (one, exact))
            .collect()
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

    fn write(&self, prepared: &PreparedGraph, patterns: &[(CollectedPattern, bool)]) -> anyhow::Result<()> {
        let Some(path) = self.output.as_deref() else { return Ok(()) };
        let by_name = match path.extension().is_some_and(|end| end == "jsonl" || end == "ndjson") {
            true => PatternFormat::JsonLines,
            false => PatternFormat::GSpan,
        };
        let text = SubgraphText::new(prepared, self.output_format.unwrap_or(by_name));
        let write = |out: &mut dyn Write| -> io::Result<()> {
            let mut out = BufWriter::new(out);
            for (number, (pattern, exact)) in (0..).zip(patterns) {
                let CollectedPattern { code, support, .. } = pattern;
                let found =
                    FrequentSubgraph { code, kinds: prepared.kinds(), support: *support, exact: *exact };
                text.write(&mut out, number, &found)?;
            }
            out.flush()
        };
        if path == Path::new("-") {
            return write(&mut io::stdout().lock()).context("standard output: cannot be written");
        }
        let written = export::create(path).and_then(|mut file| write(&mut file));
        written.with_context(|| format!("{}: cannot be written", path.display()))
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
