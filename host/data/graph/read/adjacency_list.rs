//! Adjacency lists: a vertex and its neighbours a line, as NetworkX writes them.

use std::path::Path;

use super::fields::Separator;
use super::finish::finish;
use super::format::Format;
use super::input::Input;
use super::lines::Lines;
use super::named_edges::text;
use super::scan::{columns, id};
use super::{LoadOptions, edge_list};
use crate::graph::{Graph, GraphBuilder, GraphError, LineProblem, VertexId};

pub(super) const FORMAT: Format =
    Format::new("adjacency-list", edge_list::read, &["#a b c\n#@ b\n", "#a\tb\tc\n#\"@ d\"\tb\n"]);

/// Reads an adjacency list. Ids are names, with this between them, or numbers. A vertex alone on its line is a vertex
/// without edges, if no other line has it.
pub(super) fn read(
    input: Input<'_>,
    name: &Path,
    separator: Option<Separator>,
    options: &LoadOptions,
) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut lines =
        Lines::new(input.into_reader(), named, 0).of_lists(|byte| byte == b',' || byte.is_ascii_whitespace());
    let mut builder = options.builder();
    let mut comments = 0;
    while lines.advance_to_data(&mut comments)? {
        let text = lines.text();
        let added = match separator {
            Some(separator) => names(text, separator, &mut builder),
            None => numbers(text, &mut builder),
        };
        added.map_err(|problem| lines.problem(problem))?;
    }
    finish(builder, name, (lines.number, comments), "a vertex and its neighbours a line")
}

fn names(line: &[u8], separator: Separator, builder: &mut GraphBuilder) -> Result<(), LineProblem> {
    let fields = separator.split(text(line)?)?;
    let ids: Vec<VertexId<'_>> = fields.iter().map(|field| field.name()).collect::<Result<_, _>>()?;
    add(&ids, builder);
    Ok(())
}

fn numbers(line: &[u8], builder: &mut GraphBuilder) -> Result<(), LineProblem> {
    let explain = |problem| super::numbered_edges::explain(line, problem);
    let ids: Vec<VertexId<'_>> = columns(line)
        .map(|column| id(column).map(VertexId::Number))
        .collect::<Result<_, _>>()
        .map_err(explain)?;
    add(&ids, builder);
    Ok(())
}

fn add(ids: &[VertexId<'_>], builder: &mut GraphBuilder) {
    if let [vertex, neighbors @ ..] = ids {
        builder.vertex(*vertex, &[]);
        neighbors.iter().for_each(|&neighbor| builder.edge(*vertex, neighbor));
    }
}
