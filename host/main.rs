//! The `motherlode` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(motherlode::cli::run(std::env::args_os()))
}
