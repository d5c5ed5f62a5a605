//! Tables are written, in parts too, and read by others.

mod columns;
mod parts;

use std::io::Cursor;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;

use super::*;

/// The formats whose tables are read as record batches.
const BINARY: [TableFormat; 3] = [TableFormat::Arrow, TableFormat::ArrowStream, TableFormat::Parquet];

fn plain(table: TableFormat) -> RowFormat {
    RowFormat { table, compression: Compression::None }
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

fn resumed(table: TableFormat, columns: &[Column], bytes: &[u8]) -> io::Result<TableWriter<Vec<u8>>> {
    TableWriter::resume(plain(table), columns, bytes.to_vec(), &file(bytes))
}

/// The table in that format, taken up before each part, and after the last.
fn in_parts<P>(
    table: TableFormat,
    columns: &[Column],
    parts: impl IntoIterator<Item = P>,
    write: impl Fn(&mut TableWriter<Vec<u8>>, P) -> io::Result<()>,
) -> Vec<u8> {
    let mut bytes = TableWriter::new(plain(table), columns, Vec::new()).unwrap().out;
    for part in parts {
        let mut writer = resumed(table, columns, &bytes).unwrap();
        write(&mut writer, part).unwrap();
        writer.end_part().unwrap();
        bytes = writer.out;
    }
    resumed(table, columns, &bytes).unwrap().finish().unwrap()
}

/// The table, with a part for each row.
fn row_by_row<V: TableValue>(table: TableFormat, columns: &[Column], values: &[V]) -> Vec<u8> {
    in_parts(table, columns, values.chunks(columns.len()), |writer, row| writer.write(row.len(), |i| row[i]))
}

/// What is in the batches of a table in one of the [`BINARY`] formats, as others read it.
fn read<T>(table: TableFormat, bytes: Vec<u8>, of_batch: impl Fn(RecordBatch) -> Vec<T>) -> Vec<T> {
    let batches: Vec<RecordBatch> = match table {
        TableFormat::Arrow => {
            FileReader::try_new(Cursor::new(bytes), None).unwrap().map(Result::unwrap).collect()
        }
        TableFormat::ArrowStream => {
            StreamReader::try_new(Cursor::new(bytes), None).unwrap().map(Result::unwrap).collect()
        }
        _ => ParquetRecordBatchReader::try_new(file(&bytes), 100).unwrap().map(Result::unwrap).collect(),
    };
    batches.into_iter().flat_map(of_batch).collect()
}
