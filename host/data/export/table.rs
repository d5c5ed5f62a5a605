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
mod tests {
    use std::io::Cursor;

    use arrow_array::RecordBatch;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Decimal128Type, Decimal256Type, Float64Type, UInt64Type};
    use arrow_ipc::reader::{FileReader, StreamReader};
    use arrow_ipc::writer::FileWriter;
    use arrow_schema::DataType;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
    use parquet::file::metadata::{ColumnChunkMetaData, PageIndexPolicy, ParquetMetaDataReader};

    use super::*;
    use crate::export::columnar::batches;
    use crate::graph::{Compression, VertexIds};

    const ROWS: [u64; 6] = [70, 1 << 40, 9, 4, 5, 6];

    fn columns() -> [Column; 2] {
        ["a", "b\"c"].map(Column::numbers)
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

    fn plain(table: TableFormat) -> RowFormat {
        RowFormat { table, compression: Compression::None }
    }

    fn file(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    fn resumed(format: RowFormat, bytes: &[u8]) -> io::Result<TableWriter<Vec<u8>>> {
        TableWriter::resume(format, &columns(), bytes.to_vec(), &file(bytes))
    }

    /// The table in that format, taken up before its first row, after two rows, at once again, and after the last.
    fn written(table: TableFormat) -> Vec<u8> {
        let format = plain(table);
        let mut bytes = TableWriter::new(format, &columns(), Vec::new()).unwrap().out;
        for rows in [&ROWS[..4], &[], &ROWS[4..]] {
            let mut part = resumed(format, &bytes).unwrap();
            part.write(rows.len(), |i| rows[i]).unwrap();
            part.end_part().unwrap();
            bytes = part.out;
        }
        resumed(format, &bytes).unwrap().finish().unwrap()
    }

    #[test]
    fn every_format_has_the_rows() {
        assert_eq!(written(TableFormat::Csv), b"a,\"b\"\"c\"\n70,1099511627776\n9,4\n5,6\n");
        let json = written(TableFormat::JsonLines);
        assert_eq!(String::from_utf8(json).unwrap().lines().nth(2), Some("{\"a\":5,\"b\\\"c\":6}"));
        let arrow = FileReader::try_new(Cursor::new(written(TableFormat::Arrow)), None).unwrap();
        assert_eq!(rows(arrow.map(Result::unwrap)), ROWS);
        let stream = StreamReader::try_new(Cursor::new(written(TableFormat::ArrowStream)), None).unwrap();
        assert_eq!(rows(stream.map(Result::unwrap)), ROWS);
        let reader = ParquetRecordBatchReader::try_new(file(&written(TableFormat::Parquet)), 100).unwrap();
        assert_eq!(rows(reader.map(Result::unwrap)), ROWS);
    }

    /// Numbers at hand are written as those that are asked for, one by one, in several pieces: as `format!` does.
    #[test]
    fn numbers_at_hand_are_written_as_others() {
        let columns = ["a", "b", "c"].map(Column::numbers);
        let numbers: Vec<u64> = (0..3 * (2 * PLAIN_PIECE as u64 + 5)).map(|i| i * i * i % 1009).collect();
        let expected: String =
            numbers.chunks(3).map(|row| format!("{},{},{}\n", row[0], row[1], row[2])).collect();
        for table in [TableFormat::Csv, TableFormat::JsonLines, TableFormat::Parquet] {
            let mut found = [(); 2].map(|()| TableWriter::new(plain(table), &columns, Vec::new()).unwrap());
            found[0].write_numbers(&numbers).unwrap();
            found[1].write(numbers.len(), |i| numbers[i]).unwrap();
            let [at_hand, asked_for] = found.map(|table| table.finish().unwrap());
            assert!(at_hand == asked_for, "{table}");
            assert!(table != TableFormat::Csv || at_hand == format!("a,b,c\n{expected}").into_bytes());
        }
    }

    /// Names are text in every format, also in one that was taken up.
    #[test]
    fn columns_of_names() {
        let ids = VertexIds::named(["Ann", "b \"c\", d"]);
        let columns = [Column::vertices("who", &ids), Column::numbers("count")];
        let rows = [0u64, 70, 1, 80];
        let written = |table: TableFormat| {
            let format = plain(table);
            let mut bytes = TableWriter::new(format, &columns, Vec::new()).unwrap().out;
            for row in rows.chunks(2) {
                let mut part = TableWriter::resume(format, &columns, bytes.clone(), &file(&bytes)).unwrap();
                part.write(row.len(), |i| row[i]).unwrap();
                part.end_part().unwrap();
                bytes = part.out;
            }
            TableWriter::resume(format, &columns, bytes.clone(), &file(&bytes)).unwrap().finish().unwrap()
        };
        assert_eq!(written(TableFormat::Csv), b"who,count\nAnn,70\n\"b \"\"c\"\", d\",80\n");
        let json = b"{\"who\":\"Ann\",\"count\":70}\n{\"who\":\"b \\\"c\\\", d\",\"count\":80}\n";
        assert_eq!(written(TableFormat::JsonLines), json);
        let of_batch = |batch: RecordBatch| {
            let (who, count) =
                (batch.column(0).as_string::<i64>(), batch.column(1).as_primitive::<UInt64Type>());
            (0..batch.num_rows()).map(|row| (who.value(row).to_owned(), count.value(row))).collect::<Vec<_>>()
        };
        let expected = [("Ann".to_owned(), 70), ("b \"c\", d".to_owned(), 80)];
        let arrow = FileReader::try_new(Cursor::new(written(TableFormat::Arrow)), None).unwrap();
        assert_eq!(arrow.map(Result::unwrap).flat_map(of_batch).collect::<Vec<_>>(), expected);
        let reader = ParquetRecordBatchReader::try_new(file(&written(TableFormat::Parquet)), 100).unwrap();
        assert_eq!(reader.map(Result::unwrap).flat_map(of_batch).collect::<Vec<_>>(), expected);
    }

    /// A missing number is null in a column of floating-point numbers.
    #[test]
    fn columns_of_real_numbers() {
        let columns = [Column::numbers("count"), Column::reals("z")];
        let rows = [7, Column::real_value(Some(-0.25)), 8, Column::real_value(None)];
        let mut table = TableWriter::new(plain(TableFormat::Parquet), &columns, Vec::new()).unwrap();
        table.write(rows.len(), |i| rows[i]).unwrap();
        let written = file(&table.finish().unwrap());
        let batch = ParquetRecordBatchReader::try_new(written, 100).unwrap().next().unwrap().unwrap();
        let z: Vec<Option<f64>> = batch.column(1).as_primitive::<Float64Type>().iter().collect();
        assert_eq!(z, [Some(-0.25), None]);
        assert_eq!(batch.column(0).as_primitive::<UInt64Type>().values(), &[7, 8]);
    }

    /// Lists of any lengths, of numbers and of names, in every format, also in one that was taken up.
    #[test]
    fn columns_of_lists() {
        let lists: [&[u64]; 4] = [&[7, 1 << 40], &[], &[2], &[1, 0]];
        let ends = [2, 2, 3, 5];
        let written = |table: TableFormat, column: &Column, values: &[u64]| {
            let (format, columns) = (plain(table), [column.clone()]);
            let mut bytes = TableWriter::new(format, &columns, Vec::new()).unwrap().out;
            for rows in [0..2, 2..4] {
                let first = if rows.start == 0 { 0 } else { ends[rows.start - 1] };
                let of: Vec<usize> = ends[rows].iter().map(|end| end - first).collect();
                let mut part = TableWriter::resume(format, &columns, bytes.clone(), &file(&bytes)).unwrap();
                part.write_lists(&of, |i| values[first + i]).unwrap();
                part.end_part().unwrap();
                bytes = part.out;
            }
            TableWriter::resume(format, &columns, bytes.clone(), &file(&bytes)).unwrap().finish().unwrap()
        };
        let ids = VertexIds::named(["Ann", "b \"c\", d", "é"]);
        let (numbers, names) =
            (Column { is_list: true, ..Column::numbers("v") }, Column::lists_of_vertices("who", &ids));
        let (values, of_names) = (lists.concat(), [1, 0, 2, 1, 0]);
        let csv = |column: &Column, values: &[u64]| {
            String::from_utf8(written(TableFormat::Csv, column, values)).unwrap()
        };
        assert_eq!(csv(&numbers, &values), "v\n\"[7,1099511627776]\"\n\"[]\"\n\"[2]\"\n\"[1,0]\"\n");
        let read = csv(&names, &of_names);
        let mut reader = csv::Reader::from_reader(read.as_bytes());
        let first = reader.records().next().unwrap().unwrap();
        assert_eq!(serde_json::from_str::<Vec<String>>(&first[0]).unwrap(), ["b \"c\", d", "Ann"]);
        let json = String::from_utf8(written(TableFormat::JsonLines, &names, &of_names)).unwrap();
        let lines = ["{\"who\":[\"b \\\"c\\\", d\",\"Ann\"]}", "{\"who\":[]}", "{\"who\":[\"é\"]}"];
        assert_eq!(json.lines().take(3).collect::<Vec<_>>(), lines);
        let of_batch = |batch: RecordBatch| {
            let lists = batch.column(0).as_list::<i64>().clone();
            let list = |row: usize| lists.value(row).as_primitive::<UInt64Type>().values().to_vec();
            (0..batch.num_rows()).map(list).collect::<Vec<_>>()
        };
        let arrow = FileReader::try_new(Cursor::new(written(TableFormat::Arrow, &numbers, &values)), None);
        assert_eq!(arrow.unwrap().map(Result::unwrap).flat_map(of_batch).collect::<Vec<_>>(), lists);
        let parquet = file(&written(TableFormat::Parquet, &numbers, &values));
        let parquet = ParquetRecordBatchReader::try_new(parquet, 100).unwrap();
        assert_eq!(parquet.map(Result::unwrap).flat_map(of_batch).collect::<Vec<_>>(), lists);
        let parquet = file(&written(TableFormat::Parquet, &names, &of_names));
        let batch = ParquetRecordBatchReader::try_new(parquet, 100).unwrap().next().unwrap().unwrap();
        let last = batch.column(0).as_list::<i64>().value(3);
        assert_eq!(last.as_string::<i64>().iter().flatten().collect::<Vec<_>>(), ["b \"c\", d", "Ann"]);
    }

    /// Numbers of 128 bits are integers of 64 bits where their column needs no more, and else decimals: in text,
    /// digits.
    #[test]
    fn columns_of_large_numbers() {
        let large = [5, u128::from(u64::MAX) + 1, 10u128.pow(38) - 1, u128::MAX];
        let names = ["narrow", "wide", "widest", "more"];
        let columns: Vec<Column> =
            names.into_iter().zip(large).map(|(name, most)| Column::numbers_up_to(name, most)).collect();
        let rows = [large, [1, 2, 3, 10u128.pow(38)]].concat();
        let written = |table: TableFormat| {
            let format = plain(table);
            let mut bytes = TableWriter::new(format, &columns, Vec::new()).unwrap().out;
            for row in rows.chunks(4) {
                let mut part = TableWriter::resume(format, &columns, bytes.clone(), &file(&bytes)).unwrap();
                part.write(row.len(), |i| row[i]).unwrap();
                part.end_part().unwrap();
                bytes = part.out;
            }
            TableWriter::resume(format, &columns, bytes.clone(), &file(&bytes)).unwrap().finish().unwrap()
        };
        let ten = "100000000000000000000000000000000000000";
        let csv = format!(
            "narrow,wide,widest,more\n5,18446744073709551616,{},{}\n1,2,3,{ten}\n",
            "9".repeat(38),
            u128::MAX
        );
        assert_eq!(String::from_utf8(written(TableFormat::Csv)).unwrap(), csv);
        let json = String::from_utf8(written(TableFormat::JsonLines)).unwrap();
        let last = format!("{{\"narrow\":1,\"wide\":2,\"widest\":3,\"more\":{ten}}}");
        assert_eq!(json.lines().last(), Some(&last[..]));
        let kinds = [
            DataType::UInt64,
            DataType::Decimal128(38, 0),
            DataType::Decimal128(38, 0),
            DataType::Decimal256(39, 0),
        ];
        let of_batch = |batch: RecordBatch| {
            assert!(batch.schema().fields().iter().map(|field| field.data_type()).eq(&kinds));
            let column = |i: usize| batch.column(i).clone();
            let of_row = |row: usize| {
                [
                    column(0).as_primitive::<UInt64Type>().value(row).to_string(),
                    column(1).as_primitive::<Decimal128Type>().value(row).to_string(),
                    column(2).as_primitive::<Decimal128Type>().value(row).to_string(),
                    column(3).as_primitive::<Decimal256Type>().value(row).to_string(),
                ]
            };
            (0..batch.num_rows()).flat_map(of_row).collect::<Vec<_>>()
        };
        let expected: Vec<String> = rows.iter().map(u128::to_string).collect();
        let arrow = FileReader::try_new(Cursor::new(written(TableFormat::Arrow)), None).unwrap();
        assert_eq!(arrow.map(Result::unwrap).flat_map(of_batch).collect::<Vec<_>>(), expected);
        let stream = StreamReader::try_new(Cursor::new(written(TableFormat::ArrowStream)), None).unwrap();
        assert_eq!(stream.map(Result::unwrap).flat_map(of_batch).collect::<Vec<_>>(), expected);
        let reader = ParquetRecordBatchReader::try_new(file(&written(TableFormat::Parquet)), 100).unwrap();
        assert_eq!(reader.map(Result::unwrap).flat_map(of_batch).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn tables_without_rows() {
        for (_, table) in TableFormat::NAMES {
            let bytes = TableWriter::new(plain(table), &columns(), Vec::new()).unwrap().finish().unwrap();
            assert_eq!(bytes.is_empty(), table == TableFormat::JsonLines, "{table}");
        }
    }

    /// Parts leave no trace in an Arrow file: it is what Arrow's own writer makes of the same batches.
    #[test]
    fn an_arrow_file_is_that_of_its_batches() {
        let schema = batches::schema(&columns());
        let mut whole = FileWriter::try_new(Vec::new(), &schema).unwrap();
        for rows in [&ROWS[..4], &ROWS[4..]] {
            let batches = batches::batches(&schema, &columns(), rows.len(), |i| rows[i]).unwrap();
            batches.iter().for_each(|batch| whole.write(batch).unwrap());
        }
        assert!(written(TableFormat::Arrow) == whole.into_inner().unwrap());
    }

    /// Of all beginnings of a file, those alone are taken up that end with a part.
    #[test]
    fn a_file_that_is_cut_elsewhere_is_refused() {
        for table in [TableFormat::Arrow, TableFormat::Parquet] {
            let mut whole = TableWriter::new(plain(table), &columns(), Vec::new()).unwrap();
            let mut ends = Vec::new();
            for rows in [&[][..], &ROWS[..4], &ROWS[4..]] {
                whole.write(rows.len(), |i| rows[i]).unwrap();
                whole.end_part().unwrap();
                ends.push(whole.out.len());
            }
            let bytes = whole.out;
            let taken_up: Vec<usize> =
                (1..=bytes.len()).filter(|&end| resumed(plain(table), &bytes[..end]).is_ok()).collect();
            assert_eq!(taken_up, ends, "{table}");
            let error = resumed(plain(table), &vec![b'P'; bytes.len()]).err().unwrap();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
        }
    }

    /// Readers that look at pages find those of all parts, and read what they need for it at once: it is behind all
    /// rows.
    #[test]
    fn a_parquet_file_of_parts_has_its_page_index() {
        let reader = ParquetMetaDataReader::new().with_page_index_policy(PageIndexPolicy::Required);
        let metadata = reader.parse_and_finish(&file(&written(TableFormat::Parquet))).unwrap();
        assert_eq!((metadata.file_metadata().num_rows(), metadata.num_row_groups()), (3, 2));
        let chunks = || metadata.row_groups().iter().flat_map(|group| group.columns());
        let end_of_rows = chunks().map(|chunk| chunk.byte_range().0 + chunk.byte_range().1).max();
        let indexes = |chunk: &ColumnChunkMetaData| [chunk.column_index_range(), chunk.offset_index_range()];
        assert!(chunks().flat_map(indexes).all(|range| range.map(|range| range.start) >= end_of_rows));
        for (number, group) in metadata.row_groups().iter().enumerate() {
            assert_eq!(group.ordinal(), Some(number as i32));
            for (column, chunk) in group.columns().iter().enumerate() {
                let pages = metadata.page_index_for_row_group(number);
                let place = pages.page_locations(column).unwrap()[0].offset;
                assert_eq!(place, chunk.data_page_offset());
                assert!(pages.column_index(column).is_some());
            }
        }
    }
}
