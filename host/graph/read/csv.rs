//! Edge lists as CSV with a header (RFC 4180).

use std::path::Path;

use ::csv::{Reader, ReaderBuilder, StringRecord, Trim};

use super::edge_list::among_numbers;
use super::input::Input;
use super::scan::{id, is_word};
use super::{ExtraColumns, GraphFormat, LoadOptions, built};
use crate::graph::error::excerpt;
use crate::graph::{Graph, GraphError, LineProblem, VertexId};

/// What the column of an edge's first end may be called, in small letters.
const FROM: [&str; 9] = ["source", "src", "from", "u", "start", "tail", "id1", "node1", ":start_id"];
/// The same for the second end.
const TO: [&str; 10] = ["target", "dst", "to", "v", "end", "head", "id2", "node2", "dest", ":end_id"];
/// The same for the label.
const LABEL: [&str; 4] = ["label", "type", "edge_label", ":type"];

pub(super) fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let failed = |error: ::csv::Error| {
        let line = error.position().map_or(0, ::csv::Position::line);
        let problem = LineProblem::Csv { reason: error.to_string() };
        GraphError::Line { path: name.to_owned(), line, text: String::new(), problem }
    };
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(input.into_reader());
    let header = reader.headers().map_err(failed)?.clone();
    let columns = ColumnNumbers::of(&header, options.extra_columns).map_err(|problem| GraphError::Line {
        path: name.to_owned(),
        line: 1,
        text: text_of(&header),
        problem,
    })?;
    rows(&mut reader, &columns, name, options, failed)
}

/// Whether columns are called like this that hold the ends of edges; letters alone may be names of vertices.
pub(super) fn are_ends(from: &str, to: &str) -> bool {
    let called =
        |name: &str, names: &[&str]| name.len() > 1 && names.contains(&name.to_ascii_lowercase().as_str());
    called(from, &FROM) && called(to, &TO)
}

fn rows(
    reader: &mut Reader<impl std::io::Read>,
    columns: &ColumnNumbers,
    name: &Path,
    options: &LoadOptions,
    failed: impl Fn(::csv::Error) -> GraphError,
) -> Result<Graph, GraphError> {
    let mut builder = options.builder();
    let mut row = StringRecord::new();
    let (mut last, mut by_name) = (1, None);
    while reader.read_record(&mut row).map_err(&failed)? {
        let line = row.position().map_or(0, ::csv::Position::line);
        last = line;
        let wrong = |problem| GraphError::Line { path: name.to_owned(), line, text: text_of(&row), problem };
        let field = |column: usize| row.get(column).unwrap_or_default();
        let by_name = *by_name.get_or_insert_with(|| {
            options.names
                || [columns.from, columns.to].iter().any(|&column| is_word(field(column).as_bytes()))
        });
        if by_name && !columns.named && options.format != Some(GraphFormat::Csv) {
            return Err(columns.or_edge(name));
        }
        let end = |column: usize| {
            let id = match (by_name, field(column)) {
                (false, text) => id(text.as_bytes()).map(VertexId::Number).map_err(among_numbers),
                (true, "") => Err(LineProblem::NoName),
                (true, text) => Ok(VertexId::Name(text)),
            };
            id.map_err(wrong)
        };
        let (from, to) = (end(columns.from)?, end(columns.to)?);
        match columns.label.map(field) {
            None => builder.edge(from, to),
            Some("") => return Err(wrong(LineProblem::NoLabel { of: "edge" })),
            Some(label) => builder.labelled_edge(from, to, label),
        }
    }
    // The header says that it is a graph, should there be nothing more.
    built(builder, name, (last, 0))
}

/// A row for a message.
fn text_of(row: &StringRecord) -> String {
    excerpt(row.iter().collect::<Vec<_>>().join(",").as_bytes())
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
    fn of(header: &StringRecord, extra: ExtraColumns) -> Result<ColumnNumbers, LineProblem> {
        let called = |names: &[&str]| {
            header.iter().position(|name| names.contains(&name.to_ascii_lowercase().as_str()))
        };
        let (from, to, named) = match (called(&FROM), called(&TO)) {
            (Some(from), Some(to)) => (from, to, true),
            (None, None) if header.len() >= 2 => (0, 1, false),
            _ => return Err(LineProblem::CsvHeader),
        };
        let label = called(&LABEL).filter(|label| ![from, to].contains(label));
        let read = 2 + usize::from(label.is_some());
        if header.len() > read && extra == ExtraColumns::Refuse {
            return Err(LineProblem::CsvColumns);
        }
        Ok(ColumnNumbers { from, to, label, named, header: text_of(header) })
    }

    /// What to say of a first line of words that are none that columns have, where ids are words too.
    fn or_edge(&self, name: &Path) -> GraphError {
        let (path, text) = (name.to_owned(), self.header.clone());
        GraphError::Line { path, line: 1, text, problem: LineProblem::HeaderOrEdge }
    }
}
