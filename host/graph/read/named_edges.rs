//! Edge lists whose ids are names.

use std::path::Path;

use super::edge_list::{EXPECTED, is_comment};
use super::fields::{Separator, without_attributes};
use super::input::Input;
use super::lines::Lines;
use super::scan::is_binary;
use super::{ExtraColumns, LoadNote, LoadOptions, finish};
use crate::graph::{Graph, GraphBuilder, GraphError, LineProblem};

/// Reads an edge list, whose third column is the label if that was asked for.
pub(super) fn read(
    input: Input<'_>,
    name: &Path,
    separator: Separator,
    options: &LoadOptions,
) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut lines = Lines::new(input.into_reader(), named, 0);
    let mut builder = options.builder();
    let (mut comments, mut unread) = (0, 0);
    while lines.advance()? {
        let text = lines.text();
        if text.is_empty() {
            continue;
        }
        if is_comment(text) {
            comments += 1;
            continue;
        }
        let (text, has_attributes) = without_attributes(text);
        unread += u64::from(has_attributes);
        edge(text, separator, options.extra_columns, &mut builder)
            .map_err(|problem| lines.problem(problem))?;
    }
    let mut graph = finish(builder, name, (lines.number, comments), EXPECTED)?;
    graph.report.notes.extend(LoadNote::of_attributes(unread, options.extra_columns));
    Ok(graph)
}

fn edge(
    line: &[u8],
    separator: Separator,
    extra: ExtraColumns,
    builder: &mut GraphBuilder,
) -> Result<(), LineProblem> {
    let fields = separator.split(text(line)?)?;
    let [from, to, rest @ ..] = &fields[..] else { return Err(LineProblem::OneName) };
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
