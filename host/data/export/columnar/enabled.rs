//! A table of columns under way.

use std::fs::File;
use std::io::{self, Write};

use arrow_schema::SchemaRef;

use super::batches::{self, ColumnTable};
use super::ipc::ArrowTable;
use super::parts::ParquetTable;
use crate::export::{Column, TableFormat, TableValue};

/// A table of numbers and names in Arrow or Parquet, which is written batch after batch.
pub(in crate::export) struct ColumnarTable {
    schema: SchemaRef,
    columns: Vec<Column>,
    table: Box<dyn ColumnTable>,
}

impl ColumnarTable {
    /// Begins a table of these columns, and writes its beginning to `out`.
    ///
    /// # Errors
    /// What the system says of `out`; [`io::ErrorKind::Unsupported`] for a format that has no columns.
    pub fn new(format: TableFormat, columns: &[Column], out: &mut impl Write) -> io::Result<ColumnarTable> {
        let schema = batches::schema(columns);
        let table: Box<dyn ColumnTable> = match format {
            TableFormat::Arrow => Box::new(ArrowTable::file(&schema)?),
            TableFormat::ArrowStream => Box::new(ArrowTable::stream(&schema)?),
            TableFormat::Parquet => Box::new(ParquetTable::new(&schema)?),
            TableFormat::Csv | TableFormat::JsonLines => return Err(no_columns(format)),
        };
        let mut begun = ColumnarTable { schema, columns: columns.to_vec(), table };
        begun.flush(out)?;
        Ok(begun)
    }

    /// Takes up a table that has `earlier` before it.
    ///
    /// # Errors
    /// What the system says of `earlier`; [`io::ErrorKind::InvalidData`] if it is not the beginning of such a table
    /// that ends with a part; [`io::ErrorKind::Unsupported`] for a format that has no columns.
    pub fn resume(format: TableFormat, columns: &[Column], earlier: &File) -> io::Result<ColumnarTable> {
        let schema = batches::schema(columns);
        let table: Box<dyn ColumnTable> = match format {
            TableFormat::Arrow => Box::new(ArrowTable::resume_file(&schema, earlier)?),
            TableFormat::ArrowStream => Box::new(ArrowTable::resume_stream(&schema)?),
            TableFormat::Parquet => Box::new(ParquetTable::resume(&schema, earlier)?),
            TableFormat::Csv | TableFormat::JsonLines => return Err(no_columns(format)),
        };
        Ok(ColumnarTable { schema, columns: columns.to_vec(), table })
    }

    /// Writes rows: `value(i)` is element `i` of `elements` in the rows one after another.
    ///
    /// # Errors
    /// What the system says of `out`.
    pub fn write<V: TableValue>(
        &mut self,
        elements: usize,
        value: impl Fn(usize) -> V + Sync,
        out: &mut impl Write,
    ) -> io::Result<()> {
        batches::batches(&self.schema, &self.columns, elements, value)?.iter().try_for_each(|batch| {
            self.table.add(batch)?;
            self.flush(out)
        })
    }

    /// Writes the rows of a table of one column, of lists: `ends` says where the list of each ends, and `value(i)` is
    /// element `i` of all.
    ///
    /// # Errors
    /// What the system says of `out`.
    pub fn write_lists<V: TableValue>(
        &mut self,
        ends: &[usize],
        value: impl Fn(usize) -> V + Sync,
        out: &mut impl Write,
    ) -> io::Result<()> {
        batches::batches_of_lists(&self.schema, &self.columns[0], ends, value)?.iter().try_for_each(|batch| {
            self.table.add(batch)?;
            self.flush(out)
        })
    }

    /// Writes what is kept back, so that the table can be taken up from here.
    ///
    /// # Errors
    /// What the system says of `out`.
    pub fn end_part(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.table.end_part()?;
        self.flush(out)
    }

    /// Writes what is kept back, and the end.
    ///
    /// # Errors
    /// What the system says of `out`.
    pub fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.table.end()?;
        self.flush(out)
    }

    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        let encoded = self.table.encoded();
        out.write_all(encoded)?;
        encoded.clear();
        Ok(())
    }
}

fn no_columns(format: TableFormat) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("{format} is text, and has no columns"))
}
