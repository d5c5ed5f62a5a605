//! Edge lists line by line: what those of names and those with labels or directions have in common.

use std::path::Path;

use super::fields::without_attributes;
use super::finish::finish;
use super::input::Input;
use super::lines::Lines;
use super::numbered_edges::EXPECTED;
use super::{LoadNote, LoadOptions};
use crate::graph::{Graph, GraphBuilder, GraphError, LineProblem};

/// Reads an edge list, of which `edge` adds each line to the builder.
pub(super) fn read_edges(
    input: Input<'_>,
    name: &Path,
    options: &LoadOptions,
    edge: impl Fn(&[u8], &mut GraphBuilder) -> Result<(), LineProblem>,
) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut lines = Lines::new(input.into_reader(), named, 0);
    let mut builder = options.builder();
    let (mut comments, mut unread) = (0, 0);
    while lines.advance_to_data(&mut comments)? {
        let (line, has_attributes) = without_attributes(lines.text());
        unread += u64::from(has_attributes);
        edge(line, &mut builder).map_err(|problem| lines.problem(problem))?;
    }
    let mut graph = finish(builder, name, (lines.number, comments), EXPECTED)?;
    graph.report.notes.extend(LoadNote::of_attributes(unread, options.extra_columns));
    Ok(graph)
}
