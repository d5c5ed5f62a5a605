//! Compiles `device/` to PTX, which `src/main.rs` embeds. Where there is no device toolchain, it embeds nothing.

use std::error::Error;
use std::path::PathBuf;

use cuda_builder::{Arch, CudaBuilder, Toolchain};

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["build.rs", "device/Cargo.toml", "device/src", "../../device/src", "../../crates"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let ptx = match Toolchain::find() {
        // One family, as all kernels stand in src/lib.rs: one text for each architecture.
        Ok(toolchain) => {
            let build = CudaBuilder::new("device").toolchain(toolchain).arch(Arch::SM_80).build()?;
            build.ptx.into_iter().next().expect("a module for the one family").text
        }
        Err(error) => {
            println!(
                "cargo::warning=the card is not used: {}",
                error.to_string().lines().next().unwrap_or_default()
            );
            String::new()
        }
    };
    std::fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("kernels.ptx"), ptx)?;
    Ok(())
}
