//! Columns from and to other libraries, by the Arrow PyCapsule Interface.

use std::ffi::CStr;
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, Float64Array, Int64Array, LargeStringArray,
    RecordBatch, RecordBatchIterator, RecordBatchReader, UInt64Array,
};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use motherlode::export::number_column;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use rustc_hash::FxHashMap;

use crate::errors::{misuse, raise};

/// A column that was taken out of a stream: its kind, its values, and which of them are there.
type TakenColumn<'py> = (&'static str, Bound<'py, PyAny>, Option<Bound<'py, PyArray1<bool>>>);

/// What capsules of streams are called.
const STREAM: &CStr = c"arrow_array_stream";

/// A stream in a capsule.
///
/// # Errors
/// When Python refuses.
pub fn capsule(py: Python<'_>, reader: Box<dyn RecordBatchReader + Send>) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), STREAM)
}

/// The columns of a stream with these names, from first to last, each as a tuple of its kind (`int`, `float`, `bool`,
/// `text`), its values as an array (of texts: their codes, and what a code is called), and which of them are there;
/// `None` if all are. The first `together` of them, as far as they are of texts, have the same codes.
#[pyfunction]
pub fn columns_of_stream<'py>(
    py: Python<'py>,
    stream: Bound<'py, PyCapsule>,
    names: Vec<String>,
    together: usize,
) -> PyResult<Vec<TakenColumn<'py>>> {
    let pointer: NonNull<FFI_ArrowArrayStream> = stream.pointer_checked(Some(STREAM))?.cast();
    // SAFETY: a capsule of that name holds such a stream (Arrow PyCapsule Interface), which is taken out of it: it is
    // marked as released there, so that nobody takes it again.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr()) };
    let reader = RecordBatchStreamReader::try_new(stream).map_err(of_arrow)?;
    let schema = reader.schema();
    let places: Vec<usize> = names
        .iter()
        .map(|name| {
            schema.index_of(name).map_err(|_| {
                let known: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
                misuse(format_args!("there is no column '{name}': there are {}", known.join(", ")))
            })
        })
        .collect::<PyResult<_>>()?;
    let batches: Vec<RecordBatch> = reader.collect::<Result<_, _>>().map_err(of_arrow)?;
    let chunks = |place: usize| batches.iter().map(|batch| batch.column(place).clone()).collect::<Vec<_>>();
    let columns = places.iter().zip(&names);
    let columns =
        columns.map(|(&place, name)| Cast::of(schema.field(place).data_type(), &chunks(place), name));
    let columns: Vec<Cast> = columns.collect::<PyResult<_>>()?;
    let (ends, others) = columns.split_at(together.min(columns.len()));
    let mut taken = taken_together(py, ends)?;
    for column in others {
        taken.extend(taken_together(py, std::slice::from_ref(column))?);
    }
    Ok(taken)
}

/// A column, of one of the types that are understood.
struct Cast {
    what: &'static str,
    chunks: Vec<ArrayRef>,
}

impl Cast {
    fn of(kind: &DataType, chunks: &[ArrayRef], name: &str) -> PyResult<Cast> {
        let (what, to) = match kind {
            DataType::UInt64 => ("int", DataType::UInt64),
            kind if kind.is_integer() => ("int", DataType::Int64),
            kind if kind.is_floating() => ("float", DataType::Float64),
            DataType::Boolean => ("bool", DataType::Boolean),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Dictionary(..) => {
                ("text", DataType::LargeUtf8)
            }
            other => {
                return Err(misuse(format_args!(
                    "column '{name}' has the type {other}: integers, floats, booleans and texts are understood"
                )));
            }
        };
        let chunks =
            chunks.iter().map(|chunk| cast(chunk, &to)).collect::<Result<_, _>>().map_err(of_arrow)?;
        Ok(Cast { what, chunks })
    }

    /// Which values are there; none if all are.
    fn there(&self) -> Option<Vec<bool>> {
        let chunks = &self.chunks;
        chunks.iter().any(|chunk| chunk.null_count() > 0).then(|| {
            chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|place| chunk.is_valid(place))).collect()
        })
    }
}

/// Columns as arrays; those of texts have the same codes.
fn taken_together<'py>(py: Python<'py>, columns: &[Cast]) -> PyResult<Vec<TakenColumn<'py>>> {
    let texts = columns.iter().filter(|column| column.what == "text");
    let (codes, names) = texts_of(texts.map(|column| &column.chunks[..]));
    let (mut codes, names) = (codes.into_iter(), PyList::new(py, names)?);
    let taken = |column: &Cast| {
        let chunks = &column.chunks;
        let values = match column.what {
            "text" => {
                let codes = codes.next().unwrap_or_default();
                (codes.into_pyarray(py), names.clone()).into_pyobject(py)?.into_any()
            }
            "bool" => booleans(chunks).into_pyarray(py).into_any(),
            "float" => numbers::<Float64Type>(chunks).into_pyarray(py).into_any(),
            _ if chunks.first().is_some_and(|chunk| *chunk.data_type() == DataType::UInt64) => {
                numbers::<UInt64Type>(chunks).into_pyarray(py).into_any()
            }
            _ => numbers::<Int64Type>(chunks).into_pyarray(py).into_any(),
        };
        Ok((column.what, values, column.there().map(|there| there.into_pyarray(py))))
    };
    columns.iter().map(taken).collect()
}

/// A code for each text of each column, and what a code is called, in the order in which they first appear. The code of
/// a text that is not there says nothing.
fn texts_of<'c>(columns: impl Iterator<Item = &'c [ArrayRef]>) -> (Vec<Vec<u32>>, Vec<&'c str>) {
    let (mut known, mut names) = (FxHashMap::<&str, u32>::default(), Vec::new());
    let mut code = |text: Option<&'c str>| {
        text.map_or(0, |text| {
            *known.entry(text).or_insert_with(|| {
                names.push(text);
                names.len() as u32 - 1
            })
        })
    };
    let codes = columns
        .map(|chunks| {
            chunks.iter().flat_map(|chunk| chunk.as_string::<i64>().iter()).map(&mut code).collect()
        })
        .collect();
    (codes, names)
}

fn booleans(chunks: &[ArrayRef]) -> Vec<bool> {
    chunks.iter().flat_map(|chunk| chunk.as_boolean().iter().map(Option::unwrap_or_default)).collect()
}

fn numbers<T: ArrowPrimitiveType>(chunks: &[ArrayRef]) -> Vec<T::Native> {
    let mut all = Vec::with_capacity(chunks.iter().map(|chunk| chunk.len()).sum());
    chunks.iter().for_each(|chunk| all.extend_from_slice(chunk.as_primitive::<T>().values()));
    all
}

/// A column for a stream.
#[derive(FromPyObject)]
pub enum StreamColumn<'py> {
    Unsigned(PyReadonlyArray1<'py, u64>),
    Signed(PyReadonlyArray1<'py, i64>),
    Floats(PyReadonlyArray1<'py, f64>),
    Booleans(PyReadonlyArray1<'py, bool>),
    Texts(Vec<String>),
    /// Some of them pass 64 bits.
    Wide(Vec<u128>),
}

/// Columns of one length as a stream of one batch. What is no number is missing there.
#[pyfunction]
pub fn stream_of_columns<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<StreamColumn<'py>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let column = |column: &StreamColumn<'_>| -> PyResult<ArrayRef> {
        Ok(match column {
            StreamColumn::Unsigned(values) => Arc::new(UInt64Array::from(values.to_vec()?)),
            StreamColumn::Signed(values) => Arc::new(Int64Array::from(values.to_vec()?)),
            StreamColumn::Floats(values) => {
                let there = |&value: &f64| (!value.is_nan()).then_some(value);
                Arc::new(values.as_array().iter().map(there).collect::<Float64Array>())
            }
            StreamColumn::Booleans(values) => Arc::new(BooleanArray::from(values.to_vec()?)),
            StreamColumn::Texts(values) => Arc::new(LargeStringArray::from_iter_values(values)),
            StreamColumn::Wide(values) => number_column(values),
        })
    };
    let columns = columns.iter().map(column).collect::<PyResult<Vec<_>>>()?;
    let field = |(name, column): (&String, &ArrayRef)| {
        Field::new(name, column.data_type().clone(), column.data_type().is_floating())
    };
    let schema = Arc::new(Schema::new(names.iter().zip(&columns).map(field).collect::<Vec<_>>()));
    let batch = RecordBatch::try_new(schema.clone(), columns).map_err(of_arrow)?;
    capsule(py, Box::new(RecordBatchIterator::new([Ok(batch)], schema)))
}

fn of_arrow(error: ArrowError) -> PyErr {
    raise("GraphError", &error.to_string())
}
