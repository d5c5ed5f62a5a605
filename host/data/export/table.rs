//! A table under way.

use std::fs::File;
use std::io::{self, Write};

use rayon::prelude::*;

use super::columnar::ColumnarTable;
use super::{Column, RowFormat, TableFormat, TableValue};
use crate::graph::Compression;

/// Rows that a thread encodes at a time: as many as a record batch has. What compresses a text takes so many by
/// themselves.
const PIECE: usize = 1 << 16;
/// Rows that a thread formats at a time where nothing compresses them: they and their text stay in its cache.
const PLAIN_PIECE: usize = 1 << 12;

/// Writes a table of numbers and names, rows after rows, in any of the formats.
pub struct TableWriter<W: Write> {
    /// Escaped, if the format is a text.
    columns: Vec<Column>,
    kind: TableKind,
    out: W,
}

enum TableKind {
    Text(RowFormat),
    Columns(ColumnarTable),
}

impl<W: Write> TableWriter<W> {
    /// Begins a table of these columns.
    ///
    /// # Errors
    /// What the system says of `out`; [`io::ErrorKind::Unsupported`] for a format that is not
    /// [built in](TableFormat::is_built_in).
    pub fn new(format: RowFormat, columns: &[Column], mut out: W) -> io::Result<Self> {
        let kind = match format.table {
            TableFormat::Csv | TableFormat::JsonLines => {
                out.write_all(&format.header(columns)?)?;
                TableKind::Text(format)
            }
            table => TableKind::Columns(ColumnarTable::new(table, columns, &mut out)?),
        };
        Ok(TableWriter { columns: format.escaped(columns), kind, out })
    }

    /// Takes up a table after the end of a part ([`end_part`](Self::end_part)): `out` has been given what is in
    /// `earlier`, and goes on behind it. Of `earlier`, what says where its parts are is read, and no rows.
    ///
    /// # Errors
    /// What the system says of `earlier`; [`io::ErrorKind::InvalidData`] if it is no table in this format that ends
    /// with a part, as far as can be seen without its rows; [`io::ErrorKind::Unsupported`] as for [`new`](Self::new).
    pub fn resume(format: RowFormat, columns: &[Column], out: W, earlier: &File) -> io::Result<Self> {
        let kind = match format.table {
            TableFormat::Csv | TableFormat::JsonLines => TableKind::Text(format),
            table => TableKind::Columns(ColumnarTable::resume(table, columns, earlier)?),
        };
        Ok(TableWriter { columns: format.escaped(columns), kind, out })
    }

    /// Rows that a thread encodes at a time: who makes rows as they are wanted has so many for each thread.
    pub fn rows_at_a_time(&self) -> usize {
        match self.kind {
            TableKind::Text(RowFormat { compression: Compression::None, .. }) => PLAIN_PIECE,
            TableKind::Text(_) | TableKind::Columns(_) => PIECE,
        }
    }

    /// Writes rows, encoded by all threads of the current pool: `value(i)` is element `i` of `elements` in the rows one
    /// after another; in a column of names, the number of a vertex. Parquet keeps up to a million rows back, until its
    /// row group is full.
    ///
    /// # Errors
    /// What the system says of the writer.
    ///
    /// # Panics
    /// If a value in a column of names has none, or one in a column of 64 bits does not fit.
    pub fn write<V: TableValue>(
        &mut self,
        elements: usize,
        value: impl Fn(usize) -> V + Sync,
    ) -> io::Result<()> {
        let rows = self.rows_at_a_time();
        let (columns, out) = (&self.columns, &mut self.out);
        match &mut self.kind {
            TableKind::Text(format) => {
                let size = rows * columns.len();
                let text = |piece: usize| {
                    let range = piece * size..elements.min((piece + 1) * size);
                    format.text(columns, range.map(&value))
                };
                let pieces = (0..elements.div_ceil(size)).into_par_iter().map(text);
                write_pieces(pieces, out)
            }
            TableKind::Columns(table) => table.write(elements, value, out),
        }
    }

    /// Writes rows that lie one after another, as [`write`](Self::write) does.
    ///
    /// # Errors
    /// What the system says of the writer.
    ///
    /// # Panics
    /// If a value in a column of names has none.
    pub fn write_numbers(&mut self, numbers: &[u64]) -> io::Result<()> {
        let size = self.rows_at_a_time() * self.columns.len();
        let (columns, out) = (&self.columns, &mut self.out);
        match &mut self.kind {
            TableKind::Text(format) => {
                let text = |piece: &[u64]| format.text_of_numbers(columns, piece);
                write_pieces(numbers.par_chunks(size).map(text), out)
            }
            TableKind::Columns(table) => table.write(numbers.len(), |i| numbers[i], out),
        }
    }

    /// Writes the rows of a table of one column, of lists, as [`write`](Self::write) does: `ends` says where the list
    /// of each ends, and `value(i)` is element `i` of all lists one after another.
    ///
    /// # Errors
    /// What the system says of the writer.
    ///
    /// # Panics
    /// If there are other columns; as for [`write`](Self::write).
    pub fn write_lists<V: TableValue>(
        &mut self,
        ends: &[usize],
        value: impl Fn(usize) -> V + Sync,
    ) -> io::Result<()> {
        let ([column], out) = (&self.columns[..], &mut self.out) else {
            panic!("lists for {} columns", self.columns.len())
        };
        let list = |row: usize| (row.checked_sub(1).map_or(0, |before| ends[before])..ends[row]).map(&value);
        match &mut self.kind {
            TableKind::Text(format) => {
                let text = |piece: usize| {
                    let rows = piece * PIECE..ends.len().min((piece + 1) * PIECE);
                    format.text_of_lists(column, rows.map(list))
                };
                let pieces = (0..ends.len().div_ceil(PIECE)).into_par_iter().map(text);
                write_pieces(pieces, out)
            }
            TableKind::Columns(table) => table.write_lists(ends, value, out),
        }
    }

    /// Whether the rows are lines of text.
    pub fn is_text(&self) -> bool {
        matches!(self.kind, TableKind::Text(_))
    }

    /// What is written to.
    pub fn out(&self) -> &W {
        &self.out
    }

    /// Flushes what is written to.
    ///
    /// # Errors
    /// What the system says of the writer.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes what is kept back, so that the table can be taken up from here ([`resume`](Self::resume)). For Parquet,
    /// that is a row group and a footer.
    ///
    /// # Errors
    /// What the system says of the writer.
    pub fn end_part(&mut self) -> io::Result<()> {
        match &mut self.kind {
            TableKind::Text(_) => Ok(()),
            TableKind::Columns(columns) => columns.end_part(&mut self.out),
        }
    }

    /// Ends the table, and gives back what it was written to.
    ///
    /// # Errors
    /// What the system says of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        if let TableKind::Columns(columns) = &mut self.kind {
            columns.end(&mut self.out)?;
        }
        Ok(self.out)
    }
}

/// Makes pieces of text, and writes them in their order.
fn write_pieces(
    pieces: impl IndexedParallelIterator<Item = io::Result<Vec<u8>>>,
    out: &mut impl Write,
) -> io::Result<()> {
    let pieces: Vec<Vec<u8>> = pieces.collect::<io::Result<_>>()?;
    pieces.iter().try_for_each(|piece| out.write_all(piece))
}

#[cfg(all(test, feature = "columnar"))]
mod tests;
