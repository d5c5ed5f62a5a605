//! The commands, and the help above and below them.

use clap::{Parser, Subcommand};

use super::{convert, count, devices, explain, generate, info, manual};

const EXAMPLES: &str = "\
Examples:
  motherlode count karate triangle
  motherlode count email-Enron.el.gz house --induced vertex
  motherlode count rmat:16 'a-b, b-c, c-d, d-a' --format json
  motherlode explain diamond karate
  motherlode generate rmat --scale 20 -o rmat20.csr

'motherlode COMMAND --help' says more about each command and has more examples.";

const EXIT_CODES: &str = "\
Exit codes:
  0    done; also when the reader of a pipe stops reading
  1    the job failed: out of memory budget, a driver failure, a file that
       cannot be written
  2    wrong usage or input: an option, a file that is missing or is not a
       graph, a pattern, a device that this machine does not have
  130  ended by Ctrl-C";

/// Counts patterns in graphs, exactly, on NVIDIA GPUs and on the CPU
///
/// Motherlode counts the subgraphs of a graph that match a pattern. One executable serves every machine: it finds the
/// NVIDIA driver when it runs, and uses the CPU where there is none.
#[derive(Debug, Parser)]
#[command(
    name = "motherlode",
    version,
    max_term_width = 79,
    after_help = "'motherlode --help' shows examples and exit codes.",
    after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"),
    disable_help_subcommand = true,
    propagate_version = true
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Count(count::CountArgs),
    Explain(explain::ExplainArgs),
    Info(info::InfoArgs),
    Convert(convert::ConvertArgs),
    Generate(generate::GenerateArgs),
    Devices(devices::DevicesArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever keeps it from being done.
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Count(args) => count::run(&args),
            Command::Explain(args) => explain::run(&args),
            Command::Info(args) => info::run(&args),
            Command::Convert(args) => convert::run(&args),
            Command::Generate(args) => generate::run(&args),
            Command::Devices(args) => devices::run(&args),
            Command::Completions(args) => manual::completions(&args),
            Command::Man(args) => manual::man(&args),
        }
    }
}
