//! `cargo xtask new`: skeletons that compile, each with a test that fails until it is written.

mod format;
mod job;
mod kernel;
mod skeleton;

use anyhow::Result;
use clap::Subcommand;

/// Write the skeleton of something new, with a test that fails until it is written
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A format of graphs: its reader, a seed for fuzzing, and its test
    Format {
        /// What it is called, as a module is: `edge_list`, which the command calls `edge-list`
        name: String,
    },
    /// A family of kernels with its first kernel, and its test on the machines of the host
    Kernel {
        /// What it is called, as a module is: `wedge_counts`
        name: String,
    },
    /// A job on a placed graph, with its command and its test
    Job {
        /// What it is called, as a module is: `wedges`
        name: String,
    },
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let root = crate::root();
    let next = match &args.what {
        What::Format { name } => format::write(&root, name)?,
        What::Kernel { name } => kernel::write(&root, name)?,
        What::Job { name } => job::write(&root, name)?,
    };
    println!("{next}");
    Ok(())
}
