//! Counts at vertices and edges.

use motherlode::mine::list::ListOptions;
use motherlode::mine::local::LocalCounts;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;

use crate::errors::misuse;
use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::{matching, one_of};
use crate::pattern::NativePattern;

/// The names of orbits, all matches, and a row of counts for each vertex or edge.
type Table<'py> = (Vec<String>, u64, Bound<'py, PyArray2<u64>>);

#[pymethods]
impl NativeGraph {
    /// At how many matches each vertex, or each edge `u < v`, is, in each orbit.
    fn local<'py>(
        &self,
        py: Python<'py>,
        pattern: PyRef<'py, NativePattern>,
        at: &str,
        induced: &str,
        semantics: &str,
        job: Job,
    ) -> PyResult<Table<'py>> {
        let options = ListOptions::default().matching(matching(induced, semantics)?);
        let at_edges = one_of("at", at, &[("vertices", false), ("edges", true)])?;
        let pattern = pattern.0.clone();
        let placed = self.on(py, &job.wanted())?;
        let counts = job.begin()?.run(py, move |context| {
            let options = options.context(context.clone());
            match at_edges {
                true => placed.at_edges(&pattern, &options),
                false => placed.at_vertices(&pattern, &options),
            }
        })?;
        table(py, counts)
    }

    /// The graphlet degrees: for each connected pattern of up to `k` vertices its name, its text, and its local counts.
    fn graphlets<'py>(
        &self,
        py: Python<'py>,
        k: usize,
        job: Job,
    ) -> PyResult<Vec<(String, String, Table<'py>)>> {
        let placed = self.on(py, &job.wanted())?;
        let graphlets = job.begin()?.run(py, move |context| {
            placed.graphlet_degrees(k, &ListOptions::default().context(context.clone()))
        })?;
        graphlets
            .into_iter()
            .map(|graphlet| Ok((graphlet.name, graphlet.pattern.to_string(), table(py, graphlet.local)?)))
            .collect()
    }
}

fn table(py: Python<'_>, local: LocalCounts) -> PyResult<Table<'_>> {
    let LocalCounts { orbits, counts, matches, .. } = local;
    let shape = (counts.len() / orbits.len(), orbits.len());
    let counts = Array2::from_shape_vec(shape, counts).map_err(misuse)?;
    Ok((orbits.names().to_vec(), matches, counts.into_pyarray(py)))
}
