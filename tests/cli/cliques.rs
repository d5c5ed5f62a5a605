//! `motherlode cliques`.

use serde_json::json;

use super::tables::text_of;
use super::{Folder, all_devices, assert_keys, assert_seconds};

/// Cliques of Zachary's karate club by size: its members, its friendships, 45 triangles as published, and what a
/// brute-force program in Python counted.
const KNOWN: [(u32, u64); 5] = [(1, 34), (2, 78), (3, 45), (4, 11), (5, 2)];

#[test]
fn karate_on_every_device() {
    let folder = Folder::new();
    folder.write("club.el", super::KARATE);
    for device in all_devices() {
        for (k, count) in KNOWN.into_iter().skip(2).chain([(6, 0), (32, 0)]) {
            let json = folder.json(&format!("cliques club.el -k {k} --device {device}"));
            assert_eq!((&json["k"], &json["count"]), (&json!(k), &json!(count)), "on {device}");
        }
        let json = folder.json(&format!("cliques club.el --profile --device {device}"));
        let profile: Vec<_> = KNOWN.iter().map(|(k, count)| json!({ "k": k, "count": count })).collect();
        assert_eq!(json["cliques"], json!(profile), "on {device}");
    }
}

/// The two cliques of five vertices are published: both have vertices 1 to 4.
#[test]
fn a_largest_is_found_on_every_device() {
    let folder = Folder::new();
    folder.write("club.el", super::KARATE);
    for device in all_devices() {
        let json = folder.json(&format!("cliques club.el --max-clique --device {device}"));
        assert_eq!((&json["k"], &json["vertices"]), (&json!(5), &json!([1, 2, 3, 4, 14])), "on {device}");
    }
    let text = folder.output("cliques club.el --max-clique --order degeneracy --device cpu");
    assert!(text.starts_with("a largest clique has 5 vertices: 1, 2, 3, 4, "), "{text}");
    folder.write("people.el", "alice \"Bob Jones\"\n\"Bob Jones\" carol\nalice carol\ndave carol\n");
    let names = folder.json("cliques people.el --max-clique")["vertices"].clone();
    assert_eq!(names, json!(["Bob Jones", "alice", "carol"]));
}

/// Vertices 9 and 31 are in two triangles, with 33 and with 34, and no larger clique.
#[test]
fn a_heaviest_goes_by_a_property() {
    let folder = Folder::new();
    folder.write("club.el", super::KARATE);
    let rows = (1..=34).map(|v| format!("{v},{},x\n", if v == 31 { 50 } else { v % 4 }));
    folder.write("members.csv", format!("id,fee,kind\n{}", rows.collect::<String>()));
    let command = "cliques club.el --max-clique --weight fee --vertex-properties members.csv --device cpu";
    let json = folder.json(command);
    assert_keys(&json, &["graph", "device", "memory", "seconds", "k", "weight", "vertices"]);
    assert_eq!(
        (&json["k"], &json["weight"], &json["vertices"]),
        (&json!(4), &json!(54), &json!([9, 31, 33, 34])),
        "1, 50, 1 and 2"
    );
    let text = folder.output(command);
    assert!(text.starts_with("a heaviest clique weighs 54 and has 4 vertices: 9, 31, 33, 34\n"), "{text}");
    for (command, wrong) in [
        (command.replace("fee", "fees"), "no property `fees`; nearest are `fee`, `kind`"),
        (command.replace("fee", "kind"), "`kind` has text"),
        (command.replace("members.csv", "some.csv"), "vertex 1 has no value as its `fee`"),
        ("cliques club.el --max-clique --weight fee".to_owned(), "--vertex-properties"),
        ("cliques club.el --max-clique --vertex-properties members.csv".to_owned(), "leave it out"),
        (format!("{command} --order degree"), "cannot be used with"),
        (format!("{command} --directed"), "--directed"),
        ("cliques club.el -k 3 --weight fee".to_owned(), "cannot be used with"),
    ] {
        folder.write("some.csv", "id,fee\n2,7\n");
        let error = folder.complaint(2, &command);
        assert!(error.contains(wrong), "{command}: {error}");
    }
}

#[test]
fn json_is_the_documented_object() {
    let folder = Folder::new();
    folder.write("tail.el", "10 20\n20 30\n30 10\n30 40\n40 30\n7 7\n");
    for (size, found) in [
        ("-k 3", &["k", "count"][..]),
        ("--profile", &["cliques"]),
        ("--maximal", &["count", "by_size"]),
        ("--max-clique", &["k", "vertices"]),
    ] {
        let json = folder.json(&format!("cliques tail.el {size} --device cpu --threads 2"));
        assert_keys(&json, &[&["graph", "device", "memory", "seconds"], found].concat());
        assert_eq!(json["graph"], json!({ "path": "tail.el", "vertices": 4, "edges": 4 }));
        assert_eq!(json["device"], "cpu (2 threads)");
        assert_seconds(&json);
    }
}

#[test]
fn text_for_people() {
    let folder = Folder::new();
    let text = folder.output("cliques karate -k 4 --device cpu --threads 1");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..3],
        ["11 cliques of 4 vertices", "graph   karate: 34 vertices, 78 edges", "device  cpu (1 thread)"]
    );
    assert!(lines[3].starts_with("time    ") && lines.len() == 4, "{text}");
    assert!(folder.output("cliques complete:9 -k 9").starts_with("1 clique of 9 vertices\n"));
    let text = folder.output("cliques complete:10 --profile");
    assert!(text.starts_with("  k  cliques\n  1       10\n  2       45\n"), "{text}");
    assert!(text.contains("\n 10        1\ngraph "), "{text}");
}

/// What NetworkX finds in the karate club: `Counter(map(len, networkx.find_cliques(networkx.karate_club_graph())))`.
#[test]
fn maximal_cliques_are_counted_on_every_device() {
    let folder = Folder::new();
    folder.write("club.el", super::KARATE);
    let sizes = [(2, 11), (3, 21), (4, 2), (5, 2)];
    for device in all_devices() {
        for least in 0..7 {
            let json =
                folder.json(&format!("cliques club.el --maximal --min-size {least} --device {device}"));
            let of_size = |(size, count): &(u64, u64)| json!({ "size": size, "count": count });
            let found = sizes.iter().filter(|&&(size, _)| size >= least);
            assert_eq!(
                json["by_size"],
                found.clone().map(of_size).collect::<serde_json::Value>(),
                "on {device}"
            );
            assert_eq!(json["count"], json!(found.map(|&(_, count)| count).sum::<u64>()), "on {device}");
        }
    }
    let text = folder.output("cliques complete:10 --maximal");
    assert!(text.starts_with("1 maximal clique\nsize  cliques\n  10        1\ngraph "), "{text}");
}

/// A complete graph of n vertices has C(n, k) cliques of k vertices.
#[test]
fn complete_graphs_have_binomials() {
    let folder = Folder::new();
    let mut binomial = 1u64;
    for k in 1..=24u64 {
        binomial = binomial * (25 - k) / k;
        if k >= 3 {
            let json = folder.json(&format!("cliques complete:24 -k {k}"));
            assert_eq!(json["count"], binomial, "C(24, {k})");
        }
    }
}

/// The largest cliques of a collaboration network contain more cliques than could be walked through.
#[test]
fn large_cliques_are_counted() {
    let folder = Folder::new();
    for device in all_devices() {
        let json = folder.json(&format!("cliques complete:100 --profile --device {device}"));
        let cliques = json["cliques"].as_array().expect("a list");
        assert_eq!((cliques.len(), &cliques[98]["count"]), (100, &json!(100)), "on {device}");
    }
    let complaint = folder.complaint(1, "cliques complete:132 --profile --device cpu");
    assert!(complaint.contains("128 bits"), "{complaint}");
}

#[test]
fn sizes_that_are_not_served() {
    let folder = Folder::new();
    for (size, word) in [
        ("-k 2", "3..=32"),
        ("-k 33", "3..=32"),
        ("-k -1", "-k"),
        ("-k many", "many"),
        ("-k 4 --profile", "--profile"),
        ("-k 4 --max-clique", "--max-clique"),
        ("--profile --max-clique", "--max-clique"),
        ("--profile --maximal", "--maximal"),
        ("-k 4 --maximal", "--maximal"),
        ("--maximal --max-clique", "--max-clique"),
        ("--profile --min-size 3", "--min-size"),
        ("--maximal --min-size few", "few"),
        ("", "-k"),
    ] {
        let complaint = folder.complaint(2, &format!("cliques karate {size}"));
        assert!(complaint.contains(word), "{size}: {complaint}");
    }
    assert!(folder.complaint(2, "cliques nothing.el -k 3").contains("nothing.el: no such file"));
}

/// The rows of a table of lists in CSV, as lists.
fn lists(csv: &str) -> Vec<Vec<serde_json::Value>> {
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("vertices"));
    let list = |line: &str| {
        let text = line.trim_matches('"').replace("\"\"", "\"");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    lines.map(list).collect()
}

#[test]
fn maximal_cliques_are_listed_in_every_format_on_every_device() {
    let folder = Folder::new();
    folder.write("club.el", super::KARATE);
    let csv = folder.output("cliques club.el --maximal -o - --device cpu");
    let rows = lists(&csv);
    assert_eq!(rows.len(), 36);
    assert_eq!(
        &rows[..2],
        [json!([1, 2, 3, 4, 14]), json!([1, 2, 3, 4, 8])].map(|row| row.as_array().unwrap().clone())
    );
    for device in all_devices() {
        for name in ["a.csv", "a.csv.gz", "a.jsonl.zst", "a.arrow", "a.arrows", "a.parquet"] {
            let json = folder.json(&format!("cliques club.el --maximal -o {name} --force --device {device}"));
            assert_keys(&json, &["graph", "count", "complete", "output", "device", "memory", "seconds"]);
            assert_eq!((&json["count"], &json["complete"]), (&json!(36), &json!(true)));
            assert_eq!(json["output"], name);
            let text = text_of(&folder, name);
            let same = match name.contains("jsonl") {
                true => {
                    let row = |line: &str| {
                        serde_json::from_str::<serde_json::Value>(line).unwrap()["vertices"].clone()
                    };
                    text.lines().map(row).eq(rows.iter().map(|row| json!(row)))
                }
                false => text == csv,
            };
            assert!(same, "{name} on {device}: {text}");
        }
    }
}

#[test]
fn some_maximal_cliques() {
    let folder = Folder::new();
    folder.write("club.el", super::KARATE);
    let every = lists(&folder.output("cliques club.el --maximal -o -"));
    let some = |options: &str| lists(&folder.output(&format!("cliques club.el --maximal -o - {options}")));
    assert_eq!(some("--limit 5"), every[..5]);
    assert_eq!(some("--limit 0"), Vec::<Vec<serde_json::Value>>::new());
    let large: Vec<_> = every.iter().filter(|row| row.len() >= 4).cloned().collect();
    assert_eq!(large.len(), 4);
    assert_eq!(some("--top 4"), large);
    assert_eq!(some("--min-size 4"), large);
    let through = |vertices: &[u32]| -> Vec<_> {
        every.iter().filter(|row| vertices.iter().all(|v| row.contains(&json!(v)))).cloned().collect()
    };
    for (anchor, vertices) in [("34", &[34][..]), ("33-34", &[33, 34]), ("12", &[12])] {
        let (mut found, mut wanted) = (some(&format!("--anchor {anchor}")), through(vertices));
        found.sort_by_key(|row| json!(row).to_string());
        wanted.sort_by_key(|row| json!(row).to_string());
        assert_eq!(found, wanted, "{anchor}");
        let json = folder.json(&format!("cliques club.el --maximal --anchor {anchor}"));
        assert_keys(&json, &["graph", "count", "by_size", "anchor", "device", "memory", "seconds"]);
        assert_eq!((&json["count"], &json["anchor"]), (&json!(wanted.len()), &json!(anchor)));
    }
    let table = folder.output("cliques club.el --maximal --per vertex -o -");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!((rows[0], rows[34]), ("vertex,cliques", "34,14"));
    for (row, v) in rows[1..].iter().zip(1..) {
        assert_eq!(*row, format!("{v},{}", through(&[v]).len()));
    }
    let text = folder.output("cliques club.el --maximal --limit 5 -o some.csv");
    assert_eq!(text.lines().next(), Some("5 maximal cliques (and there may be more) in some.csv"));
    let text = folder.output("cliques club.el --maximal --anchor 33-34");
    assert_eq!(text.lines().next(), Some("8 maximal cliques through 33-34"));
}

#[test]
fn maximal_cliques_of_names() {
    let folder = Folder::new();
    folder.write("people.el", "alice \"Bob Jones\"\n\"Bob Jones\" carol\nalice carol\ndave carol\n");
    let csv = folder.output("cliques people.el --maximal -o -");
    assert_eq!(
        lists(&csv),
        [vec![json!("Bob Jones"), json!("alice"), json!("carol")], vec![json!("carol"), json!("dave")]]
    );
    folder.output("cliques people.el --maximal -o a.parquet");
    assert_eq!(text_of(&folder, "a.parquet"), csv);
    let json = folder.output("cliques people.el --maximal -o - --output-format jsonl --anchor dave");
    assert_eq!(json, "{\"vertices\":[\"carol\",\"dave\"]}\n");
}

#[test]
fn what_cannot_be_listed() {
    let folder = Folder::new();
    folder.write("club.el", super::KARATE);
    folder.write("there.csv", "");
    for (options, why) in [
        ("-k 3 -o a.csv", "the maximal cliques are listed, and no others"),
        ("--maximal -o there.csv", "exists already"),
        ("--maximal -o a.txt", "the name does not tell the format"),
        ("--maximal -o - --format json", "no report"),
        ("--maximal --limit 3", "--output"),
        ("--maximal --top 3", "--output"),
        ("--maximal --per vertex", "--output"),
        ("--maximal --per edge -o a.csv", "vertex"),
        ("--maximal --anchor 99", "no vertex 99"),
        ("--maximal --anchor 12-34", "no edge between 12 and 34"),
        ("-k 3 --anchor 1", "--anchor"),
        ("--maximal --anchor 1 --per vertex -o a.csv", "--per"),
    ] {
        let error = folder.complaint(2, &format!("cliques club.el {options}"));
        assert!(error.contains(why), "{options}: {error}");
        assert!(!folder.path("a.csv").exists());
    }
}
