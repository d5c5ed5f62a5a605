//! Sources in other languages, which a package brings along and has compiled.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use super::files;
use crate::metadata::Package;

/// The packages that say that something else than Rust is linked with them, and the files with the licences of what
/// they bring along. Where there are none, they bring nothing.
const PACKAGES: [(&str, &[&str]); 4] = [
    // It names the interpreter that loads the module.
    ("pyo3", &[]),
    ("pyo3-ffi", &[]),
    // It is to be there once, and says so by a name.
    ("rayon-core", &[]),
    // Without its feature `zdict_builder`, whose sorting of suffixes is someone else's. COPYING is the GPL, which one
    // need not choose.
    ("zstd-sys", &["zstd/LICENSE"]),
];

/// The texts for what a package brings along. Fails for one that is in no row, so that none is forgotten.
pub(super) fn texts(package: &Package) -> Result<BTreeSet<String>> {
    let row = PACKAGES.iter().find(|(name, _)| *name == package.name);
    match row {
        None if package.may_be_native() => bail!(
            "{} {} may have sources in it that are not Rust's: say in xtask/src/notices/native.rs which files have their \
             licences",
            package.name,
            package.version
        ),
        None => Ok(BTreeSet::new()),
        Some((_, paths)) => {
            let folder = package.folder()?;
            paths.iter().map(|path| files::text(&folder.join(path))).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata;

    fn package(name: &str, links: Option<&str>, needs: &str, kind: &str) -> Package {
        let package = serde_json::json!({
            "name": name, "version": "1.2.3", "authors": [], "manifest_path": "/nowhere/Cargo.toml", "links": links,
            "dependencies": [{ "name": needs, "kind": kind }],
        });
        serde_json::from_value(package).unwrap()
    }

    #[test]
    fn what_may_bring_sources_along_is_in_a_row() {
        for forgotten in [
            package("roads", Some("road"), "libc", "build"),
            package("roads", None, "cc", "build"),
            package("roads", None, "cmake", "build"),
        ] {
            let error = texts(&forgotten).unwrap_err().to_string();
            assert!(error.starts_with("roads 1.2.3 may") && error.contains("native.rs"), "{error}");
        }
        for plain in [package("roads", None, "autocfg", "build"), package("roads", None, "cc", "dev")] {
            assert!(texts(&plain).unwrap().is_empty());
        }
        assert!(texts(&package("rayon-core", Some("rayon-core"), "libc", "build")).unwrap().is_empty());
        assert!(texts(&package("zstd-sys", Some("zstd"), "cc", "build")).is_err(), "the file is not there");
    }

    #[test]
    fn each_row_is_of_a_package_that_is_depended_on() {
        let packages = metadata::with_dependencies(&crate::root()).unwrap().packages;
        for (name, _) in PACKAGES {
            let package = packages.iter().find(|package| package.name == name);
            assert!(package.is_some_and(Package::may_be_native), "{name}");
        }
    }
}
