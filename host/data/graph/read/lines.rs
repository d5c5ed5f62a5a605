//! Text line by line, for formats whose lines depend on those before.

use std::io::{ErrorKind, Read};
use std::ops::Range;

use super::named::Named;
use super::scan::{is_comment, newlines};
use super::words::{MOST_WORD_BYTES, WordLengths};
use crate::graph::error::excerpt;
use crate::graph::{GraphError, LineProblem};

/// No line of a graph is longer, unless it has all neighbours of a vertex.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// No line with all neighbours of a vertex is longer: some 200 million.
const MAX_LIST_BYTES: u64 = 1 << 31;

/// Bytes that are read at a time, unless a line is longer.
const BUFFER_BYTES: usize = 1 << 17;

pub(super) struct Lines<'n, R> {
    reader: R,
    named: Named<'n>,
    buffer: Vec<u8>,
    /// What of the buffer was read and is in no line yet.
    unused: Range<usize>,
    /// Where the line is in the buffer.
    line: Range<usize>,
    longest: u64,
    /// How long the words are of a line that may be longer than any word.
    words: Option<WordLengths>,
    /// Whether a word of the line is too long.
    has_long_word: bool,
    /// The number of the line, from 1.
    pub number: u64,
}

impl<'n, R: Read> Lines<'n, R> {
    /// Lines that follow `before` others.
    pub fn new(reader: R, named: Named<'n>, before: u64) -> Self {
        Lines {
            reader,
            named,
            buffer: vec![0; BUFFER_BYTES],
            unused: 0..0,
            line: 0..0,
            longest: MAX_LINE_BYTES,
            words: None,
            has_long_word: false,
            number: before,
        }
    }

    /// These lines, of which each may have all neighbours of a vertex, or any number of fields: words between bytes
    /// that `ends` accepts.
    pub fn of_lists(self, ends: fn(u8) -> bool) -> Self {
        Lines { longest: MAX_LIST_BYTES, words: Some(WordLengths::new(ends)), ..self }
    }

    /// Reads the next line; whether there is one.
    #[inline]
    pub fn advance(&mut self) -> Result<bool, GraphError> {
        let Range { start, end } = self.unused;
        let length = match memchr::memchr(b'\n', &self.buffer[start..end]) {
            Some(newline) => newline + 1,
            None => self.read_on()?,
        };
        let start = self.unused.start;
        self.line = start..start + length;
        self.unused.start = self.line.end;
        if length == 0 {
            return Ok(false);
        }
        self.number += 1;
        // A line that came in one piece has not been measured on the way. Its end is in no word.
        let exceeds = |words: &WordLengths| words.clone().exceed(self.raw().trim_ascii_end());
        if self.has_long_word || (length > MOST_WORD_BYTES && self.words.as_ref().is_some_and(exceeds)) {
            return Err(self.problem(LineProblem::LongWord));
        }
        if length as u64 > self.longest {
            return Err(self.problem(LineProblem::TooLong));
        }
        Ok(true)
    }

    /// Reads the next line that has more in it than its end; whether there is one. However many are empty, it is quick.
    pub fn advance_to_text(&mut self) -> Result<bool, GraphError> {
        loop {
            let empty = newlines(&self.buffer[..self.unused.end], self.unused.start);
            self.unused.start += empty;
            self.number += empty as u64;
            if !self.advance()? {
                return Ok(false);
            }
            if !matches!(self.raw(), b"\n" | b"\r\n") {
                return Ok(true);
            }
        }
    }

    /// Reads until the line that starts with what is unused is in the buffer, or so much of it that it, or a word in
    /// it, is too long; how long it is, with its end.
    #[cold]
    fn read_on(&mut self) -> Result<usize, GraphError> {
        self.buffer.copy_within(self.unused.clone(), 0);
        self.unused = 0..self.unused.len();
        let (mut words, mut measured) = (self.words.clone(), 0);
        loop {
            let searched = self.unused.end;
            if searched > MOST_WORD_BYTES
                && let Some(words) = &mut words
            {
                self.has_long_word = words.exceed(&self.buffer[measured..searched]);
                measured = searched;
            }
            if self.has_long_word || searched as u64 > self.longest {
                return Ok(searched);
            }
            if searched == self.buffer.len() {
                self.buffer.resize(2 * searched, 0);
            }
            match self.reader.read(&mut self.buffer[searched..]) {
                Ok(0) => return Ok(searched),
                Ok(read) => self.unused.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.named.io(error)),
            }
            if let Some(newline) = memchr::memchr(b'\n', &self.buffer[searched..self.unused.end]) {
                return Ok(searched + newline + 1);
            }
        }
    }

    /// Reads the next line that is neither empty nor a comment, and counts the comments before it; whether there is
    /// one.
    pub fn advance_to_data(&mut self, comments: &mut u64) -> Result<bool, GraphError> {
        while self.advance_to_text()? {
            if is_comment(self.text()) {
                *comments += 1;
            } else if !self.text().is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The line, with its end.
    pub fn raw(&self) -> &[u8] {
        &self.buffer[self.line.clone()]
    }

    /// The line, without white space around it.
    pub fn text(&self) -> &[u8] {
        self.raw().trim_ascii()
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
