//! Every job of the library, small: what it answers as text. Tests that hold of all jobs go through this table: the
//! driver that fails (`crates/simulated_driver`), several devices (`tests/teams.rs`), one graph for all
//! (`tests/placed.rs`).

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use motherlode::graph::{Csr, Graph, GraphBuilder, generate};
use motherlode::mine::compare::Measure;
use motherlode::mine::estimate::EstimateOptions;
use motherlode::mine::frequent::{ImageOptions, PreparedGraph};
use motherlode::mine::list::{ListOptions, RejectionOptions};
use motherlode::mine::local::{Anchor, Counts, anchored, at_edges};
use motherlode::mine::null::{NullModel, NullOptions, NullSampler};
use motherlode::mine::significance::{
    ColouredStatistic, Ensemble, GraphStatistic, LocalStatistic, LocalSums, SampleCounts, SampleStatistic,
    Sampling, Significance, Statistic,
};
use motherlode::mine::transactions::{FrequentOptions, PreparedDatabase};
use motherlode::mine::verify::{VerifyOptions, verify};
use motherlode::mine::{
    Context, CountOptions, Counting, Launches, MaximalCliqueOptions, Method, MineError, Placed, VertexOrder,
    count, transactions,
};
use motherlode::pattern::Pattern;
use motherlode::place;
use motherlode::plan::{Induced, Matching};
use motherlode::primitives::{ExternalSort, ExternalSortOptions, sort_external};
use motherlode::runtime::{MemorySize, Team};
use motherlode::transactions::{DatabaseFormat, parse};

/// A job, small.
#[derive(Clone, Copy)]
pub struct JobRow {
    /// What it is called: `FAULTS_JOB` takes it.
    pub name: &'static str,
    /// The families of kernels that a card loads for it beforehand. None for what goes on the first card alone, when it
    /// is asked for.
    pub families: Option<fn() -> Vec<&'static str>>,
    how: How,
}

/// How a job is asked.
#[derive(Clone, Copy)]
enum How {
    /// Of a graph that is on its devices.
    Placed(fn(&Placed) -> Result<String, MineError>),
    /// Of a graph of its own, or of something else.
    Own(fn(&Team) -> Result<String, MineError>),
}

impl JobRow {
    /// The answer of a team.
    pub fn answer(&self, team: &Team) -> Result<String, MineError> {
        match self.how {
            How::Placed(answer) => answer(&Placed::new(&graph(), team)),
            How::Own(answer) => answer(team),
        }
    }

    /// The answer on [`graph`], which others may have asked before. None of a job that takes something else.
    pub fn answer_on(&self, placed: &Placed) -> Option<Result<String, MineError>> {
        match self.how {
            How::Placed(answer) => Some(answer(placed)),
            How::Own(_) => None,
        }
    }
}

/// A job on [`graph`]. One that launches nothing has no families.
const fn placed(
    name: &'static str,
    families: fn() -> Vec<&'static str>,
    answer: fn(&Placed) -> Result<String, MineError>,
) -> JobRow {
    JobRow { name, families: Some(families), how: How::Placed(answer) }
}

/// A job on something else.
const fn job(
    name: &'static str,
    families: fn() -> Vec<&'static str>,
    answer: fn(&Team) -> Result<String, MineError>,
) -> JobRow {
    JobRow { name, families: Some(families), how: How::Own(answer) }
}

/// Something that the first card does.
const fn primitive(name: &'static str, answer: fn(&Team) -> Result<String, MineError>) -> JobRow {
    JobRow { name, families: None, how: How::Own(answer) }
}

/// The count of a pattern by a method, on [`graph`].
macro_rules! count_of {
    ($name:literal, $pattern:literal, $method:ident) => {
        placed(
            $name,
            || of_count($pattern, Method::$method),
            |placed| counted(placed, $pattern, Method::$method),
        )
    };
}

/// Whatever is checked of jobs is checked of these.
const JOBS: &[JobRow] = &[
    count_of!("triangles", "triangle", Best),
    count_of!("4-cliques", "4-clique", Best),
    count_of!("4-cycles", "4-cycle", Best),
    count_of!("diamonds from formulas", "diamond", Best),
    count_of!("houses by a walk", "house", Walk),
    count_of!("6-cycles by decomposition", "6-cycle", Decomposition),
    placed("several patterns", || families(Launches::Count(&several_patterns())), several),
    placed("an estimate", || of_estimate("5-cycle"), |placed| estimated(placed, "5-cycle")),
    placed("an estimate of cliques", || of_estimate("5-clique"), |placed| estimated(placed, "5-clique")),
    count_of!("wheels", "wheel", Best),
    placed(
        "motifs",
        || families(Launches::Motifs(4)),
        |placed| text(placed.motifs(4, &CountOptions::default())?.motifs),
    ),
    job("directed motifs", || families(Launches::DIRECTED_MOTIFS), directed_motifs),
    job("coloured motifs", || families(Launches::COLOURED_MOTIFS), coloured_motifs),
    job(
        "coloured motifs beside random graphs",
        || families(Launches::COLOURED_MOTIFS),
        coloured_motifs_beside_random_graphs,
    ),
    job("directed graphlets", || families(Launches::DIRECTED_GRAPHLETS), directed_graphlets),
    job("directed graphlets at ties", || families(Launches::DIRECTED_GRAPHLETS), directed_graphlets_at_ties),
    placed(
        "cliques",
        || Launches::families([Launches::Cliques(4), Launches::MAX_CLIQUE, Launches::CLIQUE_PROFILE]),
        clique_counts,
    ),
    placed(
        "maximal cliques",
        || families(Launches::MAXIMAL_CLIQUES),
        |placed| text(placed.maximal_cliques(1, VertexOrder::Degeneracy, &CountOptions::default())?.counts),
    ),
    placed("maximal cliques themselves", || families(Launches::LISTED_MAXIMAL_CLIQUES), cliques_themselves),
    placed(
        "bicliques",
        || families(Launches::BICLIQUES),
        |placed| {
            let context = Context::default();
            let at_vertices = placed.bicliques_at_vertices(2, 2, None, &context)?.counts;
            let at_edges = placed.bicliques_at_edges(3, 3, None, &context)?.counts;
            text((placed.bicliques(2, 3, None, &context)?.count, at_vertices, at_edges))
        },
    ),
    placed(
        "cores",
        || families(Launches::CORES),
        |placed| {
            let found = placed.cores(&Context::default())?;
            text((found.numbers, found.layers))
        },
    ),
    placed(
        "trusses",
        || families(Launches::TRUSSES),
        |placed| text(placed.trusses(&Context::default())?.numbers),
    ),
    placed(
        "nuclei",
        || families(Launches::NUCLEI),
        |placed| text(placed.nuclei(&Context::default())?.numbers),
    ),
    placed(
        "maximal bicliques",
        || families(Launches::MAXIMAL_BICLIQUES),
        |placed| {
            let context = Context::default();
            let mut listed = Vec::new();
            let take = |left: &[u32], right: &[u32]| {
                listed.push((left.to_vec(), right.to_vec()));
                ControlFlow::Continue(())
            };
            placed.each_maximal_biclique([2, 2], None, &context, take)?;
            text((placed.maximal_bicliques([2, 2], None, &context)?.sizes, listed))
        },
    ),
    placed(
        "bitrusses",
        || families(Launches::BITRUSSES),
        |placed| text(placed.bitrusses(&Context::default())?.numbers),
    ),
    job("labelled patterns", || of_count(LABELLED, Method::Walk), |team| labelled(team, Method::Walk)),
    job(
        "labelled patterns by decomposition",
        || of_count(LABELLED, Method::Decomposition),
        |team| labelled(team, Method::Decomposition),
    ),
    placed(
        "a listing",
        || of_pattern("diamond", |pattern, matching| Launches::List(pattern, matching)),
        listed,
    ),
    placed(
        "a sample",
        || {
            [
                of_pattern("house", |pattern, matching| Launches::List(pattern, matching)),
                of_pattern("triangle", |pattern, matching| Launches::List(pattern, matching)),
            ]
            .concat()
        },
        sampled,
    ),
    placed(
        "a sample by rejection",
        || of_pattern("diamond", |pattern, matching| Launches::Rejection(pattern, matching)),
        sampled_by_rejection,
    ),
    placed("local counts", || of_local("diamond"), local),
    job(
        "cliques at edges",
        || of_pattern("5-clique", |pattern, matching| Launches::AtEdges(pattern, matching)),
        cliques_at_edges,
    ),
    placed(
        "local counts by decomposition",
        || of_pattern("6-path", |pattern, matching| Launches::AtVertices(pattern, matching)),
        local_by_decomposition,
    ),
    placed("listed local counts", || [of_local("house"), of_local("bull")].concat(), listed_local),
    placed(
        "graphlet degrees",
        || families(Launches::GRAPHLETS_AT_VERTICES),
        |placed| text(graphlets(placed)?),
    ),
    placed(
        "motifs beside random graphs",
        || Launches::families(Statistic::motifs(4, Induced::Vertex).unwrap().launches()),
        beside_random_graphs,
    ),
    placed(
        "graphlets at vertices beside random graphs",
        || families(LocalStatistic::graphlets(3).unwrap().launches()),
        beside_random_graphs_at_vertices,
    ),
    job(
        "directed graphlets at vertices beside random graphs",
        || families(LocalStatistic::directed_graphlets(3, true).unwrap().launches()),
        directed_graphlets_beside_random_graphs,
    ),
    placed(
        "what is compared",
        || families(Launches::GRAPHLETS_AT_VERTICES),
        |placed| {
            let signature = placed.graphlet_signature(Measure::Gcd11, &ListOptions::default())?;
            text(signature.correlations())
        },
    ),
    placed(
        "graphlet degrees of edges",
        || families(Launches::GRAPHLETS_AT_EDGES),
        |placed| text(graphlets_of_edges(placed)?),
    ),
    job(
        "verification",
        || of_pattern("4-cycle", |pattern, matching| Launches::Verify(pattern, matching)),
        verified,
    ),
    job("frequent subgraphs", || families(Launches::TRANSACTIONS), frequent),
    job("frequent patterns of one graph", || families(Launches::FREQUENT), frequent_in_one),
    primitive("a large array", large_array),
    primitive("an external sort", sorted),
    primitive("a graph made on a card", made),
    primitive("null models", null_models),
];

/// All of them; or, while one is written, that which `FAULTS_JOB` names.
pub fn all() -> impl Iterator<Item = JobRow> {
    let wanted = std::env::var("FAULTS_JOB").ok().map(|name| named(&name).name);
    JOBS.iter().copied().filter(move |job| wanted.is_none_or(|name| name == job.name))
}

/// The job of this name.
pub fn named(name: &str) -> JobRow {
    let job = JOBS.iter().find(|job| job.name == name);
    *job.unwrap_or_else(|| panic!("'{name}' has no row in the table of jobs"))
}

fn families(launches: Launches<'_>) -> Vec<&'static str> {
    Launches::families([launches])
}

fn of_count(text: &str, method: Method) -> Vec<&'static str> {
    families(Launches::Count(&Counting::new(&[pattern(text)], &CountOptions::default().method(method))))
}

fn of_estimate(text: &str) -> Vec<&'static str> {
    families(Launches::Estimate(&pattern(text), &drawing()))
}

/// Of a job with one pattern, as subgraphs.
fn of_pattern(text: &str, launches: for<'j> fn(&'j Pattern, Matching) -> Launches<'j>) -> Vec<&'static str> {
    families(launches(&pattern(text), Matching::default()))
}

fn of_local(text: &str) -> Vec<&'static str> {
    let induced = families(Launches::AtEdges(&pattern(text), Induced::Vertex.into()));
    [
        of_pattern(text, |pattern, matching| Launches::AtVertices(pattern, matching)),
        of_pattern(text, |pattern, matching| Launches::AtEdges(pattern, matching)),
        induced,
    ]
    .concat()
}

/// The graph of most jobs.
pub fn graph() -> Csr {
    generate::rmat(5, 4, 11).unwrap()
}

/// The same with directions: an arc for each edge, or one each way.
fn directed_graph() -> Graph {
    let csr = graph();
    let mut builder = GraphBuilder::directed();
    builder.consecutive(0, csr.n().into());
    for (u, v) in (0..csr.n()).flat_map(|u| csr.neighbors(u).iter().map(move |&v| (u, v))) {
        if (u < v) == ((u + v) % 2 == 0) || u * v % 5 == 0 {
            builder.edge(u64::from(u), u64::from(v));
        }
    }
    builder.build().unwrap()
}

/// The pattern that is written so.
pub fn pattern(text: &str) -> Pattern {
    text.parse().unwrap()
}

fn text(answer: impl Debug) -> Result<String, MineError> {
    Ok(format!("{answer:?}"))
}

/// The census, and motifs of four and of five vertices.
fn directed_motifs(team: &Team) -> Result<String, MineError> {
    let placed = Placed::new(&directed_graph(), team);
    let options = CountOptions::default().induced(Induced::Vertex);
    let census = placed.triad_census(&Context::default())?.triads;
    let [fours, fives] = [4, 5].map(|k| placed.directed_motif_counts(k, &options));
    text((census, fours?, fives?))
}

/// Of a graph whose vertices and edges have labels: more classes than the tables begin with have places for.
fn coloured_motifs(team: &Team) -> Result<String, MineError> {
    let placed = Placed::new(&coloured_graph(&graph()), team);
    text(placed.coloured_motifs(4, &CountOptions::default().induced(Induced::Vertex))?.motifs)
}

fn coloured_motifs_beside_random_graphs(team: &Team) -> Result<String, MineError> {
    let graph = coloured_graph(&generate::gnm(4, 40, 9).unwrap());
    let statistic = ColouredStatistic::new(&graph, 3, Induced::Vertex)?;
    let ensemble = |index| Ok(coloured_graph(&generate::gnm(4, 40, index).unwrap()));
    let context = Context::default();
    let counts = statistic.count_alone(&Placed::new(&graph, team), &context)?;
    let mut samples = Default::default();
    let sampling = Sampling { statistic: &statistic, ensemble: &ensemble, team, samples: 3 };
    sampling.run(graph.csr(), &mut samples, &context, |_| ControlFlow::Continue(()))?;
    text(Significance::of_counts(&statistic.beside(counts, &samples)?))
}

/// With labels of vertices and edges.
fn coloured_graph(csr: &Csr) -> Graph {
    let mut builder = GraphBuilder::undirected();
    (0..csr.n()).for_each(|v| builder.vertex(u64::from(v), &[&(v % 11).to_string()]));
    for (u, v) in (0..csr.n()).flat_map(|u| csr.neighbors(u).iter().map(move |&v| (u, v))) {
        if u < v {
            builder.labelled_edge(u64::from(u), u64::from(v), ["p", "q"][(u * v % 5 / 4) as usize]);
        }
    }
    builder.build().unwrap()
}

/// At each vertex, of up to four vertices.
fn directed_graphlets(team: &Team) -> Result<String, MineError> {
    let placed = Placed::new(&directed_graph(), team);
    let graphlets = placed.directed_graphlet_degrees(4, &ListOptions::default())?;
    text(graphlets.into_iter().map(|graphlet| graphlet.local.counts).collect::<Vec<_>>())
}

/// At each tie, of up to four vertices.
fn directed_graphlets_at_ties(team: &Team) -> Result<String, MineError> {
    let placed = Placed::new(&directed_graph(), team);
    let graphlets = placed.directed_graphlet_degrees_of_ties(4, &ListOptions::default())?;
    text(graphlets.into_iter().map(|graphlet| graphlet.local.counts).collect::<Vec<_>>())
}

fn counted(placed: &Placed, name: &str, method: Method) -> Result<String, MineError> {
    text(placed.count(&pattern(name), &CountOptions::default().method(method))?.count)
}

/// From draws alone, in two rounds.
fn drawing() -> EstimateOptions {
    EstimateOptions::default().counting(false).error(1e-6).draws(64)
}

fn estimated(placed: &Placed, text_of_pattern: &str) -> Result<String, MineError> {
    let found = placed.estimate(&pattern(text_of_pattern), &drawing())?;
    text((found.estimate.to_bits(), found.draws, found.hits))
}

fn null_models(team: &Team) -> Result<String, MineError> {
    let graph = Graph::of_arcs(9, 40, |at| ((at * 7 % 9) as u32, (at * at % 8) as u32));
    let models =
        [(NullModel::Switching, Some(2)), (NullModel::Configuration, Some(2)), (NullModel::Gnm, None)];
    let samples = models.map(|(model, switches)| {
        let sampler = NullSampler::new(&graph, team, &NullOptions::new(model).switches_per_edge(switches))?;
        let samples = sampler.samples(0..2)?;
        text(samples.iter().map(|sample| sample.attributes().clone()).collect::<Vec<_>>())
    });
    Ok(samples.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

/// Keys in four runs, which two lanes sort and merge: as an array, and then as a stream of different keys and their
/// numbers.
fn sorted(team: &Team) -> Result<String, MineError> {
    let options = ExternalSortOptions::default().memory(MemorySize(112 << 10));
    let mut keys: Vec<u64> = (0..4000_u64).map(|i| ((i * i) % 4003) << 4).collect();
    let mut sort = ExternalSort::new(team.first(), options.clone())?;
    sort.push(&keys)?;
    sort_external(team.first(), &mut keys, options)?;
    assert!(keys.is_sorted());
    let (mut different, mut all) = (0, 0);
    sort.for_each_counted(|keys, counts| -> Result<(), MineError> {
        different += keys.len();
        all += counts.iter().sum::<u64>();
        Ok(())
    })?;
    text((different, all, keys[1234]))
}

/// Triangles of a graph that the first device makes, which its lists then come from.
fn made(team: &Team) -> Result<String, MineError> {
    let pairs = generate::rmat_pairs(8, 7, 5).expect("a small graph");
    let graph = place::make_on(team.first(), &pairs)?.expect("a graph with edges");
    let counted = count(&graph, &pattern("triangle"), team, &CountOptions::default())?;
    text((graph.n(), graph.edges(), counted.count))
}

fn several_patterns() -> Counting {
    Counting::new(
        &["diamond", "4-clique", "5-cycle"].map(pattern),
        &CountOptions::default().method(Method::Walk),
    )
}

fn several(placed: &Placed) -> Result<String, MineError> {
    let counts = several_patterns().run(placed)?.counts;
    text(counts.into_iter().map(|(count, _)| count).collect::<Vec<_>>())
}

fn clique_counts(placed: &Placed) -> Result<String, MineError> {
    let options = CountOptions::default();
    let one = placed.cliques(4, VertexOrder::Degree, &options)?.counts;
    let largest = placed.max_clique(VertexOrder::Degeneracy, &options)?.vertices;
    text((one, placed.clique_profile(VertexOrder::Degeneracy, &options)?.counts, largest))
}

/// Some maximal cliques, and in how many each vertex is.
fn cliques_themselves(placed: &Placed) -> Result<String, MineError> {
    let mut lister = placed.list_maximal_cliques(&MaximalCliqueOptions::default())?;
    let mut rows = Vec::new();
    while let Some(batch) = lister.next_batch()? {
        rows.extend(batch.rows().map(<[u32]>::to_vec));
    }
    let options = CountOptions::default();
    text((rows, placed.maximal_cliques_at_vertices(1, VertexOrder::Degeneracy, &options)?.counts))
}

/// The same with labels of vertices and edges.
pub fn labelled_graph() -> Graph {
    generate::label(graph().into(), 3, 2, 5)
}

const LABELLED: &str = "(a:0)-[:1]-(b:1)-c-a";

fn labelled(team: &Team, method: Method) -> Result<String, MineError> {
    text(count(&labelled_graph(), &pattern(LABELLED), team, &CountOptions::default().method(method))?.count)
}

fn listed(placed: &Placed) -> Result<String, MineError> {
    let mut rows = Vec::new();
    let keep = |batch: motherlode::mine::list::Batch<'_>| {
        rows.extend(batch.rows().map(<[u32]>::to_vec));
        ControlFlow::Continue(())
    };
    placed.list(&pattern("diamond"), &ListOptions::default(), keep)?;
    text(rows)
}

fn sampled(placed: &Placed) -> Result<String, MineError> {
    let options = ListOptions::default();
    let first = placed.exists(&pattern("house"), &options)?.first;
    let drawn = placed.sample(&pattern("triangle"), &options, 5, 1)?;
    text((first, drawn.of, drawn.ids))
}

/// With a pilot of one group of attempts, on which few rounds follow.
fn sampled_by_rejection(placed: &Placed) -> Result<String, MineError> {
    let options = RejectionOptions::default().size(8).seed(2).attempts(1 << 14);
    let drawn = placed.sample_by_rejection(&pattern("diamond"), &options)?;
    text((drawn.ids, drawn.by))
}

fn local(placed: &Placed) -> Result<String, MineError> {
    let options = ListOptions::default();
    let vertices = placed.at_vertices(&pattern("diamond"), &options)?.counts;
    let edges = placed.at_edges(&pattern("diamond"), &options.clone().induced(Induced::Vertex))?.counts;
    let (graph, team) = (placed.target(), placed.team());
    let through = anchored(graph, &pattern("triangle"), team, &options, Anchor::Vertex(0))?.count;
    text((vertices, edges, through))
}

fn cliques_at_edges(team: &Team) -> Result<String, MineError> {
    let graph = generate::rmat(6, 8, 11).unwrap();
    text(at_edges(&graph, &pattern("5-clique"), team, &ListOptions::default())?.counts)
}

fn local_by_decomposition(placed: &Placed) -> Result<String, MineError> {
    text(placed.at_vertices(&pattern("6-path"), &ListOptions::default())?.counts)
}

fn listed_local(placed: &Placed) -> Result<String, MineError> {
    let options = ListOptions::default();
    let vertices = placed.at_vertices(&pattern("house"), &options)?.counts;
    text((vertices, placed.at_edges(&pattern("bull"), &options)?.counts))
}

fn graphlets(placed: &Placed) -> Result<Vec<Counts>, MineError> {
    let graphlets = placed.graphlet_degrees(3, &ListOptions::default())?;
    Ok(graphlets.into_iter().map(|graphlet| graphlet.local.counts).collect())
}

fn graphlets_of_edges(placed: &Placed) -> Result<Vec<Counts>, MineError> {
    let graphlets = placed.graphlet_degrees_of_edges(4, &ListOptions::default())?;
    Ok(graphlets.into_iter().map(|graphlet| graphlet.local.counts).collect())
}

fn beside_random_graphs(placed: &Placed) -> Result<String, MineError> {
    let statistic = Statistic::motifs(4, Induced::Vertex)?;
    let ensemble = |index| Ok(Graph::from(generate::gnm(4, 40, index).unwrap()));
    let sampling = Sampling { statistic: &statistic, ensemble: &ensemble, team: placed.team(), samples: 5 };
    let context = Context::default();
    let counts = statistic.count(placed, &context)?;
    let go_on = |_: &SampleCounts| ControlFlow::Continue(());
    let mut samples = SampleCounts::default();
    sampling.run(&graph(), &mut samples, &context, go_on)?;
    text((Significance::of(&statistic, &counts, &samples), samples))
}

fn beside_random_graphs_at_vertices(placed: &Placed) -> Result<String, MineError> {
    // As many vertices as the graph has, the first of which are joined.
    let vertices = placed.target().csr.n();
    let ensemble = |index| {
        let drawn = generate::gnm(4, 40, index).unwrap();
        let edges: Vec<(u32, u32)> = drawn.each_edge().collect();
        Ok(Graph::from(Csr::from_edges(vertices, &edges)))
    };
    judged_at_vertices(&LocalStatistic::graphlets(3)?, placed, &ensemble)
}

fn directed_graphlets_beside_random_graphs(team: &Team) -> Result<String, MineError> {
    let ensemble = |index: u64| {
        let arc = |at: usize| ((at * 5 % 9) as u32, ((at + index as usize) * at % 8) as u32);
        Ok(Graph::of_arcs(9, 30, arc))
    };
    let placed = Placed::new(&ensemble(0)?, team);
    judged_at_vertices(&LocalStatistic::directed_graphlets(3, true)?, &placed, &ensemble)
}

fn judged_at_vertices(
    statistic: &LocalStatistic,
    placed: &Placed,
    ensemble: &dyn Ensemble,
) -> Result<String, MineError> {
    let sampling = Sampling { statistic, ensemble, team: placed.team(), samples: 5 };
    let mut sums = LocalSums::of_graph(statistic, placed, &Context::default())?;
    sampling.add_to(placed.target().csr, &mut sums, &Context::default())?;
    text(sums.judged())
}

fn verified(team: &Team) -> Result<String, MineError> {
    let (options, how) = (CountOptions::default(), VerifyOptions::default());
    let verified = verify(&graph(), &pattern("4-cycle"), std::slice::from_ref(team), &options, &how)?;
    text(verified.comparisons.iter().map(|comparison| comparison.agrees()).collect::<Vec<_>>())
}

/// One that goes to the card and back in parts, by way of pinned memory.
fn large_array(team: &Team) -> Result<String, MineError> {
    let array: Vec<u32> = (0..17 << 18).map(|i: u32| i.wrapping_mul(0x9e37_79b9)).collect();
    let back = team.first().upload(&array)?.download()?;
    text(back == array)
}

fn frequent_in_one(team: &Team) -> Result<String, MineError> {
    let prepared = PreparedGraph::new(&labelled_graph(), 5, &Default::default())?;
    let options = ImageOptions::default().support(5).max_edges(3).images(true);
    let mut found = Vec::new();
    motherlode::mine::frequent::mine(&prepared, team, &options, |one| {
        found.push(format!("{:?} at {:?}", one.code, one.images.map(|images| images.all())));
        Ok(())
    })?;
    text(found)
}

const DATABASE: &[u8] = b"t # 0\nv 0 1\nv 1 2\nv 2 1\ne 0 1 5\ne 1 2 5\ne 0 2 6\n\
    t # 1\nv 0 1\nv 1 2\nv 2 3\ne 0 1 5\ne 1 2 5\nt # 2\nv 0 2\nv 1 1\nv 2 1\ne 0 1 5\ne 1 2 6\ne 0 2 5\n";

fn frequent(team: &Team) -> Result<String, MineError> {
    let database = parse(DATABASE, Path::new("made.gspan"), Some(DatabaseFormat::GSpan)).unwrap();
    let found = Mutex::new(Vec::new());
    transactions::mine(
        &PreparedDatabase::new(&database, 2),
        team,
        &FrequentOptions::default().support(2),
        |one| {
            found.lock().unwrap().push(format!("{:?} in {}", one.code, one.support));
            Ok(())
        },
    )?;
    let mut found = found.into_inner().unwrap();
    found.sort();
    text(found)
}
