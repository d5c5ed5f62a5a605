//! Whether a value is as a pattern says, by the value alone.

use crate::graph::properties::{PropertyTable, PropertyValue};
use crate::pattern::{Comparison, Condition, Test, Value};

/// Whether a row of `table` fulfils all of `conditions`. What is missing, or of another kind, does not.
pub(super) fn fulfils(table: &PropertyTable, row: usize, conditions: &[Condition]) -> bool {
    conditions.iter().all(|Condition { property, test }| {
        let Some(value) = table.get(property).and_then(|column| column.get(row)) else { return false };
        match test {
            Test::Compare(comparison, with) => {
                let (less, equal) = (is_less(value, with), is_equal(value, with));
                match comparison {
                    Comparison::Equal => equal,
                    Comparison::NotEqual => !equal,
                    Comparison::Less => less,
                    Comparison::AtMost => less || equal,
                    Comparison::Greater => !less && !equal,
                    Comparison::AtLeast => !less,
                }
            }
            Test::In { values, negated } => values.iter().any(|with| is_equal(value, with)) ^ negated,
            Test::Contains { text, negated } => {
                matches!(value, PropertyValue::Text(value) if value.match_indices(text.as_str()).next().is_some())
                    ^ negated
            }
        }
    })
}

fn is_equal(value: PropertyValue<'_>, with: &Value) -> bool {
    match (value, with) {
        (PropertyValue::Text(a), Value::Text(b)) => a == b,
        (PropertyValue::Boolean(a), Value::Boolean(b)) => a == *b,
        (a, b) => parts_of_value(a).is_some() && parts_of_value(a) == parts_of(b),
    }
}

fn is_less(value: PropertyValue<'_>, with: &Value) -> bool {
    match (value, with) {
        (PropertyValue::Text(a), Value::Text(b)) => a < b.as_str(),
        (a, b) => match (parts_of_value(a), parts_of(b)) {
            (Some(a), Some(b)) => a < b,
            _ => false,
        },
    }
}

/// A number as what is beyond 128 bits, its whole part, downwards, and what is left. They are compared in this order.
fn parts_of_value(value: PropertyValue<'_>) -> Option<(f64, i128, f64)> {
    match value {
        PropertyValue::Integer(number) => Some((0.0, number, 0.0)),
        PropertyValue::Real(number) if number.abs() >= 2f64.powi(127) => Some((number, 0, 0.0)),
        PropertyValue::Real(number) => Some((0.0, number.floor() as i128, number - number.floor())),
        _ => None,
    }
}

fn parts_of(value: &Value) -> Option<(f64, i128, f64)> {
    match *value {
        Value::Integer(number) => parts_of_value(PropertyValue::Integer(number)),
        Value::Real(number) => parts_of_value(PropertyValue::Real(number)),
        _ => None,
    }
}
