//! Vertices that are called by names.

use std::collections::BTreeSet;

use motherlode::graph::{self, Graph, GraphBuilder, GraphFormat, LoadOptions, VertexId};
use proptest::prelude::*;

use super::csr_layouts::{without_checksums, written};

/// The edges of a graph under the original ids, each once, as text.
fn edges(graph: &Graph) -> BTreeSet<(String, String)> {
    let (csr, ids) = (graph.csr(), graph.ids());
    let id = |v: u32| ids.get(v).to_string();
    let pairs = (0..csr.n()).flat_map(|v| csr.neighbors(v).iter().map(move |&w| (v, w)));
    pairs.map(|(v, w)| (id(v), id(w))).map(|(a, b)| if a < b { (a, b) } else { (b, a) }).collect()
}

fn pairs(edges: &[(&str, &str)]) -> BTreeSet<(String, String)> {
    edges.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// The graph, once written in that format and read again.
fn again(graph: &Graph, format: GraphFormat) -> Graph {
    let mut bytes = Vec::new();
    graph::write(graph, format, &mut bytes).unwrap();
    let options = LoadOptions::default().directed(graph.attributes().is_directed());
    graph::read(&bytes[..], "written", &options)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&bytes)))
}

#[test]
fn a_builder_takes_names_and_numbers() {
    let mut builder = GraphBuilder::undirected();
    builder.edge(10, 7);
    builder.vertex(9, &[]);
    builder.edge("bob", 7);
    builder.edge("7", "alice");
    builder.edge("eve", "eve");
    assert!(builder.has_vertex(9) && builder.has_vertex("9") && !builder.has_vertex("nobody"));
    let graph = builder.build().unwrap();
    assert_eq!(edges(&graph), pairs(&[("10", "7"), ("7", "bob"), ("7", "alice")]));
    let names: Vec<&str> = graph.ids().names().unwrap().iter().collect();
    assert_eq!(names, ["10", "7", "9", "alice", "bob"], "by their bytes, and none that has a loop alone");
    let lookup = graph.ids().lookup(5);
    assert_eq!(lookup.find(VertexId::Name("bob")), Some(4));
    assert_eq!(lookup.find(VertexId::Number(9)), Some(2));
    assert_eq!(lookup.find(VertexId::Name("eve")), None);
}

#[test]
fn names_that_are_all_numbers_are_numbers() {
    let mut builder = GraphBuilder::undirected();
    builder.edge("10", "9");
    builder.consecutive(1, 2);
    let graph = builder.build().unwrap();
    assert_eq!((0..4).map(|v| graph.ids().numbers().unwrap().get(v)).collect::<Vec<_>>(), [1, 2, 9, 10]);
    for name in ["007", "+7", "-7", "18446744073709551616", "", " 7"] {
        let mut builder = GraphBuilder::undirected();
        builder.edge("10", name);
        assert!(builder.build().unwrap().ids().names().is_some(), "{name:?}");
    }
}

#[test]
fn errors_call_vertices_by_name() {
    let mut builder = GraphBuilder::undirected();
    builder.labelled_edge("a", "b", "x");
    builder.labelled_edge("b", "a", "y");
    assert!(builder.build().unwrap_err().to_string().contains("edge from b to a is there twice"));
    let mut builder = GraphBuilder::undirected();
    builder.vertex("a", &["x"]);
    builder.edge("a", "b\n");
    assert!(builder.build().unwrap_err().to_string().contains("vertex b\\n has no label"));
}

#[test]
fn damaged_names_in_csr_files_are_errors() {
    let mut builder = GraphBuilder::undirected();
    builder.edge("ä", "bob");
    let graph = builder.build().unwrap();
    // Without checksums, which would find any damage.
    let bytes = without_checksums(&written(&graph));
    let payload = bytes.windows(8).position(|window| window == b"VERTNAME").unwrap() + 16;
    for (place, byte) in
        [(payload, 4), (payload, 200), (payload + 8, 4), (payload + 19, 0xFF), (payload - 8, 3)]
    {
        let mut damaged = bytes.clone();
        assert_ne!(damaged[place], byte, "{place}");
        damaged[place] = byte;
        assert!(
            graph::read(&damaged[..], "g.csr", &LoadOptions::default()).is_err(),
            "byte {place} set to {byte}"
        );
    }
    for length in 0..bytes.len() {
        let _ = graph::read(&bytes[..length], "g.csr", &LoadOptions::default());
    }
}

/// Names of all kinds: plain, such as look like something else, and any text.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-e]{1,2}",
        "[0-9]{1,3}",
        prop::sample::select(vec![
            "", "#x", "//", "%", "\"", "a b", "a,b", "1.5", "-3", "007", "{}", "7:", "\t"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
}

proptest! {
    #[test]
    fn names_survive_a_csr_file(list in prop::collection::vec((name(), name()), 1..30), directed: bool) {
        let mut builder = if directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        list.iter().for_each(|(a, b)| builder.edge(a.as_str(), b.as_str()));
        let graph = builder.build().unwrap();
        let back = again(&graph, GraphFormat::Csr);
        prop_assert_eq!(back.csr(), graph.csr());
        prop_assert_eq!(back.attributes(), graph.attributes());
        prop_assert!((0..graph.csr().n()).all(|v| back.ids().get(v) == graph.ids().get(v)));
    }
}
