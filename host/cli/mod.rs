//! The command line: one file per command, each with its options, what it does, and what it prints.
//!
//! ```text
//! main -> Args::try_parse -> Command::run -> a command's run -> a report -> standard output
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `args` | the commands and their help |
//! | `options` | options that several commands share |
//! | `job` | what the commands that mine share |
//! | `shares` | what each device did of a job |
//! | `memory` | how much memory a job took, and where |
//! | `checkpoint` | how far a long job has come |
//! | `source` | GRAPH: a file, standard input, or a graph made on the spot |
//! | `recipe` | graphs that are made on the spot |
//! | `output` | files that graphs are written to |
//! | `overwrite` | files that are read must not be written |
//! | `rows` | where the rows of a listing go |
//! | `draw` | drawings of small graphs |
//! | `table` | options of commands that write a table |
//! | `report` | printing as text or JSON |
//! | `status` | what a terminal shows while a job runs |
//! | `swapped` | GRAPH and PATTERN in the wrong order |
//! | `signals` | Ctrl-C |
//! | `exit` | errors, and the exit code that each gets |
//! | `hints` | which option an error of the library calls for |

mod args;
mod checkpoint;
mod cliques;
mod convert;
mod count;
mod deadline;
mod devices;
mod draw;
mod estimate;
mod exists;
mod exit;
mod explain;
mod frequent;
mod fsm;
mod generate;
mod graphlets;
mod hints;
mod info;
mod job;
mod list;
mod local;
mod manual;
mod memory;
mod motifs;
mod options;
mod output;
mod overwrite;
mod recipe;
mod report;
mod resident;
mod rows;
mod shares;
mod signals;
mod source;
mod status;
mod swapped;
mod table;
mod verify;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;

use args::Args;

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    exit::quieten_panics();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(refusal) => return exit::on_refusal(&refusal),
    };
    match catch_unwind(AssertUnwindSafe(|| args.command.run())) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => exit::on_error(&error),
        Err(panic) => exit::on_panic(&*panic),
    }
}
