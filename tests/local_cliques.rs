//! Cliques at each vertex, against going through all of them, and against laws.

mod common;

use common::{devices, listing};
use motherlode::graph::{Csr, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::at_vertices;
use motherlode::mine::{self, CountOptions, MineError, VertexOrder};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Semantics};
use motherlode::runtime::Device;

fn clique(k: usize) -> Pattern {
    Pattern::parse(&format!("{k}-clique")).unwrap()
}

fn counts(graph: &Csr, k: usize, device: &Device, options: &ListOptions) -> Vec<u64> {
    let local = at_vertices(graph, &clique(k), device, options).unwrap();
    assert_eq!(local.orbits.len(), 1);
    let members: u128 = local.counts.iter().map(|&count| u128::from(count)).sum();
    assert_eq!(members, k as u128 * u128::from(local.matches), "each clique has {k} vertices");
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
        assert_eq!(u128::from(local.matches), all.unwrap().counts[0].1);
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
    assert!(embeddings.counts.iter().zip(&found).all(|(&all, &one)| all == 120 * one));
}

#[test]
fn more_than_64_bits_are_refused() {
    // C(200, 12) is less than 2^64, and C(240, 12) is not.
    let device = Device::cpu(None);
    let refused = |n| {
        let local =
            at_vertices(&generate::complete(n).unwrap(), &clique(12), &device, &ListOptions::default());
        local.err().map(|error| matches!(error, MineError::LocalCountOverflow))
    };
    assert_eq!((refused(200), refused(240)), (None, Some(true)));
}
