//! Properties in files beside the graph: every command that takes patterns, and what can be wrong.

use super::guide::{EDGES, VERTICES};
use super::{Folder, PEOPLE};

const FILES: &str = "--directed --vertex-properties people.csv --edge-properties links.csv --device cpu";
const PATTERN: &str = "'(a {age > 30})-[:knows {weight >= 0.5, kind: \"family\"}]->(b {left = true})'";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    folder.write("people.csv", VERTICES);
    folder.write("links.csv", EDGES);
    folder
}

#[test]
fn every_command_takes_conditions() {
    let folder = folder();
    let run = |command: &str| folder.output(&format!("{command} people.lg {PATTERN} {FILES}"));
    assert!(run("count").starts_with("1 subgraph matches (a {age > 30})-[:knows {weight"));
    assert_eq!(run("list"), "a,b\n1,2\n");
    assert!(run("exists").starts_with("yes\n"));
    assert_eq!(run("local"), "vertex,a,b\n1,1,0\n2,0,1\n3,0,0\n4,0,0\n5,0,0\n6,0,0\n");
    assert!(run("estimate").starts_with('1'), "{}", run("estimate"));
    assert!(run("verify").starts_with("all counts agree"));
    let explained = folder.output(&format!("explain {PATTERN} people.lg {FILES}"));
    assert!(explained.contains("-[:knows {kind = \"family\", weight >= 0.5}]->"), "{explained}");
    assert!(explained.contains("{age > 30}"), "{explained}");
    let drawn = folder.output(&format!("explain {PATTERN} people.lg {FILES} --format drawing"));
    assert!(drawn.contains("{age > 30}"), "{drawn}");
    // Without a graph, too.
    assert!(folder.output(&format!("explain {PATTERN}")).contains("{age > 30}"));
    let several = format!("count people.lg {PATTERN} '(a {{age < 30}})->b' 'a->b' {FILES}");
    assert!(folder.output(&several).contains('1'), "{several}");
}

#[test]
fn files_may_have_tabs_and_be_compressed() {
    let folder = folder();
    folder.write("tabs.tsv", VERTICES.replace(',', "\t"));
    let count = |file: &str| {
        folder.json(&format!("count people.lg '(a {{city = \"Rome\"}})-b' --vertex-properties {file}"))["count"].clone()
    };
    assert_eq!(count("tabs.tsv"), count("people.csv"));
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, VERTICES.as_bytes()).expect("memory");
    folder.write("people.csv.gz", encoder.finish().expect("memory"));
    assert_eq!(count("people.csv.gz"), count("people.csv"));
}

#[test]
fn bad_files_are_refused_with_their_lines() {
    let folder = folder();
    let refused = |option: &str, text: &str| {
        folder.write("bad.csv", text);
        let complaint =
            folder.complaint(2, &format!("count people.lg a->b --directed --{option}-properties bad.csv"));
        assert!(complaint.contains("bad.csv") && complaint.lines().count() == 1, "{complaint}");
        complaint
    };
    for (option, text, place, words) in [
        ("vertex", "id,age\n1,2\n1,3\n", "line 3", "vertex 1 is there twice"),
        (
            "vertex",
            "id\n1\n",
            "line 1",
            "expected a header: a name for the ids, and then the names of properties",
        ),
        ("vertex", "id,age\nx,2\n", "line 2", "`x` is not a vertex id"),
        ("vertex", "id,age,age\n1,2,3\n", "line 1", "the property `age` has two columns"),
        ("vertex", "id,age\n1,2,3\n", "line 2", "3 fields, and the header has 2"),
        ("edge", "a,b\n1,2\n", "line 1", "names for the two ends of an edge"),
        ("edge", "a,b,w\n1,2,3\n2,3,4\n", "line 3", "the graph has no arc from 2 to 3"),
        ("edge", "a,b,w\n1,70,3\n", "line 2", "the graph has no arc from 1 to 70"),
    ] {
        let complaint = refused(option, text);
        assert!(complaint.contains(place) && complaint.contains(words), "{text:?}: {complaint}");
    }
    // Edges from a vertex to itself, and vertices without edges, are not in the graph.
    folder.write("good.csv", "a,b,w\n1,1,3\n9,9,1\n1,2,4\n");
    folder.output("count people.lg 'a-[{w > 3}]->b' --directed --edge-properties good.csv");
    folder.write("good.csv", "id,age\n1,3\n70,1\n");
    folder.output("count people.lg '(a {age = 3})-b' --vertex-properties good.csv");
    assert!(folder.complaint(2, "count people.lg a-b --edge-properties none.csv").contains("none.csv"));
    // No pattern, no properties of edges.
    for job in ["motifs people.lg -k 3 --coloured", "frequent people.lg --support 2"] {
        let complaint = folder.complaint(2, &format!("{job} --edge-properties good.csv"));
        assert!(
            complaint.contains("--edge-properties: properties of edges are not looked at"),
            "{complaint}"
        );
    }
}

#[test]
fn what_is_asked_must_be_there() {
    let folder = folder();
    let complaint =
        |pattern: &str, options: &str| folder.complaint(2, &format!("count people.lg '{pattern}' {options}"));
    assert!(complaint("(a {age > 1})-b", "").contains("no vertex properties (--vertex-properties)"));
    assert!(complaint("a-[{w > 1}]-b", FILES).contains("nearest are"));
    assert!(complaint("a-[{w > 1}]-b", "--vertex-properties people.csv").contains("(--edge-properties)"));
    let marked = complaint("(a {age ~ 3})-b", FILES);
    assert!(marked.contains("after the property expected, '~' found, at character 9"), "{marked}");
    let written = folder.complaint(2, "convert people.lg new.csr --vertex-properties people.csv");
    assert!(written.contains("no format that is written holds properties"), "{written}");
    assert!(
        folder
            .complaint(2, &format!("list people.lg a->b {FILES} -o people.csv --force"))
            .contains("people.csv")
    );
}

/// What is in quotes is as it is, and a quote that does not end takes nothing with it.
#[test]
fn quotes_are_kept_and_end() {
    let folder = folder();
    folder.write("quoted.csv", "id,city\n1,\" Rome\"\n2,Rome\n4,Oslo\n5,\n");
    let count = |city: &str| {
        let pattern = format!("(a {{city = \"{city}\"}})->b");
        folder.json(&format!("count people.lg '{pattern}' --directed --vertex-properties quoted.csv"))["count"].clone()
    };
    // Vertex 1 has two arcs, 2 three.
    assert_eq!((count(" Rome"), count("Rome"), count("Rome ")), (2.into(), 3.into(), 0.into()));
    for option in ["vertex", "edge"] {
        let ids = if option == "edge" { "1,2" } else { "1" };
        let header = if option == "edge" { "a,b,w" } else { "id,w" };
        folder.write("open.csv", format!("{header}\n{ids},\"x\n2,y\n4,z\n"));
        let complaint =
            folder.complaint(2, &format!("count people.lg a->b --directed --{option}-properties open.csv"));
        assert!(complaint.contains("open.csv, line 2: `\"x`: a quote opens here"), "{complaint}");
    }
}

/// Numbers in files are those that were written, or the column is refused.
#[test]
fn large_numbers_stay_apart() {
    let folder = folder();
    let (most, float) = (u64::MAX, 1u64 << 53);
    for (first, rows) in [
        (most, format!("1,{most}\n2,{}\n", most - 1)),
        (float + 1, format!("1,{}\n2,{float}\n4,0.5\n", float + 1)),
    ] {
        folder.write("large.csv", format!("id,x\n{rows}"));
        let count = |sign: &str| {
            let pattern = format!("(a {{x {sign} {first}}})->b");
            folder.json(&format!("count people.lg '{pattern}' --directed --vertex-properties large.csv"))["count"]
                .clone()
        };
        // Vertex 1 has two arcs, 2 three and 4 three.
        let less = if first == most { 3 } else { 6 };
        assert_eq!((count("="), count("<"), count(">=")), (2.into(), less.into(), 2.into()), "{first}");
    }
    folder.write("beyond.csv", format!("id,x,y\n1,5,{0}\n2,{0},x\n", "9".repeat(40)));
    let complaint =
        folder.complaint(2, "count people.lg '(a {x > 4})->b' --directed --vertex-properties beyond.csv");
    assert!(complaint.contains("beyond.csv, line 3: `9999"), "{complaint}");
    assert!(complaint.contains("the property `x`") && complaint.contains("beyond 128 bits"), "{complaint}");
    // Where the column is of text, or not asked for, it is none of its numbers' matter.
    folder.output("count people.lg '(a {y = \"x\"})->b' --directed --vertex-properties beyond.csv");
}

/// Of many columns only those are read that are asked for, and what is asked for is looked for among all.
#[test]
fn columns_may_be_many() {
    let folder = folder();
    let columns = 30_000;
    let header: Vec<String> = (0..columns).map(|column| format!("c{column}")).collect();
    let row = |id: u32| format!("{id},{}\n", vec![id.to_string(); columns].join(","));
    folder.write("wide.csv", format!("id,{}\n{}{}", header.join(","), row(1), row(2)));
    let run = |pattern: &str| format!("count people.lg '{pattern}' --directed --vertex-properties wide.csv");
    assert_eq!(folder.json(&run("(a {c29999 = 1, c7 < 2})->b"))["count"], 2);
    assert_eq!(folder.json(&run("a->b"))["count"], 9);
    let unknown = folder.complaint(2, &run("(a {c29998x = 1})->b"));
    assert!(unknown.contains("`c29998x`") && unknown.contains("nearest are `c29998`"), "{unknown}");
}
