//! `cargo xtask new`: skeletons that compile, each with a test that fails until it is written.

mod check;
mod copy;
mod format;
mod job;
mod kernel;
mod skeleton;

use anyhow::Result;
use clap::Subcommand;

/// Write the skeleton of something new, with a test that fails until it is written
#[derive(clap::Args)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    /// Make all skeletons in a copy of this tree, and fail unless they compile, and their tests fail as they are to
    ///
    /// Quick where the tests of the workspace were built with the feature 'emulated': what they depend on is not
    /// compiled again.
    #[arg(long)]
    check: bool,
    #[command(subcommand)]
    what: Option<What>,
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
    Job(job::JobArgs),
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let root = crate::root();
    if args.check {
        check::run(&root)?;
    }
    if let Some(what) = &args.what {
        let next = match what {
            What::Format { name } => format::write(&root, name)?,
            What::Kernel { name } => kernel::write(&root, name)?,
            What::Job(job) => job.write(&root)?,
        };
        println!("{next}");
    }
    Ok(())
}
