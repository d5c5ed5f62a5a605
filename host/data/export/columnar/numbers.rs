//! Columns of numbers: in 64 bits where all fit, and else as decimals.

use std::sync::Arc;

use arrow_array::types::{ArrowPrimitiveType, Decimal256Type};
use arrow_array::{ArrayRef, Decimal128Array, Decimal256Array, UInt64Array};
use arrow_schema::DataType;

use crate::export::TableValue;

/// Digits of the decimals that most readers know.
const DIGITS: u8 = 38;
/// Digits of 2^128 - 1.
const ALL_DIGITS: u8 = 39;

/// The type of numbers up to `most`: the one that most readers know of those that hold them.
pub(super) fn kind(most: u128) -> DataType {
    match most {
        _ if u64::try_from(most).is_ok() => DataType::UInt64,
        _ if most < 10u128.pow(DIGITS.into()) => DataType::Decimal128(DIGITS, 0),
        _ => DataType::Decimal256(ALL_DIGITS, 0),
    }
}

/// A column of that type.
pub(super) fn column<V: TableValue>(kind: &DataType, values: impl Iterator<Item = V>) -> ArrayRef {
    type Widest = <Decimal256Type as ArrowPrimitiveType>::Native;
    let kind = kind.clone();
    match kind {
        DataType::Decimal128(..) => {
            let values = values.map(|value| value.wide() as i128);
            Arc::new(Decimal128Array::from_iter_values(values).with_data_type(kind))
        }
        DataType::Decimal256(..) => {
            let values = values.map(|value| Widest::from_parts(value.wide(), 0));
            Arc::new(Decimal256Array::from_iter_values(values).with_data_type(kind))
        }
        _ => Arc::new(UInt64Array::from_iter_values(values.map(TableValue::narrow))),
    }
}

/// Numbers as a column of the type that holds them all, as files have them: in 64 bits, or as decimals without a
/// fraction, of the 38 digits that most readers know or of the 39 of 128 bits.
pub fn number_column<V: TableValue>(values: &[V]) -> ArrayRef {
    let most = values.iter().map(|value| value.wide()).max().unwrap_or_default();
    column(&kind(most), values.iter().copied())
}
