//! The commands, as their help tells of them: what holds of all is tested of a new one, too, which stands in no list
//! here.

use super::Folder;

/// A command, and its short help.
pub struct Known {
    pub name: String,
    page: String,
}

/// What a command needs beside a graph, a pattern and the numbers that its usage asks for.
const MORE: [(&str, &str); 2] = [("cliques", "-k 4"), ("frequent", "--support 5 --max-edges 3")];

/// Those that look at labels and directions of a graph, though they take no pattern.
const LOOK_AT_LABELS: [&str; 3] = ["convert", "frequent", "info"];

/// The names of the commands that the program's own page lists.
pub fn names(folder: &Folder) -> Vec<String> {
    let page = folder.output("-h");
    let listed =
        page.lines().take_while(|line| *line != "Options:").filter_map(|line| line.strip_prefix("  "));
    let names: Vec<String> = listed
        .filter_map(|line| Some(line.split_once(' ')?.0.to_owned()))
        .filter(|name| name != "help")
        .collect();
    assert!(names.len() >= 18, "{names:?}");
    names
}

/// Those that take a graph.
pub fn of_graphs(folder: &Folder) -> Vec<Known> {
    let known =
        names(folder).into_iter().map(|name| Known { page: folder.output(&format!("{name} -h")), name });
    let known: Vec<Known> = known.filter(|command| command.place("GRAPH").is_some()).collect();
    assert!(known.len() >= 13, "{:?}", known.iter().map(|command| &command.name).collect::<Vec<_>>());
    known
}

/// The names of those that take a pattern after a graph.
pub fn of_graph_and_pattern(folder: &Folder) -> Vec<String> {
    let known = of_graphs(folder).into_iter();
    let known = known.filter(|command| command.place("GRAPH") < command.place("PATTERN"));
    let names: Vec<String> = known.map(|command| command.name).collect();
    assert!(names.len() >= 6, "{names:?}");
    names
}

/// The jobs that look at no labels and directions, on `graph`.
pub fn plain_jobs(folder: &Folder, graph: &str) -> Vec<String> {
    let known = of_graphs(folder).into_iter().filter(|command| command.place("PATTERN").is_none());
    let plain = known.filter(|command| !LOOK_AT_LABELS.contains(&&*command.name));
    plain.map(|command| command.on(graph, "")).collect()
}

impl Known {
    /// The command on `graph`, and with `pattern` if it takes one.
    pub fn on(&self, graph: &str, pattern: &str) -> String {
        let pattern = if self.place("PATTERN").is_some() { pattern } else { "" };
        let more = MORE.iter().find(|(name, _)| *name == self.name).map_or("", |(_, more)| more);
        format!("{} {graph} {pattern} {} {more}", self.name, self.asked())
    }

    /// The options that it cannot be without, each with a number.
    fn asked(&self) -> String {
        let mut words = self.usage().split(' ').peekable();
        let mut asked = String::new();
        while let Some(word) = words.next() {
            if word.starts_with('-') && words.peek().is_some_and(|next| next.starts_with('<')) {
                asked += &format!("{word} 4 ");
            }
        }
        asked
    }

    pub fn has_option(&self, option: &str) -> bool {
        self.page.split_whitespace().any(|word| word == option)
    }

    /// Where an argument stands among what the command takes.
    fn place(&self, argument: &str) -> Option<usize> {
        let usage = self.usage();
        usage.find(&format!("<{argument}>")).or_else(|| usage.find(&format!("[{argument}]")))
    }

    fn usage(&self) -> &str {
        self.page.lines().find(|line| line.starts_with("Usage: ")).expect("how it is used")
    }
}
