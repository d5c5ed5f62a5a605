//! Specialised strategies against the general walk, and against laws.

mod common;

use common::{count_by, count_on, devices};
use motherlode::graph::{Csr, generate};
use motherlode::mine::strategy::Strategy;
use motherlode::mine::{self, CountOptions, Method, VertexOrder};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::Device;

/// The patterns that have a strategy of their own.
const PATTERNS: [&str; 26] = [
    "edge",
    "wedge",
    "triangle",
    "3-star",
    "4-path",
    "tailed-triangle",
    "4-cycle",
    "diamond",
    "4-clique",
    "house",
    "a-b-c-d, b-e",
    "5-path",
    "cricket",
    "bull",
    "a-b-c-a-d-e",
    "banner",
    "butterfly",
    "dart",
    "3-book",
    "a-b-c-a, b-d-c, d-e",
    "gem",
    "5-clique",
    "6-clique",
    "7-clique",
    "5-star",
    "7-star",
];

/// Graphs with hubs, dense, and sparse.
fn graphs() -> Vec<(&'static str, Csr)> {
    vec![
        ("rmat", generate::rmat(8, 12, 20).unwrap()),
        ("gnm", generate::gnm(6, 900, 3).unwrap()),
        ("sparse", generate::gnm(9, 700, 5).unwrap()),
        ("star", generate::star(300).unwrap()),
    ]
}

fn by_the_walk(graph: &Csr, pattern: &Pattern, induced: Induced) -> u128 {
    count_on(&Device::cpu(None), graph, pattern, induced).unwrap()
}

#[test]
fn strategies_agree_with_the_walk() {
    for (name, graph) in graphs() {
        for text in PATTERNS {
            let pattern = Pattern::parse(text).unwrap();
            for induced in [Induced::Edge, Induced::Vertex] {
                // Walking to an induced 7-star in a star would take years, and is nothing to compare with.
                if Strategy::of(&pattern, induced, Method::Best) == Strategy::Walk {
                    assert_eq!(induced, Induced::Vertex, "{text} has no strategy");
                    continue;
                }
                // Their census walks too: tests/motifs.rs has it, on smaller graphs.
                let census = Strategy::of(&pattern, induced, Method::Best) == Strategy::Census;
                if census && pattern.vertices() > 4 {
                    continue;
                }
                let expected = by_the_walk(&graph, &pattern, induced);
                for device in devices() {
                    let found = count_by(Method::Best, &device, &graph, &pattern, induced).unwrap();
                    assert_eq!(found, expected, "{text}, {induced:?}, in {name}, on {device}");
                }
            }
        }
    }
}

#[test]
fn motifs_agree_with_the_walk() {
    for (name, graph) in graphs() {
        for induced in [Induced::Edge, Induced::Vertex] {
            for k in [3, 4, 5] {
                let motifs =
                    mine::motifs(&graph, k, &Device::cpu(None), &CountOptions::default().induced(induced))
                        .unwrap();
                for motif in motifs.motifs {
                    let expected = by_the_walk(&graph, &motif.pattern, induced);
                    assert_eq!(motif.count, expected, "{}, {induced:?}, in {name}", motif.name);
                }
            }
        }
    }
}

#[test]
fn sizes_that_are_not_served_are_refused() {
    let (graph, device, options) = (generate::star(3).unwrap(), Device::cpu(None), CountOptions::default());
    for k in [0, 2, 7] {
        let error = mine::motifs(&graph, k, &device, &options).unwrap_err().to_string();
        assert!(error.contains(&format!("motifs of {k} vertices")) && error.contains("3 to 6"), "{error}");
    }
    for k in [0, 1, 33] {
        let error = mine::cliques(&graph, k, VertexOrder::Degree, &device, &options).unwrap_err().to_string();
        assert!(error.contains(&format!("cliques of {k} vertices")) && error.contains("2 to 32"), "{error}");
    }
}

#[test]
fn the_profile_of_a_complete_graph_is_binomial() {
    let graph = generate::complete(12).unwrap();
    for device in devices() {
        let profile =
            mine::clique_profile(&graph, VertexOrder::Degree, &device, &CountOptions::default()).unwrap();
        let binomials = [12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1];
        assert_eq!(profile.counts, (1..=12).zip(binomials).collect::<Vec<_>>(), "{device}");
    }
}

/// Cliques do not depend on the order of the vertices, nor on what is left out of the graph for their size.
#[test]
fn orders_agree() {
    let options = CountOptions::default();
    for (name, graph) in graphs() {
        for device in devices() {
            let profile = |order| mine::clique_profile(&graph, order, &device, &options).unwrap().counts;
            let by_degree = profile(VertexOrder::Degree);
            assert_eq!(profile(VertexOrder::Degeneracy), by_degree, "{name} on {device}");
            for &(k, count) in by_degree.iter().filter(|(k, _)| (3..=8).contains(k)) {
                for order in [VertexOrder::Degree, VertexOrder::Degeneracy] {
                    let alone = mine::cliques(&graph, k, order, &device, &options).unwrap().counts;
                    assert_eq!(alone, [(k, count)], "{order:?} in {name} on {device}");
                }
            }
        }
    }
}
