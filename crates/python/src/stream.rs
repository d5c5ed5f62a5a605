//! Matches as an Arrow stream (Arrow PyCapsule Interface): nothing is mined before the stream is read.

use std::sync::Arc;

use arrow_array::types::UInt32Type;
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, DictionaryArray, Int64Array, LargeStringArray, RecordBatch,
    RecordBatchReader, UInt32Array, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::columns::capsule;
use crate::rows::{NativeRows, PyRows};

/// What vertices are called in a stream.
enum StreamIds {
    /// By their numbers.
    Places,
    Unsigned(Vec<u64>),
    Signed(Vec<i64>),
    /// Names, which all columns share.
    Names(Arc<dyn Array>),
}

#[pymethods]
impl NativeRows {
    /// The rows that are left, as a stream with these names of columns: of vertex numbers, or of what `ids` says for
    /// each: an array of 64-bit integers, or a list of names.
    #[pyo3(signature = (names, ids))]
    fn arrow_stream<'py>(
        &self,
        py: Python<'py>,
        names: Vec<String>,
        ids: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let ids = match ids {
            None => StreamIds::Places,
            Some(ids) => of_python(&ids)?,
        };
        let field = |name: &String| Field::new(name, ids.data_type(), false);
        let schema = Arc::new(Schema::new(names.iter().map(field).collect::<Vec<_>>()));
        capsule(py, Box::new(RowReader { rows: self.0.clone(), schema, ids }))
    }
}

fn of_python(ids: &Bound<'_, PyAny>) -> PyResult<StreamIds> {
    if let Ok(ids) = ids.extract::<numpy::PyReadonlyArray1<'_, u64>>() {
        return Ok(StreamIds::Unsigned(ids.as_slice()?.to_vec()));
    }
    if let Ok(ids) = ids.extract::<numpy::PyReadonlyArray1<'_, i64>>() {
        return Ok(StreamIds::Signed(ids.as_slice()?.to_vec()));
    }
    let names: Vec<String> = ids.extract()?;
    Ok(StreamIds::Names(Arc::new(LargeStringArray::from_iter_values(names))))
}

impl StreamIds {
    fn data_type(&self) -> DataType {
        match self {
            StreamIds::Places => DataType::UInt32,
            StreamIds::Unsigned(_) => DataType::UInt64,
            StreamIds::Signed(_) => DataType::Int64,
            StreamIds::Names(_) => {
                DataType::Dictionary(Box::new(UInt32Type::DATA_TYPE), Box::new(DataType::LargeUtf8))
            }
        }
    }

    fn column(&self, vertices: impl Iterator<Item = u32>) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            StreamIds::Places => Arc::new(UInt32Array::from_iter_values(vertices)),
            StreamIds::Unsigned(ids) => {
                Arc::new(UInt64Array::from_iter_values(vertices.map(|v| ids[v as usize])))
            }
            StreamIds::Signed(ids) => {
                Arc::new(Int64Array::from_iter_values(vertices.map(|v| ids[v as usize])))
            }
            StreamIds::Names(names) => Arc::new(DictionaryArray::<UInt32Type>::try_new(
                UInt32Array::from_iter_values(vertices),
                names.clone(),
            )?),
        })
    }
}

/// A listing that is read as record batches.
struct RowReader {
    rows: Arc<PyRows>,
    schema: SchemaRef,
    ids: StreamIds,
}

impl Iterator for RowReader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Whoever reads the stream may hold the interpreter's lock, or not.
        let rows = match Python::attach(|py| self.rows.next(py)) {
            Ok(rows) => rows?,
            Err(error) => return Some(Err(ArrowError::ExternalError(Box::new(error)))),
        };
        let width = self.rows.width;
        let columns =
            (0..width).map(|column| self.ids.column(rows.iter().skip(column).step_by(width).copied()));
        let batch = columns.collect::<Result<Vec<_>, _>>();
        Some(batch.and_then(|columns| RecordBatch::try_new(self.schema.clone(), columns)))
    }
}

impl RecordBatchReader for RowReader {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
