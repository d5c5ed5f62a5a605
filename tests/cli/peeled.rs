//! `motherlode cores`, `motherlode trusses` and `motherlode nuclei`.

use serde_json::json;

use super::tables::text_of;
use super::{Folder, TWO_TRIANGLES, all_devices, assert_keys, assert_seconds};

#[test]
fn cores_in_text_and_json() {
    let folder = Folder::new();
    folder.write("tail.el", TWO_TRIANGLES);
    for device in all_devices() {
        let text = folder.output(&format!("cores tail.el --device {device}"));
        let lines: Vec<&str> = text.lines().take(4).collect();
        assert_eq!(
            lines,
            ["the degeneracy is 2", "     k  vertices", "     1         1", "     2         4"],
            "{text}"
        );
        let json = folder.json(&format!("cores tail.el --device {device}"));
        assert_keys(&json, &["graph", "degeneracy", "cores", "device", "memory", "seconds"]);
        assert_eq!(json["cores"], json!([{"k": 1, "count": 1}, {"k": 2, "count": 4}]));
        assert_seconds(&json);
    }
    let text = folder.output("cores karate");
    assert_eq!(text.lines().next(), Some("the degeneracy is 4"), "{text}");
}

#[test]
fn trusses_in_text_and_json() {
    let folder = Folder::new();
    folder.write("tail.el", TWO_TRIANGLES);
    for device in all_devices() {
        let text = folder.output(&format!("trusses tail.el --device {device}"));
        let lines: Vec<&str> = text.lines().take(4).collect();
        let expected = ["the largest truss number is 3", "     k  edges", "     2      1", "     3      5"];
        assert_eq!(lines, expected, "{text}");
        let json = folder.json(&format!("trusses tail.el --device {device}"));
        assert_keys(&json, &["graph", "largest", "trusses", "device", "memory", "seconds"]);
        assert_eq!(json["trusses"], json!([{"k": 2, "count": 1}, {"k": 3, "count": 5}]));
        assert_seconds(&json);
    }
    let text = folder.output("trusses star:3");
    assert_eq!(text.lines().next(), Some("the largest truss number is 2"), "{text}");
}

#[test]
fn bitrusses_in_text_json_and_tables() {
    let folder = Folder::new();
    // Two users who share three items, and one more item of the second.
    folder.write("likes.el", "1 11\n1 12\n1 13\n2 11\n2 12\n2 13\n2 14\n");
    for device in all_devices() {
        let text = folder.output(&format!("trusses likes.el --butterflies --device {device}"));
        let lines: Vec<&str> = text.lines().take(4).collect();
        let expected = ["the largest bitruss number is 2", "     k  edges", "     0      1", "     2      6"];
        assert_eq!(lines, expected, "{text}");
    }
    let json = folder.json("trusses likes.el --butterflies --ktruss 1 -o bitruss1.el");
    let written = ["output", "output_vertices", "output_edges"];
    let keys = ["graph", "largest", "bitrusses", "device", "memory", "seconds"];
    assert_keys(&json, &[&keys[..], &written].concat());
    assert_eq!((&json["output_edges"], &json["bitrusses"][1]), (&json!(6), &json!({"k": 2, "count": 6})));
    let rows = folder.output("trusses likes.el --butterflies -o -");
    assert!(rows.starts_with("source,target,bitruss\n1,11,2\n"), "{rows}");
    assert!(rows.ends_with("2,13,2\n2,14,0\n"), "{rows}");
}

/// Two cliques of four share a triangle, and one of its edges is in another triangle.
#[test]
fn nuclei_in_text_json_tables_and_graphs() {
    let folder = Folder::new();
    folder.write("two.el", "2 3\n2 5\n2 7\n3 5\n3 7\n5 7\n2 9\n3 9\n5 9\n2 11\n3 11\n11 13\n");
    for device in all_devices() {
        let text = folder.output(&format!("nuclei two.el --device {device}"));
        let lines: Vec<&str> = text.lines().take(4).collect();
        let expected = [
            "the largest nucleus number is 1",
            "     k  triangles",
            "     0          1",
            "     1          7",
        ];
        assert_eq!(lines, expected, "{text}");
        let json = folder.json(&format!("nuclei two.el --device {device}"));
        assert_keys(&json, &["graph", "largest", "nuclei", "device", "memory", "seconds"]);
        assert_eq!(json["nuclei"], json!([{"k": 0, "count": 1}, {"k": 1, "count": 7}]));
        assert_seconds(&json);
    }
    let rows = "a,b,c,nucleus\n2,3,5,1\n2,3,7,1\n2,3,9,1\n2,3,11,0\n2,5,7,1\n2,5,9,1\n3,5,7,1\n3,5,9,1\n";
    assert_eq!(folder.output("nuclei two.el -o -"), rows);
    for ending in ["csv", "arrow", "parquet"] {
        folder.output(&format!("nuclei two.el -o nuclei.{ending}"));
        assert_eq!(text_of(&folder, &format!("nuclei.{ending}")), rows, "{ending}");
    }
    let json = folder.json("nuclei two.el --knucleus 1 -o part.csr");
    assert_eq!((&json["output_vertices"], &json["output_edges"]), (&json!(5), &json!(9)), "{json}");
    let text = folder.output("nuclei complete:7");
    assert!(text.starts_with("the largest nucleus number is 4\n"), "{text}");
    assert!(folder.output("nuclei grid:3:4").starts_with("there is no triangle\n"));
    assert!(folder.complaint(1, "nuclei complete:40 --memory 1KiB --device cpu").contains("--memory"));
}

/// By the ids of the input: vertex 7 leaves first, then those with two neighbours left.
#[test]
fn tables_have_the_ids_of_the_input() {
    let folder = Folder::new();
    folder.write("tail.el", TWO_TRIANGLES);
    let rows = "vertex,core,layer,order\n7,1,1,0\n10,2,2,1\n20,2,3,3\n30,2,3,4\n4000000000,2,2,2\n";
    assert_eq!(folder.output("cores tail.el -o -"), rows);
    let edges =
        "source,target,truss\n7,4000000000,2\n10,20,3\n10,30,3\n20,30,3\n20,4000000000,3\n30,4000000000,3\n";
    assert_eq!(folder.output("trusses tail.el -o -"), edges);
    for ending in ["csv", "csv.gz", "arrow", "parquet"] {
        let json = folder.json(&format!("cores tail.el -o cores.{ending}"));
        assert_eq!(json["output"], format!("cores.{ending}"));
        assert_eq!(text_of(&folder, &format!("cores.{ending}")), rows, "{ending}");
        folder.output(&format!("trusses tail.el -o trusses.{ending}"));
        assert_eq!(text_of(&folder, &format!("trusses.{ending}")), edges, "{ending}");
    }
    let lines = folder.output("trusses tail.el -o - --output-format jsonl");
    assert_eq!(lines.lines().next(), Some("{\"source\":7,\"target\":4000000000,\"truss\":2}"));
}

#[test]
fn a_core_and_a_truss_as_graphs() {
    let folder = Folder::new();
    folder.write("tail.el", TWO_TRIANGLES);
    let triangles = "10 20\n10 30\n20 30\n20 4000000000\n30 4000000000\n";
    let edges = |text: &str| {
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| format!("{}\n", line.replace('\t', " ")))
            .collect::<String>()
    };
    for job in ["cores tail.el --kcore 2", "trusses tail.el --ktruss 3"] {
        assert_eq!(edges(&folder.output(&format!("{job} -o -"))), triangles, "{job}");
        let json = folder.json(&format!("{job} -o part.csr --force"));
        assert_eq!((&json["output_vertices"], &json["output_edges"]), (&json!(4), &json!(5)), "{json}");
        let text = folder.output(&format!("{job} -o part.el --force"));
        assert!(text.contains("output  part.el: 4 vertices, 5 edges"), "{text}");
        for part in ["part.csr", "part.el"] {
            assert_eq!(edges(&folder.output(&format!("convert {part} -"))), triangles, "{job}");
        }
    }
    // Nothing is left above the largest.
    assert_eq!(edges(&folder.output("cores tail.el --kcore 3 -o -")), "");
    folder.write("names.csv", "source,target\nann,bob\nbob,cid\ncid,ann\ncid,dan\n");
    let named = folder.output("trusses names.csv --ktruss 3 -o -");
    assert!(named.contains("ann") && !named.contains("dan"), "{named}");
}

#[test]
fn what_is_written_is_checked_first() {
    let folder = Folder::new();
    folder.write("there.csv", "kept");
    for (job, said) in [
        ("cores karate -o there.csv", "--force overwrites it"),
        ("cores karate -o cores.txt", "the name does not tell the format"),
        ("cores karate --kcore 2 -o core.parquet", "the name does not tell the format"),
        ("cores karate --kcore 2 -o core.el --output-format jsonl", "a graph is written"),
        ("trusses karate -o trusses.csv --output-format csr", "a table is written"),
        ("trusses karate -o - --format json", "standard output gets"),
        ("trusses karate --ktruss 3", "--output"),
        ("cores karate --kcore -1 -o core.el", "--kcore"),
        ("nuclei karate --knucleus 2 -o nucleus.parquet", "the name does not tell the format"),
    ] {
        let complaint = folder.complaint(2, job);
        assert!(complaint.contains(said), "{job}: {complaint}");
    }
    assert_eq!(folder.read("there.csv"), b"kept");
}
