//! The examples of all help pages that ask for no file: what they print, as text and as JSON.

use std::fmt::Write as _;

use serde_json::Value;

use super::Folder;
use super::commands::{Known, all};

/// How many lines of an example are kept.
const LINES: usize = 8;

/// The examples of a command that are on the graph that comes with it, and on no other.
fn on_karate(command: &Known) -> impl Iterator<Item = &str> {
    let examples = command.examples().filter(|example| example.contains("karate"));
    examples.filter(|example| !example.contains(".csv") && !example.contains("-o "))
}

/// What a device, its memory and the time are is another on each machine.
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
        for example in on_karate(&command).filter(|example| !example.contains("json")) {
            writeln!(answers, "$ motherlode {example}").unwrap();
            let text = folder.output(example);
            let lines = text.lines().filter(|line| is_the_same_everywhere(line));
            lines.take(LINES).for_each(|line| writeln!(answers, "{line}").unwrap());
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
            let Some(report) = report(&folder, example) else { continue };
            let report: Value = serde_json::from_str(&report).expect("JSON");
            for key in report.as_object().expect("an object").keys() {
                assert!(
                    told.contains(&&**key),
                    "the help of {} does not name {key}: {printed}",
                    command.name
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
}

/// What an example prints as JSON; none where standard output gets rows, which have keys of their own.
fn report(folder: &Folder, example: &str) -> Option<String> {
    let format = if example.contains("--format") { "" } else { "--format json" };
    let done = folder.motherlode(&format!("{example} {format}")).output().expect("it runs");
    let text = String::from_utf8(done.stdout).expect("UTF-8");
    (done.status.success() && text.starts_with('{')).then_some(text)
}
