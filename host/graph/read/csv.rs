//! Edge lists as CSV with a header (RFC 4180).

use std::path::Path;

use ::csv::{Reader, ReaderBuilder, StringRecord, Trim};

use super::input::Input;
use super::scan::id;
use super::{ExtraColumns, LoadOptions, built};
use crate::graph::error::excerpt;
use crate::graph::{Graph, GraphError, LineProblem};

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
        text: excerpt(header.iter().collect::<Vec<_>>().join(",").as_bytes()),
        problem,
    })?;
    rows(&mut reader, &columns, name, options, failed)
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
    let mut last = 1;
    while reader.read_record(&mut row).map_err(&failed)? {
        let line = row.position().map_or(0, ::csv::Position::line);
        last = line;
        let wrong = |problem| {
            let text = excerpt(row.iter().collect::<Vec<_>>().join(",").as_bytes());
            GraphError::Line { path: name.to_owned(), line, text, problem }
        };
        let field = |column: usize| row.get(column).unwrap_or_default();
        let end = |column: usize| id(field(column).as_bytes()).map_err(wrong);
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

/// Which columns are read.
struct ColumnNumbers {
    from: usize,
    to: usize,
    label: Option<usize>,
}

impl ColumnNumbers {
    fn of(header: &StringRecord, extra: ExtraColumns) -> Result<ColumnNumbers, LineProblem> {
        let called = |names: &[&str]| {
            header.iter().position(|name| names.contains(&name.to_ascii_lowercase().as_str()))
        };
        let (from, to) = match (called(&FROM), called(&TO)) {
            (Some(from), Some(to)) => (from, to),
            (None, None) if header.len() >= 2 => (0, 1),
            _ => return Err(LineProblem::CsvHeader),
        };
        let label = called(&LABEL).filter(|label| ![from, to].contains(label));
        let read = 2 + usize::from(label.is_some());
        if header.len() > read && extra == ExtraColumns::Refuse {
            return Err(LineProblem::CsvColumns);
        }
        Ok(ColumnNumbers { from, to, label })
    }
}
