//! Help pages, completions, and the manual.

use std::fmt::Write as _;

use super::Folder;
use super::commands::names;

/// Whose help tells the formats. It has a snapshot of its own, so that a new format changes no other.
const OF_FORMATS: [&str; 5] =
    ["<GRAPH>", "--input-format", "--extra-columns", "--directed", "--output-format"];

/// Help pages, each entry of which stands once, with the pages that have it: first the pages, with the names of their
/// entries. Beside them, the entries that tell formats.
fn pages_and_entries(pages: &[(String, String)]) -> (String, String) {
    let (mut heads, mut entries) = (String::new(), Vec::<(String, Vec<&str>)>::new());
    for (page, text) in pages {
        writeln!(heads, "=== {page}").unwrap();
        let (text, examples) = text.find("Examples:").map_or((&text[..], ""), |at| text.split_at(at));
        for part in parts(text) {
            // An entry is indented; all else is the page's own.
            if !part.starts_with("  ") {
                heads.push_str(&part);
                continue;
            }
            let name = part.trim_start().lines().next().unwrap_or_default();
            writeln!(heads, "    {}", name.split("  ").next().unwrap_or(name)).unwrap();
            // How wide the names of a page are decides where a short help breaks its lines.
            let is_short = part.lines().next().is_some_and(|line| line.trim().contains("  "));
            let entry = if is_short { part.split_whitespace().collect::<Vec<_>>().join(" ") } else { part };
            match entries.iter_mut().find(|(known, _)| *known == entry) {
                Some((_, pages)) => pages.push(page),
                None => entries.push((entry, vec![page])),
            }
        }
        heads.push_str(examples);
    }
    let mut formats = String::new();
    for (entry, pages) in entries {
        let name = entry.split_whitespace().next().unwrap_or_default();
        let text = if OF_FORMATS.contains(&name) { &mut formats } else { &mut heads };
        write!(text, "\n--- {}\n{}\n", pages.join(", "), entry.trim_end()).unwrap();
    }
    (heads, formats)
}

/// A page, cut where an entry begins or ends: entries are indented by up to eight blanks, and what is said of them by
/// more.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let begins = !line.trim().is_empty() && (1..=8).contains(&indent);
        let in_entry = parts.last().is_some_and(|part| part.starts_with("  "));
        if parts.is_empty() || begins || (in_entry && indent == 0 && !line.is_empty()) {
            parts.push(String::new());
        }
        let part = parts.last_mut().expect("one was pushed");
        part.push_str(line);
        part.push('\n');
    }
    parts
}

#[test]
fn help_pages() {
    let folder = Folder::new();
    let pages = |option: &str| {
        let made = ["generate rmat", "generate transactions"].map(str::to_owned);
        let names = names(&folder).into_iter().chain(made);
        let page = |name: String| {
            let text = folder.output(&format!("{name} {option}"));
            (name, text)
        };
        names.map(page).collect::<Vec<_>>()
    };
    insta::assert_snapshot!("help_short", folder.output("-h"));
    insta::assert_snapshot!("help_long", folder.output("--help"));
    let (short, short_formats) = pages_and_entries(&pages("-h"));
    let (long, long_formats) = pages_and_entries(&pages("--help"));
    insta::assert_snapshot!("help_short_commands", short);
    insta::assert_snapshot!("help_long_commands", long);
    insta::assert_snapshot!("help_formats", short_formats + &long_formats);
}

#[test]
fn help_fits_a_terminal() {
    let folder = Folder::new();
    let commands = names(&folder).into_iter();
    let pages = commands.flat_map(|command| [format!("{command} -h"), format!("{command} --help")]);
    for page in ["-h".to_owned(), "--help".to_owned()].into_iter().chain(pages) {
        let text = folder.output(&page);
        let longest = text.lines().max_by_key(|line| line.chars().count()).expect("a line");
        assert!(longest.chars().count() <= 79, "{page}: {longest}");
    }
}

/// Called alone, the command names three others, whose examples work, and how to see all.
#[test]
fn a_first_help() {
    let folder = Folder::new();
    let text = folder.complaint(2, "");
    assert!(text.lines().count() < 16 && text.lines().all(|line| line.chars().count() <= 79), "{text}");
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  motherlode ")).collect();
    let (examples, commands): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.contains("karate"));
    assert_eq!((commands.len(), examples.len()), (3, 2), "{text}");
    for example in examples {
        assert!(!folder.output(example).is_empty(), "{example}");
    }
    for command in commands {
        let name = command.split(' ').next().expect("a name");
        assert!(folder.output(&format!("{name} -h")).contains("<GRAPH>"), "{name}");
    }
    assert!(["motherlode -h", "motherlode --help"].iter().all(|way| text.contains(way)), "{text}");
    // A command of commands without one still lists its own.
    assert!(folder.complaint(2, "generate").contains("rmat"));
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

/// docs/usage.md lists the commands as the help does. As a snapshot, it is written anew where `INSTA_UPDATE` asks for it.
#[test]
fn the_documents_list_the_commands() {
    let usage = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/usage.md");
    let text = std::fs::read_to_string(usage).expect("docs/usage.md");
    let (begin, end) = ("```text\n$ motherlode -h\n", "\n```");
    let (before, rest) = text.split_once(begin).expect("the list of the commands");
    let (listed, after) = rest.split_once(end).expect("its end");
    let page = Folder::new().output("-h");
    let page = page.split_once("Options:").map_or(&*page, |(commands, _)| commands).trim_end();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        std::fs::write(usage, [before, begin, page, end, after].concat()).expect("docs/usage.md is written");
    } else {
        assert_eq!(listed, page, "docs/usage.md: write it anew by INSTA_UPDATE=always");
    }
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
        assert!(names(&folder).iter().all(|command| script.contains(command)), "{shell}");
        assert!(script.contains("induced"), "{shell}");
    }
    folder.complaint(2, "completions tcsh");
}

#[test]
fn manual_pages() {
    let folder = Folder::new();
    assert!(folder.output("man").starts_with(".ie"));
    folder.output("man pages");
    for command in names(&folder) {
        let page = folder.read(&format!("pages/motherlode-{command}.1"));
        assert!(!page.is_empty(), "{command}");
    }
    let count = String::from_utf8(folder.read("pages/motherlode-count.1")).expect("UTF-8");
    assert!(count.contains("induced") && count.contains("Examples"), "{count}");
}
