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
    CountOptions, Method, MineError, Placed, VertexOrder, clique_profile, cliques, count, count_together,
    max_clique, motifs, transactions,
};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::primitives::{ExternalSort, ExternalSortOptions, sort_external};
use motherlode::runtime::{MemorySize, Team};
use motherlode::transactions::{DatabaseFormat, parse};

/// A job, by name.
pub type Job = (&'static str, fn(&Team) -> Result<String, MineError>);

/// All of them.
pub const JOBS: [Job; 28] = [
    ("triangles", |team| counted(team, "triangle", Method::Best)),
    ("4-cliques", |team| counted(team, "4-clique", Method::Best)),
    ("4-cycles", |team| counted(team, "4-cycle", Method::Best)),
    ("diamonds from formulas", |team| counted(team, "diamond", Method::Best)),
    ("houses by a walk", |team| counted(team, "house", Method::Walk)),
    ("6-cycles by decomposition", |team| counted(team, "6-cycle", Method::Decomposition)),
    ("several patterns", several),
    ("an estimate", |team| estimated(team, "5-cycle")),
    ("an estimate of cliques", |team| estimated(team, "5-clique")),
    ("wheels", |team| counted(team, "wheel", Method::Best)),
    ("motifs", |team| text(motifs(&graph(), 4, team, &CountOptions::default())?.motifs)),
    ("cliques", clique_counts),
    ("labelled patterns", |team| labelled(team, Method::Walk)),
    ("labelled patterns by decomposition", |team| labelled(team, Method::Decomposition)),
    ("a listing", listed),
    ("a sample", sampled),
    ("a sample by rejection", sampled_by_rejection),
    ("local counts", local),
    ("cliques at edges", cliques_at_edges),
    ("local counts by decomposition", local_by_decomposition),
    ("listed local counts", listed_local),
    ("graphlet degrees", |team| text(graphlets(team)?)),
    ("graphlet degrees of edges", |team| text(graphlets_of_edges(team)?)),
    ("verification", verified),
    ("frequent subgraphs", frequent),
    ("frequent patterns of one graph", frequent_in_one),
    ("a large array", large_array),
    ("an external sort", sorted),
];

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
fn estimated(team: &Team, text_of_pattern: &str) -> Result<String, MineError> {
    let options = EstimateOptions::default().counting(false).error(1e-6).draws(64);
    let found = Placed::new(&graph(), team.clone()).estimate(&pattern(text_of_pattern), &options)?;
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

fn several(team: &Team) -> Result<String, MineError> {
    let patterns = ["diamond", "4-clique", "5-cycle"].map(pattern);
    let options = CountOptions::default().method(Method::Walk);
    let counts = count_together(&graph(), &patterns, team, &options)?.counts;
    text(counts.into_iter().map(|(count, _)| count).collect::<Vec<_>>())
}

fn clique_counts(team: &Team) -> Result<String, MineError> {
    let options = CountOptions::default();
    let one = cliques(&graph(), 4, VertexOrder::Degree, team, &options)?.counts;
    let largest = max_clique(&graph(), VertexOrder::Degeneracy, team, &options)?.vertices;
    text((one, clique_profile(&graph(), VertexOrder::Degeneracy, team, &options)?.counts, largest))
}

pub fn labelled_graph() -> Graph {
    generate::label(graph().into(), 3, 2, 5)
}

fn labelled(team: &Team, method: Method) -> Result<String, MineError> {
    let pattern = pattern("(a:0)-[:1]-(b:1)-c-a");
    text(count(&labelled_graph(), &pattern, team, &CountOptions::default().method(method))?.count)
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

pub fn frequent_in_one(team: &Team) -> Result<String, MineError> {
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

pub fn frequent(team: &Team) -> Result<String, MineError> {
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
