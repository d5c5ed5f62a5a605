//! `cargo xtask new format NAME`: a format of graphs, which docs/add-a-format.md explains.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

const TABLE: &str = "host/data/graph/read/formats.rs";
const READERS: &str = "host/data/graph/read/mod.rs";
const TESTS: &str = "tests/readers/main.rs";

/// Begins a format of graphs: its reader, its row, a seed for fuzzing, and a test that fails until the reader is written.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What the command is to call it: small letters, digits and hyphens.
    name: String,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let root = crate::root();
    let names = Names::of(&args.name)?;
    let (new, changed) = (names.files(), names.changes(&root)?);
    if let Some((path, _)) = new.iter().find(|(path, _)| root.join(path).exists()) {
        bail!("{path} is there already");
    }
    for (path, text) in new.iter().chain(&changed) {
        let folder = root.join(path).parent().expect("a file is in a folder").to_owned();
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        fs::write(root.join(path), text).with_context(|| format!("cannot write {path}"))?;
        println!("{path}");
    }
    println!(
        "`cargo test --test readers` fails until the reader is written; docs/add-a-format.md says what else there is"
    );
    Ok(())
}

/// What a format is called: by the command, as a module, and as a variant.
struct Names {
    name: String,
    module: String,
    variant: String,
}

impl Names {
    fn of(name: &str) -> Result<Names> {
        let is_word =
            |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let well_formed = name.split('-').all(|word| !word.is_empty() && is_word(word));
        ensure!(
            well_formed && name.starts_with(|first: char| first.is_ascii_lowercase()),
            "`{name}` is no name of a format: small letters, digits and hyphens, as `edge-list`"
        );
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        Ok(Names {
            name: name.to_owned(),
            module: name.replace('-', "_"),
            variant: name.split('-').map(capital).collect(),
        })
    }

    /// The files that are new: where, and what is in them.
    fn files(&self) -> [(String, String); 3] {
        let filled = |text: &str| {
            text.replace("NAME", &self.name).replace("MODULE", &self.module).replace("VARIANT", &self.variant)
        };
        [
            (format!("host/data/graph/read/{}.rs", self.module), filled(include_str!("format/reader.txt"))),
            (format!("tests/readers/{}.rs", self.module), filled(include_str!("format/test.txt"))),
            (format!("fuzz/seeds/graphs/{}/edges", self.name), filled("NAME\n1 2\n3 1\n")),
        ]
    }

    /// The files that get a line.
    fn changes(&self, root: &Path) -> Result<[(String, String); 3]> {
        let read = |path| fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"));
        let row = format!("    /// {}: what it is.\n    {} = {},\n", self.name, self.variant, self.module);
        Ok([
            (TABLE.to_owned(), with_row(&read(TABLE)?, &row)?),
            (READERS.to_owned(), with_module(&read(READERS)?, &self.module)?),
            (TESTS.to_owned(), with_module(&read(TESTS)?, &self.module)?),
        ])
    }
}

/// The table with a row more at its end.
fn with_row(table: &str, row: &str) -> Result<String> {
    let start = table.find("\nformats! {\n").with_context(|| format!("{TABLE} has no table"))?;
    let length = table[start..].find("\n}\n").with_context(|| format!("the table of {TABLE} has no end"))?;
    let (before, after) = table.split_at(start + length + 1);
    Ok(format!("{before}{row}{after}"))
}

/// A file with a module more, in the order of their names.
fn with_module(text: &str, module: &str) -> Result<String> {
    let line = format!("mod {module};");
    let mut modules = text.lines().filter(|line| line.starts_with("mod ") && line.ends_with(';'));
    ensure!(text.lines().all(|other| other != line), "there is a module {module} already");
    let place = match modules.clone().find(|&other| other > line.as_str()) {
        Some(next) => text.find(&format!("\n{next}\n")).context("modules begin a line each")? + 1,
        None => {
            let last = modules.next_back().context("there are no modules")?;
            text.find(&format!("\n{last}\n")).context("modules begin a line each")? + last.len() + 2
        }
    };
    let (before, after) = text.split_at(place);
    Ok(format!("{before}{line}\n{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_has_three_names() {
        let names = Names::of("adjacency-list2").unwrap();
        assert_eq!((&*names.module, &*names.variant), ("adjacency_list2", "AdjacencyList2"));
        for name in ["", "-", "a--b", "Gml", "6graph", "a_b", "a b"] {
            assert!(Names::of(name).is_err(), "{name}");
        }
    }

    #[test]
    fn modules_stand_in_order() {
        let text = "//! Readers.\n\nmod b;\nmod d;\n\nuse x;\n";
        for (module, expected) in
            [("a", "\nmod a;\nmod b;\n"), ("c", "\nmod c;\nmod d;\n"), ("e", "\nmod d;\nmod e;\n\n")]
        {
            let text = with_module(text, module).unwrap();
            assert!(text.contains(expected), "{text}");
        }
        assert!(with_module(text, "d").is_err());
    }

    /// Against the files as they are: all that is written is Rust, and the table ends with the row.
    #[test]
    fn a_skeleton_fits_the_files() {
        let names = Names::of("made-up").unwrap();
        let changed = names.changes(&crate::root()).unwrap();
        assert!(changed[0].1.contains("    MadeUp = made_up,\n}\n"), "{}", changed[0].1);
        for (path, text) in names.files().iter().chain(&changed).filter(|(path, _)| path.ends_with(".rs")) {
            syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(path.ends_with("made_up.rs") || text.contains("made_up"), "{path}");
        }
    }
}
