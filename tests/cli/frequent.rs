//! Frequent patterns of one graph.

use super::{Folder, all_devices, assert_keys, assert_seconds};

/// A triangle of vertices a, of which one has a neighbour b.
const GRAPH: &str = "# t 1\nv 0 a\nv 1 a\nv 2 a\nv 3 b\ne 0 1 1\ne 1 2 1\ne 2 0 1\ne 2 3 1\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("graph.lg", GRAPH);
    folder
}

#[test]
fn the_summary_and_the_patterns() {
    let folder = folder();
    for device in all_devices() {
        let arguments =
            format!("frequent graph.lg --support 2 --exact-support --device {device} -o found --force");
        let report = folder.json(&arguments);
        let keys = [
            "graph",
            "support",
            "definition",
            "exact",
            "patterns",
            "by_edges",
            "device",
            "memory",
            "seconds",
        ];
        assert_keys(&report, &keys);
        assert_seconds(&report);
        assert_eq!((&report["support"], &report["exact"]), (&2.into(), &true.into()));
        // The edge, two of them, and the triangle.
        assert_eq!(report["by_edges"], serde_json::json!({"1": 1, "2": 1, "3": 1}));
        let text = String::from_utf8(folder.read("found")).unwrap();
        let (edge, path) = ("v 0 a\nv 1 a\n", "v 2 a\ne 0 1 1\ne 1 2 1\n");
        assert_eq!(
            text,
            format!(
                "t # 0 * 3\n{edge}e 0 1 1\n\nt # 1 * 3\n{edge}{path}\nt # 2 * 3\n{edge}{path}e 2 0 1\n\n"
            )
        );
    }
}

#[test]
fn supports_that_are_bounds_are_called_so() {
    let folder = folder();
    let lines = |arguments: &str| {
        let done =
            folder.motherlode(&format!("frequent graph.lg --device cpu -o - {arguments}")).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let found = lines("--support 50% --output-format jsonl");
    let expected =
        "{\"at_least\":true,\"code\":[[0,1,\"a\",1,\"a\"],[1,2,\"a\",1,\"a\"]],\"id\":1,\"support\":2}";
    assert_eq!(found.lines().nth(1), Some(expected));
    assert!(lines("--support 2").contains("t # 1 * 2\n# at least\nv 0 a\n"));
    assert!(!lines("--support 2 --exact-support").contains("at least"));
    assert_eq!(
        lines("--support 2 --closed").matches("t #").count(),
        1,
        "the triangle has the support of its parts"
    );
    assert_eq!(lines("--support 1 --max-edges 1 --maximal").matches("t #").count(), 0);
    assert_eq!(lines("--top 2 --max-edges 2").matches(" * 3\n").count(), 2);
    assert_eq!(lines("--support 1 --max-edges 1 --vertex-labels a").matches("t #").count(), 1);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder();
    folder.write("found", "");
    for (arguments, complaint) in [
        ("--support 0", "it is 1 at least"),
        ("--support ten", "is not a support"),
        ("--support 1 --top 0", "it is 1 at least"),
        ("--support 1 --vertex-labels c", "no vertex has the label 'c': there are a, b"),
        ("--support 1 --min-edges 3 --max-edges 2", "no pattern has both"),
        ("--support 1 -o found", "exists already"),
        ("--support 1 -o graph.lg --force", "would be written over"),
        ("--support 1 --directed", "directed"),
    ] {
        let said = folder.complaint(2, &format!("frequent graph.lg --device cpu {arguments}"));
        assert!(said.contains(complaint), "{said}");
    }
    let said = folder.complaint(1, "frequent graph.lg --device cpu --support 1 --memory 8");
    assert!(said.contains("--memory"), "{said}");
}
