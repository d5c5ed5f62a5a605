//! Properties of vertices and edges, for conditions in patterns.

use motherlode::graph::properties::{Number, Properties, PropertyColumn};
use numpy::{PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::arrays::{IntegerSlice, Integers};
use crate::errors::{IntoException, misuse};
use crate::graph::NativeGraph;

/// The values of a property.
#[derive(FromPyObject)]
enum PropertyArrays<'py> {
    Whole(PyReadonlyArray1<'py, i64>),
    Real(PyReadonlyArray1<'py, f64>),
    Boolean(PyReadonlyArray1<'py, bool>),
    /// The code of each text, and what a code is called.
    Text(PyReadonlyArray1<'py, u32>, Vec<String>),
    /// Numbers that no array has exactly: whole ones beyond 64 bits, or large ones beside fractions.
    Numbers(Vec<Option<AnyNumber>>),
}

/// A whole number of up to 128 bits, or another.
#[derive(FromPyObject)]
enum AnyNumber {
    Whole(i128),
    Real(f64),
}

/// A property: its name, its values, and which of them are there; all, if it does not say.
type Property<'py> = (String, PropertyArrays<'py>, Option<PyReadonlyArray1<'py, bool>>);

#[pymethods]
impl NativeGraph {
    /// The graph with properties of its vertices, and of edges between their numbers, which may be parallel.
    fn with_properties(
        &self,
        of_vertices: Vec<Property<'_>>,
        source: Integers<'_>,
        target: Integers<'_>,
        of_edges: Vec<Property<'_>>,
    ) -> PyResult<NativeGraph> {
        let mut properties = Properties::default();
        for property in &of_vertices {
            properties =
                properties.vertex(&property.0, column(property)?).map_err(|error| error.exception())?;
        }
        if !of_edges.is_empty() {
            let (source, target) = (numbers(source.elements())?, numbers(target.elements())?);
            properties = properties.edges(source, target).map_err(|error| error.exception())?;
        }
        for property in &of_edges {
            properties =
                properties.edge(&property.0, column(property)?).map_err(|error| error.exception())?;
        }
        let graph = (*self.graph).clone().with_properties(properties).map_err(|error| error.exception())?;
        Ok(graph.into())
    }
}

fn column((_, values, present): &Property<'_>) -> PyResult<PropertyColumn> {
    let column = match values {
        PropertyArrays::Whole(values) => PropertyColumn::integers(values.to_vec()?),
        PropertyArrays::Real(values) => PropertyColumn::reals(values.to_vec()?),
        PropertyArrays::Boolean(values) => PropertyColumn::booleans(values.to_vec()?),
        PropertyArrays::Numbers(values) => {
            let number = |value: &AnyNumber| match *value {
                AnyNumber::Whole(whole) => Number::Whole(whole),
                AnyNumber::Real(real) => Number::Real(real),
            };
            PropertyColumn::numbers(values.iter().map(|value| value.as_ref().map(number)).collect())
        }
        PropertyArrays::Text(codes, names) => {
            PropertyColumn::coded_texts(codes.to_vec()?, names.clone()).map_err(|error| error.exception())?
        }
    };
    match present {
        Some(present) => column.where_present(present.as_slice()?).map_err(|error| error.exception()),
        None => Ok(column),
    }
}

fn numbers(ends: IntegerSlice<'_>) -> PyResult<Vec<u32>> {
    let all = (0..ends.len()).map(|edge| u32::try_from(ends.get(edge)));
    all.collect::<Result<_, _>>().map_err(|_| misuse("a vertex number that is negative, or beyond 32 bits"))
}
