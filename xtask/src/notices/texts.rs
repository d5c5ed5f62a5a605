//! The texts of one package's licence.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use spdx::{Expression, Licensee};

use crate::metadata::Package;

/// How the names of the files begin.
const BEGINNINGS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
/// What begins the names of files that hold no licence, or not all of it.
const BESIDE: [&str; 2] = ["COPYRIGHT", "NOTICE"];
/// The words in their names that tell of which licence they are, and how SPDX has it begin.
const WORDS: [(&str, &str); 7] = [
    ("UNLICENSE", "Unlicense"),
    ("APACHE", "Apache-2.0"),
    ("BOOST", "BSL-1.0"),
    ("BSD", "BSD-"),
    ("MIT", "MIT"),
    ("UNICODE", "Unicode-"),
    ("ZLIB", "Zlib"),
];

pub(super) struct Texts {
    pub texts: BTreeSet<String>,
    /// Whether the package ships all of them.
    pub complete: bool,
}

/// The texts that a package ships for the licence that is taken of its choice, with its notices. Where it ships none, the standard
/// ones.
pub(super) fn of(
    package: &Package,
    license: &str,
    allowed: &[Licensee],
    standard: &Standard,
) -> Result<Texts> {
    let about = || format!("{} {}: {license}", package.name, package.version);
    let taken = Expression::parse(license)?.minimized_requirements(allowed).with_context(about)?;
    let taken: Vec<String> = taken.iter().map(ToString::to_string).collect();
    let mut files = files(package.folder()?)?;
    files.retain(|file| file.licence.is_none_or(|start| taken.iter().any(|name| name.starts_with(start))));
    let mut texts: BTreeSet<String> = BTreeSet::new();
    let mut complete = true;
    for licence in &taken {
        if !files.iter().any(|file| file.holds(licence)) {
            texts.insert(standard.of(licence, package).with_context(about)?);
            complete = false;
        }
    }
    // Of the C code in it. What is called COPYING there may be what one does not choose: zstd's is the GPL.
    if package.name.ends_with("-sys") {
        for folder in entries(package.folder()?)?.into_iter().filter(|path| path.is_dir()) {
            files.extend(self::files(&folder)?.into_iter().filter(|file| file.name.starts_with("LICEN")));
        }
    }
    for file in files {
        texts.insert(file.text()?);
    }
    Ok(Texts { texts, complete })
}

/// A file that has to do with a licence.
struct File {
    path: PathBuf,
    /// In capitals.
    name: String,
    /// How the licence begins that the name tells.
    licence: Option<&'static str>,
}

impl File {
    /// Whether the text of a licence is in it, as far as its name tells.
    fn holds(&self, licence: &str) -> bool {
        match self.licence {
            Some(start) => licence.starts_with(start),
            None => !BESIDE.iter().any(|start| self.name.starts_with(start)),
        }
    }

    /// What it says, without the differences that nobody sees.
    fn text(&self) -> Result<String> {
        let bytes = fs::read(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        Ok(lines.join("\n").trim_matches('\n').to_owned())
    }
}

fn files(folder: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for path in entries(folder)?.into_iter().filter(|path| path.is_file()) {
        let name = path.file_name().expect("an entry has a name").to_string_lossy().to_uppercase();
        if BEGINNINGS.iter().any(|start| name.starts_with(start)) {
            let word = WORDS.iter().find(|(word, _)| name.contains(word));
            files.push(File { path, name, licence: word.map(|&(_, start)| start) });
        }
    }
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>();
    read().with_context(|| format!("cannot read {}", folder.display()))
}

/// The texts of the licences that this project has itself.
pub(super) struct Standard {
    mit: String,
    apache: String,
}

/// Whose the project's own text of MIT says that it is.
const OWN: &str = "The Motherlode developers";

impl Standard {
    pub fn read(root: &Path) -> Result<Standard> {
        let read =
            |name: &str| fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"));
        let (mit, apache) = (read("LICENSE-MIT")?, read("LICENSE-APACHE")?);
        if !mit.contains(OWN) {
            bail!("LICENSE-MIT does not name {OWN}");
        }
        Ok(Standard { mit: mit.trim().to_owned(), apache: apache.trim().to_owned() })
    }

    pub fn mit(&self, authors: &str) -> String {
        self.mit.replace(OWN, authors)
    }

    fn of(&self, licence: &str, package: &Package) -> Result<String> {
        match licence {
            "MIT" => Ok(self.mit(&authors(package))),
            "Apache-2.0" => Ok(format!("Copyright {}\n\n{}", authors(package), self.apache)),
            _ => bail!("it ships no text of {licence}, and there is none here"),
        }
    }
}

fn authors(package: &Package) -> String {
    match &*package.authors {
        [] => format!("The authors of {}", package.name),
        authors => authors.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is taken of a package that has these files.
    fn taken(name: &str, license: &str, files: &[&str]) -> (Vec<String>, bool) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, format!("\n{file}  \r\n")).unwrap();
        }
        let package = serde_json::json!({
            "name": name, "version": "1.0.0", "license": license, "authors": ["A. Uthor"],
            "manifest_path": folder.path().join("Cargo.toml"),
        });
        let allowed = ["MIT", "Apache-2.0", "BSD-3-Clause"].map(|name| Licensee::parse(name).unwrap());
        let standard = Standard { mit: format!("MIT of {OWN}"), apache: "Apache".into() };
        let package = serde_json::from_value(package).unwrap();
        let Texts { texts, complete } = of(&package, license, &allowed, &standard).unwrap();
        (texts.into_iter().collect(), complete)
    }

    #[test]
    fn files_of_the_licence_that_is_taken() {
        let both = ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE", "README.md"];
        let cases: [(&str, &[&str], &[&str]); 5] = [
            ("Apache-2.0 OR MIT", &both, &["LICENSE-MIT", "NOTICE"]),
            ("Apache-2.0 AND MIT", &both, &["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"]),
            ("Apache-2.0", &["LICENSE.txt"], &["LICENSE.txt"]),
            ("Unlicense OR MIT", &["UNLICENSE", "copying"], &["copying"]),
            ("MIT", &["licence", "deep/LICENSE"], &["licence"]),
        ];
        for (license, files, expected) in cases {
            assert_eq!(
                taken("roads", license, files),
                (expected.iter().map(ToString::to_string).collect(), true)
            );
        }
        let (texts, _) = taken("roads-sys", "MIT", &["LICENSE", "roads/COPYING", "roads/LICENSE"]);
        assert_eq!(texts, ["LICENSE", "roads/LICENSE"], "the C code's own, too");
    }

    #[test]
    fn the_usual_text_where_there_is_none() {
        let cases =
            [("MIT OR Apache-2.0", "MIT of A. Uthor"), ("Apache-2.0", "Copyright A. Uthor\n\nApache")];
        for (license, expected) in cases {
            assert_eq!(taken("roads", license, &[]), (vec![expected.into()], false));
        }
        let (texts, complete) = taken("roads", "MIT", &["COPYRIGHT"]);
        assert_eq!((texts, complete), (vec!["COPYRIGHT".into(), "MIT of A. Uthor".into()], false));
    }
}
