//! GraphML, GML, node-link JSON, graph6, sparse6 and Pajek: against edge lists of the same graphs, written by NetworkX.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use motherlode::graph::{self, Graph, GraphError, GraphFormat, LoadNote, LoadOptions};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/graphs").join(name)
}

fn load(name: &str, options: &LoadOptions) -> Graph {
    graph::load(&data(name), options).unwrap_or_else(|error| panic!("{error}"))
}

fn read(text: &str, name: &str) -> Result<Graph, GraphError> {
    graph::read(text.as_bytes(), name, &LoadOptions::default())
}

fn message(text: &str, name: &str) -> String {
    read(text, name).expect_err(text).to_string()
}

/// What the vertices are called.
fn ids(graph: &Graph) -> Vec<String> {
    (0..graph.csr().n()).map(|v| graph.ids().get(v).to_string()).collect()
}

/// The arcs of a directed graph, or the edges of another, each both ways, as text.
fn arcs(graph: &Graph) -> BTreeSet<(String, String)> {
    let (csr, ids) = (graph.csr(), ids(graph));
    let mut arcs = BTreeSet::new();
    for v in 0..csr.n() {
        let start = csr.offsets()[v as usize] as usize;
        for (place, &w) in (start..).zip(csr.neighbors(v)) {
            let out = graph.attributes().edges.as_ref().map(|edges| edges.out[place]);
            if out != Some(u32::MAX) {
                arcs.insert((ids[v as usize].clone(), ids[w as usize].clone()));
            }
        }
    }
    arcs
}

/// The pairs of an edge list whose vertices are numbers, called by `names` instead; without loops.
fn pairs(list: &str, names: &[&str], both_ways: bool) -> BTreeSet<(String, String)> {
    let text = std::fs::read_to_string(data(list)).unwrap();
    let mut pairs = BTreeSet::new();
    for line in text.lines() {
        let ends: Vec<usize> = line.split(' ').map(|end| end.parse().unwrap()).collect();
        let name = |end: usize| names.get(end).map_or_else(|| end.to_string(), |name| (*name).to_owned());
        let (from, to) = (name(ends[0]), name(ends[1]));
        if from != to {
            if both_ways {
                pairs.insert((to.clone(), from.clone()));
            }
            pairs.insert((from, to));
        }
    }
    pairs
}

/// The vertices of `names.el`, in order.
const NAMES: [&str; 15] = [
    "alice",
    "bob",
    "carol d.",
    "dave \"d\"",
    "Élodie",
    "f&g",
    "<h>",
    "i",
    "j's",
    "k-9",
    "l",
    "m",
    "n",
    "o",
    "lonely",
];

#[test]
fn numbered_graphs_are_those_of_their_edge_lists() {
    let expected = pairs("karate.el", &[], true);
    assert_eq!(expected.len(), 2 * 78);
    for name in ["graphml", "gml", "net", "links.json", "edges.json", "g6", "bare.g6", "s6"] {
        let graph = load(&format!("karate.{name}"), &LoadOptions::default());
        assert_eq!(arcs(&graph), expected, "{name}");
        assert!(graph.ids().is_identity(), "{name}");
        assert_eq!((graph.report().edges_read, graph.report().notes.len()), (78, 0), "{name}");
        let lines = std::fs::read_to_string(data(&format!("karate.{name}"))).unwrap().lines().count();
        assert_eq!(graph.report().lines, lines as u64, "{name}");
    }
    let expected = pairs("hundred.el", &[], true);
    for name in ["hundred.g6", "hundred.s6"] {
        let graph = load(name, &LoadOptions::default());
        assert_eq!((arcs(&graph), graph.csr().n()), (expected.clone(), 100), "{name}");
    }
}

#[test]
fn named_graphs_keep_their_names() {
    let expected = pairs("names.el", &NAMES, true);
    let all: BTreeSet<String> = NAMES.map(str::to_owned).into();
    for name in ["graphml", "gml", "net", "links.json", "edges.json"] {
        let graph = load(&format!("names.{name}"), &LoadOptions::default());
        assert_eq!(arcs(&graph), expected, "{name}");
        assert_eq!(ids(&graph).into_iter().collect::<BTreeSet<_>>(), all, "{name}: also who has no edges");
        assert_eq!((graph.report().edges_read, graph.report().self_loops), (31, 1), "{name}");
        let note = LoadNote::AttributesLeft { names: vec!["weight".to_owned()] };
        assert_eq!(graph.report().notes, [note], "{name}");
    }
    let expected = pairs("names.el", &[], true);
    for name in ["names.g6", "names.s6"] {
        let graph = load(name, &LoadOptions::default());
        assert_eq!((arcs(&graph), graph.csr().n()), (expected.clone(), 15), "{name}");
    }
}

#[test]
fn directions_are_kept_on_request() {
    let names: Vec<String> = (0..12).map(|v| format!("v{v}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let directed = LoadOptions::default().directed(true);
    for name in ["graphml", "gml", "net", "links.json", "edges.json"] {
        let (arcs_file, edges_file) = (format!("arcs.{name}"), format!("karate.{name}"));
        let graph = load(&arcs_file, &directed);
        assert_eq!(arcs(&graph), pairs("arcs.el", &names, false), "{name}");
        assert_eq!(graph.attributes().arcs(), Some(40), "{name}");
        let graph = load(&arcs_file, &LoadOptions::default());
        assert_eq!(arcs(&graph), pairs("arcs.el", &names, true), "{name}");
        assert!(graph.attributes().is_empty(), "{name}");
        let error = graph::load(&data(&edges_file), &directed).unwrap_err();
        assert!(matches!(error, GraphError::Undirected { .. }), "{name}: {error}");
    }
    let error = graph::load(&data("karate.g6"), &directed).unwrap_err();
    assert!(matches!(error, GraphError::Undirected { .. }), "{error}");
    // The example of the description of digraph6.
    let options = directed.format(GraphFormat::Graph6);
    let graph = graph::read(&b">>digraph6<<&DI?AO?\n"[..], "d", &options).unwrap();
    let expected = [(0, 2), (0, 4), (3, 1), (3, 4)].map(|(v, w): (u32, u32)| (v.to_string(), w.to_string()));
    assert_eq!((arcs(&graph), graph.csr().n()), (expected.into(), 5));
}

/// Edges that are arcs, and others, in one file: with directions the others lead both ways.
#[test]
fn mixed_graphs() {
    let graphml = "<graphml><graph edgedefault='undirected'><edge source='a' target='b'/>\
        <edge source='c' target='b' directed='true'/><node id='a'/><node id='b'/><node id='c'/></graph></graphml>";
    let pajek = "*vertices 3\n1 a\n2 b\n3 c\n*edges\n1 2\n*ARCS\n3 2 1.0\n";
    let expected = [("a", "b"), ("b", "a"), ("c", "b")].map(|(v, w)| (v.to_owned(), w.to_owned()));
    for text in [graphml, pajek] {
        let graph = graph::read(text.as_bytes(), "mixed", &LoadOptions::default().directed(true)).unwrap();
        assert_eq!(arcs(&graph), BTreeSet::from(expected.clone()), "{text}");
    }
}

#[test]
fn the_content_tells_the_format_or_the_name_does() {
    let formats = BTreeMap::from([
        ("karate.graphml", "graphml"),
        ("karate.gml", "gml"),
        ("karate.net", "pajek"),
        ("karate.links.json", "json"),
        ("karate.g6", "graph6"),
        ("karate.s6", "graph6"),
    ]);
    for (file, name) in formats {
        let bytes = std::fs::read(data(file)).unwrap();
        let format: GraphFormat = name.parse().unwrap();
        assert_eq!(format.to_string(), name);
        let compressed = zstd::encode_all(&bytes[..], 1).unwrap();
        for bytes in [&bytes, &compressed] {
            for options in [LoadOptions::default(), LoadOptions::default().format(format)] {
                let graph = graph::read(&bytes[..], "anything", &options).unwrap();
                assert_eq!((graph.csr().n(), graph.csr().edges()), (34, 78), "{file}");
            }
        }
    }
    let commented = "# made by hand\ngraph\n[ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]\n";
    for (text, name) in [
        (commented, "g.gml"),
        ("% made by hand\n*Vertices 2\n*Edges\n1 2\n", "g.net"),
        ("A_\n", "g.g6"),
        (":An\n", "g.s6"),
        ("A_\n", "g.g6.gz"),
    ] {
        assert_eq!(read(text, name).unwrap().csr().edges(), 1, "{name}");
    }
}

#[test]
fn graphml_as_others_write_it() {
    let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE graphml SYSTEM \"x.dtd\">\n<!-- a comment -->\n\
        <g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns'>\n<g:desc>any &amp; all</g:desc>\n\
        <g:key id='k' for='node' attr.name='colour'/>\n<g:graph id='G' edgedefault='directed'>\n<g:data key='k'>x</g:data>\n\
        <g:edge source='n&#48;' target='a&lt;b'><g:data key='w'>1</g:data></g:edge>\n<g:node id='n0'><g:port name='p'/>\
        <g:data key='k'><g:graph/></g:data></g:node>\n<g:node id='a&lt;b'/></g:graph></g:graphml>\n";
    let graph = read(text, "g").unwrap();
    assert_eq!(ids(&graph), ["a<b", "n0"]);
    let left = LoadNote::AttributesLeft { names: vec!["w".to_owned(), "colour".to_owned()] };
    assert_eq!(graph.report().notes, [left]);
}

#[test]
fn bad_graphml() {
    let inner = |text: &str| format!("<graphml>\n<graph>\n<node id='a'/>\n{text}\n</graph>\n</graphml>\n");
    for (text, expected) in [
        ("<node id='a'/>", "in, line 4: vertex `a` is there twice"),
        ("<node/>", "in, line 4: expected <node> with an id, found `<node>`"),
        (
            "<edge source='a'/>",
            "in, line 4: expected <edge> with a source and a target, found `<edge source='a'>`",
        ),
        (
            "\n<edge source='a' target='b'/>",
            "in, line 5: an edge has the end `b`, which is not among the vertices of the file",
        ),
        ("<hyperedge/>", "in, line 4: hyperedges are not read; give edges between two vertices each"),
        (
            "<node id='b'><graph/></node>",
            "in, line 4: graphs within vertices or edges are not read; give the inner graphs as files of their own",
        ),
        ("</graph><graph>", "in, line 4: a second graph starts here; give one graph a file"),
        ("<node id='b'></edge>", "in, line 4: not XML: "),
        ("<node id='&unknown;'/>", "in, line 4: not XML: "),
        ("<node id=b/>", "in, line 4: not XML: "),
    ] {
        let found = message(&inner(text), "in");
        assert!(found.starts_with(expected), "{text}: {found}");
    }
    let whole = inner("");
    for length in 1..whole.len() - 12 {
        let found = message(&whole[..length], "in.gml").replace("in.gml", "in");
        assert!(found.starts_with("in, line ") || found.starts_with("in: "), "{length}: {found}");
    }
    assert_eq!(
        message("<graphml><graph>", "in"),
        "in, line 1: the file ends where </graphml> should follow; it is cut off or damaged"
    );
    assert_eq!(
        message("<?xml version='1.0'?><gexf/>", "in"),
        "in, line 1: expected <graphml>, found `<gexf>`"
    );
    assert!(
        graph::read(
            &b"<graphml><graph><node id='\xE4'/></graph></graphml>"[..],
            "in",
            &LoadOptions::default()
        )
        .is_err()
    );
}

#[test]
fn gml_as_others_write_it() {
    let text = b"Creator \"igraph, version 1\"\nVersion 1\n# a comment, of [ all kinds\ngraph [\n  comment \"a ] b\"\n  directed 0\n\
        edge [ target 7 source -3 value 2.5 graphics [ width 1 [ ] ] ]\n node[id 7 label \"x\"]node [ id -3 label \"Gr\xF6\xDFe\" ]\n]\n";
    let graph = graph::read(&text[..], "g", &LoadOptions::default()).unwrap();
    assert_eq!(ids(&graph), ["Größe", "x"]);
    assert_eq!((graph.report().lines, graph.report().comments), (9, 1));
    let left = LoadNote::AttributesLeft { names: vec!["value".to_owned(), "graphics".to_owned()] };
    assert_eq!(graph.report().notes, [left]);
    let latin = b"graph [ node [ id 1 label \"Gr\xF6\xDFe\" ] node [ id 2 label \"&amp;&#228;\" ] edge [ source 1 target 2 ] ]";
    let graph = graph::read(&latin[..], "g", &LoadOptions::default()).unwrap();
    assert_eq!(ids(&graph), ["&ä", "Größe"]);
    // Labels that do not tell vertices apart are not what they are called.
    for labels in [["x", "x"], ["x", ""]] {
        let node =
            |id: usize| format!("node [ id {id} label \"{}\" ]", labels[id - 1]).replace(" label \"\"", "");
        let graph =
            read(&format!("graph [ {} {} edge [ source 1 target 2 ] ]", node(1), node(2)), "g").unwrap();
        assert_eq!(ids(&graph), ["1", "2"], "{labels:?}");
        assert_eq!(graph.report().notes, [LoadNote::AttributesLeft { names: vec!["label".to_owned()] }]);
    }
}

#[test]
fn bad_gml() {
    let inner = |text: &str| format!("graph [\nnode [ id 1 ]\n{text}\n]\n");
    for (text, expected) in [
        ("node [ id 1 ]", "in, line 3: vertex `1` is there twice"),
        ("node [ label \"x\" ]", "in, line 3: expected `id` in a node, found `]`"),
        ("node [ id 2 id 3 ]", "in, line 3: `id` is given twice here; which is meant?"),
        ("edge [ source 1 target 1 source 1 ]", "in, line 3: `source` is given twice here"),
        ("edge [ source 1 ]", "in, line 3: expected `source` and `target` in an edge, found `]`"),
        (
            "edge [ source 1 target 2 ]",
            "in, line 3: an edge has the end `2`, which is not among the vertices",
        ),
        (
            "edge [ source [",
            "in, line 4: the file ends where the `]` of an edge should follow; it is cut off",
        ),
        ("node [ id ]", "in, line 3: expected the value of a key, found `]`"),
        ("node [ \"id\" 1 ]", "in, line 3: expected a key, as `node` or `id`, found `\"id\"`"),
        ("] graph [", "in, line 3: a second graph starts here; give one graph a file"),
        (
            "node [ id 2 label \"x ]",
            "in, line 3: the file ends where the second quote of a text should follow",
        ),
    ] {
        let found = message(&inner(text), "in");
        assert!(found.starts_with(expected), "{text}: {found}");
    }
    let gml = LoadOptions::default().format(GraphFormat::Gml);
    let error = graph::read(&b"nothing 1\n"[..], "in", &gml).unwrap_err().to_string();
    assert_eq!(
        error,
        "in, line 2: the file ends where `graph [ … ]` should follow; it is cut off or damaged"
    );
    assert!(message(&format!("graph [ {}", "x".repeat(3 << 20)), "in").contains("longer than 1 MiB"));
    assert!(
        message(&format!("graph [ {}", "a [ ".repeat(1 << 18)), "in").contains("cut off"),
        "no deep recursion"
    );
}

#[test]
fn node_link_json_as_others_write_it() {
    let d3 = r#" {"links": [{"source": 1, "target": 0, "value": 3, "key": 0}], "nodes": [{"name": "a"}, {"name": "b", "group": [1]}],
        "graph": {"nodes": 7}, "multigraph": true}"#;
    let graph = read(d3, "g").unwrap();
    assert_eq!(ids(&graph), ["0", "1"]);
    let left = ["value", "name", "group"].map(str::to_owned).to_vec();
    assert_eq!(graph.report().notes, [LoadNote::AttributesLeft { names: left }]);
    let mixed =
        r#"{"nodes": [{"id": 7}, {"id": "x\n"}, {"id": -1.5}], "edges": [{"source": 7, "target": "x\n"}]}"#;
    assert_eq!(ids(&read(mixed, "g").unwrap()), ["-1.5", "7", "x\n"]);
}

#[test]
fn bad_node_link_json() {
    const FORMAT: &str =
        "not a graph as {\"nodes\": [{\"id\": …}, …], \"links\": [{\"source\": …, \"target\": …}, …]}: ";
    let line = |line: u64| format!("in, line {line}: {FORMAT}");
    for (text, expected) in [
        ("{\"nodes\": []}", line(1) + "missing field `links` or `edges`, in column 13"),
        ("{\"edges\": []}", line(1) + "missing field `nodes`"),
        ("{\"adjacency\": []}", line(1) + "missing field `nodes`"),
        ("{\"nodes\": [],\n\"nodes\": []}", line(2) + "\"nodes\" is there twice"),
        (
            "{\"nodes\": [], \"links\": [], \"edges\": []}",
            line(1) + "edges are there twice, under \"links\" and \"edges\"",
        ),
        ("{\"nodes\": [1]}", line(1) + "invalid type: integer `1`, expected an object"),
        ("{\"nodes\": [{\"id\": 1},\n{\"id\": 1}]}", line(2) + "vertex `1` is there twice"),
        ("{\"nodes\": [{\"id\": 1,\n\"id\": 2}]}", line(2) + "`id` is given twice here; which is meant?"),
        (
            "{\"nodes\": [{\"id\": [1, 2]}]}",
            line(1) + "invalid type: sequence, expected the id of a vertex, which is text or a number",
        ),
        (
            "{\"nodes\": [{\"id\": 1e30}]}",
            line(1) + "the id 1000000000000000000000000000000 has too many digits",
        ),
        (
            "{\"nodes\": [{\"id\": 1}], \"links\": [{\"source\": 1}]}",
            line(1) + "an edge without a `source` or a `target`",
        ),
        ("{\"nodes\": [], \"links\": [] ", line(1) + "EOF while parsing an object"),
        ("{\"nodes\": [], \"links\": []} {", line(1) + "trailing characters"),
        (
            "{\"nodes\": [{\"id\": 1}], \"links\": [{\"source\": 1, \"target\": 2}]}",
            "in: an edge has the end `2`, which is not among the vertices of the file".to_owned(),
        ),
    ] {
        let found = message(text, "in");
        assert!(found.starts_with(&expected), "{text}: {found}");
    }
    assert!(
        message(&format!("{{\"x\": {}", "[".repeat(1 << 20)), "in").contains("EOF while parsing"),
        "no deep recursion"
    );
}

#[test]
fn pajek_as_others_write_it() {
    let text = b"*Network \"a b\"\r\n*Vertices      4 2\r\n 2 \"b \"x\"\" 0.1 0.2 ic Red\r\n% note\r\n 1 \"Gr\xF6\xDFe\"\r\n3 c\r\n4 \"d e\" box\r\n\
        *Arcslist :1 \"likes\"\r\n1 2 3\r\n*Edgeslist\r\n4 1\r\n*Edges\r\n2 3 1\r\n";
    let graph = graph::read(&text[..], "g", &LoadOptions::default()).unwrap();
    let expected = [("Größe", "b \"x\""), ("Größe", "c"), ("d e", "Größe"), ("b \"x\"", "c")];
    let both =
        expected.iter().flat_map(|&(v, w)| [(v.to_owned(), w.to_owned()), (w.to_owned(), v.to_owned())]);
    assert_eq!(arcs(&graph), both.collect());
    assert_eq!((graph.report().comments, graph.report().notes.len()), (1, 0));
    // Some without labels, or two with one: they go by their numbers.
    for (vertices, left) in
        [("1 a\n", &["label", "weight"][..]), ("1 a\n2 a\n3 b\n", &["label", "weight"]), ("", &["weight"])]
    {
        let graph = read(&format!("*Vertices 3\n{vertices}*Arcs\n1 2 0.5\n"), "g").unwrap();
        assert_eq!(ids(&graph), ["1", "2", "3"], "{vertices:?}");
        let names = left.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(graph.report().notes, [LoadNote::AttributesLeft { names }]);
    }
}

#[test]
fn bad_pajek() {
    for (text, expected) in [
        ("*Vertices\n", "in, line 1: expected `*Vertices` and their number, found `Vertices`"),
        ("*Vertices -1\n", "in, line 1: expected `*Vertices` and their number, found `Vertices -1`"),
        ("*Network\n*Edges\n", "in, line 2: expected `*Vertices` before edges, found `Edges`"),
        ("*Network\n1 2\n", "in, line 2: expected `*Vertices` and their number, found `1 2`"),
        ("*Vertices 2\n3 c\n", "in, line 2: an edge has the end `3`, which is not among the vertices"),
        ("*Vertices 3\n1 a\n1 b\n3 c\n", "in, line 3: vertex `1` is there twice"),
        ("*Vertices 2\n*Edges\n1\n", "in, line 3: expected two vertices, found `1`"),
        ("*Vertices 2\n*Edges\n1 x\n", "in, line 3: expected the number of a vertex, found `x`"),
        (
            "*Vertices 2\n*Edges\n0 1\n",
            "in, line 3: an edge has the end `0`, which is not among the vertices",
        ),
        ("*Vertices 2\n*Arcslist\n1 2 3\n", "in, line 3: an edge has the end `3`, which is not among"),
        (
            "*Vertices 2\n*Edges\n1 2\n*Vertices 2\n",
            "in, line 4: a second graph starts here; give one graph a file",
        ),
        ("*Vertices 2\n*Matrix\n", "in, line 2: matrices are not read; give the edges as pairs"),
        ("*Vertices 2\n*Partition x\n", "in, line 2: partitions and vectors are not read; give"),
        ("*Vertices 2\n*Strange\n", "in, line 2: expected `*Vertices`, `*Edges`, `*Arcs`"),
        (
            "*Vertices 4000000000\n*Edges\n1 2\n",
            "in, line 3: 4000000000 vertices and only 1 edges; is it damaged?",
        ),
        ("*Vertices 5000000000\n*Edges\n1 2\n", "in: 5000000000 vertices: at most 4294967295 are supported"),
    ] {
        let found = message(text, "in");
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
}

#[test]
fn graphs_without_edges() {
    for (text, name, vertices) in [
        ("*Vertices 2\n1 a\n2 b\n", "g", 2),
        ("D??\n", "g.g6", 5),
        (":D\n", "g.s6", 5),
        ("graph [ node [ id 1 ] ]", "g", 1),
        ("{\"nodes\": [{}], \"links\": []}", "g", 1),
        ("<graphml><graph><node id='a'/></graph></graphml>", "g", 1),
    ] {
        let graph = read(text, name).unwrap();
        assert_eq!((graph.csr().n(), graph.csr().edges()), (vertices, 0), "{text}");
    }
}

#[test]
fn bad_graph6() {
    for (text, expected) in [
        ("D", "in.g6, line 1: the file ends where more of the graph should follow; it is cut off or damaged"),
        (
            "DQ\n",
            "in.g6, line 1: the file ends where more of the graph should follow; it is cut off or damaged",
        ),
        ("DQcc\n", "in.g6, line 1: expected the end of the graph, found `c`"),
        ("DQ c\n", "in.g6, line 1: expected a character from `?` to `~`, found ` `"),
        ("DQc\n\nDQc\n", "in.g6, line 3: a second graph starts here; give one graph a file"),
        ("~~~~~~~~", "in.g6: 68719476735 vertices: at most 4294967295 are supported"),
        (">>graph7<<DQc", "in.g6, line 1: expected `>>graph6<<` or `>>sparse6<<`, found `>>graph7<<`"),
        (
            ";DQc",
            "in.g6, line 1: graphs as changes of others (incremental sparse6) are not read; write it as",
        ),
        (
            ":~~?BZZZZ\n",
            "in.g6, line 1: 57521883 vertices and only 0 edges; is it damaged? Give such a graph as an edge list",
        ),
    ] {
        let found = message(text, "in.g6");
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
    // The example of the description of graph6: n = 5, edges 0-2, 0-4, 1-3 and 3-4.
    let expected: BTreeSet<(String, String)> = [(0, 2), (0, 4), (1, 3), (3, 4)]
        .iter()
        .flat_map(|&(v, w): &(u32, u32)| [(v.to_string(), w.to_string()), (w.to_string(), v.to_string())])
        .collect();
    assert_eq!(arcs(&read("DQc\n", "g.g6").unwrap()), expected);
    // That of sparse6: n = 7, edges 0-1, 0-2, 1-2 and 5-6.
    let sparse = read(":Fa@x^\n", "g.s6").unwrap();
    assert_eq!((sparse.csr().n(), sparse.csr().edges()), (7, 4));
    assert_eq!(
        (sparse.csr().neighbors(0), sparse.csr().neighbors(2), sparse.csr().neighbors(6)),
        (&[1, 2][..], &[0, 1][..], &[5][..])
    );
}
