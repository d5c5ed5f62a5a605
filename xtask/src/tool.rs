//! Calls of other programs.

use std::process::Command;

use anyhow::{Context, Result, bail};

/// Runs a program to its end.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| not_there(command))?;
    if !status.success() {
        bail!("{} ended with {status}", words(command));
    }
    Ok(())
}

/// Runs a program to its end, and returns what it printed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| not_there(command))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        bail!("{} ended with {}: {}", words(command), output.status, complaint.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{} printed no text", words(command)))
}

fn not_there(command: &Command) -> String {
    format!("cannot run {}: install it", command.get_program().display())
}

fn words(command: &Command) -> String {
    let all = std::iter::once(command.get_program()).chain(command.get_args());
    all.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
