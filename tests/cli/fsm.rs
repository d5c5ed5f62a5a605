//! Frequent subgraphs of a database.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Folder, all_devices, assert_keys, executable};

/// Two acids and an alcohol, of two classes: C-C-O is in all, the double bond in two.
const MOLECULES: &str = "\
t # acetic acid
v 0 C
v 1 C
v 2 O
v 3 O
e 0 1 1
e 1 2 2
e 1 3 1
t # propionic acid
v 7 C
v 8 C
v 9 C
v 10 O
v 11 O
e 7 8 1
e 8 9 1
e 9 10 2
e 9 11 1
t # ethanol alcohol
v 0 C
v 1 C
v 2 O
e 0 1 1
e 1 2 1
t # -1
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("db", MOLECULES);
    folder
}

/// The summary that a run prints.
fn summary(folder: &Folder, arguments: &str) -> Value {
    serde_json::from_str(&folder.output(&format!("fsm db {arguments}"))).expect("JSON")
}

#[test]
fn the_summary_and_the_patterns() {
    let folder = folder();
    for device in all_devices() {
        let summary = summary(&folder, &format!("--support 100% --device {device} -o patterns --force"));
        let keys = [
            "graphs",
            "support",
            "patterns",
            "by_edges",
            "embeddings_by_edges",
            "device",
            "memory",
            "partial",
            "seconds",
        ];
        assert_keys(&summary, &keys);
        assert_eq!((&summary["graphs"], &summary["support"]), (&3.into(), &3.into()));
        assert_eq!(summary["patterns"], 3);
        assert_eq!(summary["by_edges"], serde_json::json!({"1": 2, "2": 1}));
        assert_eq!(
            summary["embeddings_by_edges"],
            serde_json::json!({"1": 8 + 3, "2": 3}),
            "C-C counts twice"
        );
        assert_eq!(summary["partial"], false);
        let text = String::from_utf8(folder.read("patterns")).unwrap();
        let mut patterns: Vec<&str> =
            text.split_inclusive("\n\n").map(|one| &one[one.find('*').unwrap()..]).collect();
        patterns.sort_unstable();
        assert_eq!(
            patterns,
            [
                "* 3\nv 0 C\nv 1 C\ne 0 1 1\n\n",
                "* 3\nv 0 C\nv 1 C\nv 2 O\ne 0 1 1\ne 1 2 1\n\n",
                "* 3\nv 0 C\nv 1 O\ne 0 1 1\n\n",
            ]
        );
    }
}

#[test]
fn json_lines_with_vertices_and_graphs() {
    let folder = folder();
    let run = folder
        .motherlode("fsm db --support 2 --max-edges 1 --with-graphs --vertices --format json -o -")
        .assert()
        .success();
    let lines = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<&Value> = lines.iter().map(|line| &line["id"]).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4], "vertices first");
    assert_eq!((&lines[0]["vertex"], &lines[0]["support"]), (&"C".into(), &3.into()));
    let double = lines.iter().find(|line| line["code"] == serde_json::json!([[0, 1, "C", 2, "O"]])).unwrap();
    assert_eq!(double["graphs"], serde_json::json!(["acetic", "propionic"]));
    assert_eq!(double["support"], 2);
    let summary: Value = serde_json::from_slice(&run.get_output().stderr).unwrap();
    assert_eq!(summary["patterns"], 3, "vertices are not counted");
}

#[test]
fn fewer_patterns() {
    let folder = folder();
    let number = |arguments: &str| summary(&folder, arguments)["patterns"].as_u64().unwrap();
    let all = number("--support 2");
    // Of both acids: the four bonds of acetic acid in every connected choice, with C-C, C-O and C=O.
    assert_eq!(all, 7);
    assert_eq!(number("--support 2 --closed"), 2, "acetic acid, and C-C-O of all three");
    assert_eq!(number("--support 2 --maximal"), 1);
    assert_eq!(number("--support 2 --max-edges 1"), 3);
    assert_eq!(number("--support 2 --min-edges 2"), 4);
    assert_eq!(number("--support 2 --max-vertices 3 --min-vertices 3"), 3);
    assert_eq!(number("--top 3"), 3);
    assert_eq!(number("--support 2 --vertex-labels C"), 1);
    assert_eq!(number("--support 2 --edge-labels 2"), 1);
    for way in ["single-ext", "single-seg", "multi-seg", "batch"] {
        assert_eq!(number(&format!("--support 2 --method {way}")), all, "{way}");
    }
}

/// Who calls whom, in three offices: in two, a boss calls two that call back or one another; in the last all arcs are
/// turned around.
const CALLS: &str = "\
t # north
v 0 boss
v 1 clerk
v 2 clerk
e 0 1 calls
e 1 0 calls
e 1 2 mails
t # south
v 0 clerk
v 1 boss
v 2 clerk
e 1 0 calls
e 0 1 calls
e 0 2 mails
t # east
v 0 boss
v 1 clerk
v 2 clerk
e 1 0 calls
e 2 1 mails
";

#[test]
fn arcs_and_patterns_of_arcs() {
    let folder = Folder::new();
    folder.write("calls", CALLS);
    for device in all_devices() {
        let run = |options: &str| {
            let search = format!("fsm calls --directed --device {device} --force {options}");
            serde_json::from_str::<Value>(&folder.output(&search)).expect("JSON")
        };
        let found = run("--support 2 --with-graphs -o patterns");
        assert_eq!(found["by_edges"], serde_json::json!({"1": 3, "2": 3, "3": 1}));
        let text = String::from_utf8(folder.read("patterns")).unwrap();
        assert!(
            text.starts_with(
                "t # 0 * 3\nv 0 boss\nv 1 clerk\ne 1 0 calls\nx north south east\n\n\
                t # 1 * 3\nv 0 clerk\nv 1 clerk\ne 0 1 mails\nx north south east\n\n\
                t # 2 * 2\nv 0 boss\nv 1 clerk\ne 0 1 calls\nx north south\n\n\
                t # 3 * 2\nv 0 boss\nv 1 clerk\ne 0 1 calls\ne 1 0 calls\nx north south\n\n"
            ),
            "{text}"
        );
        // In every office a clerk calls the boss, and one mails; who mails is who calls in two of them.
        assert_eq!(run("--support 3")["patterns"], 2);
        assert_eq!(run("--support 2 --closed")["by_edges"], serde_json::json!({"1": 2, "3": 1}));
        assert_eq!(run("--support 2 --maximal")["by_edges"], serde_json::json!({"3": 1}));
        assert_eq!(run("--support 2 --edge-labels calls")["by_edges"], serde_json::json!({"1": 2, "2": 1}));
        assert_eq!(run("--top 2")["patterns"], 2);
    }
    // Without directions the arcs back are the same edges again.
    let said = folder.complaint(2, "fsm calls --support 2");
    assert!(
        said.contains("calls, line 6, graph north: there are two edges between vertices 0 and 1"),
        "{said}"
    );
}

#[test]
fn patterns_of_arcs_in_json_drawn_and_read_again() {
    let folder = Folder::new();
    folder.write("calls", CALLS);
    folder.output("fsm calls --directed --support 2 --closed --format json -o found --draw drawings");
    let lines = String::from_utf8(folder.read("found")).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[2]["code"],
        serde_json::json!([
            [0, 1, "boss", "calls", "clerk", "out"],
            [1, 0, "clerk", "calls", "boss", "out"],
            [1, 2, "clerk", "mails", "clerk", "out"]
        ])
    );
    assert_eq!(lines[0]["code"], serde_json::json!([[0, 1, "boss", "calls", "clerk", "in"]]));
    let drawn = |name: &str| String::from_utf8(folder.read(name)).unwrap().matches("<polygon").count();
    assert_eq!([drawn("drawings/001.svg"), drawn("drawings/003.svg")], [1, 3], "a head for each arc");
    // The maximal patterns of all patterns are those of the database.
    folder.output("fsm calls --directed --support 2 -o patterns.gspan");
    let maximal = |db: &str, support: u32| {
        folder.output(&format!("fsm {db} --directed --support {support} --maximal -o maximal --force"));
        let text = String::from_utf8(folder.read("maximal")).unwrap();
        text.lines().filter(|line| !line.starts_with('t')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(maximal("patterns.gspan", 1), maximal("calls", 2));
}

#[test]
fn patterns_that_tell_classes_apart() {
    let folder = folder();
    summary(
        &folder,
        "--support 1 --discriminative --top 4 --format json -o ranked --features matrix.csv --draw drawings",
    );
    let ranked = String::from_utf8(folder.read("ranked")).unwrap();
    let ranked: Vec<Value> = ranked.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(ranked.len(), 4);
    assert_eq!(ranked[0]["growth"], serde_json::json!({"class": "acid", "rate": null}), "only in acids");
    assert_eq!(ranked[0]["classes"], serde_json::json!({"acid": 2, "alcohol": 0}));
    assert_eq!(ranked[0]["support"], 2);
    assert!(ranked[0].get("graphs").is_none(), "they were not asked for");
    let matrix = String::from_utf8(folder.read("matrix.csv")).unwrap();
    let lines: Vec<&str> = matrix.lines().collect();
    assert_eq!(lines[0], "graph,class,0,1,2,3");
    assert_eq!((lines.len(), lines[3]), (4, "ethanol,alcohol,0,0,0,0"));
    assert!(lines[1].starts_with("acetic,acid,1,"), "{}", lines[1]);
    let page = String::from_utf8(folder.read("drawings/index.html")).unwrap();
    assert_eq!(page.matches("<img").count(), 4);
    let drawing = String::from_utf8(folder.read("drawings/001.svg")).unwrap();
    assert!(
        drawing.starts_with("<svg") && drawing.ends_with("</svg>") && drawing.contains(">\nO\n</text>"),
        "{drawing}"
    );
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder();
    folder.write("taken", "mine");
    folder.write("taken.csv", "mine");
    folder.write("bad", "t # a\nv 0 C\ne 0 5 1\n");
    folder.write("unclassed", "t # a\nv 0 C\n");
    folder.write("drugs.smi", "CCO\n");
    folder.write("twice", "t # a\nv 0 C\nv 1 C\ne 0 1 1\ne 0 1 2\n");
    for (arguments, expected) in [
        ("fsm db", "--support"),
        ("fsm db --support 0", "a support of 0"),
        ("fsm db --support 101%", "'101%' is not a support"),
        ("fsm db --support 2 --top 0", "--top 0"),
        ("fsm nowhere --support 2", "cannot read nowhere"),
        ("fsm bad --support 2", "bad, line 3, graph a: the edge's end 5 is not a vertex"),
        ("fsm db --support 2 --input-format xml", "no format of databases is called 'xml'"),
        ("fsm db --support 2 --vertex-labels C,Xx", "no vertex has the label 'Xx': there are C, O"),
        ("fsm db --support 2 --labels C", "--labels of 'fsm' is called --vertex-labels: use that"),
        ("fsm unclassed --support 1 --discriminative", "two classes"),
        ("fsm db --support 2 --method best", "no way of counting supports is called 'best'"),
        ("fsm db --support 2 -o taken", "taken: exists already; --force overwrites it"),
        ("fsm db --support 2 --features taken.csv", "taken.csv: exists already; --force overwrites it"),
        (
            "fsm db --support 2 --features a.xls",
            "a.xls: features are written to .csv, .arrow, .feather or .parquet",
        ),
        ("fsm db --support 2 --closed --top 4", "cannot be used with"),
        (
            "fsm drugs.smi --support 2 --directed",
            "drugs.smi: SMILES has molecules, whose bonds have no directions; read it as undirected (without --directed)",
        ),
        (
            "fsm twice --support 1 --directed",
            "twice, line 5, graph a: there are two arcs from vertex 0 to vertex 1",
        ),
        ("fsm db --support 2 --min-edges 3 --max-edges 2", "--max-edges 2 is less than --min-edges 3"),
        ("fsm db --support 2 --max-edges 0", "--max-edges 0 is less than --min-edges 1"),
        (
            "fsm db --support 2 --min-vertices 3 --max-vertices 2",
            "--max-vertices 2 is less than --min-vertices 3",
        ),
    ] {
        let complaint = folder.complaint(2, arguments);
        assert!(complaint.contains(expected), "{arguments}: {complaint}");
    }
    assert_eq!(folder.read("taken"), b"mine");
    let complaint = folder.complaint(1, "fsm db --support 2 --memory 1K --device cpu");
    assert!(complaint.contains("--memory"), "{complaint}");
}

#[test]
fn bad_graphs_are_left_out_on_request() {
    let folder = Folder::new();
    folder.write("drugs.smi", b"CCO a\nCXO b\nCCO c\nC(C d\nCC\xe9 e\nCO f\nC1C g\nC( h\n?\n?\n");
    let refused = folder.complaint(2, "fsm drugs.smi --support 2 --device cpu");
    assert!(refused.contains("drugs.smi, line 2, graph b: ") && refused.contains("--skip-bad"), "{refused}");
    let done =
        folder.motherlode("fsm drugs.smi --support 2 --device cpu --skip-bad -o found").assert().success();
    let summary: Value = serde_json::from_slice(&done.get_output().stdout).expect("JSON");
    assert_eq!(
        (&summary["graphs"], &summary["skipped"], &summary["patterns"]),
        (&3.into(), &7.into(), &3.into())
    );
    let said = String::from_utf8(done.get_output().stderr.clone()).expect("UTF-8");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "motherlode: warning: drugs.smi: 7 graphs that are wrong were left out");
    assert!(
        lines[1].starts_with("motherlode: warning: drugs.smi, line 2, graph b: 'CXO' is not SMILES"),
        "{said}"
    );
    assert_eq!((lines.len(), lines[6]), (7, "motherlode: warning: and 2 more"));
    // Nothing is said where nothing is wrong.
    folder.write("good.smi", "CCO a\nCCO b\n");
    let summary: Value =
        serde_json::from_str(&folder.output("fsm good.smi --support 2 --device cpu --skip-bad"))
            .expect("JSON");
    assert_eq!(summary["skipped"], 0);
}

/// A search that would take hours, once it has written something.
fn endless(folder: &Folder) -> Child {
    endless_with(folder, &[])
}

fn endless_with(folder: &Folder, options: &[&str]) -> Child {
    folder.output("generate transactions --graphs 600 --output big.gspan");
    let mut child = Command::new(executable())
        .current_dir(folder.path("."))
        .args(["fsm", "big.gspan", "--support", "2", "--device", "cpu", "-o", "found"])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    let start = Instant::now();
    while fs::metadata(folder.path("found.partial")).map_or(0, |file| file.len()) < 1 << 20 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is written");
        assert_eq!(child.try_wait().expect("a child"), None, "it ended");
        sleep(Duration::from_millis(20));
    }
    child
}

/// Checks that a file holds whole patterns, and returns how many.
fn whole_patterns(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("UTF-8");
    assert!(text.ends_with("\n\n"), "the last pattern is whole: {:?}", &text[text.len() - 40..]);
    // More blank lines keep patterns in one page of FILE.partial.
    let patterns: Vec<_> = text
        .split("\n\n")
        .map(|pattern| pattern.trim_start())
        .filter(|pattern| !pattern.is_empty())
        .collect();
    for (number, pattern) in patterns.iter().enumerate() {
        let mut lines = pattern.lines();
        assert!(lines.next().is_some_and(|line| line.starts_with(&format!("t # {number} * "))), "{pattern}");
        let edges = lines.filter(|line| line.starts_with('e')).count();
        assert!(edges >= 1, "{pattern}");
    }
    patterns.len()
}

/// Checks that a search which ended early left what it found, in order, and says so.
fn assert_partial(folder: &Folder, ended: &Output, code: i32, complaint: &str) {
    assert_eq!(ended.status.code(), Some(code));
    assert_eq!(String::from_utf8_lossy(&ended.stderr), complaint);
    let summary: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    assert_eq!(summary["partial"], true);
    assert_eq!(summary["patterns"], whole_patterns(&folder.path("found")));
    assert!(!String::from_utf8(folder.read("found")).unwrap().contains("\n\n\n"), "no padding");
    assert!(!folder.path("found.partial").exists());
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_what_was_found() {
    let folder = Folder::new();
    let child = endless(&folder);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("the command kill").success());
    let ended = child.wait_with_output().expect("a child");
    assert_partial(&folder, &ended, 130, "motherlode: interrupted\n");
}

/// `fsm` had no deadline.
#[test]
fn a_deadline_leaves_what_was_found() {
    let folder = Folder::new();
    let ended = endless_with(&folder, &["--deadline", "4s"]).wait_with_output().expect("a child");
    assert_partial(&folder, &ended, 1, "motherlode: the deadline passed before the job was done\n");
}

/// Three complete graphs of 30 equal vertices: from some edges on, one pattern has more embeddings than can be looked
/// through in a second. That left neither file nor summary.
#[test]
fn a_search_that_does_not_stop_is_left_to_itself() {
    let folder = Folder::new();
    let mut text = String::new();
    for graph in 0..3 {
        text += &format!("t # {graph}\n");
        (0..30).for_each(|v| text += &format!("v {v} 0\n"));
        (0..30).for_each(|v| (0..v).for_each(|u| text += &format!("e {u} {v} 0\n")));
    }
    folder.write("complete.gspan", text);
    for options in ["-o found", "--closed --force -o found", "--top 9"] {
        let search =
            format!("fsm complete.gspan --support 3 --device cpu --threads 2 --deadline 2s {options}");
        let start = Instant::now();
        let ended = folder.motherlode(&search).assert().code(1).get_output().clone();
        // A second, and what other work on this machine takes.
        assert!(start.elapsed() < Duration::from_secs(6), "{options}: {:?}", start.elapsed());
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(said, "motherlode: the deadline passed before the job was done\n", "{options}");
        let summary: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
        assert_eq!(summary["partial"], true);
        match options.split_whitespace().next() {
            // All patterns are in all three graphs: no other than the whole graph is closed.
            Some("--closed") => {
                assert_eq!((&summary["patterns"], folder.read("found").len()), (&0.into(), 0))
            }
            Some("-o") => assert_eq!(summary["patterns"], whole_patterns(&folder.path("found"))),
            // Up to two edges, and perhaps three.
            _ => assert!(summary["patterns"].as_u64() >= Some(2), "{summary}"),
        }
        assert!(!folder.path("found.partial").exists(), "{options}");
    }
}

#[test]
fn a_support_that_nothing_has_is_said() {
    let folder = folder();
    let said = |arguments: &str| {
        let done = folder.motherlode(arguments).assert().success();
        let summary: Value = serde_json::from_slice(&done.get_output().stdout).expect("JSON");
        (summary["patterns"].clone(), String::from_utf8(done.get_output().stderr.clone()).expect("UTF-8"))
    };
    let (patterns, warning) = said("fsm db --support 4 --device cpu");
    assert_eq!(patterns, 0);
    assert!(warning.contains("no pattern is in 4 graphs") && warning.contains("there are 3"), "{warning}");
    assert_eq!(said("fsm db --support 3 --device cpu").1, "");
    let (patterns, warning) = said("frequent karate --support 35 --device cpu --format json");
    assert_eq!(patterns, 0);
    assert!(warning.contains("a support of 35") && warning.contains("34 vertices"), "{warning}");
}

#[test]
fn a_killed_search_leaves_a_readable_file() {
    // Whenever it comes: most of the time goes to writing, so that some kills fall into that.
    for milliseconds in [0, 3, 7, 12, 18] {
        let folder = Folder::new();
        let mut child = endless(&folder);
        sleep(Duration::from_millis(milliseconds));
        child.kill().expect("a child");
        child.wait().expect("a child");
        assert!(whole_patterns(&folder.path("found.partial")) > 1000);
        assert!(!folder.path("found").exists(), "it is not whole");
    }
}

/// The order of the patterns differed from run to run, and a file's lines were padded with blanks.
#[test]
fn the_same_bytes_whatever_the_threads() {
    let folder = Folder::new();
    folder.output("generate transactions --graphs 400 --output db");
    for format in ["text", "json"] {
        let search = format!("fsm db --support 5% --max-edges 5 --with-graphs --vertices --format {format}");
        let run = |options: &str| folder.motherlode(&format!("{search} {options}")).assert().success();
        let one = run("-o - --device cpu --threads 1").get_output().stdout.clone();
        for threads in [2, 3, 8] {
            let options = format!("--device cpu --threads {threads} --force");
            run(&format!("-o patterns --features features.csv {options}"));
            assert!(folder.read("patterns") == one, "{threads} threads");
            assert!(run(&format!("-o - {options}")).get_output().stdout == one, "{threads} threads");
        }
        let text = String::from_utf8(one).unwrap();
        let supports: Vec<u32> = match format {
            "json" => text
                .lines()
                .map(|line| {
                    assert_eq!(line, line.trim());
                    let pattern: Value = serde_json::from_str(line).unwrap();
                    pattern["support"].as_u64().unwrap() as u32
                })
                .collect(),
            _ => {
                assert!(!text.contains("\n\n\n"));
                text.lines()
                    .filter_map(|line| line.strip_prefix("t # ")?.split(' ').nth(2)?.parse().ok())
                    .collect()
            }
        };
        assert!(supports.len() > 100, "{}", supports.len());
        let vertices = supports.windows(2).filter(|pair| pair[0] < pair[1]).count();
        assert!(vertices <= 60, "after the vertices, the most frequent come first");
    }
}

/// `--force` wrote over the file at once, and a full disk left a part under its name.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_what_was_found() {
    let folder = Folder::new();
    folder.output("generate transactions --graphs 400 --output db");
    folder.write("patterns", "mine");
    let command = format!(
        "ulimit -f 16; exec {} fsm db --support 5% --max-edges 5 -o patterns --force",
        executable().display()
    );
    let ended = Command::new("sh").current_dir(folder.path(".")).args(["-c", &command]).output().expect("sh");
    assert_eq!(ended.status.code(), Some(1));
    let complaint = String::from_utf8(ended.stderr).unwrap();
    assert!(
        complaint.starts_with("motherlode: patterns.partial has patterns as they were found"),
        "{complaint}"
    );
    assert!(complaint.contains("cannot write the patterns: File too large"), "{complaint}");
    assert_eq!(folder.read("patterns"), b"mine");
    assert!(folder.read("patterns.partial").len() > 1000);
}
