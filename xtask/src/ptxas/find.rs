//! Where ptxas comes from.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use cuda_builder::Ptxas;

/// The Python package that carries ptxas.
const WHEEL: &str = "nvidia-cuda-nvcc==13.0.88";
/// Where it is in the package.
const INSIDE: &str = "nvidia/cu13/bin/ptxas";

/// Where the wheel's ptxas is once it is installed; build.rs looks there too.
pub(crate) fn of_wheel(root: &Path) -> PathBuf {
    root.join("target/nvidia").join(INSIDE)
}

/// The ptxas that is [found](Ptxas::find), or that of the wheel, which is installed into `target/` if need be.
pub(crate) fn ptxas(root: &Path) -> Result<Ptxas> {
    let program = of_wheel(root);
    if let Some(found) = Ptxas::find(&program)? {
        return Ok(found);
    }
    install(&root.join("target/nvidia"))?;
    make_executable(&program)?;
    Ok(Ptxas::new(program)?)
}

fn install(directory: &Path) -> Result<()> {
    println!("installing {WHEEL} into {}", directory.display());
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(directory).arg(WHEEL);
    let status = pip.status().context("cannot run python3 to install ptxas: install it, or set PTXAS")?;
    if !status.success() {
        bail!("pip could not install {WHEEL} ({status}): install the CUDA toolkit, or set PTXAS");
    }
    Ok(())
}

/// The wheel's files are not marked as programs.
#[cfg(unix)]
fn make_executable(program: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = program.metadata().with_context(|| format!("no {}", program.display()))?;
    let mut permissions = metadata.permissions();
    permissions.set_mode(permissions.mode() | 0o111);
    std::fs::set_permissions(program, permissions)
        .with_context(|| format!("cannot mark {} as a program", program.display()))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<()> {
    Ok(())
}
