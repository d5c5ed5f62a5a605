//! The texts of one package's licence.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use spdx::{Expression, Licensee};

use super::files::{self, File};
use super::native;
use crate::metadata::Package;

pub(super) struct Texts {
    pub texts: BTreeSet<String>,
    /// Whether the package ships all of them.
    pub complete: bool,
}

/// The texts that a package ships for the licence that is taken of its choice, with its notices, and those for what it
/// brings along.
pub(super) fn of(
    package: &Package,
    license: &str,
    allowed: &[Licensee],
    standard: &Standard,
) -> Result<Texts> {
    let about = || format!("{} {}: {license}", package.name, package.version);
    let files = files::within(package.folder()?)?;
    let mut texts = chosen(files, license, &authors(package), allowed, standard).with_context(about)?;
    texts.texts.extend(native::texts(package)?);
    Ok(texts)
}

/// The texts among files for the licence that is taken of a choice, with notices. Where there are none, the standard
/// ones.
pub(super) fn chosen(
    mut files: Vec<File>,
    license: &str,
    authors: &str,
    allowed: &[Licensee],
    standard: &Standard,
) -> Result<Texts> {
    let taken = Expression::parse(license)?.minimized_requirements(allowed)?;
    let taken: Vec<String> = taken.iter().map(ToString::to_string).collect();
    files.retain(|file| file.licence.is_none_or(|start| taken.iter().any(|name| name.starts_with(start))));
    let mut texts = BTreeSet::new();
    let mut complete = true;
    for licence in &taken {
        if !files.iter().any(|file| file.holds(licence)) {
            texts.insert(standard.of(licence, authors)?);
            complete = false;
        }
    }
    texts.extend(files.into_iter().map(|file| file.text));
    Ok(Texts { texts, complete })
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

    fn of(&self, licence: &str, authors: &str) -> Result<String> {
        match licence {
            "MIT" => Ok(self.mit(authors)),
            "Apache-2.0" => Ok(format!("Copyright {authors}\n\n{}", self.apache)),
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
            "name": name, "version": "1.0.0", "license": license, "authors": ["A. Uthor"], "dependencies": [],
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
        let (texts, _) = taken("zstd-sys", "MIT", &["LICENSE", "zstd/COPYING", "zstd/LICENSE"]);
        assert_eq!(texts, ["LICENSE", "zstd/LICENSE"], "the C code's own, too");
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
