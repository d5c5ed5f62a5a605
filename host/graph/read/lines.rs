//! Text line by line, for formats whose lines depend on those before.

use std::io::{BufRead, BufReader, Read};

use super::Named;
use super::edge_list::is_comment;
use crate::graph::error::excerpt;
use crate::graph::{GraphError, LineProblem};

/// No line of a graph is longer, unless it has all neighbours of a vertex.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// No line with all neighbours of a vertex is longer: some 200 million.
const MAX_LIST_BYTES: u64 = 1 << 31;

pub(super) struct Lines<'n, R> {
    reader: BufReader<R>,
    named: Named<'n>,
    line: Vec<u8>,
    longest: u64,
    /// The number of the line, from 1.
    pub number: u64,
}

impl<'n, R: Read> Lines<'n, R> {
    /// Lines that follow `before` others.
    pub fn new(reader: R, named: Named<'n>, before: u64) -> Self {
        let reader = BufReader::with_capacity(1 << 17, reader);
        Lines { reader, named, line: Vec::new(), longest: MAX_LINE_BYTES, number: before }
    }

    /// The same, of which each may have all neighbours of a vertex.
    pub fn of_lists(self) -> Self {
        Lines { longest: MAX_LIST_BYTES, ..self }
    }

    /// Reads the next line; whether there is one.
    pub fn advance(&mut self) -> Result<bool, GraphError> {
        self.line.clear();
        let read = self.reader.by_ref().take(self.longest + 1).read_until(b'\n', &mut self.line);
        if read.map_err(|error| self.named.io(error))? == 0 {
            return Ok(false);
        }
        self.number += 1;
        if self.line.len() as u64 > self.longest {
            return Err(self.problem(LineProblem::TooLong));
        }
        Ok(true)
    }

    /// Reads the next line that is neither empty nor a comment, and counts the comments before it; whether there is one.
    pub fn advance_to_data(&mut self, comments: &mut u64) -> Result<bool, GraphError> {
        while self.advance()? {
            if is_comment(self.text()) {
                *comments += 1;
            } else if !self.text().is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The line, without white space around it.
    pub fn text(&self) -> &[u8] {
        self.line.trim_ascii()
    }

    /// What is wrong with the line, as an error.
    pub fn problem(&self, problem: LineProblem) -> GraphError {
        GraphError::Line {
            path: self.named.path.to_owned(),
            line: self.number,
            text: excerpt(self.text()),
            problem,
        }
    }
}

/// The words of a line.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A label, which is any word that is text.
pub(super) fn label(word: &[u8]) -> Result<&str, LineProblem> {
    std::str::from_utf8(word).map_err(|_| LineProblem::Binary)
}
