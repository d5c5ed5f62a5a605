//! `motherlode motifs`.

use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use serde_json::{Value, json};

use super::count::KNOWN;
use super::{Folder, all_devices, assert_keys, assert_seconds};
use testing::oracle;

fn motifs(json: &Value) -> &[Value] {
    json["motifs"].as_array().expect("a list")
}

#[test]
fn karate_on_every_device() {
    let folder = Folder::new();
    folder.write("club.el", super::KARATE);
    for device in all_devices() {
        for (induced, edge_induced) in [("", false), ("--induced vertex", false), ("--induced edge", true)] {
            for (k, known) in [(3, 2), (4, 6), (5, 3)] {
                let json = folder.json(&format!("motifs club.el -k {k} {induced} --device {device}"));
                let mut checked = 0;
                for motif in motifs(&json) {
                    let name = motif["name"].as_str().expect("a name");
                    if let Some((_, edge, vertex)) = KNOWN.iter().find(|(known, ..)| *known == name) {
                        let count = if edge_induced { edge } else { vertex };
                        assert_eq!(motif["count"], *count, "{name}, {induced}, on {device}");
                        checked += 1;
                    }
                }
                assert_eq!(checked, known, "motifs of {k} vertices by the names that 'count' takes");
            }
        }
    }
}

/// Every connected pattern is there once, and its count is that of the brute-force oracle.
#[test]
fn all_motifs_of_a_random_graph() {
    let folder = Folder::new();
    let (n, edges) = (9, oracle::random_graph(6, 9, 21));
    let lines: String = edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
    folder.write("random.el", lines);
    for (name, induced) in [("vertex", Induced::Vertex), ("edge", Induced::Edge)] {
        for (k, number) in [(3, 2), (4, 6), (5, 21), (6, 112)] {
            let json = folder.json(&format!("motifs random.el -k {k} --induced {name} --device cpu"));
            let mut patterns = oracle::connected_patterns(k);
            assert_eq!((motifs(&json).len(), patterns.len()), (number, number));
            for motif in motifs(&json) {
                let text = motif["pattern"].as_str().expect("edges");
                let pattern = Pattern::parse(text).expect("a pattern");
                let by_name = Pattern::parse(motif["name"].as_str().expect("a name")).expect("a pattern");
                assert!(by_name.is_isomorphic(&pattern), "{motif}");
                patterns.retain(|other| !other.is_isomorphic(&pattern));
                assert_eq!(
                    motif["count"],
                    oracle::count(&edges, n, &pattern, induced) as u64,
                    "{motif}, {name}"
                );
            }
            assert!(patterns.is_empty(), "not listed: {patterns:?}");
        }
    }
}

#[test]
fn json_is_the_documented_object() {
    let folder = Folder::new();
    folder.write("tail.el", "10 20\n20 30\n30 10\n30 40\n40 30\n7 7\n");
    let json = folder.json("motifs tail.el -k 4 --device cpu --threads 2");
    assert_keys(&json, &["graph", "k", "induced", "motifs", "device", "memory", "seconds"]);
    assert_eq!(json["graph"], json!({ "path": "tail.el", "vertices": 4, "edges": 4 }));
    assert_eq!((&json["k"], &json["induced"]), (&json!(4), &json!("vertex")));
    assert_eq!(json["device"], "cpu (2 threads)");
    assert_seconds(&json);
    motifs(&json).iter().for_each(|motif| assert_keys(motif, &["name", "pattern", "count"]));
    let there: Vec<_> = motifs(&json).iter().filter(|motif| motif["count"] != 0).collect();
    assert_eq!(there.len(), 1, "{json}");
    assert_eq!((&there[0]["name"], &there[0]["count"]), (&json!("tailed-triangle"), &json!(1)));
}

#[test]
fn text_is_a_table() {
    let folder = Folder::new();
    let text = folder.output("motifs karate -k 3 --device cpu --threads 1");
    let (table, setting) = text.split_once("graph   ").expect("the graph");
    insta::assert_snapshot!("motifs_karate_3", table);
    assert!(setting.starts_with("karate: 34 vertices, 78 edges\ndevice  cpu (1 thread)\ntime    "), "{text}");
    let text = folder.output("motifs karate -k 5 --induced edge --device cpu --threads 1");
    insta::assert_snapshot!("motifs_karate_5", text.split_once("graph   ").expect("the graph").0);
}

/// Arcs of six vertices; both ways between 3 and 4.
const ARCS: &str = "1 2\n1 3\n2 3\n3 4\n4 3\n4 5\n5 1\n6 4\n6 5\n";

#[test]
fn directed_motifs_have_numbers_of_other_programs() {
    let folder = Folder::new();
    folder.write("arcs.el", ARCS);
    let json = folder.json("motifs arcs.el -k 3 --directed --device cpu");
    assert_keys(&json, &["graph", "k", "directed", "induced", "motifs", "device", "memory", "seconds"]);
    assert_eq!((&json["directed"], &json["induced"]), (&json!(true), &json!("vertex")));
    motifs(&json).iter().for_each(|motif| assert_keys(motif, &["name", "class", "id", "pattern", "count"]));
    let there: Vec<_> = motifs(&json).iter().filter(|motif| motif["count"] != 0).collect();
    let shown =
        |motif: &&Value| format!("{} {} {} {}", motif["name"], motif["class"], motif["id"], motif["count"]);
    let shown: Vec<String> = there.iter().map(shown).collect();
    insta::assert_snapshot!("motifs_directed_3", shown.join("\n"));
    assert_eq!(motifs(&json).len(), 13);
    for (k, sets) in [(4, 15), (5, 6)] {
        for induced in ["vertex", "edge"] {
            let json =
                folder.json(&format!("motifs arcs.el -k {k} --directed --induced {induced} --device cpu"));
            let motifs = motifs(&json);
            assert!(k == 5 || motifs.len() == 199, "all of four vertices are listed");
            let all: u64 = motifs.iter().map(|motif| motif["count"].as_u64().expect("a number")).sum();
            assert!(all > 0 && (induced == "edge" || all <= sets), "each set of vertices once: {all}");
            // `count` takes the arcs of each, and says the same.
            for motif in motifs.iter().filter(|motif| motif["count"] != 0).take(5) {
                let pattern = motif["pattern"].as_str().expect("arcs");
                assert_eq!(motif["name"], pattern);
                let alone = format!("count arcs.el '{pattern}' --directed --induced {induced} --device cpu");
                assert_eq!(folder.json(&alone)["count"], motif["count"], "{pattern}, {induced}");
            }
        }
    }
}

#[test]
fn the_census_is_a_table() {
    let folder = Folder::new();
    folder.write("arcs.el", ARCS);
    let text = folder.output("motifs arcs.el -k 3 --directed --census --device cpu --threads 1");
    insta::assert_snapshot!("motifs_census", text.split_once("graph   ").expect("the graph").0);
    let json = folder.json("motifs arcs.el -k 3 --directed --census --device cpu");
    assert_keys(&json, &["graph", "k", "directed", "census", "device", "memory", "seconds"]);
    let census = json["census"].as_array().expect("a list");
    let all: u64 = census.iter().map(|triad| triad["count"].as_u64().expect("a number")).sum();
    assert_eq!((census.len(), all), (16, 20), "all sets of three of six vertices");
}

#[test]
fn what_of_directions_is_not_served() {
    let folder = Folder::new();
    folder.write("arcs.el", ARCS);
    for (options, word) in [
        ("arcs.el -k 6 --directed", "3 to 5"),
        ("arcs.el -k 3 --census", "--directed"),
        ("arcs.el -k 4 --directed --census", "-k 3"),
        ("arcs.el -k 3 --directed --census --induced edge", "--census"),
        ("arcs.el -k 3 --directed --labels arcs.el", "--labels"),
    ] {
        let complaint = folder.complaint(2, &format!("motifs {options}"));
        assert!(complaint.contains(word), "{options}: {complaint}");
    }
}

#[test]
fn sizes_that_are_not_served() {
    let folder = Folder::new();
    for (size, word) in [
        ("-k 2", "3..=6"),
        ("-k 7", "3..=6"),
        ("-k many", "many"),
        ("", "-k"),
        ("-k 3 --induced both", "vertex"),
    ] {
        let complaint = folder.complaint(2, &format!("motifs karate {size}"));
        assert!(complaint.contains(word), "{size}: {complaint}");
    }
    assert!(folder.complaint(2, "motifs nothing.el -k 3").contains("nothing.el: no such file"));
}

const CELLS: &str = "1 exc\n2 exc\n3 inh\n4 exc\n5 inh\n6 exc\n";

/// Each row is what `count` says of its pattern, and rows add up to the plain motifs.
#[test]
fn coloured_motifs_are_told_apart_by_labels() {
    let folder = Folder::new();
    folder.write("cells.el", "1 2\n1 3\n2 3\n3 4\n4 3\n4 5\n5 1\n6 4\n6 5\n");
    folder.write("cells.txt", CELLS);
    for device in all_devices() {
        for (directed, induced) in
            [("", "vertex"), ("", "edge"), ("--directed", "vertex"), ("--directed", "edge")]
        {
            let options = format!("--labels cells.txt {directed} --induced {induced} --device {device}");
            let json = folder.json(&format!("motifs cells.el -k 3 --coloured {options}"));
            let keys =
                ["graph", "k", "coloured", "directed", "induced", "motifs", "device", "memory", "seconds"];
            assert_keys(&json, &keys);
            assert_eq!((&json["coloured"], &json["directed"]), (&json!(true), &json!(!directed.is_empty())));
            let mut all = 0;
            for motif in motifs(&json) {
                assert_keys(motif, &["name", "pattern", "count"]);
                let alone =
                    format!("count cells.el '{}' {options}", motif["pattern"].as_str().expect("a pattern"));
                assert_eq!(folder.json(&alone)["count"], motif["count"], "{alone}");
                all += motif["count"].as_u64().expect("a number");
            }
            let plain = folder
                .json(&format!("motifs cells.el -k 3 {directed} --induced {induced} --device {device}"));
            let sum: u64 =
                motifs(&plain).iter().map(|motif| motif["count"].as_u64().expect("a number")).sum();
            assert!(all == sum && all > 0, "{all} and {sum}, {options}");
        }
    }
    let text = folder.output("motifs cells.el -k 3 --coloured --labels cells.txt --directed --device cpu");
    let (table, _) = text.split_once("graph   ").expect("the graph");
    insta::assert_snapshot!("motifs_coloured_3", table);
}

#[test]
fn coloured_motifs_that_are_misuse() {
    let folder = Folder::new();
    folder.write("cells.el", "1 2\n2 3\n");
    folder.write("cells.txt", "1 exc\n2 exc inh\n3 inh\n");
    for (options, said) in [
        ("-k 6 --coloured", "ask for 3 to 5"),
        ("-k 3 --coloured", "this one has none"),
        ("-k 3 --coloured --labels cells.txt", "here one has `exc`, `inh`"),
        ("-k 3 --coloured --census --directed", "leave out --coloured"),
        ("-k 6 --coloured --null switching", "ask for 3 to 5"),
        ("-k 3 --coloured --null switching", "this one has none"),
        ("-k 3 --coloured --null switching --beside karate", "leave out --coloured"),
        ("-k 3 --labels cells.txt", "labels are not looked at here"),
    ] {
        let failed = folder.complaint(2, &format!("motifs cells.el {options}"));
        assert!(failed.contains(said), "{options}: {failed}");
    }
}
