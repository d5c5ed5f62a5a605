//! Rows as columns: Arrow and Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt64Array};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use rayon::prelude::*;

/// Rows of a record batch.
const BATCH: usize = 1 << 16;

/// A column of 64-bit unsigned integers, never null, for each name.
pub(super) fn schema(names: &[String]) -> SchemaRef {
    let field = |name: &String| Field::new(name, DataType::UInt64, false);
    Arc::new(Schema::new(names.iter().map(field).collect::<Vec<_>>()))
}

/// Rows as record batches, made by all threads of the current pool: `value(i)` is element `i` of the rows one after another.
pub(super) fn batches(
    schema: &SchemaRef,
    elements: usize,
    value: impl Fn(usize) -> u64 + Sync,
) -> io::Result<Vec<RecordBatch>> {
    let width = schema.fields().len();
    let rows = elements / width;
    let batch = |start: usize| {
        let end = rows.min(start + BATCH);
        let column = |column: usize| -> ArrayRef {
            let values = (start..end).map(|row| value(row * width + column));
            Arc::new(UInt64Array::from_iter_values(values))
        };
        RecordBatch::try_new(schema.clone(), (0..width).map(column).collect()).map_err(of_arrow)
    };
    (0..rows.div_ceil(BATCH)).into_par_iter().map(|number| batch(number * BATCH)).collect()
}

/// Arrow's stream format, message after message into memory, so that a stream can be taken up where an earlier one ended.
pub(super) struct Messages(StreamWriter<Vec<u8>>);

impl Messages {
    /// A stream that begins with its schema.
    pub fn new(schema: &SchemaRef) -> io::Result<Messages> {
        StreamWriter::try_new(Vec::new(), schema).map(Messages).map_err(of_arrow)
    }

    /// A stream of which the schema, at least, is written already.
    pub fn resume(schema: &SchemaRef) -> io::Result<Messages> {
        let mut messages = Messages::new(schema)?;
        messages.0.get_mut().clear();
        Ok(messages)
    }

    /// Adds a batch.
    pub fn add(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.0.write(batch).map_err(of_arrow)
    }

    /// Adds the end of the stream.
    pub fn end(&mut self) -> io::Result<()> {
        self.0.finish().map_err(of_arrow)
    }

    /// Writes what has been added.
    pub fn write_to(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.0.get_ref())?;
        self.0.get_mut().clear();
        Ok(())
    }
}

/// How Parquet is written.
pub(super) fn properties() -> WriterProperties {
    WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build()
}

/// What the system said, where an error of Arrow comes from there.
pub(super) fn of_arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}

/// What the system said, where an error of Parquet comes from there.
pub(super) fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
