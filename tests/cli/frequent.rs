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
            "partial",
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
        ("--support 1 --with-images", "-o"),
        ("--support 1 -o new --checkpoint new", "another output"),
        ("--support 1 --resume", "--checkpoint"),
    ] {
        let said = folder.complaint(2, &format!("frequent graph.lg --device cpu {arguments}"));
        assert!(said.contains(complaint), "{said}");
    }
    let said = folder.complaint(1, "frequent graph.lg --device cpu --support 1 --memory 8");
    assert!(said.contains("--memory"), "{said}");
}

/// Two cycles of three arcs, of which one has an arc back; and names.
const ARCS: &str = "ann bob\nbob cid\ncid ann\nann cid\ndan eve\neve fay\nfay dan\n";

#[test]
fn arcs_have_directions() {
    let folder = Folder::new();
    folder.write("arcs.el", ARCS);
    for device in all_devices() {
        let run = |options: &str| {
            let arguments =
                format!("frequent arcs.el --directed --device {device} --with-images -o - {options}");
            let done = folder.motherlode(&arguments).assert().success();
            String::from_utf8(done.get_output().stdout.clone()).unwrap()
        };
        let found = run("--support 6 --output-format jsonl --max-edges 3");
        let lines: Vec<&str> = found.lines().collect();
        let all = "[\"ann\",\"bob\",\"cid\",\"dan\",\"eve\",\"fay\"]";
        let edge =
            format!("{{\"code\":[[0,1,0,0,0,\"out\"]],\"id\":0,\"images\":[{all},{all}],\"support\":6}}");
        assert_eq!(lines[0], edge);
        // The edge, the path of two arcs, and the cycle; two arcs from or to one vertex are there only where the arc
        // back is.
        assert_eq!(lines.len(), 3, "{found}");
        assert_eq!((lines[2].matches("\"out\"").count(), lines[2].matches("\"in\"").count()), (3, 0));
        let mutual = run("--support 2 --min-edges 2 --max-edges 2");
        // One arc there and one back: an automorphism exchanges the ends.
        assert!(mutual.contains("e 0 1 0\ne 1 0 0\nx 0 ann cid\nx 1 ann cid\n"), "{mutual}");
        assert_eq!(mutual.matches("t #").count(), 2, "{mutual}");
    }
}

#[test]
fn patterns_are_drawn() {
    let folder = Folder::new();
    folder.write("arcs.el", ARCS);
    folder.output("frequent arcs.el --directed --support 6 --max-edges 3 --device cpu --draw pictures");
    let page = String::from_utf8(folder.read("pictures/index.html")).unwrap();
    assert_eq!(page.matches("<figure>").count(), 3);
    assert!(page.contains("2: support at least 6"), "{page}");
    let picture = String::from_utf8(folder.read("pictures/003.svg")).unwrap();
    assert_eq!((picture.matches("<polygon").count(), picture.matches("<circle").count()), (3, 3));
    let said = folder.complaint(2, "frequent arcs.el --support 6 --draw pictures --device cpu");
    assert!(said.contains("--force"), "{said}");
}

/// More patterns than anyone waits for.
const ENDLESS: &str = "frequent g.csr --support 20 --device cpu";

#[test]
fn a_deadline_leaves_what_was_found() {
    let folder = Folder::new();
    folder.output("generate rmat --scale 9 --label-count 4 -o g.csr");
    let run = |options: &str| {
        let ended =
            folder.motherlode(&format!("{ENDLESS} {options} --deadline 2s --format json")).assert().code(1);
        let [out, err] = [&ended.get_output().stdout, &ended.get_output().stderr];
        let report: serde_json::Value = serde_json::from_slice(out).unwrap();
        assert_eq!(report["partial"], true);
        (report, String::from_utf8(err.clone()).unwrap())
    };
    let (report, said) = run("-o found");
    assert!(said.contains("only a part was found: found has that") && said.contains("deadline"), "{said}");
    let text = String::from_utf8(folder.read("found")).unwrap();
    assert_eq!(report["patterns"], text.matches("t #").count());
    let (_, said) = run("-o other --checkpoint c.json");
    assert!(said.contains("c.json has it"), "{said}");
    assert!(!folder.path("other").exists() && !folder.path("other.partial").exists());
    for (changed, what) in [("--support 21", "an option"), ("--support 20 --exact-support", "an option")] {
        let said = folder.complaint(
            2,
            &format!("frequent g.csr {changed} --device cpu -o other --checkpoint c.json --resume"),
        );
        assert!(said.contains(what) && said.contains("another job"), "{said}");
    }
    // An edge less in the last code that was saved.
    let saved = String::from_utf8(folder.read("c.json")).unwrap();
    folder.write("c.json", saved.replacen("\"to\":1,", "\"to\":7,", 1));
    let said = folder.complaint(2, &format!("{ENDLESS} -o other --checkpoint c.json --resume"));
    assert!(said.contains("c.json: is damaged"), "{said}");
}
