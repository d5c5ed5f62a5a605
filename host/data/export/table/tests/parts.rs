//! A table of parts is as good as one that was written at once.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_ipc::writer::FileWriter;
use parquet::file::metadata::{ColumnChunkMetaData, PageIndexPolicy, ParquetMetaDataReader};

use super::*;
use crate::export::columnar::batches;

const ROWS: [u64; 6] = [70, 1 << 40, 9, 4, 5, 6];

fn columns() -> [Column; 2] {
    ["a", "b\"c"].map(Column::numbers)
}

fn rows(batch: RecordBatch) -> Vec<u64> {
    assert_eq!(batch.schema().field(1).name(), "b\"c");
    let [a, b] = [0, 1].map(|i| batch.column(i).as_primitive::<UInt64Type>());
    (0..batch.num_rows()).flat_map(|row| [a.value(row), b.value(row)]).collect()
}

/// The table in that format, taken up before its first row, after two rows, at once again, and after the last.
fn written(table: TableFormat) -> Vec<u8> {
    let parts = [&ROWS[..4], &[], &ROWS[4..]];
    in_parts(table, &columns(), parts, |writer, rows| writer.write(rows.len(), |i| rows[i]))
}

#[test]
fn every_format_has_the_rows() {
    assert_eq!(written(TableFormat::Csv), b"a,\"b\"\"c\"\n70,1099511627776\n9,4\n5,6\n");
    let json = written(TableFormat::JsonLines);
    assert_eq!(String::from_utf8(json).unwrap().lines().nth(2), Some("{\"a\":5,\"b\\\"c\":6}"));
    for table in BINARY {
        assert_eq!(read(table, written(table), rows), ROWS, "{table}");
    }
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
            (1..=bytes.len()).filter(|&end| resumed(table, &columns(), &bytes[..end]).is_ok()).collect();
        assert_eq!(taken_up, ends, "{table}");
        let error = resumed(table, &columns(), &vec![b'P'; bytes.len()]).err().unwrap();
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
