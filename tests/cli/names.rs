//! Vertices that are called by names: from a file through every command to what it writes.

use super::tables::text_of;
use super::{Folder, KARATE};

/// Two triangles that share the edge between `Bob Jones` and `carol, jr`, and a tail.
const PEOPLE: &str = "alice \"Bob Jones\"\n\"Bob Jones\" \"carol, jr\"\nalice \"carol, jr\"\ndave \"Bob Jones\"\n\
    dave \"carol, jr\"\ndave \"say \"\"hi\"\"\"\n";

#[test]
fn names_come_out_as_they_came_in() {
    let folder = Folder::new();
    folder.write("people.el", PEOPLE);
    let rows = "a,b,c\nBob Jones,alice,\"carol, jr\"\nBob Jones,\"carol, jr\",dave\n";
    let text = folder.output("list people.el triangle");
    let sorted = |text: &str| {
        let rows = text.lines().skip(1).map(|row| {
            let mut names: Vec<_> = csv_fields(row);
            names.sort();
            names
        });
        rows.collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(sorted(&text), sorted(rows));
    for name in ["t.csv", "t.csv.gz", "t.arrow", "t.arrows", "t.parquet"] {
        folder.output(&format!("list people.el triangle -o {name}"));
        assert_eq!(text_of(&folder, name), text, "{name}");
    }
    let json = folder.output("list people.el edge --output-format jsonl");
    let ends = json.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    assert!(ends.into_iter().any(|row| row["b"] == "say \"hi\"" || row["a"] == "say \"hi\""), "{json}");
    let found = folder.json("exists people.el triangle");
    assert!(found["match"]["a"].is_string(), "{found}");
    assert!(folder.output("exists people.el triangle").contains("Bob Jones"));
    assert_eq!(
        folder.output("local people.el triangle"),
        "vertex,a+b+c\nBob Jones,2\nalice,1\n\"carol, jr\",2\ndave,1\n\"say \"\"hi\"\"\",0\n"
    );
    let edges = folder.output("local people.el triangle --per edge");
    assert!(edges.contains("\nBob Jones,\"carol, jr\",2\n"), "{edges}");
    assert!(folder.output("graphlets people.el -k 2").contains("\n\"say \"\"hi\"\"\",1\n"));
}

/// The fields of a row of CSV.
fn csv_fields(row: &str) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(row.as_bytes());
    let record = reader.records().next().expect("a row").expect("CSV");
    record.iter().map(str::to_owned).collect()
}

#[test]
fn anchors_are_names() {
    let folder = Folder::new();
    folder.write("people.el", PEOPLE);
    let count =
        |anchor: &str| folder.json(&format!("local people.el triangle --anchor '{anchor}'"))["count"].clone();
    assert_eq!(["dave", "Bob Jones", "alice-Bob Jones", "Bob Jones-carol, jr"].map(count), [1, 2, 1, 2]);
    for (anchor, words) in [("eve", "called eve"), ("alice-dave", "no edge between alice and dave")] {
        let complaint = folder.complaint(2, &format!("local people.el triangle --anchor {anchor}"));
        assert!(complaint.contains(words), "{complaint}");
    }
    folder.write("dashes.el", "a-b c\nc a\na b-c\nb-c c\n");
    let complaint = folder.complaint(2, "local dashes.el edge --anchor a-b-c");
    assert!(complaint.contains("may be several edges"), "{complaint}");
    assert_eq!(folder.json("local dashes.el edge --anchor a-b")["count"], 1);
}

#[test]
fn names_survive_conversion() {
    let folder = Folder::new();
    folder.write("people.el", PEOPLE);
    let rows = folder.output("list people.el triangle");
    for name in ["p.csr", "p.csr.gz", "p.el", "p.tsv.zst"] {
        folder.output(&format!("convert people.el {name}"));
        assert_eq!(folder.output(&format!("list {name} triangle")), rows, "{name}");
    }
    let complaint = folder.complaint(2, "convert people.el p.lg");
    assert!(complaint.contains("no place for names of vertices"), "{complaint}");
}

/// Names that are the numbers, with a letter before, give the same rows.
#[test]
fn other_names_give_the_same_rows() {
    let folder = Folder::new();
    folder.write("numbers.el", KARATE);
    let text = String::from_utf8(KARATE.to_vec()).expect("UTF-8");
    let name = |id: &str| format!("no {id}");
    let edges = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let ids: Vec<&str> = line.split_whitespace().collect();
        format!("{}\t{}\n", name(ids[0]), name(ids[1]))
    });
    folder.write("names.tsv", edges.collect::<String>());
    for command in ["local GRAPH house", "local GRAPH diamond --induced vertex", "graphlets GRAPH -k 4"] {
        let table = |graph: &str| {
            let text = folder.output(&command.replace("GRAPH", graph));
            let rows = text.lines().skip(1).map(str::to_owned);
            rows.collect::<std::collections::BTreeSet<String>>()
        };
        let expected = table("numbers.el").iter().map(|row| format!("no {row}")).collect();
        assert_eq!(table("names.tsv"), expected, "{command}");
    }
    let matches = |graph: &str| {
        let text = folder.output(&format!("list {graph} tailed-triangle"));
        let sorted = |row: &str| {
            let mut ids: Vec<String> =
                row.split(',').map(|id| id.trim_start_matches("no ").to_owned()).collect();
            ids.sort();
            ids
        };
        let mut rows: Vec<_> = text.lines().skip(1).map(sorted).collect();
        rows.sort();
        rows
    };
    assert_eq!(matches("names.tsv"), matches("numbers.el"));
}

#[test]
fn labels_of_names() {
    let folder = Folder::new();
    folder.write("people.el", PEOPLE);
    folder.write(
        "labels.csv",
        "name,label\nalice,Person\nBob Jones,Person\n\"carol, jr\",Robot\ndave,Person\ndave,Boss\n\"say \"\"hi\"\"\",Robot\n",
    );
    let count = |pattern: &str| {
        folder.json(&format!("count people.el '{pattern}' --labels labels.csv"))["count"].clone()
    };
    assert_eq!(count("(a:Person)-(b:Person), b-(c:Robot), c-a"), 2);
    assert_eq!(count("(a:Boss)-(b:Robot)"), 2);
}

#[test]
fn what_is_not_clear_names_the_options() {
    let folder = Folder::new();
    for (text, words) in [
        ("1 2 3\n4 5 6\n", &["--extra-columns ignore", "--input-format adjacency-list"][..]),
        ("1 2\n3 alice\n", &["line 2", "--names"]),
        ("alice,bob\nbob,carol\n", &["line 1", "--input-format csv or edge-list"]),
        ("source target\nalice bob\n", &["line 1", "--names"]),
        ("1 2\n3\n", &["line 2", "--input-format adjacency-list"]),
    ] {
        folder.write("g.el", text);
        let complaint = folder.complaint(2, "count g.el triangle");
        assert!(words.iter().all(|word| complaint.contains(word)), "{text:?}: {complaint}");
    }
    folder.write("g.el", "1 2 3\n4 5 6\n");
    assert_eq!(folder.json("count g.el edge --input-format adjacency-list")["count"], 4);
    folder.write("g.el", "source target\n1 2\n2 3\n");
    assert_eq!(folder.json("count g.el edge --names")["count"], 3);
}

#[test]
fn what_is_guessed_or_left_is_told() {
    let folder = Folder::new();
    folder.write("list.txt", "1 2 3 4\n2 3\n3\n4\n");
    let told = |arguments: &str, words: &[&str], count: &str| {
        let done = folder.motherlode(arguments).assert().success();
        let (out, err) = (done.get_output().stdout.clone(), done.get_output().stderr.clone());
        let err = String::from_utf8(err).expect("UTF-8");
        assert!(words.iter().all(|word| err.contains(word)) && err.lines().count() == 1, "{err}");
        assert!(String::from_utf8(out).expect("UTF-8").contains(count));
    };
    told("count list.txt triangle", &["list.txt", "a vertex and its neighbours", "adjacency-list"], "1 ");
    folder.output("count list.txt triangle --input-format adjacency-list");
    folder.write("networkx.txt", "1 2 {}\n2 3 {'weight': 3.0}\n1 3 {}\n");
    told(
        "count networkx.txt triangle",
        &["networkx.txt", "1 line", "braces", "--extra-columns ignore"],
        "1 ",
    );
    folder.output("count networkx.txt triangle --extra-columns ignore");
}
