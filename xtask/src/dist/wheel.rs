//! The wheel of the Python package, with the command in it.

use std::path::Path;

use anyhow::{Context, Result};

use super::maturin;
use super::release::Release;

/// The oldest system that it runs on: with the C library of 2018.
const SYSTEM: &str = "manylinux_2_28";

/// Makes it. Zig links, as it knows older C libraries than this machine's; maturin looks whether nothing newer is asked
/// for.
pub(super) fn make(root: &Path, release: &Release, out: &Path) -> Result<()> {
    maturin::run(root, release, &["build", "--release", "--zig", "--compatibility", SYSTEM], out)
        .context("no wheel is built: it takes pip install maturin ziglang")
}
