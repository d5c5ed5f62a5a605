//! Graphs with labels as lines `v id label` and `e from to label`: GraMi's `.lg`, and gSpan's text with one graph.

use std::path::Path;

use super::input::Input;
use super::lines::{Lines, label, words};
use super::scan::{id, is_binary};
use super::{LoadOptions, finish};
use crate::graph::{Graph, GraphBuilder, GraphError, LineProblem};

pub(super) fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut lines = Lines::new(input.into_reader(), named, 0);
    let mut builder = options.builder();
    let mut comments = 0;
    let mut any = false;
    while lines.advance()? {
        let text = lines.text();
        if text.is_empty() {
            continue;
        }
        if text.starts_with(b"#") {
            comments += 1;
            continue;
        }
        match record(text, &mut builder, any) {
            Ok(Record::End) => break,
            Ok(Record::Header) => {}
            Ok(Record::Element) => any = true,
            Err(_) if is_binary(text) => return Err(lines.problem(LineProblem::Binary)),
            Err(problem) => return Err(lines.problem(problem)),
        }
    }
    finish(builder, name, (lines.number, comments), "lines `e FROM TO LABEL`")
}

enum Record {
    Header,
    Element,
    /// gSpan's mark after the last graph.
    End,
}

fn record(text: &[u8], builder: &mut GraphBuilder, any: bool) -> Result<Record, LineProblem> {
    let mut words = words(text);
    let kind = words.next().unwrap_or_default();
    match kind {
        b"t" => header(words, any),
        b"v" => {
            let vertex = id(words.next().unwrap_or_default())?;
            let labels = words.map(label).collect::<Result<Vec<&str>, _>>()?;
            if labels.is_empty() {
                return Err(LineProblem::NoLabel { of: "vertex" });
            }
            if builder.has_vertex(vertex) {
                return Err(LineProblem::RepeatedVertex { id: vertex.to_string() });
            }
            builder.vertex(vertex, &labels);
            Ok(Record::Element)
        }
        b"e" => {
            let mut end = || id(words.next().unwrap_or_default());
            let (from, to) = (end()?, end()?);
            if let Some(&id) = [from, to].iter().find(|&&id| !builder.has_vertex(id)) {
                return Err(LineProblem::UnknownVertex { id: id.to_string() });
            }
            let label = label(words.next().ok_or(LineProblem::NoLabel { of: "edge" })?)?;
            if words.next().is_some() {
                return Err(LineProblem::RecordColumns);
            }
            builder.labelled_edge(from, to, label);
            Ok(Record::Element)
        }
        _ => Err(LineProblem::NotARecord),
    }
}

/// `t # 0`, or `t 1`; `t # -1` ends a file.
fn header<'t>(words: impl Iterator<Item = &'t [u8]>, any: bool) -> Result<Record, LineProblem> {
    let words: Vec<&[u8]> = words.collect();
    let number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    match words.as_slice() {
        [b"#", b"-1"] => Ok(Record::End),
        _ if any => Err(LineProblem::SeveralGraphs),
        [n, m] if number(n) && number(m) => Err(LineProblem::OtherFormat {
            format: "a graph with degrees in its `v` lines (`t VERTICES EDGES`)",
        }),
        _ => Ok(Record::Header),
    }
}
