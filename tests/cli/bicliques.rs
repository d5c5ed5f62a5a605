//! `motherlode bicliques`.

use super::tables::text_of;
use super::{Folder, all_devices, assert_keys, assert_seconds};

/// Three users and four items, of which the first two have three in common.
const RATINGS: &str = "# user item\n1 11\n1 12\n1 13\n2 11\n2 12\n2 13\n2 14\n3 13\n3 14\n";

#[test]
fn counts_in_text_and_json() {
    let folder = Folder::new();
    folder.write("ratings.el", RATINGS);
    for device in all_devices() {
        let text = folder.output(&format!("bicliques ratings.el --device {device}"));
        assert_eq!(text.lines().next(), Some("4 butterflies"), "{text}");
        let text = folder.output(&format!("bicliques ratings.el --columns -p 2 -q 3 --device {device}"));
        let lines: Vec<&str> = text.lines().take(2).collect();
        let sides = "sides   3 vertices on the left, 4 on the right";
        assert_eq!(lines, ["1 biclique of 2 and 3 vertices", sides], "{text}");
        let json = folder.json(&format!("bicliques ratings.el --columns -p 1 -q 2 --device {device}"));
        assert_keys(&json, &["graph", "p", "q", "left", "right", "count", "device", "memory", "seconds"]);
        assert_eq!((json["count"].as_u64(), json["right"].as_u64()), (Some(3 + 6 + 1), Some(4)));
        assert_seconds(&json);
        let json = folder.json(&format!("bicliques ratings.el -p 1 -q 2 --device {device}"));
        assert_keys(&json, &["graph", "p", "q", "count", "device", "memory", "seconds"]);
        // The items have 2, 2, 3 and 2 users.
        assert_eq!(json["count"].as_u64(), Some(10 + 1 + 1 + 3 + 1));
    }
}

#[test]
fn tables_have_the_ids_of_the_input() {
    let folder = Folder::new();
    folder.write("ratings.el", RATINGS);
    let vertices = "vertex,bicliques\n1,3\n2,4\n3,1\n11,2\n12,2\n13,3\n14,1\n";
    assert_eq!(folder.output("bicliques ratings.el -o -"), vertices);
    assert_eq!(folder.output("bicliques ratings.el --columns --per vertex -o -"), vertices);
    let edges =
        "source,target,bicliques\n1,11,1\n1,12,1\n1,13,1\n2,11,1\n2,12,1\n2,13,1\n2,14,0\n3,13,0\n3,14,0\n";
    assert_eq!(folder.output("bicliques ratings.el --columns -q 3 --per edge -o -"), edges);
    for ending in ["csv", "csv.gz", "parquet"] {
        let json = folder.json(&format!("bicliques ratings.el --columns -o at.{ending}"));
        assert_eq!(json["output"], format!("at.{ending}"));
        assert_eq!(text_of(&folder, &format!("at.{ending}")), vertices, "{ending}");
    }
}

#[test]
fn maximal_ones_by_size_and_as_rows() {
    let folder = Folder::new();
    folder.write("ratings.el", RATINGS);
    for device in all_devices() {
        let text = folder.output(&format!("bicliques ratings.el --columns --maximal --device {device}"));
        let lines: Vec<&str> = text.lines().take(6).collect();
        let expected = [
            "4 maximal bicliques",
            "    left     right     bicliques",
            "       1         4             1",
            "       2         2             1",
            "       2         3             1",
            "       3         1             1",
        ];
        assert_eq!(lines, expected, "{text}");
    }
    let json = folder.json("bicliques ratings.el --columns --maximal --min-left 2 --min-right 2");
    let keys = ["graph", "left", "right", "count", "by_sizes", "device", "memory", "seconds"];
    assert_keys(&json, &keys);
    assert_eq!(json["by_sizes"][1], serde_json::json!({"left": 2, "right": 3, "count": 1}));
    let rows = folder.output("bicliques ratings.el --columns --maximal --min-right 3 --min-left 2 -o -");
    assert_eq!(rows, "biclique,side,vertex\n0,1,1\n0,1,2\n0,2,11\n0,2,12\n0,2,13\n");
    let json = folder.json("bicliques ratings.el --columns --maximal -o maximal.csv");
    assert_keys(&json, &["graph", "left", "right", "count", "output", "device", "memory", "seconds"]);
    assert_eq!(json["count"], 4);
    let rows = String::from_utf8(folder.read("maximal.csv")).unwrap();
    assert!(rows.lines().nth(1).is_some_and(|row| row.starts_with("0,1,")), "{rows}");
    assert!(rows.lines().last().is_some_and(|row| row.starts_with("3,2,")), "{rows}");
    folder.motherlode("bicliques ratings.el --maximal -p 3").assert().code(2);
    folder.motherlode("bicliques ratings.el --min-left 3").assert().code(2);
}

#[test]
fn sides_by_label() {
    let folder = Folder::new();
    let text = "t # 0\nv 0 user\nv 1 item\nv 2 user\nv 3 item\nv 4 item\ne 0 1 x\ne 0 3 x\ne 2 1 x\ne 2 3 x\ne 2 4 x\n";
    folder.write("ratings.lg", text);
    let count = |options: &str| folder.json(&format!("bicliques ratings.lg {options}"))["count"].clone();
    assert_eq!(count("--left user -p 1 -q 3"), 1);
    assert_eq!(count("--left item -p 3 -q 1"), 1);
    assert_eq!(count("--left item -p 1 -q 3"), 0);
    let complaint = folder.complaint(2, "bicliques ratings.lg --left usr");
    assert!(complaint.contains("no vertex has the label `usr`; nearest are user"), "{complaint}");
}

/// A graph of two sides that is made on the spot, and the same from a file.
#[test]
fn sides_of_graphs_that_are_made() {
    let folder = Folder::new();
    // A label there, a number here: two names.
    let complaint = folder.complaint(2, "generate bipartite --left 30 --right 12 --edges 90");
    assert!(
        complaint.contains("--left of 'generate bipartite' is called --left-vertices: use that"),
        "{complaint}"
    );
    folder.output("generate bipartite --left-vertices 30 --right-vertices 12 --edges 90 --seed 7 -o made.el");
    let text = String::from_utf8(folder.read("made.el")).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let ends: Vec<u32> = line.split_whitespace().map(|id| id.parse().unwrap()).collect();
        assert!(ends[0] < 30 && (30..42).contains(&ends[1]), "{line}");
    }
    for sizes in ["-p 2 -q 3", "-p 3 -q 2", "--maximal"] {
        let of_spot = folder.json(&format!("bicliques bipartite:30:12:90:7 --columns {sizes}"));
        let of_file = folder.json(&format!("bicliques made.el --columns {sizes}"));
        assert_eq!(of_spot["count"], of_file["count"], "{sizes}");
        assert!(of_spot["count"].as_u64().unwrap() > 0, "{sizes}: {of_spot}");
    }
    let json = folder.json("bicliques bipartite:30:12:90:7 --columns");
    assert_eq!(json["graph"]["vertices"], 42, "those without edges are there");
}

#[test]
fn what_is_no_side_is_refused() {
    let folder = Folder::new();
    folder.write("ratings.el", RATINGS);
    folder.write("both.el", "7 8\n8 9\n");
    let complaint = folder.complaint(2, "bicliques both.el --columns");
    assert!(complaint.contains("7 and 8 are joined, and both are on the left side"), "{complaint}");
    let complaint = folder.complaint(2, "bicliques ratings.el --left user");
    assert!(complaint.contains("has no vertex labels"), "{complaint}");
    let complaint = folder.complaint(2, "bicliques karate --columns");
    assert!(complaint.contains("made on the spot"), "{complaint}");
    let complaint = folder.complaint(2, "bicliques ratings.el -o - --format json");
    assert!(complaint.contains("standard output gets the rows"), "{complaint}");
    folder.motherlode("bicliques ratings.el -p 33").assert().code(2);
    folder.motherlode("bicliques ratings.el --per edge").assert().code(2);
}
