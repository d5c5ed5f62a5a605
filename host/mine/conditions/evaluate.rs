//! Whether a value fulfils a condition.

use std::cmp::Ordering;

use crate::AttributeMismatch;
use crate::graph::properties::{MISSING, PropertyColumn, PropertyTable, PropertyValue, Values};
use crate::pattern::{Comparison, Condition, Test, Value};

/// What decides for a row.
type Decide<'c> = Box<dyn Fn(usize) -> bool + Send + Sync + 'c>;

/// Conditions on the rows of a table, all of which must be fulfilled.
pub(super) struct Predicate<'c>(Vec<Decide<'c>>);

impl<'c> Predicate<'c> {
    /// `conditions` on the properties `of` vertices or edges.
    ///
    /// # Errors
    /// When there are no such properties, or they are of another kind.
    pub fn new(
        of: &'static str,
        table: Option<&'c PropertyTable>,
        conditions: &'c [Condition],
    ) -> Result<Self, AttributeMismatch> {
        let decide = |condition: &'c Condition| {
            let property = &condition.property;
            let table = table.filter(|table| !table.is_empty());
            let table =
                table.ok_or_else(|| AttributeMismatch::NoProperties { of, property: property.clone() })?;
            let column = table
                .get(property)
                .ok_or_else(|| AttributeMismatch::unknown_property(of, property, table))?;
            check(of, condition, column)?;
            Ok(decide(column, &condition.test))
        };
        conditions.iter().map(decide).collect::<Result<_, _>>().map(Predicate)
    }

    /// Whether a row fulfils them.
    #[inline]
    pub fn holds(&self, row: usize) -> bool {
        self.0.iter().all(|decide| decide(row))
    }
}

/// That a condition compares values of a kind. A property that has no value anywhere is of every kind: nothing told
/// which, and no row fulfils the condition.
fn check(of: &'static str, condition: &Condition, column: &PropertyColumn) -> Result<(), AttributeMismatch> {
    if matches!(column.values(), Values::Texts { texts, .. } if texts.is_empty()) {
        return Ok(());
    }
    let property = || condition.property.clone();
    let fits = |value: &&Value| {
        matches!(
            (column.values(), value),
            (
                Values::Integers(..) | Values::Reals(_) | Values::Numbers(_),
                Value::Integer(_) | Value::Real(_)
            ) | (Values::Texts { .. }, Value::Text(_))
                | (Values::Booleans(_), Value::Boolean(_))
        )
    };
    let text;
    let values = match &condition.test {
        Test::Compare(_, value) => std::slice::from_ref(value),
        Test::In { values, .. } => values,
        Test::Contains { text: part, .. } => {
            text = Value::Text(part.clone());
            std::slice::from_ref(&text)
        }
    };
    if let Some(value) = values.iter().find(|value| !fits(value)) {
        return Err(AttributeMismatch::PropertyKind {
            of,
            property: property(),
            kind: column.kind(),
            condition: condition.to_string(),
            value: value.to_string(),
            value_kind: value.kind(),
        });
    }
    let is_ordered = !matches!(
        condition.test,
        Test::Compare(Comparison::Equal | Comparison::NotEqual, _) | Test::In { .. }
    );
    match (column.values(), is_ordered) {
        (Values::Booleans(_), true) => {
            Err(AttributeMismatch::NoOrder { of, property: property(), condition: condition.to_string() })
        }
        _ => Ok(()),
    }
}

fn decide<'c>(column: &'c PropertyColumn, test: &'c Test) -> Decide<'c> {
    match column.values() {
        // Each text is looked at once, however often it comes.
        Values::Texts { codes, texts } => {
            let holds: Vec<bool> = texts.iter().map(|text| holds(test, PropertyValue::Text(text))).collect();
            Box::new(move |row| codes[row] != MISSING && holds[codes[row] as usize])
        }
        _ => Box::new(move |row| column.get(row).is_some_and(|value| holds(test, value))),
    }
}

/// Whether a value of the right kind is as it must be.
fn holds(test: &Test, value: PropertyValue<'_>) -> bool {
    match test {
        Test::Compare(comparison, with) => {
            let order = order(value, with);
            match comparison {
                Comparison::Equal => order == Ordering::Equal,
                Comparison::NotEqual => order != Ordering::Equal,
                Comparison::Less => order == Ordering::Less,
                Comparison::AtMost => order != Ordering::Greater,
                Comparison::Greater => order == Ordering::Greater,
                Comparison::AtLeast => order != Ordering::Less,
            }
        }
        Test::In { values, negated } => {
            values.iter().any(|with| order(value, with) == Ordering::Equal) != *negated
        }
        Test::Contains { text, negated } => match value {
            PropertyValue::Text(value) => value.contains(text.as_str()) != *negated,
            _ => false,
        },
    }
}

/// A value before, after or at another of its kind.
fn order(value: PropertyValue<'_>, with: &Value) -> Ordering {
    match (value, with) {
        (PropertyValue::Integer(a), Value::Integer(b)) => a.cmp(b),
        (PropertyValue::Integer(a), Value::Real(b)) => whole_to_real(a, *b),
        (PropertyValue::Real(a), Value::Integer(b)) => whole_to_real(*b, a).reverse(),
        // Neither is NaN: that is a missing value, and no text in a pattern.
        (PropertyValue::Real(a), Value::Real(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
        (PropertyValue::Text(a), Value::Text(b)) => a.cmp(b),
        (PropertyValue::Boolean(a), Value::Boolean(b)) => a.cmp(b),
        _ => Ordering::Less,
    }
}

/// A whole number compared with another one, exactly: not every whole number is one of the latter.
fn whole_to_real(whole: i128, real: f64) -> Ordering {
    /// 2^127
    const END: f64 = 170_141_183_460_469_231_731_687_303_715_884_105_728.0;
    if real >= END {
        return Ordering::Less;
    }
    if real < -END {
        return Ordering::Greater;
    }
    let floor = real.floor();
    whole.cmp(&(floor as i128)).then(if real > floor { Ordering::Less } else { Ordering::Equal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_compared_exactly() {
        for (whole, real, expected) in [
            (3, 3.0, Ordering::Equal),
            (3, 3.5, Ordering::Less),
            (-3, -3.5, Ordering::Greater),
            (-4, -3.5, Ordering::Less),
            (i64::MAX.into(), 9_223_372_036_854_775_808.0, Ordering::Less),
            (i64::MIN.into(), -9_223_372_036_854_775_808.0, Ordering::Equal),
            (i128::MAX, 2f64.powi(127), Ordering::Less),
            (i128::MIN, -(2f64.powi(127)), Ordering::Equal),
            (i128::MIN, -1e39, Ordering::Greater),
            ((1 << 100) + 1, 2f64.powi(100), Ordering::Greater),
            ((1 << 53) + 1, 9_007_199_254_740_992.0, Ordering::Greater),
            (0, f64::INFINITY, Ordering::Less),
            (0, f64::NEG_INFINITY, Ordering::Greater),
            (0, -0.0, Ordering::Equal),
        ] {
            assert_eq!(whole_to_real(whole, real), expected, "{whole} and {real}");
        }
    }
}
