//! Edge text: `a-b, b-c, c-a`, or `0-1 1-2 2-0`, or the chain `a-b-c-a`.
//!
//! ```text
//! text  = chain { separator chain }
//! chain = name "-" name { "-" name }
//! name  = one or more of a-z A-Z 0-9 _
//! ```
//! A separator is a comma, a semicolon or white space; white space around `-` and separators is skipped. Vertices are
//! numbered as they first appear.

use motherlode_device::plan::MAX_VERTICES;

use super::error::Place;
use super::{Pattern, PatternError};

/// Reads edge text.
pub(super) fn edge_text(text: &str) -> Result<Pattern, PatternError> {
    let mut reader =
        Reader { text, chars: text.chars().collect(), at: 0, names: Vec::new(), edges: Vec::new() };
    reader.skip_blanks();
    while reader.at < reader.chars.len() {
        reader.chain()?;
        reader.separator()?;
    }
    if reader.edges.is_empty() {
        return Err(PatternError::Empty);
    }
    Pattern::with_names(reader.names, reader.edges)
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
    names: Vec<String>,
    edges: Vec<(usize, usize)>,
}

impl Reader<'_> {
    fn chain(&mut self) -> Result<(), PatternError> {
        let mut from = self.vertex()?;
        self.skip_blanks();
        if self.peek() != Some('-') {
            return Err(self.unexpected("`-` and another vertex"));
        }
        while self.peek() == Some('-') {
            self.at += 1;
            self.skip_blanks();
            let place = self.place(self.at);
            let to = self.vertex()?;
            self.edge(from, to, place)?;
            from = to;
            self.skip_blanks();
        }
        Ok(())
    }

    fn vertex(&mut self) -> Result<usize, PatternError> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.unexpected("a vertex (letters, digits, `_`)"));
        }
        let name: String = self.chars[start..self.at].iter().collect();
        if let Some(vertex) = self.names.iter().position(|known| *known == name) {
            return Ok(vertex);
        }
        if self.names.len() == MAX_VERTICES {
            return Err(PatternError::TooManyVertices { vertex: name, place: self.place(start) });
        }
        self.names.push(name);
        Ok(self.names.len() - 1)
    }

    fn edge(&mut self, u: usize, v: usize, place: Place) -> Result<(), PatternError> {
        if u == v {
            return Err(PatternError::SelfLoop { vertex: self.names[u].clone(), place });
        }
        if self.edges.iter().any(|&edge| edge == (u, v) || edge == (v, u)) {
            return Err(PatternError::RepeatedEdge {
                edge: (self.names[u].clone(), self.names[v].clone()),
                place,
            });
        }
        self.edges.push((u, v));
        Ok(())
    }

    /// What stands between two chains; nothing has to stand after the last one.
    fn separator(&mut self) -> Result<(), PatternError> {
        self.skip_blanks();
        if matches!(self.peek(), Some(',' | ';')) {
            self.at += 1;
            self.skip_blanks();
        } else if self.peek().is_some() && !self.chars[self.at - 1].is_whitespace() {
            return Err(self.unexpected("`-`, `,` or the end"));
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn place(&self, at: usize) -> Place {
        Place { text: self.text.to_owned(), at }
    }

    fn unexpected(&self, expected: &'static str) -> PatternError {
        let found = self.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
        PatternError::Syntax { expected, found, place: self.place(self.at) }
    }
}
