//! The wheel of the Python package, with the command in it.

use std::path::Path;

use anyhow::{Context, Result};

use super::maturin;
use super::release::Release;

/// Makes it. Zig links, as for the command; maturin looks whether nothing newer is asked for.
pub(super) fn make(root: &Path, release: &Release, out: &Path) -> Result<()> {
    let system = format!("manylinux_{}", release.glibc.to_string().replace('.', "_"));
    let build = ["build", "--release", "--zig", "--target", &release.triple, "--compatibility", &system];
    maturin::run(root, release, &build, out).context("no wheel is built")
}
