//! Where vertices are, on a grid: lengths are compared exactly, on every machine.

use crate::error::{NullError, nearest};
use crate::graph::Graph;
use crate::graph::properties::{PropertyColumn, PropertyValue};

/// Axes of a place.
const AXES: usize = 3;
/// Steps of the grid along the longest axis.
const GRID: f64 = ((1 << 20) - 1) as f64;
/// The most bins of lengths.
const MOST_BINS: u32 = 1 << 16;

/// The places of vertices, and the lengths at which bins end.
#[derive(Debug, Default)]
pub(super) struct Distances {
    /// Three coordinates for each vertex.
    pub positions: Vec<u32>,
    /// The squares of the lengths at which bins end, ascending; the last is that of the longest edge.
    pub limits: Vec<u64>,
}

impl Distances {
    /// Those of a graph, by properties of its vertices.
    ///
    /// # Errors
    /// When there are too few or too many coordinates or bins, or a vertex has no place.
    pub fn new(graph: &Graph, properties: &[String], bins: u32) -> Result<Distances, NullError> {
        if !(1..=AXES).contains(&properties.len()) {
            return Err(NullError::Coordinates { found: properties.len() });
        }
        if !(1..=MOST_BINS).contains(&bins) {
            return Err(NullError::Bins { found: bins, most: MOST_BINS });
        }
        let axes: Vec<Vec<f64>> =
            properties.iter().map(|property| coordinates(graph, property)).collect::<Result<_, _>>()?;
        let positions = on_grid(graph.csr().n() as usize, &axes);
        let square = |u: u32, v: u32| {
            let apart = |axis: usize| {
                positions[AXES * u as usize + axis].abs_diff(positions[AXES * v as usize + axis])
            };
            (0..AXES).map(|axis| u64::from(apart(axis)).pow(2)).sum::<u64>()
        };
        let csr = graph.csr();
        let longest =
            (0..csr.n()).flat_map(|u| csr.neighbors(u).iter().map(move |&v| square(u, v))).max().unwrap_or(0);
        let bins = u128::from(bins);
        let limits = (1..=bins).map(|bin| (u128::from(longest) * bin * bin / (bins * bins)) as u64).collect();
        Ok(Distances { positions, limits })
    }
}

/// The values of a property, which are all there.
fn coordinates(graph: &Graph, property: &str) -> Result<Vec<f64>, NullError> {
    let known = graph.attributes().properties().map(|properties| properties.of_vertices());
    let column = known.and_then(|table| table.get(property)).ok_or_else(|| {
        let names = known.map(|table| table.names().map(str::to_owned).collect()).unwrap_or_default();
        NullError::NoProperty { property: property.to_owned(), nearest: nearest(property, names) }
    })?;
    if column.kind() != "numbers" {
        return Err(NullError::PropertyKind { property: property.to_owned(), kind: column.kind() });
    }
    let number = |v: u32| {
        number(column, v as usize).ok_or_else(|| NullError::NoPlace {
            property: property.to_owned(),
            vertex: graph.ids().get(v).shown(),
        })
    };
    (0..graph.csr().n()).map(number).collect()
}

fn number(column: &PropertyColumn, row: usize) -> Option<f64> {
    match column.get(row)? {
        PropertyValue::Integer(number) => Some(number as f64),
        PropertyValue::Real(number) => Some(number).filter(|number| number.is_finite()),
        PropertyValue::Text(_) | PropertyValue::Boolean(_) => None,
    }
}

/// Coordinates in steps of one width along all axes.
fn on_grid(n: usize, axes: &[Vec<f64>]) -> Vec<u32> {
    let ends = |axis: &Vec<f64>| {
        axis.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)))
    };
    let ends: Vec<(f64, f64)> = axes.iter().map(ends).collect();
    // Halved, as a difference may be beyond all floats.
    let extent = ends.iter().map(|(low, high)| high / 2.0 - low / 2.0).fold(0.0, f64::max);
    let step = |axis: usize, v: usize| match axes.get(axis) {
        Some(values) if extent > 0.0 => {
            ((values[v] / 2.0 - ends[axis].0 / 2.0) / extent * GRID).round() as u32
        }
        _ => 0,
    };
    (0..n).flat_map(|v| (0..AXES).map(move |axis| (v, axis))).map(|(v, axis)| step(axis, v)).collect()
}
