//! Specialised strategies against the general walk, and against laws.

use motherlode::graph::{self, Csr, LoadOptions, generate};
use motherlode::mine::strategy::Strategy;
use motherlode::mine::{self, CountOptions, Method, MineError, VertexOrder};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::Device;
use testing::common::{count_by, count_on, devices, quick_devices};

/// The patterns that have a strategy of their own.
const PATTERNS: [&str; 35] = [
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
    "5-cycle",
    "2-3-biclique",
    "a-b-c-d-a, a-e-c, b-d",
    "wheel",
    "5-near-clique",
    "a-b-c-d-a, a-c, b-d, d-e",
    "a-b-c-d-a, a-c, b-d, d-e-a",
    "5-clique",
    "6-clique",
    "7-clique",
    "9-clique",
    "10-clique",
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

/// Graphs with large cliques, and many that are nearly that.
fn collaborations() -> Vec<(&'static str, Csr)> {
    vec![
        ("few in large teams", generate::teams(60, 25, 30, 3).unwrap()),
        ("many in small teams", generate::teams(400, 300, 9, 5).unwrap()),
        ("lists of more than 64", generate::teams(150, 12, 90, 2).unwrap()),
    ]
}

/// The graph of `edges` among `n` vertices.
fn graph_of(n: u32, edges: impl Iterator<Item = (u32, u32)>) -> Csr {
    let text: String = edges.map(|(u, v)| format!("{u} {v}\n")).collect();
    let graph = graph::read(text.as_bytes(), "edges", &LoadOptions::default()).unwrap();
    assert_eq!(graph.csr().n(), n, "no vertex is isolated");
    graph.csr().clone()
}

fn profile(graph: &Csr, order: VertexOrder, device: &Device) -> Vec<u128> {
    let profile = mine::clique_profile(graph, order, device, &CountOptions::default()).unwrap();
    assert!(profile.counts.iter().map(|&(k, _)| k).eq(1..=profile.counts.len() as u32));
    profile.counts.into_iter().map(|(_, count)| count).collect()
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
                match CountOptions::default().induced(induced).strategy(&pattern) {
                    // Walking to an induced star of many leaves in a star would take years, and is nothing to compare
                    // with.
                    Strategy::Walk | Strategy::Supergraphs => {
                        assert_eq!(induced, Induced::Vertex, "{text} has no strategy");
                        continue;
                    }
                    // Each makes the census of all: `motifs` has it, on smaller graphs.
                    Strategy::Census if pattern.vertices() > 4 => continue,
                    _ => {}
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

/// Large graphs of short lists, which an emulated device's cache holds or does not: of many small teams, and uniform
/// ones.
#[test]
fn triangles_of_short_lists_agree_with_the_walk() {
    // In all, and through each edge.
    let patterns = ["triangle", "diamond"].map(|name| Pattern::parse(name).unwrap());
    let graphs = [
        ("a uniform graph in the cache", generate::gnm(16, 120_000, 3).unwrap()),
        ("a uniform graph beyond it", generate::gnm(16, 200_000, 3).unwrap()),
        ("teams in the cache", generate::teams(55_000, 48_000, 5, 2).unwrap()),
        ("teams beyond it", generate::teams(40_000, 60_000, 8, 2).unwrap()),
    ];
    for (name, graph) in graphs {
        for pattern in &patterns {
            let expected = by_the_walk(&graph, pattern, Induced::Edge);
            for device in devices() {
                let found = count_by(Method::Best, &device, &graph, pattern, Induced::Edge).unwrap();
                assert_eq!(found, expected, "{pattern:?} in {name}, on {device}");
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
    for (name, graph) in graphs().into_iter().chain(collaborations()) {
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

/// What the numbers of the vertices are makes no difference; and a vertex that is joined to all others doubles every
/// clique.
#[test]
fn profiles_follow_laws() {
    for (name, graph) in graphs().into_iter().chain(collaborations()) {
        for device in devices() {
            let found = profile(&graph, VertexOrder::Degeneracy, &device);
            let n = graph.n();
            let turn = |v: u32| n - 1 - (v + n / 3) % n;
            let turned = graph_of(n, graph.each_edge().map(|(u, v)| (turn(u), turn(v))));
            assert_eq!(profile(&turned, VertexOrder::Degree, &device), found, "{name} on {device}");
            let cone = graph_of(n + 1, graph.each_edge().chain((0..n).map(|v| (v, n))));
            let with = found.iter().copied().chain([0]);
            let doubled: Vec<u128> =
                with.zip([1].into_iter().chain(found.clone())).map(|(a, b)| a + b).collect();
            assert_eq!(
                profile(&cone, VertexOrder::Degree, &device),
                doubled,
                "the cone over {name} on {device}"
            );
        }
    }
}

/// Vertices in parts, each joined to all of the other parts: a search of so many nodes below one root that warps hand
/// it over. A clique has a vertex of some of the parts: the counts are the coefficients of the product of the 1 + size
/// x.
#[test]
fn profiles_of_graphs_in_parts_are_products() {
    let sizes = [1, 7, 8, 19, 31, 34];
    let part: Vec<usize> = sizes.iter().enumerate().flat_map(|(at, &size)| vec![at; size]).collect();
    let n = part.len() as u32;
    let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
    let graph = graph_of(n, pairs.filter(|&(u, v)| part[u as usize] != part[v as usize]));
    let mut expected = vec![1u128];
    for size in sizes {
        expected.push(0);
        (1..expected.len()).rev().for_each(|k| expected[k] += size as u128 * expected[k - 1]);
    }
    for device in devices() {
        assert_eq!(profile(&graph, VertexOrder::Degeneracy, &device), expected[1..], "{device}");
    }
}

/// Vertices of which each eight are joined, and as many that are joined to all of them and not to each other. The
/// latter have lists so long that their cliques are walked to, up to 7-cliques, and the former short ones, which are
/// searched with pivots.
#[test]
fn long_and_short_lists_are_counted_together() {
    const HALF: u32 = 200;
    let eights = (0..HALF).flat_map(|u| (u / 8 * 8..u).map(move |v| (v, u)));
    let across = (0..HALF).flat_map(|u| (HALF..2 * HALF).map(move |v| (u, v)));
    let graph = graph_of(2 * HALF, eights.chain(across));
    let check = |device: &Device, k, expected| {
        let options = CountOptions::default();
        let found = mine::cliques(&graph, k, VertexOrder::Degree, device, &options).unwrap().counts;
        assert_eq!(found, [(k, expected)], "on {device}");
    };
    for device in quick_devices() {
        // 25 (C(8, k) + 200 C(8, k - 1))
        for (k, expected) in [(5, 351_400), (6, 280_700), (7, 140_200), (8, 40_025), (9, 5_000), (10, 0)] {
            check(&device, k, expected);
        }
    }
    // The emulated machine takes seconds for each.
    devices().iter().for_each(|device| check(device, 7, 140_200));
}

#[test]
fn profiles_end_at_128_bits() {
    let device = Device::cpu(None);
    // C(131, 65) is less than 2^128, and C(132, 66) is not.
    let graph = generate::complete(131).unwrap();
    let found = profile(&graph, VertexOrder::Degree, &device);
    assert_eq!((found.len(), found[1], found[129]), (131, 131 * 65, 131));
    assert_eq!(found[64], found[65]);
    assert_eq!(found[65], 188_694_833_082_770_476_622_296_176_145_946_360_850);
    let graph = generate::complete(132).unwrap();
    let error =
        mine::clique_profile(&graph, VertexOrder::Degree, &device, &CountOptions::default()).unwrap_err();
    assert!(matches!(error, MineError::CountOverflow), "{error}");
}

/// One search for all sizes, against a walk to each, on the graphs of the shared data.
#[cfg(feature = "shared-data")]
#[test]
fn profiles_of_real_graphs() {
    let device = Device::cpu(None);
    for (name, largest) in [("email-Enron", 20), ("wiki-Vote", 17)] {
        let graph =
            graph::load(&testing::common::data().join(format!("{name}.el.gz")), &LoadOptions::default())
                .unwrap();
        let found = profile(graph.csr(), VertexOrder::Degeneracy, &device);
        assert_eq!(found.len(), largest, "{name}");
        for k in [3, 5, 7] {
            let alone = mine::cliques(graph.csr(), k, VertexOrder::Degree, &device, &CountOptions::default());
            assert_eq!(alone.unwrap().counts, [(k, found[k as usize - 1])], "{name}");
        }
    }
}
