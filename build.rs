//! Compiles `device/` to PTX and embeds it.
//!
//! Where there is no toolchain for the device, the PTX committed in `device/ptx` is embedded instead, if it is what
//! the sources give. `MOTHERLODE_PTX` chooses: `auto` (the default), `source` or `committed`. `MOTHERLODE_ARCHS`
//! lists the architectures to build from source (`80,90`).
//!
//! The library includes `$OUT_DIR/ptx.rs`:
//! ```ignore
//! /// Architecture (80 for sm_80), ascending, with the PTX of each family of kernels.
//! pub static PTX: &[(u32, &[(&str, &str)])] = …;
//! /// Whether the PTX was built with the program, not taken from device/ptx.
//! pub const PTX_FROM_SOURCE: bool = …;
//! /// The toolchain that built the PTX.
//! pub const PTX_TOOLCHAIN: &str = …;
//! /// Why there is no PTX; empty when there is.
//! pub const PTX_MISSING: &str = …;
//! ```

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use cuda_builder::{Arch, CudaBuilder, LLVM_VARIABLE, Manifest, TOOLCHAIN_VARIABLE, Toolchain};

/// What the library embeds.
struct Embedded {
    /// Architecture, family, PTX.
    files: Vec<(u32, String, String)>,
    from_source: bool,
    toolchain: String,
    missing: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    for variable in ["MOTHERLODE_PTX", "MOTHERLODE_ARCHS", TOOLCHAIN_VARIABLE, LLVM_VARIABLE] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    for path in ["build.rs", "device/Cargo.toml", "device/src", "crates/cuda_std", "crates/cuda_std_macros"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let choice = std::env::var("MOTHERLODE_PTX").unwrap_or_default();
    let embedded = match choice.as_str() {
        "" | "auto" => match Toolchain::find() {
            Ok(toolchain) => from_source(toolchain)?,
            Err(error) => committed_or_none(&root, &error)?,
        },
        "source" => from_source(Toolchain::find()?)?,
        "committed" => committed(&root)??,
        other => return Err(format!("MOTHERLODE_PTX is {other:?}: use auto, source or committed").into()),
    };
    embed(&embedded, &PathBuf::from(std::env::var("OUT_DIR")?))
}

fn from_source(toolchain: Toolchain) -> Result<Embedded, Box<dyn Error>> {
    let mut builder = CudaBuilder::new("device").toolchain(toolchain);
    let archs = std::env::var("MOTHERLODE_ARCHS").unwrap_or_default();
    for arch in archs.split(',').filter(|arch| !arch.trim().is_empty()) {
        builder = builder.arch(arch.parse::<Arch>()?);
    }
    let build = builder.build()?;
    Ok(Embedded {
        files: build.ptx.into_iter().map(|ptx| (ptx.arch.number(), ptx.family, ptx.text)).collect(),
        from_source: true,
        toolchain: build.toolchain,
        missing: String::new(),
    })
}

/// The committed PTX, when there is no toolchain; none, and a warning, when it is stale: arguments that are laid out
/// in another way would give wrong counts.
fn committed_or_none(root: &Path, error: &cuda_builder::Error) -> Result<Embedded, Box<dyn Error>> {
    let first_line = error.to_string().lines().next().unwrap_or_default().to_owned();
    match committed(root)? {
        Ok(embedded) => {
            println!(
                "cargo::warning=embedding the PTX of device/ptx, built with {}: {first_line}",
                embedded.toolchain
            );
            Ok(embedded)
        }
        Err(stale) => {
            println!(
                "cargo::warning=no PTX is embedded, so CUDA devices cannot be used: {first_line} {stale}"
            );
            Ok(Embedded { files: vec![], from_source: false, toolchain: String::new(), missing: stale })
        }
    }
}

/// The PTX of `device/ptx`, or why it cannot be used.
fn committed(root: &Path) -> Result<Result<Embedded, String>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-changed=device/ptx");
    let directory = root.join("device/ptx");
    let manifest = Manifest::read(&directory.join("manifest.json"))?;
    let changes = manifest.changes(root, &directory)?;
    if !changes.is_empty() {
        let changes = changes.join(", ");
        return Ok(Err(format!("The PTX in device/ptx is stale ({changes}): run cargo xtask ptx.")));
    }
    let mut files = Vec::new();
    for file in &manifest.files {
        let text = std::fs::read_to_string(directory.join(&file.name))?;
        files.push((file.arch, file.family.clone(), text));
    }
    Ok(Ok(Embedded { files, from_source: false, toolchain: manifest.toolchain, missing: String::new() }))
}

fn embed(embedded: &Embedded, out: &Path) -> Result<(), Box<dyn Error>> {
    let mut entries = String::new();
    for of_arch in embedded.files.chunk_by(|a, b| a.0 == b.0) {
        let arch = of_arch[0].0;
        writeln!(entries, "    ({arch}, &[")?;
        for (_, family, ptx) in of_arch {
            let path = out.join(format!("{family}.sm_{arch}.ptx"));
            std::fs::write(&path, ptx)?;
            writeln!(entries, "        ({family:?}, include_str!({path:?})),")?;
        }
        writeln!(entries, "    ]),")?;
    }
    let text = format!(
        "/// Architecture (80 for sm_80), ascending, with the PTX of each family of kernels.\n\
         pub static PTX: &[(u32, &[(&str, &str)])] = &[\n{entries}];\n\
         /// Whether the PTX was built with the program, not taken from device/ptx.\n\
         pub const PTX_FROM_SOURCE: bool = {};\n\
         /// The toolchain that built the PTX.\n\
         pub const PTX_TOOLCHAIN: &str = {:?};\n\
         /// Why there is no PTX; empty when there is.\n\
         pub const PTX_MISSING: &str = {:?};\n",
        embedded.from_source, embedded.toolchain, embedded.missing
    );
    std::fs::write(out.join("ptx.rs"), text)?;
    Ok(())
}
