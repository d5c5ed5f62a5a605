//! `cargo xtask new kernel`.

use std::path::Path;

use anyhow::Result;

use super::skeleton::Skeleton;

/// Writes a family of one kernel and its test; returns what was written, and what comes next.
pub(super) fn write(root: &Path, name: &str) -> Result<String> {
    let families = "device/src/kernels/mod.rs";
    let written = Skeleton::new(root, name)?
        .file("device/src/kernels/__name__.rs", include_str!("kernel.template"))?
        .file("device/tests/__name__.rs", include_str!("kernel_test.template"))?
        .line(families, "//! | --- |", "//! | [`__name__`] | what it does |")?
        .line(families, "pub mod higher_degree;", "pub mod __name__;")?
        .write()?;
    Ok(format!(
        "{written}\nnext:\n  cargo fmt\n  cargo kernel {name}    # fails until the kernel is written\n  \
         docs/kernels.md says what a kernel may do, and has the checklist; cargo xtask ptx, at last"
    ))
}
