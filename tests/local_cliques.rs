//! Cliques at each vertex, against going through all of them, and against laws.

mod common;

use std::collections::BTreeSet;

use common::{devices, listing};
use motherlode::graph::{Csr, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Counts, at_vertices};
use motherlode::mine::{self, CountOptions, MineError, VertexOrder};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Semantics};
use motherlode::runtime::Device;

fn clique(k: usize) -> Pattern {
    Pattern::parse(&format!("{k}-clique")).unwrap()
}

/// The counts at the vertices, which are to fit in 64 bits.
fn counts(graph: &Csr, k: usize, device: &Device, options: &ListOptions) -> Vec<u64> {
    all_counts(graph, k, device, options).narrow().unwrap().to_vec()
}

fn all_counts(graph: &Csr, k: usize, device: &Device, options: &ListOptions) -> Counts {
    let local = at_vertices(graph, &clique(k), device, options).unwrap();
    assert_eq!(local.orbits.len(), 1);
    let members: u128 = local.counts.iter().sum();
    assert_eq!(members, k as u128 * local.matches, "each clique has {k} vertices");
    local.counts
}

/// How many cliques of `k` vertices each vertex is in, by going from clique to clique.
fn walked(graph: &Csr, k: usize) -> Vec<u64> {
    fn grow(graph: &Csr, clique: &mut Vec<u32>, candidates: &[u32], k: usize, counts: &mut [u64]) {
        if clique.len() == k {
            clique.iter().for_each(|&v| counts[v as usize] += 1);
            return;
        }
        for (i, &v) in candidates.iter().enumerate() {
            let joined = |&u: &u32| graph.neighbors(v).binary_search(&u).is_ok();
            let next: Vec<u32> = candidates[..i].iter().copied().filter(joined).collect();
            clique.push(v);
            grow(graph, clique, &next, k, counts);
            clique.pop();
        }
    }
    let mut counts = vec![0; graph.n() as usize];
    grow(graph, &mut Vec::new(), &(0..graph.n()).collect::<Vec<_>>(), k, &mut counts);
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
        for k in [5, 6, 8] {
            let expected = walked(&graph, k);
            for device in devices() {
                assert_eq!(
                    counts(&graph, k, &device, &ListOptions::default()),
                    expected,
                    "{k} in {name} on {device}"
                );
            }
        }
    }
}

/// Lists of more than 64 vertices, in cliques that have more than can be gone through; and as many in all as are counted.
#[test]
fn large_cliques_have_binomials() {
    let options = ListOptions::default();
    for device in devices() {
        // C(99, 7) and C(99, 11).
        for (k, at) in [(8, 14_887_031_544), (12, 126_050_526_132_804)] {
            let found = counts(&generate::complete(100).unwrap(), k, &device, &options);
            assert_eq!(found, vec![at; 100], "{k} on {device}");
        }
    }
    let graph = generate::teams(150, 12, 90, 2).unwrap();
    for k in [7, 12] {
        let all = mine::cliques(&graph, k, VertexOrder::Degree, &Device::cpu(None), &CountOptions::default());
        let local = at_vertices(&graph, &clique(k as usize), &Device::cpu(None), &options).unwrap();
        assert_eq!(local.matches, all.unwrap().counts[0].1);
        let expected = counts(&graph, k as usize, &Device::cpu(None), &options);
        assert!(devices().iter().all(|device| counts(&graph, k as usize, device, &options) == expected));
    }
}

/// Induced or not, a clique is the same; and each is 120 embeddings.
#[test]
fn matchings_of_cliques() {
    let graph = generate::rmat(7, 10, 3).unwrap();
    let device = Device::cpu(None);
    let found = counts(&graph, 5, &device, &ListOptions::default());
    assert_eq!(counts(&graph, 5, &device, &listing(Induced::Vertex)), found);
    let options = ListOptions::default().semantics(Semantics::Embeddings);
    let embeddings = at_vertices(&graph, &clique(5), &device, &options).unwrap();
    assert!(embeddings.counts.iter().zip(&found).all(|(all, &one)| all == 120 * u128::from(one)));
}

/// C(n, k), and none if it is 2^128 or more.
fn choose(n: u64, k: u64) -> Option<u128> {
    (0..u128::from(k)).try_fold(1u128, |ways, i| Some(ways.checked_mul(u128::from(n) - i)? / (i + 1)))
}

/// C(n - 1, 11) cliques of twelve at each vertex of a complete graph, and C(n, 12) in all: where all of them together fit in 64 bits, where those at each
/// vertex do, and where those do not; each at its end.
#[test]
fn more_than_64_bits() {
    for (n, all_fit, each_fits) in
        [(218, true, true), (219, false, true), (283, false, true), (284, false, false)]
    {
        assert_eq!((choose(n, 12) < Some(1 << 64), choose(n - 1, 11) < Some(1 << 64)), (all_fit, each_fits));
        let graph = generate::complete(n).unwrap();
        // The emulated machine takes a minute for what has 128 bits.
        for device in if n == 219 { devices() } else { vec![Device::cpu(None)] } {
            let found = all_counts(&graph, 12, &device, &ListOptions::default());
            assert_eq!(found.narrow().is_some(), each_fits, "{n} on {device}");
            assert!(found.iter().all(|count| Some(count) == choose(n - 1, 11)), "{n} on {device}");
        }
    }
}

/// Two teams that have some members in common: a clique is in one of them, or in both.
#[test]
fn more_than_64_bits_in_teams() {
    let team = |members: std::ops::Range<u32>| {
        members.clone().flat_map(move |u| (members.start..u).map(move |v| (u, v)))
    };
    let edges: BTreeSet<(u32, u32)> = team(0..320).chain(team(290..650)).collect();
    let graph = Csr::from_edges(700, &edges.into_iter().collect::<Vec<_>>());
    let [of_first, of_second, of_both] = [319, 359, 29].map(|others| choose(others, 11).unwrap());
    let found = all_counts(&graph, 12, &Device::cpu(None), &ListOptions::default());
    for (v, count) in (0..).zip(found.iter()) {
        let expected = match v {
            0..290 => of_first,
            290..320 => of_first + of_second - of_both,
            320..650 => of_second,
            _ => 0,
        };
        assert_eq!(count, expected, "vertex {v}");
    }
}

/// The embeddings of a clique of twelve in complete graphs: up to 2^128, and more.
#[test]
fn more_than_128_bits_are_refused() {
    let (device, options) = (Device::cpu(None), ListOptions::default().semantics(Semantics::Embeddings));
    let counted = |n: u64| at_vertices(&generate::complete(n).unwrap(), &clique(12), &device, &options);
    let orders = (1..=12).product::<u128>();
    let times = |ways: Option<u128>| ways.and_then(|ways| ways.checked_mul(orders));
    assert!(times(choose(1631, 12)).is_some() && times(choose(1632, 12)).is_none());
    let local = counted(1631).unwrap();
    assert_eq!(Some(local.matches), times(choose(1631, 12)));
    assert!(local.counts.iter().all(|count| Some(count) == times(choose(1630, 11))));
    // None at a vertex passes 128 bits; all of them do.
    assert!(matches!(counted(1632), Err(MineError::LocalCountOverflow)));
}
