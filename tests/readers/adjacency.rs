//! Adjacency lists, and what may be one.

use std::collections::BTreeSet;

use motherlode::graph::{self, GraphFormat, LoadNote, LoadOptions};
use proptest::prelude::*;

use super::{edges_by_id, read, read_with, refusal};

fn adjacency() -> LoadOptions {
    LoadOptions::default().format(GraphFormat::AdjacencyList)
}

#[test]
fn lines_of_differing_lengths_are_neighbours() {
    // As NetworkX writes it, and with every edge in both lines.
    for text in [
        "#list.py\n# GMT Sun\n#\n1 2 3 4\n2 3\n3\n4\n",
        "1 2 3 4\n2 1 3\n3 1 2\n4 1\n",
        "1,2,3,4\r\n2,3\r\n3\r\n4\r\n",
    ] {
        let graph = read(text);
        assert_eq!(edges_by_id(&graph), BTreeSet::from([(1, 2), (1, 3), (1, 4), (2, 3)]), "{text:?}");
        assert_eq!(graph.report().notes, [LoadNote::AdjacencyList], "it is told");
        assert_eq!(read_with(text, &adjacency()).report().notes, []);
    }
}

#[test]
fn a_vertex_alone_has_no_edges() {
    let graph = read("1 2 3 4\n9\n");
    assert_eq!((graph.csr().n(), graph.csr().edges()), (5, 3));
    let directed = read_with("1 2 3 4\n2 1\n9\n", &adjacency().directed(true));
    assert_eq!(directed.attributes().arcs(), Some(4));
}

#[test]
fn what_may_be_weights_is_not_guessed() {
    for (text, line) in [
        ("1 2 3\n", 1),
        ("# three\n1 2 3\n4 5 6\n", 2),
        ("1 2\n1 3 5\n", 2),
        ("1 2 3 4\n5 6 7 8\n", 1),
        ("alice bob carol\nbob dave eve\n", 1),
    ] {
        let message = refusal(text);
        assert!(
            message.contains(&format!("in, line {line}: ")) && message.contains("adjacency list"),
            "{message}"
        );
        assert!(read_with(text, &adjacency()).csr().edges() > 0);
        let ignore = LoadOptions::default().extra_columns(graph::ExtraColumns::Ignore);
        assert!(read_with(text, &ignore).csr().edges() > 0);
    }
    // A line that is cut off does not make neighbours of weights and times.
    let text = "1 2 3 4\n".repeat(30) + "5 6 7\n";
    assert!(refusal(&text).contains("adjacency list"));
    // A word or a fraction is no neighbour.
    assert!(refusal("1 2 0.5\n3 4\n5 6 7 8\n").contains("weights or time stamps"));
    // An edge that is cut off is no vertex alone.
    assert!(refusal("1 2\n3\n").contains("one number"));
    // Prose is no list of neighbours.
    assert!(refusal("A graph is made of vertices\nand of edges\nbetween them\n").contains("line 1"));
}

/// A hub has more neighbours than any line of another format has bytes.
#[test]
fn a_line_may_be_long() {
    let ids: Vec<String> = (0..200_000).map(|id| id.to_string()).collect();
    let graph = read_with(&(ids.join(" ") + "\n"), &adjacency());
    assert_eq!((graph.csr().edges(), graph.csr().max_degree()), (199_999, 199_999));
}

#[test]
fn neighbours_by_name() {
    let text = "alice bob \"carol smith\" dave\nbob \"carol smith\"\n\"carol smith\"\ndave\n";
    let graph = read(text);
    assert_eq!((graph.csr().n(), graph.csr().edges()), (4, 4));
    assert_eq!(graph.report().notes, [LoadNote::AdjacencyList]);
    let graph = read_with("alice bob carol dave\nbob carol\n", &adjacency());
    assert_eq!((graph.csr().n(), graph.csr().edges()), (4, 4));
    assert!(graph.ids().names().is_some());
    let error = graph::read(&b"1 2 3\nbob 2\n"[..], "in", &adjacency()).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("`bob`"), "{error}");
}

proptest! {
    #[test]
    fn lists_give_the_edges(lists in prop::collection::vec((0..40u64, prop::collection::vec(0..40u64, 0..6)), 1..30)) {
        let expected: BTreeSet<(u64, u64)> = lists
            .iter()
            .flat_map(|(u, list)| list.iter().map(move |v| (*u.min(v), *u.max(v))))
            .filter(|(u, v)| u != v)
            .collect();
        prop_assume!(!expected.is_empty());
        let line = |(u, list): &(u64, Vec<u64>)| {
            let ids: Vec<String> = std::iter::once(u).chain(list).map(u64::to_string).collect();
            ids.join(" ") + "\n"
        };
        let text: String = lists.iter().map(line).collect();
        let graph = read_with(&text, &adjacency());
        prop_assert_eq!(edges_by_id(&graph), expected);
        let named = read_with(&text, &adjacency().names(true));
        prop_assert_eq!(named.csr(), graph.csr());
    }
}
