//! DIMACS's graphs, `.col`, `.clq` and `.gr` (Johnson and Trick 1996, "Cliques, Coloring, and Satisfiability";
//! Demetrescu, Goldberg and Johnson 2009, "The Shortest Path Problem"): `p edge VERTICES EDGES`, then edges `e U V` or
//! arcs `a U V WEIGHT` of vertices from 1.

use std::io::{self, Read};
use std::path::Path;

use super::document::{Document, Failure, check_sparsity};
use super::format::{Directions, Format, Lookalike, Tells};
use super::input::Input;
use super::layout::{FIRST_LINES, MOST_COMMENTS};
use super::lines::{Lines, label, words};
use super::named::Named;
use super::scan::id;
use super::tell::first_words;
use super::{ExtraColumns, LoadOptions};
use crate::graph::error::excerpt;
use crate::graph::{DocumentProblem, Graph, GraphError, LineProblem};

pub(super) const FORMAT: Format = Format {
    tells: Tells::Lines(tells),
    lookalike: Some(Lookalike { title: "a DIMACS graph", is_line, is_text }),
    listed: Some("DIMACS"),
    starts: Some("dimacs with 'p edge 5 6' after lines of 'c'"),
    directions: Directions::Told,
    extra_columns: Some("'label' reads the weights"),
    ..Format::new("dimacs", read, &["#p edge 2 1\n#c @\n#e 1 2\n"])
};

fn is_line(line: &[u8]) -> bool {
    matches!(first_words(line), (b"c" | b"p" | b"e" | b"a", Some(_)))
}

/// Vertices may be called so: a problem must be among the lines.
fn is_text(lines: &[u8], first: &[u8]) -> bool {
    let (word, _) = first_words(first);
    matches!(word, b"c" | b"p" | b"e" | b"a") && lines.split(|&byte| byte == b'\n').any(is_problem)
}

/// Whether a text is such a graph, by its first lines.
fn tells(input: &mut Input<'_>) -> io::Result<bool> {
    let mut bytes = FIRST_LINES;
    while input.starts_with(b"c") || input.starts_with(b"p") {
        let (lines, is_whole) = input.first_lines(bytes)?;
        match starts(lines) {
            Some(known) => return Ok(known),
            None if is_whole || bytes >= MOST_COMMENTS => break,
            None => bytes *= 4,
        }
    }
    Ok(false)
}

/// Whether comments and then a problem are the start of a text; nothing while all is comments, as a vertex may be
/// called `c`.
fn starts(lines: &[u8]) -> Option<bool> {
    let is_data = |line: &&[u8]| words(line).next().is_some_and(|first| first != b"c");
    let first = lines.split(|&byte| byte == b'\n').find(is_data)?;
    Some(is_problem(first))
}

/// Whether a line is DIMACS's `p edge 5 7`, with which every such file begins.
fn is_problem(line: &[u8]) -> bool {
    matches!(problem(line), Some(Ok(_)))
}

/// The vertices and edges of a line `p KIND VERTICES EDGES`; an error if they are no numbers, nothing for another line.
fn problem(line: &[u8]) -> Option<Result<(u64, u64), LineProblem>> {
    let words: Vec<&[u8]> = words(line).collect();
    let &[b"p", _, vertices, edges] = words.as_slice() else { return None };
    Some(id(vertices).and_then(|vertices| Ok((vertices, id(edges)?))))
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let (named, again) = (input.named(name), input.named(name));
    let mut file = Dimacs {
        lines: Lines::new(input.into_reader(), named, 0),
        named: again,
        document: Document::new(options),
        labels: options.extra_columns == ExtraColumns::Label,
        sizes: None,
        entries: 0,
        comments: 0,
    };
    file.read()?;
    let counts = (file.lines.number, file.comments);
    file.document.graph(None, counts, (name, "this DIMACS"), "`p edge VERTICES EDGES`, and edges `e U V`")
}

struct Dimacs<'n, R> {
    lines: Lines<'n, R>,
    named: Named<'n>,
    document: Document,
    /// Whether the weight of an edge is its label.
    labels: bool,
    /// How many vertices and edges there are, and in which line that is said.
    sizes: Option<(u64, u64, u64)>,
    /// Lines of edges so far.
    entries: u64,
    comments: u64,
}

impl<R: Read> Dimacs<'_, R> {
    fn read(&mut self) -> Result<(), GraphError> {
        while self.lines.advance()? {
            let first = words(self.lines.text()).next();
            match (first, self.sizes) {
                (None, _) => {}
                (Some(b"c"), _) => self.comments += 1,
                (Some(b"p"), None) => self.problem()?,
                (Some(b"p"), Some(_)) => return Err(self.wrong(DocumentProblem::SeveralGraphs)),
                (Some(_), None) => return Err(self.unexpected("`p edge VERTICES EDGES`")),
                // Of a vertex.
                (Some(b"n"), Some(_)) => self.document.attributes.add("weight of a vertex"),
                (Some(b"e"), Some((vertices, ..))) => self.edge(1, vertices, false)?,
                (Some(b"a"), Some((vertices, ..))) => self.edge(1, vertices, true)?,
                // PACE's form has no letter.
                (Some([b'0'..=b'9', ..]), Some((vertices, ..))) => self.edge(0, vertices, false)?,
                (Some(_), Some(_)) => {
                    return Err(self.unexpected("an edge `e U V`, or an arc `a U V WEIGHT`"));
                }
            }
        }
        self.check_sizes()
    }

    fn problem(&mut self) -> Result<(), GraphError> {
        let sizes = problem(self.lines.text()).and_then(Result::ok);
        let (vertices, edges) = sizes.ok_or_else(|| self.unexpected("`p edge VERTICES EDGES`"))?;
        self.sizes = Some((vertices, edges, self.lines.number));
        let added = self.document.consecutive(1, vertices);
        self.checked(added)
    }

    /// An edge whose ends follow after so many words: then may come its weight.
    fn edge(&mut self, before: usize, vertices: u64, is_arc: bool) -> Result<(), GraphError> {
        let wrong = |problem| self.lines.problem(problem);
        let mut words = words(self.lines.text()).skip(before);
        let mut end = || id(words.next().unwrap_or_default());
        let ends = end().and_then(|from| Ok((from, end()?)));
        let (from, to) = ends.map_err(wrong)?;
        if let Some(&index) = [from, to].iter().find(|&&end| end == 0 || end > vertices) {
            return Err(self.wrong(DocumentProblem::NoSuchVertex { id: index.to_string() }));
        }
        self.entries += 1;
        let weight = words.next();
        if words.next().is_some() {
            return Err(wrong(LineProblem::RecordColumns));
        }
        match weight {
            Some(word) if self.labels => {
                let label = label(word).map_err(wrong)?;
                self.document.labelled_edge(from, to, label, is_arc);
            }
            None if self.labels => return Err(wrong(LineProblem::NoLabel { of: "edge" })),
            _ => self.document.edge(from, to, is_arc),
        }
        if weight.is_some_and(|weight| !self.labels && weight != b"1") {
            self.document.attributes.add("weight");
        }
        Ok(())
    }

    /// Checks that there are as many edges as the problem has, or each in both directions.
    fn check_sizes(&mut self) -> Result<(), GraphError> {
        let Some((vertices, edges, line)) = self.sizes else { return Ok(()) };
        let found = self.entries;
        if found != edges && found != edges.saturating_mul(2) {
            let problem = DocumentProblem::Sizes { what: "edges", said: edges, found };
            return self.checked(Err(Failure::At(line, problem)));
        }
        self.checked(check_sparsity(vertices, found, self.lines.number))
    }

    fn unexpected(&self, expected: &'static str) -> GraphError {
        self.wrong(DocumentProblem::Unexpected { expected, found: excerpt(self.lines.text()) })
    }

    fn wrong(&self, problem: DocumentProblem) -> GraphError {
        GraphError::Document { path: self.named.path.to_owned(), line: self.lines.number, problem }
    }

    fn checked<T>(&self, result: Result<T, Failure>) -> Result<T, GraphError> {
        result.map_err(|failure| failure.in_file(&self.named))
    }
}
