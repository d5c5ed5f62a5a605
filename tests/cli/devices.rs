//! `motherlode devices`, and `--device`.

use super::commands::of_graphs;
use super::{Folder, all_devices, assert_keys};

/// How many cards this machine has.
fn cards() -> usize {
    all_devices().iter().filter(|device| device.starts_with("cuda")).count()
}

#[test]
fn the_cpu_is_always_there() {
    let folder = Folder::new();
    assert!(folder.output("devices").starts_with("cpu "));
    assert!(folder.json("devices")["cpu"]["threads"].as_u64().expect("a number") >= 1);
}

#[test]
fn without_a_card_it_says_what_was_looked_for() {
    let folder = Folder::new();
    let listed = folder.json("devices");
    if listed["cards"].as_array().is_some_and(|cards| !cards.is_empty()) {
        assert!(listed["without_cards"].is_null());
        assert!(listed["driver"].as_str().is_some_and(|version| version.contains('.')), "{listed}");
        return;
    }
    let reason = listed["without_cards"].as_str().expect("a reason");
    assert!(reason.contains("driver"), "{reason}");
    assert!(folder.output("devices").contains(reason));
    // To ask for a card that is not there is an error; to leave the choice is not.
    let complaint = folder.complaint(2, "count karate triangle --device cuda:0");
    assert!(complaint.contains(reason), "{complaint}");
    let device = folder.json("count karate triangle --device auto")["device"].clone();
    assert!(device.as_str().is_some_and(|device| device.starts_with("cpu ")), "{device}");
}

#[test]
fn a_card_beyond_the_last() {
    let (next, other) = (cards(), cards() + 1);
    for (beyond, device) in [(next, format!("cuda:{next}")), (other, format!("cuda:0,{other}"))] {
        let complaint = Folder::new().complaint(2, &format!("count karate triangle --device {device}"));
        let named = complaint.contains(&format!("no card {beyond}:")) && complaint.contains("devices");
        assert!(complaint.contains("driver") || named, "{complaint}");
    }
}

#[test]
fn a_device_of_another_name() {
    for name in ["gpu", "cuda:x", "cuda:", "CPU", "cuda:0,", "cuda:0,x", "cpu,cuda", "cuda:0,all"] {
        let complaint = Folder::new().complaint(2, &format!("count karate triangle --device {name}"));
        assert!(complaint.contains(&format!("'{name}'")) && complaint.contains("cuda:N"), "{complaint}");
    }
}

#[test]
fn a_card_that_is_named_twice() {
    let complaint = Folder::new().complaint(2, "count karate triangle --device cuda:0,1,0");
    assert!(complaint.contains("names card 0 twice"), "{complaint}");
}

#[test]
fn several_cards_where_there_is_none() {
    if cards() > 0 {
        return;
    }
    let folder = Folder::new();
    let one = folder.complaint(2, "count karate triangle --device cuda");
    assert!(one.contains("driver") && one.contains("(--device cpu)"), "{one}");
    for several in ["cuda:all", "cuda:0,1", "cuda:1,9"] {
        assert_eq!(
            folder.complaint(2, &format!("count karate triangle --device {several}")),
            one,
            "{several}"
        );
    }
}

/// What a job prints as JSON, without its times and devices.
fn answer(folder: &Folder, job: &str, device: &str) -> serde_json::Value {
    let mut report = folder.json(&format!("{job} --device {device}"));
    let fields = report.as_object_mut().expect("an object");
    for field in ["device", "devices", "seconds"] {
        fields.remove(field);
    }
    report
}

/// Those that tell of the devices themselves: what they print is not the same on others.
const OF_DEVICES: [&str; 3] = ["explain", "info", "verify"];

#[test]
fn every_command_gives_the_answer_of_one_device() {
    let folder = Folder::new();
    let commands = of_graphs(&folder).into_iter();
    for command in
        commands.filter(|command| command.has_option("--device") && !OF_DEVICES.contains(&&*command.name))
    {
        let job = command.on("karate", "house");
        // What follows is of this run.
        let found = |device| {
            let text = folder.output(&format!("{job} --device {device}"));
            text.lines().take_while(|line| !line.starts_with("device")).map(str::to_owned).collect::<Vec<_>>()
        };
        let of_one = found("cpu");
        assert!(!of_one.is_empty(), "{job}");
        assert_eq!(found("all"), of_one, "{job}");
    }
}

#[test]
fn all_devices_together_give_the_answer_of_one() {
    let folder = Folder::new();
    for job in [
        "count rmat:8 triangle",
        "count rmat:8 house --method walk",
        "count rmat:7 5-cycle wheel 'a-b, b-c, !(d)-a' --induced vertex",
        "cliques rmat:8 --profile",
        "cliques rmat:8 --maximal",
        "cliques rmat:8 --max-clique",
        "motifs rmat:7 -k 5",
        "cores rmat:8",
        "trusses rmat:8",
        "exists karate house",
        "local karate triangle --anchor 1",
        "info rmat:8 --triangles",
    ] {
        assert_eq!(answer(&folder, job, "all"), answer(&folder, job, "cpu"), "{job}");
    }
    for job in [
        "list rmat:8 diamond",
        "local rmat:7 triangle",
        "graphlets rmat:6 -k 4",
        "cores rmat:8 -o -",
        "trusses rmat:8 -o -",
        "nuclei rmat:8 -o -",
    ] {
        let rows = |device| folder.output(&format!("{job} --device {device}"));
        assert_eq!(rows("all"), rows("cpu"), "{job}");
    }
    assert_eq!(folder.json("verify karate house --device all")["agree"], true);
}

#[test]
fn the_report_says_what_each_of_several_devices_did() {
    let folder = Folder::new();
    let job = "count rmat:8 house --method walk --device";
    let keys = ["graph", "pattern", "induced", "semantics", "method", "count", "device", "memory", "seconds"];
    assert_keys(&folder.json(&format!("{job} cpu")), &keys);
    let report = folder.json(&format!("{job} all"));
    if cards() == 0 {
        assert_keys(&report, &keys);
        assert_eq!(report["device"], folder.json(&format!("{job} cpu"))["device"]);
        return;
    }
    assert_keys(&report, &[&keys[..], &["devices"]].concat());
    let devices = report["devices"].as_array().expect("a list");
    assert_eq!(devices.len(), cards() + 1, "{report}");
    let share = |device: &serde_json::Value| device["share"].as_f64().expect("a number");
    assert!((devices.iter().map(share).sum::<f64>() - 1.0).abs() < 1e-9, "{report}");
    for device in devices {
        assert_keys(device, &["device", "tasks", "share", "busy_seconds"]);
        let name = device["device"].as_str().expect("a name");
        assert!(report["device"].as_str().is_some_and(|all| all.contains(name)), "{report}");
    }
}

#[test]
fn the_links_between_cards_are_listed() {
    let (listed, cards) = (Folder::new().json("devices"), cards());
    if cards < 2 {
        assert!(listed["links"].is_null(), "{listed}");
        return;
    }
    let links = listed["links"].as_array().expect("a list");
    assert_eq!(links.len(), cards * (cards - 1), "{listed}");
    for link in links {
        match link["direct"].as_bool().expect("true or false") {
            true => assert_keys(link, &["from", "to", "direct", "performance_rank", "native_atomics"]),
            false => assert_keys(link, &["from", "to", "direct"]),
        }
    }
}
