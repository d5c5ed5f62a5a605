//! Counts by the general engine, on every device of this machine, against brute force, laws and published counts.

mod common;
mod oracle;

use common::{count_on, devices};
use motherlode::graph::Csr;
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use proptest::prelude::*;

const BOTH: [Induced; 2] = [Induced::Edge, Induced::Vertex];

fn csr(n: u32, edges: &[(u32, u32)]) -> Csr {
    Csr::from_edges(n, edges).expect("the test's edges are sound")
}

/// Every connected pattern of 2 to 5 vertices: 1 + 2 + 6 + 21 of them.
fn small_patterns() -> Vec<Pattern> {
    (2..=5).flat_map(oracle::connected_patterns).collect()
}

#[test]
fn all_small_patterns_agree_with_brute_force() {
    for (seed, n, m) in [(1, 9, 17), (2, 12, 26)] {
        let edges = oracle::random_graph(seed, n, m);
        let graph = csr(n, &edges);
        for pattern in small_patterns() {
            for induced in BOTH {
                let expected = oracle::count(&edges, n, &pattern, induced);
                for device in devices() {
                    let got = count_on(&device, &graph, &pattern, induced).unwrap();
                    assert_eq!(got, expected, "{pattern} ({induced:?}) on {device}, graph {seed}");
                }
            }
        }
    }
}
