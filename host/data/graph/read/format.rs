//! What there is to say of a format of graph files: each reader's file has one such declaration, and `formats.rs` the
//! table of them.

use super::file_name::uncompressed;
use std::io;
use std::path::Path;

use super::LoadOptions;
use super::input::Input;
use crate::graph::{Graph, GraphError};

/// Reads a graph from an input, which the path stands for in messages.
type ReadInput = fn(Input<'_>, &Path, &LoadOptions) -> Result<Graph, GraphError>;

/// Reads a graph from several files, of which the path is one.
type LoadFiles = fn(&Path, &LoadOptions) -> Result<Graph, GraphError>;

/// A format of graph files, declared once: all that readers, messages, the command's help, tests and fuzzing know of
/// it.
pub struct Format {
    /// What the command and Python call it.
    pub name: &'static str,
    /// Reads it.
    pub(super) read: ReadInput,
    /// Reads it where it is of several files, of which one is named; neither they nor that one are compressed, and its
    /// name tells before its content does.
    pub(super) load: Option<LoadFiles>,
    /// What of its content tells it.
    pub(super) tells: Tells,
    /// What names of such files end with, without the dot: they tell what the content does not.
    pub endings: &'static [&'static str],
    /// How it is told from an edge list that it may be taken for.
    pub(super) lookalike: Option<Lookalike>,
    /// Small texts in the format, each with an edge, for tests: `@` is a place where a word may stand, and `#` one for
    /// empty lines before a line. None for what is no text.
    pub samples: &'static [&'static str],
    /// What a list of formats calls it, where edge lists, Matrix Market and `.csr` were named before.
    pub listed: Option<&'static str>,
    /// What it starts with, in words, where that tells: `json with '{'`.
    pub starts: Option<&'static str>,
    /// Whether its edges are arcs.
    pub directions: Directions,
    /// What becomes of columns beyond the ends of an edge, where there is more to say than of an edge list.
    pub extra_columns: Option<&'static str>,
}

impl Format {
    /// A format that nothing tells but an option.
    pub(super) const fn new(name: &'static str, read: ReadInput, samples: &'static [&'static str]) -> Format {
        Format {
            name,
            read,
            load: None,
            tells: Tells::Nothing,
            endings: &[],
            lookalike: None,
            samples,
            listed: None,
            starts: None,
            directions: Directions::AsAsked,
            extra_columns: None,
        }
    }

    /// Whether one file, or a stream of bytes, is all of a graph.
    pub fn is_of_one_file(&self) -> bool {
        self.load.is_none()
    }

    /// Whether a file is called like one in this format.
    pub(super) fn is_of_name(&self, name: &str) -> bool {
        let name = if self.is_of_one_file() { uncompressed(name) } else { name };
        self.endings.iter().any(|ending| name.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.')))
    }
}

/// What of a text tells its format. Formats are tried in the order of these, and of the table.
pub(super) enum Tells {
    /// Nothing: it is an edge list, by its content.
    Nothing,
    /// The first bytes, which are 64 at most.
    Start(fn(&[u8]) -> bool),
    /// The same, where no other format starts so.
    LastStart(fn(&[u8]) -> bool),
    /// The first lines, where neither the first bytes nor the name tell a format.
    Lines(fn(&mut Input<'_>) -> io::Result<bool>),
}

/// How a text is told that users may take for an edge list, when it is read as one.
pub(super) struct Lookalike {
    /// What a message calls it, with its article.
    pub title: &'static str,
    /// Whether a line looks like it, where no edge is.
    pub is_line: fn(&[u8]) -> bool,
    /// Whether a text is in it that has these first lines, of which that is the first that is neither comment nor
    /// empty. Names may look like it, so that this looks closer.
    pub is_text: fn(&[u8], &[u8]) -> bool,
}

/// Whether the edges of a format are arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// If whoever reads the file says so.
    AsAsked,
    /// If the file says so.
    Told,
    /// Never.
    Never,
}
