//! The weights that a property gives the vertices.

use crate::error::{WeightError, nearest};
use crate::graph::Graph;
use crate::graph::properties::PropertyValue;

/// Floats from here on are beyond all numbers of 128 bits.
const BEYOND: f64 = (1u128 << 127) as f64 * 2.0;

/// The values of a property of the vertices of `graph`, which are all there, and whole numbers from 0 on.
///
/// # Errors
/// [`WeightError`]: when the graph has no such property, or a vertex no such number.
pub fn vertex_weights(graph: &Graph, property: &str) -> Result<Vec<u128>, WeightError> {
    let known = graph.attributes().properties().map(|properties| properties.of_vertices());
    let column = known.and_then(|table| table.get(property)).ok_or_else(|| {
        let names = known.map(|table| table.names().map(str::to_owned).collect()).unwrap_or_default();
        WeightError::NoProperty { property: property.to_owned(), nearest: nearest(property, names) }
    })?;
    if column.kind() != "numbers" {
        return Err(WeightError::Kind { property: property.to_owned(), kind: column.kind() });
    }
    let weight = |v: u32| {
        let value = column.get(v as usize);
        value.and_then(weight).ok_or_else(|| WeightError::NoWeight {
            property: property.to_owned(),
            vertex: graph.ids().get(v).shown(),
            value: value.map_or("no value".to_owned(), shown),
        })
    };
    (0..graph.csr().n()).map(weight).collect()
}

/// A value as a weight, if it is a whole number from 0 on.
fn weight(value: PropertyValue<'_>) -> Option<u128> {
    match value {
        PropertyValue::Integer(number) => number.try_into().ok(),
        PropertyValue::Real(number) => {
            (number.fract() == 0.0 && (0.0..BEYOND).contains(&number)).then_some(number as u128)
        }
        PropertyValue::Text(_) | PropertyValue::Boolean(_) => None,
    }
}

fn shown(value: PropertyValue<'_>) -> String {
    match value {
        PropertyValue::Integer(number) => number.to_string(),
        PropertyValue::Real(number) => number.to_string(),
        PropertyValue::Text(text) => text.to_owned(),
        PropertyValue::Boolean(truth) => truth.to_string(),
    }
}
