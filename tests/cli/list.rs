//! `motherlode list`: which rows there are.

use std::collections::BTreeSet;

use super::commands::of_graph_and_pattern;
use super::count::KNOWN;
use super::tables::text_of;
use super::{Folder, PEOPLE, TWO_TRIANGLES, all_devices};

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn rows_are_original_ids_in_the_order_of_the_pattern() {
    let folder = Folder::new();
    folder.write("tail.el", TWO_TRIANGLES);
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
fn a_listing_that_is_measured_only() {
    let folder = Folder::new();
    let json = folder.json("list karate house --discard");
    assert_eq!((&json["matches"], &json["output"]), (&781.into(), &serde_json::Value::Null));
    assert!(json["ids_per_second"].as_f64().expect("a number") > 0.0);
    let text = folder.output("list karate house --discard --limit 5");
    assert!(text.starts_with("5 matches of house (edge-induced, and there may be more), listed and dropped"));
    folder.complaint(2, "list karate house --discard -o t.csv");
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
fn samples_by_rejection_tell_how_they_were_drawn() {
    let folder = Folder::new();
    let all = folder.output("list karate house");
    let all = lines(&all);
    let sample = |options: &str| {
        let options = format!("list karate house --sample 20 --by-rejection {options}");
        let done = folder.motherlode(&options).assert().success();
        // The rows have standard output to themselves.
        let told = String::from_utf8(done.get_output().stderr.clone()).expect("UTF-8");
        assert!(told.starts_with("motherlode: note: drawn by rejection, ") && told.ends_with('\n'), "{told}");
        String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8")
    };
    let (one, two) = (sample("--seed 1 --threads 1"), sample("--seed 2"));
    assert!(one != two && one == sample("--seed 1"));
    for text in [one, two] {
        let places: Vec<_> =
            lines(&text).iter().map(|row| all.iter().position(|other| other == row).expect(row)).collect();
        assert!(places.len() == 21 && places.is_sorted_by(|a, b| a < b), "{text}");
    }
    let report = folder.json("list karate house --sample 20 --by-rejection -o some.csv");
    let (rejection, number) =
        (&report["rejection"], |key: &str| report["rejection"][key].as_u64().expect(key));
    assert_eq!((&report["matches"], report.get("sampled_from")), (&20.into(), None));
    assert!(number("accepted") >= 20 && number("attempts") > number("accepted"), "{report}");
    let acceptance = number("accepted") as f64 / number("attempts") as f64;
    assert_eq!(rejection["acceptance"].as_f64(), Some(acceptance), "{report}");
    assert!(rejection["uniform"].is_boolean() && number("pilot_attempts") > 0, "{report}");
    assert_eq!(number("exceeding"), 0, "{report}");
    let text = folder.output("list karate 4-clique --sample 5 --by-rejection -o five.csv");
    let told =
        "5 matches of 4-clique (edge-induced, drawn by rejection) in five.csv\ndrawn by rejection, uniform: ";
    assert!(text.starts_with(told) && text.contains("% accepted"), "{text}");
    // Without it, nothing of it is said.
    assert_eq!(folder.json("list karate house --sample 20 -o all.csv").get("rejection"), None);
}

#[test]
fn samples_by_rejection_of_small_patterns_and_of_too_few_matches() {
    let folder = Folder::new();
    let report = folder.json("list karate triangle --sample 5 --by-rejection -o t.csv");
    assert_eq!((&report["rejection"], &report["sampled_from"]), (&serde_json::Value::Null, &45.into()));
    let text = folder.output("list karate triangle --sample 5 --by-rejection -o u.csv");
    assert!(text.contains("drawn from 45) in u.csv\nnot drawn by rejection"), "{text}");
    assert_eq!(folder.read("t.csv"), folder.read("u.csv"));
    // 11 cliques, drawn again and again.
    let complaint = folder.complaint(1, "list karate 4-clique --sample 12 --by-rejection -o no.csv");
    for part in ["drew 11 different matches of 12 in", "ask for fewer", "(--sample, without --by-rejection)"]
    {
        assert!(complaint.contains(part), "{complaint}");
    }
    let complaint = folder.complaint(2, "list karate house --by-rejection");
    assert!(complaint.contains("--sample"), "{complaint}");
    let complaint = folder.complaint(2, "list karate house --sample 3 --by-rejection --limit 2");
    assert!(complaint.contains("--limit"), "{complaint}");
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
fn labelled_limits_and_samples() {
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
}

#[test]
fn what_a_graph_does_not_have_cannot_be_listed() {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    let commands = of_graph_and_pattern(&folder);
    for (arguments, part) in [
        ("people.lg '(a:Peron)-b'", "nearest are `Person`"),
        ("people.lg a->b", "(--directed)"),
        ("karate '(a:x)-b'", "no vertex labels"),
        ("people.lg a-b --semantics maps", "--semantics"),
    ] {
        for command in &commands {
            let complaint = folder.complaint(2, &format!("{command} {arguments}"));
            assert!(complaint.contains(part), "{command} {arguments}: {complaint}");
        }
    }
    folder.complaint(2, "list people.lg '(a:Peron)-b' -o t.csv");
    assert!(!folder.path("t.csv").exists() && !folder.path("t.csv.partial").exists());
}
