//! Every job of the library, small: what it answers as text.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::estimate::EstimateOptions;
use motherlode::mine::frequent::{ImageOptions, PreparedGraph};
use motherlode::mine::list::{ListOptions, RejectionOptions, exists, list, sample};
use motherlode::mine::local::{
    Anchor, Counts, anchored, at_edges, at_vertices, graphlet_degrees, graphlet_degrees_of_edges,
};
use motherlode::mine::transactions::{FrequentOptions, PreparedDatabase};
use motherlode::mine::verify::{VerifyOptions, verify};
use motherlode::mine::{
    CountOptions, Counting, Launches, Method, MineError, Placed, VertexOrder, clique_profile, cliques, count,
    max_clique, maximal_cliques, motifs, transactions,
};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching};
use motherlode::primitives::{ExternalSort, ExternalSortOptions, sort_external};
use motherlode::runtime::{MemorySize, Team};
use motherlode::transactions::{DatabaseFormat, parse};

/// A job, small.
#[derive(Clone, Copy)]
pub struct Job {
    pub name: &'static str,
    /// The families of kernels that a card loads for it beforehand. None for what goes on the first card alone, when it is asked for.
    pub families: Option<fn() -> Vec<&'static str>>,
    pub answer: fn(&Team) -> Result<String, MineError>,
}

/// A job on a team.
const fn job(
    name: &'static str,
    families: fn() -> Vec<&'static str>,
    answer: fn(&Team) -> Result<String, MineError>,
) -> Job {
    Job { name, families: Some(families), answer }
}

/// Something that the first card does.
const fn primitive(name: &'static str, answer: fn(&Team) -> Result<String, MineError>) -> Job {
    Job { name, families: None, answer }
}

/// Whatever is checked of jobs is checked of these.
const JOBS: &[Job] = &[
    job("triangles", || of_count("triangle", Method::Best), |team| counted(team, "triangle", Method::Best)),
    job("4-cliques", || of_count("4-clique", Method::Best), |team| counted(team, "4-clique", Method::Best)),
    job("4-cycles", || of_count("4-cycle", Method::Best), |team| counted(team, "4-cycle", Method::Best)),
    job(
        "diamonds from formulas",
        || of_count("diamond", Method::Best),
        |team| counted(team, "diamond", Method::Best),
    ),
    job("houses by a walk", || of_count("house", Method::Walk), |team| counted(team, "house", Method::Walk)),
    job(
        "6-cycles by decomposition",
        || of_count("6-cycle", Method::Decomposition),
        |team| counted(team, "6-cycle", Method::Decomposition),
    ),
    job("several patterns", || families(Launches::Count(&several_patterns())), several),
    job("an estimate", || of_estimate("5-cycle"), |team| estimated(team, "5-cycle")),
    job("an estimate of cliques", || of_estimate("5-clique"), |team| estimated(team, "5-clique")),
    job("wheels", || of_count("wheel", Method::Best), |team| counted(team, "wheel", Method::Best)),
    job(
        "motifs",
        || families(Launches::Motifs(4)),
        |team| text(motifs(&graph(), 4, team, &CountOptions::default())?.motifs),
    ),
    job(
        "cliques",
        || Launches::families([Launches::Cliques(4), Launches::MaxClique, Launches::CliqueProfile]),
        clique_counts,
    ),
    job("maximal cliques", || Launches::families([Launches::MaximalCliques]), maximal_clique_counts),
    job("labelled patterns", || of_count(LABELLED, Method::Walk), |team| labelled(team, Method::Walk)),
    job(
        "labelled patterns by decomposition",
        || of_count(LABELLED, Method::Decomposition),
        |team| labelled(team, Method::Decomposition),
    ),
    job("a listing", || of_pattern("diamond", |pattern, matching| Launches::List(pattern, matching)), listed),
    job(
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
    job(
        "a sample by rejection",
        || of_pattern("diamond", |pattern, matching| Launches::Rejection(pattern, matching)),
        sampled_by_rejection,
    ),
    job("local counts", || of_local("diamond"), local),
    job(
        "cliques at edges",
        || of_pattern("5-clique", |pattern, matching| Launches::AtEdges(pattern, matching)),
        cliques_at_edges,
    ),
    job(
        "local counts by decomposition",
        || of_pattern("6-path", |pattern, matching| Launches::AtVertices(pattern, matching)),
        local_by_decomposition,
    ),
    job("listed local counts", || [of_local("house"), of_local("bull")].concat(), listed_local),
    job("graphlet degrees", || families(Launches::GraphletsAtVertices), |team| text(graphlets(team)?)),
    job(
        "graphlet degrees of edges",
        || families(Launches::GraphletsAtEdges),
        |team| text(graphlets_of_edges(team)?),
    ),
    job(
        "verification",
        || of_pattern("4-cycle", |pattern, matching| Launches::Verify(pattern, matching)),
        verified,
    ),
    job("frequent subgraphs", || families(Launches::Transactions), frequent),
    job("frequent patterns of one graph", || families(Launches::Frequent), frequent_in_one),
    primitive("a large array", large_array),
    primitive("an external sort", sorted),
];

/// All of them; or, while one is written, that which `FAULTS_JOB` names.
pub fn all() -> impl Iterator<Item = Job> {
    let wanted = std::env::var("FAULTS_JOB").ok().map(|name| named(&name).name);
    JOBS.iter().copied().filter(move |job| wanted.is_none_or(|name| name == job.name))
}

/// The job of this name.
pub fn named(name: &str) -> Job {
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

pub fn graph() -> Csr {
    generate::rmat(5, 4, 11).unwrap()
}

pub fn pattern(text: &str) -> Pattern {
    text.parse().unwrap()
}

fn text(answer: impl Debug) -> Result<String, MineError> {
    Ok(format!("{answer:?}"))
}

fn counted(team: &Team, name: &str, method: Method) -> Result<String, MineError> {
    text(count(&graph(), &pattern(name), team, &CountOptions::default().method(method))?.count)
}

/// From draws alone, in two rounds.
fn drawing() -> EstimateOptions {
    EstimateOptions::default().counting(false).error(1e-6).draws(64)
}

fn estimated(team: &Team, text_of_pattern: &str) -> Result<String, MineError> {
    let found = Placed::new(&graph(), team.clone()).estimate(&pattern(text_of_pattern), &drawing())?;
    text((found.estimate.to_bits(), found.draws, found.hits))
}

/// Keys in four runs, which two lanes sort and merge: as an array, and then as a stream of different keys and their numbers.
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

fn several_patterns() -> Counting {
    Counting::new(
        &["diamond", "4-clique", "5-cycle"].map(pattern),
        &CountOptions::default().method(Method::Walk),
    )
}

fn several(team: &Team) -> Result<String, MineError> {
    let counts = several_patterns().run(&Placed::new(&graph(), team))?.counts;
    text(counts.into_iter().map(|(count, _)| count).collect::<Vec<_>>())
}

fn clique_counts(team: &Team) -> Result<String, MineError> {
    let options = CountOptions::default();
    let one = cliques(&graph(), 4, VertexOrder::Degree, team, &options)?.counts;
    let largest = max_clique(&graph(), VertexOrder::Degeneracy, team, &options)?.vertices;
    text((one, clique_profile(&graph(), VertexOrder::Degeneracy, team, &options)?.counts, largest))
}

fn maximal_clique_counts(team: &Team) -> Result<String, MineError> {
    text(maximal_cliques(&graph(), 1, VertexOrder::Degeneracy, team, &CountOptions::default())?.counts)
}

pub fn labelled_graph() -> Graph {
    generate::label(graph().into(), 3, 2, 5)
}

const LABELLED: &str = "(a:0)-[:1]-(b:1)-c-a";

fn labelled(team: &Team, method: Method) -> Result<String, MineError> {
    text(count(&labelled_graph(), &pattern(LABELLED), team, &CountOptions::default().method(method))?.count)
}

fn listed(team: &Team) -> Result<String, MineError> {
    let mut rows = Vec::new();
    let keep = |batch: motherlode::mine::list::Batch<'_>| {
        rows.extend(batch.rows().map(<[u32]>::to_vec));
        ControlFlow::Continue(())
    };
    list(&graph(), &pattern("diamond"), team, &ListOptions::default(), keep)?;
    text(rows)
}

fn sampled(team: &Team) -> Result<String, MineError> {
    let options = ListOptions::default();
    let first = exists(&graph(), &pattern("house"), team, &options)?.first;
    let drawn = sample(&graph(), &pattern("triangle"), team, &options, 5, 1)?;
    text((first, drawn.of, drawn.ids))
}

/// With a pilot of one group of attempts, on which few rounds follow.
fn sampled_by_rejection(team: &Team) -> Result<String, MineError> {
    let options = RejectionOptions::default().size(8).seed(2).attempts(1 << 14);
    let drawn = Placed::new(&graph(), team.clone()).sample_by_rejection(&pattern("diamond"), &options)?;
    text((drawn.ids, drawn.by))
}

fn local(team: &Team) -> Result<String, MineError> {
    let options = ListOptions::default();
    let vertices = at_vertices(&graph(), &pattern("diamond"), team, &options)?.counts;
    let edges =
        at_edges(&graph(), &pattern("diamond"), team, &options.clone().induced(Induced::Vertex))?.counts;
    let through = anchored(&graph(), &pattern("triangle"), team, &options, Anchor::Vertex(0))?.count;
    text((vertices, edges, through))
}

fn cliques_at_edges(team: &Team) -> Result<String, MineError> {
    let graph = generate::rmat(6, 8, 11).unwrap();
    text(at_edges(&graph, &pattern("5-clique"), team, &ListOptions::default())?.counts)
}

fn local_by_decomposition(team: &Team) -> Result<String, MineError> {
    text(at_vertices(&graph(), &pattern("6-path"), team, &ListOptions::default())?.counts)
}

fn listed_local(team: &Team) -> Result<String, MineError> {
    let options = ListOptions::default();
    let vertices = at_vertices(&graph(), &pattern("house"), team, &options)?.counts;
    text((vertices, at_edges(&graph(), &pattern("bull"), team, &options)?.counts))
}

fn graphlets(team: &Team) -> Result<Vec<Counts>, MineError> {
    let graphlets = graphlet_degrees(&graph(), 3, team, &ListOptions::default())?;
    Ok(graphlets.into_iter().map(|graphlet| graphlet.local.counts).collect())
}

fn graphlets_of_edges(team: &Team) -> Result<Vec<Counts>, MineError> {
    let graphlets = graphlet_degrees_of_edges(&graph(), 4, team, &ListOptions::default())?;
    Ok(graphlets.into_iter().map(|graphlet| graphlet.local.counts).collect())
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
