//! Edge lists and Matrix Market entries whose directions or labels are wanted.

use std::io::Read;
use std::path::Path;

use super::edge_lines::read_edges;
use super::input::Input;
use super::lines::{Lines, label};
use super::numbered_edges::explain;
use super::scan::{columns, id};
use super::{ExtraColumns, LoadOptions};
use crate::graph::{Graph, GraphBuilder, GraphError, LineProblem};

/// Reads an edge list, whose third column is the label if that was asked for.
pub(super) fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    read_edges(input, name, options, |line, builder| {
        edge(line, options.extra_columns, builder).map_err(|problem| explain(line, problem))
    })
}

fn edge(text: &[u8], extra: ExtraColumns, builder: &mut GraphBuilder) -> Result<(), LineProblem> {
    let mut columns = columns(text);
    let from = id(columns.next().unwrap_or_default())?;
    let to = id(columns.next().ok_or(LineProblem::OneNumber)?)?;
    match (extra, columns.next()) {
        (ExtraColumns::Label, None | Some(b"")) => return Err(LineProblem::NoLabel { of: "edge" }),
        (ExtraColumns::Label, Some(word)) => {
            builder.labelled_edge(from, to, label(word)?);
            if columns.next().is_some() {
                return Err(LineProblem::RecordColumns);
            }
        }
        (ExtraColumns::Refuse, Some(_)) => return Err(LineProblem::ExtraColumns),
        _ => builder.edge(from, to),
    }
    Ok(())
}

/// Reads the entries of a matrix of `size` rows, which follow the header; also gives how many there are, and the lines
/// and comments so far.
pub(super) fn read_entries<R: Read>(
    mut lines: Lines<'_, R>,
    size: u64,
    (valued, symmetric): (bool, bool),
    options: &LoadOptions,
) -> Result<(GraphBuilder, u64, u64, u64), GraphError> {
    let mut builder = options.builder();
    builder.consecutive(1, size);
    let (mut comments, mut entries) = (0, 0);
    while lines.advance_to_text()? {
        let text = lines.text();
        if text.is_empty() {
            continue;
        }
        if text.starts_with(b"%") {
            comments += 1;
            continue;
        }
        let (row, column) =
            super::matrix_market::entry(text, valued).map_err(|problem| lines.problem(problem))?;
        if let Some(&index) = [row, column].iter().find(|&&index| index == 0 || index > size) {
            return Err(lines.problem(LineProblem::IndexOutOfRange { index, size }));
        }
        let value = super::lines::words(text).nth(2).filter(|_| options.extra_columns == ExtraColumns::Label);
        let value = value.map(label).transpose().map_err(|problem| lines.problem(problem))?;
        entries += 1;
        let mut add = |from, to| match value {
            Some(label) => builder.labelled_edge(from, to, label),
            None => builder.edge(from, to),
        };
        add(row, column);
        // A symmetric matrix has the arc in the other direction too.
        if symmetric && options.directed && row != column {
            add(column, row);
        }
    }
    Ok((builder, entries, lines.number, comments))
}
