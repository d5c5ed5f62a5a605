//! Cliques at each edge, against going through all of them, and against laws.

mod common;

use std::collections::BTreeSet;

use common::{devices, listing};
use motherlode::graph::{Csr, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Anchor, Counts, LocalCounts, anchored, at_edges, at_vertices};
use motherlode::mine::{self, CountOptions, MineError, VertexOrder};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Semantics};
use motherlode::runtime::Device;

fn clique(k: usize) -> Pattern {
    Pattern::parse(&format!("{k}-clique")).unwrap()
}

/// The edges `u < v`, by `u`, then by `v`.
fn edges(graph: &Csr) -> Vec<(u32, u32)> {
    let greater = |u: u32| graph.neighbors(u).iter().filter(move |&&v| u < v).map(move |&v| (u, v));
    (0..graph.n()).flat_map(greater).collect()
}

/// The counts at the edges. Each clique has `k (k - 1) / 2` of them, and each vertex of one `k - 1`.
fn counted(graph: &Csr, k: usize, device: &Device, options: &ListOptions) -> LocalCounts {
    let local = at_edges(graph, &clique(k), device, options).unwrap();
    assert_eq!((local.orbits.len(), local.counts.len()), (1, graph.edges() as usize));
    let all: u128 = local.counts.iter().sum();
    assert_eq!(all, (k * (k - 1) / 2) as u128 * local.matches);
    let mut at_ends = vec![0; graph.n() as usize];
    for ((u, v), count) in edges(graph).into_iter().zip(local.counts.iter()) {
        at_ends[u as usize] += count;
        at_ends[v as usize] += count;
    }
    let vertices = at_vertices(graph, &clique(k), device, options).unwrap().counts;
    assert!(vertices.iter().map(|count| count * (k as u128 - 1)).eq(at_ends), "{k} on {device}");
    local
}

fn counts(graph: &Csr, k: usize, device: &Device) -> Counts {
    counted(graph, k, device, &ListOptions::default()).counts
}

/// How many cliques of `k` vertices each edge is in, by going from clique to clique.
fn walked(graph: &Csr, k: usize) -> Vec<u64> {
    fn grow(
        graph: &Csr,
        clique: &mut Vec<u32>,
        candidates: &[u32],
        k: usize,
        visit: &mut impl FnMut(&[u32]),
    ) {
        if clique.len() == k {
            return visit(clique);
        }
        for (i, &v) in candidates.iter().enumerate() {
            let joined = |&u: &u32| graph.neighbors(v).binary_search(&u).is_ok();
            let next: Vec<u32> = candidates[..i].iter().copied().filter(joined).collect();
            clique.push(v);
            grow(graph, clique, &next, k, visit);
            clique.pop();
        }
    }
    let edges = edges(graph);
    let mut counts = vec![0; edges.len()];
    // A clique has its greatest vertex first.
    let mut visit = |clique: &[u32]| {
        for (at, &v) in clique.iter().enumerate() {
            for &u in &clique[at + 1..] {
                counts[edges.binary_search(&(u, v)).unwrap()] += 1;
            }
        }
    };
    grow(graph, &mut Vec::new(), &(0..graph.n()).collect::<Vec<_>>(), k, &mut visit);
    counts
}

#[test]
fn they_are_those_of_a_walk() {
    for (name, graph) in [
        ("rmat", generate::rmat(8, 12, 20).unwrap()),
        ("gnm", generate::gnm(6, 900, 3).unwrap()),
        ("star", generate::star(30).unwrap()),
        ("many in small teams", generate::teams(400, 300, 9, 5).unwrap()),
        ("few in large teams", generate::teams(60, 9, 17, 3).unwrap()),
    ] {
        for k in [5, 6, 7] {
            let expected = Counts::from(walked(&graph, k));
            for device in devices() {
                assert_eq!(counts(&graph, k, &device), expected, "{k} in {name} on {device}");
            }
        }
    }
}

/// The numbers of vertices do not matter.
#[test]
fn renumbered_graphs_have_the_same_counts() {
    let graph = generate::teams(90, 40, 12, 6).unwrap();
    let n = graph.n();
    let new = |v: u32| (v * 37 + 11) % n;
    let moved: Vec<(u32, u32)> = edges(&graph).into_iter().map(|(u, v)| (new(u), new(v))).collect();
    let renumbered = Csr::from_edges(n, &moved);
    let of_moved = edges(&renumbered);
    for device in devices() {
        let (found, of_renumbered) = (counts(&graph, 6, &device), counts(&renumbered, 6, &device));
        assert!(found.iter().sum::<u128>() > 0);
        for (&(u, v), count) in moved.iter().zip(found.iter()) {
            let place = of_moved.binary_search(&(u.min(v), u.max(v))).unwrap();
            assert_eq!(of_renumbered.get(place), count, "{u}-{v} on {device}");
        }
    }
}

/// Induced or not, a clique is the same; and each is 120 embeddings.
#[test]
fn matchings_of_cliques() {
    let graph = generate::rmat(7, 10, 3).unwrap();
    let device = Device::cpu(None);
    let found = counts(&graph, 5, &device);
    assert_eq!(counted(&graph, 5, &device, &listing(Induced::Vertex)).counts, found);
    let options = ListOptions::default().semantics(Semantics::Embeddings);
    let embeddings = counted(&graph, 5, &device, &options).counts;
    assert!(embeddings.iter().zip(found.iter()).all(|(all, one)| all == 120 * one));
}

/// A part of a listing counts that part.
#[test]
fn limits_are_those_of_a_listing() {
    let graph = generate::rmat(7, 10, 3).unwrap();
    let options = ListOptions::default().limit(7);
    let local = at_edges(&graph, &clique(5), &Device::cpu(None), &options).unwrap();
    assert_eq!((local.matches, local.counts.iter().sum::<u128>()), (7, 70));
}

/// Through an edge there are as many as at it, whatever else is in the graph.
#[test]
fn anchored_counts_are_those_of_all_edges() {
    let graph = generate::teams(120, 60, 11, 4).unwrap();
    for device in devices() {
        for k in [5, 8] {
            let found = counts(&graph, k, &device);
            for (place, (u, v)) in edges(&graph).into_iter().enumerate().step_by(97) {
                // Either end may come first.
                let anchor = if place % 2 == 0 { Anchor::Edge(u, v) } else { Anchor::Edge(v, u) };
                let through = anchored(&graph, &clique(k), &device, &ListOptions::default(), anchor).unwrap();
                assert_eq!(through.count, found.get(place), "{k} through {u}-{v} on {device}");
            }
        }
    }
}

/// C(n, k), and none if it is 2^128 or more.
fn choose(n: u64, k: u64) -> Option<u128> {
    (0..u128::from(k)).try_fold(1u128, |ways, i| Some(ways.checked_mul(u128::from(n) - i)? / (i + 1)))
}

/// C(n - 2, 10) cliques of twelve at each edge of a complete graph, and C(n, 12) in all: where all of them together fit in 64 bits, where those at each
/// edge do, and where those do not; each at its end.
#[test]
fn more_than_64_bits() {
    for (n, all_fit, each_fits) in
        [(100, true, true), (218, true, true), (219, false, true), (388, false, true), (389, false, false)]
    {
        assert_eq!((choose(n, 12) < Some(1 << 64), choose(n - 2, 10) < Some(1 << 64)), (all_fit, each_fits));
        let graph = generate::complete(n).unwrap();
        // The emulated machine takes a minute for what has 128 bits.
        for device in if n == 100 { devices() } else { vec![Device::cpu(None)] } {
            let found = counts(&graph, 12, &device);
            assert_eq!(found.narrow().is_some(), each_fits, "{n} on {device}");
            assert!(found.iter().all(|count| Some(count) == choose(n - 2, 10)), "{n} on {device}");
        }
    }
}

/// Two teams that have some members in common: a clique is in one of them, or in both. In numbers of 128 bits, on lists of many words.
#[test]
fn more_than_64_bits_in_teams() {
    let team = |members: std::ops::Range<u32>| {
        members.clone().flat_map(move |u| (members.start..u).map(move |v| (u, v)))
    };
    let pairs: BTreeSet<(u32, u32)> = team(0..320).chain(team(290..650)).collect();
    let graph = Csr::from_edges(700, &pairs.into_iter().collect::<Vec<_>>());
    let [of_first, of_second, of_both] = [318, 358, 28].map(|others| choose(others, 10).unwrap());
    let found = counts(&graph, 12, &Device::cpu(None));
    for ((u, v), count) in edges(&graph).into_iter().zip(found.iter()) {
        let expected = match (u, v) {
            (290..320, 290..320) => of_first + of_second - of_both,
            (..320, ..320) => of_first,
            _ => of_second,
        };
        assert_eq!(count, expected, "edge {u}-{v}");
    }
}

/// Near the sizes at which all that is counted takes many pivots: as many as all cliques say, on every device.
#[test]
fn large_teams_are_counted_alike() {
    let graph = generate::teams(150, 12, 60, 2).unwrap();
    for k in [7, 12] {
        let all = mine::cliques(&graph, k, VertexOrder::Degree, &Device::cpu(None), &CountOptions::default());
        let local = counted(&graph, k as usize, &Device::cpu(None), &ListOptions::default());
        assert_eq!(local.matches, all.unwrap().counts[0].1);
        assert!(devices().iter().all(|device| counts(&graph, k as usize, device) == local.counts));
    }
}

/// The embeddings of a clique of twelve in complete graphs: more than 2^128 are refused.
#[test]
fn more_than_128_bits_are_refused() {
    let (device, options) = (Device::cpu(None), ListOptions::default().semantics(Semantics::Embeddings));
    let counted = at_edges(&generate::complete(1632).unwrap(), &clique(12), &device, &options);
    assert!(matches!(counted, Err(MineError::LocalCountOverflow)));
}
