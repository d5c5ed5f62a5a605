//! What stands in a column.

use super::TableValue;
use crate::graph::{VertexIds, VertexNames};

/// A column of a table. Its values are numbers, or lists of them; where they stand for vertices that have names, the
/// names are written.
#[derive(Clone, Debug)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// What is written for each value; if nothing, the value itself.
    pub names: Option<VertexNames>,
    /// What no value passes: Arrow and Parquet have 64-bit unsigned integers where they suffice, and decimals where
    /// they do not.
    pub most: u128,
    /// Whether a value is a list of such numbers: of any length, and none is missing.
    pub is_list: bool,
    /// Whether values are those of [`real_value`](Self::real_value).
    pub is_real: bool,
}

impl Column {
    /// A column of numbers of 64 bits.
    pub fn numbers(name: impl Into<String>) -> Column {
        Column::numbers_up_to(name, u64::MAX.into())
    }

    /// A column of numbers up to `most`.
    pub fn numbers_up_to(name: impl Into<String>, most: u128) -> Column {
        Column { name: name.into(), names: None, most, is_list: false, is_real: false }
    }

    /// A column of floating-point numbers of 64 bits, some of which may be missing, whose values are those of
    /// [`real_value`](Self::real_value).
    pub fn reals(name: impl Into<String>) -> Column {
        Column { is_real: true, ..Column::numbers(name) }
    }

    /// The value that stands for a floating-point number, or for a missing one, in a column of them: its bits, or those
    /// of a number that is none.
    #[inline]
    pub fn real_value(number: Option<f64>) -> u64 {
        number.unwrap_or(f64::NAN).to_bits()
    }

    /// The number that a value stands for in a column of floating-point numbers, if it is not missing.
    #[inline]
    pub(super) fn real(value: impl TableValue) -> Option<f64> {
        let number = f64::from_bits(value.narrow());
        number.is_finite().then_some(number)
    }

    /// A column of vertices, whose values are those of [`vertex_value`](Self::vertex_value).
    pub fn vertices(name: impl Into<String>, ids: &VertexIds) -> Column {
        Column { names: ids.names().cloned(), ..Column::numbers(name) }
    }

    /// A column of lists of vertices, which are those of [`vertices`](Self::vertices).
    pub fn lists_of_vertices(name: impl Into<String>, ids: &VertexIds) -> Column {
        Column { is_list: true, ..Column::vertices(name, ids) }
    }

    /// The value that stands for vertex `v` in a column of vertices: its id, or its number if it has a name.
    ///
    /// # Panics
    /// If `v` is not a vertex and the ids are listed.
    #[inline]
    pub fn vertex_value(ids: &VertexIds, v: u32) -> u64 {
        ids.numbers().map_or(u64::from(v), |numbers| numbers.get(v))
    }
}
