//! `motherlode info`, `convert` and `generate`.

use std::fs::File;

use serde_json::json;

use super::{Folder, KARATE};

#[test]
fn info_of_a_small_graph() {
    let folder = Folder::new();
    folder.write("g.el", "# a comment\n5 6\n6 7\n7 5\n7 8\n8 7\n9 9\n");
    assert_eq!(
        folder.json("info g.el --triangles"),
        json!({
            "graph": { "path": "g.el", "vertices": 4, "edges": 4 },
            "bytes": 5 * 8 + 8 * 4,
            "degrees": { "min": 1, "median": 2, "mean": 2.0, "max": 3, "isolated": 0 },
            "triangles": 1,
            "transitivity": 0.6,
            "read": { "lines": 7, "comments": 1, "edges": 6, "self_loops": 1, "duplicates": 1 },
        })
    );
    assert!(folder.json("info g.el").get("triangles").is_none());
    insta::assert_snapshot!("info", folder.output("info g.el --triangles"));
}

#[test]
fn info_counts_labels_and_arcs() {
    let folder = Folder::new();
    folder.write("g.lg", "# t 1\nv 1 A\nv 2 B\nv 3 B A\nv 4 B\ne 1 2 x\ne 2 1 y\ne 3 2 y\ne 3 4 y\n");
    let json = folder.json("info g.lg --directed");
    let graph =
        json!({ "path": "g.lg", "vertices": 4, "edges": 3, "arcs": 4, "vertex_labels": 2, "edge_labels": 2 });
    assert_eq!(json["graph"], graph);
    let labels = json!({
        "vertex": [{ "label": "B", "count": 3 }, { "label": "A", "count": 2 }],
        "edge": [{ "label": "y", "count": 3 }, { "label": "x", "count": 1 }],
    });
    assert_eq!(json["labels"], labels);
    let text = folder.output("info g.lg --directed");
    assert!(text.contains("arcs          4\n"), "{text}");
    assert!(text.contains("vertex labels 2: B (3), A (2)\nedge labels   2: y (3), x (1)\n"), "{text}");
    assert!(
        folder
            .complaint(2, "generate transactions --graphs 3 --label-count 2")
            .contains("leave out --label-count")
    );
    folder.output("generate cycle --vertices 24 --label-count 11 --edge-label-count 2 -o many.csr");
    let text = folder.output("info many.csr");
    assert!(text.contains("vertex labels 11: ") && text.contains(" and 3 more\n"), "{text}");
}

#[test]
fn info_counts_isolated_vertices() {
    let folder = Folder::new();
    folder.write("m.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n5 5 2\n2 1\n4 1\n");
    let json = folder.json("info m.mtx");
    assert_eq!((&json["graph"]["vertices"], &json["degrees"]["isolated"]), (&5.into(), &2.into()));
}

/// karate through each format and back: the same edges, and the same ids.
#[test]
fn conversions_keep_the_graph() {
    let folder = Folder::new();
    folder.write("karate.el", KARATE);
    folder.output("convert karate.el 0.el");
    let whole = folder.read("0.el");
    let mut from = "0.el".to_owned();
    for to in ["1.csr", "2.el.gz", "3.csr.zst", "4.txt.zst", "5.edges", "6.csr.gz", "7.tsv"] {
        let said = folder.output(&format!("convert {from} {to}"));
        assert_eq!(said, format!("wrote {to}: 34 vertices, 78 edges\n"));
        from = to.into();
    }
    assert_eq!(folder.read("7.tsv"), whole);
    assert!(folder.read("2.el.gz").starts_with(&[0x1f, 0x8b]));
    assert!(folder.read("1.csr").starts_with(b"GPMCSR03"));
    folder.output("convert 1.csr k.mtx");
    assert_eq!(folder.json("count k.mtx triangle")["count"], 45);
    assert_eq!(folder.output("convert 1.csr -").as_bytes(), whole);
}

#[test]
fn ids_that_are_not_consecutive_survive() {
    let folder = Folder::new();
    folder.write("g.el", "18446744073709551615 7\n7 1000\n");
    folder.output("convert g.el g.csr");
    let text = folder.output("convert g.csr -");
    assert!(text.contains("18446744073709551615") && text.contains("1000"), "{text}");
}

#[test]
fn nothing_is_overwritten_unasked() {
    let folder = Folder::new();
    folder.write("kept.csr", "precious");
    let before = folder.complaint(2, "convert karate kept.csr");
    assert!(before.contains("kept.csr") && before.contains("--force"), "{before}");
    folder.complaint(2, "generate cycle --vertices 5 -o kept.csr");
    assert_eq!(folder.read("kept.csr"), b"precious");
    folder.output("convert karate kept.csr --force");
    assert!(folder.read("kept.csr").starts_with(b"GPMCSR03"));
}

#[test]
fn outputs_that_cannot_be() {
    let folder = Folder::new();
    assert!(folder.complaint(2, "convert karate out.parquet").contains(".csr"));
    assert!(folder.complaint(2, "convert karate .").contains("directory"));
    assert!(folder.complaint(2, "convert karate no/such/folder/k.csr").contains("no/such/folder/k.csr"));
    folder.output("convert karate plain --output-format edge-list");
    assert_eq!(folder.json("count plain triangle")["count"], 45);
}

#[test]
fn generated_graphs_do_not_depend_on_threads() {
    let folder = Folder::new();
    folder.output("generate rmat --scale 9 --threads 1 -o one.csr");
    folder.output("generate rmat --scale 9 --threads 5 -o five.csr");
    folder.output("generate rmat --scale 9 --seed 3 -o other.csr");
    assert_eq!(folder.read("one.csr"), folder.read("five.csr"));
    assert_ne!(folder.read("one.csr"), folder.read("other.csr"));
}

/// Vertices and edges as the reference generator gives them (tools/gen_graphs.cpp of the benchmark).
#[test]
fn generated_graphs_are_those_of_the_reference() {
    let folder = Folder::new();
    for (graph, vertices, edges) in
        [("rmat:10", 885, 10_605), ("rmat:7:5", 97, 412), ("gnm:9:3000", 512, 2958)]
    {
        let json = folder.json(&format!("info {graph}"));
        assert_eq!(json["graph"], json!({ "path": graph, "vertices": vertices, "edges": edges }));
    }
}

#[test]
fn every_generator_makes_what_it_says() {
    let folder = Folder::new();
    for (options, edges) in [
        ("rmat --scale 7 --edge-factor 5", 412),
        ("gnm --log-vertices 9 --edges 3000", 2958),
        ("ba --vertices 50 --edges-per-vertex 3", 141),
        // By a program of its own, in Python.
        ("teams --vertices 60 --teams 25 --largest 9 --seed 4", 80),
        ("complete --vertices 9", 36),
        ("cycle --vertices 9", 9),
        ("path --vertices 9", 8),
        ("star --leaves 9", 9),
        ("grid --rows 3 --columns 5", 22),
        ("karate", 78),
    ] {
        let text = folder.output(&format!("generate {options}"));
        let lines = text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(lines, edges, "{options}");
    }
}

/// Another job has the file that this one would write: nothing is written, and what the other wrote stays.
#[test]
fn two_jobs_never_write_one_file() {
    let folder = Folder::new();
    for (name, held, arguments) in [
        ("rows.csv", "rows.csv.partial", "list karate triangle -o rows.csv"),
        ("orbits.csv", "orbits.csv.partial", "local karate triangle -o orbits.csv"),
        ("g.el", "g.el.partial", "convert karate g.el"),
        ("g.csr", "g.csr.partial", "generate cycle --vertices 5 -o g.csr"),
        ("t.gspan", "t.gspan.partial", "generate transactions --graphs 5 -o t.gspan"),
        ("patterns", "patterns.partial", "frequent karate --support 30 -o patterns"),
        ("found.gspan", "found.gspan.partial", "fsm db.gspan --support 2 -o found.gspan --force"),
        (
            "matrix.csv",
            "matrix.csv.partial",
            "fsm db.gspan --support 2 -o other.gspan --features matrix.csv --force",
        ),
    ] {
        folder.write("db.gspan", "t # 0\nv 0 1\nv 1 2\ne 0 1 3\nt # 1\nv 0 1\nv 1 2\ne 0 1 3\n");
        folder.write(held, "the other's");
        let other = File::options().write(true).open(folder.path(held)).unwrap();
        other.lock().unwrap();
        let said = folder.complaint(2, arguments);
        assert!(said.contains(held) && said.contains("another job"), "{said}");
        assert_eq!(folder.read(held), b"the other's");
        drop(other);
        folder.output(arguments);
        assert_ne!(folder.read(name), b"the other's");
        // What a killed job leaves has no name of its own that nobody would remove.
        assert!(!folder.path(held).exists(), "{held}");
    }
}

/// A job that takes up a checkpoint while another has it would count on from an old one, and remove it under the
/// other's hands.
#[test]
fn two_jobs_never_have_one_checkpoint() {
    let folder = Folder::new();
    let count = "count rmat:9 5-cycle --method walk --device cpu --checkpoint c.json --resume";
    for held in ["c.json.partial", "c.json"] {
        folder.write(held, "the other's");
        let other = File::options().write(true).open(folder.path(held)).unwrap();
        other.lock().unwrap();
        let said = folder.complaint(2, count);
        assert!(said.contains(held) && said.contains("another job"), "{said}");
        assert_eq!(folder.read(held), b"the other's");
        std::fs::remove_file(folder.path(held)).unwrap();
    }
    folder.output(count);
}

/// `--force` wrote over the graph that was being read.
#[test]
fn no_command_writes_over_what_it_reads() {
    let folder = Folder::new();
    let database = "t # 0\nv 0 1\nv 1 2\ne 0 1 3\nt # 1\nv 0 1\nv 1 2\ne 0 1 3\n";
    let labels: String = (1..=34).map(|v| format!("{v} x\n")).collect();
    let files = [
        ("g.csv", "a,b\n1,2\n2,3\n3,1\n"),
        ("rows.csv.partial", "a,b\n1,2\n2,3\n3,1\n"),
        ("labels.csv", &labels),
        ("p.el", "0 1\n1 2\n"),
        ("db.csv", database),
        ("f.ordered", database),
        ("f.partial", database),
    ];
    files.iter().for_each(|(name, text)| folder.write(name, text));
    std::fs::hard_link(folder.path("g.csv"), folder.path("hard.csv")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("g.csv", folder.path("soft.csv")).unwrap();
    let links: &[&str] =
        if cfg!(unix) { &["g.csv", "./g.csv", "hard.csv", "soft.csv"] } else { &["g.csv", "hard.csv"] };
    let read = "g.csv --input-format csv --extra-columns ignore";
    for output in links {
        for command in [
            format!("convert g.csv {output} --input-format csv --output-format edge-list"),
            format!("list {read} triangle -o {output}"),
            format!("local {read} triangle -o {output}"),
            format!("graphlets {read} -k 3 -o {output}"),
            format!("cores {read} -o {output}"),
        ] {
            let said = folder.complaint(2, &format!("{command} --force"));
            assert!(said.contains("would be written over g.csv, which is read"), "{command}: {said}");
        }
    }
    for (command, what) in [
        ("list rows.csv.partial triangle -o rows.csv --input-format csv", "rows.csv.partial"),
        ("list karate triangle --labels labels.csv -o labels.csv", "labels.csv"),
        ("list karate p.el -o p.el --output-format csv", "p.el"),
        ("local karate p.el -o p.el --output-format csv", "p.el"),
        ("fsm db.csv --input-format gspan --support 2 -o db.csv", "db.csv"),
        ("fsm db.csv --input-format gspan --support 2 --features db.csv", "db.csv"),
        ("fsm db.csv --input-format gspan --support 2 -o f.csv --features ./f.csv", "f.csv, another output"),
        ("fsm f.ordered --input-format gspan --support 2 -o f", "f.ordered"),
        ("fsm f.partial --input-format gspan --support 2 -o f", "f.partial"),
    ] {
        let said = folder.complaint(2, &format!("{command} --force"));
        assert!(said.contains(&format!("would be written over {what}")), "{command}: {said}");
    }
    let said = folder
        .complaint(2, "count g.csv triangle --input-format csv --method walk --checkpoint g.csv --resume");
    assert!(said.contains("would be written over g.csv, which is read"), "{said}");
    let piped = folder.motherlode("convert - g.csv --force --input-format csv --output-format edge-list");
    let piped = std::process::Command::new(piped.get_program())
        .args(piped.get_args())
        .current_dir(folder.path("."))
        .stdin(File::open(folder.path("g.csv")).unwrap())
        .output()
        .unwrap();
    assert_eq!(piped.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&piped.stderr).contains("over standard input"), "{piped:?}");
    for (name, text) in files {
        assert!(folder.read(name) == text.as_bytes(), "{name} is what it was");
    }
}

/// They aborted for want of memory, or made what no command reads.
#[test]
fn numbers_that_no_graph_has_are_refused() {
    let folder = Folder::new();
    for arguments in [
        "generate rmat --scale 4 --label-count 4294967295 -o g.csr",
        "generate rmat --scale 4 --edge-label-count 4294967295 -o g.csr",
        "generate transactions --graphs 0 -o g.gspan",
        "generate transactions --graphs 18446744073709551615 -o g.gspan",
    ] {
        let said = folder.complaint(2, arguments);
        assert!(said.contains(" is not in "), "{arguments}: {said}");
    }
    assert!(folder.files().is_empty());
}

/// A folder of drawings was written over without --force.
#[test]
fn drawings_are_not_written_over() {
    let folder = Folder::new();
    folder.write("db", "t # 0\nv 0 1\nv 1 2\ne 0 1 3\n");
    folder.output("fsm db --input-format gspan --support 1 --draw .");
    let said = folder.complaint(2, "fsm db --input-format gspan --support 1 --draw .");
    assert!(said.contains("index.html: exists already; --force"), "{said}");
    folder.output("fsm db --input-format gspan --support 1 --draw . --force");
}
