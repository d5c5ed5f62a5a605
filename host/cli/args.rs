//! The program's own options and page of help.

use clap::builder::Styles;
use clap::{Parser, Subcommand};

use super::{Command, GROUPS};

const EXAMPLES: &str = "\
Examples:
  motherlode count karate triangle
  motherlode count email-Enron.el.gz house --induced vertex
  motherlode count rmat:16 'a-b, b-c, c-d, d-a' --format json
  motherlode list karate diamond -o diamonds.csv
  motherlode exists roads.mtx 5-clique
  motherlode cliques email-Enron.el.gz -k 7
  motherlode motifs karate -k 4
  motherlode motifs karate -k 3 --null switching
  motherlode compare karate networks/
  motherlode cores rmat:18 -o cores.csv
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
/// Motherlode counts and lists the subgraphs of a graph that match a pattern. One executable serves every machine: it
/// finds the NVIDIA driver when it runs, and uses the CPU where there is none.
#[derive(Debug, Parser)]
#[command(
    name = "motherlode",
    version,
    max_term_width = 79,
    help_template = template(),
    after_help = "'motherlode --help' shows examples and exit codes.",
    after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}")
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// The page of the program itself: clap's, with the commands in their groups.
fn template() -> String {
    let root = Command::augment_subcommands(clap::Command::new(""));
    let mut commands = root
        .get_subcommands()
        .map(|command| (command.get_name(), command.get_about().map(ToString::to_string)));
    let width = root.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut groups = String::new();
    for &(group, count) in GROUPS {
        groups += &format!("{header}{group}:{header:#}\n");
        for (name, about) in commands.by_ref().take(count) {
            groups += &format!("  {literal}{name:width$}{literal:#}  {}\n", about.unwrap_or_default());
        }
    }
    groups +=
        &format!("  {literal}{:width$}{literal:#}  Print this message or the help of a command\n", "help");
    format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\n{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
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
