//! The examples of all help pages that ask for no file: what they print, as text and as JSON.

use std::fmt::Write as _;

use serde_json::Value;

use super::Folder;
use super::commands::{Known, all};

/// How many lines of an example are kept.
const LINES: usize = 8;

/// The examples of a command that are on the graph that comes with it, and on no other; on the CPU, as what is told of
/// how it was done is another on a card.
fn on_karate(command: &Known) -> impl Iterator<Item = String> {
    let examples = command.examples().filter(|example| example.contains("karate"));
    let examples = examples.filter(|example| !example.contains(".csv") && !example.contains("-o "));
    let device = if command.has_option("--device") { " --device cpu" } else { "" };
    examples.map(move |example| format!("{example}{device}"))
}

/// How many threads and cards there are, what memory is taken and how long it takes is another on each machine.
fn is_the_same_everywhere(line: &str) -> bool {
    !["device ", "memory ", "time "].iter().any(|start| line.starts_with(start))
        && !["cpu (", "cuda:"].iter().any(|device| line.contains(device))
}

/// A command that has such an example needs no test of how it words its answer.
#[test]
fn examples_answer() {
    let folder = Folder::new();
    let mut answers = String::new();
    for command in all(&folder) {
        for example in on_karate(&command) {
            writeln!(answers, "$ motherlode {example}").unwrap();
            if !example.contains("json") {
                let text = folder.output(&example);
                let lines = text.lines().filter(|line| is_the_same_everywhere(line));
                lines.take(LINES).for_each(|line| writeln!(answers, "{line}").unwrap());
            }
            if let Some(keys) = keys(&folder, &example) {
                writeln!(answers, "json    {}", keys.join(", ")).unwrap();
            }
        }
    }
    insta::assert_snapshot!("examples", answers);
}

/// Each key of what a command prints as JSON is named where its help says what that is.
#[test]
fn json_has_what_its_help_says() {
    let folder = Folder::new();
    let mut seen = 0;
    for command in all(&folder) {
        let Some(printed) = command.printed() else { continue };
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let told: Vec<&str> = printed.split(|c| !is_word(c)).collect();
        for example in on_karate(&command) {
            let Some(keys) = keys(&folder, &example) else { continue };
            for key in keys {
                assert!(told.contains(&&*key), "the help of {} does not name {key}: {printed}", command.name);
            }
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
}

/// The keys of what an example prints as JSON, sorted; none where standard output gets rows, which have keys of their own.
fn keys(folder: &Folder, example: &str) -> Option<Vec<String>> {
    let format = if example.contains("--format") { "" } else { "--format json" };
    let done = folder.motherlode(&format!("{example} {format}")).output().expect("it runs");
    let text = String::from_utf8(done.stdout).expect("UTF-8");
    if !done.status.success() || !text.starts_with('{') {
        return None;
    }
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let mut keys: Vec<String> = report.as_object().expect("an object").keys().cloned().collect();
    keys.sort_unstable();
    Some(keys)
}
