//! Files that hold licences, in a package or on a page of such.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// How the names of the files begin.
const BEGINNINGS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
/// What begins the names of files that hold no licence, or not all of it.
const BESIDE: [&str; 2] = ["COPYRIGHT", "NOTICE"];
/// The words in their names that tell of which licence they are, and how SPDX has it begin.
const WORDS: [(&str, &str); 8] = [
    ("UNLICENSE", "Unlicense"),
    ("0BSD", "0BSD"),
    ("APACHE", "Apache-2.0"),
    ("BOOST", "BSL-1.0"),
    ("BSD", "BSD-"),
    ("MIT", "MIT"),
    ("UNICODE", "Unicode-"),
    ("ZLIB", "Zlib"),
];

/// A file that has to do with a licence.
pub(super) struct File {
    /// In capitals.
    name: String,
    /// How the licence begins that the name tells.
    pub licence: Option<&'static str>,
    /// What it says, without the differences that nobody sees.
    pub text: String,
}

impl File {
    /// A file with such a text, if its name says that it has to do with a licence.
    pub fn new(name: &str, text: impl FnOnce() -> Result<String>) -> Result<Option<File>> {
        let name = name.to_uppercase();
        if !BEGINNINGS.iter().any(|start| name.starts_with(start)) {
            return Ok(None);
        }
        let word = WORDS.iter().find(|(word, _)| name.contains(word));
        Ok(Some(File { licence: word.map(|&(_, start)| start), text: tidy(&text()?), name }))
    }

    /// Whether the text of a licence is in it, as far as its name tells.
    pub fn holds(&self, licence: &str) -> bool {
        match self.licence {
            Some(start) => licence.starts_with(start),
            None => !BESIDE.iter().any(|start| self.name.starts_with(start)),
        }
    }
}

/// Those in a folder.
pub(super) fn within(folder: &Path) -> Result<Vec<File>> {
    let paths = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    let mut files = Vec::new();
    for path in paths().with_context(|| format!("cannot read {}", folder.display()))? {
        if path.is_file() {
            let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
            files.extend(File::new(&name, || read(&path))?);
        }
    }
    Ok(files)
}

/// What a file says, as it stands in the notices.
pub(super) fn text(path: &Path) -> Result<String> {
    Ok(tidy(&read(path)?))
}

fn read(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
