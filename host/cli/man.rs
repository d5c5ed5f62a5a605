//! `motherlode man`: from the same definitions as the help.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use super::report::write_out;

/// Print the manual page, or write the pages of all commands
///
/// Without DIR, prints the page of motherlode itself, in roff: 'motherlode man | man -l -' shows it. With DIR, writes
/// motherlode.1 and a page for each command into that folder, which is made if need be.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder to write the pages to
    dir: Option<PathBuf>,
}

/// Prints or writes the manual.
///
/// # Errors
/// When the folder, or standard output, cannot be written.
pub fn run(args: &ManArgs) -> anyhow::Result<()> {
    let command = super::Args::command();
    match &args.dir {
        Some(dir) => {
            fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
            clap_mangen::generate_to(command, dir)
                .with_context(|| format!("cannot write manual pages to {}", dir.display()))
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            Ok(write_out(&page)?)
        }
    }
}
