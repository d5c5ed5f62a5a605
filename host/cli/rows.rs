//! Where the rows of a listing go: standard output, or a file that is whole in the end.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use motherlode::export::{Columns, RowFile, RowFormat, Sink, partial_name};
use motherlode::mine::MineError;
use motherlode::mine::list::Position;

use super::report::counted;

/// A place for rows, which nothing has been written to.
pub struct Place<'p> {
    /// The file; standard output if there is none.
    pub file: Option<&'p Path>,
    pub format: RowFormat,
}

/// Rows under way.
pub struct Rows<'c> {
    out: Out,
    format: RowFormat,
    columns: Columns<'c>,
    written: u64,
}

enum Out {
    Standard(io::Stdout),
    File(RowFile),
}

impl Place<'_> {
    /// Begins to write: the header.
    ///
    /// # Errors
    /// What the system says of the file.
    pub fn open<'c>(&self, columns: Columns<'c>) -> anyhow::Result<Rows<'c>> {
        let out = match self.file {
            None => Out::Standard(io::stdout()),
            Some(path) => Out::File(
                RowFile::create(path)
                    .with_context(|| format!("{}: cannot be written", partial_name(path).display()))?,
            ),
        };
        let mut rows = Rows { out, format: self.format, columns, written: 0 };
        let header = self.format.header(columns).and_then(|header| rows.out.write_all(&header));
        header.map_err(|error| rows.failure(error))?;
        Ok(rows)
    }
}

impl Rows<'_> {
    /// Rows written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Writes rows.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&mut self, rows: &[u32]) -> io::Result<()> {
        self.format.write(self.columns, rows, &mut self.out)?;
        self.written += (rows.len() / self.columns.names.len()) as u64;
        Ok(())
    }

    /// Ends a listing that is done.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(self) -> anyhow::Result<()> {
        match self.out {
            Out::Standard(mut out) => Ok(out.flush()?),
            Out::File(file) => {
                let path = file.path().to_owned();
                file.finish().with_context(|| format!("{}: cannot be written", path.display()))
            }
        }
    }

    /// What to say when rows cannot be written.
    pub fn failure(&self, error: io::Error) -> anyhow::Error {
        let place = match &self.out {
            Out::Standard(_) => "standard output".to_owned(),
            Out::File(file) => partial_name(file.path()).display().to_string(),
        };
        anyhow::Error::new(error).context(format!("{place}: cannot be written"))
    }

    /// What to say of a listing that ended early.
    pub fn partial(&self, error: MineError) -> anyhow::Error {
        let matches = counted(self.written, "match", "matches");
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
    fn take(&mut self, rows: &[u32], _: Position) -> io::Result<()> {
        self.write(rows)?;
        // Whoever reads a pipe sees what there is while the device goes on.
        self.out.flush()
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
