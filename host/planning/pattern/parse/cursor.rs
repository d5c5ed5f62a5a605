//! A place in a text, and what stands there.

use crate::pattern::PatternError;
use crate::pattern::condition::MARK;
use crate::pattern::error::TextPlace;
use crate::pattern::link::is_plain;

/// A place in the text of a pattern.
pub(super) struct Cursor<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The start of `text`.
    pub fn new(text: &'a str) -> Self {
        Cursor { text, chars: text.chars().collect(), at: 0 }
    }

    /// Characters before it.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// The one after the next.
    pub fn peek_second(&self) -> Option<char> {
        self.chars.get(self.at + 1).copied()
    }

    /// Whether white space stands before it.
    pub fn is_after_blank(&self) -> bool {
        self.at > 0 && self.chars[self.at - 1].is_whitespace()
    }

    /// Passes the next character.
    pub fn pass(&mut self) {
        self.at += 1;
    }

    /// Passes the next character if it is `wanted`; whether it is.
    pub fn pass_if(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    /// Passes `wanted`, or says what is `expected`.
    pub fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), PatternError> {
        if self.pass_if(wanted) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Skips white space and comments; whether there were any.
    pub fn skip_blanks(&mut self) -> bool {
        let start = self.at;
        loop {
            match self.peek() {
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                Some(c) if c.is_whitespace() => self.at += 1,
                _ => return self.at > start,
            }
        }
    }

    /// The name of a vertex.
    pub fn name(&mut self) -> Result<String, PatternError> {
        self.word(|c| c.is_ascii_alphanumeric() || c == '_', "a vertex (letters, digits, `_`)")
    }

    /// A label, quoted or not.
    pub fn label(&mut self) -> Result<String, PatternError> {
        match self.peek() {
            Some('"') => self.quoted(),
            _ => self.word(is_plain, "a label (letters, digits, `_`, or text in double quotes)"),
        }
    }

    /// The name of a property, quoted or not.
    pub fn property(&mut self) -> Result<String, PatternError> {
        match self.peek() {
            Some('"') => self.quoted(),
            _ => self.word(is_plain, "a property (letters, digits, `_`, or text in double quotes)"),
        }
    }

    /// A word of letters in lower case, if one stands here.
    pub fn keyword(&mut self) -> Option<String> {
        self.word(|c| c.is_ascii_alphabetic(), "").ok().map(|word| word.to_ascii_lowercase())
    }

    /// What may be a number.
    pub fn number(&mut self) -> String {
        let start = self.at;
        while let Some(c) = self.peek() {
            let is_sign =
                matches!(c, '+' | '-') && (self.at == start || matches!(self.chars[self.at - 1], 'e' | 'E'));
            if !is_sign && !c.is_ascii_digit() && !matches!(c, '.' | 'e' | 'E') {
                break;
            }
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect()
    }

    /// Text in double quotes.
    pub fn quoted(&mut self) -> Result<String, PatternError> {
        let mut label = String::new();
        loop {
            self.at += 1;
            match self.peek() {
                None => return Err(self.unexpected("`\"` at the end of the text")),
                Some(MARK) => return Err(self.unexpected("a character other than NUL")),
                Some('"') => break,
                Some('\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(c @ ('"' | '\\')) => label.push(c),
                        _ => return Err(self.unexpected("`\"` or `\\` after the backslash")),
                    }
                }
                Some(c) => label.push(c),
            }
        }
        self.at += 1;
        Ok(label)
    }

    fn word(&mut self, holds: impl Fn(char) -> bool, expected: &'static str) -> Result<String, PatternError> {
        let start = self.at;
        while self.peek().is_some_and(&holds) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.unexpected(expected));
        }
        Ok(self.chars[start..self.at].iter().collect())
    }

    /// A place, to be shown in an error.
    pub fn place(&self, at: usize) -> TextPlace {
        TextPlace { text: self.text.to_owned(), at }
    }

    /// What to say of something else at a place before this one than what is `expected`.
    pub fn unexpected_at(&mut self, at: usize, expected: &'static str) -> PatternError {
        self.at = at;
        self.unexpected(expected)
    }

    /// What to say of something else here than what is `expected`.
    pub fn unexpected(&self, expected: &'static str) -> PatternError {
        let found = self.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
        PatternError::Syntax { expected, found, place: self.place(self.at) }
    }
}
