//! `motherlode list` and `motherlode exists`.

use std::collections::BTreeSet;
use std::io::Read;
use std::process::{Command, Stdio};

use super::count::KNOWN;
use super::tables::text_of;
use super::{Folder, PEOPLE, all_devices, assert_keys, assert_seconds, executable};

/// A graph whose ids are neither small nor consecutive: two triangles that share the edge 20-30, and a tail.
const TAIL: &str = "10 20\n20 30\n30 10\n30 4000000000\n20 4000000000\n4000000000 7\n";

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn rows_are_original_ids_in_the_order_of_the_pattern() {
    let folder = Folder::new();
    folder.write("tail.el", TAIL);
    let text = folder.output("list tail.el 'x-hub, hub-y, y-x, hub-end' --device cpu");
    let rows = lines(&text);
    assert_eq!(rows[0], "x,hub,y,end");
    let mut ends = BTreeSet::new();
    for row in &rows[1..] {
        let [x, hub, y, end] = row.split(',').map(|id| id.parse::<u64>().unwrap()).collect::<Vec<_>>()[..]
        else {
            panic!("{row}");
        };
        assert!(ends.insert((x.min(y), x.max(y), hub, end)), "{row} is there twice");
    }
    let expected = [
        (10, 30, 20, 4_000_000_000),
        (10, 20, 30, 4_000_000_000),
        (30, 4_000_000_000, 20, 10),
        (20, 4_000_000_000, 30, 10),
        (20, 30, 4_000_000_000, 7),
    ];
    assert_eq!(ends, BTreeSet::from(expected));
}

#[test]
fn as_many_rows_as_are_counted_on_every_device() {
    let folder = Folder::new();
    for (pattern, edge, vertex) in KNOWN {
        for (induced, count) in [("edge", edge), ("vertex", vertex)] {
            let list = |device: &str| {
                folder.output(&format!("list karate {pattern} --induced {induced} --device {device}"))
            };
            let first = list("cpu --threads 1");
            let rows: BTreeSet<&str> = first.lines().skip(1).collect();
            assert_eq!(rows.len() as u64, count, "{pattern}, {induced}-induced");
            for device in all_devices() {
                assert!(list(&device) == first, "{pattern}, {induced}-induced, on {device}");
            }
        }
    }
}

#[test]
fn limits_are_exact() {
    let folder = Folder::new();
    let all = folder.output("list karate diamond");
    let all = lines(&all);
    assert_eq!(all.len(), 152);
    for limit in [0, 1, 150, 151, 152] {
        let text = folder.output(&format!("list karate diamond --limit {limit}"));
        assert_eq!(lines(&text), all[..=limit.min(151)], "{limit}");
    }
}

#[test]
fn a_file_in_every_format() {
    let folder = Folder::new();
    let text = folder.output("list karate triangle");
    for name in ["t.csv", "t.csv.gz", "t.csv.zst"] {
        let report = folder.json(&format!("list karate triangle -o {name}"));
        assert_keys(
            &report,
            &[
                "graph",
                "pattern",
                "induced",
                "semantics",
                "matches",
                "complete",
                "ids_per_second",
                "output",
                "device",
                "seconds",
            ],
        );
        assert_eq!((&report["matches"], &report["complete"]), (&45.into(), &true.into()));
        assert_seconds(&report);
        assert!(text_of(&folder, name) == text, "{name}");
        assert!(!folder.path(&format!("{name}.partial")).exists());
    }
    folder.output("list karate triangle -o t.jsonl");
    let json = String::from_utf8(folder.read("t.jsonl")).expect("UTF-8");
    let rows = json.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        assert_keys(&row, &["a", "b", "c"]);
        format!("{},{},{}", row["a"], row["b"], row["c"])
    });
    assert!(rows.eq(text.lines().skip(1)));
    assert_eq!(folder.output("list karate triangle --output-format jsonl"), json);
}

#[test]
fn columns_have_the_rows() {
    let folder = Folder::new();
    folder.write("tail.el", TAIL);
    let text = folder.output("list tail.el 'x-hub, hub-y, y-x, hub-end'");
    for name in ["t.arrow", "t.feather", "t.arrows", "t.parquet"] {
        let report = folder.json(&format!("list tail.el 'x-hub, hub-y, y-x, hub-end' -o {name}"));
        assert_eq!(report["matches"], 5);
        assert_eq!(text_of(&folder, name), text, "{name}");
    }
}

/// A listing that its deadline ends leaves a table that can be read.
#[test]
fn a_part_of_a_table_is_a_table() {
    let folder = Folder::new();
    let complaint =
        folder.complaint(1, "list rmat:12 5-cycle --device cpu --memory 1MiB --deadline 4s -o part.arrow");
    assert!(complaint.contains("only a part was listed"), "{complaint}");
    let rows = text_of(&folder, "part.arrow.partial").lines().skip(1).count();
    assert!(complaint.contains(&format!("{rows} match")), "{complaint}");
}

#[test]
fn a_listing_that_is_measured_only() {
    let folder = Folder::new();
    let json = folder.json("list karate house --discard");
    assert_eq!((&json["matches"], &json["output"]), (&781.into(), &serde_json::Value::Null));
    assert!(json["ids_per_second"].as_f64().expect("a number") > 0.0);
    let text = folder.output("list karate house --discard --limit 5");
    assert!(text.starts_with("5 matches of house (edge-induced, and there may be more), listed and dropped"));
    folder.complaint(2, "list karate house --discard -o t.csv");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_as_it_is() {
    let folder = Folder::new();
    let text = folder.output("list karate triangle -o /dev/null --output-format arrow");
    assert!(text.starts_with("45 matches of triangle (edge-induced, all there are) in /dev/null"), "{text}");
    assert!(!std::path::Path::new("/dev/null.partial").exists());
}

#[test]
fn samples_are_rows_of_the_whole() {
    let folder = Folder::new();
    let all = folder.output("list karate house");
    let all: BTreeSet<&str> = all.lines().skip(1).collect();
    let sample = |seed: &str| folder.output(&format!("list karate house --sample 20 --seed {seed}"));
    let (one, two) = (sample("1"), sample("2"));
    assert!(one != two && one == sample("1"));
    for text in [one, two] {
        let rows: BTreeSet<&str> = text.lines().skip(1).collect();
        assert!(rows.len() == 20 && rows.is_subset(&all), "{text}");
    }
    let report = folder.json("list karate house --sample 5000 -o all.csv");
    assert_eq!((&report["matches"], &report["sampled_from"]), (&781.into(), &781.into()));
}

#[test]
fn what_cannot_be_written_is_refused_before_any_work() {
    let folder = Folder::new();
    folder.write("there.csv", "mine");
    for (arguments, part) in [
        ("-o there.csv", "there.csv: exists already; --force"),
        ("-o .", "is a directory"),
        ("-o out.txt", "the name does not tell the format"),
        ("-o out.csv --output-format xml", "--output-format"),
        ("-o out.parquet.gz", "the name does not tell the format"),
        (
            "-o /dev/null --output-format csv --checkpoint c.json",
            "--checkpoint: /dev/null is no regular file",
        ),
        ("-o out.csv --checkpoint out.csv", "--checkpoint: it must be another file"),
        ("-o out.csv --checkpoint out.csv.partial", "--checkpoint: it must be another file"),
        ("--checkpoint c.json", "--checkpoint: standard output cannot be taken up again"),
        ("--limit -1", "--limit"),
        ("--limit many", "--limit"),
        ("--sample 3 --limit 3", "--limit"),
        ("--deadline 0s", "--deadline"),
        ("--deadline soon", "--deadline"),
    ] {
        let complaint = folder.complaint(2, &format!("list karate triangle {arguments}"));
        assert!(complaint.contains(part), "{arguments}: {complaint}");
    }
    assert_eq!(folder.read("there.csv"), b"mine");
    let complaint = folder.complaint(1, "list karate triangle -o no/such/folder/t.csv");
    assert!(complaint.contains("no/such/folder/t.csv.partial: cannot be written"), "{complaint}");
    folder.output("list karate triangle -o there.csv --force");
    assert_eq!(folder.read("there.csv").split(|&byte| byte == b'\n').count(), 47);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let mut child = Command::new(executable())
        .args(["list", "karate", "house"])
        .stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    let mut complaint = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("UTF-8");
    assert_eq!(child.wait().expect("its end").code(), Some(1));
    assert!(complaint.starts_with("motherlode: standard output: cannot be written"), "{complaint}");
}

/// The reader takes a line of a listing that would take hours, and goes.
#[test]
fn a_reader_that_goes_away_ends_the_listing() {
    let mut child = Command::new(executable())
        .args(["list", "rmat:14", "5-cycle", "--device", "cpu"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    let mut some = [0; 8];
    child.stdout.take().expect("a pipe").read_exact(&mut some).expect("the header");
    assert_eq!(&some, b"a,b,c,d,");
    let mut complaint = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("UTF-8");
    assert!(child.wait().expect("its end").success() && complaint.is_empty(), "{complaint}");
}

#[test]
fn a_deadline_leaves_a_part_that_is_said_to_be_one() {
    let folder = Folder::new();
    let complaint = folder.complaint(1, "list rmat:12 5-cycle --device cpu --deadline 3s -o part.csv");
    assert!(
        complaint.contains("only a part was listed") && complaint.contains("part.csv.partial"),
        "{complaint}"
    );
    assert!(complaint.contains("deadline"), "{complaint}");
    assert!(!folder.path("part.csv").exists());
    let part = String::from_utf8(folder.read("part.csv.partial")).expect("UTF-8");
    let rows = part.lines().count() - 1;
    assert!(part.ends_with('\n') && complaint.contains(&format!("{rows} match")), "{complaint}");
    let complaint = folder.complaint(1, "count rmat:14 6-cycle --device cpu --deadline 2s");
    assert!(complaint.contains("deadline"), "{complaint}");
}

#[test]
fn existence_in_text_and_json() {
    let folder = Folder::new();
    folder.write("tail.el", TAIL);
    let text = folder.output("exists tail.el diamond");
    assert_eq!(lines(&text)[..2], ["yes", "pattern diamond (edge-induced)"], "{text}");
    let text = folder.output("exists tail.el 4-clique");
    assert_eq!(lines(&text)[..2], ["no", "pattern 4-clique (edge-induced)"], "{text}");
    let json = folder.json("exists tail.el 'x-y, y-z, z-x' --induced vertex");
    assert_keys(&json, &["graph", "pattern", "induced", "semantics", "exists", "match", "device", "seconds"]);
    assert_eq!(json["exists"], true);
    let ids: BTreeSet<u64> = ["x", "y", "z"].map(|name| json["match"][name].as_u64().expect("an id")).into();
    let triangles = [BTreeSet::from([10, 20, 30]), BTreeSet::from([20, 30, 4_000_000_000])];
    assert!(triangles.contains(&ids), "{json}");
    let json = folder.json("exists tail.el 4-cycle --induced vertex");
    assert_eq!((&json["exists"], &json["match"]), (&false.into(), &serde_json::Value::Null));
}

const OWNERS: &str = "(a:Person)-[:owns]->(b:Robot)<-[:owns]-(c:Person)";

/// Labels and directions, in every format, with original ids: robots that two people own, each pair of them once.
#[test]
fn labelled_matches_in_every_format() {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    let text = folder.output(&format!("list people.lg '{OWNERS}' --directed"));
    assert_eq!(lines(&text)[0], "a,b,c");
    let ends: BTreeSet<&str> = lines(&text)[1..].iter().copied().collect();
    assert!(ends == BTreeSet::from(["1,3,4"]) || ends == BTreeSet::from(["4,3,1"]), "{text}");
    let both = folder.output(&format!("list people.lg '{OWNERS}' --directed --semantics embeddings"));
    assert_eq!(lines(&both)[1..].iter().copied().collect::<BTreeSet<_>>(), ["1,3,4", "4,3,1"].into());
    // Either owner may be the other.
    let all = folder.output(&format!("list people.lg '{OWNERS}' --directed --semantics homomorphisms"));
    let rows: BTreeSet<&str> = all.lines().skip(1).collect();
    assert_eq!(rows, ["1,3,1", "1,3,4", "2,6,2", "4,3,1", "4,3,4", "4,5,4"].into());
    assert_eq!(rows.len() + 1, all.lines().count(), "a row is there twice: {all}");
    for device in all_devices() {
        let arguments =
            format!("list people.lg '{OWNERS}' --directed --semantics homomorphisms --device {device}");
        assert_eq!(folder.output(&arguments), all, "{device}");
    }
    for name in ["t.jsonl", "t.arrow", "t.parquet"] {
        let json =
            folder.json(&format!("list people.lg '{OWNERS}' --directed --semantics homomorphisms -o {name}"));
        assert_eq!((&json["matches"], &json["semantics"]), (&6.into(), &"homomorphisms".into()), "{json}");
    }
    assert_eq!(text_of(&folder, "t.parquet"), all);
    let text =
        folder.output(&format!("list people.lg '{OWNERS}' --directed --semantics embeddings --discard"));
    assert!(text.starts_with(&format!("2 embeddings of {OWNERS} (edge-induced, all there are)")), "{text}");
}

#[test]
fn labelled_limits_samples_and_existence() {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    let pattern = "'(a:Person)-b, !(c:Toy)-b'";
    let all = folder.output(&format!("list people.lg {pattern}"));
    let all = lines(&all);
    let count = folder.json(&format!("count people.lg {pattern}"))["count"].as_u64().expect("a count");
    assert_eq!(all.len() as u64, count + 1);
    for limit in [0, 1, 3, 100] {
        let text = folder.output(&format!("list people.lg {pattern} --limit {limit}"));
        assert_eq!(lines(&text), all[..=limit.min(all.len() - 1)], "{limit}");
    }
    let sample = folder.output(&format!("list people.lg {pattern} --sample 4 --seed 2"));
    let sample: BTreeSet<&str> = sample.lines().skip(1).collect();
    assert!(sample.len() == 4 && sample.is_subset(&all.iter().copied().collect()), "{sample:?}");
    let text = folder.output("exists people.lg '(a:Toy)-(b:Toy)'");
    assert_eq!(lines(&text)[0], "no", "{text}");
    let json = folder.json("exists people.lg '(bot:Robot)-[:repairs]-(toy:Toy)'");
    assert_eq!(json["match"], serde_json::json!({"bot": 3, "toy": 5}), "{json}");
    // A 4-cycle folds onto an edge.
    let exists = |semantics: &str| folder.json(&format!("exists star:3 4-cycle --semantics {semantics}"));
    assert_eq!(exists("embeddings")["exists"], false);
    assert_eq!(exists("homomorphisms")["exists"], true);
}

#[test]
fn what_a_graph_does_not_have_cannot_be_listed() {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    for (arguments, part) in [
        ("people.lg '(a:Peron)-b'", "nearest are `Person`"),
        ("people.lg a->b", "read it with --directed"),
        ("karate '(a:x)-b'", "no vertex labels"),
        ("people.lg a-b --semantics maps", "--semantics"),
    ] {
        for command in ["list", "exists", "local", "verify"] {
            let complaint = folder.complaint(2, &format!("{command} {arguments}"));
            assert!(complaint.contains(part), "{command} {arguments}: {complaint}");
        }
    }
    folder.complaint(2, "list people.lg '(a:Peron)-b' -o t.csv");
    assert!(!folder.path("t.csv").exists() && !folder.path("t.csv.partial").exists());
}
