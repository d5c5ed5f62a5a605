//! The sources of the Python package, and a conda recipe that builds them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::maturin;
use super::release::Release;
use crate::{notices, tool};

const RECIPE: &str = include_str!("../../../packaging/conda/meta.yaml");

/// Makes the archive, and `conda/meta.yaml` with its hash.
pub(super) fn make(root: &Path, release: &Release, out: &Path) -> Result<()> {
    maturin::run(root, release, &["sdist"], out)?;
    let archive = format!("motherlode-{}.tar.gz", release.version);
    check(&out.join(&archive))?;
    let hashed = tool::output(Command::new("sha256sum").current_dir(out).arg(&archive))?;
    let hash = hashed.split_whitespace().next().context("sha256sum prints no hash")?;
    let recipe = RECIPE.replace("@VERSION@", &release.version).replace("@SHA256@", hash);
    super::write(&out.join("conda/meta.yaml"), recipe)
}

/// Fails if the notices are not in the archive, or cargo cannot read the packages in it: maturin packs those that are
/// depended on by path, and no others.
fn check(archive: &Path) -> Result<()> {
    let unpacked = tempfile::tempdir()?;
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--strip-components=1", "--file"])
        .arg(archive)
        .arg("--directory")
        .arg(unpacked.path());
    tool::run(&mut tar)?;
    if !unpacked.path().join(notices::NAME).is_file() {
        bail!("{} has no {}", archive.display(), notices::NAME);
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(unpacked.path()).args(["metadata", "--format-version=1"]);
    tool::output(&mut cargo)
        .with_context(|| format!("cargo cannot read what is in {}", archive.display()))?;
    Ok(())
}
