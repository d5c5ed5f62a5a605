//! The command, end to end: the real binary, each test in a fresh folder.
//!
//! MOTHERLODE_COMMAND names another executable to test than the one just built, as on a machine without Rust.
//!
//! A new test goes where its command is; a test of a bug names the bug.

mod bicliques;
mod cliques;
mod commands;
mod compare;
mod count;
mod demo;
mod devices;
mod directed_graphlets;
mod estimate;
mod examples;
mod exists;
mod explain;
mod features;
mod files;
mod frequent;
mod fsm;
mod guide;
mod help;
mod inputs;
mod kept;
#[cfg(target_os = "linux")]
mod limits;
mod list;
mod local;
mod motifs;
mod names;
mod null;
mod output;
mod peeled;
mod pipes;
mod properties;
mod resume;
#[cfg(unix)]
mod signals;
mod significance;
mod significance_at_vertices;
mod tables;

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// A fresh folder, in which commands run.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).expect("a file in the temporary folder");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file in the temporary folder")
    }

    /// The names of its files.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the temporary folder");
        entries.map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8")).collect()
    }

    /// The command with these arguments, separated by blanks; `'…'` keeps blanks.
    fn motherlode(&self, arguments: &str) -> Command {
        let mut command = Command::new(executable());
        let quoted = arguments.split('\'').enumerate();
        let words = quoted.flat_map(|(part, text)| match part % 2 {
            0 => text.split_whitespace().collect(),
            _ => vec![text],
        });
        command.current_dir(self.0.path()).env_remove("RUST_BACKTRACE").args(words);
        command
    }

    /// What a command that succeeds, without a word on standard error, prints.
    fn output(&self, arguments: &str) -> String {
        let done = self.motherlode(arguments).assert().success().stderr("");
        String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8")
    }

    fn json(&self, arguments: &str) -> Value {
        let text = self.output(&format!("{arguments} --format json"));
        assert_eq!(text.lines().count(), 1, "one object on one line: {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    /// What a command that fails with `code` complains of. It prints nothing else, and it is no panic.
    fn complaint(&self, code: i32, arguments: &str) -> String {
        let failed = self.motherlode(arguments).assert().code(code).stdout("");
        let text = String::from_utf8(failed.get_output().stderr.clone()).expect("UTF-8");
        assert!(text.starts_with("motherlode: ") && text.ends_with('\n'), "{text}");
        assert!(!text.contains("internal error") && !text.contains("panicked"), "{text}");
        text
    }
}

/// Checks that these are the keys of an object, in any order.
fn assert_keys(object: &Value, expected: &[&str]) {
    let mut keys: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut expected = expected.to_vec();
    keys.sort_unstable();
    expected.sort_unstable();
    assert_eq!(keys, expected, "{object}");
}

/// Checks the times that a job reports.
fn assert_seconds(report: &Value) {
    let (seconds, parts) = (&report["seconds"], ["start", "load", "prepare", "plan", "transfer", "mine"]);
    assert_keys(seconds, &[&parts[..], &["total"]].concat());
    let sum: f64 = parts.iter().map(|part| seconds[part].as_f64().expect("a number")).sum();
    let total = seconds["total"].as_f64().expect("a number");
    // The device starts while the graph is read.
    let least = sum - seconds["start"].as_f64().expect("a number");
    assert!(sum > 0.0 && least <= total, "{least} in parts that follow each other, {total} in all");
}

/// Zachary's karate club, as text.
const KARATE: &[u8] = include_bytes!("../data/karate.el");

/// The graph of the examples in docs/patterns.md.
const PEOPLE: &[u8] = include_bytes!("../data/people.lg");

/// A graph whose ids are neither small nor consecutive: two triangles that share the edge 20-30, and a tail.
const TWO_TRIANGLES: &str = "10 20\n20 30\n30 10\n30 4000000000\n20 4000000000\n4000000000 7\n";

/// The command.
fn executable() -> PathBuf {
    std::env::var_os("MOTHERLODE_COMMAND")
        .map_or_else(|| env!("CARGO_BIN_EXE_motherlode").into(), PathBuf::from)
}

/// The devices of this machine, as `--device` takes them.
fn all_devices() -> Vec<String> {
    let listed = Folder::new().json("devices");
    let cards = listed["cards"].as_array().expect("a list").clone();
    let names = cards.into_iter().map(|card| card["device"].as_str().expect("a name").to_owned());
    ["auto".to_owned(), "cpu".to_owned()].into_iter().chain(names).collect()
}
