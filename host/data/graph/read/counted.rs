//! A reader that knows how many lines of its text were taken, and how long a piece of it is.

use std::io::{self, BufRead, BufReader, Read};

use super::scan::newlines;
use super::words::MOST_WORD_BYTES;

pub(super) struct CountedLines<R> {
    reader: BufReader<R>,
    /// The line of the next byte, from 1.
    pub(super) line: u64,
    /// Whether the last byte that was taken ended a line.
    ended_line: bool,
    /// The bytes of the piece so far, where pieces are measured.
    piece: Option<usize>,
}

impl<R: Read> CountedLines<R> {
    pub(super) fn new(reader: R) -> Self {
        CountedLines {
            reader: BufReader::with_capacity(1 << 17, reader),
            line: 1,
            ended_line: true,
            piece: None,
        }
    }

    /// Starts a piece, of which no more than a word's length can be read: an error follows, then.
    pub(super) fn begin_piece(&mut self) {
        self.piece = Some(0);
    }

    /// Whether the piece is longer.
    pub(super) fn is_piece_too_long(&self) -> bool {
        self.piece.is_some_and(|bytes| bytes > MOST_WORD_BYTES)
    }

    /// Takes the white space that comes next. However much there is, it is quick, and none of it is kept.
    pub(super) fn skip_blanks(&mut self) -> io::Result<()> {
        loop {
            let text = self.reader.fill_buf()?;
            let empty = newlines(text, 0);
            let blanks = empty + text[empty..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let is_all = blanks == text.len();
            if blanks == 0 {
                return Ok(());
            }
            self.consume(blanks);
            if !is_all {
                return Ok(());
            }
        }
    }

    /// How many lines were taken, of which the last may have no end.
    pub(super) fn lines_taken(&self) -> u64 {
        self.line - u64::from(self.ended_line)
    }
}

impl<R: Read> Read for CountedLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for CountedLines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.is_piece_too_long() {
            return Err(io::Error::other("a word longer than 1 MiB"));
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        let taken = &self.reader.buffer()[..bytes];
        self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
        self.ended_line = taken.last().map_or(self.ended_line, |&byte| byte == b'\n');
        self.piece = self.piece.map(|piece| piece + bytes);
        self.reader.consume(bytes);
    }
}
