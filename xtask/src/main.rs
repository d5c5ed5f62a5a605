//! The project's own chores: `cargo xtask --help`. One file each.

mod bench;
mod bundle;
mod compiled;
mod dist;
mod licenses;
mod metadata;
mod new;
mod notices;
mod ptx;
mod ptxas;
mod report;
mod rooms;
mod stubs;
mod table;
mod tool;

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
    Dist(dist::Args),
    Licenses(licenses::Args),
    New(new::Args),
    Notices(notices::Args),
    Ptx(ptx::Args),
    Ptxas(ptxas::Args),
    Report(report::Args),
    Rooms(rooms::Args),
    Stubs(stubs::Args),
}

fn main() -> Result<()> {
    match Cli::parse().chore {
        Chore::Bench(args) => bench::run(&args),
        Chore::DeviceBundle(args) => bundle::run(&args),
        Chore::Dist(args) => dist::run(&args),
        Chore::Licenses(args) => licenses::run(&args),
        Chore::New(args) => new::run(&args),
        Chore::Notices(args) => notices::run(&args),
        Chore::Ptx(args) => ptx::run(&args),
        Chore::Ptxas(args) => ptxas::run(&args),
        Chore::Report(args) => report::run(&args),
        Chore::Rooms(args) => rooms::run(&args),
        Chore::Stubs(args) => stubs::run(&args),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    // As cargo says now: the program may have been compiled for another checkout with the same target directory.
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    Path::new(&xtask).parent().expect("xtask lies in the workspace").to_owned()
}
