//! Integers from NumPy, of any width.

use numpy::PyReadonlyArray1;
use numpy::ndarray::ArrayView1;
use pyo3::prelude::*;

/// A one-dimensional array of integers.
#[derive(FromPyObject)]
pub enum Integers<'py> {
    U32(PyReadonlyArray1<'py, u32>),
    I32(PyReadonlyArray1<'py, i32>),
    U64(PyReadonlyArray1<'py, u64>),
    I64(PyReadonlyArray1<'py, i64>),
}

/// The elements of such an array, which need not lie one after the other.
#[derive(Clone, Copy)]
pub enum IntegerSlice<'a> {
    U32(ArrayView1<'a, u32>),
    I32(ArrayView1<'a, i32>),
    U64(ArrayView1<'a, u64>),
    I64(ArrayView1<'a, i64>),
}

impl Integers<'_> {
    /// The elements.
    pub fn elements(&self) -> IntegerSlice<'_> {
        match self {
            Integers::U32(array) => IntegerSlice::U32(array.as_array()),
            Integers::I32(array) => IntegerSlice::I32(array.as_array()),
            Integers::U64(array) => IntegerSlice::U64(array.as_array()),
            Integers::I64(array) => IntegerSlice::I64(array.as_array()),
        }
    }
}

impl IntegerSlice<'_> {
    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            IntegerSlice::U32(elements) => elements.len(),
            IntegerSlice::I32(elements) => elements.len(),
            IntegerSlice::U64(elements) => elements.len(),
            IntegerSlice::I64(elements) => elements.len(),
        }
    }

    /// Whether they have a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, IntegerSlice::I32(_) | IntegerSlice::I64(_))
    }

    /// The element at a place. What is negative becomes greater than any vertex.
    ///
    /// # Panics
    /// If there is no such place.
    #[inline]
    pub fn get(self, place: usize) -> u64 {
        match self {
            IntegerSlice::U32(elements) => elements[place].into(),
            IntegerSlice::I32(elements) => i64::from(elements[place]) as u64,
            IntegerSlice::U64(elements) => elements[place],
            IntegerSlice::I64(elements) => elements[place] as u64,
        }
    }
}
