//! Rows as columns.

use std::io;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt64Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use rayon::prelude::*;

use super::ipc::of_arrow;

/// Rows of a record batch.
const BATCH: usize = 1 << 16;

/// A column of 64-bit unsigned integers, never null, for each name.
pub(in crate::export) fn schema(names: &[String]) -> SchemaRef {
    let field = |name: &String| Field::new(name, DataType::UInt64, false);
    Arc::new(Schema::new(names.iter().map(field).collect::<Vec<_>>()))
}

/// Rows as record batches, made by all threads of the current pool: `value(i)` is element `i` of the rows one after another.
pub(in crate::export) fn batches(
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

/// A table of columns under way: what has been added is in memory until it is written.
pub(super) trait ColumnTable: Send {
    /// Adds a batch.
    fn add(&mut self, batch: &RecordBatch) -> io::Result<()>;

    /// Adds what is kept back of the batches, so that the table can be taken up from here.
    fn end_part(&mut self) -> io::Result<()>;

    /// Adds the end.
    fn end(&mut self) -> io::Result<()>;

    /// The bytes that are to be written next.
    fn encoded(&mut self) -> &mut Vec<u8>;
}
