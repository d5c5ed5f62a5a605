//! Bad files and bad options: each an error that names what is wrong, and exit code 2.

use flate2::{Compression, write::GzEncoder};
use std::io::Write;

use super::commands::{of_graph_and_pattern, plain_jobs};
use super::{Folder, KARATE};

/// The complaint about `contents`, which are given as a graph.
fn refused(contents: &[u8]) -> String {
    let folder = Folder::new();
    folder.write("g.el", contents);
    let complaint = folder.complaint(2, "count g.el triangle --device cpu");
    assert!(complaint.contains("g.el"), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    // The same wherever a graph is read.
    assert_eq!(folder.complaint(2, "info g.el"), complaint);
    assert_eq!(folder.complaint(2, "convert g.el g.csr"), complaint);
    assert_eq!(folder.complaint(2, "explain triangle g.el"), complaint);
    assert!(!folder.path("g.csr").exists());
    complaint
}

#[test]
fn lines_that_are_no_edges() {
    for (text, line, word) in [
        ("1 2\n3\n", 2, "two vertex ids"),
        ("# ok\n1 2\n\n-3 4\n", 4, "negative"),
        ("1 2\n1 18446744073709551616\n", 2, "too large"),
        ("1 2\nfrom to\n", 2, "from"),
        ("1 2 0.5\n", 1, "--extra-columns"),
        ("1.5 2\n", 1, "1.5"),
    ] {
        let complaint = refused(text.as_bytes());
        assert!(
            complaint.contains(&format!("line {line}")) && complaint.contains(word),
            "{text:?}: {complaint}"
        );
    }
}

#[test]
fn files_that_are_no_graphs() {
    assert!(refused(b"").contains("empty"));
    assert!(refused(b"\n\n").contains("no edges"));
    refused(&(0..=255).cycle().take(5000).collect::<Vec<u8>>());
    assert!(refused(b"GPMCSR01\x05\0\0\0").contains("cut off"));
    assert!(refused(b"%%MatrixMarket matrix array real general\n2 2\n").contains("array"));
    assert!(refused(b"PK\x03\x04 zipped").contains("zip"));
}

#[test]
fn truncated_gzip() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    (0..2000).for_each(|i| writeln!(encoder, "{} {}", i, (i * 7919) % 2003).expect("memory"));
    let whole = encoder.finish().expect("memory");
    let complaint = refused(&whole[..whole.len() / 2]);
    assert!(complaint.contains("gzip") && complaint.contains("cut off"), "{complaint}");
}

#[test]
fn truncated_csr() {
    let folder = Folder::new();
    folder.output("generate rmat --scale 5 -o whole.csr");
    let whole = folder.read("whole.csr");
    let complaint = refused(&whole[..whole.len() - 3]);
    assert!(complaint.contains("cut off"), "{complaint}");
}

#[test]
fn damaged_csr() {
    let folder = Folder::new();
    folder.output("generate rmat --scale 5 --label-count 3 -o whole.csr");
    let mut damaged = folder.read("whole.csr");
    // A label, which no other check would find.
    let at = damaged.windows(8).position(|tag| tag == b"VLABELOF").expect("labels") + 24 + 8 * 33;
    damaged[at] ^= 1;
    let complaint = refused(&damaged);
    assert!(complaint.contains("section `VLABELOF` at byte") && complaint.contains("damaged"), "{complaint}");
    assert!(
        complaint.contains("copy the file again") && complaint.contains("motherlode convert"),
        "{complaint}"
    );
}

#[test]
fn csr_files_without_checksums_are_read_with_a_warning() {
    let folder = Folder::new();
    // An edge, as programs wrote it before.
    let words = [2u64, 2, 0, 1, 2];
    let neighbors = [1u32, 0];
    let arrays = words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .chain(neighbors.iter().flat_map(|w| w.to_le_bytes()));
    folder.write("old.csr", [b"GPMCSR01".to_vec(), arrays.collect()].concat());
    let warned = folder.motherlode("info old.csr --device cpu").assert().success();
    let warning = String::from_utf8(warned.get_output().stderr.clone()).expect("UTF-8");
    assert!(
        warning.starts_with("motherlode: warning: old.csr: an old .csr file, without checksums"),
        "{warning}"
    );
    assert!(warning.ends_with("(motherlode convert old.csr new.csr)\n"), "{warning}");
    folder.motherlode("convert old.csr new.csr").assert().success();
    assert!(folder.output("info new.csr --device cpu").contains("edges         1\n"));
}

#[test]
fn missing_files_and_folders() {
    let folder = Folder::new();
    assert!(folder.complaint(2, "count nothing.el triangle").contains("nothing.el: no such file"));
    assert!(folder.complaint(2, "count . triangle").contains("is a directory"));
    assert!(folder.complaint(2, "info nothing.el").contains("nothing.el"));
}

#[test]
fn patterns_that_are_none() {
    let folder = Folder::new();
    for (pattern, words) in [
        ("triangel", &["triangel", "triangle"][..]),
        ("hose", &["hose", "house"]),
        ("13-clique", &["13-clique", "12", "motherlode cliques GRAPH -k 13"]),
        ("'a-b, c-d'", &["not connected"]),
        ("'a-b, b-a'", &["twice"]),
        ("'a-a'", &["itself"]),
        ("'a-b, b-'", &["character"]),
        ("''", &["empty"]),
        ("'a-b-c-d-e-f-g-h-i-j-k-l-m'", &["at most 12"]),
        ("'(a:1-b'", &["`)`", "character 5"]),
        ("'a-b, a!b'", &["contradicts"]),
        ("nowhere.pattern", &["nowhere.pattern"]),
    ] {
        for command in ["count karate", "explain"] {
            let complaint = folder.complaint(2, &format!("{command} {pattern}"));
            assert!(words.iter().all(|word| complaint.contains(word)), "{pattern}: {complaint}");
        }
    }
}

#[test]
fn options_that_are_wrong() {
    let folder = Folder::new();
    for (options, word) in [
        ("--threads 0", "--threads"),
        ("--threads -1", "-1"),
        ("--threads many", "many"),
        ("--memory 4XB", "4XB"),
        ("--memory 0", "4GiB"),
        ("--memory -1", "'-1' is not an amount of memory"),
        ("--host-memory x", "'x' is not an amount of memory"),
        ("--host-memory 4XB", "'4GiB' or '512MiB', or 0 for none"),
        ("--host-memory -1", "'-1' is not an amount of memory"),
        ("--host-memory", "--host-memory"),
        ("--induced both", "vertex"),
        ("--format xml", "json"),
        ("--tirangles", "--tirangles"),
        ("another", "another"),
    ] {
        let complaint = folder.complaint(2, &format!("count karate triangle {options}"));
        assert!(complaint.contains(word), "{options}: {complaint}");
    }
    assert!(folder.complaint(2, "count karate").contains("PATTERN"));
    assert!(folder.complaint(2, "cuont karate triangle").contains("count"));
    assert!(folder.motherlode("").assert().code(2).get_output().stdout.is_empty());
}

/// `count triangle karate` was answered with the patterns that are spelt like karate.
#[test]
fn graph_and_pattern_in_the_wrong_order() {
    let folder = Folder::new();
    folder.write("g.el", KARATE);
    let commands = of_graph_and_pattern(&folder);
    for graph in ["karate", "g.el", "rmat:4"] {
        for command in &commands {
            let said = folder.complaint(2, &format!("{command} a-b-c-a {graph}"));
            let right = format!("'motherlode {command} {graph} a-b-c-a'");
            assert!(said.contains("GRAPH comes before PATTERN") && said.contains(&right), "{said}");
        }
        let said = folder.complaint(2, &format!("explain {graph} triangle"));
        assert!(
            said.contains(&format!(
                "PATTERN comes before GRAPH, as in 'motherlode explain triangle {graph}'"
            ))
        );
    }
    // A file of such a name is a graph.
    folder.write("triangle", KARATE);
    assert!(folder.complaint(2, "count triangle karate").contains("there is no pattern `karate`"));
    assert!(folder.complaint(2, "count nowhere karate").contains("there is no pattern `karate`"));
}

/// Two anti-vertices with anti-edges: what the plan cannot do was not said.
#[test]
fn a_plan_that_cannot_be_says_why() {
    let folder = Folder::new();
    for command in ["count karate", "list karate", "explain"] {
        let said = folder.complaint(2, &format!("{command} 'a-b, !(x)-a, x!b, !(y)-b, y!a'"));
        assert!(said.contains("one of the anti-vertices `x`, `y` has an edge to"), "{said}");
        assert!(said.contains("leave out its anti-edges"), "{said}");
    }
    // What the message advises helps.
    folder.output("count karate 'a-b, !(x)-a, x!b, !(y)-b'");
    folder.output("count karate 'a-b, b-c, !(x)-a, x-b, x!c, !(y)-c, y!b'");
}

/// A graph without edges was refused.
#[test]
fn a_graph_without_edges_has_no_matches() {
    let folder = Folder::new();
    for (graph, text, vertices) in [
        ("comments.el", "# nothing\n", 0),
        ("loops.el", "5 5\n7 7\n", 0),
        ("none.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 0\n", 3),
        ("none.lg", "t # 1\nv 1 a\nv 2 b\n", 2),
        ("none.metis", "3 0\n\n\n\n", 3),
        ("none.csv", "source,target\n", 0),
    ] {
        folder.write(graph, text);
        let run = |arguments: &str| {
            let done = folder.motherlode(&format!("{arguments} --device cpu")).assert().success();
            let said = String::from_utf8(done.get_output().stderr.clone()).expect("UTF-8");
            assert!(
                said.contains("the graph has no edges") && said.lines().count() == 1,
                "{arguments}: {said}"
            );
            String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8")
        };
        // All patterns where there is no vertex, and where there are some.
        let patterns = ["triangle", "'a-b-c, !(d)-a'", "edge", "5-clique", "house", "4-cycle", "6-cycle"];
        let few = if ["comments.el", "none.mtx"].contains(&graph) { patterns.len() } else { 2 };
        for pattern in &patterns[..few] {
            for options in ["", "--induced vertex", "--semantics homomorphisms", "--method walk"] {
                let text = run(&format!("count {graph} {pattern} {options}"));
                assert!(text.starts_with("0 "), "{graph} {pattern} {options}: {text}");
            }
            assert_eq!(
                run(&format!("list {graph} {pattern}")).lines().count(),
                1,
                "{graph} {pattern}: the header"
            );
            assert_eq!(
                run(&format!("list {graph} {pattern} --sample 3")).lines().count(),
                1,
                "{graph} {pattern}"
            );
            assert!(run(&format!("exists {graph} {pattern}")).starts_with("no\n"), "{graph} {pattern}");
            assert_eq!(
                run(&format!("local {graph} {pattern}")).lines().count(),
                1 + vertices,
                "{graph} {pattern}"
            );
            assert_eq!(
                run(&format!("local {graph} {pattern} --per edge")).lines().count(),
                1,
                "{graph} {pattern}"
            );
            assert!(
                run(&format!("verify {graph} {pattern}")).starts_with("all counts agree"),
                "{graph} {pattern}"
            );
        }
        assert!(run(&format!("count {graph} house triangle")).starts_with("0 "));
        assert!(run(&format!("count {graph} house --checkpoint c.json")).starts_with("0 "));
        assert!(run(&format!("cliques {graph} -k 4")).starts_with("0 "));
        run(&format!("cliques {graph} --profile"));
        assert!(run(&format!("cliques {graph} --max-clique")).starts_with("a largest clique has "));
        for k in 3..=6 {
            run(&format!("motifs {graph} -k {k}"));
        }
        assert_eq!(run(&format!("graphlets {graph} -k 5")).lines().count(), 1 + vertices, "{graph}");
        run(&format!("info {graph} --triangles"));
        let convert = folder.motherlode(&format!("convert {graph} none.csr --force")).assert().success();
        assert!(String::from_utf8_lossy(&convert.get_output().stderr).contains("has no edges"));
        assert!(run("count none.csr triangle").starts_with("0 "));
        folder.motherlode(&format!("explain house {graph}")).assert().success();
        folder.motherlode(&format!("explain house {graph} --analyze")).assert().success();
    }
}

#[test]
fn short_forms_with_bad_values() {
    let folder = Folder::new();
    for graph in ["rmat:x", "rmat:", "rmat:4:4:4:4", "gnm:9", "rmat:33", "rmat:0", "cycle:2", "complete:1"] {
        folder.complaint(2, &format!("count {graph} triangle"));
    }
    // So large that no machine has the memory.
    let complaint = folder.complaint(1, "count rmat:32:4000000000 triangle");
    assert!(complaint.contains("memory"), "{complaint}");
}

#[test]
fn extra_columns_can_be_ignored() {
    let folder = Folder::new();
    folder.write("weighted.el", "1 2 0.5\n2 3 0.25\n3 1 4\n");
    assert_eq!(folder.json("count weighted.el triangle --extra-columns ignore")["count"], 1);
}

#[test]
fn files_of_networkx() {
    let folder = Folder::new();
    for (name, vertices, edges, triangles) in [
        ("karate.graphml", 34, 78, 45),
        ("karate.gml", 34, 78, 45),
        ("karate.net", 34, 78, 45),
        ("karate.links.json", 34, 78, 45),
        ("karate.edges.json", 34, 78, 45),
        ("karate.g6", 34, 78, 45),
        ("karate.bare.g6", 34, 78, 45),
        ("karate.s6", 34, 78, 45),
        ("names.g6", 15, 30, 10),
        ("hundred.g6", 100, 300, 27),
        ("hundred.s6", 100, 300, 27),
        ("arcs.graphml", 12, 33, 25),
        ("arcs.gml", 12, 33, 25),
        ("arcs.net", 12, 33, 25),
        ("arcs.links.json", 12, 33, 25),
    ] {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/graphs");
        std::fs::copy(format!("{path}/{name}"), folder.path(name)).expect("a file of the tests");
        let report = folder.json(&format!("count {name} triangle --device cpu"));
        assert_eq!(
            (&report["graph"]["vertices"], &report["graph"]["edges"], &report["count"]),
            (&vertices.into(), &edges.into(), &triangles.into()),
            "{name}"
        );
    }
}

#[test]
fn a_format_that_is_not_recognised_is_named() {
    let folder = Folder::new();
    folder.write("g.txt", "% a comment\n*Vertices 2\n*Edges\n1 2\n");
    let complaint = folder.complaint(2, "count g.txt wedge --device cpu");
    assert!(complaint.contains("a Pajek graph") && complaint.contains("--input-format pajek"), "{complaint}");
    folder.output("count g.txt edge --device cpu --input-format pajek");
}

#[test]
fn attributes_that_are_left_are_told() {
    let folder = Folder::new();
    folder.write("g.net", "*Vertices 3\n1 alice\n2 bob\n3 carl\n*Edges\n1 2 0.5\n2 3 2\n3 1 1\n");
    let done = folder.motherlode("count g.net triangle --device cpu").assert().success();
    let said = String::from_utf8(done.get_output().stderr.clone()).expect("UTF-8");
    assert_eq!(
        said,
        "motherlode: warning: g.net: attributes of vertices or edges are left unread: weight (--extra-columns ignore)\n"
    );
    folder.output("count g.net triangle --device cpu --extra-columns ignore");
    assert!(
        folder.complaint(2, "count g.net triangle --device cpu --directed").contains("without --directed")
    );
}

#[test]
fn the_format_can_be_said() {
    let folder = Folder::new();
    folder.write("karate.el", KARATE);
    assert_eq!(folder.json("count karate.el triangle --input-format edge-list")["count"], 45);
    folder.complaint(2, "count karate.el triangle --input-format matrix-market");
    folder.complaint(2, "count karate.el triangle --input-format csr");
    folder.complaint(2, "count karate.el triangle --input-format parquet");
}

/// Directions, labels and properties were read, and had no effect.
#[test]
fn what_jobs_do_not_look_at_is_refused_or_told() {
    let folder = Folder::new();
    folder.write("g.el", "1 2\n2 3\n3 1\n");
    folder.output("convert g.el arcs.csr --directed");
    folder.write("people.lg", super::PEOPLE);
    let forms =
        ["cliques G --profile", "cliques G --maximal", "cliques G --max-clique", "estimate G --motifs -k 3"];
    for job in plain_jobs(&folder, "G").into_iter().chain(forms.map(str::to_owned)) {
        for (option, what) in [
            ("--directed", "directions"),
            ("--labels labels.txt", "labels"),
            ("--extra-columns label", "labels"),
            ("--vertex-properties table.csv", "properties"),
            ("--edge-properties table.csv", "properties"),
        ] {
            let counts_directed = ["motifs", "graphlets", "compare"];
            if option == "--directed" && counts_directed.iter().any(|name| job.starts_with(name)) {
                // Those of directed graphs are counted then.
                continue;
            }
            let said = folder.complaint(2, &format!("{} {option}", job.replace('G', "g.el")));
            let name = option.split(' ').next().expect("a name");
            assert!(said.contains(name) && said.contains(what), "{job}: {said}");
        }
        for (graph, what) in [("arcs.csr", "directions"), ("people.lg", "labels")] {
            let said = format!("motherlode: warning: {graph}: the {what} of the graph are not looked at\n");
            folder.motherlode(&job.replace('G', graph)).assert().success().stderr(said);
        }
    }
}
