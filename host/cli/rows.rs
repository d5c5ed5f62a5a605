//! Where the rows of a listing go: standard output, or a file that is whole in the end.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::Context;
use motherlode::export::{Column, RowFile, RowFormat, TableWriter, partial_name, write_whole};
use motherlode::graph::VertexIds;
use motherlode::mine::MineError;
use motherlode::mine::list::{Position, Sink};
use motherlode::mine::local::Counts;
use serde::{Deserialize, Serialize};

use super::checkpoint::Checkpoint;
use super::counts::CountTable;
use super::report::{cannot_write, counted};

/// A place for rows, which nothing has been written to.
pub struct Destination<'p> {
    /// The file; standard output if there is none.
    pub file: Option<&'p Path>,
    pub format: RowFormat,
}

/// How far a listing has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListingProgress {
    /// The place after the rows.
    pub position: Position,
    /// Rows written, or what each takes several rows for.
    pub matches: u64,
    /// Bytes in the file.
    pub bytes: u64,
    /// Whether these are all: the file only wants its name.
    pub done: bool,
}

/// What stands in the columns of a listing.
#[derive(Clone, Copy)]
pub struct ListingColumns<'c> {
    /// A column for each vertex of the pattern, or one of lists, or others.
    pub columns: &'c [Column],
    /// What the input called the vertices of the graph.
    pub ids: &'c VertexIds,
    /// What is listed, and what several are: a row, or what takes several.
    pub nouns: (&'static str, &'static str),
}

/// Writes the rows of a listing, and keeps its checkpoint up to date.
pub struct RowWriter<'c> {
    table: TableWriter<Out>,
    columns: ListingColumns<'c>,
    progress: ListingProgress,
    /// Bytes of the rows that `progress` counts.
    whole: u64,
    checkpoint: Option<Checkpoint>,
}

enum Out {
    Standard(io::Stdout),
    File(RowFile),
}

/// The checkpoint of a listing, if one is wanted, and how far an earlier one has come that is taken up.
pub type ListingCheckpoint = (Option<Checkpoint>, Option<ListingProgress>);

impl Destination<'_> {
    /// Begins to write, or takes up the file of an earlier listing: how far that has come, and what writes the rest. If
    /// it was done, nothing does, its file has its name, and its checkpoint goes.
    ///
    /// # Errors
    /// What the system says of the file; when that of an earlier listing is not there, or is not what it was.
    pub fn begin<'c>(
        &self,
        columns: ListingColumns<'c>,
        (checkpoint, saved): ListingCheckpoint,
    ) -> anyhow::Result<(ListingProgress, Option<RowWriter<'c>>)> {
        let Some(progress) = saved else {
            return Ok((ListingProgress::default(), Some(self.open(columns, checkpoint)?)));
        };
        if self.complete(progress)? {
            checkpoint.map_or(Ok(()), Checkpoint::remove)?;
            return Ok((progress, None));
        }
        Ok((progress, Some(self.resume(columns, progress, checkpoint)?)))
    }

    /// Begins to write: the header. The checkpoint, if there is one, is kept up to date.
    ///
    /// # Errors
    /// What the system says of the file.
    pub fn open<'c>(
        &self,
        columns: ListingColumns<'c>,
        checkpoint: Option<Checkpoint>,
    ) -> anyhow::Result<RowWriter<'c>> {
        let table = self.table(columns.columns)?;
        let whole = table.out().length();
        Ok(RowWriter { table, columns, progress: ListingProgress::default(), whole, checkpoint })
    }

    /// Takes up the file of an earlier listing where it was when `progress` was saved.
    ///
    /// # Errors
    /// When the file is not there, or is not what it was.
    fn resume<'c>(
        &self,
        columns: ListingColumns<'c>,
        progress: ListingProgress,
        checkpoint: Option<Checkpoint>,
    ) -> anyhow::Result<RowWriter<'c>> {
        let path = self.file.context("a listing to standard output cannot be taken up")?;
        let table = RowFile::resume(path, progress.bytes)
            .and_then(|file| {
                let earlier = file.reader()?;
                TableWriter::resume(self.format, columns.columns, Out::File(file), &earlier)
            })
            .with_context(|| format!("{}: cannot be taken up", partial_name(path).display()))?;
        Ok(RowWriter { table, columns, progress, whole: progress.bytes, checkpoint })
    }

    /// Writes a whole table.
    ///
    /// # Errors
    /// What the system says of the file.
    pub fn write_table(&self, table: CountTable<'_>) -> anyhow::Result<()> {
        let Some(path) = self.file else {
            return write_rows(self.format, table, io::stdout()).context(cannot_write("standard output"));
        };
        write_whole(path, |out| write_rows(self.format, table, out)).map_err(|error| {
            let kept =
                if error.kind() == ErrorKind::ResourceBusy { "" } else { ", and nothing of it was kept" };
            anyhow::Error::new(error).context(format!("{}: cannot be written{kept}", path.display()))
        })
    }

    fn table(&self, columns: &[Column]) -> anyhow::Result<TableWriter<Out>> {
        let out = match self.file {
            None => Out::Standard(io::stdout()),
            Some(path) => {
                Out::File(RowFile::create(path).with_context(|| cannot_write(partial_name(path).display()))?)
            }
        };
        let name = out.name();
        TableWriter::new(self.format, columns, out).with_context(|| cannot_write(&name))
    }

    /// Ends a listing that was done when the process ended: its file gets its name, if it has not got it. False if the
    /// listing was not done.
    ///
    /// # Errors
    /// When the file is not what it was.
    fn complete(&self, progress: ListingProgress) -> anyhow::Result<bool> {
        let (true, Some(path)) = (progress.done, self.file) else { return Ok(false) };
        let length = fs::metadata(path).map(|metadata| metadata.len());
        let is_whole = length.is_ok_and(|length| length == progress.bytes) && !partial_name(path).exists();
        if !is_whole {
            RowFile::resume(path, progress.bytes)
                .and_then(RowFile::finish)
                .with_context(|| format!("{}: cannot be taken up", partial_name(path).display()))?;
        }
        Ok(true)
    }
}

/// Writes a whole table, some rows at a time.
fn write_rows(format: RowFormat, mut rows: CountTable<'_>, out: impl Write) -> io::Result<()> {
    let mut table = TableWriter::new(format, &rows.columns, out)?;
    let at_hand = table.rows_at_a_time() * rayon::current_num_threads();
    loop {
        match rows.next(at_hand) {
            none if none.is_empty() => break,
            Counts::Narrow(values) => table.write_numbers(&values)?,
            Counts::Wide(values) => table.write(values.len(), |i| values[i])?,
        }
    }
    table.finish()?.flush()
}

impl RowWriter<'_> {
    /// Rows written so far, or what each takes several rows for.
    pub fn written(&self) -> u64 {
        self.progress.matches
    }

    /// Writes rows.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&mut self, rows: &[u32]) -> io::Result<()> {
        match self.columns.ids.numbers() {
            Some(ids) => self.table.write(rows.len(), |i| ids.get(rows[i]))?,
            None => self.table.write(rows.len(), |i| u64::from(rows[i]))?,
        }
        self.progress.matches += (rows.len() / self.columns.columns.len()) as u64;
        self.whole = self.table.out().length();
        Ok(())
    }

    /// Takes rows of a listing of lists, which end where `ends` says, and after which it is at `end`.
    ///
    /// # Errors
    /// What the system says.
    pub fn take_lists(&mut self, ends: &[usize], vertices: &[u32], end: Position) -> io::Result<()> {
        match self.columns.ids.numbers() {
            Some(ids) => self.table.write_lists(ends, |i| ids.get(vertices[i]))?,
            None => self.table.write_lists(ends, |i| u64::from(vertices[i]))?,
        }
        self.progress.matches += ends.len() as u64;
        self.whole = self.table.out().length();
        self.came_to(end)
    }

    /// Takes rows of several columns that are no vertices alone, of so many things that are listed, after which it is
    /// at `end`.
    ///
    /// # Errors
    /// What the system says.
    pub fn take_values(&mut self, values: &[u64], things: u64, end: Position) -> io::Result<()> {
        self.table.write_numbers(values)?;
        self.progress.matches += things;
        self.whole = self.table.out().length();
        self.came_to(end)
    }

    /// Takes note of the place after the rows, and saves it when it is time; whoever reads a pipe sees them while the
    /// device goes on.
    fn came_to(&mut self, end: Position) -> io::Result<()> {
        self.progress.position = end;
        self.table.flush()?;
        match self.checkpoint.as_ref().is_some_and(Checkpoint::is_due) {
            true => self.save().map_err(io::Error::other),
            false => Ok(()),
        }
    }

    /// How many rows were written, in words.
    fn so_many(&self) -> String {
        let (one, many) = self.columns.nouns;
        counted(self.written(), one, many)
    }

    /// Writes down how far the listing has come, once the rows are on the disk.
    fn save(&mut self) -> anyhow::Result<()> {
        let Some(checkpoint) = &mut self.checkpoint else { return Ok(()) };
        let ended = self.table.end_part();
        let Out::File(file) = self.table.out() else { return Ok(()) };
        let synced = ended.and_then(|()| file.sync());
        synced.with_context(|| cannot_write(file.name().display()))?;
        self.progress.bytes = file.length();
        checkpoint.save(self.progress)
    }

    /// Ends a listing that is done.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(self) -> anyhow::Result<()> {
        let RowWriter { table, mut progress, checkpoint, .. } = self;
        let name = table.out().name();
        let kept = match (table.out(), table.is_text()) {
            (Out::File(file), true) if file.is_kept() => ", and may have all rows",
            (Out::File(file), false) if file.is_kept() => ", and has a part of a table, which has no end",
            _ => "",
        };
        let cannot = || format!("{name}: cannot be written{kept}");
        let out = table.finish().with_context(cannot)?;
        let checkpoint = match (checkpoint, &out) {
            (Some(mut checkpoint), Out::File(file)) => {
                // Should the process end before the file has its name, the next one gives it.
                file.sync().with_context(cannot)?;
                progress.done = true;
                progress.bytes = file.length();
                checkpoint.save(progress)?;
                Some(checkpoint)
            }
            _ => None,
        };
        out.finish().with_context(cannot)?;
        checkpoint.map_or(Ok(()), Checkpoint::remove)
    }

    /// What to say when rows cannot be written, as on a full disk: what is left of them, and what to do with that.
    pub fn failure(mut self, error: io::Error) -> anyhow::Error {
        let matches = self.so_many();
        let error = anyhow::Error::new(error);
        let file = match self.table.out() {
            Out::File(file) if file.is_kept() => file,
            out => return error.context(format!("{}: cannot be written, after {matches}", out.name())),
        };
        let name = file.name().display().to_string();
        // What is left of a row ends a text badly, and is not taken up.
        let cut = file.cut(self.whole).is_ok();
        let part = match self.table.is_text() && cut {
            true => format!("{name} has the first {matches}, row by row"),
            false => format!("{name} has a part of a table, which has no end"),
        };
        if let (true, true, Some(checkpoint)) = (self.table.is_text(), cut, &mut self.checkpoint) {
            // There may be room for so little; if there is not, the last checkpoint is as good.
            let progress = ListingProgress { bytes: self.whole, ..self.progress };
            let _ = file.sync().map(|()| checkpoint.save(progress));
        }
        let advice = match self.checkpoint.as_ref().filter(|checkpoint| checkpoint.is_saved()) {
            Some(checkpoint) => format!("--resume goes on from {}", checkpoint.path().display()),
            None => "remove it, or keep what it has".to_owned(),
        };
        error.context(format!("{name}: cannot be written. {part}: make room, and {advice}"))
    }

    /// What to say of a listing that ended early: what was listed can be read, or taken up from the checkpoint.
    pub fn partial(mut self, error: MineError) -> anyhow::Error {
        let matches = self.so_many();
        let part = match self.table.out() {
            Out::Standard(_) => format!("only a part was listed, {matches}"),
            file @ Out::File(_) => format!("only a part was listed, {matches}, in {}", file.name()),
        };
        // What ends the table is behind the place of the checkpoint, and cut off when the listing is taken up.
        let kept = self.save().and_then(|()| {
            let name = self.table.out().name();
            self.table.finish().map(drop).with_context(|| cannot_write(&name))
        });
        match kept {
            Ok(()) => anyhow::Error::new(error).context(part),
            Err(failure) => failure,
        }
    }
}

impl Out {
    /// Bytes written, to a file.
    fn length(&self) -> u64 {
        match self {
            Out::Standard(_) => 0,
            Out::File(file) => file.length(),
        }
    }

    /// What it is called while it is written.
    fn name(&self) -> String {
        match self {
            Out::Standard(_) => "standard output".to_owned(),
            Out::File(file) => file.name().display().to_string(),
        }
    }

    /// Gives a file its name, as it is whole.
    fn finish(self) -> io::Result<()> {
        match self {
            Out::Standard(mut out) => out.flush(),
            Out::File(file) => file.finish(),
        }
    }
}

impl Sink for RowWriter<'_> {
    fn take(&mut self, rows: &[u32], end: Position) -> io::Result<()> {
        self.write(rows)?;
        self.came_to(end)
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
