//! A reader that knows how many lines of its text were taken.

use std::io::{self, BufRead, BufReader, Read};

pub(super) struct CountedLines<R> {
    reader: BufReader<R>,
    /// The line of the next byte, from 1.
    pub(super) line: u64,
    /// Whether the last byte that was taken ended a line.
    ended_line: bool,
}

impl<R: Read> CountedLines<R> {
    pub(super) fn new(reader: R) -> Self {
        CountedLines { reader: BufReader::with_capacity(1 << 17, reader), line: 1, ended_line: true }
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
        self.reader.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        let taken = &self.reader.buffer()[..bytes];
        self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
        self.ended_line = taken.last().map_or(self.ended_line, |&byte| byte == b'\n');
        self.reader.consume(bytes);
    }
}
