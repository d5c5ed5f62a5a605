//! `cargo xtask ptx`: the PTX in `ptx/`, for machines without the device toolchain.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cuda_builder::{Build, CudaBuilder, Manifest, Toolchain};

/// Rebuilds the PTX in ptx/, and the manifest beside it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail when the PTX is not what the sources give. Its bytes are compared too where the
    /// toolchain that built it is installed.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let (root, directory) = (crate::root(), directory());
    if args.check { check(&root, &directory) } else { rebuild(&root, &directory) }
}

/// Where the committed PTX is.
pub(crate) fn directory() -> PathBuf {
    crate::root().join("ptx")
}

/// The manifest of the committed PTX.
pub(crate) fn manifest() -> Result<Manifest> {
    Ok(Manifest::read(&directory().join("manifest.json"))?)
}

fn rebuild(root: &Path, directory: &Path) -> Result<()> {
    let build = build(root, Toolchain::find()?)?;
    let manifest = Manifest::of(&build, root)?;
    fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
    for entry in fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ptx") {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    for ptx in &build.ptx {
        let path = directory.join(ptx.file_name());
        fs::write(&path, &ptx.text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}: PTX {}, {}", path.display(), ptx.version, ptx.kernels.join(", "));
    }
    manifest.write(&directory.join("manifest.json"))?;
    println!("built with {}", build.toolchain);
    Ok(())
}

fn check(root: &Path, directory: &Path) -> Result<()> {
    let manifest = manifest()?;
    let changes = manifest.changes(root, directory)?;
    if !changes.is_empty() {
        bail!("the PTX in ptx/ is stale; run cargo xtask ptx:\n  {}", changes.join("\n  "));
    }
    let toolchain = match Toolchain::find() {
        Ok(toolchain) if toolchain.description() == manifest.toolchain => toolchain,
        Ok(other) => {
            let other = other.description();
            println!("sources match; not rebuilt, as {} built it and {other} is here", manifest.toolchain);
            return Ok(());
        }
        Err(error) => {
            println!("sources match; not rebuilt: {error}");
            return Ok(());
        }
    };
    let rebuilt = Manifest::of(&build(root, toolchain)?, root)?;
    let differing: Vec<&str> = manifest
        .files
        .iter()
        .filter(|file| !rebuilt.files.contains(file))
        .map(|file| file.name.as_str())
        .collect();
    if !differing.is_empty() || rebuilt.files.len() != manifest.files.len() {
        bail!("{} gives other PTX than is committed: {}", manifest.toolchain, differing.join(", "));
    }
    if rebuilt != manifest {
        bail!("the manifest does not list what went into the PTX; run cargo xtask ptx");
    }
    println!("sources and bytes match ({})", manifest.toolchain);
    Ok(())
}

fn build(root: &Path, toolchain: Toolchain) -> Result<Build> {
    Ok(CudaBuilder::new(root.join("device")).toolchain(toolchain).build()?)
}
