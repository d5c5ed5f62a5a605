//! `cargo xtask licenses`: what each dependency is licensed under, by the list of `deny.toml`.
//!
//! cargo-deny reads the same list, by the same library, and looks for advisories too; it takes minutes to compile, and
//! the network.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::{Expression, Licensee, ParseMode};

use crate::metadata::{self, Package};

/// Fails when a package that anything here depends on has a licence that deny.toml does not allow.
#[derive(clap::Args)]
pub(crate) struct Args {}

#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

pub(crate) fn run(_: &Args) -> Result<()> {
    let root = crate::root();
    let allowed = allowed(&root.join("deny.toml"))?;
    let packages = metadata::with_dependencies(&root)?.packages;
    let refused: Vec<String> = packages
        .iter()
        .filter_map(|package| complaint(package, &allowed).transpose())
        .collect::<Result<_>>()?;
    if !refused.is_empty() {
        bail!("not allowed by deny.toml:\n  {}", refused.join("\n  "));
    }
    println!("the licences of {} packages are allowed", packages.len());
    Ok(())
}

/// The list, in its order.
pub(crate) fn allowed(deny: &Path) -> Result<Vec<Licensee>> {
    let text = std::fs::read_to_string(deny).with_context(|| format!("cannot read {}", deny.display()))?;
    let deny: Deny = toml::from_str(&text).with_context(|| format!("cannot read {}", deny.display()))?;
    let parsed = deny.licenses.allow.iter().map(|name| Licensee::parse(name).with_context(|| name.clone()));
    parsed.collect()
}

/// What to say of a package that may not be used.
fn complaint(package: &Package, allowed: &[Licensee]) -> Result<Option<String>> {
    let Package { name, version, license, .. } = package;
    let Some(license) = license else { return Ok(Some(format!("{name} {version}: it states no licence"))) };
    let expression = Expression::parse_mode(license, ParseMode::LAX)
        .with_context(|| format!("the licence of {name} {version} is no expression of SPDX"))?;
    let fits = expression.evaluate(|needed| allowed.iter().any(|licence| licence.satisfies(needed)));
    Ok((!fits).then(|| format!("{name} {version}: {license}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(license: Option<&str>, allowed: &[&str]) -> Option<String> {
        let package = serde_json::json!({
            "name": "roads", "version": "1.2.3", "license": license, "authors": [], "manifest_path": "Cargo.toml",
            "dependencies": [],
        });
        let allowed: Vec<Licensee> = allowed.iter().map(|name| Licensee::parse(name).unwrap()).collect();
        complaint(&serde_json::from_value(package).unwrap(), &allowed).unwrap()
    }

    #[test]
    fn one_of_a_choice_is_enough_and_all_of_a_sum_are_needed() {
        for license in ["MIT OR GPL-3.0-only", "GPL-3.0-only/MIT", "(GPL-3.0-only OR ISC) AND MIT"] {
            assert_eq!(refused(Some(license), &["MIT", "ISC"]), None, "{license}");
        }
        for license in ["MIT AND GPL-3.0-only", "GPL-3.0-only", "Apache-2.0 WITH LLVM-exception"] {
            let complaint = refused(Some(license), &["MIT", "Apache-2.0"]);
            assert_eq!(complaint, Some(format!("roads 1.2.3: {license}")));
        }
        assert!(refused(None, &["MIT"]).unwrap().contains("roads 1.2.3"));
    }

    #[test]
    fn the_list_is_read() {
        assert!(!allowed(&crate::root().join("deny.toml")).unwrap().is_empty());
    }
}
