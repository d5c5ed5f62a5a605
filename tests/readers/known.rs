//! Graphs whose numbers are published.

use std::path::Path;

use motherlode::graph::{LoadOptions, VertexId, load};

#[test]
fn karate_club() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/karate.txt");
    let graph = load(&path, &LoadOptions::default()).unwrap();
    let csr = graph.csr();
    assert_eq!((csr.n(), csr.edges(), csr.max_degree()), (34, 78, 17));
    assert_eq!((graph.ids().get(0), graph.ids().get(33)), (VertexId::Number(1), VertexId::Number(34)));
    assert_eq!((csr.degree(0), csr.degree(32)), (16, 12));
    assert_eq!(graph.report().comments, 2);
    let mut triangles = 0;
    for (a, b) in (0..34).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let joined = |a: u32, b: u32| csr.neighbors(a).contains(&b);
        triangles += (0..b).filter(|&c| joined(a, b) && joined(b, c) && joined(a, c)).count();
    }
    assert_eq!(triangles, 45);
}

#[cfg(feature = "shared-data")]
#[test]
fn shared_graphs() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = data.ancestors().map(|folder| folder.join("shared/data")).find(|folder| folder.exists());
    let data = data.expect("the folder shared/data, beside the repository or above it");
    let truth: serde_json::Value =
        serde_json::from_slice(&std::fs::read(data.join("truth.json")).unwrap()).unwrap();
    let mut seen = 0;
    for (name, known) in truth["graphs"].as_object().unwrap() {
        let Some(file) = known["file"].as_str() else { continue };
        let graph = load(&data.join(file), &LoadOptions::default()).unwrap();
        assert_eq!(u64::from(graph.csr().n()), known["vertices"], "{name}");
        assert_eq!(graph.csr().edges(), known["edges"], "{name}");
        assert_eq!(graph.csr().max_degree(), known["max_degree"], "{name}");
        seen += 1;
    }
    assert_eq!(seen, 3);
}
