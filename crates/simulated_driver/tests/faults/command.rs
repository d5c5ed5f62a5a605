//! The command as a user has it, with the simulated driver as the one that it finds.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::simulated::library;

/// The command, which cargo builds for the tests of the whole workspace.
fn motherlode() -> PathBuf {
    let built = library()
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join("motherlode"))
        .find(|path| path.is_file());
    built.expect("the command is not built: run cargo build, or test the whole workspace")
}

/// A folder with the driver under its usual name.
fn driver() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(library(), folder.path().join("libcuda.so")).unwrap();
    folder
}

fn run(driver: &Path, fault: Option<&str>, arguments: &[&str]) -> (Option<i32>, String, String) {
    let fault = fault.map(|fault| ("SIMULATED_DRIVER_FAIL", fault));
    run_with(driver, fault.as_slice(), arguments)
}

fn run_with(driver: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(motherlode());
    command.env("LD_LIBRARY_PATH", driver).envs(variables.iter().copied()).args(arguments);
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_counts_on_the_card_that_it_finds() {
    let driver = driver();
    let (code, out, _) = run(driver.path(), None, &["devices"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("cuda:0  Simulated card, compute capability 8.0"), "{out}");
    let (code, out, _) = run(driver.path(), None, &["count", "karate", "triangle", "--format", "json"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("Simulated card") && out.contains("\"count\":45"), "{out}");
}

#[test]
fn a_driver_that_fails_is_exit_code_1_and_no_number() {
    let driver = driver();
    for fault in ["5+", "20", "40+", "60", "80+"] {
        let (code, out, error) =
            run(driver.path(), Some(fault), &["count", "karate", "house", "--device", "cuda"]);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{fault}: {error}");
        assert!(error.contains("the NVIDIA driver failed at"), "{fault}: {error}");
    }
}

#[test]
fn the_environment_says_how_many_cards_there_are_and_which_is_lost() {
    let driver = driver();
    let (code, out, _) = run_with(driver.path(), &[("SIMULATED_DRIVER_CARDS", "3")], &["devices"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("cuda:2  Simulated card 2") && !out.contains("cuda:3"), "{out}");

    let count = |device| ["count", "karate", "triangle", "--format", "json", "--device", device];
    let lost = [("SIMULATED_DRIVER_CARDS", "2"), ("SIMULATED_DRIVER_LOSE", "1:9")];
    let (code, out, _) = run_with(driver.path(), &lost, &count("cuda:0"));
    assert!(code == Some(0) && out.contains("\"count\":45"), "{out}");
    let (code, out, error) = run_with(driver.path(), &lost, &count("cuda:1"));
    assert_eq!((code, out.as_str()), (Some(1), ""), "{error}");
    assert!(error.contains("the NVIDIA driver failed at"), "{error}");
}

#[test]
fn an_environment_that_cannot_be_read_keeps_the_driver_from_starting() {
    let driver = driver();
    let wrong = [
        ("SIMULATED_DRIVER_CARDS", "0"),
        ("SIMULATED_DRIVER_CARDS", "9"),
        ("SIMULATED_DRIVER_LINKS", "no"),
        ("SIMULATED_DRIVER_HOST_BYTES", "4k"),
        ("SIMULATED_DRIVER_LOSE", "1"),
        ("SIMULATED_DRIVER_LOSE", "8:1"),
    ];
    for variable in wrong {
        let (code, _, error) =
            run_with(driver.path(), &[variable], &["count", "karate", "triangle", "--device", "cuda"]);
        assert_eq!(code, Some(1), "{variable:?}: {error}");
    }
}

/// A job that takes long enough for every card to join.
fn long_job(device: &str) -> [&str; 7] {
    ["count", "rmat:9", "house", "--method=walk", "--format=json", "--device", device]
}

#[test]
fn the_report_says_what_each_card_did() {
    let driver = driver();
    let cards = [("SIMULATED_DRIVER_CARDS", "3")];
    let (_, alone, _) = run_with(driver.path(), &cards, &long_job("cuda"));
    let alone: Value = serde_json::from_str(&alone).unwrap();
    assert!(alone["devices"].is_null(), "{alone}");
    for (device, workers) in [("cuda:2,0", 2), ("cuda:all", 3), ("all", 4)] {
        let (code, out, error) = run_with(driver.path(), &cards, &long_job(device));
        assert_eq!((code, &error[..]), (Some(0), ""), "{device}");
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["count"], alone["count"], "{device}");
        let devices = report["devices"].as_array().unwrap();
        assert_eq!(devices.len(), workers, "{report}");
        let share = |device: &Value| device["share"].as_f64().unwrap();
        assert!((devices.iter().map(share).sum::<f64>() - 1.0).abs() < 1e-9, "{report}");
        let names: Vec<&str> = devices.iter().map(|device| device["device"].as_str().unwrap()).collect();
        assert_eq!(report["device"], names.join(", "), "{report}");
    }
}

/// The bytes that a report has of a spread graph: on a card, on others, on the host.
fn bytes(device: &Value) -> [u64; 3] {
    bytes_of(&device["graph"])
}

fn bytes_of(graph: &Value) -> [u64; 3] {
    ["own_bytes", "neighbour_bytes", "host_bytes"].map(|place| graph[place].as_u64().unwrap())
}

#[test]
fn the_report_says_where_a_spread_graph_lay() {
    let driver = driver();
    let cards = [("SIMULATED_DRIVER_CARDS", "2")];
    let run = |command: &str| {
        let (code, out, error) = run_with(driver.path(), &cards, &command.split(' ').collect::<Vec<_>>());
        assert_eq!((code, &error[..]), (Some(0), ""), "{command}");
        out
    };
    let json =
        |command: &str| serde_json::from_str::<Value>(&run(&format!("{command} --format json"))).unwrap();
    let count = "count rmat:12 triangle";
    let whole = json(&format!("{count} --device cuda:0"));
    assert!(whole["memory"]["devices"][0]["graph"].is_null() && whole["memory"]["host_peak_bytes"].is_null());
    assert!(!run(&format!("{count} --device cuda:0")).contains("memory"));
    let planned = json("info rmat:12 --device cuda:0")["resident"]["oriented"]["own_bytes"].as_u64().unwrap();

    // A half on each of two cards, and a half on one, with the rest on the host.
    for (device, workers) in [("cuda:all", 2), ("cuda:0", 1)] {
        let options = format!("--device {device} --memory {}", planned * 4 / 5);
        let report = json(&format!("{count} {options}"));
        assert_eq!(report["count"], whole["count"], "{report}");
        let memory = &report["memory"];
        let devices = memory["devices"].as_array().unwrap();
        assert_eq!(devices.len(), workers, "{report}");
        // A card that comes too late for any work has nothing.
        for device in devices.iter().filter(|device| !device["graph"].is_null()) {
            let [own, neighbours, host] = bytes(device);
            let [budget, peak] = ["budget_bytes", "peak_bytes"].map(|what| device[what].as_u64().unwrap());
            assert!(own + neighbours + host >= planned && own <= peak && peak <= budget, "{report}");
            assert_eq!((neighbours > 0, host > 0), (workers == 2, workers == 1), "{report}");
            assert_eq!(memory["host_peak_bytes"].as_u64().unwrap_or(0), host, "{report}");
        }
        let text = run(&format!("{count} {options}"));
        let line = text.lines().find(|line| line.starts_with("memory  cuda:0 (Simulated card): "));
        let elsewhere = if workers == 2 { "on other cards" } else { "on the host" };
        assert!(
            line.is_some_and(|line| line.contains("of the graph here, ") && line.ends_with(elsewhere)),
            "{text}"
        );
        // What was planned is what came.
        let resident = &json(&format!("info rmat:12 {options}"))["resident"];
        assert_eq!(resident["oriented"], devices[0]["graph"], "{resident}");
        // To explain a pattern says the same of the lists that it is counted on.
        for (pattern, lists) in [("triangle", "oriented"), ("diamond", "oriented"), ("6-cycle", "whole")] {
            let explained = json(&format!("explain {pattern} rmat:12 {options}"));
            let [own, neighbours, host] = bytes_of(&explained["resident"]);
            assert_eq!([own, neighbours, host], bytes_of(&resident[lists]), "{explained}");
            let text = run(&format!("explain {pattern} rmat:12 {options}"));
            let line = text.lines().find(|line| line.starts_with("memory "));
            assert!(line.is_some_and(|line| line.contains(lists) && line.contains(elsewhere)), "{text}");
        }
    }
    assert!(json("explain triangle rmat:12")["resident"].is_null());
    let refused = run(&format!("info rmat:12 --device cuda:0 --memory {} --host-memory 0", planned / 2));
    assert!(refused.contains("oriented      does not fit: "), "{refused}");
}

/// `auto` with work that one card does at once: nothing is said of the others.
#[test]
fn cards_that_are_not_needed_are_not_mentioned() {
    let driver = driver();
    let cards = [("SIMULATED_DRIVER_CARDS", "2")];
    let (code, out, _) = run_with(driver.path(), &cards, &["exists", "karate", "triangle", "--format=json"]);
    assert_eq!(code, Some(0));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(!out.contains("cuda:1") && report["devices"].is_null(), "{out}");
    assert_eq!(report["memory"]["devices"].as_array().map(Vec::len), Some(1), "{out}");
}

#[test]
fn a_card_that_is_lost_is_left_out_and_named_once() {
    let driver = driver();
    for call in ["1:9", "1:150"] {
        let lost = [("SIMULATED_DRIVER_CARDS", "2"), ("SIMULATED_DRIVER_LOSE", call)];
        let (_, right, _) = run_with(driver.path(), &lost, &long_job("cuda:0"));
        let right: Value = serde_json::from_str(&right).unwrap();
        let (code, out, error) = run_with(driver.path(), &lost, &long_job("cuda:all"));
        assert_eq!(code, Some(0), "{error}");
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["count"], right["count"], "{call}");
        assert!(error.starts_with("motherlode: cuda:1") && error.lines().count() == 1, "{call}: {error}");
        assert!(error.contains("left out") && error.contains("the NVIDIA driver failed at"), "{error}");
        let reason = report["devices"][1]["left_out"].as_str().unwrap();
        assert!(error.contains(reason) && report["devices"][0]["left_out"].is_null(), "{report}");
    }
}

#[test]
fn devices_shows_the_links() {
    let driver = driver();
    let list = |links, format| {
        let variables = [("SIMULATED_DRIVER_CARDS", "3"), ("SIMULATED_DRIVER_LINKS", links)];
        let (code, out, error) = run_with(driver.path(), &variables, &["devices", "--format", format]);
        assert_eq!(code, Some(0), "{error}");
        out
    };
    let text = list("1", "text");
    assert!(text.contains("        direct link (rank 0, with native atomics) to cuda:1\n"), "{text}");
    assert!(list("0", "text").contains("        no direct link to cuda:1, cuda:2\n"));
    let links = |links| serde_json::from_str::<Value>(&list(links, "json")).unwrap()["links"].clone();
    assert_eq!(links("1").as_array().unwrap().len(), 6);
    let first = json!({"from": "cuda:0", "to": "cuda:1", "direct": true, "performance_rank": 0, "native_atomics": true});
    assert_eq!(links("1")[0], first);
    assert_eq!(links("0")[0], json!({"from": "cuda:0", "to": "cuda:1", "direct": false}));
}

#[test]
fn a_card_that_is_not_there_is_named() {
    let driver = driver();
    let cards = [("SIMULATED_DRIVER_CARDS", "2")];
    let (code, out, error) =
        run_with(driver.path(), &cards, &["count", "karate", "triangle", "--device", "cuda:0,9"]);
    assert_eq!((code, &out[..]), (Some(2), ""));
    assert!(error.contains("no card 9: this machine has 2"), "{error}");
}
