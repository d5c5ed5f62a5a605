//! Pajek's networks, `.net` (Batagelj and Mrvar, "Pajek: reference manual"): vertices from 1, then edges and arcs, as
//! pairs or as lists of neighbours.
//!
//! A vertex is called by its label if all have one and no two the same, as NetworkX calls it, else by its number.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

use super::LoadOptions;
use super::document::{Document, check_sparsity};
use super::format::{Directions, Format, Lookalike, Tells};
use super::input::Input;
use super::lines::Lines;
use super::named::Named;
use super::tell::first_words;
use crate::graph::error::excerpt;
use crate::graph::{DocumentProblem, Graph, GraphError};

pub(super) const FORMAT: Format = Format {
    tells: Tells::Start(tells),
    endings: &["net"],
    lookalike: Some(Lookalike { title: "a Pajek graph", is_line, is_text: |_, first| is_line(first) }),
    listed: Some("Pajek"),
    starts: Some("Pajek with '*Vertices'"),
    directions: Directions::Told,
    ..Format::new("pajek", read, &["*Vertices 2\n#1 a\n#2 @\n*Edges\n1 2\n"])
};

fn tells(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    let starts_with =
        |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    starts_with(b"*vertices") || starts_with(b"*network")
}

fn is_line(line: &[u8]) -> bool {
    let (word, _) = first_words(line);
    matches!(word, b"*Vertices" | b"*vertices" | b"*Edges" | b"*edges" | b"*Arcs" | b"*arcs")
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let (named, again) = (input.named(name), input.named(name));
    let mut file = Pajek {
        lines: Lines::new(input.into_reader(), named, 0),
        named: again,
        document: Document::new(options),
        vertices: None,
        listed: HashSet::new(),
        labels: Vec::new(),
        comments: 0,
    };
    file.read()?;
    let counts = (file.lines.number, file.comments);
    let vertices = file.vertices.unwrap_or(0);
    file.checked(check_sparsity(vertices, file.document.edges() + file.labels.len() as u64, counts.0))?;
    file.document.graph(None, counts, (name, "this Pajek"), "pairs of vertices after `*Edges` or `*Arcs`")
}

/// What the lines after a heading hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PajekSection {
    Vertices,
    /// Pairs, which are arcs or are not.
    Pairs {
        arcs: bool,
    },
    /// A vertex and its neighbours.
    Neighbors {
        arcs: bool,
    },
}

struct Pajek<'n, R> {
    lines: Lines<'n, R>,
    named: Named<'n>,
    document: Document,
    /// How many vertices there are, once that is known.
    vertices: Option<u64>,
    /// The numbers that have a line.
    listed: HashSet<u64>,
    /// Labels of vertices, and their numbers.
    labels: Vec<(u64, String)>,
    comments: u64,
}

impl<R: Read> Pajek<'_, R> {
    fn read(&mut self) -> Result<(), GraphError> {
        let mut section = None;
        while self.lines.advance_to_text()? {
            let line = text(self.lines.text());
            if line.is_empty() {
                continue;
            }
            if line.starts_with('%') {
                self.comments += 1;
            } else if let Some(heading) = line.strip_prefix('*') {
                section = self.heading(heading, section)?;
            } else {
                match section {
                    Some(PajekSection::Vertices) => self.vertex(&line)?,
                    Some(PajekSection::Pairs { arcs }) => self.pair(&line, arcs)?,
                    Some(PajekSection::Neighbors { arcs }) => self.neighbors(&line, arcs)?,
                    None => return Err(self.unexpected("`*Vertices` and their number", &line)),
                }
            }
        }
        // A file of vertices alone.
        self.name_vertices(section)
    }

    fn heading(
        &mut self,
        heading: &str,
        before: Option<PajekSection>,
    ) -> Result<Option<PajekSection>, GraphError> {
        let mut words = heading.split_ascii_whitespace();
        let kind = words.next().unwrap_or_default().to_ascii_lowercase();
        let unsupported = |what| {
            let instead = "give the edges as pairs after `*Edges` or `*Arcs`";
            DocumentProblem::Unsupported { what, instead }
        };
        let section = match kind.as_str() {
            "network" if self.vertices.is_none() => return Ok(None),
            "network" | "vertices" if self.vertices.is_some() => {
                return Err(self.problem(DocumentProblem::SeveralGraphs));
            }
            "vertices" => {
                let count = words.next().and_then(|word| word.parse().ok());
                let count = count.ok_or_else(|| self.unexpected("`*Vertices` and their number", heading))?;
                self.vertices = Some(count);
                PajekSection::Vertices
            }
            "edges" => PajekSection::Pairs { arcs: false },
            "arcs" => PajekSection::Pairs { arcs: true },
            "edgeslist" => PajekSection::Neighbors { arcs: false },
            "arcslist" => PajekSection::Neighbors { arcs: true },
            "matrix" => return Err(self.problem(unsupported("matrices"))),
            "partition" | "vector" | "permutation" | "cluster" | "hierarchy" => {
                return Err(self.problem(unsupported("partitions and vectors")));
            }
            _ => {
                return Err(
                    self.unexpected("`*Vertices`, `*Edges`, `*Arcs`, `*Edgeslist` or `*Arcslist`", heading)
                );
            }
        };
        if self.vertices.is_none() {
            return Err(self.unexpected("`*Vertices` before edges", heading));
        }
        self.name_vertices(before)?;
        Ok(Some(section))
    }

    /// A line of a vertex: its number, its label, and how to draw it.
    fn vertex(&mut self, line: &str) -> Result<(), GraphError> {
        let (number, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
        let number = self.number(number)?;
        if !self.listed.insert(number) {
            return Err(self.problem(DocumentProblem::RepeatedVertex { id: number.to_string() }));
        }
        if let Some(label) = label(rest.trim_start()) {
            self.labels.push((number, label.to_owned()));
        }
        Ok(())
    }

    /// Adds the vertices, if those before were their lines.
    fn name_vertices(&mut self, before: Option<PajekSection>) -> Result<(), GraphError> {
        let (Some(PajekSection::Vertices), Some(count)) = (before, self.vertices) else { return Ok(()) };
        let distinct: HashSet<&str> = self.labels.iter().map(|(_, label)| label.as_str()).collect();
        let is_named = distinct.len() as u64 == count;
        drop(distinct);
        self.labels.sort_unstable();
        let in_order = self.labels.iter().zip(1..).all(|((number, _), place)| *number == place);
        if !is_named || !in_order {
            if !self.labels.is_empty() {
                self.document.attributes.add("label");
            }
            self.labels.clear();
            let added = self.document.consecutive(1, count);
            return self.checked(added);
        }
        for place in 0..self.labels.len() {
            let added = self.document.vertex(self.labels[place].1.as_str(), self.lines.number);
            self.checked(added)?;
        }
        Ok(())
    }

    /// A line of an edge: two vertices, then its weight and how to draw it.
    fn pair(&mut self, line: &str, arcs: bool) -> Result<(), GraphError> {
        let mut words = line.split_ascii_whitespace();
        let (Some(from), Some(to)) = (words.next(), words.next()) else {
            return Err(self.unexpected("two vertices", line));
        };
        let (from, to) = (self.number(from)?, self.number(to)?);
        if words.next().is_some_and(|weight| weight.parse::<f64>() != Ok(1.0)) {
            self.document.attributes.add("weight");
        }
        self.edge(from, to, arcs);
        Ok(())
    }

    fn neighbors(&mut self, line: &str, arcs: bool) -> Result<(), GraphError> {
        let mut words = line.split_ascii_whitespace();
        let from = self.number(words.next().unwrap_or_default())?;
        for word in words {
            let to = self.number(word)?;
            self.edge(from, to, arcs);
        }
        Ok(())
    }

    fn edge(&mut self, from: u64, to: u64, arcs: bool) {
        match (self.labels.get(from as usize - 1), self.labels.get(to as usize - 1)) {
            (Some((_, from)), Some((_, to))) => self.document.edge(from.as_str(), to.as_str(), arcs),
            _ => self.document.edge(from, to, arcs),
        }
    }

    /// The number of a vertex, which there must be.
    fn number(&self, word: &str) -> Result<u64, GraphError> {
        let number = word.parse().map_err(|_| self.unexpected("the number of a vertex", word))?;
        if number == 0 || number > self.vertices.unwrap_or(0) {
            return Err(self.problem(DocumentProblem::NoSuchVertex { id: word.to_owned() }));
        }
        Ok(number)
    }

    fn unexpected(&self, expected: &'static str, found: &str) -> GraphError {
        self.problem(DocumentProblem::Unexpected { expected, found: excerpt(found.as_bytes()) })
    }

    fn problem(&self, problem: DocumentProblem) -> GraphError {
        GraphError::Document { path: self.named.path.to_owned(), line: self.lines.number, problem }
    }

    fn checked<T>(&self, result: Result<T, super::document::Failure>) -> Result<T, GraphError> {
        result.map_err(|failure| failure.in_file(&self.named))
    }
}

/// A line as UTF-8, or else as Latin-1, as older programs wrote it.
fn text(line: &[u8]) -> String {
    match std::str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(_) => line.iter().copied().map(char::from).collect(),
    }
}

/// The label at the start of a text: in quotes, of which the last ends it, or a word.
fn label(text: &str) -> Option<&str> {
    match text.strip_prefix('"') {
        Some(rest) => {
            let ends = |&(at, _): &(usize, &str)| {
                rest[at + 1..].chars().next().is_none_or(|c| c.is_ascii_whitespace())
            };
            rest.match_indices('"').find(ends).map(|(at, _)| &rest[..at])
        }
        None => text.split_ascii_whitespace().next(),
    }
}
