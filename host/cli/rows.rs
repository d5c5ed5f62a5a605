//! Where the rows of a listing go: standard output, or a file that is whole in the end.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use motherlode::export::{Columns, RowFile, RowFormat, Sink, partial_name};
use motherlode::mine::MineError;
use motherlode::mine::list::Position;
use serde::{Deserialize, Serialize};

use super::checkpoint::Checkpoint;
use super::report::counted;

/// A place for rows, which nothing has been written to.
pub struct Place<'p> {
    /// The file; standard output if there is none.
    pub file: Option<&'p Path>,
    pub format: RowFormat,
}

/// How far a listing has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The place after the rows.
    pub position: Position,
    /// Rows written.
    pub matches: u64,
    /// Bytes in the file.
    pub bytes: u64,
    /// Whether these are all: the file only wants its name.
    pub done: bool,
}

/// Rows under way.
pub struct Rows<'c> {
    out: Out,
    format: RowFormat,
    columns: Columns<'c>,
    progress: Progress,
    checkpoint: Option<Checkpoint>,
}

enum Out {
    Standard(io::Stdout),
    File(RowFile),
}

impl Place<'_> {
    /// Begins to write: the header. The checkpoint, if there is one, is kept up to date.
    ///
    /// # Errors
    /// What the system says of the file.
    pub fn open<'c>(&self, columns: Columns<'c>, checkpoint: Option<Checkpoint>) -> anyhow::Result<Rows<'c>> {
        let out = match self.file {
            None => Out::Standard(io::stdout()),
            Some(path) => Out::File(
                RowFile::create(path)
                    .with_context(|| format!("{}: cannot be written", partial_name(path).display()))?,
            ),
        };
        let mut rows = Rows { out, format: self.format, columns, progress: Progress::default(), checkpoint };
        let header = self.format.header(columns).and_then(|header| rows.out.write_all(&header));
        header.map_err(|error| rows.failure(error))?;
        Ok(rows)
    }

    /// Takes up the file of an earlier listing where it was when `progress` was saved.
    ///
    /// # Errors
    /// When the file is not there, or is not what it was.
    pub fn resume<'c>(
        &self,
        columns: Columns<'c>,
        progress: Progress,
        checkpoint: Option<Checkpoint>,
    ) -> anyhow::Result<Rows<'c>> {
        let path = self.file.context("a listing to standard output cannot be taken up")?;
        let file = RowFile::resume(path, progress.bytes)
            .with_context(|| format!("{}: cannot be taken up", partial_name(path).display()))?;
        Ok(Rows { out: Out::File(file), format: self.format, columns, progress, checkpoint })
    }

    /// Writes a whole table: columns called `names`, and `values` row after row.
    ///
    /// # Errors
    /// What the system says of the file.
    pub fn write_table(&self, names: &[String], values: &[u64]) -> anyhow::Result<()> {
        let encode = || -> io::Result<Vec<u8>> {
            let mut bytes = self.format.header_of(names)?;
            bytes.extend(self.format.numbers(names, values.iter().copied())?);
            Ok(bytes)
        };
        let path = self.file.map(partial_name);
        let written = match self.file {
            None => encode().and_then(|bytes| super::report::write_out(&bytes)),
            Some(path) => encode().and_then(|bytes| {
                let mut file = RowFile::create(path)?;
                file.write_all(&bytes)?;
                file.finish()
            }),
        };
        let place = path.map_or("standard output".to_owned(), |path| path.display().to_string());
        written.with_context(|| format!("{place}: cannot be written"))
    }

    /// Whether a listing that was done has given its file its name already.
    pub fn is_whole(&self, progress: Progress) -> bool {
        let length = self.file.and_then(|path| fs::metadata(path).ok()).map(|metadata| metadata.len());
        progress.done
            && length == Some(progress.bytes)
            && !partial_name(self.file.unwrap_or(Path::new(""))).exists()
    }
}

impl Rows<'_> {
    /// Rows written so far.
    pub fn written(&self) -> u64 {
        self.progress.matches
    }

    /// Writes rows.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&mut self, rows: &[u32]) -> io::Result<()> {
        self.format.write(self.columns, rows, &mut self.out)?;
        self.progress.matches += (rows.len() / self.columns.names.len()) as u64;
        Ok(())
    }

    /// Writes down how far the listing has come, once the rows are on the disk.
    fn save(&mut self) -> anyhow::Result<()> {
        let (Some(checkpoint), Out::File(file)) = (&mut self.checkpoint, &self.out) else { return Ok(()) };
        file.sync().with_context(|| format!("{}: cannot be written", partial_name(file.path()).display()))?;
        self.progress.bytes = file.length();
        checkpoint.save(self.progress)
    }

    /// Ends a listing that is done.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(mut self) -> anyhow::Result<()> {
        // Should the process end before the file has its name, the next one gives it.
        self.progress.done = true;
        self.save()?;
        match self.out {
            Out::Standard(mut out) => out.flush()?,
            Out::File(file) => {
                let path = file.path().to_owned();
                file.finish().with_context(|| format!("{}: cannot be written", path.display()))?;
            }
        }
        self.checkpoint.map_or(Ok(()), Checkpoint::remove)
    }

    /// What to say when rows cannot be written.
    pub fn failure(&self, error: io::Error) -> anyhow::Error {
        let place = match &self.out {
            Out::Standard(_) => "standard output".to_owned(),
            Out::File(file) => partial_name(file.path()).display().to_string(),
        };
        anyhow::Error::new(error).context(format!("{place}: cannot be written"))
    }

    /// What to say of a listing that ended early, of which a checkpoint is left if one is wanted.
    pub fn partial(&mut self, error: MineError) -> anyhow::Error {
        if let Err(failure) = self.save() {
            return failure;
        }
        let matches = counted(self.written(), "match", "matches");
        let part = match &self.out {
            Out::Standard(_) => format!("only a part was listed, {matches}"),
            Out::File(file) => {
                format!("only a part was listed, {matches}, in {}", partial_name(file.path()).display())
            }
        };
        anyhow::Error::new(error).context(part)
    }
}

impl Sink for Rows<'_> {
    fn take(&mut self, rows: &[u32], end: Position) -> io::Result<()> {
        self.write(rows)?;
        self.progress.position = end;
        // Whoever reads a pipe sees what there is while the device goes on.
        self.out.flush()?;
        match self.checkpoint.as_ref().is_some_and(Checkpoint::is_due) {
            true => self.save().map_err(io::Error::other),
            false => Ok(()),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Standard(out) => out.write(bytes),
            Out::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Standard(out) => out.flush(),
            Out::File(file) => file.flush(),
        }
    }
}
