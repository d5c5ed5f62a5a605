//! `motherlode graphlets --directed`, at vertices and at ties.

use super::tables::text_of;
use super::{Folder, all_devices, assert_keys};

/// An arc to one of two that are joined both ways.
const ARCS: &str = "10 20\n20 30\n30 20\n";

/// The columns that are not zero everywhere, each with its values.
fn there(table: &str) -> Vec<String> {
    let mut lines = table.lines();
    // Names of columns that have commas are quoted: nothing else is.
    let columns: Vec<String> =
        lines.next().expect("a header").split('"').enumerate().fold(Vec::new(), |mut columns, (at, part)| {
            match at % 2 {
                1 => columns.push(part.to_owned()),
                _ => columns.extend(part.split(',').filter(|name| !name.is_empty()).map(str::to_owned)),
            }
            columns
        });
    let rows: Vec<Vec<&str>> = lines.map(|row| row.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == columns.len()), "as many values as columns");
    let column = |(at, name): (usize, &String)| {
        let values: Vec<&str> = rows.iter().map(|row| row[at]).collect();
        values.iter().any(|value| *value != "0").then(|| format!("{name} {}", values.join(" ")))
    };
    columns.iter().enumerate().filter_map(column).collect()
}

#[test]
fn orbits_are_called_by_their_members() {
    let folder = Folder::new();
    folder.write("arcs.el", ARCS);
    for device in all_devices() {
        let table = folder.output(&format!("graphlets arcs.el -k 3 --directed --device {device}"));
        assert_eq!(
            there(&table),
            [
                "vertex 10 20 30",
                "a->b:a 1 0 0",
                "a->b:b 0 1 0",
                "a->b, b->a:a+b 0 1 1",
                "111D:a 0 0 1",
                "111D:b 0 1 0",
                "111D:c 1 0 0"
            ],
            "on {device}"
        );
        // No set of three is joined by single arcs alone.
        let table =
            folder.output(&format!("graphlets arcs.el -k 3 --directed --no-mutual --device {device}"));
        assert_eq!(there(&table), ["vertex 10 20 30", "a->b:a 1 0 0", "a->b:b 0 1 0"], "on {device}");
    }
}

/// A row for the arc, from its tail, and one for the pair that is joined both ways.
#[test]
fn ties_are_rows() {
    let folder = Folder::new();
    folder.write("arcs.el", "20 10\n20 30\n30 20\n");
    for device in all_devices() {
        let table = folder.output(&format!("graphlets arcs.el -k 3 --directed --per edge --device {device}"));
        assert_eq!(
            there(&table),
            [
                "source 20 20",
                "target 10 30",
                "a->b:a->b 1 0",
                "a->b, b->a:a-b 0 1",
                "111U:a-b 0 1",
                "111U:b->c 1 0"
            ],
            "on {device}"
        );
        let options = "-k 3 --directed --no-mutual --per edge";
        let table = folder.output(&format!("graphlets arcs.el {options} --device {device}"));
        assert_eq!(there(&table), ["source 20 20", "target 10 30", "a->b:a->b 1 0"], "on {device}");
    }
    let json = folder.json("graphlets arcs.el -k 4 --directed --per edge -o t.parquet");
    assert_eq!((&json["orbits"], &json["per"]), (&812.into(), &"tie".into()));
    let text = folder.output("graphlets arcs.el -k 4 --directed --no-mutual --per edge -o t.jsonl");
    assert!(
        text.starts_with("125 orbits of directed graphlets of up to 4 vertices at each tie in t.jsonl\n"),
        "{text}"
    );
}

#[test]
fn every_format_has_the_same_table() {
    let folder = Folder::new();
    folder.write("arcs.el", "1 2\n1 3\n2 3\n3 4\n4 3\n4 5\n5 1\n6 4\n6 5\n");
    let csv = folder.output("graphlets arcs.el -k 4 --directed");
    for name in ["t.arrow", "t.arrows", "t.parquet", "t.csv.gz"] {
        let json = folder.json(&format!("graphlets arcs.el -k 4 --directed -o {name}"));
        assert_keys(
            &json,
            &["graph", "k", "directed", "per", "orbits", "output", "device", "memory", "seconds"],
        );
        assert_eq!((&json["orbits"], &json["directed"]), (&730.into(), &true.into()));
        let unquoted = |text: &str| text.replace('"', "");
        assert_eq!(unquoted(&text_of(&folder, name)), unquoted(&csv), "{name}");
    }
    let text = folder.output("graphlets arcs.el -k 4 --directed --no-mutual -o t.jsonl");
    assert!(text.starts_with("129 orbits of directed graphlets of up to 4 vertices in t.jsonl\n"), "{text}");
}

#[test]
fn what_is_not_counted_is_refused() {
    let folder = Folder::new();
    folder.write("arcs.el", ARCS);
    for (options, part) in [
        ("-k 5 --directed", "ask for 2 to 4"),
        ("-k 5 --directed --per edge", "ask for 2 to 4"),
        ("-k 3 --no-mutual", "add --directed"),
        ("-k 3 --directed --labels labels.txt", "--labels"),
    ] {
        let complaint = folder.complaint(2, &format!("graphlets arcs.el {options}"));
        assert!(complaint.contains(part), "{options}: {complaint}");
    }
}
