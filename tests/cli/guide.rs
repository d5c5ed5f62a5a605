//! The examples of docs/patterns.md: every command, with what it prints.

use super::{Folder, PEOPLE};

const GUIDE: &str = include_str!("../../docs/patterns.md");

/// The commands in the guide, each with the lines under it.
fn examples() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut examples: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut fenced = false;
    for line in GUIDE.lines() {
        if line.starts_with("```") {
            fenced = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ motherlode ") {
            examples.push((command, Vec::new()));
        } else if let (true, Some((_, printed))) = (fenced, examples.last_mut()) {
            printed.push(line);
        }
    }
    examples
}

#[test]
fn commands_print_what_the_guide_says() {
    let folder = Folder::new();
    folder.write("people.lg", PEOPLE);
    folder.write(
        "maximal.pattern",
        "a-b-c-a       # a triangle\n!(d)-a, d-b, d-c   # that no vertex makes a 4-clique\n",
    );
    let examples = examples();
    assert!(examples.len() >= 20, "{examples:?}");
    for (command, printed) in examples {
        let done = folder.motherlode(command).output().expect("the command runs");
        let text = String::from_utf8([done.stdout, done.stderr].concat()).expect("UTF-8");
        let first: Vec<&str> = text.lines().take(printed.len()).collect();
        assert_eq!(first, printed, "{command}");
    }
}

/// The graph and the file that the guide shows are those that the examples ran on.
#[test]
fn the_guide_shows_its_files() {
    let people = std::str::from_utf8(PEOPLE).expect("text");
    assert!(GUIDE.contains(&format!("```text\n{people}```\n")));
    assert!(GUIDE.contains(
        "```text\na-b-c-a       # a triangle\n!(d)-a, d-b, d-c   # that no vertex makes a 4-clique\n```\n"
    ));
}
