//! `cargo xtask new kernel`.

use std::path::Path;

use anyhow::Result;

use super::skeleton::{Failing, Skeleton};

/// The skeleton writes zeros.
pub(super) const FAILING: [Failing; 1] =
    [Failing { test: "__name___of_random_graphs", says: "left: [0, 0, 0" }];

/// The skeleton of a family of one kernel and its test.
fn skeleton<'a>(root: &'a Path, name: &'a str) -> Result<Skeleton<'a>> {
    let families = "device/src/kernels/mod.rs";
    Skeleton::new(root, name)?
        .file("device/src/kernels/__name__.rs", include_str!("kernel.template"))?
        .file("device/tests/__name__.rs", include_str!("kernel_test.template"))?
        .line(families, "//! | --- |", "//! | [`__name__`] | what it does |")?
        .line(families, "pub mod higher_degree;", "pub mod __name__;")
}

/// Writes it; returns what was written, and what comes next.
pub(super) fn write(root: &Path, name: &str) -> Result<String> {
    let written = skeleton(root, name)?.write()?;
    Ok(format!(
        "{written}\nnext:\n  cargo fmt\n  cargo kernel {name}    # fails until the kernel is written\n  \
         docs/kernels.md says what a kernel may do, and has the checklist; cargo xtask ptx, at last"
    ))
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn it_fits_the_files() {
        skeleton(&crate::root(), "made_up").unwrap().check();
    }
}
