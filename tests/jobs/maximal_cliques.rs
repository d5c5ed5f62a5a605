//! Maximal cliques, against going through all cliques, laws, and counts of another program.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use motherlode::graph::{Csr, generate};
use motherlode::mine::{self, CountOptions, Placed, VertexOrder};
use motherlode::runtime::{Device, Team};
use testing::common::{check_deadline, devices};

const ORDERS: [VertexOrder; 2] = [VertexOrder::Degeneracy, VertexOrder::Degree];

/// Sizes, and how many maximal cliques there are of each, on a team.
fn count(graph: &Csr, least: u32, order: VertexOrder, team: impl Into<Team>) -> Vec<(u32, u128)> {
    mine::maximal_cliques(graph, least, order, team, &CountOptions::default()).unwrap().counts
}

/// Calls `visit` with the maximal cliques, by going through all cliques: those to which no vertex can be added.
pub fn each_by_all_cliques(graph: &Csr, mut visit: impl FnMut(&[u32])) {
    fn grow(graph: &Csr, common: &[u32], clique: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
        if common.is_empty() {
            visit(clique);
        }
        let last = clique[clique.len() - 1];
        for &v in common.iter().filter(|&&v| v > last) {
            let near = graph.neighbors(v);
            let common: Vec<u32> = common.iter().copied().filter(|w| near.binary_search(w).is_ok()).collect();
            clique.push(v);
            grow(graph, &common, clique, visit);
            clique.pop();
        }
    }
    (0..graph.n()).for_each(|v| grow(graph, graph.neighbors(v), &mut vec![v], &mut visit));
}

fn by_all_cliques(graph: &Csr) -> Vec<(u32, u128)> {
    let mut sizes = BTreeMap::new();
    each_by_all_cliques(graph, |clique| *sizes.entry(clique.len() as u32).or_default() += 1);
    sizes.into_iter().collect()
}

/// Checks the counts on every device, in both orders, from some sizes on, and with the vertices numbered otherwise.
fn check(graph: &Csr, expected: &[(u32, u128)], name: &str) {
    let relabelled = relabelled(graph);
    for order in ORDERS {
        for device in devices() {
            for least in [1, 3, 6] {
                let expected: Vec<_> = expected.iter().copied().filter(|&(size, _)| size >= least).collect();
                assert_eq!(count(graph, least, order, &device), expected, "{name}, {order:?}, {least}");
            }
            assert_eq!(count(&relabelled, 1, order, &device), expected, "{name}, {order:?}, relabelled");
        }
    }
}

/// The graph with its vertices numbered from the last to the first, by steps of 7.
fn relabelled(graph: &Csr) -> Csr {
    let n = graph.n();
    let step = [7, 11, 13].into_iter().find(|step| !n.is_multiple_of(*step)).unwrap_or(1);
    let new = |v: u32| (n - 1 - v) * step % n;
    let edges: Vec<(u32, u32)> =
        (0..n).flat_map(|u| graph.neighbors(u).iter().map(move |&v| (new(u), new(v)))).collect();
    Csr::from_edges(n, &edges)
}

/// All pairs of vertices but those of one part.
pub fn in_parts(n: u32, part: impl Fn(u32) -> u32) -> Csr {
    let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (v, u)));
    Csr::from_edges(n, &pairs.filter(|&(u, v)| part(u) != part(v)).collect::<Vec<_>>())
}

#[test]
fn they_are_those_that_no_vertex_can_be_added_to() {
    for (name, graph) in [
        ("rmat", generate::rmat(8, 5, 20).unwrap()),
        ("gnm", generate::gnm(6, 500, 3).unwrap()),
        ("sparse", generate::gnm(9, 700, 5).unwrap()),
        ("teams", generate::teams(60, 25, 9, 3).unwrap()),
    ] {
        check(&graph, &by_all_cliques(&graph), name);
    }
}

#[test]
fn graphs_whose_counts_are_known() {
    // Moon and Moser 1965: no graph of so many vertices has more.
    check(&in_parts(24, |v| v % 8), &[(8, 3u128.pow(8))], "threes");
    // One of each pair.
    check(&in_parts(26, |v| v % 13), &[(13, 1 << 13)], "pairs");
    check(&in_parts(56, |v| v / 2), &[(28, 1 << 28)], "many pairs");
    check(&in_parts(71, |v| v % 3), &[(3, 24 * 24 * 23)], "lists of more than 64");
    check(&generate::complete(9).unwrap(), &[(9, 1)], "complete");
    check(&generate::complete(90).unwrap(), &[(90, 1)], "complete, and large");
    check(&generate::star(30).unwrap(), &[(2, 30)], "star");
    check(&generate::cycle(7).unwrap(), &[(2, 7)], "cycle");
    check(&generate::cycle(3).unwrap(), &[(3, 1)], "triangle");
    check(&Csr::from_edges(4, &[(2, 3)]), &[(1, 2), (2, 1)], "edge");
    check(&Csr::from_edges(3, &[]), &[(1, 3)], "no edges");
    check(&Csr::from_edges(0, &[]), &[], "no vertices");
}

/// Each clique is in a maximal one, and the largest cliques are maximal.
#[test]
fn the_largest_are_those_of_the_profile() {
    for graph in [generate::rmat(9, 12, 20).unwrap(), generate::gnm(7, 4500, 3).unwrap()] {
        let placed = Placed::new(&graph, &Device::cpu(None));
        let options = CountOptions::default();
        let maximal = placed.maximal_cliques(1, VertexOrder::Degeneracy, &options).unwrap().counts;
        let all = placed.clique_profile(VertexOrder::Degeneracy, &options).unwrap().counts;
        assert_eq!(maximal.last(), all.last());
        for (size, count) in &maximal {
            assert!(all[*size as usize - 1].1 >= *count, "{size}");
        }
        // What was found is kept, and of it what is asked for.
        let large = placed.maximal_cliques(4, VertexOrder::Degeneracy, &options).unwrap().counts;
        assert_eq!(large, maximal.into_iter().filter(|&(size, _)| size >= 4).collect::<Vec<_>>());
    }
}

/// A hub of 300,000 neighbours, of which each has another one in common with it, among a few that are all joined.
#[test]
fn hubs_end_soon() {
    let (few, all) = (40u32, 300_000u32);
    let among = (0..few).flat_map(|u| (0..u).map(move |v| (v, u)));
    let edges: Vec<(u32, u32)> =
        among.chain((few..all).flat_map(|v| [(0, v), (1 + v % (few - 1), v)])).collect();
    let graph = Csr::from_edges(all, &edges);
    let start = Instant::now();
    for order in ORDERS {
        let counts = count(&graph, 1, order, &Device::cpu(None));
        assert_eq!(counts, [(3, u128::from(all - few)), (few, 1)], "{order:?}");
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn deadlines_end_the_search_of_a_root() {
    check_deadline(|graph, context| {
        let options = CountOptions::default().context(context);
        mine::maximal_cliques(graph, 1, VertexOrder::Degeneracy, &Device::cpu(None), &options)
    });
}

/// Counts of the shared data, which another program made.
#[cfg(feature = "shared-data")]
#[test]
fn real_graphs() {
    use motherlode::graph::{self, LoadOptions};
    let text = std::fs::read_to_string(testing::common::data().join("maximal_cliques.json")).unwrap();
    let known: BTreeMap<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    let load = |name: &str| {
        let path = testing::common::data().join(format!("{name}.el.gz"));
        graph::load(&path, &LoadOptions::default()).unwrap().csr().clone()
    };
    for (name, graph, all) in [
        ("email-Enron", load("email-Enron"), 226_859),
        ("wiki-Vote", load("wiki-Vote"), 459_002),
        ("rmat:12", generate::rmat(12, 16, generate::RMAT_SEED).unwrap(), 0),
    ] {
        let sizes: BTreeMap<u32, u128> = serde_json::from_value(known[name].clone()).unwrap();
        let expected: Vec<(u32, u128)> = sizes.into_iter().collect();
        let found = count(&graph, 2, VertexOrder::Degeneracy, &Device::cpu(None));
        assert_eq!(found, expected, "{name}");
        assert!(all == 0 || found.iter().map(|&(_, count)| count).sum::<u128>() == all, "{name}");
    }
}
