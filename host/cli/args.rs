//! The commands, and the help above and below them.

use clap::{Parser, Subcommand};

use super::{
    cliques, convert, count, devices, estimate, exists, explain, frequent, fsm, generate, graphlets, info,
    list, local, manual, motifs, verify,
};

const EXAMPLES: &str = "\
Examples:
  motherlode count karate triangle
  motherlode count email-Enron.el.gz house --induced vertex
  motherlode count rmat:16 'a-b, b-c, c-d, d-a' --format json
  motherlode list karate diamond -o diamonds.csv
  motherlode exists roads.mtx 5-clique
  motherlode cliques email-Enron.el.gz -k 7
  motherlode motifs karate -k 4
  motherlode estimate rmat:18 8-clique --error 1%
  motherlode explain diamond karate
  motherlode generate rmat --scale 20 -o rmat20.csr

'motherlode COMMAND --help' says more about each command and has more examples.";

const EXIT_CODES: &str = "\
Exit codes:
  0    done; also when the reader of a pipe stops reading
  1    the job failed or its deadline passed: out of memory budget, a driver
       failure, a file that cannot be written
  2    wrong usage or input: an option, a file that is missing or is not a
       graph, a pattern, a device that this machine does not have
  130  ended by Ctrl-C";

/// Counts and lists patterns in graphs, exactly, on NVIDIA GPUs and on the CPU
///
/// Motherlode counts and lists the subgraphs of a graph that match a pattern. One executable serves every machine: it finds the
/// NVIDIA driver when it runs, and uses the CPU where there is none.
#[derive(Debug, Parser)]
#[command(
    name = "motherlode",
    version,
    max_term_width = 79,
    after_help = "'motherlode --help' shows examples and exit codes.",
    after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}")
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Count(count::CountArgs),
    List(list::ListArgs),
    Exists(exists::ExistsArgs),
    Estimate(estimate::EstimateArgs),
    Cliques(cliques::CliquesArgs),
    Motifs(motifs::MotifsArgs),
    Local(local::LocalArgs),
    Graphlets(graphlets::GraphletsArgs),
    Verify(verify::VerifyArgs),
    Fsm(Box<fsm::FsmArgs>),
    Frequent(Box<frequent::FrequentArgs>),
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
            Command::List(args) => list::run(&args),
            Command::Exists(args) => exists::run(&args),
            Command::Estimate(args) => estimate::run(&args),
            Command::Cliques(args) => cliques::run(&args),
            Command::Motifs(args) => motifs::run(&args),
            Command::Local(args) => local::run(&args),
            Command::Graphlets(args) => graphlets::run(&args),
            Command::Verify(args) => verify::run(&args),
            Command::Fsm(args) => fsm::run(&args),
            Command::Frequent(args) => frequent::run(&args),
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

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::*;

    #[test]
    fn definitions_are_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_option_is_explained_and_there_once() {
        let mut root = Args::command();
        root.build();
        check(&root);
    }

    fn check(command: &Command) {
        let mut seen = std::collections::HashSet::new();
        for arg in command.get_arguments().filter(|arg| !["help", "version"].contains(&arg.get_id().as_str()))
        {
            let name = format!("{} {}", command.get_name(), arg.get_id());
            assert!(arg.get_help().is_some(), "{name} has no help");
            if let Some(long) = arg.get_long() {
                assert!(seen.insert(long.to_owned()), "{name} is there twice");
                let values = arg.get_num_args().is_some_and(|number| number.takes_values());
                assert!(!values || arg.get_value_names().is_some(), "{name} has no value name");
            }
        }
        assert!(command.get_about().is_some(), "{} says nothing of itself", command.get_name());
        command.get_subcommands().filter(|sub| sub.get_name() != "help").for_each(check);
    }
}
