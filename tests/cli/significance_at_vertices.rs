//! `--null` at vertices: against the samples that `generate null` writes, each counted by `local` alone.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Folder, KARATE, all_devices, assert_keys};

/// The numbers of a table, by vertex and column; none where a field is empty.
type Table = BTreeMap<u64, BTreeMap<String, Option<f64>>>;

/// The fields of a line, of which names of motifs are quoted, as they have commas.
fn fields(line: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let ends = |c: char| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    };
    line.split(ends).map(|field| field.trim_matches('"')).collect()
}

fn table(text: &str) -> Table {
    let mut lines = text.lines().map(fields);
    let names = lines.next().expect("a header");
    let number = |field: &str| (!field.is_empty()).then(|| field.parse().expect("a number"));
    let row = |fields: Vec<&str>| {
        assert_eq!(fields.len(), names.len());
        let vertex = fields[0].parse().expect("an id");
        let columns = names.iter().zip(&fields).skip(1);
        (vertex, columns.map(|(name, field)| ((*name).to_owned(), number(field))).collect())
    };
    lines.map(row).collect()
}

fn near(found: Option<f64>, expected: f64) -> bool {
    found.is_some_and(|found| (found - expected).abs() < 1e-9 * expected.abs().max(1.0))
}

/// Benjamini and Hochberg's rate as they define it: of all chances that are no smaller, the least of chance times
/// number over rank.
fn rate(chances: &[f64], chance: f64) -> f64 {
    let rank = |of: f64| chances.iter().filter(|&&other| other <= of).count() as f64;
    let larger = chances.iter().filter(|&&other| other >= chance);
    larger.map(|&other| other * chances.len() as f64 / rank(other)).fold(1.0, f64::min)
}

/// Checks an orbit's columns by the tables of the samples.
fn assert_judged(found: &Table, samples: &[Table], orbit: &str) {
    let number = samples.len() as f64;
    let column = |vertex: &u64, figure: &str| found[vertex][&format!("{orbit}_{figure}")];
    let mut chances = Vec::new();
    for (vertex, row) in found {
        let of_samples: Vec<f64> = samples.iter().map(|sample| sample[vertex][orbit].unwrap()).collect();
        let count = row[orbit].unwrap();
        let mean = of_samples.iter().sum::<f64>() / number;
        let squares = of_samples.iter().map(|other| (other - mean).powi(2)).sum::<f64>();
        let deviation = (squares / (number - 1.0)).sqrt();
        let reached = of_samples.iter().filter(|other| **other >= count).count() as f64;
        let p = (reached + 1.0) / (number + 1.0);
        assert!(near(column(vertex, "mean"), mean), "{orbit} at {vertex}");
        assert!(near(column(vertex, "deviation"), deviation), "{orbit} at {vertex}");
        assert!(near(column(vertex, "p"), p), "{orbit} at {vertex}");
        match deviation > 0.0 {
            true => assert!(near(column(vertex, "z"), (count - mean) / deviation), "{orbit} at {vertex}"),
            false => assert_eq!(column(vertex, "z"), None, "{orbit} at {vertex}"),
        }
        if count > 0.0 || mean > 0.0 {
            chances.push(p);
        } else {
            assert_eq!(column(vertex, "q"), Some(1.0), "{orbit} at {vertex}");
        }
    }
    for vertex in found.keys() {
        let (q, p) = (column(vertex, "q"), column(vertex, "p").unwrap());
        assert!(q == Some(1.0) || near(q, rate(&chances, p)), "{orbit} at {vertex}: {q:?}");
    }
    assert!(found.keys().any(|vertex| column(vertex, "p") < Some(1.0)), "{orbit}: nothing is said");
}

#[test]
fn vertices_are_compared_with_themselves_in_each_sample() {
    let folder = Folder::new();
    // A tail, whose end is in no triangle, and numbers that are not those of the rows.
    let edges = str::from_utf8(KARATE).expect("UTF-8").lines();
    let edges = edges.filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(|line| {
        let ends = line.split_whitespace().map(|id| 7 * id.parse::<u32>().expect("an id"));
        ends.map(|id| id.to_string()).collect::<Vec<_>>().join(" ")
    });
    let edges: Vec<String> = edges.chain(["7 1000".to_owned(), "1000 2000".to_owned()]).collect();
    folder.write("club.el", edges.join("\n"));
    folder.output("generate null switching --like club.el --samples 12 --seed 3 -o null.el");
    for (command, orbits) in [
        ("local club.el triangle", &["a+b+c"][..]),
        ("local club.el 'x-hub, hub-y' --induced vertex", &["hub", "x+y"]),
        ("graphlets club.el -k 4", &["wedge:b", "triangle:a+b+c", "diamond:a+c"]),
    ] {
        let of_sample =
            |sample: u32| table(&folder.output(&command.replace("club.el", &format!("null-{sample:02}.el"))));
        let samples: Vec<Table> = (0..12).map(of_sample).collect();
        let asked = format!("{command} --null switching --samples 12 --seed 3");
        let text = folder.output(&asked);
        let (found, alone) = (table(&text), table(&folder.output(command)));
        for orbit in orbits {
            assert_judged(&found, &samples, orbit);
        }
        for (vertex, row) in &alone {
            assert!(row.iter().all(|(name, count)| found[vertex][name] == *count), "{command} at {vertex}");
        }
        for how in
            all_devices().iter().map(|device| format!("--device {device}")).chain(["--threads 1".into()])
        {
            assert_eq!(folder.output(&format!("{asked} {how}")), text, "{asked} {how}");
        }
    }
    let degrees = table(&folder.output("graphlets club.el -k 2 --null switching --samples 9"));
    for row in degrees.values() {
        assert_eq!((row["edge:a+b_mean"], row["edge:a+b_z"]), (row["edge:a+b"], None), "degrees are kept");
    }
}

/// Labels and directions of the graph are those of samples, where these lie side by side, too.
#[test]
fn arcs_are_counted_in_samples() {
    let folder = Folder::new();
    let arcs = (0..20)
        .flat_map(|at| [(0, 1), (1, 2), (0, 2), (2, 10)].map(|(u, v)| (3 * at + u, (3 * at + v) % 60)));
    let mutual = (0..60).step_by(12).map(|v| (v + 1, v));
    folder.write("loops.el", arcs.chain(mutual).map(|(u, v)| format!("{u} {v}\n")).collect::<String>());
    folder.output("generate null switching --like loops.el --directed --samples 8 -o null.el");
    for (command, orbits) in [
        ("local loops.el 'a->b, b->c, a->c'", &["a", "b", "c"][..]),
        ("graphlets loops.el -k 3", &["021C:b", "030T:c", "111D:a"]),
        ("graphlets loops.el -k 3 --no-mutual", &["021C:b", "030T:c", "021U:b"]),
    ] {
        let command = format!("{command} --directed");
        let of_sample =
            |sample: u32| table(&folder.output(&command.replace("loops.el", &format!("null-{sample}.el"))));
        let samples: Vec<Table> = (0..8).map(of_sample).collect();
        let text = folder.output(&format!("{command} --null switching --samples 8"));
        let (found, alone) = (table(&text), table(&folder.output(&command)));
        orbits.iter().for_each(|orbit| assert_judged(&found, &samples, orbit));
        for (vertex, row) in &alone {
            assert_eq!(found[vertex].len(), 6 * row.len(), "{command}");
            assert!(row.iter().all(|(name, count)| found[vertex][name] == *count), "{command} at {vertex}");
        }
        for device in all_devices() {
            let asked = format!("{command} --null switching --samples 8 --device {device}");
            assert_eq!(folder.output(&asked), text, "{asked}");
        }
    }
}

#[test]
fn what_the_samples_were_is_told() {
    let folder = Folder::new();
    let found = folder.json("local karate triangle --null switching --samples 9 -o out.csv");
    let keys = [
        "graph",
        "pattern",
        "induced",
        "semantics",
        "matches",
        "null",
        "output",
        "device",
        "memory",
        "seconds",
    ];
    assert_keys(&found, &keys);
    assert_eq!((&found["matches"], &found["null"]["samples"]), (&json!(45), &json!(9)));
    assert_eq!(found["null"]["mixing"]["is_mixed"], json!(true));
}

/// In a random graph of so many edges each vertex is like any other; edges are others in each.
#[test]
fn what_has_no_sense_is_refused() {
    let folder = Folder::new();
    for (command, said) in [
        ("local karate triangle --null gnm", "all vertices are alike"),
        ("graphlets karate -k 3 --null gnp", "all vertices are alike"),
        ("local karate triangle --null switching --per edge", "--per edge"),
        ("graphlets karate -k 3 --null switching --per edge", "--per edge"),
        ("graphlets karate -k 3 --null switching --directed --per edge", "--per edge"),
        ("graphlets karate -k 5 --null switching --directed", "directed graphlets of 5"),
        ("graphlets karate -k 3 --null switching --no-mutual", "add --directed"),
        ("local karate triangle --null switching --anchor 33", "--anchor"),
        ("local karate triangle --null switching --estimate", "--estimate"),
        ("local karate triangle --estimate --connected", "--connected"),
        ("local karate triangle --samples 5", "--null"),
        ("local karate triangle --seed 5", "--null"),
        ("local karate 'a-x, a-y, a-a_z, a_z-w' --null switching --samples 5", "two columns would be called"),
    ] {
        let complaint = folder.complaint(2, command);
        assert!(complaint.contains(said), "{command}: {complaint}");
    }
    folder.output("local karate triangle --estimate --seed 5");
    let warned = folder.motherlode("local star:6 wedge --null switching --samples 5").assert().success();
    let warned = String::from_utf8_lossy(&warned.get_output().stderr).into_owned();
    assert!(warned.contains("no edges exchanged ends"), "{warned}");
}
