//! The text of a JSON file, in which no string is too long: a parser keeps a string whole, and learns how long it is at
//! its end.

use std::io::{self, Read};

use super::counted::CountedLines;
use super::words::MOST_WORD_BYTES;

/// Reads JSON, and refuses to go on in a string that is too long.
pub(super) struct JsonText<R> {
    reader: CountedLines<R>,
    /// The bytes of the string that is open.
    string: Option<usize>,
    /// Whether the last byte of the string was a backslash, which the next belongs to.
    escaped: bool,
    /// The line of a string that is too long.
    pub too_long_in_line: Option<u64>,
}

impl<R: Read> JsonText<R> {
    pub fn new(reader: R) -> Self {
        JsonText { reader: CountedLines::new(reader), string: None, escaped: false, too_long_in_line: None }
    }

    /// How many lines were taken.
    pub fn lines_taken(&self) -> u64 {
        self.reader.lines_taken()
    }

    /// Measures the strings in what follows.
    fn pass(&mut self, mut text: &[u8]) {
        while let Some(&first) = text.first() {
            let Some(bytes) = &mut self.string else {
                let Some(quote) = memchr::memchr(b'"', text) else { return };
                (self.string, text) = (Some(0), &text[quote + 1..]);
                continue;
            };
            if std::mem::take(&mut self.escaped) {
                (*bytes, text) = (*bytes + 1, &text[1..]);
                continue;
            }
            match first {
                b'"' => (self.string, text) = (None, &text[1..]),
                b'\\' => {
                    self.escaped = true;
                    (*bytes, text) = (*bytes + 1, &text[1..]);
                }
                _ => {
                    let plain = memchr::memchr2(b'"', b'\\', text).unwrap_or(text.len());
                    (*bytes, text) = (*bytes + plain, &text[plain..]);
                }
            }
            if self.string.is_some_and(|bytes| bytes > MOST_WORD_BYTES) {
                // There are no line ends in a string.
                let after = memchr::memchr_iter(b'\n', text).count() as u64;
                self.too_long_in_line = Some(self.reader.line - after);
                return;
            }
        }
    }
}

impl<R: Read> Read for JsonText<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.pass(&buffer[..read]);
        match self.too_long_in_line {
            Some(_) => Err(io::Error::other("a string longer than 1 MiB")),
            None => Ok(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_read(text: &str) -> bool {
        let mut reader = JsonText::new(text.as_bytes());
        io::copy(&mut reader, &mut io::sink()).is_ok()
    }

    #[test]
    fn strings_end_at_quotes_without_backslash() {
        let half = "x".repeat(MOST_WORD_BYTES / 2);
        assert!(is_read(&format!("[\"{half}{half}\", \"{half}\"]")));
        assert!(is_read(&format!("[\"{half}\\\\\", \"{half}\"]")));
        assert!(is_read(&format!("{half}{half}{half}")));
        assert!(!is_read(&format!("[\"{half}{half}1\"]")));
        assert!(!is_read(&format!("[\"{half}\\\"{half}\"]")));
        assert!(!is_read(&format!("[\"{half}\\\\\\\"{half}\"]")));
        let text = format!("[\n\n\"{half}{half}1\"\n\n]");
        let mut reader = JsonText::new(text.as_bytes());
        assert!(io::copy(&mut reader, &mut io::sink()).is_err());
        assert_eq!(reader.too_long_in_line, Some(3));
    }
}
