//! Graphs that say how large they are: DIMACS's, and those of subgraph matching; against edge lists of the same graphs.

use motherlode::graph::{self, ExtraColumns, GraphFormat, LoadNote, LoadOptions, generate};

use super::{edges_by_id, read, read_with, refusal};

/// A graph of ids from 1, some of them without edges, and its edges.
fn random(seed: u64) -> (u32, Vec<(u32, u32)>) {
    let graph = generate::gnm(5, 50, seed).unwrap();
    let edges = |v: u32| graph.neighbors(v).iter().filter(move |&&w| v < w).map(move |&w| (v + 1, w + 1));
    (graph.n(), (0..graph.n()).flat_map(edges).collect())
}

#[test]
fn dimacs_graphs_are_those_of_their_edges() {
    for seed in 0..6 {
        let (n, edges) = random(seed);
        let lines = |letter: &str, more: &str, both: bool| -> String {
            let line = |(u, v): (u32, u32)| format!("{letter}{u} {v}{more}\n");
            edges
                .iter()
                .map(|&(u, v)| line((u, v)) + &if both { line((v, u)) } else { String::new() })
                .collect()
        };
        let expected = edges_by_id(&read(&lines("", "", false)));
        let m = edges.len();
        for text in [
            format!("c FILE: made by hand\nc\np edge {n} {m}\n{}", lines("e ", "", false)),
            format!("p col {n} {m}\n{}", lines("e ", "", true)),
            format!("c of both ways\n\np edge {n} {}\nn 1 3\n{}", 2 * m, lines("e ", "", true)),
            format!("p sp {n} {}\n{}", 2 * m, lines("a ", " 7", true)),
            format!("c PACE\np tw {n} {m}\n{}", lines("", "", false)),
        ] {
            let graph = read(&text);
            assert_eq!((edges_by_id(&graph), graph.csr().n()), (expected.clone(), n), "{text}");
        }
    }
}

#[test]
fn dimacs_arcs_and_weights() {
    let text = "p sp 4 3\na 1 2 5\na 2 1 7\na 2 3 5\n";
    let graph = read(text);
    assert_eq!(graph.csr().edges(), 2);
    assert_eq!(graph.report().notes, [LoadNote::AttributesLeft { names: vec!["weight".to_owned()] }]);
    let labelled = LoadOptions::default().extra_columns(ExtraColumns::Label);
    let graph = read_with(text, &labelled);
    let edges = graph.attributes().edges.as_deref().unwrap();
    let names: Vec<Vec<&str>> = edges.out.iter().map(|&code| edges.labels.names_of(code).collect()).collect();
    assert_eq!(names, [vec!["5", "7"], vec!["5", "7"], vec!["5"], vec!["5"]]);
    let graph = read_with(text, &labelled.directed(true));
    assert_eq!(
        (graph.attributes().arcs(), graph.attributes().edge_labels().unwrap().sets().len()),
        (Some(3), 0)
    );
    let directed = LoadOptions::default().directed(true);
    let error = graph::read(&b"p edge 2 1\ne 1 2\n"[..], "in", &directed).unwrap_err().to_string();
    assert!(error.contains("this DIMACS file has no directions"), "{error}");
}

#[test]
fn bad_dimacs_graphs() {
    for (text, expected) in [
        (
            "p edge 3 2\ne 1 2\n",
            "in, line 1: this says that there are 2 edges, and there are 1; the file is cut off",
        ),
        ("c\np edge 3 1\ne 1 4\n", "in, line 3: an edge has the end `4`"),
        ("p edge 3 1\ne 0 1\n", "in, line 2: an edge has the end `0`"),
        ("p edge 3 1\ne 1\n", "in, line 2: `e 1`: "),
        ("p edge 3 1\ne 1 2 3 4\n", "in, line 2: `e 1 2 3 4`: more follows"),
        (
            "p edge 3 1\nx 1 2\n",
            "in, line 2: expected an edge `e U V`, or an arc `a U V WEIGHT`, found `x 1 2`",
        ),
        ("p edge 3 1\np edge 3 1\n", "in, line 2: a second graph"),
        ("p edge 9999999999 0\n", "in: 9999999999 vertices"),
        ("p edge 900000000 1\ne 1 2\n", "in, line 2: 900000000 vertices and only 1 edges"),
    ] {
        let found = refusal(text);
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
    let asked = LoadOptions::default().format(GraphFormat::Dimacs);
    for text in ["1 2\n", "e 1 2\n", "p edge x 2\n", "p edge 2\n"] {
        let error = graph::read(text.as_bytes(), "in", &asked).unwrap_err().to_string();
        assert!(error.starts_with("in, line 1: expected `p edge VERTICES EDGES`"), "{error}");
    }
    // Vertices may have such names.
    assert_eq!(read("c d\nc e\np edge\n").csr().edges(), 3);
    assert_eq!(read("c d\nc p\n").csr().edges(), 2);
}

/// The data of subgraph matching: against the same as GraMi's text.
#[test]
fn graphs_with_degrees() {
    for seed in 0..6 {
        let (n, edges) = random(seed);
        let degree = |v: u32| edges.iter().filter(|&&(a, b)| a == v || b == v).count();
        let vertices = |degrees: bool| -> String {
            let line = |v: u32| match degrees {
                true => format!("v {v} {} {}\n", v % 3, degree(v)),
                false => format!("v {v} {}\n", v % 3),
            };
            (1..=n).map(line).collect()
        };
        let lines =
            |label: &str| -> String { edges.iter().map(|(u, v)| format!("e {u} {v}{label}\n")).collect() };
        let plain = read(&(vertices(false) + &lines(" 0")));
        let sized = |label: &str| format!("t {n} {}\n{}{}", edges.len(), vertices(true), lines(label));
        let with = read(&sized(" 0"));
        assert_eq!((with.csr(), with.attributes()), (plain.csr(), plain.attributes()));
        let without = read(&sized(""));
        assert_eq!(without.csr(), plain.csr());
        assert_eq!(without.attributes().vertices, plain.attributes().vertices);
        assert!(without.attributes().edges.is_none());
    }
    for (text, expected) in [
        ("t 2 1\nv 0 5 1\nv 1 6 1\n", "in, line 1: this says that there are 1 edges, and there are 0"),
        (
            "t 3 1\nv 0 5 1\nv 1 6 1\ne 0 1\n",
            "in, line 1: this says that there are 3 vertices, and there are 2",
        ),
        (
            "t 2 1\nv 0 5 1\nv 1 6 2\ne 0 1\n",
            "in, line 3: this says that there are 2 edges at this vertex, and there are 1",
        ),
        ("t 2 1\nv 0 5\n", "in, line 2: `v 0 5`: expected `v ID LABEL DEGREE`"),
        ("t 2 1\nv 0 5 x\n", "in, line 2: `v 0 5 x`: "),
        ("t 2 1\nv 0 5 1\nv 0 5 1\n", "in, line 3: `v 0 5 1`: vertex 0 is there twice"),
        ("t 2 2\nv 0 5 2\nv 1 5 2\ne 0 1\ne 0 1 7\n", "in: the edge from 0 to 1 has no label"),
    ] {
        let found = refusal(text);
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
}
