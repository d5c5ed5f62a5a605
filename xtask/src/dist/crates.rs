//! The crates, as they are published.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::metadata::{self, Package};
use crate::tool;

/// Packs each package of the workspace that may be published, and compiles it from what was packed, against the
/// packages of the others: to the end, or, if `check_alone`, as far as `cargo check` goes.
pub(super) fn make(root: &Path, allow_dirty: bool, check_alone: bool, out: &Path) -> Result<()> {
    let metadata = metadata::of_workspace(root)?;
    let published: Vec<_> = metadata.packages.iter().filter(|package| package.is_published()).collect();
    let mut cargo = Command::new(env!("CARGO"));
    // Cargo itself would compile all that is below a package once for each: what is packed is put together below, once.
    cargo.current_dir(root).args(["package", "--locked", "--no-verify"]);
    cargo.args(published.iter().map(|package| format!("--package={}", package.name)));
    if allow_dirty {
        cargo.arg("--allow-dirty");
    }
    tool::run(&mut cargo)?;
    let unpacked = tempfile::tempdir()?;
    for package in &published {
        let archive = metadata.target_directory.join("package").join(format!("{}.crate", folder(package)));
        tool::run(
            Command::new("tar")
                .arg("--extract")
                // Archives have files of one time, by which those of an earlier run would be taken for these.
                .arg("--touch")
                .arg("--file")
                .arg(&archive)
                .arg("--directory")
                .arg(unpacked.path()),
        )?;
        super::copy(&archive, &out.join(format!("{}.crate", folder(package))))?;
    }
    let manifest = unpacked.path().join("Cargo.toml");
    fs::write(&manifest, workspace(&published))
        .with_context(|| format!("cannot write {}", manifest.display()))?;
    // The same packages of others as here, some of which are compiled already.
    super::copy(&root.join("Cargo.lock"), &unpacked.path().join("Cargo.lock"))?;
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(unpacked.path()).arg(if check_alone { "check" } else { "build" });
    cargo.args(["--workspace", "--no-default-features", "--target-dir"]).arg(&metadata.target_directory);
    // Nothing of it is run, so that it need not be fast.
    tool::run(cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0"))
}

/// A workspace of packages as they are unpacked, which find each other there and not in the registry.
fn workspace(packages: &[&Package]) -> String {
    let members: Vec<_> = packages.iter().map(|package| folder(package)).collect();
    let mut manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[patch.crates-io]\n");
    for (package, member) in packages.iter().zip(&members) {
        writeln!(manifest, "{} = {{ path = {member:?} }}", package.name).expect("text grows");
    }
    manifest
}

/// The folder that its archive has, by which the archive is named too.
fn folder(package: &Package) -> String {
    format!("{}-{}", package.name, package.version)
}
