//! METIS's graph format: a line for each vertex, with its neighbours (Karypis, "METIS 5.1 manual", section 4.1.1).
//!
//! Weights of edges are read as their labels, and so are weights of vertices; sizes of vertices are left.

use std::io::Read;
use std::path::Path;

use super::LoadOptions;
use super::finish::{finish, with_single_labels};
use super::format::{Directions, Format};
use super::input::Input;
use super::lines::{Lines, label, words};
use super::scan::{id, is_binary};
use crate::graph::{Graph, GraphBuilder, GraphError, LineProblem, MAX_VERTICES};

pub(super) const FORMAT: Format = Format {
    endings: &["metis", "graph"],
    listed: Some("METIS"),
    directions: Directions::Never,
    ..Format::new("metis", read, &["2 1 10\na 2\n@ 1\n"])
};

/// What the first line says.
struct Header {
    vertices: u64,
    edges: u64,
    has_sizes: bool,
    has_vertex_weights: bool,
    has_edge_weights: bool,
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    if options.directed {
        return Err(GraphError::Undirected { path: name.to_owned(), format: "METIS" });
    }
    let named = input.named(name);
    let mut lines = Lines::new(input.into_reader(), named, 0).of_lists(|byte| byte.is_ascii_whitespace());
    let mut comments = 0;
    let header = match next(&mut lines, &mut comments)? {
        true => header(lines.text()).map_err(|problem| lines.problem(problem))?,
        false => return Err(GraphError::Empty { path: name.to_owned() }),
    };
    if header.vertices > MAX_VERTICES {
        return Err(GraphError::TooManyVertices { path: name.to_owned(), vertices: header.vertices });
    }
    let mut builder = GraphBuilder::undirected();
    builder.consecutive(1, header.vertices);
    let mut entries = 0;
    for vertex in 1..=header.vertices {
        if !next(&mut lines, &mut comments)? {
            return Err(GraphError::MetisLength {
                path: name.to_owned(),
                expected: header.vertices,
                found: vertex - 1,
            });
        }
        let text = lines.text();
        let read = neighbors(text, vertex, &header, &mut builder)
            .map_err(|problem| lines.problem(if is_binary(text) { LineProblem::Binary } else { problem }))?;
        entries += read;
    }
    if next(&mut lines, &mut comments)? && !lines.text().is_empty() {
        return Err(lines.problem(LineProblem::MetisMore { vertices: header.vertices }));
    }
    if entries != 2 * header.edges {
        let (expected, found) = (header.edges, entries);
        return Err(GraphError::MetisEdges { path: name.to_owned(), expected, found });
    }
    let mut graph = finish(builder, name, (lines.number, comments), "the neighbours of a vertex a line")?;
    // Each edge stands in the lines of both its ends.
    graph.report.edges_read /= 2;
    graph.report.duplicates = graph.report.duplicates.saturating_sub(graph.csr.edges());
    with_single_labels(graph, name)
}

/// The next line that is not a comment; whether there is one. An empty line is a vertex without neighbours.
fn next(lines: &mut Lines<'_, impl Read>, comments: &mut u64) -> Result<bool, GraphError> {
    while lines.advance()? {
        if !lines.text().starts_with(b"%") {
            return Ok(true);
        }
        *comments += 1;
    }
    Ok(false)
}

fn header(text: &[u8]) -> Result<Header, LineProblem> {
    let words: Vec<&[u8]> = words(text).collect();
    let (numbers, flags) = words.split_at(words.len().min(2));
    let &[vertices, edges] = numbers.iter().map(|word| id(word)).collect::<Result<Vec<u64>, _>>()?.as_slice()
    else {
        return Err(LineProblem::MetisHeader);
    };
    let flag = |place: usize| {
        let digits = flags.first().copied().unwrap_or(b"0");
        digits.len() > place && digits[digits.len() - 1 - place] == b'1'
    };
    let is_flags = |digits: &&[u8]| digits.len() <= 3 && digits.iter().all(|digit| b"01".contains(digit));
    if !flags.first().is_none_or(is_flags) || flags.len() > 2 {
        return Err(LineProblem::MetisHeader);
    }
    if flags.get(1).is_some_and(|weights| *weights != b"1" && *weights != b"0") {
        return Err(LineProblem::MetisWeights);
    }
    Ok(Header { vertices, edges, has_edge_weights: flag(0), has_vertex_weights: flag(1), has_sizes: flag(2) })
}

/// Adds a vertex and the edges in its line; gives how many those are.
fn neighbors(
    text: &[u8],
    vertex: u64,
    header: &Header,
    builder: &mut GraphBuilder,
) -> Result<u64, LineProblem> {
    let mut words = words(text);
    if header.has_sizes {
        words.next().ok_or(LineProblem::MetisShort)?;
    }
    if header.has_vertex_weights {
        builder.vertex(vertex, &[label(words.next().ok_or(LineProblem::MetisShort)?)?]);
    }
    let mut entries = 0;
    while let Some(word) = words.next() {
        let neighbor = id(word)?;
        if neighbor == 0 || neighbor > header.vertices {
            return Err(LineProblem::IndexOutOfRange { index: neighbor, size: header.vertices });
        }
        if header.has_edge_weights {
            builder.labelled_edge(vertex, neighbor, label(words.next().ok_or(LineProblem::MetisShort)?)?);
        } else {
            builder.edge(vertex, neighbor);
        }
        entries += 1;
    }
    Ok(entries)
}
