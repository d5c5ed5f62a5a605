//! Largest cliques, against a search without bounds, and against counts.

use motherlode::graph::{Csr, generate};
use motherlode::mine::{self, CountOptions, Placed, VertexOrder};
use motherlode::runtime::Device;
use testing::common::{check_deadline, devices};

const ORDERS: [VertexOrder; 2] = [VertexOrder::Degree, VertexOrder::Degeneracy];

fn max_clique(graph: &Csr, order: VertexOrder, device: &Device) -> Vec<u32> {
    mine::max_clique(graph, order, device, &CountOptions::default()).unwrap().vertices
}

/// The size of a largest clique: that of the largest maximal one (Bron and Kerbosch 1973), of which all are gone
/// through.
fn largest(graph: &Csr) -> usize {
    let joined = |u: u32, v: u32| graph.neighbors(u).binary_search(&v).is_ok();
    fn grow(
        joined: &dyn Fn(u32, u32) -> bool,
        size: usize,
        mut candidates: Vec<u32>,
        mut done: Vec<u32>,
    ) -> usize {
        let all = candidates.iter().chain(&done);
        let among = |u: u32| candidates.iter().filter(|&&v| joined(u, v)).count();
        let Some(&pivot) = all.max_by_key(|&&u| among(u)) else { return size };
        let mut best = 0;
        for v in candidates.clone().into_iter().filter(|&v| !joined(pivot, v)) {
            let near = |set: &[u32]| set.iter().copied().filter(|&u| joined(u, v)).collect::<Vec<_>>();
            best = best.max(grow(joined, size + 1, near(&candidates), near(&done)));
            candidates.retain(|&u| u != v);
            done.push(v);
        }
        best
    }
    grow(&joined, 0, (0..graph.n()).collect(), Vec::new())
}

/// Checks that what is found is a clique of so many vertices, ascending, and the same on every device.
fn check(graph: &Csr, size: usize, name: &str) {
    for order in ORDERS {
        let mut found = devices().into_iter().map(|device| max_clique(graph, order, &device));
        let clique = found.next().expect("there is a CPU");
        assert_eq!(clique.len(), size, "{name}, {order:?}: {clique:?}");
        assert!(clique.is_sorted_by(|u, v| u < v && graph.neighbors(*u).contains(v)), "{name}: {clique:?}");
        for (i, u) in clique.iter().enumerate() {
            assert!(clique[i + 1..].iter().all(|v| graph.neighbors(*u).contains(v)), "{name}: {clique:?}");
        }
        assert!(found.all(|other| other == clique), "{name}, {order:?}: one clique on all devices");
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let again = pool.install(|| max_clique(graph, order, &Device::cpu(None)));
            assert_eq!(again, clique, "{name}, {order:?}: {threads} threads");
        }
    }
}

#[test]
fn they_are_as_large_as_the_largest_maximal_clique() {
    for (name, graph) in [
        ("rmat", generate::rmat(8, 12, 20).unwrap()),
        ("gnm", generate::gnm(6, 900, 3).unwrap()),
        ("dense", generate::gnm(6, 1500, 4).unwrap()),
        ("sparse", generate::gnm(9, 700, 5).unwrap()),
        ("few in large teams", generate::teams(60, 25, 30, 3).unwrap()),
        ("many in small teams", generate::teams(400, 300, 9, 5).unwrap()),
        ("lists of more than 64", generate::teams(150, 12, 90, 2).unwrap()),
    ] {
        check(&graph, largest(&graph), name);
    }
}

/// Each vertex but those of its own part: a largest clique has one vertex of each of many parts, which are many
/// cliques.
#[test]
fn graphs_in_parts_have_a_vertex_of_each() {
    let part = |v: u32| v % 23;
    let pairs = (0..115u32).flat_map(|u| (0..u).map(move |v| (v, u)));
    let edges: Vec<(u32, u32)> = pairs.filter(|&(u, v)| part(u) != part(v)).collect();
    check(&Csr::from_edges(115, &edges), 23, "parts");
}

/// All pairs of `n` vertices for which `joined` says so.
fn graph_where(n: u32, joined: impl Fn(u32, u32) -> bool) -> Csr {
    let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (v, u)));
    Csr::from_edges(n, &pairs.filter(|&(u, v)| joined(u, v)).collect::<Vec<_>>())
}

/// Words whose numbers are published: of Hamming and Johnson graphs, and of Keller's.
#[test]
fn graphs_of_words() {
    let apart = |u: u32, v: u32| (u ^ v).count_ones();
    check(&graph_where(64, |u, v| apart(u, v) >= 2), 32, "Hamming, 6 bits, 2 apart");
    check(&graph_where(64, |u, v| apart(u, v) >= 4), 4, "Hamming, 6 bits, 4 apart");
    let sets: Vec<u32> = (0..256u32).filter(|set| set.count_ones() == 4).collect();
    let johnson = |u: u32, v: u32| apart(sets[u as usize], sets[v as usize]) >= 4;
    check(&graph_where(70, johnson), 14, "Johnson, 4 of 8, 4 apart");
    let keller = |u: u32, v: u32| {
        let apart = (0..3).map(|digit| ((u >> (2 * digit)) + 4 - (v >> (2 * digit) & 3)) % 4);
        apart.clone().filter(|&difference| difference != 0).count() >= 2 && apart.clone().any(|by| by == 2)
    };
    check(&graph_where(64, keller), 5, "Keller, 3 digits");
}

/// Vertices of two sides that are not joined are an independent set of as many vertices as there are less those of a
/// largest matching (König): a clique of the complement.
#[test]
fn complements_of_graphs_with_two_sides() {
    const SIDE: u32 = 40;
    for (edges, seed) in [(300, 1), (600, 2), (1200, 3)] {
        let random = generate::gnm(7, edges, seed).unwrap();
        let crosses = |u: u32, v: u32| (u < SIDE) != (v < SIDE) && random.neighbors(u).contains(&v);
        let crossing = |u: u32| random.neighbors(u).iter().filter(|v| (SIDE..2 * SIDE).contains(v));
        let near = |u: u32| crossing(u).map(|v| v - SIDE).collect();
        let matching = largest_matching(&(0..SIDE).map(near).collect::<Vec<Vec<u32>>>());
        check(&graph_where(2 * SIDE, |u, v| !crosses(u, v)), 2 * SIDE as usize - matching, "complement");
    }
}

/// How many vertices of one side can be matched, each to one of its list, by augmenting paths.
fn largest_matching(near: &[Vec<u32>]) -> usize {
    fn augment(near: &[Vec<u32>], u: usize, seen: &mut Vec<u32>, of: &mut Vec<Option<usize>>) -> bool {
        for &v in &near[u] {
            if seen.contains(&v) {
                continue;
            }
            seen.push(v);
            if of[v as usize].is_none_or(|other| augment(near, other, seen, of)) {
                of[v as usize] = Some(u);
                return true;
            }
        }
        false
    }
    let mut of = vec![None; near.len()];
    (0..near.len()).filter(|&u| augment(near, u, &mut Vec::new(), &mut of)).count()
}

/// Of density 0.9 and 0.95: the sizes are those that another search found, without looking for conflicts. Numbering the
/// vertices in another way changes nothing.
#[test]
fn dense_random_graphs() {
    for (edges, seed, size) in [(18_700, 1, 35), (18_700, 2, 37), (24_000, 1, 49), (24_000, 2, 50)] {
        let graph = generate::gnm(7, edges, seed).unwrap();
        let n = graph.n();
        let other = |v: u32| (v * 37 + 11) % n;
        let renumbered = graph_where(n, |u, v| graph.neighbors(other(u)).contains(&other(v)));
        for graph in [&graph, &renumbered] {
            assert_eq!(
                max_clique(graph, VertexOrder::Degree, &Device::cpu(None)).len(),
                size,
                "{edges}, {seed}"
            );
        }
    }
}

#[test]
fn small_graphs() {
    check(&generate::complete(9).unwrap(), 9, "complete");
    check(&generate::complete(140).unwrap(), 140, "a clique that has more than 2^128 within it");
    check(&generate::star(30).unwrap(), 2, "star");
    check(&generate::cycle(7).unwrap(), 2, "cycle");
    check(&generate::cycle(3).unwrap(), 3, "triangle");
    check(&Csr::from_edges(4, &[(2, 3)]), 2, "edge");
    check(&Csr::from_edges(3, &[]), 1, "no edges");
    check(&Csr::from_edges(0, &[]), 0, "no vertices");
}

/// The first in the order of the search, in a graph where that can be told: the vertices have one degree, and so the
/// order that they have.
#[test]
fn of_several_the_first_is_found() {
    // A square of triangles: 0 1 2, 2 3 4, 4 5 6, 6 7 0, and edges 1 5 and 3 7 for the degrees; 0, 2, 4 and 6 come
    // first.
    let triangles = [[0, 1, 2], [2, 3, 4], [4, 5, 6], [6, 7, 0]];
    let sides = triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
    let edges: Vec<(u32, u32)> = sides.map(|(u, v)| (u.min(v), u.max(v))).chain([(1, 5), (3, 7)]).collect();
    let graph = Csr::from_edges(8, &edges);
    check(&graph, 3, "a square of triangles");
    // Ordered 0, 2, 4, 6, 1, 3, 5, 7: of 1, 3, 5 and 7 the lists have two or three vertices. That of 5 is 4, 6 and 1,
    // that of 7 is 0, 6 and 3.
    assert_eq!(max_clique(&graph, VertexOrder::Degree, &Device::cpu(None)), [4, 5, 6]);
}

/// Only the part with neighbours enough is searched, whose vertices have other numbers there.
#[test]
fn largest_cliques_among_vertices_of_low_degree() {
    // Hubs with leaves, a team of 19 behind them, and a path behind that.
    let hubs = (0..40u32).flat_map(|hub| (0..60).map(move |leaf| (hub, 40 + (hub * 13 + leaf * 29) % 1500)));
    let team = (1540..1559u32).flat_map(|u| (1540..u).map(move |v| (v, u)));
    let path = (1559..4000u32).map(|v| (v - 1, v));
    let edges: Vec<(u32, u32)> = hubs.chain(team).chain(path).collect();
    let graph = Csr::from_edges(4000, &edges);
    check(&graph, 19, "a team");
    assert!(max_clique(&graph, VertexOrder::Degree, &Device::cpu(None)).into_iter().eq(1540..1559));
}

/// A largest clique that was found stays known, with the counts of the same graph.
#[test]
fn placed_graphs_keep_what_was_found() {
    let graph = generate::rmat(9, 14, 3).unwrap();
    let placed = Placed::new(&graph, &Device::cpu(None));
    let options = CountOptions::default();
    for order in ORDERS {
        let found = placed.max_clique(order, &options).unwrap().vertices;
        assert_eq!(placed.max_clique(order, &options).unwrap().vertices, found);
        let profile = placed.clique_profile(order, &options).unwrap().counts;
        assert_eq!(profile.len(), found.len());
    }
}

#[test]
fn deadlines_end_the_search_of_a_root() {
    check_deadline(|graph, context| {
        let options = CountOptions::default().context(context);
        mine::max_clique(graph, VertexOrder::Degeneracy, &Device::cpu(None), &options)
    });
}

/// Of the graphs of the shared data: the sizes are those of the largest maximal cliques, as `largest` has them for the
/// first two, and the profile for all.
#[cfg(feature = "shared-data")]
#[test]
fn real_graphs() {
    use motherlode::graph::{self, LoadOptions};
    for (name, size) in [("email-Enron", 20), ("wiki-Vote", 17), ("ego-facebook", 69)] {
        let path = testing::common::data().join(format!("{name}.el.gz"));
        let graph = graph::load(&path, &LoadOptions::default()).unwrap();
        for order in ORDERS {
            assert_eq!(max_clique(graph.csr(), order, &Device::cpu(None)).len(), size, "{name}, {order:?}");
        }
    }
}
