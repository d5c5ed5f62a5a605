//! Cliques at each vertex, and at each edge, against going through all of them, and against laws.

use std::collections::BTreeSet;

use motherlode::graph::{Csr, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Counts, LocalCounts, anchored};
use motherlode::mine::{self, CountOptions, MineError, VertexOrder};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Semantics};
use motherlode::runtime::Device;
use testing::common::at::At::{self, Edges, Vertices};
use testing::common::at::{Tally, anchor};
use testing::common::{devices, listing};
use testing::oracle::checked_choose;

/// How many cliques of `k` vertices of a clique of `n` are at one of its places.
fn of_complete(at: At, n: u64, k: u64) -> Option<u128> {
    checked_choose(n - at as u64, k - at as u64)
}

fn local(
    at: At,
    graph: &Csr,
    k: usize,
    device: &Device,
    options: &ListOptions,
) -> Result<LocalCounts, MineError> {
    at.local(graph, &clique(k), device, options)
}

/// The local counts. Each clique has `C(k, s)` places of `s` vertices; and each vertex of one is in `k - 1` of its
/// edges.
fn counted(at: At, graph: &Csr, k: usize, device: &Device, options: &ListOptions) -> LocalCounts {
    let local = local(at, graph, k, device, options).unwrap();
    let places = at.places(graph);
    assert_eq!((local.orbits.len(), local.counts.len()), (1, places.len()));
    let of_clique = checked_choose(k as u64, at as u64).unwrap();
    assert_eq!(local.counts.iter().sum::<u128>(), of_clique * local.matches, "{k} on {device}");
    if at == Edges {
        let mut at_ends = vec![0; graph.n() as usize];
        for (ends, count) in places.iter().zip(local.counts.iter()) {
            ends.iter().for_each(|&end| at_ends[end as usize] += count);
        }
        let vertices = counted(Vertices, graph, k, device, options).counts;
        assert!(vertices.iter().map(|count| count * (k as u128 - 1)).eq(at_ends), "{k} on {device}");
    }
    local
}

fn counts(at: At, graph: &Csr, k: usize, device: &Device) -> Counts {
    counted(at, graph, k, device, &ListOptions::default()).counts
}

/// How many cliques of `k` vertices each place is in, by going from clique to clique.
fn walked(at: At, graph: &Csr, k: usize) -> Counts {
    let mut tally = Tally::new(at, graph, &clique(k), Induced::Edge);
    let all: Vec<u32> = (0..graph.n()).collect();
    each_clique(graph, &mut Vec::new(), &all, k, &mut |clique| tally.add(|v| clique[v]));
    tally.of_matches(1).into()
}

fn clique(k: usize) -> Pattern {
    Pattern::parse(&format!("{k}-clique")).unwrap()
}

/// Visits the cliques of `k` vertices among `candidates` and what there is.
fn each_clique(
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
        each_clique(graph, clique, &next, k, visit);
        clique.pop();
    }
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
        for (at, k) in [(Vertices, 5), (Vertices, 6), (Vertices, 8), (Edges, 5), (Edges, 6), (Edges, 7)] {
            let expected = walked(at, &graph, k);
            for device in devices() {
                assert_eq!(counts(at, &graph, k, &device), expected, "{k} at {at:?} in {name} on {device}");
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
    let moved: Vec<(u32, u32)> =
        Edges.places(&graph).iter().map(|ends| (new(ends[0]), new(ends[1]))).collect();
    let renumbered = Csr::from_edges(n, &moved);
    for (at, device) in At::BOTH.into_iter().flat_map(|at| devices().into_iter().map(move |on| (at, on))) {
        let (found, of_renumbered) = (counts(at, &graph, 6, &device), counts(at, &renumbered, 6, &device));
        assert!(found.iter().sum::<u128>() > 0);
        let of_moved = at.places(&renumbered);
        for (place, count) in at.places(&graph).into_iter().zip(found.iter()) {
            let mut new: Vec<u32> = place.iter().map(|&v| new(v)).collect();
            new.sort_unstable();
            let number = of_moved.binary_search(&new).unwrap();
            assert_eq!(of_renumbered.get(number), count, "{place:?} on {device}");
        }
    }
}

/// A complete graph of so many vertices: lists of more than 64, in cliques that have more than can be gone through.
const LARGE: u64 = 70;

/// As many as binomials say, and as many in all as are counted.
#[test]
fn large_cliques_have_binomials_at_vertices() {
    assert_eq!(of_complete(Vertices, LARGE, 8), checked_choose(LARGE - 1, 7));
    compare_large_cliques(Vertices);
}

#[test]
fn large_cliques_have_binomials_at_edges() {
    assert_eq!(of_complete(Edges, LARGE, 8), checked_choose(LARGE - 2, 6));
    compare_large_cliques(Edges);
}

fn compare_large_cliques(at: At) {
    let complete = generate::complete(LARGE).unwrap();
    for device in devices() {
        for k in [8, 12] {
            let found = counts(at, &complete, k, &device);
            let expected = of_complete(at, LARGE, k as u64);
            assert!(found.iter().all(|count| Some(count) == expected), "{k} at {at:?} on {device}");
        }
    }
}

/// Near the sizes at which all that is counted takes many pivots: as many as all cliques say, on every device.
#[test]
fn large_teams_are_counted_alike() {
    for (at, largest) in [(Vertices, 90), (Edges, 60)] {
        let graph = generate::teams(150, 12, largest, 2).unwrap();
        for k in [7, 12] {
            let cpu = Device::cpu(None);
            let all = mine::cliques(&graph, k, VertexOrder::Degree, &cpu, &CountOptions::default());
            let local = counted(at, &graph, k as usize, &cpu, &ListOptions::default());
            assert_eq!(local.matches, all.unwrap().counts[0].1);
            assert!(devices().iter().all(|device| counts(at, &graph, k as usize, device) == local.counts));
        }
    }
}

/// Induced or not, a clique is the same; and each is 120 embeddings.
#[test]
fn matchings_of_cliques() {
    let graph = generate::rmat(7, 10, 3).unwrap();
    let device = Device::cpu(None);
    for at in At::BOTH {
        let found = counts(at, &graph, 5, &device);
        assert_eq!(counted(at, &graph, 5, &device, &listing(Induced::Vertex)).counts, found);
        let options = ListOptions::default().semantics(Semantics::Embeddings);
        let embeddings = counted(at, &graph, 5, &device, &options).counts;
        assert!(embeddings.iter().zip(found.iter()).all(|(all, one)| all == 120 * one));
    }
}

/// A part of a listing counts that part.
#[test]
fn limits_are_those_of_a_listing() {
    let graph = generate::rmat(7, 10, 3).unwrap();
    let options = ListOptions::default().limit(7);
    for (at, of_seven) in [(Vertices, 35), (Edges, 70)] {
        let local = local(at, &graph, 5, &Device::cpu(None), &options).unwrap();
        assert_eq!((local.matches, local.counts.iter().sum::<u128>()), (7, of_seven));
    }
}

/// Through a vertex or an edge there are as many as at it, whatever else is in the graph.
#[test]
fn anchored_counts_are_those_of_all_places() {
    let graph = generate::teams(120, 60, 11, 4).unwrap();
    for (at, device) in At::BOTH.into_iter().flat_map(|at| devices().into_iter().map(move |on| (at, on))) {
        for k in [5, 8] {
            let found = counts(at, &graph, k, &device);
            for (number, place) in at.places(&graph).into_iter().enumerate().step_by(97) {
                let anchor = anchor(&place);
                let through = anchored(&graph, &clique(k), &device, &ListOptions::default(), anchor).unwrap();
                assert_eq!(through.count, found.get(number), "{k} through {anchor:?} on {device}");
            }
        }
    }
}

/// Cliques of twelve at each place of a complete graph, and C(n, 12) in all: where all of them together fit in 64 bits,
/// where those at each place do, and where those do not; each at its end.
#[test]
fn more_than_64_bits() {
    for (at, n, all_fit, each_fits) in [
        (Vertices, 218, true, true),
        (Vertices, 219, false, true),
        (Vertices, 283, false, true),
        (Vertices, 284, false, false),
        (Edges, 218, true, true),
        (Edges, 219, false, true),
        (Edges, 388, false, true),
        (Edges, 389, false, false),
    ] {
        let fits = |count: Option<u128>| count < Some(1 << 64);
        assert_eq!((fits(checked_choose(n, 12)), fits(of_complete(at, n, 12))), (all_fit, each_fits));
        let graph = generate::complete(n).unwrap();
        // The emulated machine takes a minute for what has 128 bits.
        for device in if (at, n) == (Vertices, 219) { devices() } else { vec![Device::cpu(None)] } {
            let found = counts(at, &graph, 12, &device);
            assert_eq!(matches!(found, Counts::Narrow(_)), each_fits, "{n} at {at:?} on {device}");
            assert!(
                found.iter().all(|count| Some(count) == of_complete(at, n, 12)),
                "{n} at {at:?} on {device}"
            );
        }
    }
}

/// Two teams that have some members in common: a clique is in one of them, or in both. In numbers of 128 bits, on lists
/// of many words.
#[test]
fn more_than_64_bits_in_teams() {
    let team = |members: std::ops::Range<u32>| {
        members.clone().flat_map(move |u| (members.start..u).map(move |v| (u, v)))
    };
    let pairs: BTreeSet<(u32, u32)> = team(0..320).chain(team(290..650)).collect();
    let graph = Csr::from_edges(700, &pairs.into_iter().collect::<Vec<_>>());
    for at in At::BOTH {
        let [of_first, of_second, of_both] =
            [320, 360, 30].map(|members| of_complete(at, members, 12).unwrap());
        let found = counts(at, &graph, 12, &Device::cpu(None));
        for (place, count) in at.places(&graph).into_iter().zip(found.iter()) {
            let within = |team: std::ops::Range<u32>| place.iter().all(|v| team.contains(v));
            let expected = match (within(0..320), within(290..650)) {
                (true, true) => of_first + of_second - of_both,
                (true, false) => of_first,
                (false, true) => of_second,
                (false, false) => 0,
            };
            assert_eq!(count, expected, "{place:?}");
        }
    }
}

/// The embeddings of a clique of twelve in complete graphs: up to 2^128, and more.
#[test]
fn more_than_128_bits_are_refused() {
    let (device, options) = (Device::cpu(None), ListOptions::default().semantics(Semantics::Embeddings));
    let counted = |at: At, n: u64| local(at, &generate::complete(n).unwrap(), 12, &device, &options);
    let orders = (1..=12).product::<u128>();
    let times = |ways: Option<u128>| ways.and_then(|ways| ways.checked_mul(orders));
    assert!(times(checked_choose(1631, 12)).is_some() && times(checked_choose(1632, 12)).is_none());
    let local = counted(Vertices, 1631).unwrap();
    assert_eq!(Some(local.matches), times(checked_choose(1631, 12)));
    assert!(local.counts.iter().all(|count| Some(count) == times(checked_choose(1630, 11))));
    // None at a vertex passes 128 bits; all of them do. What refuses them is the same at edges, which take four times
    // as long.
    assert!(matches!(counted(Vertices, 1632), Err(MineError::LocalCountOverflow)));
}
