//! Options by the names that they had: what means one thing has one name now, and what has one name means one thing.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// A command, with the words of one within it, what an option of it was called, and what it is called.
const RENAMED: [(&str, &str, &str); 13] = [
    ("estimate", "--samples", "--draws"),
    ("explain", "--estimate", "--strata"),
    ("frequent", "--way", "--method"),
    ("frequent", "--where", "--with-images"),
    ("fsm", "--labels", "--vertex-labels"),
    ("fsm", "--support-kernel", "--method"),
    ("fsm", "--where", "--with-graphs"),
    ("generate", "--labels", "--label-count"),
    ("generate", "--edge-labels", "--edge-label-count"),
    ("generate bipartite", "--left", "--left-vertices"),
    ("generate bipartite", "--right", "--right-vertices"),
    ("verify", "--sample-size", "--subgraph-size"),
    ("verify", "--samples", "--subgraphs"),
];

/// What to say of a command line, of these words, that was refused because of such a name.
pub fn of(refusal: &clap::Error, words: &[OsString]) -> Option<String> {
    if refusal.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(given)) = refusal.get(ContextKind::InvalidArg) else { return None };
    let is_of = |command: &str| {
        command.split(' ').zip(1..).all(|(word, at)| words.get(at).is_some_and(|given| given == word))
    };
    let (command, old, new) = RENAMED.into_iter().find(|&(of, old, _)| is_of(of) && old == given)?;
    Some(format!("{old} of '{command}' is called {new}: use that"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::RENAMED;
    use crate::Args;

    #[test]
    fn new_names_are_there_and_old_ones_are_not() {
        let root = Args::command();
        for (command, old, new) in RENAMED {
            let within = |found: &clap::Command, word: &str| found.find_subcommand(word).cloned();
            let found = command.split(' ').try_fold(root.clone(), |found, word| within(&found, word));
            let found = found.unwrap_or_else(|| panic!("no {command}"));
            let options: Vec<String> =
                found.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
            assert!(options.iter().any(|option| option == new), "{command} {new}");
            assert!(options.iter().all(|option| option != old), "{command} {old}");
        }
    }
}
