//! Edge lists as CSV with a header (RFC 4180).

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

use super::csv_records::{CsvRecords, records};
use super::finish::built;
use super::format::{Format, Tells};
use super::input::Input;
use super::numbered_edges::among_numbers;
use super::scan::{id, is_word};
use super::{ExtraColumns, GraphFormat, LoadOptions};
use crate::graph::error::excerpt;
use crate::graph::{Graph, GraphError, LineProblem, VertexId};

/// What the column of an edge's first end may be called, in small letters.
const FROM: [&str; 9] = ["source", "src", "from", "u", "start", "tail", "id1", "node1", ":start_id"];
/// What the column of an edge's second end may be called, in small letters.
const TO: [&str; 10] = ["target", "dst", "to", "v", "end", "head", "id2", "node2", "dest", ":end_id"];
/// What the column of an edge's label may be called, in small letters.
const LABEL: [&str; 4] = ["label", "type", "edge_label", ":type"];

pub(super) const FORMAT: Format = Format {
    tells: Tells::LastStart(tells),
    listed: Some("CSV with a header"),
    starts: Some("csv with a header of names"),
    extra_columns: Some("'ignore' leaves columns that are neither end nor label"),
    ..Format::new("csv", read, &["source,target\n#a,b\n#\"@\",b\n"])
};

/// Whether a text starts with the header of a CSV file: a comma between names, or before them, where the numbers of the
/// rows have no name.
fn tells(head: &[u8]) -> bool {
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = line.strip_prefix(b",").or_else(|| line.strip_prefix(b"\"\",")).unwrap_or(line);
    let starts_name = line.first().is_some_and(|&byte| byte.is_ascii_alphabetic() || b"\":_".contains(&byte));
    // Names in quotes or between tabs, and attributes in braces, may have commas in them.
    let plain = line.split(|&byte| byte == b'"').step_by(2);
    let first = plain.flatten().find(|byte| b",\t{".contains(byte));
    starts_name && first == Some(&b',')
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let mut records = records(input, name, b',');
    if !records.advance()? {
        return Err(GraphError::Empty { path: name.to_owned() });
    }
    let header: Vec<String> = records.fields().map(Cow::into_owned).collect();
    let columns =
        ColumnNumbers::of(&header, options.extra_columns).map_err(|problem| records.problem(problem))?;
    rows(&mut records, &columns, name, options)
}

/// Whether columns are called like this that hold the ends of edges; letters alone may be names of vertices.
pub(super) fn are_ends(from: &str, to: &str) -> bool {
    let called =
        |name: &str, names: &[&str]| name.len() > 1 && names.contains(&name.to_ascii_lowercase().as_str());
    called(from, &FROM) && called(to, &TO)
}

fn rows(
    records: &mut CsvRecords<'_, impl Read>,
    columns: &ColumnNumbers,
    name: &Path,
    options: &LoadOptions,
) -> Result<Graph, GraphError> {
    let mut builder = options.builder();
    let (mut last, mut by_name) = (1, None);
    while records.advance()? {
        last = records.line;
        let ends = [columns.from, columns.to].map(|column| records.field(column));
        let by_name =
            *by_name.get_or_insert_with(|| options.names || ends.iter().any(|end| is_word(end.as_bytes())));
        if by_name && !columns.named && options.format != Some(GraphFormat::Csv) {
            return Err(columns.or_edge(name));
        }
        let wrong = |problem| records.problem(problem);
        let (from, to) =
            (vertex(&ends[0], by_name).map_err(wrong)?, vertex(&ends[1], by_name).map_err(wrong)?);
        match columns.label.map(|column| records.field(column)) {
            None => builder.edge(from, to),
            Some(label) if label.is_empty() => return Err(wrong(LineProblem::NoLabel { of: "edge" })),
            Some(label) => builder.labelled_edge(from, to, &label),
        }
    }
    // The header says that it is a graph, should there be nothing more.
    built(builder, name, (last, 0))
}

/// The end of an edge.
fn vertex(text: &str, by_name: bool) -> Result<VertexId<'_>, LineProblem> {
    match (by_name, text) {
        (false, text) => id(text.as_bytes()).map(VertexId::Number).map_err(among_numbers),
        (true, "") => Err(LineProblem::NoName),
        (true, text) => Ok(VertexId::Name(text)),
    }
}

/// Whether a first column of this name is the numbers of the rows, as pandas writes them: above them it has no name, or
/// one that pandas makes up when it reads and writes such a file again.
pub(super) fn is_index(name: &str) -> bool {
    name.is_empty() || name.starts_with("Unnamed: ")
}

/// Which columns are read.
struct ColumnNumbers {
    from: usize,
    to: usize,
    label: Option<usize>,
    /// Whether the ends were found by name, and are not just the first two columns.
    named: bool,
    header: String,
}

impl ColumnNumbers {
    fn of(header: &[String], extra: ExtraColumns) -> Result<ColumnNumbers, LineProblem> {
        let called = |names: &[&str]| {
            header.iter().position(|name| names.contains(&name.to_ascii_lowercase().as_str()))
        };
        let index = usize::from(header.len() > 2 && is_index(&header[0]));
        let (from, to, named) = match (called(&FROM), called(&TO)) {
            (Some(from), Some(to)) => (from, to, true),
            (None, None) if header.len() >= 2 => (index, index + 1, false),
            _ if header.len() == 1 && header[0].contains(';') => return Err(LineProblem::Semicolons),
            _ => return Err(LineProblem::CsvHeader),
        };
        let label = called(&LABEL).filter(|label| ![from, to].contains(label));
        let read = index + 2 + usize::from(label.is_some());
        if header.len() > read && extra == ExtraColumns::Refuse {
            return Err(LineProblem::CsvColumns);
        }
        Ok(ColumnNumbers { from, to, label, named, header: excerpt(header.join(",").as_bytes()) })
    }

    /// What to say of a first line of words that are none that columns have, where ids are words too.
    fn or_edge(&self, name: &Path) -> GraphError {
        let (path, text) = (name.to_owned(), self.header.clone());
        GraphError::Line { path, line: 1, text, problem: LineProblem::HeaderOrEdge }
    }
}
