//! `motherlode local`, `motherlode graphlets` and `motherlode verify`.

use super::tables::text_of;
use super::{Folder, PEOPLE, assert_keys};

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
    assert_keys(&json, &["graph", "k", "per", "orbits", "output", "device", "memory", "seconds"]);
    assert_eq!((&json["orbits"], &json["per"]), (&73.into(), &"vertex".into()));
    assert_eq!(
        folder.output("graphlets tail.el -k 3 --per edge"),
        "source,target,edge:a-b,wedge:a-b+b-c,triangle:a-b+b-c+c-a\n10,20,1,0,1\n10,30,1,1,1\n20,30,1,1,1\n30,70,1,2,0\n"
    );
    let json = folder.json("graphlets tail.el -k 5 --per edge -o edges.csv.gz");
    assert_eq!((&json["orbits"], &json["per"]), (&69.into(), &"edge".into()));
    let json = folder.json("local tail.el triangle -o t.csv");
    assert_keys(
        &json,
        &["graph", "pattern", "induced", "semantics", "matches", "output", "device", "memory", "seconds"],
    );
    assert_eq!(folder.read("t.csv"), b"vertex,a+b+c\n10,1\n20,1\n30,1\n70,0\n");
}

/// C(6000, 6), in whole digits in every format; the columns that have no such counts are as they were.
#[test]
fn counts_beyond_64_bits() {
    let (folder, all, of_leaf) = (Folder::new(), "64638152932513699000", "64638152932513699");
    let star = "star:6000 'hub-a, hub-b, hub-c, hub-d, hub-e, hub-f'";
    let expected = |column: usize, row: &str| {
        let counts: Vec<&str> = row.split(',').collect();
        assert_eq!(counts.len(), 3);
        counts[column] == if counts[0] == "0" { [all, "0"][column - 1] } else { ["0", of_leaf][column - 1] }
    };
    let csv = folder.output(&format!("local {star}"));
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("vertex,hub,a+b+c+d+e+f"));
    assert!(lines.clone().count() == 6001 && lines.all(|row| expected(1, row) && expected(2, row)));
    for name in ["t.csv.gz", "t.arrow", "t.arrows", "t.parquet"] {
        let json = folder.output(&format!("local {star} -o {name} --format json"));
        assert!(json.contains(&format!("\"matches\":{all},")), "{json}");
        assert_eq!(text_of(&folder, name), csv, "{name}");
    }
    let text = folder.output(&format!("local {star} -o t.jsonl"));
    assert!(text.starts_with(&format!("{all} matches of hub-a, hub-b")), "{text}");
    let json = String::from_utf8(folder.read("t.jsonl")).unwrap();
    assert!(json.contains(&format!("{{\"vertex\":0,\"hub\":{all},\"a+b+c+d+e+f\":0}}\n")), "{json}");
    let graphlets = folder.output("graphlets star:150000 -k 5");
    // C(150000, 4).
    assert!(graphlets.lines().any(|row| row.starts_with("0,") && row.contains(",21092906260312462500,")));
}

/// By the degrees: `hub` goes to a vertex of degree d in d(d - 1) embeddings and d^2 homomorphisms, and an end goes
/// there by way of its neighbours. A homomorphism that takes both ends to a vertex, or an edge, counts twice.
#[test]
fn tables_of_embeddings_and_homomorphisms() {
    let folder = Folder::new();
    folder.write("tail.el", TAIL);
    let local = |rest: &str| folder.output(&format!("local tail.el 'x-hub, hub-y' --semantics {rest}"));
    assert_eq!(local("embeddings"), "vertex,x+y,hub\n10,6,2\n20,6,2\n30,4,6\n70,4,0\n");
    assert_eq!(local("homomorphisms"), "vertex,x+y,hub\n10,10,4\n20,10,4\n30,10,9\n70,6,1\n");
    let edges = "source,target,x-hub+hub-y\n10,20,8\n10,30,10\n20,30,10\n30,70,8\n";
    assert_eq!(local("homomorphisms --per edge"), edges);
    let json = folder.json("local tail.el wedge --semantics homomorphisms -o t.csv");
    assert_eq!((&json["semantics"], &json["matches"]), (&"homomorphisms".into(), &18.into()));
    let text = folder.output("local tail.el wedge --semantics homomorphisms -o t.jsonl");
    assert!(
        text.starts_with("18 homomorphisms of wedge (edge-induced), where they are in t.jsonl"),
        "{text}"
    );
    // Without 30, there is an edge, which is walked to and fro.
    for (semantics, start) in [
        ("subgraphs", "5 subgraphs through 30 match wedge (edge-induced, each counted once)"),
        ("embeddings", "10 embeddings through 30 of wedge (edge-induced, injective maps)"),
        ("homomorphisms", "16 homomorphisms through 30 of wedge (edge-induced, not necessarily injective)"),
    ] {
        let text = folder.output(&format!("local tail.el wedge --semantics {semantics} --anchor 30"));
        assert!(text.starts_with(start), "{text}");
    }
    let text = folder.output("local tail.el triangle --anchor 30");
    assert!(text.starts_with("1 subgraph through 30 matches triangle (edge-induced"), "{text}");
}

#[test]
fn anchors() {
    let folder = Folder::new();
    folder.write("tail.el", TAIL);
    let count = |anchor: &str| {
        let json = folder.json(&format!("local tail.el wedge --anchor {anchor}"));
        assert_keys(
            &json,
            &["graph", "pattern", "induced", "semantics", "anchor", "count", "device", "memory", "seconds"],
        );
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
    assert_keys(
        &json,
        &["graph", "pattern", "induced", "semantics", "agree", "compared", "device", "memory", "seconds"],
    );
    assert_eq!(json["agree"], true);
    let whole = &json["compared"][0];
    assert_eq!(whole["subject"], "graph");
    let counts = whole["counts"].as_array().expect("a list");
    assert_eq!(counts.last().expect("a count"), &serde_json::json!(["oracle", 139]));
    assert!(counts.len() >= 3 && counts.iter().all(|count| count[1] == 139), "{counts:?}");

    let json = folder.json("verify rmat:9 diamond --subgraphs 4 --oracle-steps 2000000");
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
    let json = folder.json("verify rmat:9 diamond --subgraphs 1 --oracle-steps 20000");
    let sample = &json["compared"][1];
    assert!(sample["vertices"].as_u64().is_some_and(|vertices| (4..48).contains(&vertices)), "{sample}");
    assert!(
        sample["counts"].as_array().expect("a list").iter().any(|count| count[0] == "oracle"),
        "{sample}"
    );
    // For all sizes that are tried, a sample takes no more steps than were given; and that no oracle took part is said.
    let text = folder.output("verify rmat:9 6-clique --subgraphs 2 --oracle-steps 1000");
    assert!(!text.contains("  oracle\n") && text.contains("more --oracle-steps would let it"), "{text}");
    let text = folder.output("verify rmat:9 6-clique --subgraphs 2 --oracle-steps 20000");
    assert!(text.contains("  oracle\n") && !text.contains("--oracle-steps"), "{text}");
    let text = folder.output("verify karate triangle");
    assert!(text.starts_with("all counts agree: triangle (edge-induced subgraphs)\n"), "{text}");
}

/// Two columns were called `vertex`, of which a row as JSON has one.
#[test]
fn no_two_columns_have_one_name() {
    let folder = Folder::new();
    let said = folder.complaint(2, "local karate 'vertex-b, b-c, c-vertex, c-d'");
    assert!(said.contains("first column is called"), "{said}");
    folder.output("local karate 'vertex-b, b-c' --per edge");
    folder.output("list karate 'vertex-b, b-c' --limit 1");
    folder.output("local karate 'vertex-b, b-c' --anchor 1");
}

/// Orbits keep labels, directions and absence.
#[test]
fn labelled_tables_and_anchors() {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    assert_eq!(
        folder.output("local people.lg '(who:Person)-[:owns]->(bot:Robot)' --directed"),
        "vertex,who,bot\n1,1,0\n2,1,0\n3,0,2\n4,2,0\n5,0,1\n6,0,1\n"
    );
    assert_eq!(
        folder.output("local people.lg '(a:Person)-[:knows]-(b:Person)'"),
        "vertex,a+b\n1,2\n2,2\n3,0\n4,2\n5,0\n6,0\n"
    );
    let edges = folder.output("local people.lg 'a->b, b->a, b->(c:Robot)' --per edge --directed");
    let rows: Vec<&str> = edges.lines().collect();
    // Of a mutual pair each arc has a row, and is in the matches of either as what it is there.
    let expected = [
        "source,target,a->b,b->a,b->c",
        "1,2,1,1,0",
        "1,3,0,0,1",
        "2,1,1,1,0",
        "2,4,0,0,0",
        "2,6,0,0,1",
        "3,5,0,0,0",
        "4,1,0,0,0",
        "4,3,0,0,0",
        "4,5,0,0,0",
    ];
    assert_eq!(rows, expected, "{edges}");
    // An arc that has not the label takes no part; without directions an edge is a pair.
    let owned = folder.output("local people.lg 'a-[:owns]-b, b-[:repairs]-c' --per edge --directed");
    assert_eq!(
        owned.lines().filter(|row| !row.ends_with(",0,0")).collect::<Vec<_>>(),
        ["source,target,a-b,b-c", "1,3,1,0", "3,5,0,3", "4,3,1,0", "4,5,1,0"]
    );
    let pairs = folder.output("local people.lg 'a-[:owns]-b, b-[:repairs]-c' --per edge");
    assert_eq!(pairs.lines().count(), 1 + 8, "{pairs}");
    for (anchor, count) in [("1", 2), ("3", 1), ("1-3", 1), ("4-5", 0)] {
        let json =
            folder.json(&format!("local people.lg 'a->b, b->a, b->(c:Robot)' --directed --anchor {anchor}"));
        assert_eq!(json["count"], count, "{anchor}");
    }
}

#[test]
fn labelled_patterns_are_verified() {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    for semantics in ["subgraphs", "embeddings", "homomorphisms"] {
        let pattern = "'(a:Person)->b, !(c:Toy)->b'";
        let json = folder.json(&format!("verify people.lg {pattern} --directed --semantics {semantics}"));
        assert_eq!((&json["agree"], &json["semantics"]), (&true.into(), &semantics.into()));
        let counts = json["compared"][0]["counts"].as_array().expect("a list");
        assert_eq!(counts.last().expect("a count")[0], "oracle", "{counts:?}");
        assert_eq!(counts[0][1], folder.json(&format!("count people.lg {pattern} --directed"))["count"]);
    }
}
