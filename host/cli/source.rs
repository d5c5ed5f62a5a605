//! GRAPH on the command line: a file, standard input, or a graph made on the spot.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;
use clap::Args;
use motherlode::graph::{self, Graph, LoadOptions, LoadReport};

use super::exit::{Misuse, complain};
use super::formats;
use super::hints;
use super::recipe::Recipe;
use super::report::counted;
use super::starting::Starting;

/// The heading of positional arguments, which stand apart from those options whose heading a command says once.
pub const POSITIONAL: Option<&str> = None;

/// Where a graph comes from.
#[derive(Clone, Debug)]
pub enum GraphSource {
    /// A file, or `-`, standard input.
    File(PathBuf),
    /// A short form, and what it stands for.
    Made(String, Recipe),
}

/// GRAPH.
#[derive(Args, Debug)]
pub struct SourceArgs {
    /// The graph.
    #[arg(value_name = "GRAPH", help_heading = POSITIONAL, help = formats::GRAPH, long_help = formats::of_graph())]
    pub graph: GraphSource,
}

impl FromStr for GraphSource {
    type Err = Misuse;

    fn from_str(text: &str) -> Result<GraphSource, Misuse> {
        match Recipe::short(text) {
            Some(recipe) => Ok(GraphSource::Made(text.to_owned(), recipe?)),
            None => Ok(GraphSource::File(text.into())),
        }
    }
}

impl GraphSource {
    /// The file that is read, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            GraphSource::File(path) => Some(path),
            GraphSource::Made(..) => None,
        }
    }

    /// Reads or makes the graph, in the current rayon pool.
    ///
    /// # Errors
    /// Whatever is wrong with the input.
    pub fn load(&self, options: &LoadOptions) -> anyhow::Result<Graph> {
        self.load_or(options, Recipe::make)
    }

    /// Reads the graph, or makes it: on the device that is to count on it where that is faster.
    ///
    /// # Errors
    /// Whatever is wrong with the input; a device that does not start or fails.
    pub fn load_beside(&self, options: &LoadOptions, starting: &mut Starting) -> anyhow::Result<Graph> {
        self.load_or(options, |recipe| recipe.make_on(starting))
    }

    /// The families of kernels that a card makes the graph by.
    pub fn families(&self) -> &'static [&'static str] {
        match self {
            GraphSource::Made(_, recipe) => recipe.families(),
            GraphSource::File(_) => &[],
        }
    }

    /// Reads the graph, or has it made.
    fn load_or(
        &self,
        options: &LoadOptions,
        make: impl FnOnce(&Recipe) -> anyhow::Result<Graph>,
    ) -> anyhow::Result<Graph> {
        match self {
            GraphSource::File(path) => {
                let graph = graph::load(path, options)?;
                for note in &graph.report().notes {
                    match hints::of_note(note, path) {
                        Some(hint) => complain(format_args!("warning: {self}: {note} ({hint})")),
                        None => complain(format_args!("warning: {self}: {note}")),
                    }
                }
                warn_of_no_edges(self, &graph);
                Ok(graph)
            }
            GraphSource::Made(text, recipe) if options.directed && !recipe.has_sides() => Err(Misuse(format!(
                "{text}: graphs that are made on the spot are undirected, but for those of two sides; leave out --directed"
            ))
            .into()),
            GraphSource::Made(_, recipe) => {
                let mut graph = make(recipe)?;
                if options.directed {
                    graph = from_side_to_side(&graph);
                }
                options.label(&mut graph)?;
                Ok(graph)
            }
        }
    }
}

/// The graphs, with the files of each folder in its place.
///
/// # Errors
/// A folder that cannot be read, or has no files.
pub fn files_of_folders(graphs: &[GraphSource]) -> anyhow::Result<Vec<GraphSource>> {
    let mut sources = Vec::new();
    for graph in graphs {
        match graph.file().filter(|path| path.is_dir()) {
            None => sources.push(graph.clone()),
            Some(folder) => {
                let cannot = || format!("{}: the folder cannot be read", folder.display());
                let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
                let paths = entries.with_context(cannot)?.into_iter().map(|entry| entry.path());
                let is_hidden = |path: &PathBuf| {
                    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
                };
                let mut files: Vec<PathBuf> =
                    paths.filter(|path| path.is_file() && !is_hidden(path)).collect();
                files.sort();
                if files.is_empty() {
                    return Err(Misuse(format!("{}: the folder has no files", folder.display())).into());
                }
                sources.extend(files.into_iter().map(GraphSource::File));
            }
        }
    }
    Ok(sources)
}

/// The graph with its edges as arcs from smaller vertices to greater ones.
fn from_side_to_side(graph: &Graph) -> Graph {
    let csr = graph.csr();
    let arcs: Vec<(u32, u32)> = csr.each_edge().collect();
    Graph::of_arcs(csr.n(), arcs.len(), |at| arcs[at])
}

/// A graph without edges may be what was meant, or another file.
fn warn_of_no_edges(source: &GraphSource, graph: &Graph) {
    if graph.csr().edges() == 0 {
        let &LoadReport { lines, comments, self_loops, .. } = graph.report();
        complain(format_args!(
            "warning: {source}: the graph has no edges: {} read, {}, {} dropped",
            counted(lines, "line", "lines"),
            counted(comments, "comment", "comments"),
            counted(self_loops, "self-loop", "self-loops"),
        ));
    }
}

impl fmt::Display for GraphSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphSource::File(path) => write!(f, "{}", path.display()),
            GraphSource::Made(text, _) => f.write_str(text),
        }
    }
}
