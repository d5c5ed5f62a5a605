//! `cargo xtask notices`: the licences of what others wrote and is compiled in. They ask that their texts travel along.

mod files;
mod native;
mod texts;
mod toolchain;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use spdx::Licensee;

use crate::compiled::{self, Component};
use crate::licenses;
use crate::metadata::{self, Package};
use texts::Texts;

/// What the file is called in what a release publishes.
pub(crate) const NAME: &str = "THIRD-PARTY-NOTICES";

/// Writes the licences of all packages that are compiled in, with the texts that they ship.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The package that they are compiled into
    #[arg(long, default_value = "motherlode")]
    package: String,
    /// The file to write
    #[arg(long, default_value = NAME)]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let page = page_of(&crate::root(), &args.package, &compiled::host_triple()?)?;
    std::fs::write(&args.out, page).with_context(|| format!("cannot write {}", args.out.display()))
}

/// What is compiled in, as it stands in the list, and the texts of its licence.
struct Notice {
    title: String,
    texts: BTreeSet<String>,
}

/// The page for a package of the workspace, for one kind of machine.
pub(crate) fn page_of(root: &Path, package: &str, triple: &str) -> Result<String> {
    let compiled = compiled::components(root, package, triple)?;
    let allowed = preferred(root)?;
    let standard = texts::Standard::read(root)?;
    let mut packages = metadata::with_dependencies(root)?.packages;
    packages.retain(|package| !package.is_of_workspace());
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    let mut notices = toolchain::notices(&allowed, &standard)?;
    for package in &packages {
        let is_it = |part: &&Component| part.name == package.name && part.version == package.version;
        if let Some(component) = compiled.iter().find(is_it) {
            notices.push(notice(package, component, &allowed, &standard)?);
        }
    }
    Ok(page(package, &notices))
}

/// The licences of deny.toml, of which the first that a package offers is taken: MIT before all others.
fn preferred(root: &Path) -> Result<Vec<Licensee>> {
    let mut allowed = licenses::allowed(&root.join("deny.toml"))?;
    let mit = Licensee::parse("MIT")?;
    allowed.sort_by_key(|licence| *licence != mit);
    Ok(allowed)
}

fn notice(
    package: &Package,
    component: &Component,
    allowed: &[Licensee],
    standard: &texts::Standard,
) -> Result<Notice> {
    let Component { name, version, license } = component;
    let Texts { texts, complete } = texts::of(package, license, allowed, standard)?;
    let aside = if complete { "" } else { " (it ships no text: this is the usual one)" };
    Ok(Notice { title: format!("{name} {version}: {license}{aside}"), texts })
}

/// The list, and then each text once, under all that it is for.
fn page(package: &str, notices: &[Notice]) -> String {
    let mut page = format!(
        "What others wrote and is compiled into {package}, each with its licence. Where there is a choice, MIT is\n\
         taken if it is offered. Below are the texts that must travel along, each under all that it is for.\n\n"
    );
    for notice in notices {
        page += &format!("{}\n", notice.title);
    }
    for (text, titles) in grouped(notices) {
        page += &format!("\n{}\n{}\n\n{text}\n", "=".repeat(80), titles.join("\n"));
    }
    page
}

/// The texts, in the order of what they are for.
fn grouped(notices: &[Notice]) -> Vec<(&str, Vec<&str>)> {
    let mut places = BTreeMap::new();
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for notice in notices {
        for text in &notice.texts {
            let place = *places.entry(text).or_insert(groups.len());
            if place == groups.len() {
                groups.push((text, Vec::new()));
            }
            groups[place].1.push(&notice.title);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(title: &str, texts: &[&str]) -> Notice {
        Notice { title: title.into(), texts: texts.iter().map(|&text| text.into()).collect() }
    }

    #[test]
    fn each_text_is_there_once_under_all_that_it_is_for() {
        let notices = [notice("a", &["free"]), notice("b", &["a notice", "free"]), notice("c", &["paid"])];
        let groups = grouped(&notices);
        let expected = [("free", vec!["a", "b"]), ("a notice", vec!["b"]), ("paid", vec!["c"])];
        assert_eq!(groups, expected);
        let page = page("roads", &notices);
        assert_eq!(page.matches("free").count(), 1);
        assert!(page.ends_with(&format!("{}\nc\n\npaid\n", "=".repeat(80))), "{page}");
    }

    /// What follows the list, for one package.
    fn texts_for<'page>(page: &'page str, name: &str) -> Vec<&'page str> {
        let separator = format!("\n{}\n", "=".repeat(80));
        let groups = page.split(&*separator).skip(1);
        groups.filter(|group| group.lines().any(|line| line.starts_with(&format!("{name} ")))).collect()
    }

    #[test]
    fn the_page_of_this_workspace() {
        let of = |package| page_of(&crate::root(), package, "x86_64-unknown-linux-gnu").unwrap();
        let page = of("motherlode");
        let holds = |name: &str, text: &str| texts_for(&page, name).iter().any(|group| group.contains(text));
        for (name, text) in [
            ("rayon", "Permission is hereby granted"),
            ("Rust's", "The Rust Project Developers"),
            ("Rust's", "UNICODE LICENSE V3"),
            ("compiler_builtins", "LLVM Exceptions to the Apache 2.0 License"),
            // Of the packages in the standard library: one on its page, one on the compiler's.
            ("gimli", "Permission is hereby granted"),
            ("addr2line", "Permission is hereby granted"),
            // Its own, and that of the C library in it.
            ("zstd-sys", "Alexandre Bury"),
            ("zstd-sys", "Meta Platforms"),
            ("parquet", "The Apache Software Foundation"),
            // It is in the kernels alone.
            ("gpu_rand", "Developers of the Rand project"),
            // It ships none.
            ("cust_core", "Permission is hereby granted"),
        ] {
            assert!(holds(name, text), "{name}: {text}");
        }
        assert!(!holds("rayon", "Apache License"), "one of a choice is enough");
        assert!(!page.contains("GNU GENERAL PUBLIC"));
        // What is ours, what tests need, and what runs in the compiler.
        for name in ["motherlode-data", "insta", "serde_derive", "pyo3"] {
            assert_eq!(texts_for(&page, name).len(), 0, "{name}");
        }
        assert_eq!(page, of("motherlode"), "once more");
        assert_ne!(texts_for(&of("motherlode-python"), "pyo3").len(), 0);
    }
}
