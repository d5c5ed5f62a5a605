//! `cargo xtask new`: the skeleton of something that comes in many kinds, which compiles, with a test that fails until it is written.

mod format;

use anyhow::Result;

/// Begins a new format of graphs.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Format(format::Args),
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.what {
        What::Format(args) => format::run(args),
    }
}
