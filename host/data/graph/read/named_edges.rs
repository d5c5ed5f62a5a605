//! Edge lists whose ids are names.

use std::path::Path;

use super::edge_lines::read_edges;
use super::fields::Separator;
use super::input::Input;
use super::scan::is_binary;
use super::{ExtraColumns, LoadOptions};
use crate::graph::{Graph, GraphBuilder, GraphError, LineProblem};

/// Reads an edge list, whose third column is the label if that was asked for.
pub(super) fn read(
    input: Input<'_>,
    name: &Path,
    separator: Separator,
    options: &LoadOptions,
) -> Result<Graph, GraphError> {
    read_edges(input, name, options, |line, builder| edge(line, separator, options.extra_columns, builder))
}

fn edge(
    line: &[u8],
    separator: Separator,
    extra: ExtraColumns,
    builder: &mut GraphBuilder,
) -> Result<(), LineProblem> {
    let text = text(line)?;
    let fields = separator.split(text)?;
    let [from, to, rest @ ..] = &fields[..] else {
        return Err(if text.contains(';') { LineProblem::Semicolons } else { LineProblem::OneName });
    };
    let (from, to) = (from.name()?, to.name()?);
    match (extra, rest) {
        (ExtraColumns::Refuse, [_, ..]) => return Err(LineProblem::ExtraColumns),
        (ExtraColumns::Label, []) => return Err(LineProblem::NoLabel { of: "edge" }),
        (ExtraColumns::Label, [label]) if label.text.is_empty() => {
            return Err(LineProblem::NoLabel { of: "edge" });
        }
        (ExtraColumns::Label, [label]) => builder.labelled_edge(from, to, &label.text),
        (ExtraColumns::Label, [_, _, ..]) => return Err(LineProblem::RecordColumns),
        (ExtraColumns::Refuse, []) | (ExtraColumns::Ignore, _) => builder.edge(from, to),
    }
    Ok(())
}

/// A line that is text.
pub(super) fn text(line: &[u8]) -> Result<&str, LineProblem> {
    std::str::from_utf8(line).ok().filter(|_| !is_binary(line)).ok_or(LineProblem::Binary)
}
