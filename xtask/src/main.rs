//! The project's own chores: `cargo xtask --help`. One file each.

mod bench;
mod bundle;
mod ptx;
mod ptxas;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Motherlode's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    Bench(bench::Args),
    DeviceBundle(bundle::Args),
    Ptx(ptx::Args),
    Ptxas(ptxas::Args),
}

fn main() -> Result<()> {
    match Cli::parse().chore {
        Chore::Bench(args) => bench::run(&args),
        Chore::DeviceBundle(args) => bundle::run(&args),
        Chore::Ptx(args) => ptx::run(&args),
        Chore::Ptxas(args) => ptxas::run(&args),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}
