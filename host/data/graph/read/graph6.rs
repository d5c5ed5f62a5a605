//! graph6, sparse6 and digraph6 (McKay, "Description of graph6, sparse6 and digraph6 encodings"): a graph in one line
//! of printable characters, each of which is six bits after 63. Vertices are called by their numbers, from 0.

use std::io::{BufRead, Read};
use std::path::Path;

use super::LoadOptions;
use super::counted::CountedLines;
use super::document::{Document, Failure, check_sparsity};
use super::format::{Directions, Format, Tells};
use super::input::Input;
use crate::graph::error::excerpt;
use crate::graph::{DocumentProblem, Graph, GraphError, MAX_VERTICES};

/// What files may start with, before the first graph.
const HEADERS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

pub(super) const FORMAT: Format = Format {
    tells: Tells::Start(|head| HEADERS.iter().any(|header| head.starts_with(header.as_bytes()))),
    endings: &["g6", "s6", "d6"],
    listed: Some("graph6, sparse6"),
    starts: Some("graph6 and sparse6 with '>>'"),
    directions: Directions::Told,
    ..Format::new("graph6", read, &["A_\n#", ">>graph6<<A_\n#"])
};

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut line = Graph6Line { reader: CountedLines::new(input.into_reader()) };
    let mut document = Document::new(options);
    let arcs = line.graph(&mut document).map_err(|failure| failure.in_file(&named))?;
    document.graph(Some(arcs), (line.reader.lines_taken(), 0), (name, "this graph6"), "a graph with edges")
}

/// A line of characters of six bits each.
struct Graph6Line<R> {
    reader: CountedLines<R>,
}

impl<R: Read> Graph6Line<R> {
    /// Reads the only graph of a file; gives whether it has arcs.
    fn graph(&mut self, document: &mut Document) -> Result<bool, Failure> {
        self.skip_header()?;
        let kind = self.peek()?;
        let is_sparse = kind == Some(b':');
        let has_arcs = kind == Some(b'&');
        if is_sparse || has_arcs {
            self.reader.consume(1);
        } else if kind == Some(b';') {
            let instead = "write it as graph6 or sparse6";
            return Err(self.wrong(DocumentProblem::Unsupported {
                what: "graphs as changes of others (incremental sparse6)",
                instead,
            }));
        }
        let vertices = self.size()?;
        if vertices > MAX_VERTICES {
            return Err(Failure::TooManyVertices(vertices));
        }
        if is_sparse {
            self.sparse(vertices, document)?;
        } else {
            self.matrix(vertices, has_arcs, document)?;
        }
        document.consecutive(0, vertices)?;
        self.end()?;
        Ok(has_arcs)
    }

    fn skip_header(&mut self) -> Result<(), Failure> {
        if self.peek()? != Some(b'>') {
            return Ok(());
        }
        let mut header = Vec::new();
        while header.len() < 16 && !header.ends_with(b"<<") {
            let Some(byte) = self.peek()? else { break };
            self.reader.consume(1);
            header.push(byte);
        }
        if HEADERS.iter().any(|known| known.as_bytes() == header) {
            return Ok(());
        }
        let found = excerpt(&header);
        Err(self.wrong(DocumentProblem::Unexpected { expected: "`>>graph6<<` or `>>sparse6<<`", found }))
    }

    /// The number of vertices, in 6, 18 or 36 bits.
    fn size(&mut self) -> Result<u64, Failure> {
        let first = self.six()?;
        if first < 63 {
            return Ok(first);
        }
        let second = self.six()?;
        let (start, more) = if second < 63 { (second, 2) } else { (0, 6) };
        (0..more).try_fold(start, |size, _| Ok(size << 6 | self.six()?))
    }

    /// The upper triangle of the adjacency matrix, by columns; or, for arcs, the whole matrix by rows.
    fn matrix(&mut self, vertices: u64, has_arcs: bool, document: &mut Document) -> Result<(), Failure> {
        let (mut bits, mut left) = (0, 0);
        for major in 0..vertices {
            for minor in 0..if has_arcs { vertices } else { major } {
                if left == 0 {
                    (bits, left) = (self.six()?, 6);
                }
                left -= 1;
                if bits >> left & 1 == 1 {
                    let (from, to) = if has_arcs { (major, minor) } else { (minor, major) };
                    document.edge(from, to, has_arcs);
                }
            }
        }
        Ok(())
    }

    /// Edges at a vertex that ascends: a bit that says whether it is the next, and a vertex in as many bits as the
    /// greatest has.
    fn sparse(&mut self, vertices: u64, document: &mut Document) -> Result<(), Failure> {
        let width = u64::BITS - vertices.saturating_sub(1).leading_zeros();
        let mut bits = SixBits::default();
        let mut at = 0;
        while let Some(step) = bits.take(1, self)? {
            let Some(vertex) = bits.take(width, self)? else { break };
            at += step;
            if at >= vertices || vertex >= vertices {
                // Ones that fill the last character.
                break;
            }
            if vertex > at {
                at = vertex;
            } else {
                document.edge(vertex, at, false);
            }
        }
        if self.more()? {
            let problem =
                DocumentProblem::Unexpected { expected: "the end of the graph", found: self.rest()? };
            return Err(self.wrong(problem));
        }
        check_sparsity(vertices, document.edges(), self.reader.line)
    }

    /// Whether the line has more characters.
    fn more(&mut self) -> Result<bool, Failure> {
        Ok(self.peek()?.is_some_and(|byte| !b"\r\n".contains(&byte)))
    }

    /// Six bits.
    fn six(&mut self) -> Result<u64, Failure> {
        if !self.more()? {
            return Err(self.wrong(DocumentProblem::CutOff { missing: "more of the graph" }));
        }
        let byte = self.peek()?.unwrap_or_default();
        if !(63..=126).contains(&byte) {
            let found = excerpt(&[byte]);
            return Err(
                self.wrong(DocumentProblem::Unexpected { expected: "a character from `?` to `~`", found })
            );
        }
        self.reader.consume(1);
        Ok(u64::from(byte - 63))
    }

    /// Checks that nothing follows the graph.
    fn end(&mut self) -> Result<(), Failure> {
        if self.more()? {
            let problem =
                DocumentProblem::Unexpected { expected: "the end of the graph", found: self.rest()? };
            return Err(self.wrong(problem));
        }
        self.reader.skip_blanks()?;
        match self.peek()? {
            Some(_) => Err(self.wrong(DocumentProblem::SeveralGraphs)),
            None => Ok(()),
        }
    }

    /// Some of what follows, for a message.
    fn rest(&mut self) -> Result<String, Failure> {
        let bytes = self.reader.fill_buf()?;
        Ok(excerpt(bytes.split(|byte| b"\r\n".contains(byte)).next().unwrap_or_default()))
    }

    fn peek(&mut self) -> Result<Option<u8>, Failure> {
        Ok(self.reader.fill_buf()?.first().copied())
    }

    fn wrong(&self, problem: DocumentProblem) -> Failure {
        Failure::At(self.reader.line, problem)
    }
}

/// Bits that were taken from a line and not used yet.
#[derive(Default)]
struct SixBits {
    bits: u64,
    left: u32,
}

impl SixBits {
    /// The next `count` bits, at most 32; nothing if the line has fewer.
    fn take(&mut self, count: u32, line: &mut Graph6Line<impl Read>) -> Result<Option<u64>, Failure> {
        while self.left < count {
            if !line.more()? {
                return Ok(None);
            }
            self.bits = self.bits << 6 | line.six()?;
            self.left += 6;
        }
        self.left -= count;
        let taken = self.bits >> self.left & ((1 << count) - 1);
        self.bits &= (1 << self.left) - 1;
        Ok(Some(taken))
    }
}
