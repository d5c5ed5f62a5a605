//! Options that several commands share.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use motherlode::graph::{self, ExtraColumns, LoadOptions};
use motherlode::mine::{CountOptions, Method};
use motherlode::pattern::Pattern;
use motherlode::plan::{Feature, Features, Induced, Matching, Semantics};
use motherlode::runtime::{HostMemory, ListAccess, Members, MemorySize, Selection};

use super::exit::{Misuse, complain};
use super::formats;
use super::overwrite::Files;
use super::source::{GraphSource, POSITIONAL};

/// How a graph is read.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Input options")]
pub struct ReadArgs {
    #[arg(
        long,
        value_name = "FORMAT",
        help = formats::of_input(),
        long_help = formats::of_input_in_full(),
        value_parser = formats::input(),
        hide_possible_values = true
    )]
    input_format: Option<String>,

    #[arg(
        long,
        value_name = "ACTION",
        help = formats::EXTRA_COLUMNS,
        long_help = formats::of_extra_columns(),
        default_value = "refuse",
        value_parser = extra_columns(),
        hide_possible_values = true
    )]
    extra_columns: ExtraColumns,

    /// Vertices are called by names, even if the first edge has numbers
    ///
    /// For edge lists, adjacency lists and csv. Without it, ids are names if the first edge has a word or a quote in
    /// it: then numbers are names too. Names with spaces stand in double quotes, or have tabs or commas between. If all
    /// are whole numbers in the end, ids are numbers.
    #[arg(long)]
    names: bool,

    #[arg(long, help = formats::DIRECTED, long_help = formats::of_directed())]
    directed: bool,

    /// A file with the labels of the vertices
    ///
    /// Lines of an id and one or more labels (words or numbers), as '7 Person'. Every vertex of the graph needs a line;
    /// one with several lines has the labels of all. A heading, and lines for other ids, are left. An input that has
    /// labels of its own takes none.
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,

    /// A CSV file with properties of the vertices
    ///
    /// A header, and lines of an id and values, as '7,34,GABA' under 'id,age,kind'; with tabs or commas between.
    /// Patterns may then ask for '(a {age > 30})'. A column is of numbers, of true and false, or of text, whichever all
    /// its values are; one that is empty is missing, as are those of a vertex without a line. Lines for other ids are
    /// left.
    #[arg(long, value_name = "FILE")]
    vertex_properties: Option<PathBuf>,

    /// A CSV file with properties of the edges
    ///
    /// The same with two ids a line: the ends of an edge, which the graph must have; with --directed, the arc from the
    /// first to the second. Several lines for the same ends are several edges, of which 'a-[{weight > 2}]-b' asks for
    /// one.
    #[arg(long, value_name = "FILE")]
    edge_properties: Option<PathBuf>,
}

impl ReadArgs {
    /// The files that are read, with those of `source`.
    pub fn files<'f>(&'f self, source: &'f GraphSource) -> Files<'f> {
        Files::default()
            .reading(source.file())
            .reading(self.labels.as_deref())
            .reading(self.vertex_properties.as_deref())
            .reading(self.edge_properties.as_deref())
    }

    /// Whether properties are read.
    pub fn has_properties(&self) -> bool {
        self.vertex_properties.is_some() || self.edge_properties.is_some()
    }

    /// Checks that no option says more of the graph than which vertices are joined, for jobs that look at nothing else.
    ///
    /// # Errors
    /// The option that would have no effect.
    pub fn check_plain(&self) -> Result<(), Misuse> {
        self.check_undirected()?;
        self.check_unlabelled()
    }

    /// Checks that no option says more of the graph than which vertices are joined, and what properties they have.
    ///
    /// # Errors
    /// The option that would have no effect.
    pub fn check_weighted(&self) -> Result<(), Misuse> {
        self.check_undirected()?;
        self.check_but_for_vertex_properties()
    }

    /// Whether edges are read as arcs.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// Checks that no option says more of the graph than which vertices are joined, and by which arcs.
    ///
    /// # Errors
    /// The option that would have no effect.
    pub fn check_unlabelled(&self) -> Result<(), Misuse> {
        self.check_but_for_vertex_properties()?;
        refuse([(
            self.vertex_properties.is_some(),
            "--vertex-properties: properties are not looked at here; leave it out",
        )])
    }

    fn check_undirected(&self) -> Result<(), Misuse> {
        refuse([(self.directed, "--directed: directions are not looked at here; leave it out")])
    }

    /// Checks that no properties of edges are given, for jobs on no pattern: none looks at these.
    ///
    /// # Errors
    /// The option that would have no effect.
    pub fn check_without_edge_properties(&self) -> Result<(), Misuse> {
        refuse([(
            self.edge_properties.is_some(),
            "--edge-properties: properties of edges are not looked at here; leave it out",
        )])
    }

    fn check_but_for_vertex_properties(&self) -> Result<(), Misuse> {
        self.check_without_edge_properties()?;
        refuse([
            (self.labels.is_some(), "--labels: labels are not looked at here; leave it out"),
            (
                self.extra_columns == ExtraColumns::Label,
                "--extra-columns label: labels are not looked at here; 'ignore' leaves the columns",
            ),
        ])
    }

    /// The options that the readers take, for jobs on `patterns`: properties that none asks for are not read.
    pub fn options<'p>(&self, patterns: impl IntoIterator<Item = &'p Pattern>) -> LoadOptions {
        self.options_with(BTreeSet::new(), patterns)
    }

    /// The options that the readers take, for jobs on `patterns` that ask for `properties`, too.
    pub fn options_with<'p>(
        &self,
        mut properties: BTreeSet<String>,
        patterns: impl IntoIterator<Item = &'p Pattern>,
    ) -> LoadOptions {
        properties.extend(patterns.into_iter().flat_map(Pattern::properties).map(str::to_owned));
        let format: Option<graph::GraphFormat> =
            self.input_format.as_deref().and_then(|name| name.parse().ok());
        LoadOptions::default()
            .format(format)
            .extra_columns(self.extra_columns)
            .names(self.names)
            .directed(self.directed)
            .labels(self.labels.clone())
            .vertex_properties(self.vertex_properties.clone())
            .edge_properties(self.edge_properties.clone())
            .properties(properties)
    }
}

/// Refuses the first of these options that is given.
fn refuse<const N: usize>(options: [(bool, &str); N]) -> Result<(), Misuse> {
    match options.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, why)) => Err(Misuse(why.to_owned())),
        None => Ok(()),
    }
}

/// How many threads the CPU's part of a job has.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Device options")]
pub struct ThreadArgs {
    /// Threads on the CPU [default: all logical cores]
    ///
    /// Reading and preparing a graph are done on the CPU whatever the device, and so is the counting with --device cpu.
    /// The default is the number of logical cores, or RAYON_NUM_THREADS if that is set; more than 8 for each core are
    /// not started.
    #[arg(long, value_name = "N", global = true, value_parser = at_least_one)]
    threads: Option<u32>,
}

/// The most threads for each logical core: they never wait for anything but a core.
const THREADS_A_CORE: usize = 8;

/// The most threads that are started.
fn most_threads() -> usize {
    THREADS_A_CORE * logical_cores()
}

fn logical_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl ThreadArgs {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system refuses them.
    pub fn start(self) -> anyhow::Result<()> {
        let by_environment =
            || std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok().filter(|&threads| threads > 0);
        let asked =
            self.threads.or_else(by_environment).map_or_else(logical_cores, |threads| threads as usize);
        let threads = asked.min(most_threads());
        if threads < asked {
            complain(format_args!(
                "{asked} threads are asked for, and {threads} started: {THREADS_A_CORE} for each logical core"
            ));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build_global().with_context(|| {
            format!("cannot start {threads} threads (fewer --threads need less; ulimit -u and -v are limits)")
        })
    }
}

fn at_least_one(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(|| "it must be a whole number, and at least 1".into())
}

/// Where a job runs.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Device options")]
pub struct DeviceArgs {
    /// auto, cpu, cuda:N or cuda:N,M for cards, cuda:all, or all
    ///
    /// Where to count. 'auto' is the first NVIDIA card, joined by the others when the counting takes more than 0.3
    /// seconds; it is the CPU where there is no driver or no card. 'cuda:N' is the card of that number as 'motherlode
    /// devices' lists them, and no other; 'cuda' is 'cuda:0'. 'cuda:0,2' are these cards, of which the first prepares
    /// the graph; 'cuda:all' are all cards, and 'all' are all cards and the CPU. Several devices share the work, with
    /// the same result as one. A card that is not there is an error, and so is a first card that does not start. Any
    /// other that fails is left out, which standard error says, and the rest do its part.
    #[arg(long, value_name = "DEVICE", default_value_t)]
    pub device: Selection,

    /// The most memory to take on each device, as 4GiB
    ///
    /// A number and a unit: none for bytes, or K, M, G, T for powers of 1024 (KB and KiB, and so on, mean the same).
    /// Each of several devices may take as much.
    /// It is never exceeded: a job takes fewer warps first, and is refused when not even a few fit. The default is
    /// 90% of what is free on a card, and no limit on the CPU, where it covers the buffers of the counting and not
    /// the graph.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    pub memory: Option<MemorySize>,

    /// The most host memory to take for what does not fit on the cards
    ///
    /// A graph that is too large for a card's part of --memory is spread: over the cards of the job that can read each
    /// other, and what they have no room for lies in pinned host memory, which they read over the bus. What is read
    /// most stays on each card. Written as for --memory; the default is half of what is free on the host, and 0 means
    /// none.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    host_memory: Option<HostLimit>,

    /// How cards get to lists that lie in host memory
    ///
    /// 'in-place': a card reads a list over the bus each time that it needs it. 'tiles': lists of consecutive vertices
    /// are brought to the card together, and mined there; counts of triangles and of cliques can do that, and the
    /// others read in place. 'auto' takes what less time is expected of. It changes nothing where the lists fit on the
    /// cards.
    #[arg(long, value_name = "WAY", default_value = "auto")]
    lists: ListAccessArg,
}

/// How cards get to lists that lie in host memory: [`ListAccess`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListAccessArg {
    Auto,
    InPlace,
    Tiles,
}

impl From<ListAccessArg> for ListAccess {
    fn from(lists: ListAccessArg) -> ListAccess {
        match lists {
            ListAccessArg::Auto => ListAccess::Auto,
            ListAccessArg::InPlace => ListAccess::InPlace,
            ListAccessArg::Tiles => ListAccess::Tiles,
        }
    }
}

impl DeviceArgs {
    /// Whether a device or a budget was asked for.
    pub fn is_asked_for(&self) -> bool {
        self.device != Selection::default()
            || self.memory.is_some()
            || self.host_memory.is_some()
            || self.lists != ListAccessArg::Auto
    }

    /// The devices, each with its budget, and the host's.
    pub fn members(&self) -> Members {
        let host = self
            .host_memory
            .map_or_else(HostMemory::half_of_free, |HostLimit(limit)| limit.map(HostMemory::new));
        Members { selection: self.device.clone(), memory: self.memory, host, lists: self.lists.into() }
    }
}

/// What `--host-memory` says: a size, or 0 for none.
#[derive(Clone, Copy, Debug)]
struct HostLimit(Option<MemorySize>);

impl FromStr for HostLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "0" {
            return Ok(HostLimit(None));
        }
        let size = text.parse().map_err(|wrong: String| format!("{wrong}, or 0 for none"))?;
        Ok(HostLimit(Some(size)))
    }
}

/// Parses `--extra-columns`.
fn extra_columns() -> impl TypedValueParser<Value = ExtraColumns> {
    one_of([
        ("refuse", ExtraColumns::Refuse, "A third column is an error"),
        ("ignore", ExtraColumns::Ignore, "Columns after the second are skipped"),
        ("label", ExtraColumns::Label, "The third column is the label of the edge"),
    ])
}

/// Parses `--induced`.
pub fn induced() -> impl TypedValueParser<Value = Induced> {
    one_of([
        ("edge", Induced::Edge, "Edges of the pattern must be in the graph; other edges may be"),
        ("vertex", Induced::Vertex, "The graph has exactly the pattern's edges between the matched vertices"),
    ])
}

/// Parses `--semantics`.
pub fn semantics() -> impl TypedValueParser<Value = Semantics> {
    one_of([
        ("subgraphs", Semantics::Subgraphs, "Injective maps, up to the pattern's automorphisms"),
        ("embeddings", Semantics::Embeddings, "Injective maps"),
        ("homomorphisms", Semantics::Homomorphisms, "All maps that keep edges"),
    ])
}

/// Parses one of a few values: the name of each, the value, and what it means, which completions show beside the name.
pub fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let names = values.map(|(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).map(move |given| {
        let (_, value, _) =
            values.iter().find(|(name, ..)| *name == given).expect("clap takes no other name");
        *value
    })
}

/// PATTERN: what is looked for.
#[derive(Args, Debug)]
pub struct PatternArgs {
    /// A name, like house, or a pattern, like '(a:Person)->b, b-c'
    ///
    /// Names: edge, wedge, triangle, diamond, tailed-triangle, house, bull, bowtie and others, and families with a
    /// number: k-clique, k-cycle and k-path (of k vertices), k-star (of k leaves). 030T, 021C and the like are the
    /// triads of directed graphs, as a census counts them. An unknown name is answered with the nearest known ones.
    ///
    /// Patterns: 'a-b, b-c, c-a' or '0-1 1-2 2-0' or the chain 'a-b-c-a', connected, of 2 to 12 vertices. '(a:x|y)' is
    /// a vertex with one of these labels, 'a-[:x]-b' an edge with one, 'a->b' an arc; 'a!b' are not adjacent, and
    /// '!(x)-a' is a vertex that must not exist. docs/patterns.md explains the language. A file is given by a name that
    /// ends in .pattern, or in .el for lines of two vertices.
    #[arg(value_name = "PATTERN", help_heading = POSITIONAL)]
    pub pattern: String,

    /// edge, or vertex for induced subgraphs
    ///
    /// Whether edges that the pattern lacks must be absent. 'edge': a match is a subgraph with the pattern's edges;
    /// its vertices may be joined by more. 'vertex': between the vertices of a match there are the pattern's edges
    /// and no others. The two agree on cliques.
    #[arg(
        long,
        value_name = "KIND",
        default_value = "edge",
        value_parser = induced(),
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    pub induced: Induced,
}

/// How plans are made.
#[derive(Args, Debug)]
pub struct PlannerArgs {
    /// Leave out a part of the planner, to see what it is worth; may be given more than once
    ///
    /// For experts. Leaves out a part of what makes a plan cheap; the count stays the same. The parts:
    /// symmetry-breaking, restriction-scoring, order-scoring, graph-statistics, reuse (of intersections by several
    /// levels), bounded-lists, binomial-leaf (interchangeable last vertices are counted together), inclusion-exclusion
    /// (different last vertices are, too), pruning (of the search for the plan), prefix-sharing (by several patterns),
    /// decomposition (of patterns whose matches are many) and eager-sets (made as soon as their vertices are fixed).
    /// docs/plans.md says what each does, and what it gains. 'count' walks the plan then, whatever --method says;
    /// without decomposition alone, patterns that have a way of their own are still counted that way.
    #[arg(long, value_name = "FEATURE", value_parser = Feature::from_str, help_heading = "Counting options")]
    pub without: Vec<Feature>,
}

impl PlannerArgs {
    /// The parts of the planner that are in use.
    pub fn features(&self) -> Features {
        Features::all_without(self.without.iter().copied())
    }

    /// How to count with these parts, by a method: where one is left out that makes plans cheap, a plan is walked.
    pub fn counting(&self, matching: Matching, method: Method) -> CountOptions {
        let of_plans = self.without.iter().any(|&feature| feature != Feature::Decomposition);
        let method = if of_plans { Method::Walk } else { method };
        CountOptions::default().matching(matching).method(method).planner(self.features())
    }
}

/// PATTERN, and what is counted of it.
#[derive(Args, Debug)]
pub struct MatchingArgs {
    #[command(flatten)]
    pub pattern: PatternArgs,

    /// subgraphs, embeddings or homomorphisms
    ///
    /// What is counted. 'subgraphs': each subgraph once, whatever the pattern's automorphisms. 'embeddings': the ways
    /// to map the pattern's vertices to different vertices of the graph, so that a triangle counts six times.
    /// 'homomorphisms': all ways to map the pattern's vertices so that its edges go to edges; vertices that are not
    /// adjacent may then share one. The result says which.
    #[arg(
        long,
        value_name = "KIND",
        default_value = "subgraphs",
        value_parser = semantics(),
        hide_possible_values = true,
        help_heading = "Counting options"
    )]
    pub semantics: Semantics,
}

impl MatchingArgs {
    /// What a match is.
    pub fn matching(&self) -> Matching {
        Matching { induced: self.pattern.induced, semantics: self.semantics }
    }
}
