//! The `motherlode` command.

use std::process::ExitCode;

/// Out of memory, the command ends with one line.
#[global_allocator]
static ALLOCATOR: motherlode::cli::Allocator = motherlode::cli::Allocator;

fn main() -> ExitCode {
    ExitCode::from(motherlode::cli::run(std::env::args_os()))
}
