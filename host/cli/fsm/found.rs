//! Patterns as they are found, in `FILE.partial`: what a search leaves that is killed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use motherlode::export::{self, partial_name};
use motherlode::mine::transactions::{FrequentPattern, PatternFormat, PatternText};

/// Bytes that are written at a time.
const BLOCK: usize = 1 << 14;
/// A process that is killed stops writing between two pages of a file: patterns that lie in one page are there, or not.
const PAGE: u64 = 1 << 12;
/// How long a pattern may wait to be written.
const PATIENCE: Duration = Duration::from_millis(250);

/// `FILE.partial`, which this search has for itself until `FILE` is whole.
pub struct FoundFile {
    path: PathBuf,
    out: File,
    buffer: Vec<u8>,
    /// Bytes before the buffer's.
    flushed: u64,
    number: u64,
    written: Instant,
}

impl FoundFile {
    /// Begins the file that goes before `path`.
    ///
    /// # Errors
    /// When it cannot be created, or another job is writing it.
    pub fn create(path: &Path) -> io::Result<FoundFile> {
        let path = partial_name(path);
        let out = export::create(&path)?;
        Ok(FoundFile { path, out, buffer: Vec::new(), flushed: 0, number: 0, written: Instant::now() })
    }

    /// Writes a pattern, soon.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&mut self, text: PatternText<'_>, found: &FrequentPattern<'_>) -> io::Result<()> {
        let start = self.buffer.len();
        text.write(&mut self.buffer, self.number, found)?;
        self.number += 1;
        self.keep_in_page(start, text.format);
        match self.buffer.len() >= BLOCK || self.written.elapsed() >= PATIENCE {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Moves the last pattern, from `start` on in the buffer, to the start of a page if it fits in one, but lies in
    /// two.
    fn keep_in_page(&mut self, start: usize, format: PatternFormat) {
        // What may stand between two patterns, and means nothing.
        let padding = match format {
            PatternFormat::GSpan => b'\n',
            PatternFormat::JsonLines => b' ',
        };
        let length = (self.buffer.len() - start) as u64;
        let left = PAGE - (self.flushed + start as u64) % PAGE;
        if left < length && length <= PAGE {
            self.buffer.splice(start..start, iter::repeat_n(padding, left as usize));
        }
    }

    /// Writes what waits to be written.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.flushed += self.buffer.len() as u64;
        self.buffer.clear();
        self.written = Instant::now();
        Ok(())
    }

    /// Says what the file of a search has that did not get to its end; one that has nothing is removed.
    pub fn leave(self) -> Option<String> {
        let path = self.path.display().to_string();
        if self.out.metadata().is_ok_and(|file| file.len() == 0) {
            let _ = self.remove();
            return None;
        }
        Some(format!(
            "{path} has patterns as they were found, not all of them and perhaps a part of the last"
        ))
    }

    /// Removes the file: what it has is elsewhere, or is nothing.
    ///
    /// # Errors
    /// What the system says.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}
