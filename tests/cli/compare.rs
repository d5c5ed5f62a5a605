//! `motherlode compare`.

use serde_json::{Value, json};

use super::{Folder, KARATE, all_devices, assert_keys, assert_seconds};

fn entry(json: &Value, i: usize, j: usize) -> f64 {
    json["matrix"][i][j].as_f64().expect("a number")
}

#[test]
fn a_folder_is_its_files() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("networks")).expect("a folder");
    folder.write("networks/club.el", KARATE);
    folder.write("networks/a.el", "1 2\n2 3\n3 1\n3 4\n");
    folder.write("networks/.hidden", "no graph");
    for device in all_devices() {
        let found = folder.json(&format!("compare networks karate --device {device}"));
        assert_keys(&found, &["graphs", "measure", "matrix", "device", "memory", "seconds"]);
        assert_seconds(&found);
        let paths: Vec<&Value> =
            found["graphs"].as_array().expect("a list").iter().map(|graph| &graph["path"]).collect();
        assert_eq!(paths, [&json!("networks/a.el"), &json!("networks/club.el"), &json!("karate")]);
        assert_eq!(found["measure"], "gcd-11");
        // The club is the same graph, under other names.
        assert!(entry(&found, 1, 2) < 1e-9 && entry(&found, 0, 1) > 0.1, "{found}");
        assert_eq!((entry(&found, 0, 1), entry(&found, 0, 0)), (entry(&found, 1, 0), 0.0));
    }
}

#[test]
fn text_and_csv_are_the_matrix() {
    let folder = Folder::new();
    folder.write("a,b.el", "1 2\n2 3\n3 1\n3 4\n");
    let csv = folder.output("compare a,b.el star:3 --measure gdda-arithmetic --format csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines[0], lines.len()), ("graph,\"a,b.el\",star:3", 3));
    assert!(lines[1].starts_with("\"a,b.el\",1,0."), "{csv}");
    let text = folder.output("compare a,b.el star:3 --device cpu --threads 1 --correlations");
    insta::assert_snapshot!("compare", text.split_once("graph   ").expect("the graphs").0);
    let json = folder.json("compare karate --measure gcd-73 --correlations");
    let correlations = &json["correlations"][0];
    assert_keys(correlations, &["orbits", "rows"]);
    assert_eq!(correlations["orbits"].as_array().map(Vec::len), Some(73));
    assert_eq!(correlations["orbits"][1], "wedge:a+c");
}

#[test]
fn arcs_are_compared_by_directed_graphlets() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("webs")).expect("a folder");
    folder.write("webs/loops.el", "1 2\n1 3\n2 3\n3 4\n4 3\n4 5\n5 1\n6 4\n6 5\n1 7\n1 8\n");
    // The same arcs, turned round, and the same as they are under other names.
    folder.write("webs/turned.el", "2 1\n3 1\n3 2\n4 3\n3 4\n5 4\n1 5\n4 6\n5 6\n7 1\n8 1\n");
    folder.write("webs/renamed.el", "11 2\n11 3\n2 3\n3 14\n14 3\n14 5\n5 11\n6 14\n6 5\n11 7\n11 8\n");
    let found = folder.json("compare webs --directed");
    assert_eq!(found["measure"], "dgcd-129");
    for measure in ["dgcd-13", "dgcd-33", "dgcd-730", "dgdda-arithmetic", "dgdda-geometric"] {
        let found = folder.json(&format!("compare webs --directed --measure {measure}"));
        let same = if measure.starts_with("dgcd") { 0.0 } else { 1.0 };
        // By the files' names: loops, renamed, turned.
        assert!((entry(&found, 0, 1) - same).abs() < 1e-9, "{measure}: {found}");
        assert!((entry(&found, 0, 2) - same).abs() > 1e-3, "{measure}: {found}");
    }
    let undirected = folder.json("compare webs/loops.el webs/turned.el");
    assert!(entry(&undirected, 0, 1) < 1e-9, "{undirected}");
    let text = folder.output("compare webs --directed --measure dgcd-13 --correlations");
    assert!(text.contains("directed graphlet correlation distance, 13 orbits (0 is the same)"), "{text}");
    assert!(text.contains("030T:a"), "{text}");
    for (arguments, said) in [
        ("webs --measure dgcd-13", "add --directed"),
        ("webs --directed --measure gcd-11", "dgcd-129"),
        ("webs --directed --measure dgdda-geometric --correlations", "--correlations"),
        ("webs karate --directed", "karate"),
    ] {
        let complaint = folder.complaint(2, &format!("compare {arguments}"));
        assert!(complaint.contains(said), "{arguments}: {complaint}");
    }
}

#[test]
fn what_cannot_be_compared() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("empty")).expect("a folder");
    for (arguments, said) in [
        ("", "GRAPH"),
        ("empty", "no files"),
        ("karate nothing.el", "nothing.el: no such file"),
        ("karate --measure gcd", "gcd-11"),
        ("karate --measure gdda-geometric --correlations", "--correlations"),
        ("karate --correlations --format csv", "--correlations"),
    ] {
        let complaint = folder.complaint(2, &format!("compare {arguments}"));
        assert!(complaint.contains(said), "{arguments}: {complaint}");
    }
}
