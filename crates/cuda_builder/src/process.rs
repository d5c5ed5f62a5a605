//! Running programs and files, with errors that name them.

use std::path::Path;
use std::process::{Command, Output};

use crate::Error;

/// Runs `command` to its end, and gives what it wrote.
pub(crate) fn run(command: &mut Command) -> Result<Output, Error> {
    let output =
        command.output().map_err(|source| Error::Start { program: command.get_program().into(), source })?;
    if output.status.success() {
        return Ok(output);
    }
    Err(Error::Failed {
        command: describe(command),
        status: output.status,
        output: String::from_utf8_lossy(&output.stderr).trim_end().to_owned(),
    })
}

/// Standard output of `command`, which must be text.
pub(crate) fn text(command: &mut Command) -> Result<String, Error> {
    let output = run(command)?;
    String::from_utf8(output.stdout).map_err(|_| Error::Malformed {
        path: command.get_program().into(),
        problem: "its output is not UTF-8".to_owned(),
    })
}

fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

pub(crate) fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::File { path: path.into(), source })
}

pub(crate) fn write(path: &Path, contents: &str) -> Result<(), Error> {
    std::fs::write(path, contents).map_err(|source| Error::File { path: path.into(), source })
}

pub(crate) fn create_directory(path: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(path).map_err(|source| Error::File { path: path.into(), source })
}
