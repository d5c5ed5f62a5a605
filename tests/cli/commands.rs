//! The commands, as their help tells of them: what holds of all is tested of a new one, too, which stands in no list
//! here.

use super::Folder;

/// A command, and its long help.
pub struct Known {
    pub name: String,
    page: String,
}

/// The options of a command whose first example is of a large graph.
const ON_SMALL_GRAPHS: [(&str, &str); 1] = [("frequent", "--support 5 --max-edges 3")];

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

/// All of them.
pub fn all(folder: &Folder) -> impl Iterator<Item = Known> {
    names(folder).into_iter().map(|name| Known { page: folder.output(&format!("{name} --help")), name })
}

/// Those that take a graph.
pub fn of_graphs(folder: &Folder) -> Vec<Known> {
    let known: Vec<Known> = all(folder).filter(|command| command.place("GRAPH").is_some()).collect();
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
    /// The command on `graph`, and with `pattern` if it takes one, with the options of its first example.
    pub fn on(&self, graph: &str, pattern: &str) -> String {
        let pattern = if self.place("PATTERN").is_some() { pattern } else { "" };
        let small = ON_SMALL_GRAPHS.iter().find(|(name, _)| *name == self.name).map(|&(_, options)| options);
        format!(
            "{} {graph} {pattern} {}",
            self.name,
            small.unwrap_or_else(|| self.options_of_first_example())
        )
    }

    /// Nothing where these say what becomes of the output.
    fn options_of_first_example(&self) -> &str {
        let example = self.examples().next().unwrap_or_default();
        let options = example.find(" -").map_or("", |at| &example[at..]);
        if options.contains("-o ") { "" } else { options }
    }

    /// The examples of its help that are commands alone, without what a shell does before and after.
    pub fn examples(&self) -> impl Iterator<Item = &str> {
        let examples = self.page.split_once("Examples:\n").map_or("", |(_, examples)| examples);
        let lines = examples.lines().filter_map(|line| line.trim_start().strip_prefix("motherlode "));
        lines
            .map(|line| [" |", " >"].into_iter().fold(line, |line, to| line.split(to).next().unwrap_or(line)))
    }

    /// What the help says that `--format json` prints, if it says that in particular.
    pub fn printed(&self) -> Option<String> {
        let words: Vec<&str> = self.page.split_whitespace().collect();
        let text = words.join(" ");
        let (_, printed) = text.split_once("is one object on one line: ")?;
        Some(printed.split(" Examples: ").next().unwrap_or(printed).to_owned())
    }

    pub fn has_option(&self, option: &str) -> bool {
        let entries = self.page.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        entries.flat_map(|line| line.split([' ', ','])).any(|word| word == option)
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
