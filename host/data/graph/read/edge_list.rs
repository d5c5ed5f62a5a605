//! Edge lists, whose first lines tell how they are laid out.

use std::path::Path;

use super::format::Format;
use super::input::Input;
use super::layout::{self, FIRST_LINES, Layout, MOST_COMMENTS};
use super::{GraphFormat, LoadNote, LoadOptions};
use super::{adjacency_list, labelled_edges, named_edges, numbered_edges};
use crate::graph::error::excerpt;
use crate::graph::{Graph, GraphError};

pub(super) const FORMAT: Format = Format::new("edge-list", read, &["#a b\n#@ b\n"]);

/// Reads lines of ids, whatever their layout.
pub(super) fn read(mut input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    match layout_of(&mut input, name, options)? {
        Layout::Numbers if options.attributes_edges() => labelled_edges::read(input, name, options),
        Layout::Numbers => numbered_edges::read(input, name, options),
        Layout::Names(separator) => named_edges::read(input, name, separator, options),
        Layout::Adjacency(separator) => {
            let mut graph = adjacency_list::read(input, name, separator, options)?;
            let told = options.format == Some(GraphFormat::AdjacencyList);
            graph.report.notes.extend((!told).then_some(LoadNote::AdjacencyList));
            Ok(graph)
        }
    }
}

fn layout_of(input: &mut Input<'_>, name: &Path, options: &LoadOptions) -> Result<Layout, GraphError> {
    let named = input.named(name);
    let mut bytes = FIRST_LINES;
    loop {
        let (lines, is_whole) = input.first_lines(bytes).map_err(|error| named.io(error))?;
        if is_whole || bytes >= MOST_COMMENTS || layout::has_data(lines) {
            let bad = |bad: layout::BadStart<'_>| GraphError::Line {
                path: name.to_owned(),
                line: bad.line,
                text: excerpt(bad.text),
                problem: bad.problem,
            };
            return layout::of(lines, is_whole, options).map_err(bad);
        }
        bytes *= 4;
    }
}
