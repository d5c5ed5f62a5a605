//! `motherlode completions`: from the same definitions as the help.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::report::write_out;

/// Print completions for a shell
///
/// Prints a script that completes commands and options. To use it, for example:
///
///   bash: motherlode completions bash > ~/.local/share/bash-completion/completions/motherlode
///
///   fish: motherlode completions fish > ~/.config/fish/completions/motherlode.fish
///
///   zsh: motherlode completions zsh > a file _motherlode in a folder of $fpath
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints completions.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Args::command(), "motherlode", &mut script);
    Ok(write_out(&script)?)
}
