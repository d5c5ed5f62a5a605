//! The words of a GML file.

use std::io::{BufRead, Read};

use quick_xml::escape::unescape;

use crate::graph::DocumentProblem;
use crate::graph::error::excerpt;
use crate::graph::read::counted::CountedLines;
use crate::graph::read::document::Failure;
use crate::graph::read::words::MOST_WORD_BYTES;

/// A value, or what stands in its place.
pub(super) enum Token {
    /// A number, or a key.
    Word(String),
    /// Text in quotes.
    Text(String),
    /// `[`, which starts a list.
    Open,
    /// `]`, which ends one.
    Close,
}

pub(super) struct Tokens<R> {
    reader: CountedLines<R>,
    /// Lines that are comments.
    pub(super) comments: u64,
}

impl<R: Read> Tokens<R> {
    pub(super) fn new(reader: R) -> Self {
        Tokens { reader: CountedLines::new(reader), comments: 0 }
    }

    /// The line of what comes next, from 1.
    pub(super) fn line(&self) -> u64 {
        self.reader.line
    }

    /// How many lines were taken.
    pub(super) fn lines(&self) -> u64 {
        self.reader.lines_taken()
    }

    /// The next key of a list; nothing at its end. `missing` is what a file lacks that ends here, if it may not.
    pub(super) fn key(&mut self, missing: Option<&'static str>) -> Result<Option<String>, Failure> {
        let line = self.line();
        match (self.next()?, missing) {
            (Some(Token::Word(key)), _) => Ok(Some(key)),
            (Some(Token::Close), Some(_)) | (None, None) => Ok(None),
            (None, Some(missing)) => Err(Failure::At(line, DocumentProblem::CutOff { missing })),
            (Some(token), _) => Err(unexpected(line, "a key, as `node` or `id`", &token)),
        }
    }

    /// The value of a key, or the start of a list.
    pub(super) fn value(&mut self) -> Result<Token, Failure> {
        let line = self.line();
        match self.next()? {
            Some(token @ Token::Close) => Err(unexpected(line, "the value of a key", &token)),
            Some(token) => Ok(token),
            None => Err(Failure::At(line, DocumentProblem::CutOff { missing: "the value of a key" })),
        }
    }

    /// Leaves the rest of a list, and the lists in it.
    pub(super) fn skip_list(&mut self) -> Result<(), Failure> {
        let mut depth = 1u64;
        while depth > 0 {
            let line = self.line();
            match self.next()? {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(_) => {}
                None => {
                    return Err(Failure::At(line, DocumentProblem::CutOff { missing: "the `]` of a list" }));
                }
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Option<Token>, Failure> {
        loop {
            self.reader.skip_blanks()?;
            let Some(byte) = self.peek()? else { return Ok(None) };
            if byte != b'#' {
                break;
            }
            self.comments += 1;
            self.until(|byte| byte == b'\n', None)?;
        }
        let line = self.line();
        let mut text = Vec::new();
        match self.peek()?.unwrap_or_default() {
            bracket @ (b'[' | b']') => {
                self.reader.consume(1);
                Ok(Some(if bracket == b'[' { Token::Open } else { Token::Close }))
            }
            b'"' => {
                self.reader.consume(1);
                self.until(|byte| byte == b'"', Some(&mut text))?;
                if self.peek()?.is_none() {
                    return Err(Failure::At(
                        line,
                        DocumentProblem::CutOff { missing: "the second quote of a text" },
                    ));
                }
                self.reader.consume(1);
                let text = as_text(text);
                Ok(Some(Token::Text(unescape(&text).map(Into::into).unwrap_or(text.clone()))))
            }
            _ => {
                let ends = |byte: u8| byte.is_ascii_whitespace() || b"[]\"".contains(&byte);
                self.until(ends, Some(&mut text))?;
                Ok(Some(Token::Word(as_text(text))))
            }
        }
    }

    fn peek(&mut self) -> Result<Option<u8>, Failure> {
        Ok(self.reader.fill_buf()?.first().copied())
    }

    /// Takes bytes up to one that `ends` accepts, or the end of the file, into `text` if there is one.
    fn until(&mut self, ends: impl Fn(u8) -> bool, mut text: Option<&mut Vec<u8>>) -> Result<(), Failure> {
        let line = self.line();
        loop {
            let bytes = self.reader.fill_buf()?;
            let end = bytes.iter().position(|&byte| ends(byte));
            let taken = end.unwrap_or(bytes.len());
            if let Some(text) = &mut text {
                text.extend_from_slice(&bytes[..taken]);
                if text.len() > MOST_WORD_BYTES {
                    return Err(Failure::At(line, DocumentProblem::TooLong { what: "a word or a text" }));
                }
            }
            let ended = end.is_some() || bytes.is_empty();
            self.reader.consume(taken);
            if ended {
                return Ok(());
            }
        }
    }
}

/// As UTF-8, or else as Latin-1, which GML names as its encoding.
fn as_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

fn unexpected(line: u64, expected: &'static str, found: &Token) -> Failure {
    let found = match found {
        Token::Word(text) => excerpt(text.as_bytes()),
        Token::Text(text) => format!("\"{}\"", excerpt(text.as_bytes())),
        Token::Open => "[".to_owned(),
        Token::Close => "]".to_owned(),
    };
    Failure::At(line, DocumentProblem::Unexpected { expected, found })
}
