//! `--null`: counts beside those of random graphs.

use serde_json::{Value, json};

use super::{Folder, KARATE, all_devices, assert_keys, assert_seconds};

/// The keys of a count beside those of the samples.
const FIGURES: [&str; 9] =
    ["count", "mean", "deviation", "z", "p", "p_interval", "q", "profile", "ratio_profile"];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn motif<'j>(json: &'j Value, name: &str) -> &'j Value {
    let motifs = json["motifs"].as_array().expect("a list");
    motifs.iter().find(|motif| motif["name"] == name).expect("the motif")
}

/// Communities have more triangles than the degrees ask for; the same on each device, and for any number of threads.
#[test]
fn triangles_of_teams_are_seen() {
    let folder = Folder::new();
    let cliques = (0..8).flat_map(|team| {
        let pairs = (0..5).flat_map(|u| (0..u).map(move |v| (u, v)));
        let within = pairs.map(move |(u, v)| (team * 5 + u, team * 5 + v));
        within.chain([(team * 5, (team * 5 + 5) % 40)])
    });
    folder.write("teams.el", cliques.map(|(u, v)| format!("{u} {v}\n")).collect::<String>());
    let command = "motifs teams.el -k 3 --null switching --samples 99 --seed 3";
    let expected = folder.json(&format!("{command} --device cpu --threads 1"));
    assert_keys(&expected, &["graph", "k", "induced", "null", "motifs", "device", "memory", "seconds"]);
    assert_seconds(&expected);
    assert_keys(&expected["null"], &["model", "seed", "samples", "samples_asked", "confidence", "mixing"]);
    let null = &expected["null"];
    assert_eq!((&null["model"], &null["seed"]), (&json!("switching"), &json!(3)));
    assert_eq!((&null["samples"], &null["samples_asked"]), (&json!(99), &json!(99)));
    let triangle = motif(&expected, "triangle");
    assert_keys(triangle, &[&["name", "pattern"][..], &FIGURES].concat());
    assert_eq!(
        (&triangle["count"], &triangle["p"], &triangle["q"]),
        (&json!(80), &json!(0.01), &json!(0.02))
    );
    assert!(number(&triangle["z"]) > 5.0 && number(&triangle["profile"]) > 0.7, "{triangle}");
    assert!(number(&motif(&expected, "wedge")["z"]) < -5.0);
    for how in all_devices()
        .iter()
        .map(|device| format!("--device {device}"))
        .chain(["--device cpu --threads 2".into()])
    {
        let found = folder.json(&format!("{command} {how}"));
        assert_eq!((&found["motifs"], &found["null"]), (&expected["motifs"], null), "{how}");
    }
    let other = folder.json(&command.replace("--seed 3", "--seed 4"));
    assert_ne!(motif(&other, "triangle")["mean"], triangle["mean"]);
}

/// Where degrees leave no choice, nothing varies: no z, and never a number that is none.
#[test]
fn a_star_has_no_z() {
    let folder = Folder::new();
    let command = "motifs star:6 -k 3 --null switching --samples 10";
    let wedge = motif(&folder.json(command), "wedge").clone();
    assert_eq!(
        (&wedge["count"], &wedge["mean"], &wedge["deviation"]),
        (&json!(15), &json!(15.0), &json!(0.0))
    );
    assert_eq!((&wedge["z"], &wedge["profile"], &wedge["p"]), (&Value::Null, &Value::Null, &json!(1.0)));
    let text = folder.output(command);
    let line = text.lines().find(|line| line.contains("wedge")).expect("the wedge");
    assert_eq!(
        line.split_whitespace().collect::<Vec<_>>(),
        ["15", "15.00", "0.0000", "-", "1", "1", "wedge", "a-b,", "b-c"]
    );
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    assert!(text.contains("\nnull    switching, seed 1: 10 samples"), "{text}");
}

#[test]
fn patterns_are_judged_as_motifs_are() {
    let folder = Folder::new();
    folder.write("club.el", KARATE);
    let motifs = folder.json("motifs club.el -k 3 --null switching --samples 50");
    let found = folder.json("count club.el triangle 'a-b, b-c, c-d, d-a, a-c' --null switching --samples 50");
    assert_keys(
        &found,
        &["graph", "induced", "semantics", "null", "patterns", "device", "memory", "seconds"],
    );
    let (triangle, diamond) = (&found["patterns"][0], &found["patterns"][1]);
    assert_keys(triangle, &[&["pattern"][..], &FIGURES].concat());
    for figure in ["count", "mean", "deviation", "z", "p"] {
        assert_eq!(triangle[figure], motif(&motifs, "triangle")[figure], "{figure}");
    }
    assert_eq!(diamond["pattern"], "a-b, b-c, c-d, d-a, a-c");
    let mixing = &motifs["null"]["mixing"];
    assert_keys(mixing, &["rounds", "switches_per_edge", "accepted", "left", "is_mixed"]);
    for model in ["gnm", "gnp"] {
        let drawn = folder.json(&format!("motifs club.el -k 3 --null {model} --samples 5"));
        assert_eq!(drawn["null"]["mixing"], Value::Null, "{model} switches no edges");
    }
    let text = folder.output("count club.el triangle --null gnm --samples 9");
    assert!(text.contains("\nnull    gnm, seed 1: 9 samples"), "{text}");
}

/// The same of directed graphs, whose triads have names.
#[test]
fn triads_are_judged_as_motifs_are() {
    let folder = Folder::new();
    let triads = (0..20)
        .flat_map(|at| [(0, 1), (1, 2), (0, 2), (2, 10)].map(|(u, v)| (3 * at + u, (3 * at + v) % 60)));
    folder.write("loops.el", triads.map(|(u, v)| format!("{u} {v}\n")).collect::<String>());
    let found = folder.json("motifs loops.el -k 3 --directed --null switching --samples 30 --keep-mutual");
    assert_eq!(found["motifs"].as_array().map(Vec::len), Some(13));
    let ahead = motif(&found, "030T");
    assert!(number(&ahead["z"]) > 5.0 && number(&ahead["count"]) >= 20.0, "{ahead}");
    folder.output("motifs loops.el -k 3 --directed --null switching --samples 9 --plot loops.svg");
    let svg = String::from_utf8(folder.read("loops.svg")).expect("UTF-8");
    assert!(svg.matches("<polygon").count() >= 13, "arcs have heads: {svg}");
    assert!(folder.complaint(2, "motifs loops.el -k 6 --directed --null switching").contains("6 vertices"));
}

/// A row for each sample, whose means are those that are told.
#[test]
fn counts_of_samples_are_written() {
    let folder = Folder::new();
    let command = "motifs karate -k 4 --null switching --samples 20 --sample-counts counts.csv";
    let found = folder.json(command);
    let text = String::from_utf8(folder.read("counts.csv")).expect("UTF-8");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("a header").split(',').collect();
    assert_eq!((names.len(), names[0]), (7, "sample"));
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|count| count.parse().expect("a number")).collect()).collect();
    assert_eq!((rows.len(), rows[19][0]), (20, 19.0));
    for (column, name) in names.iter().enumerate().skip(1) {
        let mean = rows.iter().map(|row| row[column]).sum::<f64>() / 20.0;
        assert!((number(&motif(&found, name)["mean"]) - mean).abs() < 1e-9, "{name}");
    }
    assert!(folder.complaint(2, command).contains("counts.csv: exists already"));
    folder.output(&format!("{command} --force"));
    folder.output(&command.replace("counts.csv", "counts.parquet"));
    assert!(folder.read("counts.parquet").starts_with(b"PAR1"));
}

#[test]
fn the_profile_is_drawn() {
    let folder = Folder::new();
    folder.output("motifs karate -k 4 --null switching --samples 20 --plot profile.svg");
    let svg = String::from_utf8(folder.read("profile.svg")).expect("UTF-8");
    assert!(svg.contains("Significance profile of karate: switching, 20 samples"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 24, "six motifs of four vertices");
}

/// Each network has the figures that it has alone, and all profiles are drawn over each other.
#[test]
fn networks_beside_each_other_have_their_own_figures() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("nets")).expect("a folder");
    folder.write("nets/club.el", KARATE);
    folder.write(
        "nets/ring.el",
        (0..30).map(|v| format!("{v} {}\n{v} {}\n", (v + 1) % 30, v * v % 30)).collect::<String>(),
    );
    let asked = "-k 4 --null switching --samples 20 --seed 5";
    let command = format!("motifs rmat:5 {asked} --beside nets star:6");
    let found = folder.json(&format!("{command} --plot all.svg"));
    assert_keys(&found, &["graphs", "k", "induced", "networks", "device", "memory", "seconds"]);
    let names = ["rmat:5", "nets/club.el", "nets/ring.el", "star:6"];
    let graphs: Vec<&Value> =
        found["graphs"].as_array().expect("a list").iter().map(|graph| &graph["path"]).collect();
    assert_eq!(graphs, names);
    for (name, network) in names.iter().zip(found["networks"].as_array().expect("a list")) {
        let alone = folder.json(&format!("motifs {name} {asked}"));
        assert_eq!((&network["motifs"], &network["null"]), (&alone["motifs"], &alone["null"]), "{name}");
    }
    let svg = String::from_utf8(folder.read("all.svg")).expect("UTF-8");
    assert!(names.iter().all(|name| svg.contains(name)), "{svg}");
    let text = folder.output(&command);
    let row = text.lines().find(|line| line.contains("diamond")).expect("a row");
    let parts: Vec<&str> = row.split_whitespace().take(4).collect();
    let diamond = |network: usize| {
        let motifs = found["networks"][network]["motifs"].as_array().expect("a list");
        let motif = motifs.iter().find(|motif| motif["name"] == "diamond").expect("the motif");
        motif["profile"].as_f64().map_or("-".to_owned(), |part| format!("{part:.3}"))
    };
    assert_eq!(parts, [0, 1, 2, 3].map(diamond), "{text}");
    folder.write("arcs.el", "1 2\n2 3\n1 3\n3 4\n4 5\n5 6\n6 4\n2 6\n");
    let arcs = folder.json("motifs arcs.el -k 3 --directed --null gnm --samples 9 --beside nets/ring.el");
    let alone = folder.json("motifs nets/ring.el -k 3 --directed --null gnm --samples 9");
    assert_eq!(arcs["networks"][1]["motifs"], alone["motifs"]);
    for (options, said) in [
        ("--null switching --sample-counts counts.csv", "--sample-counts"),
        ("--null switching --checkpoint c.json", "--checkpoint"),
        ("--null blocks", "--null blocks"),
        ("--labels some.labels --null switching", "--labels"),
        ("", "--null"),
    ] {
        let complaint = folder.complaint(2, &format!("motifs karate -k 3 {options} --beside rmat:5"));
        assert!(complaint.contains(said), "{options}: {complaint}");
    }
}

/// Coloured motifs are those of the graph and of random graphs, whose labels stay where they are; the same on each
/// device, from a checkpoint, and in the table.
#[test]
fn coloured_motifs_are_judged_as_motifs_are() {
    let folder = Folder::new();
    folder.write("club.el", KARATE);
    folder
        .write("club.txt", (1..=34).map(|v| format!("{v} {}\n", ["x", "x", "y"][v % 3])).collect::<String>());
    let coloured = "motifs club.el -k 3 --coloured --labels club.txt";
    let command = format!("{coloured} --null switching --samples 30");
    let expected = folder.json(&format!("{command} --device cpu --sample-counts counts.csv --plot all.svg"));
    assert_keys(
        &expected,
        &["graph", "k", "coloured", "induced", "null", "motifs", "device", "memory", "seconds"],
    );
    let motifs = expected["motifs"].as_array().expect("a list");
    let alone = folder.json(coloured);
    let there = alone["motifs"].as_array().expect("a list");
    for (motif, alone) in motifs.iter().filter(|motif| motif["count"] != json!(0)).zip(there) {
        assert_keys(motif, &[&["name", "pattern"][..], &FIGURES].concat());
        assert_eq!((&motif["pattern"], &motif["count"]), (&alone["pattern"], &alone["count"]));
    }
    assert!(motifs.len() >= there.len() && !there.is_empty());
    for device in all_devices() {
        assert_eq!(
            folder.json(&format!("{command} --device {device}"))["motifs"],
            expected["motifs"],
            "{device}"
        );
    }
    // Patterns are alone in their columns, as several motifs are wedges.
    let text = String::from_utf8(folder.read("counts.csv")).expect("UTF-8");
    assert_eq!(text.lines().count(), 31);
    assert!(text.starts_with("sample,\"(a:x)-(b:") && text.contains(", b-("), "{text}");
    assert!(folder.files().contains(&"all.svg".to_owned()));
    let resumed = format!("{coloured} --null switching --checkpoint c.json --resume --device cpu");
    let some = folder.json(&format!("{resumed} --samples 1000000000 --deadline 2s"));
    let more = some["null"]["samples"].as_u64().expect("a number") + 3;
    let done = folder.json(&format!("{resumed} --samples {more}"));
    let at_once = folder.json(&format!("{coloured} --null switching --samples {more}"));
    assert_eq!(done["motifs"], at_once["motifs"]);
    // Each vertex keeps its neighbours of each label: wedges that are open or closed by labels never vary.
    let edges = folder.json(&format!("{command} --within-labels --induced edge"));
    let wedges = edges["motifs"].as_array().expect("a list").iter().filter(|motif| motif["name"] == "wedge");
    assert!(wedges.clone().count() > 4);
    for wedge in wedges {
        assert_eq!((&wedge["z"], number(&wedge["deviation"])), (&Value::Null, 0.0), "{wedge}");
    }
    let text = folder.output(&command);
    assert!(
        text.contains("coloured motifs of 3 vertices (vertex-induced")
            && text.contains("\nnull    switching"),
        "{text}"
    );
}

/// A graph that is the only one of its degrees is never called mixed.
#[test]
fn random_graphs_that_are_the_graph_itself_are_said_to_be() {
    let folder = Folder::new();
    for command in ["motifs star:9 -k 3 --null switching", "motifs karate -k 3 --null switching --switches 0"]
    {
        let text = folder.output(&format!("{command} --samples 3"));
        assert!(text.contains("no edges exchanged ends: each is the graph itself\n"), "{text}");
    }
}

/// What is counted by the deadline is told, as what it is, and kept; more samples go on from there.
#[test]
fn a_deadline_leaves_what_is_counted() {
    let folder = Folder::new();
    let command = "motifs karate -k 3 --null switching --device cpu --checkpoint c.json --resume";
    let some = folder.json(&format!("{command} --samples 1000000000 --deadline 2s"));
    let samples = some["null"]["samples"].as_u64().expect("a number");
    assert_eq!(some["null"]["samples_asked"], 1_000_000_000);
    assert!((1..1_000_000_000).contains(&samples), "{samples}");
    assert!(folder.files().contains(&"c.json".to_owned()));
    let more = folder.json(&format!("{command} --samples {}", samples + 5));
    assert_eq!(folder.files(), Vec::<String>::new(), "the job is done");
    let at_once = folder.json(&format!("motifs karate -k 3 --null switching --samples {}", samples + 5));
    assert_eq!(more["motifs"], at_once["motifs"]);
    folder.json(&format!("{command} --samples 1000000000 --deadline 2s"));
    let other = folder.complaint(2, &format!("{command} --samples 10 --seed 2"));
    assert!(other.contains("an option differs"), "{other}");
}

#[test]
fn options_that_have_no_effect_are_refused() {
    let folder = Folder::new();
    folder.write("there.svg", "");
    for (options, said) in [
        ("--samples 5", "--null"),
        ("--null karate", "switching"),
        ("--null switching --samples 0", "--samples"),
        ("--checkpoint c.json", "--null"),
        ("--seed 5", "--null"),
        ("--connected", "--null"),
        ("--null switching --bins 5", "--bins"),
        ("--null switching --position x", "--position"),
        ("--null distance", "--position"),
        ("--null switching --plot profile.png", ".svg"),
        ("--null switching --plot there.svg", "exists already"),
        ("--null switching --sample-counts counts.doc", "counts.doc"),
        ("--null switching --sample-counts -", "standard output"),
    ] {
        let complaint = folder.complaint(2, &format!("motifs karate -k 3 {options}"));
        assert!(complaint.contains(said), "{options}: {complaint}");
    }
    let complaint = folder.complaint(2, "count karate triangle --null switching --or-estimate");
    assert!(complaint.contains("--or-estimate"), "{complaint}");
}
