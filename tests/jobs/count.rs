//! Counts by the general engine, on every device of this machine, against brute force, laws and published counts.

use motherlode::graph::Csr;
use motherlode::mine::{Method, MineError};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};
use proptest::prelude::*;
use testing::common;
use testing::common::{count_by, count_on, devices};
use testing::oracle::{self, csr, small_patterns};

#[test]
fn all_small_patterns_agree_with_brute_force() {
    for (seed, n, m) in [(1, 9, 17), (2, 12, 26)] {
        let edges = oracle::random_graph(seed, n, m);
        let graph = csr(n, &edges);
        for pattern in small_patterns() {
            for induced in Induced::ALL {
                let expected = oracle::count(&edges, n, &pattern, induced);
                for device in devices() {
                    let got = count_on(&device, &graph, &pattern, induced).unwrap();
                    assert_eq!(got, expected, "{pattern} ({induced:?}) on {device}, graph {seed}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A pattern of up to 5 vertices in a random graph, on every device.
    #[test]
    fn any_graph_and_pattern_agree_with_brute_force(seed in 0u64..1 << 32, n in 6usize..14, fill in 1usize..9, which in 0usize..30) {
        let patterns = small_patterns();
        let pattern = &patterns[which % patterns.len()];
        let edges = oracle::random_graph(seed, n, n * (n - 1) / 2 * fill / 10);
        for induced in Induced::ALL {
            let expected = oracle::count(&edges, n, pattern, induced);
            for device in devices() {
                prop_assert_eq!(count_on(&device, &csr(n, &edges), pattern, induced).unwrap(), expected, "{} on {}", pattern, device);
            }
        }
    }
}

#[test]
fn semantics_agree_with_brute_force() {
    let (n, edges) = (9, oracle::random_graph(6, 9, 17));
    let graph = csr(n, &edges);
    for pattern in small_patterns() {
        for induced in Induced::ALL {
            for semantics in [Semantics::Embeddings, Semantics::Homomorphisms] {
                let matching = Matching { induced, semantics };
                let expected = oracle::number(&edges, n, &pattern, matching);
                for device in devices() {
                    for method in [Method::Best, Method::Walk] {
                        let got = count_by(method, &device, &graph, &pattern, matching).unwrap();
                        assert_eq!(got, expected, "{pattern} ({matching:?}) by {method:?} on {device}");
                    }
                }
            }
        }
    }
}

/// A homomorphism may fold a 4-cycle onto an edge, whose ends have one neighbour each: nothing may be peeled.
#[test]
fn homomorphisms_reach_vertices_of_low_degree() {
    let matching = Matching { induced: Induced::Edge, semantics: Semantics::Homomorphisms };
    let square = Pattern::parse("4-cycle").unwrap();
    for device in devices() {
        assert_eq!(count_on(&device, &csr(4, &[(0, 1), (1, 2), (1, 3)]), &square, matching).unwrap(), 18);
    }
}

/// Patterns beyond the brute force's reach on a graph with hubs, whose lists pass the width of a warp.
const LARGER: [&str; 6] =
    ["house", "5-cycle", "6-clique", "a-b-c-d-e-f-a, a-d", "4-star", "a-b-c-a, c-d-e-c, e-f"];

fn hubs() -> Csr {
    motherlode::graph::generate::barabasi_albert(130, 9, 5).expect("the parameters are sound")
}

#[test]
fn devices_agree_where_lists_are_long() {
    let graph = hubs();
    for text in LARGER {
        let pattern = Pattern::parse(text).unwrap();
        for induced in Induced::ALL {
            let counts: Vec<_> =
                devices().iter().map(|device| count_on(device, &graph, &pattern, induced).unwrap()).collect();
            assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{text} ({induced:?}): {counts:?}");
            assert!(induced == Induced::Vertex || counts[0] > 0, "{text} is not there at all");
        }
    }
}

#[test]
fn relabelling_changes_nothing() {
    let (n, m) = (60, 400);
    let edges = oracle::random_graph(11, n, m);
    let renamed = oracle::graphs::relabelled(23, n, &edges);
    assert_ne!(edges, renamed);
    for text in LARGER {
        let pattern = Pattern::parse(text).unwrap();
        let device = motherlode::runtime::Device::cpu(None);
        let count = |edges| count_on(&device, &csr(n, edges), &pattern, Induced::Edge).unwrap();
        assert_eq!(count(&edges), count(&renamed), "{text}");
    }
}

#[test]
fn disjoint_unions_add_up() {
    let (first, second) = (oracle::random_graph(3, 30, 140), oracle::random_graph(4, 45, 210));
    let moved = second.iter().map(|&(u, v)| (u + 30, v + 30));
    let both: Vec<_> = first.iter().copied().chain(moved).collect();
    for text in LARGER {
        let pattern = Pattern::parse(text).unwrap();
        for device in devices() {
            let count = |n, edges| count_on(&device, &csr(n, edges), &pattern, Induced::Edge).unwrap();
            assert_eq!(count(75, &both), count(30, &first) + count(45, &second), "{text} on {device}");
        }
    }
}

/// An edge-induced match of `a` spans one induced subgraph `b`, in as many ways as `b` holds `a`.
#[test]
fn induced_counts_add_up_to_edge_induced_ones() {
    let (n, edges) = (40, oracle::random_graph(8, 40, 260));
    let device = motherlode::runtime::Device::cpu(None);
    for k in 3..=5 {
        let patterns = oracle::connected_patterns(k);
        let induced: Vec<_> = patterns
            .iter()
            .map(|b| count_on(&device, &csr(n, &edges), b, Induced::Vertex).unwrap())
            .collect();
        for a in &patterns {
            let within = |b: &Pattern| {
                let edges: Vec<_> = b.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect();
                oracle::count(&edges, k, a, Induced::Edge)
            };
            let sum: u128 = patterns.iter().zip(&induced).map(|(b, count)| within(b) * count).sum();
            assert_eq!(count_on(&device, &csr(n, &edges), a, Induced::Edge).unwrap(), sum, "{a}");
        }
    }
}

#[test]
fn a_graph_without_edges_or_matches_has_none() {
    let triangle = Pattern::parse("triangle").unwrap();
    for device in devices() {
        assert_eq!(count_on(&device, &csr(5, &[]), &triangle, Induced::Edge).unwrap(), 0);
        assert_eq!(count_on(&device, &csr(5, &[(0, 1), (3, 1)]), &triangle, Induced::Edge).unwrap(), 0);
    }
}

/// Counts that pass 64 bits: leaves of a star are chosen, not walked.
#[test]
fn counts_beyond_64_bits_are_exact() {
    let leaves = 2_000_000u32;
    let star = motherlode::graph::generate::star(leaves.into()).unwrap();
    let choices = |m: u128| (0..m).fold(1u128, |c, i| c * (u128::from(leaves) - i) / (i + 1));
    assert!(choices(4) > u128::from(u64::MAX) / 30 && choices(6) > u128::from(u64::MAX));
    for device in [motherlode::runtime::Device::cpu(None)].into_iter().chain(common::card()) {
        let count = |text| count_on(&device, &star, &Pattern::parse(text).unwrap(), Induced::Edge);
        assert_eq!(count("4-star").unwrap(), choices(4), "{device}");
        assert_eq!(count("6-star").unwrap(), choices(6), "{device}");
        // 2.5e40, and 128 bits hold 3.4e38.
        assert!(matches!(count("7-star"), Err(MineError::CountOverflow)), "{device}");
    }
}
