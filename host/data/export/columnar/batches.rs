//! Rows as columns.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, LargeListBuilder, LargeStringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, Float64Array, LargeStringArray, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use rayon::prelude::*;

use super::ipc::of_arrow;
use super::numbers;
use crate::export::{Column, TableValue};

/// Rows of a record batch.
const BATCH: usize = 1 << 16;

/// A column of [numbers](numbers::kind), of texts, or of lists of either, for each, never null; or of floating-point
/// numbers, null where one is missing. Texts and lists have offsets of 64 bits, so that any batch may be as long as its
/// names make it.
pub(in crate::export) fn schema(columns: &[Column]) -> SchemaRef {
    let field = |Column { name, names, most, is_list, is_real }: &Column| {
        let kind = match names {
            Some(_) => DataType::LargeUtf8,
            None if *is_real => DataType::Float64,
            None => numbers::kind(*most),
        };
        let kind = if *is_list { DataType::LargeList(Arc::new(item(kind))) } else { kind };
        Field::new(name, kind, *is_real)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// Rows as record batches, made by all threads of the current pool: `value(i)` is element `i` of the rows one after
/// another.
pub(in crate::export) fn batches<V: TableValue>(
    schema: &SchemaRef,
    columns: &[Column],
    elements: usize,
    value: impl Fn(usize) -> V + Sync,
) -> io::Result<Vec<RecordBatch>> {
    let width = columns.len();
    let rows = elements / width;
    let batch = |start: usize| {
        let end = rows.min(start + BATCH);
        let column = |column: usize| -> ArrayRef {
            let values = (start..end).map(|row| value(row * width + column));
            match &columns[column].names {
                None if columns[column].is_real => {
                    Arc::new(values.map(Column::real).collect::<Float64Array>())
                }
                None => numbers::column(schema.field(column).data_type(), values),
                Some(names) => {
                    let names = values.map(|v| names.get(v.narrow() as u32));
                    Arc::new(LargeStringArray::from_iter_values(names))
                }
            }
        };
        RecordBatch::try_new(schema.clone(), (0..width).map(column).collect()).map_err(of_arrow)
    };
    (0..rows.div_ceil(BATCH)).into_par_iter().map(|number| batch(number * BATCH)).collect()
}

/// What the elements of a list are.
fn item(kind: DataType) -> Field {
    Field::new_list_field(kind, false)
}

/// Lists as record batches, as [`batches`]: `ends` says where each ends.
pub(in crate::export) fn batches_of_lists<V: TableValue>(
    schema: &SchemaRef,
    column: &Column,
    ends: &[usize],
    value: impl Fn(usize) -> V + Sync,
) -> io::Result<Vec<RecordBatch>> {
    let batch = |rows: Range<usize>| {
        let list = |row: usize| row.checked_sub(1).map_or(0, |before| ends[before])..ends[row];
        let array: ArrayRef = match &column.names {
            None => lists(UInt64Builder::new(), DataType::UInt64, rows, |numbers, row| {
                list(row).for_each(|at| numbers.append_value(value(at).narrow()));
            }),
            Some(names) => lists(LargeStringBuilder::new(), DataType::LargeUtf8, rows, |texts, row| {
                list(row).for_each(|at| texts.append_value(names.get(value(at).narrow() as u32)));
            }),
        };
        RecordBatch::try_new(schema.clone(), vec![array]).map_err(of_arrow)
    };
    let rows = |number: usize| number * BATCH..ends.len().min((number + 1) * BATCH);
    (0..ends.len().div_ceil(BATCH)).into_par_iter().map(|number| batch(rows(number))).collect()
}

/// Lists of some kind of elements, which `put` adds for each row.
fn lists<B: ArrayBuilder>(
    elements: B,
    kind: DataType,
    rows: Range<usize>,
    put: impl Fn(&mut B, usize),
) -> ArrayRef {
    let mut lists = LargeListBuilder::with_capacity(elements, rows.len()).with_field(item(kind));
    for row in rows {
        put(lists.values(), row);
        lists.append(true);
    }
    Arc::new(lists.finish())
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
