//! The wheel of the Python package, with the command in it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::release::Release;
use crate::{notices, tool};

/// The oldest system that it runs on: with the C library of 2018.
const SYSTEM: &str = "manylinux_2_28";

/// Makes it, by the `maturin` of PATH. Zig links, as it knows older C libraries than this machine's; maturin looks whether nothing newer is asked
/// for.
pub(super) fn make(root: &Path, release: &Release, out: &Path) -> Result<()> {
    let notices = notices::page_of(root, "motherlode-python", &release.triple)?;
    super::write(&root.join("crates/python").join(notices::NAME), notices)?;
    let mut maturin = Command::new("maturin");
    maturin.current_dir(root).env("SOURCE_DATE_EPOCH", release.time.to_string());
    maturin.args(["build", "--release", "--zig", "--compatibility", SYSTEM]);
    maturin.args(["--manifest-path=crates/python/Cargo.toml", "--out"]).arg(out);
    tool::run(&mut maturin).context("no wheel is built: it takes pip install maturin ziglang")
}
