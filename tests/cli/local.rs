//! `motherlode local`, `motherlode graphlets` and `motherlode verify`.

use super::{Folder, assert_keys};

const TAIL: &str = "10 20\n20 30\n30 10\n30 70\n";

#[test]
fn tables_in_original_ids() {
    let folder = Folder::new();
    folder.write("tail.el", TAIL);
    assert_eq!(
        folder.output("local tail.el 'x-hub, hub-y' --device cpu"),
        "vertex,x+y,hub\n10,3,1\n20,3,1\n30,2,3\n70,2,0\n"
    );
    assert_eq!(
        folder.output("local tail.el 'a-b, b-c, c-a, c-t' --per edge --output-format jsonl"),
        "{\"source\":10,\"target\":20,\"a-b\":1,\"b-c+c-a\":0,\"c-t\":0}\n\
         {\"source\":10,\"target\":30,\"a-b\":0,\"b-c+c-a\":1,\"c-t\":0}\n\
         {\"source\":20,\"target\":30,\"a-b\":0,\"b-c+c-a\":1,\"c-t\":0}\n\
         {\"source\":30,\"target\":70,\"a-b\":0,\"b-c+c-a\":0,\"c-t\":1}\n"
    );
    assert_eq!(
        folder.output("graphlets tail.el -k 3"),
        "vertex,edge:a+b,wedge:a+c,wedge:b,triangle:a+b+c\n10,2,1,0,1\n20,2,1,0,1\n30,3,0,2,1\n70,1,2,0,0\n"
    );
    let json = folder.json("graphlets tail.el -k 5 -o degrees.csv.gz");
    assert_keys(&json, &["graph", "k", "orbits", "output", "device", "seconds"]);
    assert_eq!(json["orbits"], 73);
    let json = folder.json("local tail.el triangle -o t.csv");
    assert_keys(&json, &["graph", "pattern", "induced", "matches", "output", "device", "seconds"]);
    assert_eq!(folder.read("t.csv"), b"vertex,a+b+c\n10,1\n20,1\n30,1\n70,0\n");
}

#[test]
fn anchors() {
    let folder = Folder::new();
    folder.write("tail.el", TAIL);
    let count = |anchor: &str| {
        let json = folder.json(&format!("local tail.el wedge --anchor {anchor}"));
        assert_keys(&json, &["graph", "pattern", "induced", "anchor", "count", "device", "seconds"]);
        json["count"].as_u64().expect("a count")
    };
    assert_eq!(["10", "30", "70", "30-70", "20-10"].map(count), [4, 5, 2, 2, 2]);
    for (anchor, part) in
        [("11", "no vertex 11"), ("10-70", "no edge between 10 and 70"), ("x", "it must be")]
    {
        let complaint = folder.complaint(2, &format!("local tail.el wedge --anchor {anchor}"));
        assert!(complaint.contains(part), "{complaint}");
    }
    folder.complaint(2, "graphlets tail.el -k 6");
    folder.complaint(2, "local tail.el wedge -o t.csv --anchor 10");
}

#[test]
fn verification_says_what_it_compared() {
    let folder = Folder::new();
    let json = folder.json("verify karate house --induced vertex");
    assert_keys(&json, &["graph", "pattern", "induced", "agree", "compared", "device", "seconds"]);
    assert_eq!(json["agree"], true);
    let whole = &json["compared"][0];
    assert_eq!(whole["subject"], "graph");
    let counts = whole["counts"].as_array().expect("a list");
    assert_eq!(counts.last().expect("a count"), &serde_json::json!(["oracle", 139]));
    assert!(counts.len() >= 3 && counts.iter().all(|count| count[1] == 139), "{counts:?}");

    let json = folder.json("verify rmat:9 diamond --samples 4 --oracle-steps 2000000");
    let compared = json["compared"].as_array().expect("a list");
    assert_eq!(compared.len(), 5);
    for sample in &compared[1..] {
        let counts = sample["counts"].as_array().expect("a list");
        assert_eq!(sample["vertices"], 48);
        assert!(counts.iter().any(|count| count[0] == "oracle"), "{sample}");
        assert!(counts.iter().any(|count| count[0].as_str().is_some_and(|who| who.starts_with("list on"))));
    }
    let sum: u64 = compared[1..].iter().map(|sample| sample["counts"][0][1].as_u64().expect("a count")).sum();
    assert!(sum > 0, "samples in which there is nothing compare nothing");
    // Fewer steps make smaller samples.
    let json = folder.json("verify rmat:9 diamond --samples 1 --oracle-steps 20000");
    let sample = &json["compared"][1];
    assert!(sample["vertices"].as_u64().is_some_and(|vertices| (4..48).contains(&vertices)), "{sample}");
    assert!(
        sample["counts"].as_array().expect("a list").iter().any(|count| count[0] == "oracle"),
        "{sample}"
    );
    let text = folder.output("verify karate triangle");
    assert!(text.starts_with("all counts agree: triangle (edge-induced)\n"), "{text}");
}
