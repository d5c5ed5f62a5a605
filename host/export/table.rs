//! A table under way.

use std::io::{self, Write};

use arrow_ipc::writer::FileWriter;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use rayon::prelude::*;

use super::columnar::{self, Messages, of_arrow, of_parquet};
use super::{RowFormat, TableFormat};

/// Rows that a thread formats at a time.
const PIECE: usize = 1 << 16;

/// Writes a table of numbers, rows after rows, in any of the formats.
pub struct TableWriter<W: Write + Send> {
    names: Vec<String>,
    schema: SchemaRef,
    kind: Kind<W>,
}

enum Kind<W: Write + Send> {
    Text(RowFormat, W),
    Arrow(Box<FileWriter<W>>),
    Stream(Box<Messages>, W),
    Parquet(Box<ArrowWriter<W>>),
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a table whose columns are called `names`.
    ///
    /// # Errors
    /// What the system says of `out`.
    pub fn new(format: RowFormat, names: &[String], mut out: W) -> io::Result<Self> {
        let schema = columnar::schema(names);
        let kind = match format.table {
            TableFormat::Csv | TableFormat::JsonLines => {
                out.write_all(&format.header(names)?)?;
                Kind::Text(format, out)
            }
            TableFormat::ArrowStream => {
                let mut messages = Messages::new(&schema)?;
                messages.write_to(&mut out)?;
                Kind::Stream(Box::new(messages), out)
            }
            TableFormat::Arrow => Kind::Arrow(Box::new(FileWriter::try_new(out, &schema).map_err(of_arrow)?)),
            TableFormat::Parquet => {
                let writer = ArrowWriter::try_new(out, schema.clone(), Some(columnar::properties()));
                Kind::Parquet(Box::new(writer.map_err(of_parquet)?))
            }
        };
        Ok(TableWriter { names: names.to_vec(), schema, kind })
    }

    /// Takes up a table of which `out` has the first part.
    ///
    /// # Errors
    /// [`io::ErrorKind::Unsupported`] for formats that cannot be taken up ([`TableFormat::can_resume`]).
    pub fn resume(format: RowFormat, names: &[String], out: W) -> io::Result<Self> {
        let schema = columnar::schema(names);
        let kind = match format.table {
            table if !table.can_resume() => {
                return Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    format!("a part of {table} cannot be taken up"),
                ));
            }
            TableFormat::ArrowStream => Kind::Stream(Box::new(Messages::resume(&schema)?), out),
            _ => Kind::Text(format, out),
        };
        Ok(TableWriter { names: names.to_vec(), schema, kind })
    }

    /// Writes rows, encoded by all threads of the current pool: `value(i)` is element `i` of `elements` in the rows one after
    /// another.
    ///
    /// # Errors
    /// What the system says of the writer.
    pub fn write(&mut self, elements: usize, value: impl Fn(usize) -> u64 + Sync) -> io::Result<()> {
        let names = &self.names;
        let batches = || columnar::batches(&self.schema, elements, &value);
        match &mut self.kind {
            Kind::Text(format, out) => {
                let size = PIECE * names.len();
                let text = |piece: usize| {
                    let range = piece * size..elements.min((piece + 1) * size);
                    format.text(names, range.map(&value))
                };
                let pieces = (0..elements.div_ceil(size)).into_par_iter().map(text);
                let pieces: Vec<Vec<u8>> = pieces.collect::<io::Result<_>>()?;
                pieces.iter().try_for_each(|piece| out.write_all(piece))
            }
            Kind::Stream(messages, out) => batches()?.iter().try_for_each(|batch| {
                messages.add(batch)?;
                messages.write_to(out)
            }),
            Kind::Arrow(writer) => {
                batches()?.iter().try_for_each(|batch| writer.write(batch).map_err(of_arrow))
            }
            Kind::Parquet(writer) => {
                batches()?.iter().try_for_each(|batch| writer.write(batch).map_err(of_parquet))
            }
        }
    }

    /// What is written to.
    pub fn out(&self) -> &W {
        match &self.kind {
            Kind::Text(_, out) | Kind::Stream(_, out) => out,
            Kind::Arrow(writer) => writer.get_ref(),
            Kind::Parquet(writer) => writer.inner(),
        }
    }

    /// Flushes what is written to. Parquet keeps up to a million rows back all the same.
    ///
    /// # Errors
    /// What the system says of the writer.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.kind {
            Kind::Text(_, out) | Kind::Stream(_, out) => out.flush(),
            Kind::Arrow(writer) => writer.flush().map_err(of_arrow),
            Kind::Parquet(_) => Ok(()),
        }
    }

    /// Ends the table, and gives back what it was written to.
    ///
    /// # Errors
    /// What the system says of the writer.
    pub fn finish(self) -> io::Result<W> {
        match self.kind {
            Kind::Text(_, out) => Ok(out),
            Kind::Stream(mut messages, mut out) => {
                messages.end()?;
                messages.write_to(&mut out)?;
                Ok(out)
            }
            Kind::Arrow(writer) => (*writer).into_inner().map_err(of_arrow),
            Kind::Parquet(writer) => (*writer).into_inner().map_err(of_parquet),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use arrow_array::RecordBatch;
    use arrow_array::cast::AsArray;
    use arrow_array::types::UInt64Type;
    use arrow_ipc::reader::{FileReader, StreamReader};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReader;

    use super::*;
    use crate::graph::Compression;

    const ROWS: [u64; 6] = [70, 1 << 40, 9, 4, 5, 6];

    fn names() -> Vec<String> {
        ["a", "b\"c"].map(str::to_owned).to_vec()
    }

    fn rows(batches: impl IntoIterator<Item = RecordBatch>) -> Vec<u64> {
        let of_batch = |batch: RecordBatch| {
            assert_eq!(batch.schema().field(1).name(), "b\"c");
            let column = |i: usize| batch.column(i).as_primitive::<UInt64Type>().clone();
            let (a, b) = (column(0), column(1));
            (0..batch.num_rows()).flat_map(move |row| [a.value(row), b.value(row)]).collect::<Vec<_>>()
        };
        batches.into_iter().flat_map(of_batch).collect()
    }

    /// The table in that format, written in two parts; the second by a writer that takes the first up if it can.
    fn written(table: TableFormat) -> Vec<u8> {
        let format = RowFormat { table, compression: Compression::None };
        let mut first = TableWriter::new(format, &names(), Vec::new()).unwrap();
        first.write(4, |i| ROWS[i]).unwrap();
        let mut second = if table.can_resume() {
            TableWriter::resume(format, &names(), first.out().clone()).unwrap()
        } else {
            first
        };
        second.write(2, |i| ROWS[4 + i]).unwrap();
        second.finish().unwrap()
    }

    #[test]
    fn every_format_has_the_rows() {
        assert_eq!(written(TableFormat::Csv), b"a,\"b\"\"c\"\n70,1099511627776\n9,4\n5,6\n");
        let json = written(TableFormat::JsonLines);
        assert_eq!(String::from_utf8(json).unwrap().lines().nth(2), Some("{\"a\":5,\"b\\\"c\":6}"));
        let file = FileReader::try_new(Cursor::new(written(TableFormat::Arrow)), None).unwrap();
        assert_eq!(rows(file.map(Result::unwrap)), ROWS);
        let stream = StreamReader::try_new(Cursor::new(written(TableFormat::ArrowStream)), None).unwrap();
        assert_eq!(rows(stream.map(Result::unwrap)), ROWS);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&written(TableFormat::Parquet)).unwrap();
        let reader = ParquetRecordBatchReader::try_new(file, 100).unwrap();
        assert_eq!(rows(reader.map(Result::unwrap)), ROWS);
    }

    #[test]
    fn tables_without_rows() {
        for (_, table) in TableFormat::NAMES {
            let format = RowFormat { table, compression: Compression::None };
            let bytes = TableWriter::new(format, &names(), Vec::new()).unwrap().finish().unwrap();
            assert_eq!(bytes.is_empty(), table == TableFormat::JsonLines, "{table}");
        }
    }

    #[test]
    fn formats_with_contents_at_the_end_are_not_taken_up() {
        for table in [TableFormat::Arrow, TableFormat::Parquet] {
            let format = RowFormat { table, compression: Compression::None };
            let error = TableWriter::resume(format, &names(), Vec::new()).err().unwrap();
            assert_eq!(error.kind(), io::ErrorKind::Unsupported);
        }
    }
}
