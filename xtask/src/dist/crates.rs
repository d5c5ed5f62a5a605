//! The crates, as they are published.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::{metadata, tool};

/// Packs each package of the workspace that may be published, and builds it from what was packed, against the packages of the others.
pub(super) fn make(root: &Path, allow_dirty: bool, out: &Path) -> Result<()> {
    let metadata = metadata::of_workspace(root)?;
    let published: Vec<_> = metadata.packages.iter().filter(|package| package.is_published()).collect();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["package", "--locked", "--no-default-features"]);
    cargo.args(published.iter().map(|package| format!("--package={}", package.name)));
    if allow_dirty {
        cargo.arg("--allow-dirty");
    }
    // Nothing of it is run, so that it need not be fast.
    tool::run(cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0"))?;
    for package in published {
        let name = format!("{}-{}.crate", package.name, package.version);
        super::copy(&metadata.target_directory.join("package").join(&name), &out.join(&name))?;
    }
    Ok(())
}
