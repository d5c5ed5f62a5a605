//! What is compiled into what a release publishes, as `cargo tree` tells it: with the features that it is built with,
//! which `cargo metadata` does not tell.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use spdx::Expression;

use crate::tool;

/// The kernels are in each executable, compiled for the card.
const KERNELS: (&str, &str) = ("motherlode-device", "nvptx64-nvidia-cuda");

/// A package, as [`FORMAT`] has cargo print it.
#[derive(Debug, PartialEq, PartialOrd, Eq, Ord)]
pub(crate) struct Component {
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub license: String,
}

const FORMAT: &str = "{p}|{l}";

/// The packages that are compiled into a package of the workspace, itself among them, and into the kernels.
pub(crate) fn components(root: &Path, package: &str, triple: &str) -> Result<BTreeSet<Component>> {
    let mut components = BTreeSet::new();
    for (package, triple) in [(package, triple), KERNELS] {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(root).args(["tree", "--locked", "--edges=normal,no-proc-macro", "--prefix=none"]);
        cargo.args(["--package", package, "--format", FORMAT, "--target", triple]);
        for line in tool::output(&mut cargo)?.lines() {
            components.insert(component(line)?);
        }
    }
    Ok(components)
}

/// The package of a line: `name vVERSION (where it lies)|LICENCE (*)`.
fn component(line: &str) -> Result<Component> {
    let parts = line.split_once('|').and_then(|(package, license)| {
        let mut words = package.split(' ');
        Some((words.next()?, words.next()?.strip_prefix('v')?, license.trim_end_matches(" (*)")))
    });
    let (name, version, given) = parts.with_context(|| format!("cargo tree prints '{line}'"))?;
    let wrong = || format!("{name} is licensed under '{given}'");
    let license = Expression::canonicalize(given).with_context(wrong)?.unwrap_or_else(|| given.to_owned());
    Expression::parse(&license).with_context(wrong)?;
    Ok(Component { name: name.into(), version: version.into(), license })
}

/// The machine that this runs on, in rustc's words.
pub(crate) fn host_triple() -> Result<String> {
    let about_rustc = tool::output(Command::new("rustc").arg("-vV"))?;
    let triple = about_rustc.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(triple.context("rustc -vV names no host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_cargo() {
        let zstd = component("zstd-sys v2.0.16+zstd.1.5.7|MIT/Apache-2.0 (*)").unwrap();
        assert_eq!(
            (&*zstd.name, &*zstd.version, &*zstd.license),
            ("zstd-sys", "2.0.16+zstd.1.5.7", "MIT OR Apache-2.0")
        );
        let own = component("motherlode v0.1.0 (/some where)|MIT OR Apache-2.0").unwrap();
        assert_eq!((&*own.name, &*own.version), ("motherlode", "0.1.0"));
        for wrong in ["", "serde|MIT", "serde v1.0.0|", "serde v1.0.0|free"] {
            assert!(component(wrong).is_err(), "{wrong}");
        }
    }
}
