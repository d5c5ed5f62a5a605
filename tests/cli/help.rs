//! Help pages, completions, and the manual.

use super::Folder;

const COMMANDS: [&str; 18] = [
    "count",
    "list",
    "exists",
    "estimate",
    "local",
    "graphlets",
    "verify",
    "cliques",
    "motifs",
    "fsm",
    "frequent",
    "explain",
    "info",
    "convert",
    "generate",
    "devices",
    "completions",
    "man",
];

#[test]
fn short_help() {
    let folder = Folder::new();
    insta::assert_snapshot!("help_short", folder.output("-h"));
    for command in COMMANDS {
        insta::assert_snapshot!(format!("help_short_{command}"), folder.output(&format!("{command} -h")));
    }
}

#[test]
fn long_help() {
    let folder = Folder::new();
    insta::assert_snapshot!("help_long", folder.output("--help"));
    for command in [
        "count",
        "list",
        "exists",
        "estimate",
        "local",
        "cliques",
        "motifs",
        "fsm",
        "frequent",
        "generate",
        "generate rmat",
        "generate transactions",
    ] {
        let name = format!("help_long_{}", command.replace(' ', "_"));
        insta::assert_snapshot!(name, folder.output(&format!("{command} --help")));
    }
}

#[test]
fn help_fits_a_terminal() {
    let folder = Folder::new();
    let pages =
        COMMANDS.into_iter().flat_map(|command| [format!("{command} -h"), format!("{command} --help")]);
    for page in ["-h".to_owned(), "--help".to_owned()].into_iter().chain(pages) {
        let text = folder.output(&page);
        let longest = text.lines().max_by_key(|line| line.chars().count()).expect("a line");
        assert!(longest.chars().count() <= 79, "{page}: {longest}");
    }
}

/// `motherlode help` was no command.
#[test]
fn help_as_a_command() {
    let folder = Folder::new();
    assert_eq!(folder.output("help"), folder.output("--help"));
    assert_eq!(folder.output("help count"), folder.output("count --help"));
    assert_eq!(folder.output("help generate rmat"), folder.output("generate rmat --help"));
    assert!(folder.complaint(2, "help cuont").contains("cuont"));
}

#[test]
fn the_version() {
    let version = format!("motherlode {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(Folder::new().output("--version"), version);
}

#[test]
fn completions_for_every_shell() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = folder.output(&format!("completions {shell}"));
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
        assert!(script.contains("induced"), "{shell}");
    }
    folder.complaint(2, "completions tcsh");
}

#[test]
fn manual_pages() {
    let folder = Folder::new();
    assert!(folder.output("man").starts_with(".ie"));
    folder.output("man pages");
    for command in COMMANDS {
        let page = folder.read(&format!("pages/motherlode-{command}.1"));
        assert!(!page.is_empty(), "{command}");
    }
    let count = String::from_utf8(folder.read("pages/motherlode-count.1")).expect("UTF-8");
    assert!(count.contains("induced") && count.contains("Examples"), "{count}");
}
