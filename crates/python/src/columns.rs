//! Columns from and to other libraries, by the Arrow PyCapsule Interface.

use std::collections::HashMap;
use std::ffi::CStr;
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, Float64Array, Int64Array, LargeStringArray,
    PrimitiveArray, RecordBatch, RecordBatchIterator, RecordBatchReader, UInt64Array,
};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use motherlode::export::number_column;
use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::{misuse, raise};

/// A column that was taken out of a stream: its kind, its values, and which of them are there.
type Taken<'py> = (&'static str, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

/// What capsules of streams are called.
const STREAM: &CStr = c"arrow_array_stream";

/// A stream in a capsule.
///
/// # Errors
/// When Python refuses.
pub fn capsule(py: Python<'_>, reader: Box<dyn RecordBatchReader + Send>) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), STREAM)
}

/// The columns of a stream with these names, from first to last, each as a tuple of its kind (`int`, `float`, `bool`, `text`), its values
/// as an array (of texts: their codes, and what a code is called), and which of them are there; `None` if all are.
#[pyfunction]
pub fn columns_of_stream<'py>(
    py: Python<'py>,
    stream: Bound<'py, PyCapsule>,
    names: Vec<String>,
) -> PyResult<Vec<Taken<'py>>> {
    let pointer: NonNull<FFI_ArrowArrayStream> = stream.pointer_checked(Some(STREAM))?.cast();
    // SAFETY: a capsule of that name holds such a stream (Arrow PyCapsule Interface), which is taken out of it: it is marked as
    // released there, so that nobody takes it again.
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
    let column = |(&place, name): (&usize, &String)| {
        let kind = schema.field(place).data_type();
        let chunks: Vec<ArrayRef> = batches.iter().map(|batch| batch.column(place).clone()).collect();
        to_numpy(py, kind, &chunks, name)
    };
    places.iter().zip(&names).map(column).collect()
}

/// A column as an array.
fn to_numpy<'py>(py: Python<'py>, kind: &DataType, chunks: &[ArrayRef], name: &str) -> PyResult<Taken<'py>> {
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
    let chunks: Vec<ArrayRef> =
        chunks.iter().map(|chunk| cast(chunk, &to)).collect::<Result<_, _>>().map_err(of_arrow)?;
    let there: Option<Vec<bool>> = chunks.iter().any(|chunk| chunk.null_count() > 0).then(|| {
        chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|place| chunk.is_valid(place))).collect()
    });
    let values = match to {
        DataType::UInt64 => numbers::<UInt64Type>(&chunks).into_pyarray(py).into_any(),
        DataType::Int64 => numbers::<Int64Type>(&chunks).into_pyarray(py).into_any(),
        DataType::Float64 => numbers::<Float64Type>(&chunks).into_pyarray(py).into_any(),
        DataType::Boolean => {
            let all: Vec<bool> = chunks
                .iter()
                .flat_map(|chunk| chunk.as_boolean().iter().map(Option::unwrap_or_default))
                .collect();
            all.into_pyarray(py).into_any()
        }
        _ => {
            let (codes, names) = texts(&chunks);
            (codes.into_pyarray(py), names).into_pyobject(py)?.into_any()
        }
    };
    Ok((what, values, there.map(|there| there.into_pyarray(py).into_any())))
}

/// A code for each text, and what a code is called, in the order in which they first appear. The code of a text that is not there says
/// nothing.
fn texts(chunks: &[ArrayRef]) -> (Vec<u32>, Vec<String>) {
    let (mut known, mut codes) = (HashMap::<&str, u32>::new(), Vec::new());
    for text in chunks.iter().flat_map(|chunk| chunk.as_string::<i64>().iter()) {
        let next = known.len() as u32;
        codes.push(text.map_or(0, |text| *known.entry(text).or_insert(next)));
    }
    let mut names = vec![String::new(); known.len()];
    known.into_iter().for_each(|(name, code)| names[code as usize] = name.to_owned());
    (codes, names)
}

fn numbers<T: ArrowPrimitiveType>(chunks: &[ArrayRef]) -> Vec<T::Native> {
    let mut all = Vec::with_capacity(chunks.iter().map(|chunk| chunk.len()).sum());
    chunks.iter().for_each(|chunk| all.extend_from_slice(chunk.as_primitive::<T>().values()));
    all
}

/// A column for a stream.
#[derive(FromPyObject)]
pub enum Given<'py> {
    Unsigned(PyReadonlyArray1<'py, u64>),
    Signed(PyReadonlyArray1<'py, i64>),
    Floats(PyReadonlyArray1<'py, f64>),
    Booleans(PyReadonlyArray1<'py, bool>),
    Texts(Vec<String>),
    /// Some of them pass 64 bits.
    Wide(Vec<u128>),
}

/// Columns of one length as a stream of one batch.
#[pyfunction]
pub fn stream_of_columns<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<Given<'py>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let column = |column: &Given<'_>| -> PyResult<ArrayRef> {
        Ok(match column {
            Given::Unsigned(values) => Arc::new(UInt64Array::from(values.to_vec()?)),
            Given::Signed(values) => Arc::new(Int64Array::from(values.to_vec()?)),
            Given::Floats(values) => {
                Arc::new(PrimitiveArray::<Float64Type>::from(values.to_vec()?) as Float64Array)
            }
            Given::Booleans(values) => Arc::new(BooleanArray::from(values.to_vec()?)),
            Given::Texts(values) => Arc::new(LargeStringArray::from_iter_values(values)),
            Given::Wide(values) => number_column(values),
        })
    };
    let columns = columns.iter().map(column).collect::<PyResult<Vec<_>>>()?;
    let field = |(name, column): (&String, &ArrayRef)| Field::new(name, column.data_type().clone(), false);
    let schema = Arc::new(Schema::new(names.iter().zip(&columns).map(field).collect::<Vec<_>>()));
    let batch = RecordBatch::try_new(schema.clone(), columns).map_err(of_arrow)?;
    capsule(py, Box::new(RecordBatchIterator::new([Ok(batch)], schema)))
}

fn of_arrow(error: ArrowError) -> PyErr {
    raise("GraphError", &error.to_string())
}
