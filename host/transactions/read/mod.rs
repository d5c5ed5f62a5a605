//! Readers of databases of graphs.

mod blocks;
mod gspan;
mod open;
mod part;

use std::path::Path;
use std::str::FromStr;

use super::{Database, DatabaseError, Problem};

/// The text forms of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// gSpan text: `t # id`, `v id label`, `e id id label`.
    GSpan,
}

/// The names of the formats on the command line.
const NAMES: [(&str, Format); 1] = [("gspan", Format::GSpan)];

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        NAMES.iter().find(|(name, _)| *name == text).map(|(_, format)| *format).ok_or_else(|| {
            let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
            format!("no format of databases is called '{text}': there are {}", names.join(", "))
        })
    }
}

/// Reads the database in `path`, compressed or not; `-` is standard input.
///
/// Without a `format` it is told by the file's name, else by its first line.
///
/// # Errors
/// The file cannot be read, its format is not recognised, a line is wrong, or there are no graphs.
pub fn load(path: &Path, format: Option<Format>) -> Result<Database, DatabaseError> {
    let text = open::text(path).map_err(|source| DatabaseError::Io { path: path.into(), source })?;
    parse(&text, path, format)
}

/// Reads the database in `text`, which errors say is `path`.
///
/// # Errors
/// As [`load`].
pub fn parse(text: &[u8], path: &Path, format: Option<Format>) -> Result<Database, DatabaseError> {
    let format = format
        .or_else(|| by_name(path))
        .or_else(|| by_content(text))
        .ok_or_else(|| DatabaseError::UnknownFormat { path: path.into() })?;
    let parts = match format {
        Format::GSpan => gspan::read(text),
    };
    let parts = parts.map_err(|wrong| wrong.in_file(path))?;
    let limit = u64::from(u32::MAX);
    let database =
        part::assemble(parts).ok_or_else(|| DatabaseError::TooManyVertices { path: path.into(), limit })?;
    if database.graphs() == 0 { Err(DatabaseError::Empty { path: path.into() }) } else { Ok(database) }
}

fn by_name(path: &Path) -> Option<Format> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
    match name.rsplit_once('.')?.1 {
        "gspan" => Some(Format::GSpan),
        _ => None,
    }
}

fn by_content(text: &[u8]) -> Option<Format> {
    let line = blocks::lines(text)
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty() && !line.starts_with(b"#"))?;
    line.starts_with(b"t ").then_some(Format::GSpan)
}

/// What is wrong with a line of a block.
#[derive(Debug)]
struct Wrong {
    line: u64,
    graph: Option<String>,
    problem: Problem,
}

impl Wrong {
    fn new(line: u64, graph: Option<String>, problem: Problem) -> Wrong {
        Wrong { line, graph, problem }
    }

    /// The same, of a block that starts at byte `start` of `text`.
    fn after(self, text: &[u8], start: usize) -> Wrong {
        Wrong { line: self.line + blocks::lines_before(text, start), ..self }
    }

    fn in_file(self, path: &Path) -> DatabaseError {
        let Wrong { line, graph, problem } = self;
        DatabaseError::Line { path: path.into(), line, graph, problem }
    }
}
