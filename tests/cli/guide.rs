//! The examples of docs/patterns.md and docs/motifs.md: every command, with what it prints.

use super::{Folder, PEOPLE};

const GUIDE: &str = include_str!("../../docs/patterns.md");
const OF_MOTIFS: &str = include_str!("../../docs/motifs.md");

pub const VERTICES: &str = "id,age,city,left\n1,34,Rome,false\n2,27,Oslo,true\n4,51,Rome,\n5,3,,\n";
pub const EDGES: &str = "source,target,weight,kind\n1,2,0.5,work\n1,2,2,family\n2,1,3,family\n2,4,1,work\n\
    4,1,2.5,work\n1,3,1,\n";

/// The arcs that the page of motifs shows.
const CELLS: &str = "1 2\n1 3\n2 3\n3 4\n4 3\n4 5\n5 1\n6 4\n6 5\n";
const LABELS_OF_CELLS: &str = "1 exc\n2 exc\n3 inh\n4 exc\n5 inh\n6 exc\n";

/// The commands in a guide, each with the lines under it.
fn examples(guide: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut examples: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut fenced = false;
    for line in guide.lines() {
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
    folder.write("people.csv", VERTICES);
    folder.write("links.csv", EDGES);
    folder.write(
        "maximal.pattern",
        "a-b-c-a       # a triangle\n!(d)-a, d-b, d-c   # that no vertex makes a 4-clique\n",
    );
    let examples = examples(GUIDE);
    assert!(examples.len() >= 20, "{examples:?}");
    check(&folder, examples);
}

#[test]
fn commands_print_what_the_page_of_motifs_says() {
    let folder = Folder::new();
    folder.write("cells.el", CELLS);
    folder.write("cells.txt", LABELS_OF_CELLS);
    let examples = examples(OF_MOTIFS);
    assert!(examples.iter().any(|(_, printed)| printed.len() == 18), "the whole census: {examples:?}");
    check(&folder, examples);
    for text in [CELLS, LABELS_OF_CELLS] {
        assert!(OF_MOTIFS.contains(&format!("```text\n{text}```\n")));
    }
}

fn check(folder: &Folder, examples: Vec<(&str, Vec<&str>)>) {
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
    for text in [people, VERTICES, EDGES] {
        assert!(GUIDE.contains(&format!("```text\n{text}```\n")));
    }
    assert!(GUIDE.contains(
        "```text\na-b-c-a       # a triangle\n!(d)-a, d-b, d-c   # that no vertex makes a 4-clique\n```\n"
    ));
}
