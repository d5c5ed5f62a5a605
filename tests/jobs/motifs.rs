//! All motifs of a size: against the oracle, and against laws.

use motherlode::graph::Csr;
use motherlode::mine::{self, CountOptions, Method};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::Device;
use proptest::prelude::*;
use testing::common::{count_by, devices};
use testing::oracle;
use testing::oracle::{Endpoints, csr};

/// The motifs of five vertices, and their counts.
fn fives(graph: &Csr, induced: Induced, device: &Device) -> Vec<(Pattern, u128)> {
    let options = CountOptions::default().induced(induced);
    let motifs = mine::motifs(graph, 5, device, &options).unwrap().motifs;
    assert_eq!(motifs.len(), 21);
    motifs.into_iter().map(|motif| (motif.pattern, motif.count)).collect()
}

fn counts(graph: &Csr, induced: Induced, device: &Device) -> Vec<u128> {
    fives(graph, induced, device).into_iter().map(|(_, count)| count).collect()
}

/// Kernels have no task here, and so no launch.
#[test]
fn graphs_without_wedges_have_no_motifs() {
    for graph in [csr(2, &[(0, 1)]), csr(7, &[(1, 2), (3, 6)])] {
        for (induced, device) in
            Induced::ALL.into_iter().flat_map(|induced| devices().into_iter().map(move |d| (induced, d)))
        {
            assert_eq!(counts(&graph, induced, &device), [0; 21], "{induced:?}, on {device}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// All at once, and each alone, by its own strategy.
    #[test]
    fn fives_agree_with_brute_force(seed in 0u64..1 << 32, n in 5usize..12, fill in 2usize..10) {
        let edges = oracle::random_graph(seed, n, n * (n - 1) / 2 * fill / 10);
        let graph = csr(n, &edges);
        for induced in Induced::ALL {
            for device in devices() {
                for (pattern, count) in fives(&graph, induced, &device) {
                    let expected = oracle::count(&edges, n, &pattern, induced);
                    prop_assert_eq!(count, expected, "{}, {:?}, on {}", &pattern, induced, &device);
                    let alone = count_by(Method::Best, &device, &graph, &pattern, induced).unwrap();
                    prop_assert_eq!(alone, expected, "{} alone, {:?}, on {}", &pattern, induced, &device);
                }
            }
        }
    }

    /// Names of vertices do not matter.
    #[test]
    fn fives_are_the_same_after_relabelling(seed in 0u64..1 << 32, n in 20usize..36, fill in 1usize..6) {
        let edges = oracle::random_graph(seed, n, n * (n - 1) / 2 * fill / 10);
        let relabelled = csr(n, &oracle::relabelled(seed + 1, n, &edges));
        for induced in Induced::ALL {
            for device in devices() {
                let (before, after) =
                    (counts(&csr(n, &edges), induced, &device), counts(&relabelled, induced, &device));
                prop_assert_eq!(before, after, "{:?} on {}", induced, device);
            }
        }
    }

    /// A connected motif lies in one of two graphs that stand side by side.
    #[test]
    fn fives_of_a_disjoint_union_add_up(seed in 0u64..1 << 32, n in 10usize..25, m in 10usize..25) {
        let first = oracle::random_graph(seed, n, n * (n - 1) / 5);
        let second = oracle::random_graph(seed + 1, m, m * (m - 1) / 8);
        let shifted = second.iter().map(|&(u, v)| (u + n as u32, v + n as u32));
        let union: Vec<Endpoints> = first.iter().copied().chain(shifted).collect();
        for induced in Induced::ALL {
            for device in devices() {
                let both = counts(&csr(n + m, &union), induced, &device);
                let (a, b) = (counts(&csr(n, &first), induced, &device), counts(&csr(m, &second), induced, &device));
                let sums: Vec<u128> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
                prop_assert_eq!(both, sums, "{:?} on {}", induced, device);
            }
        }
    }
}

/// Each set of five vertices of a complete graph holds as many of a pattern as there are ways to place it.
#[test]
fn fives_of_a_complete_graph() {
    let graph = motherlode::graph::generate::complete(20).unwrap();
    for device in devices() {
        for (pattern, count) in fives(&graph, Induced::Edge, &device) {
            let in_five = 120 / oracle::automorphisms(&pattern);
            assert_eq!(count, 15_504 * in_five, "{pattern} on {device}");
        }
        let induced = counts(&graph, Induced::Vertex, &device);
        assert_eq!(induced.split_last(), Some((&15_504, &[0; 20][..])), "on {device}");
    }
}
