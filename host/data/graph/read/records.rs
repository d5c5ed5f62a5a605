//! Graphs with labels as lines `v id label` and `e from to label`: GraMi's `.lg`, and gSpan's text with one graph; and
//! those that begin with their sizes, as `t 5 6`, where a vertex is `v id label degree` and an edge `e from to`, with a
//! label or without.

use std::path::Path;

use super::LoadOptions;
use super::finish::finish;
use super::format::{Format, Lookalike, Tells};
use super::input::Input;
use super::lines::{Lines, label, words};
use super::scan::{blanks, id, is_binary, number};
use super::sizes::Sizes;
use super::tell::first_words;
use crate::graph::{Graph, GraphBuilder, GraphError, LineProblem};

pub(super) const FORMAT: Format = Format {
    tells: Tells::Start(tells),
    lookalike: Some(Lookalike { title: "a labelled graph of GraMi or gSpan", is_line, is_text }),
    listed: Some("GraMi's .lg, gSpan's text"),
    starts: Some(
        "lg (GraMi, and gSpan with one graph) with '# t 1', 't # 0', 't 5 6' (the sizes) or a vertex",
    ),
    ..Format::new("lg", read, &["#v 0 a\n#v 1 @\ne 0 1 a\n"])
};

/// Whether a text starts as GraMi's and gSpan's do: `# t 1`, `t # 0`, or a vertex.
fn tells(head: &[u8]) -> bool {
    let line = head.trim_ascii_start().split(|&byte| byte == b'\n').next().unwrap_or_default();
    let words: Vec<&[u8]> = words(line).collect();
    let number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    match words.as_slice() {
        [b"#", b"t", id] | [b"t", b"#", id] | [b"t", id] => number(id),
        [b"t", n, m] => number(n) && number(m),
        [b"v", id, ..] => number(id),
        _ => false,
    }
}

fn is_line(line: &[u8]) -> bool {
    matches!(first_words(line), (b"t", Some(b"#")) | (b"v", Some(_)))
}

fn is_text(_: &[u8], first: &[u8]) -> bool {
    match first_words(first) {
        (b"v", Some(second)) => id(second).is_ok(),
        _ => is_line(first),
    }
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut lines = Lines::new(input.into_reader(), named, 0);
    let mut builder = options.builder();
    let mut comments = 0;
    let (mut any, mut ended, mut sizes) = (false, false, None);
    while lines.advance_to_text()? {
        let text = lines.text();
        if text.is_empty() {
            continue;
        }
        if text.starts_with(b"#") {
            comments += 1;
            continue;
        }
        if ended {
            return Err(lines.problem(LineProblem::AfterEnd));
        }
        if sizes.is_none()
            && let Some(plain) = PlainRecord::of(text)
            && plain.add_to(&mut builder)
        {
            any = true;
            continue;
        }
        let line = lines.number;
        match record(text, &mut builder, any, sizes.as_mut().map(|sizes| (sizes, line))) {
            Ok(Record::End) => ended = true,
            Ok(Record::Header) => {}
            Ok(Record::Sizes(vertices, edges)) => sizes = Some(Sizes::new(vertices, edges, line)),
            Ok(Record::Element) => any = true,
            Err(_) if is_binary(text) => return Err(lines.problem(LineProblem::Binary)),
            Err(problem) => return Err(lines.problem(problem)),
        }
    }
    if let Some((line, problem)) = sizes.and_then(|sizes| sizes.wrong()) {
        return Err(GraphError::Document { path: name.to_owned(), line, problem });
    }
    finish(builder, name, (lines.number, comments), "lines `e FROM TO LABEL`")
}

/// The plainest of lines: a vertex or an edge with one label.
#[derive(Debug, PartialEq, Eq)]
enum PlainRecord<'t> {
    Vertex(u64, &'t str),
    Edge(u64, u64, &'t str),
}

impl<'t> PlainRecord<'t> {
    /// The record of a line, which is trimmed; nothing for any other, which [`record`] then reads or explains.
    #[inline]
    fn of(text: &'t [u8]) -> Option<Self> {
        /// The number of the next column, and where it ends.
        fn next(text: &[u8], at: usize) -> Option<(u64, usize)> {
            let start = blanks(text, at);
            if start == at { None } else { number(text, start) }
        }
        /// The last column.
        fn last(text: &[u8], at: usize) -> Option<&str> {
            let start = blanks(text, at);
            let word = &text[start..];
            let plain = start > at && !word.is_empty() && !word.iter().any(u8::is_ascii_whitespace);
            if plain { std::str::from_utf8(word).ok() } else { None }
        }
        let (first, at) = next(text, 1)?;
        match text[0] {
            b'v' => Some(PlainRecord::Vertex(first, last(text, at)?)),
            b'e' => {
                let (second, at) = next(text, at)?;
                Some(PlainRecord::Edge(first, second, last(text, at)?))
            }
            _ => None,
        }
    }

    /// Adds what the line says, unless it is wrong.
    #[inline]
    fn add_to(self, builder: &mut GraphBuilder) -> bool {
        match self {
            PlainRecord::Vertex(id, _) if builder.has_vertex(id) => return false,
            PlainRecord::Vertex(id, label) => builder.vertex(id, &[label]),
            PlainRecord::Edge(from, to, _) if !(builder.has_vertex(from) && builder.has_vertex(to)) => {
                return false;
            }
            PlainRecord::Edge(from, to, label) => builder.labelled_edge(from, to, label),
        }
        true
    }
}

enum Record {
    Header,
    /// A header that says how many vertices and edges there are.
    Sizes(u64, u64),
    Element,
    /// gSpan's mark after the last graph.
    End,
}

/// Reads a line, which has a number where the file began with its sizes.
fn record(
    text: &[u8],
    builder: &mut GraphBuilder,
    any: bool,
    sizes: Option<(&mut Sizes, u64)>,
) -> Result<Record, LineProblem> {
    let mut words = words(text);
    let kind = words.next().unwrap_or_default();
    match kind {
        b"t" => header(words, any),
        b"v" => {
            let vertex = id(words.next().unwrap_or_default())?;
            let mut labels = words.map(label).collect::<Result<Vec<&str>, _>>()?;
            let degree = match (&sizes, labels.as_slice()) {
                (Some(_), [_, degree]) => Some(id(degree.as_bytes())?),
                (Some(_), _) => return Err(LineProblem::NoDegree),
                (None, _) => None,
            };
            labels.truncate(labels.len() - usize::from(degree.is_some()));
            if labels.is_empty() {
                return Err(LineProblem::NoLabel { of: "vertex" });
            }
            if builder.has_vertex(vertex) {
                return Err(LineProblem::RepeatedVertex { id: vertex.to_string() });
            }
            builder.vertex(vertex, &labels);
            if let (Some((sizes, line)), Some(degree)) = (sizes, degree) {
                sizes.vertex(vertex, degree, line);
            }
            Ok(Record::Element)
        }
        b"e" => {
            let mut end = || id(words.next().unwrap_or_default());
            let (from, to) = (end()?, end()?);
            if let Some(&id) = [from, to].iter().find(|&&id| !builder.has_vertex(id)) {
                return Err(LineProblem::UnknownVertex { id: id.to_string() });
            }
            let label = words.next().map(label).transpose()?;
            if words.next().is_some() {
                return Err(LineProblem::RecordColumns);
            }
            match (label, &sizes) {
                (Some(label), _) => builder.labelled_edge(from, to, label),
                (None, Some(_)) => builder.edge(from, to),
                (None, None) => return Err(LineProblem::NoLabel { of: "edge" }),
            }
            if let Some((sizes, _)) = sizes {
                sizes.edge(from, to);
            }
            Ok(Record::Element)
        }
        _ => Err(LineProblem::NotARecord),
    }
}

/// `t # 0`, or `t 1`, or `t 5 6` with sizes; `t # -1` ends a file.
fn header<'t>(words: impl Iterator<Item = &'t [u8]>, any: bool) -> Result<Record, LineProblem> {
    let words: Vec<&[u8]> = words.collect();
    let number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    match words.as_slice() {
        [b"#", b"-1"] => Ok(Record::End),
        _ if any => Err(LineProblem::SeveralGraphs),
        [n, m] if number(n) && number(m) => Ok(Record::Sizes(id(n)?, id(m)?)),
        _ => Ok(Record::Header),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What the slow path reads of a line, after vertices 3 and 14 were given.
    fn slow(line: &str, fast: bool) -> (bool, String) {
        let mut builder = GraphBuilder::undirected();
        [3, 14].into_iter().for_each(|id| builder.vertex(id, &["x"]));
        let text = line.trim_ascii().as_bytes();
        let plain = fast && PlainRecord::of(text).is_some_and(|plain| plain.add_to(&mut builder));
        let read = plain || record(text, &mut builder, true, None).is_ok();
        (read, format!("{builder:?}"))
    }

    proptest! {
        /// What the fast path accepts, the slow path reads the same.
        #[test]
        fn plain_records_are_records(line in "[ve]?[ \t]{0,2}(3|14|7|[0-9]{18,21})?[ \t,]{0,2}(3|14|x)?[ \t]{0,2}[ab3\u{b}]{0,2}") {
            prop_assert_eq!(slow(&line, true), slow(&line, false));
        }
    }

    #[test]
    fn plain_records() {
        assert_eq!(PlainRecord::of(b"v 12 x7"), Some(PlainRecord::Vertex(12, "x7")));
        assert_eq!(PlainRecord::of(b"e\t1  2 \t0"), Some(PlainRecord::Edge(1, 2, "0")));
        for other in
            ["", "v", "v 1", "v1 x", "v 1 x y", "e 1 2", "e 1 2 3 4", "e 1 -2 3", "t 1 2", "e 1 2x y"]
        {
            assert_eq!(PlainRecord::of(other.as_bytes()), None, "{other}");
        }
    }
}
