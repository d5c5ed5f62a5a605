//! Records of CSV (RFC 4180), with commas or tabs: fields, of which those in quotes may have anything in them, line
//! ends too.
//!
//! Blanks around a field are none of it; blanks within quotes are.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use super::input::Input;
use super::lines::Lines;
use super::words::MOST_WORD_BYTES;
use crate::graph::error::excerpt;
use crate::graph::{GraphError, LineProblem};

/// The records of a file, one at a time, the header among them.
pub(super) struct CsvRecords<'n, R> {
    lines: Lines<'n, R>,
    path: &'n Path,
    delimiter: u8,
    /// The record, with the ends of its lines.
    text: String,
    fields: Vec<RawField>,
    /// How many fields a record has.
    width: Option<usize>,
    /// The number of the record's first line, from 1.
    pub line: u64,
}

/// Where a field is in the text of its record.
struct RawField {
    place: Range<usize>,
    /// Whether quotes in it are written twice.
    doubled: bool,
}

/// The records of `input`, a file of this name that has `delimiter` between its fields.
pub(super) fn records<'n>(input: Input<'_>, name: &'n Path, delimiter: u8) -> CsvRecords<'n, impl Read> {
    let named = input.named(name);
    let ends: fn(u8) -> bool = if delimiter == b'\t' { |byte| byte == b'\t' } else { |byte| byte == b',' };
    CsvRecords {
        lines: Lines::new(input.into_reader(), named, 0).of_lists(ends),
        path: name,
        delimiter,
        text: String::new(),
        fields: Vec::new(),
        width: None,
        line: 0,
    }
}

impl<R: Read> CsvRecords<'_, R> {
    /// Reads the next record; whether there is one. Empty lines are none.
    ///
    /// # Errors
    /// [`GraphError::Line`]: a quote that is not closed, which is named by the line where it opens; other than as many fields as the
    /// first record has; what is not text, or too long.
    pub fn advance(&mut self) -> Result<bool, GraphError> {
        self.text.clear();
        self.fields.clear();
        if !self.lines.advance_to_text()? {
            return Ok(false);
        }
        self.line = self.lines.number;
        self.take_line()?;
        let mut at = 0;
        loop {
            at = self.after_blanks(at);
            let field = match self.text.as_bytes()[at..].first() {
                Some(b'"') => self.quoted(at)?,
                _ => self.plain(at),
            };
            at = self.next(&field)?;
            self.fields.push(field);
            if self.text.as_bytes()[at..].first() != Some(&self.delimiter) {
                break;
            }
            at += 1;
        }
        let (found, expected) = (self.fields.len(), *self.width.get_or_insert(self.fields.len()));
        match found == expected {
            true => Ok(true),
            false => Err(self.problem(LineProblem::CsvFields { found, expected })),
        }
    }

    /// The fields of the record.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = Cow<'_, str>> {
        self.fields.iter().map(|field| self.text_of(field))
    }

    /// A field of the record, which must have so many.
    pub fn field(&self, column: usize) -> Cow<'_, str> {
        self.text_of(&self.fields[column])
    }

    /// What is wrong with the record, as an error.
    pub fn problem(&self, problem: LineProblem) -> GraphError {
        self.problem_at(self.line, &self.text, problem)
    }

    /// An error at a line of the record.
    fn problem_at(&self, line: u64, text: &str, problem: LineProblem) -> GraphError {
        let text = text.split(['\r', '\n']).next().unwrap_or_default();
        GraphError::Line { path: self.path.to_owned(), line, text: excerpt(text.as_bytes()), problem }
    }

    fn text_of(&self, field: &RawField) -> Cow<'_, str> {
        let text = &self.text[field.place.clone()];
        if field.doubled { text.replace("\"\"", "\"").into() } else { text.into() }
    }

    /// Adds the line that was read to the record.
    fn take_line(&mut self) -> Result<(), GraphError> {
        match std::str::from_utf8(self.lines.raw()) {
            Ok(line) => self.text.push_str(line),
            Err(_) => return Err(self.lines.problem(LineProblem::Binary)),
        }
        Ok(())
    }

    /// Whether a byte is a blank, or the end of a line.
    fn is_blank(&self, byte: u8) -> bool {
        byte.is_ascii_whitespace() && byte != self.delimiter
    }

    fn after_blanks(&self, at: usize) -> usize {
        let rest = &self.text.as_bytes()[at..];
        at + rest.iter().take_while(|&&byte| self.is_blank(byte)).count()
    }

    /// The field without quotes at `start`.
    fn plain(&self, start: usize) -> RawField {
        let rest = &self.text.as_bytes()[start..];
        let end = memchr::memchr(self.delimiter, rest).unwrap_or(rest.len());
        let blanks = rest[..end].iter().rev().take_while(|&&byte| self.is_blank(byte)).count();
        RawField { place: start..start + end - blanks, doubled: false }
    }

    /// The field whose opening quote is at `open`. It may go on in lines to come, each of which is looked at once.
    fn quoted(&mut self, open: usize) -> Result<RawField, GraphError> {
        let (opened, mut at, mut doubled) = (self.lines.number, open + 1, false);
        loop {
            let rest = &self.text.as_bytes()[at..];
            match memchr::memchr(b'"', rest) {
                Some(quote) if rest.get(quote + 1) == Some(&b'"') => (at, doubled) = (at + quote + 2, true),
                Some(quote) => return Ok(RawField { place: open + 1..at + quote, doubled }),
                None => {
                    at = self.text.len();
                    let problem = match at - open > MOST_WORD_BYTES {
                        true => Some(LineProblem::LongWord),
                        false => (!self.lines.advance()?).then_some(LineProblem::UnclosedQuote),
                    };
                    if let Some(problem) = problem {
                        return Err(self.problem_at(opened, &self.text[open..], problem));
                    }
                    self.take_line()?;
                }
            }
        }
    }

    /// Where the delimiter is behind a field, or the record's end.
    fn next(&self, field: &RawField) -> Result<usize, GraphError> {
        let end = field.place.end;
        let end = if self.text.as_bytes()[end..].first() == Some(&b'"') { end + 1 } else { end };
        let next = self.after_blanks(end);
        match self.text.as_bytes()[next..].first() {
            None => Ok(next),
            Some(&byte) if byte == self.delimiter => Ok(next),
            Some(_) => Err(self.problem(LineProblem::AfterQuote)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The records of a text, or what is wrong with it.
    fn read(text: &str, delimiter: u8) -> Result<Vec<Vec<String>>, String> {
        let input =
            Input::new(Box::new(text.as_bytes()), Path::new("in")).map_err(|error| error.to_string())?;
        let mut records = records(input, Path::new("in"), delimiter);
        let mut all = Vec::new();
        while records.advance().map_err(|error| error.to_string())? {
            all.push(records.fields().map(Cow::into_owned).collect());
        }
        Ok(all)
    }

    proptest! {
        /// The crate `csv` keeps all blanks, so there are none but in quotes.
        #[test]
        fn records_are_those_of_another_reader(
            rows in prop::collection::vec((0usize..3, "[ab\"']{1,3}", "[ab ,;\t\"\r\n]{0,8}"), 1..12),
            delimiter in prop::sample::select(vec![b',', b'\t']),
        ) {
            let mut text = String::new();
            for (place, plain, quoted) in rows {
                let plain = plain.trim_start_matches('"').to_owned();
                let quoted = format!("\"{}\"", quoted.replace('"', "\"\""));
                let mut fields = vec!["x".to_owned(), plain];
                fields.insert(place, quoted);
                text += &(fields.join(std::str::from_utf8(&[delimiter]).unwrap()) + "\n");
            }
            let mut other = csv::ReaderBuilder::new();
            let mut other = other.has_headers(false).delimiter(delimiter).from_reader(text.as_bytes());
            let expected: Vec<Vec<String>> =
                other.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
            prop_assert_eq!(read(&text, delimiter).unwrap(), expected, "{:?}", text);
        }
    }

    #[test]
    fn lines_of_a_field_are_looked_at_once_and_come_to_an_end() {
        // As many as a word has bytes: to look at all again for each would take hours.
        let lines = "\n".repeat(MOST_WORD_BYTES / 2);
        let read = |quoted: String| read(&format!("a,b\n1,\"{quoted}\"\n"), b',');
        assert_eq!(read(lines.clone()).unwrap()[1][1], lines);
        let pairs = "\"\"\n".repeat(MOST_WORD_BYTES / 8);
        assert_eq!(read(pairs.clone()).unwrap()[1][1], pairs.replace("\"\"", "\""));
        let error = read(lines.repeat(3)).unwrap_err();
        assert!(error.starts_with("in, line 2: `\"`: a word or a field longer than 1 MiB"), "{error}");
    }
}
