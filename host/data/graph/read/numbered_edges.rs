//! Lines of two numbers, as in SNAP's edge lists.

use std::path::Path;

use super::{
    ExtraColumns, LoadNote, LoadOptions, LoadReport,
    blocks::{BadLine, parse_blocks},
    fields::without_attributes,
    input::Input,
    scan::{columns, id, is_binary, is_comment, is_number_like, newlines, plain_pair},
    tell::title_of_line,
};
use crate::graph::{
    Graph, GraphError, LineProblem,
    build::{Pairs, csr_of_ids},
    error::excerpt,
};

/// How an edge is written.
pub(super) const EXPECTED: &str = "two vertex ids a line";

pub(super) fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let parse = |edges: &mut ParsedEdges, text: &[u8]| edges.parse(text, options.extra_columns);
    let parsed = parse_blocks(input.into_reader(), options.block_bytes, 0, ParsedEdges::default, parse)
        .map_err(|e| named.text(e))?;
    let mut report = LoadReport { lines: parsed.lines, ..LoadReport::default() };
    let (mut pairs, mut attributes) = (Vec::with_capacity(parsed.states.len()), 0);
    for edges in parsed.states {
        report.comments += edges.comments;
        report.edges_read += edges.edges_read;
        report.self_loops += edges.self_loops;
        attributes += edges.attributes;
        pairs.push(edges.pairs);
    }
    if report.edges_read == 0 && report.comments == 0 {
        let (path, lines) = (name.to_owned(), report.lines);
        return Err(GraphError::NoEdges { path, lines, expected: EXPECTED });
    }
    let (built, ids) = csr_of_ids(pairs).map_err(|e| named.too_many(e))?;
    report.duplicates = built.duplicates;
    report.notes.extend(LoadNote::of_attributes(attributes, options.extra_columns));
    Ok(Graph { report, ..Graph::new(built.csr, ids) })
}

/// What a thread has parsed.
#[derive(Default)]
pub(super) struct ParsedEdges {
    pub(super) pairs: Pairs,
    pub(super) comments: u64,
    pub(super) edges_read: u64,
    pub(super) self_loops: u64,
    /// Lines with attributes in braces, which are not read.
    attributes: u64,
}

impl ParsedEdges {
    /// Adds the edges of a block of whole lines; gives the number of lines.
    fn parse(&mut self, text: &[u8], extra: ExtraColumns) -> Result<u64, BadLine> {
        let (mut at, mut lines) = (0, 0);
        while at < text.len() {
            if let Some((a, b, next)) = plain_pair(text, at) {
                self.add(a, b);
                at = next;
            } else if let empty @ 1.. = newlines(text, at) {
                at += empty;
                lines += empty as u64;
                continue;
            } else {
                let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
                self.parse_line(text[at..end].trim_ascii(), extra).map_err(|problem| BadLine {
                    before: lines,
                    text: excerpt(text[at..end].trim_ascii()),
                    problem,
                })?;
                at = end + 1;
            }
            lines += 1;
        }
        Ok(lines)
    }

    #[inline]
    pub(super) fn add(&mut self, a: u64, b: u64) {
        self.edges_read += 1;
        if a == b {
            self.self_loops += 1;
        } else {
            self.pairs.push(a, b);
        }
    }

    /// Any line, without white space around it.
    fn parse_line(&mut self, line: &[u8], extra: ExtraColumns) -> Result<(), LineProblem> {
        if line.is_empty() {
            return Ok(());
        }
        if is_comment(line) {
            self.comments += 1;
            return Ok(());
        }
        let (line, has_attributes) = without_attributes(line);
        self.attributes += u64::from(has_attributes);
        let (first, second) = pair(line, extra).map_err(|problem| explain(line, problem))?;
        self.add(first, second);
        Ok(())
    }
}

fn pair(line: &[u8], extra: ExtraColumns) -> Result<(u64, u64), LineProblem> {
    let mut columns = columns(line);
    let first = id(columns.next().unwrap_or_default())?;
    let second = id(columns.next().ok_or(LineProblem::OneNumber)?)?;
    if columns.next().is_some() && extra == ExtraColumns::Refuse {
        return Err(LineProblem::ExtraColumns);
    }
    Ok((first, second))
}

/// A problem that says more than that of a single column, if the line is of something else altogether.
pub(super) fn explain(line: &[u8], problem: LineProblem) -> LineProblem {
    if is_binary(line) {
        return LineProblem::Binary;
    }
    match (title_of_line(line), problem) {
        (Some(format), _) => LineProblem::OtherFormat { format },
        (None, problem) => among_numbers(problem),
    }
}

/// What is wrong with an id where others are numbers: a word may be meant as a name.
pub(super) fn among_numbers(problem: LineProblem) -> LineProblem {
    match problem {
        LineProblem::NotAnId { token } if !token.is_empty() && !is_number_like(&token) => {
            LineProblem::NameAmongNumbers { token }
        }
        problem => problem,
    }
}
