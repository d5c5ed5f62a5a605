//! `motherlode count`.

use motherlode::plan::Feature;

use super::{Folder, all_devices, assert_keys, assert_seconds};

/// Counts in Zachary's karate club: pattern, edge-induced and vertex-induced count. Triangles and cliques are
/// published; all were counted by a brute-force program in Python over all injective maps, divided by the pattern's
/// automorphisms.
pub const KNOWN: [(&str, u64, u64); 11] = [
    ("wedge", 528, 393),
    ("triangle", 45, 45),
    ("3-star", 1764, 1098),
    ("4-path", 2371, 681),
    ("tailed-triangle", 924, 452),
    ("4-cycle", 154, 36),
    ("diamond", 151, 85),
    ("4-clique", 11, 11),
    ("house", 781, 139),
    ("5-cycle", 374, 20),
    ("5-clique", 2, 2),
];

#[test]
fn karate_on_every_device() {
    let folder = Folder::new();
    folder.write("karate.el", super::KARATE);
    for device in all_devices() {
        for (pattern, edge, vertex) in KNOWN {
            for (induced, count) in [("edge", edge), ("vertex", vertex)] {
                let json =
                    folder.json(&format!("count karate.el {pattern} --induced {induced} --device {device}"));
                assert_eq!(json["count"], count, "{pattern}, {induced}-induced, on {device}");
            }
        }
    }
}

#[test]
fn json_is_the_documented_object() {
    let folder = Folder::new();
    folder.write("tail.el", "10 20\n20 30\n30 10\n30 40\n40 30\n7 7\n");
    let json = folder.json("count tail.el wedge --induced vertex --device cpu --threads 2");
    assert_keys(
        &json,
        &["graph", "pattern", "induced", "semantics", "method", "count", "device", "memory", "seconds"],
    );
    assert_eq!(json["graph"], serde_json::json!({ "path": "tail.el", "vertices": 4, "edges": 4 }));
    assert_eq!(json["pattern"], "wedge");
    assert_eq!(json["induced"], "vertex");
    assert_eq!(json["semantics"], "subgraphs");
    assert_keys(&json["memory"], &["devices"]);
    let [device] = &json["memory"]["devices"].as_array().expect("a list")[..] else { panic!("{json}") };
    assert_keys(device, &["device", "peak_bytes"]);
    assert_eq!(device["device"], json["device"]);
    assert_eq!(json["count"], 2);
    assert_eq!(json["device"], "cpu (2 threads)");
    assert_seconds(&json);
}

#[test]
fn text_starts_with_the_count() {
    let folder = Folder::new();
    folder.write("tail.el", "10 20\n20 30\n30 10\n30 40\n40 30\n7 7\n");
    let text = folder.output("count tail.el 'a-b, b-c' --device cpu --threads 1");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "5 subgraphs match a-b, b-c (edge-induced, each counted once)");
    assert_eq!(lines[1], "graph   tail.el: 4 vertices, 4 edges (dropped: 1 duplicate, 1 self-loop)");
    assert_eq!(lines[2], "device  cpu (1 thread)");
    assert!(lines[3].starts_with("time    ") && lines.len() == 4, "{text}");
    assert!(folder.output("count tail.el triangle").starts_with("1 subgraph matches triangle"));
}

#[test]
fn a_pattern_is_the_same_by_name_and_by_edges() {
    let folder = Folder::new();
    for pattern in ["house", "'a-b-c-d-a, a-e-b'", "'0-1 1-2 2-3 3-0 0-4 4-1'"] {
        assert_eq!(folder.json(&format!("count karate {pattern}"))["count"], 781, "{pattern}");
    }
}

/// 2 · C(2^16, 4) is beyond 2^63, and C(2^17, 7) beyond 2^64: a star's centre of that degree has so many 7-stars.
#[test]
fn counts_beyond_64_bits_are_exact() {
    let leaves = 1u128 << 17;
    let stars = (0..7).map(|i| leaves - i).product::<u128>() / 5040;
    assert!(stars > u64::MAX.into());
    let text = Folder::new().output("count star:131072 7-star --format json");
    assert!(text.contains(&format!("\"count\":{stars},")), "{text}");
}

/// A budget that is too small for the best way was refused, though the walk fits.
#[test]
fn what_does_not_fit_is_walked() {
    let folder = Folder::new();
    for pattern in
        ["house", "tailed-triangle --induced vertex", "bull", "4-cycle", "5-clique", "house bull 5-path"]
    {
        let command = format!("count rmat:9 {pattern} --device cpu --format json");
        let whole = folder.output(&command);
        let whole: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
        let mut walked = 0;
        for memory in ["64K", "16K", "8K"] {
            let done = folder.motherlode(&format!("{command} --memory {memory}")).assert();
            let output = done.get_output();
            let said = String::from_utf8_lossy(&output.stderr);
            if output.status.code() == Some(1) {
                assert!(said.contains("--memory"), "{pattern} in {memory}: {said}");
                continue;
            }
            let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
            for (found, whole) in counts(&found).into_iter().zip(counts(&whole)) {
                assert_eq!(found["count"], whole["count"], "{pattern} in {memory}");
                let told = said.contains("does not fit in the memory");
                walked += usize::from(found["method"] != whole["method"]);
                assert!(told || found["method"] == whole["method"], "{pattern} in {memory}: {said}");
            }
        }
        assert!(walked > 0 || !pattern.contains("house"), "{pattern} fits in all");
    }
    let motifs = folder.json("motifs rmat:7 -k 5 --device cpu");
    let walked =
        folder.motherlode("motifs rmat:7 -k 5 --device cpu --memory 12K --format json").assert().success();
    let found: serde_json::Value = serde_json::from_slice(&walked.get_output().stdout).expect("JSON");
    assert_eq!(found["motifs"], motifs["motifs"]);
    assert!(String::from_utf8_lossy(&walked.get_output().stderr).contains("does not fit in the memory"));
}

/// The counts of one pattern, or of several.
fn counts(report: &serde_json::Value) -> Vec<serde_json::Value> {
    report["patterns"].as_array().cloned().unwrap_or_else(|| vec![report.clone()])
}

#[test]
fn memory_is_a_limit() {
    let folder = Folder::new();
    let json = folder.json("count rmat:7:5 4-clique --device cpu --memory 1GiB");
    assert_eq!(json["count"], 726);
    let complaint = folder.complaint(1, "count rmat:7:5 5-clique --device cpu --memory 10");
    assert!(complaint.contains("--memory") && complaint.contains("10 bytes"), "{complaint}");
}

#[test]
fn the_memory_that_a_job_took_is_reported() {
    let folder = Folder::new();
    let json = folder.json("count rmat:7:5 4-clique --method walk --device cpu --memory 1GiB");
    let device = &json["memory"]["devices"][0];
    assert_keys(device, &["device", "budget_bytes", "peak_bytes"]);
    let peak = device["peak_bytes"].as_u64().expect("a number");
    assert_eq!(device["budget_bytes"], 1 << 30);
    // A budget of what the job took is enough, and is used up.
    let again = folder.json(&format!("count rmat:7:5 4-clique --method walk --device cpu --memory {peak}"));
    assert_eq!(again["count"], 726);
    assert_eq!(again["memory"]["devices"][0]["peak_bytes"], peak);
    // Nothing is said of a graph that is not spread.
    let text = folder.output("count rmat:7:5 4-clique --method walk --device cpu --memory 1GiB");
    assert!(!text.contains("memory"), "{text}");
}

/// The CPU reads the graph where it is.
#[test]
fn host_memory_changes_nothing_on_the_cpu() {
    let folder = Folder::new();
    for job in ["count rmat:7:5 4-clique", "count karate 'a-b, b-c, !(d)-a'", "cliques rmat:7:5 --profile"] {
        let answer = |options: &str| {
            let mut json = folder.json(&format!("{job} --device cpu --threads 2 {options}"));
            assert!(json["memory"]["host_peak_bytes"].is_null(), "{json}");
            json.as_object_mut().expect("an object").remove("seconds").expect("times");
            json
        };
        let plain = answer("");
        for limit in ["0", "1", "4GiB"] {
            assert_eq!(answer(&format!("--host-memory {limit}")), plain, "{job}, {limit}");
        }
        assert_eq!(answer("--memory 1GiB --host-memory 0"), answer("--memory 1GiB"), "{job}");
    }
    let info = "info karate --triangles --device cpu";
    assert_eq!(folder.output(&format!("{info} --memory 1GiB --host-memory 0")), folder.output(info));
}

/// The graph is that of the reference generator; its counts by sums over powers of the adjacency matrix, in Python.
#[test]
fn generated_graphs_have_their_counts() {
    let folder = Folder::new();
    folder.output("generate rmat --scale 10 -o r10.csr");
    let counts =
        [("triangle", 77_155), ("4-cycle", 4_527_469), ("diamond", 5_268_811), ("4-clique", 419_360)];
    for (pattern, count) in counts {
        for threads in [1, 3] {
            let json = folder.json(&format!("count r10.csr {pattern} --device cpu --threads {threads}"));
            assert_eq!(json["count"], count, "{pattern} with {threads} threads");
        }
        assert_eq!(folder.json(&format!("count rmat:10 {pattern}"))["count"], count, "{pattern}");
    }
    assert_eq!(folder.json("count gnm:9:3000 4-cycle")["count"], 2132);
    assert_eq!(folder.json("count gnm:9:3000 diamond")["count"], 92);
}

#[test]
fn several_patterns_in_one_run() {
    let folder = Folder::new();
    folder.write("karate.el", super::KARATE);
    let names: Vec<&str> = KNOWN.iter().map(|(name, ..)| *name).collect();
    for (device, method) in all_devices().iter().flat_map(|d| ["best", "walk"].map(|method| (d, method))) {
        for (at, induced) in ["edge", "vertex"].into_iter().enumerate() {
            let options = format!("--device {device} --method {method} --induced {induced}");
            let json = folder.json(&format!("count karate.el {} {options}", names.join(" ")));
            assert_keys(&json, &["graph", "patterns", "device", "memory", "seconds"]);
            let found = json["patterns"].as_array().unwrap();
            assert_eq!(found.len(), KNOWN.len());
            for (found, (name, edge, vertex)) in found.iter().zip(KNOWN) {
                assert_keys(found, &["pattern", "induced", "semantics", "method", "count"]);
                assert_eq!((&found["pattern"], &found["induced"]), (&name.into(), &induced.into()));
                assert_eq!(found["count"], [edge, vertex][at], "{options}");
            }
        }
    }
    let text = folder.output("count karate.el house wheel --device cpu --threads 1");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("781 subgraphs match house"), "{text}");
    assert!(lines[1].contains(" wheel ") && lines[2].starts_with("graph ") && lines.len() == 5, "{text}");
    let complaint = folder.complaint(2, "count karate.el house wheel --checkpoint c.json");
    assert!(complaint.contains("--checkpoint"), "{complaint}");
    let complaint = folder.complaint(2, "count karate.el house hose");
    assert!(complaint.contains("hose"), "{complaint}");
}

#[test]
fn parts_of_the_planner_can_be_left_out() {
    let folder = Folder::new();
    for feature in Feature::ALL {
        let json = folder.json(&format!("count karate house --without {feature}"));
        // Whoever leaves out decomposition alone has nothing against formulas.
        let method = if feature == Feature::Decomposition { "formula" } else { "walk" };
        assert_eq!((&json["count"], &json["method"]), (&781.into(), &method.into()), "{feature}");
    }
    for (options, method) in [("", "decomposition"), ("--without decomposition", "walk")] {
        let json = folder.json(&format!("count rmat:7 6-cycle {options}"));
        assert_eq!((&json["count"], &json["method"]), (&34_240_157.into(), &method.into()), "{options}");
    }
    let forced = [
        ("house", "decomposition"),
        ("'a-b, a!c, b-c'", "supergraphs"),
        ("'a-b-c, !(d)-a'", "attributed walk"),
    ];
    for (pattern, method) in forced {
        let json = folder.json(&format!("count karate {pattern} --method decomposition"));
        assert_eq!(json["method"], method, "{pattern}");
    }
    let all: String = Feature::ALL.iter().map(|feature| format!(" --without {feature}")).collect();
    assert_eq!(folder.json(&format!("count karate house {all}"))["count"], 781);
    let complaint = folder.complaint(2, "count karate house --without everything");
    assert!(complaint.contains("symmetry-breaking"), "{complaint}");
    let help = folder.output("count --help");
    assert!(Feature::ALL.iter().all(|feature| help.contains(feature.name())), "{help}");
}

/// A hundred thousand threads would only wait for the cores, and for their stacks.
#[test]
fn threads_that_would_only_wait_are_not_started() {
    let folder = Folder::new();
    for way in ["option", "environment"] {
        let mut job = folder.motherlode("count karate triangle --device cpu");
        match way {
            "option" => job.args(["--threads", "100000"]),
            _ => job.env("RAYON_NUM_THREADS", "100000"),
        };
        let done = job.output().unwrap();
        let (said, complaint) =
            (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success() && said.contains("45 subgraphs"), "{way}: {said} {complaint}");
        assert!(complaint.contains("100000 threads are asked for"), "{way}: {complaint}");
        let most = 8 * std::thread::available_parallelism().unwrap().get();
        assert!(complaint.contains(&format!("and {most} started")), "{way}: {complaint}");
    }
}

/// Patterns that may follow from others are counted in parts where the graph leaves them to the walk.
#[test]
fn a_deadline_says_what_was_counted_by_the_walk() {
    let folder = Folder::new();
    let long = "count rmat:10:40 6-cycle --induced vertex --device cpu --deadline 3s";
    let complaint = folder.complaint(1, long);
    assert!(complaint.contains("only a part was counted"), "{complaint}");
    let done = folder.json("count karate '6-cycle' --induced vertex --deadline 1min");
    assert_eq!((&done["count"], &done["method"]), (&2.into(), &"walk".into()), "{done}");
}
