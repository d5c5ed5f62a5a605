//! Where ptxas comes from.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The Python package that carries ptxas.
const WHEEL: &str = "nvidia-cuda-nvcc==13.0.88";
/// Where it is in the package.
const INSIDE: &str = "nvidia/cu13/bin/ptxas";

/// The ptxas that `PTXAS` names, or that of `PATH`, or that of the wheel, which is installed into `target/` if need be.
pub(super) fn ptxas(root: &Path) -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("PTXAS").filter(|value| !value.is_empty()) {
        return Ok(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|directory| directory.join("ptxas"));
    if let Some(found) = on_path.into_iter().find(|program| program.is_file()) {
        return Ok(found);
    }
    let directory = root.join("target/nvidia");
    let program = directory.join(INSIDE);
    if !program.is_file() {
        install(&directory)?;
    }
    make_executable(&program)?;
    Ok(program)
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
