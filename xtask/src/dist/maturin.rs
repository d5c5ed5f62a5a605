//! Calls of maturin, which packs the Python package.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::release::Release;
use crate::{notices, tool};

/// Has the `maturin` of PATH make something of the package, with the notices of what is compiled in: `license-files` in
/// pyproject.toml.
pub(super) fn run(root: &Path, release: &Release, words: &[&str], out: &Path) -> Result<()> {
    let notices = notices::page_of(root, "motherlode-python", &release.triple)?;
    super::write(&root.join("crates/python").join(notices::NAME), notices)?;
    let mut maturin = Command::new("maturin");
    maturin.current_dir(root).env("SOURCE_DATE_EPOCH", release.time.to_string());
    maturin.args(words).args(["--manifest-path=crates/python/Cargo.toml", "--out"]).arg(out);
    tool::run(&mut maturin)
}
