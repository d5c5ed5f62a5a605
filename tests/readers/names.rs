//! Vertices that are called by names.

use std::collections::BTreeSet;

use motherlode::graph::{self, Graph, GraphBuilder, GraphFormat, LoadOptions, VertexId};
use proptest::prelude::*;

use super::csr_layouts::{without_checksums, written};
use super::{read, read_with, refusal, refusal_with};

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
    let error = |name: &str| {
        let mut builder = GraphBuilder::undirected();
        builder.labelled_edge("a", name, "x");
        builder.edge(name, "c");
        builder.build().unwrap_err().to_string()
    };
    assert!(error("b\n").contains("the edge from b\\n to c has no label"), "{}", error("b\n"));
    let mut builder = GraphBuilder::undirected();
    builder.vertex("a", &["x"]);
    builder.edge("a", "b\n");
    assert!(builder.build().unwrap_err().to_string().contains("vertex b\\n has no label"));
}

#[test]
fn edge_lists_of_names() {
    let expected = pairs(
        &[("alice", "bob"), ("bob", "carol"), ("dave", "7")]
            .map(|(a, b)| if a < b { (a, b) } else { (b, a) }),
    );
    for text in [
        "alice bob\nbob carol\n7 dave\n",
        "# people\n\n\"alice\" bob\r\ncarol\tbob\ndave, 7\nbob alice\ncarol carol",
        "alice\tbob\nbob\tcarol\ndave\t\"7\"\n",
        "\"7\" \"dave\"\nalice bob\nbob carol\n",
        "\"alice\",\"bob\"\nbob , carol\n7,dave\n",
        "source,target\nalice,bob\n\"bob\",carol\n7,dave\n",
        "alice bob {}\nbob carol {'weight': 3.0, 'x': 1}\n7 dave {}\n",
    ] {
        let options = if text.starts_with("\"alice\",") {
            LoadOptions::default().format(GraphFormat::EdgeList)
        } else {
            LoadOptions::default()
        };
        let graph = read_with(text, &options);
        assert_eq!(edges(&graph), expected, "{text:?}");
        let again = read_with(text, &options.clone().block_bytes(3));
        assert_eq!((again.csr(), again.report()), (graph.csr(), graph.report()));
    }
}

#[test]
fn names_with_blanks_in_them() {
    let expected = pairs(&[("Alice Smith", "Bob, Jr."), ("Bob, Jr.", "a \"b\"")]);
    for text in [
        "\"Alice Smith\" \"Bob, Jr.\"\n\"Bob, Jr.\" \"a \"\"b\"\"\"\n",
        "Alice Smith\tBob, Jr.\nBob, Jr.\t\"a \"\"b\"\"\"\n",
        "from,to\nAlice Smith,\"Bob, Jr.\"\n\"Bob, Jr.\",\"a \"\"b\"\"\"\n",
    ] {
        assert_eq!(edges(&read(text)), expected, "{text:?}");
    }
}

#[test]
fn names_that_look_like_another_format() {
    assert_eq!(edges(&read("a b\nb c\nc a\n")).len(), 3);
    assert_eq!(edges(&read("v w\nw x\n")).len(), 2);
    assert_eq!(edges(&read("graph theory\ntheory book\n")).len(), 2);
    // A receptor, and a word that Arrow files begin with.
    assert_eq!(edges(&read("PAR1 GNAQ\nGNAQ PLCB1\n")).len(), 2);
    assert_eq!(edges(&read("ARROW1\tbow\nbow\tstring\n")).len(), 2);
    let fourth = "v 0 A\nv 1 B\nv 2 C\nv 3 V2000\ne 0 1 x\n";
    assert_eq!(edges(&read(fourth)).len(), 1);
    for (text, format) in [
        ("c A comment\np edge 3 2\ne 1 2\ne 2 3\n", "DIMACS"),
        ("graph [\n node [\n", "GML"),
        ("*Vertices 3\n", "Pajek"),
        ("<?xml version=\"1.0\"?>\n", "GraphML"),
    ] {
        let options = LoadOptions::default().format(GraphFormat::EdgeList);
        let refusal = graph::read(text.as_bytes(), "in", &options).unwrap_err().to_string();
        assert!(refusal.contains(format), "{refusal}");
    }
}

#[test]
fn quoted_numbers_are_the_numbers() {
    let (quoted, plain) = (read("\"10\" \"9\"\n\"9\" \"300\"\n"), read("10 9\n9 300\n"));
    assert_eq!(quoted.csr(), plain.csr());
    assert!((0..3).all(|v| quoted.ids().get(v) == plain.ids().get(v)));
}

#[test]
fn a_word_among_numbers_is_an_error() {
    for (text, words) in [
        ("1 2\n3 alice\n", &["line 2", "`alice`", "say so"][..]),
        ("source,target\n1,2\n1,b\n", &["line 3", "`b`", "say so"]),
        ("source target\n1 2\n2 3\n", &["line 1", "`source`", "headings start with #"]),
        ("1 2\n2 1.5\n", &["line 2", "whole number"]),
    ] {
        let message = refusal(text);
        assert!(words.iter().all(|word| message.contains(word)), "{text:?}: {message}");
        let graph = read_with(text, &LoadOptions::default().names(true));
        assert!(graph.ids().names().is_some(), "{text:?}");
    }
    let numbers = read_with("10 9\n", &LoadOptions::default().names(true));
    assert!(numbers.ids().numbers().is_some());
}

#[test]
fn headings_are_no_edges() {
    for text in ["source target\nalice bob\n", "\"From\"\t\"To\"\nalice\tbob\n"] {
        assert!(refusal(text).contains("line 1") && refusal(text).contains("heading"), "{}", refusal(text));
        assert_eq!(read_with(text, &LoadOptions::default().names(true)).csr().edges(), 2);
    }
    // As CSV, a header or an edge.
    let text = "alice,bob\nbob,carol\n";
    assert!(refusal(text).contains("line 1: `alice,bob`: is this a header or an edge?"), "{}", refusal(text));
    let format = |format| read_with(text, &LoadOptions::default().format(format)).csr().edges();
    assert_eq!((format(GraphFormat::Csv), format(GraphFormat::EdgeList)), (1, 2));
    assert_eq!(read("person,friend\n1,2\n").csr().edges(), 1);
}

#[test]
fn bad_lines_of_names() {
    for (text, words) in [
        ("alice bob\ncarol\n", "line 2: `carol`: one name"),
        ("from;to\nalice;bob\n", "line 1: `from;to`: semicolons"),
        ("alice bob\n\"carol dave\n", "a quote is open"),
        ("alice bob\n\"carol\"dave eve\n", "more follows a quote"),
        ("alice,,bob\n", "a name is missing"),
        (
            "alice bob 3\nbob carol 4.5\n",
            "line 1: `alice bob 3`: more than two columns; if the rest is weights",
        ),
        ("source,target\nalice,\n", "a name is missing"),
    ] {
        let message = match text.starts_with("alice,") {
            true => refusal_with(text, &LoadOptions::default().format(GraphFormat::EdgeList)),
            false => refusal(text),
        };
        assert!(message.contains(words), "{text:?}: {message}");
    }
    let latin = graph::read(&b"alice bob\nbob Jos\xE9\n"[..], "in", &LoadOptions::default()).unwrap_err();
    assert!(latin.to_string().contains("line 2") && latin.to_string().contains("not text"), "{latin}");
}

#[test]
fn labels_and_directions_of_named_edges() {
    let options = LoadOptions::default().directed(true).extra_columns(graph::ExtraColumns::Label);
    let graph = read_with("alice bob knows\nbob alice \"works with\"\nbob 7 knows\n", &options);
    assert_eq!(graph.attributes().arcs(), Some(3));
    assert_eq!(graph.attributes().edge_labels().unwrap().names(), ["knows", "works with"]);
    assert!(refusal_with("alice bob\n", &options).contains("the edge has no label"));
    let ignored = LoadOptions::default().extra_columns(graph::ExtraColumns::Ignore);
    assert_eq!(edges(&read_with("alice bob 3 4\nbob carol x\n", &ignored)).len(), 2);
}

#[test]
fn attributes_in_braces_are_left_and_told() {
    let text = "1 2 {}\n2 3 {'weight': 3.0}\n3,4,{'a': {'b': 1}, 'c': 2}\n";
    for directed in [false, true] {
        let graph = read_with(text, &LoadOptions::default().directed(directed));
        assert_eq!(edges(&graph), pairs(&[("1", "2"), ("2", "3"), ("3", "4")]));
        assert_eq!(graph.report().notes, [graph::LoadNote::Attributes { lines: 2 }]);
    }
    let ignored = LoadOptions::default().extra_columns(graph::ExtraColumns::Ignore);
    assert_eq!(read_with(text, &ignored).report().notes, []);
    assert_eq!(read("1 2 {}\n").report().notes, []);
    assert!(refusal("1 2 {}\n2 3 0.5 {}\n").contains("line 2: `2 3 0.5 {}`: more than two columns"));
}

#[test]
fn formats_without_a_place_for_names_are_refused() {
    let mut builder = GraphBuilder::undirected();
    builder.edge("a\nb", "c");
    let broken = builder.build().unwrap();
    assert!(
        graph::write(&broken, GraphFormat::EdgeList, Vec::new())
            .unwrap_err()
            .to_string()
            .contains("line breaks")
    );
    assert_eq!(edges(&again(&broken, GraphFormat::Csr)), edges(&broken));
    // As other ids, names are none of a matrix.
    assert_eq!(again(&broken, GraphFormat::MatrixMarket).csr(), broken.csr());
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
            "v",
            "t",
            "c",
            "p",
            "e",
            "graph",
            "[",
            "*Vertices",
            "<?xml",
            "",
            "#x",
            "//",
            "%",
            "\"",
            "a b",
            "a,b",
            "1.5",
            "-3",
            "007",
            "{}",
            "7:",
            "\t"
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

    /// What is written can be read again, if no name has a line break in it and the first edge is not that of a
    /// heading.
    #[test]
    fn names_survive_an_edge_list(list in prop::collection::vec((name(), name()), 1..30), directed: bool) {
        let mut builder = if directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        for (a, b) in list.iter().filter(|(a, b)| a != b && !(a.clone() + b).contains(|c: char| c.is_control() && c != '\t')) {
            builder.edge(a.as_str(), b.as_str());
        }
        prop_assume!(builder.edges() > 0);
        let graph = builder.build().unwrap();
        let back = again(&graph, GraphFormat::EdgeList);
        prop_assert_eq!(edges(&back), edges(&graph));
        prop_assert_eq!(back.attributes(), graph.attributes());
    }

    /// Numbers that are given other names are the same graph under these names.
    #[test]
    fn other_names_for_the_same_graph(
        list in prop::collection::vec((0..12u64, 0..12u64), 1..60), start in "[a-z é]{0,3}", tabs: bool,
    ) {
        prop_assume!(list.iter().any(|(a, b)| a != b));
        let name = |id: u64| format!("{start}x{}", id * 7 % 12);
        let mut text = String::new();
        for (a, b) in &list {
            let (a, b) = (name(*a), name(*b));
            text += &if tabs { format!("{}\t{}\n", a.trim(), b.trim()) } else { format!("\"{a}\" \"{b}\"\n") };
        }
        let named = read(&text);
        let back: std::collections::HashMap<String, u64> =
            (0..12).map(|id| (if tabs { name(id).trim().to_owned() } else { name(id) }, id)).collect();
        let renamed: BTreeSet<(u64, u64)> = edges(&named)
            .into_iter()
            .map(|(a, b)| (back[&a], back[&b]))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        let expected: BTreeSet<(u64, u64)> =
            list.iter().filter(|(a, b)| a != b).map(|&(a, b)| (a.min(b), a.max(b))).collect();
        prop_assert_eq!(renamed, expected);
    }
}
