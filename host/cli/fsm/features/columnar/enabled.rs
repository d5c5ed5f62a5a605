//! The matrix as Arrow's IPC file format and as Parquet: a text column `graph`, one `class` if there are classes (null
//! for a graph without one), and for each pattern a column of booleans, called by its number, whose metadata has its
//! support.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::BooleanBufferBuilder;
use arrow_array::{ArrayRef, BooleanArray, RecordBatch, StringArray};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use motherlode::transactions::Database;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties};

use super::{FeatureMatrix, MatrixColumn};

/// Cells that a batch of rows has, about: 16 MB of bits.
const BATCH_CELLS: usize = 1 << 27;
/// The fewest and the most rows of a batch, but for the last; multiples of 64, the graphs in a word.
const BATCH_ROWS: Range<usize> = 1 << 12..1 << 16;

/// Writes the matrix in Arrow's IPC file format.
pub(super) fn write_arrow(
    features: &FeatureMatrix,
    database: &Database,
    out: &mut impl Write,
) -> io::Result<()> {
    let table = MatrixBatches { features, database, schema: schema(features, database) };
    let mut writer = FileWriter::try_new(out, &table.schema).map_err(io::Error::other)?;
    for rows in table.batches() {
        let batch = table.batch(rows).map_err(io::Error::other)?;
        writer.write(&batch).map_err(io::Error::other)?;
    }
    writer.finish().map_err(io::Error::other)
}

/// Writes the matrix as Parquet, compressed by zstd.
pub(super) fn write_parquet(
    features: &FeatureMatrix,
    database: &Database,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    let table = MatrixBatches { features, database, schema: schema(features, database) };
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        // Of booleans they tell little, and of thousands of columns they take more room than the cells.
        .set_statistics_enabled(EnabledStatistics::None)
        .build();
    let mut writer =
        ArrowWriter::try_new(out, table.schema.clone(), Some(properties)).map_err(io::Error::other)?;
    for rows in table.batches() {
        let batch = table.batch(rows).map_err(io::Error::other)?;
        writer.write(&batch).map_err(io::Error::other)?;
    }
    writer.close().map_err(io::Error::other)?;
    Ok(())
}

/// The columns' names and types.
fn schema(features: &FeatureMatrix, database: &Database) -> Arc<Schema> {
    let mut fields = vec![Field::new("graph", DataType::Utf8, false)];
    if database.classes().is_some() {
        fields.push(Field::new("class", DataType::Utf8, true));
    }
    fields.extend(features.columns.iter().map(|column| {
        let metadata = HashMap::from([("support".to_owned(), column.support.to_string())]);
        Field::new(column.number.to_string(), DataType::Boolean, false).with_metadata(metadata)
    }));
    Arc::new(Schema::new(fields))
}

/// The matrix, to be written in batches of rows.
struct MatrixBatches<'t> {
    features: &'t FeatureMatrix,
    database: &'t Database,
    schema: Arc<Schema>,
}

impl MatrixBatches<'_> {
    /// The rows of each batch.
    fn batches(&self) -> impl Iterator<Item = Range<usize>> {
        let graphs = self.database.graphs() as usize;
        let fitting = BATCH_CELLS / self.features.columns.len().max(1) / 64 * 64;
        let rows = fitting.clamp(BATCH_ROWS.start, BATCH_ROWS.end);
        (0..graphs).step_by(rows).map(move |start| start..graphs.min(start + rows))
    }

    fn batch(&self, rows: Range<usize>) -> Result<RecordBatch, ArrowError> {
        let names = rows.clone().map(|graph| self.database.name(graph as u32));
        let mut columns: Vec<ArrayRef> = vec![Arc::new(StringArray::from_iter_values(names))];
        if let Some(classes) = self.database.classes() {
            let class = |graph| Some(classes.get(graph)).filter(|class| !class.is_empty());
            columns.push(Arc::new(StringArray::from_iter(rows.clone().map(class))));
        }
        columns.extend(self.features.columns.iter().map(|column| bits(column, rows.clone())));
        RecordBatch::try_new(self.schema.clone(), columns)
    }
}

/// Which graphs of `rows`, which start at a multiple of 64, contain a pattern.
fn bits(column: &MatrixColumn, rows: Range<usize>) -> ArrayRef {
    let words = (rows.start / 64..rows.end.div_ceil(64)).flat_map(|word| column.word(word).to_le_bytes());
    let bytes: Vec<u8> = words.collect();
    let mut bits = BooleanBufferBuilder::new(rows.len());
    bits.append_packed_range(0..rows.len(), &bytes);
    Arc::new(BooleanArray::new(bits.finish(), None))
}
