//! What is compiled into the executable, as CycloneDX tells it (a software bill of materials).

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use spdx::Expression;

use super::release::Release;
use crate::tool;

/// A package, as [`FORMAT`] has cargo print it.
#[derive(Debug, PartialEq, PartialOrd, Eq, Ord)]
struct Component {
    name: String,
    version: String,
    license: String,
}

const FORMAT: &str = "{p}|{l}";

/// Writes the bill.
pub(super) fn make(root: &Path, release: &Release, out: &Path) -> Result<()> {
    let bill = bill(&components(root, &release.triple)?, release)?;
    super::write(&out.join(format!("{}.cdx.json", release.name())), format!("{bill:#}\n"))
}

/// The packages, with the features that the executable is built with, which `cargo metadata` does not tell.
fn components(root: &Path, triple: &str) -> Result<BTreeSet<Component>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args([
        "tree",
        "--locked",
        "--package=motherlode",
        "--edges=normal,no-proc-macro",
    ]);
    cargo.args(["--prefix=none", "--format", FORMAT, "--target", triple]);
    tool::output(&mut cargo)?.lines().map(component).collect()
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

fn bill(components: &BTreeSet<Component>, release: &Release) -> Result<Value> {
    let own = components.iter().find(|component| component.name == "motherlode");
    let own = own.context("motherlode is not among its packages")?;
    let timestamp = humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(release.time));
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": timestamp.to_string(),
            "component": described(own, "application"),
        },
        "components":
            components.iter().filter(|&part| part != own).map(|part| described(part, "library")).collect::<Vec<_>>(),
    }))
}

fn described(component: &Component, kind: &str) -> Value {
    let Component { name, version, license } = component;
    let address = format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"));
    json!({
        "type": kind,
        "bom-ref": address,
        "name": name,
        "version": version,
        "licenses": [{ "expression": license }],
        "purl": address,
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn lines_of_cargo() {
        let zstd = component("zstd-sys v2.0.16+zstd.1.5.7|MIT/Apache-2.0 (*)").unwrap();
        assert_eq!(
            (&*zstd.name, &*zstd.version, &*zstd.license),
            ("zstd-sys", "2.0.16+zstd.1.5.7", "MIT OR Apache-2.0")
        );
        assert_eq!(described(&zstd, "library")["purl"], "pkg:cargo/zstd-sys@2.0.16%2Bzstd.1.5.7");
        let own = component("motherlode v0.1.0 (/some where)|MIT OR Apache-2.0").unwrap();
        assert_eq!((&*own.name, &*own.version), ("motherlode", "0.1.0"));
        for wrong in ["", "serde|MIT", "serde v1.0.0|", "serde v1.0.0|free"] {
            assert!(component(wrong).is_err(), "{wrong}");
        }
    }

    /// The shape is that of the specification, whose own schema it was checked by once.
    #[test]
    fn the_bill_of_this_workspace() {
        let release =
            Release { version: "0".into(), triple: "any".into(), time: 86_400, target: PathBuf::new() };
        let components = components(&crate::root(), "x86_64-unknown-linux-gnu").unwrap();
        let bill = bill(&components, &release).unwrap();
        assert_eq!((&bill["bomFormat"], &bill["version"]), (&json!("CycloneDX"), &json!(1)));
        assert_eq!(bill["metadata"]["timestamp"], "1970-01-02T00:00:00Z");
        assert_eq!(bill["metadata"]["component"]["name"], "motherlode");
        let parts = bill["components"].as_array().unwrap();
        let named = |name: &str| parts.iter().filter(|part| part["name"] == name).count();
        assert_eq!(["clap", "rayon", "zstd-sys", "motherlode-device"].map(named), [1; 4]);
        // What tests need, and what runs in the compiler, is not in it.
        assert_eq!(["insta", "serde_derive", "motherlode", "pyo3"].map(named), [0; 4]);
        let references: BTreeSet<_> = parts.iter().map(|part| part["bom-ref"].to_string()).collect();
        assert_eq!(references.len(), parts.len());
        for part in parts {
            assert_eq!(part["type"], "library");
            assert!(
                part["licenses"][0]["expression"].as_str().is_some_and(|text| !text.contains('/')),
                "{part}"
            );
        }
    }
}
