//! Tables that the command wrote, read by other programs' libraries.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Decimal256Type, UInt64Type};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;

use super::Folder;

/// A table, or its part that is called `.partial`, as text: columns as CSV, and text as it is, decompressed.
pub fn text_of(folder: &Folder, name: &str) -> String {
    let file = || File::open(folder.path(name)).expect("the table");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    match Path::new(name.trim_end_matches(".partial")).extension().and_then(|ending| ending.to_str()) {
        Some("arrow" | "feather") => {
            table(FileReader::try_new(file(), None).expect("Arrow").map(Result::unwrap))
        }
        Some("arrows") => table(StreamReader::try_new(file(), None).expect("a stream").map(Result::unwrap)),
        Some("parquet") => {
            table(ParquetRecordBatchReader::try_new(file(), 1000).expect("Parquet").map(Result::unwrap))
        }
        Some("gz") => {
            let mut unpacked = Vec::new();
            flate2::read::MultiGzDecoder::new(file()).read_to_end(&mut unpacked).expect("gzip");
            text(unpacked)
        }
        Some("zst") => text(zstd::decode_all(file()).expect("zstd")),
        _ => text(folder.read(name)),
    }
}

fn table(batches: impl IntoIterator<Item = RecordBatch>) -> String {
    let mut text = String::new();
    for batch in batches {
        if text.is_empty() {
            let names: Vec<_> = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
            text = names.join(",") + "\n";
        }
        for row in 0..batch.num_rows() {
            let id = |column: &ArrayRef| match column.data_type() {
                DataType::LargeUtf8 => quoted(column.as_string::<i64>().value(row)),
                DataType::LargeList(_) => quoted(&list(&column.as_list::<i64>().value(row))),
                DataType::Decimal128(_, 0) => column.as_primitive::<Decimal128Type>().value(row).to_string(),
                DataType::Decimal256(_, 0) => column.as_primitive::<Decimal256Type>().value(row).to_string(),
                _ => column.as_primitive::<UInt64Type>().value(row).to_string(),
            };
            let ids: Vec<_> = batch.columns().iter().map(id).collect();
            text += &(ids.join(",") + "\n");
        }
    }
    text
}

/// A list as JSON has it.
fn list(values: &ArrayRef) -> String {
    match values.data_type() {
        DataType::LargeUtf8 => {
            let texts: Vec<_> = values.as_string::<i64>().iter().flatten().collect();
            serde_json::Value::from(texts).to_string()
        }
        _ => serde_json::Value::from(values.as_primitive::<UInt64Type>().values().to_vec()).to_string(),
    }
}

/// A name as RFC 4180 has it.
fn quoted(name: &str) -> String {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record([name]).expect("memory");
    let row = writer.into_inner().expect("memory");
    String::from_utf8(row).expect("UTF-8").trim_end_matches('\n').to_owned()
}
