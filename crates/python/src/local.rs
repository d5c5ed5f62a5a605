//! Counts at vertices and edges.

use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Counts, Graphlet, LocalCounts};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;

use crate::errors::misuse;
use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::is_at_edges;
use crate::pattern::{Sought, meant};

/// The names of orbits, all matches, and a row of counts for each vertex or edge.
pub type OrbitTable<'py> = (Vec<String>, u128, CountArray<'py>);

/// Counts in rows: of 64 bits, or Python's integers where one does not fit.
#[derive(IntoPyObject)]
pub enum CountArray<'py> {
    Narrow(Bound<'py, PyArray2<u64>>),
    Wide(Bound<'py, PyArray2<Py<PyAny>>>),
}

/// The name and the text of a pattern, and its table.
type NamedTable<'py> = (String, String, OrbitTable<'py>);

#[pymethods]
impl NativeGraph {
    /// At how many matches each vertex, each edge `u < v`, or, if the graph is directed, each arc is, in each orbit.
    fn local<'py>(
        &self,
        py: Python<'py>,
        sought: Sought<'py>,
        at: &str,
        job: Job,
    ) -> PyResult<OrbitTable<'py>> {
        let (pattern, matching) = meant(&sought)?;
        let options = ListOptions::default().matching(matching);
        let (at_edges, directed) = (is_at_edges(at)?, self.graph.attributes().is_directed());
        let placed = self.on(py, &job.wanted())?;
        let counts = job.begin()?.run(py, move |context| {
            let options = options.context(context.clone());
            match (at_edges, directed) {
                (true, true) => placed.at_arcs(&pattern, &options),
                (true, false) => placed.at_edges(&pattern, &options),
                (false, _) => placed.at_vertices(&pattern, &options),
            }
        })?;
        table(py, counts)
    }

    /// The directed graphlet degrees, of vertices or ties: for each connected directed graph of up to `k` vertices its
    /// name, its text, and its local counts; those in which arcs lead both ways between two vertices only if they are
    /// asked for.
    fn directed_graphlets<'py>(
        &self,
        py: Python<'py>,
        k: usize,
        at: &str,
        mutual: bool,
        job: Job,
    ) -> PyResult<Vec<NamedTable<'py>>> {
        let at_ties = is_at_edges(at)?;
        let placed = self.on(py, &job.wanted())?;
        let graphlets = job.begin()?.run(py, move |context| {
            let options = ListOptions::default().context(context.clone());
            match at_ties {
                true => placed.directed_graphlet_degrees_of_ties(k, &options),
                false => placed.directed_graphlet_degrees(k, &options),
            }
        })?;
        tables(py, graphlets.into_iter().filter(|graphlet| mutual || !graphlet.has_mutual_pair()))
    }

    /// The graphlet degrees, of vertices or edges: for each connected pattern of up to `k` vertices its name, its text,
    /// and its local counts.
    fn graphlets<'py>(
        &self,
        py: Python<'py>,
        k: usize,
        at: &str,
        job: Job,
    ) -> PyResult<Vec<NamedTable<'py>>> {
        let at_edges = is_at_edges(at)?;
        let placed = self.on(py, &job.wanted())?;
        let graphlets = job.begin()?.run(py, move |context| {
            let options = ListOptions::default().context(context.clone());
            match at_edges {
                true => placed.graphlet_degrees_of_edges(k, &options),
                false => placed.graphlet_degrees(k, &options),
            }
        })?;
        tables(py, graphlets)
    }
}

fn tables(py: Python<'_>, graphlets: impl IntoIterator<Item = Graphlet>) -> PyResult<Vec<NamedTable<'_>>> {
    graphlets
        .into_iter()
        .map(|graphlet| Ok((graphlet.name, graphlet.pattern.to_string(), table(py, graphlet.local)?)))
        .collect()
}

/// What Python is given of local counts.
///
/// # Errors
/// Where the interpreter has no memory for it.
pub fn table(py: Python<'_>, local: LocalCounts) -> PyResult<OrbitTable<'_>> {
    let LocalCounts { orbits, counts, matches, .. } = local;
    Ok((orbits.names().to_vec(), matches, array(py, counts, orbits.len())?))
}

/// An array of counts in so many columns, row after row.
pub fn array(py: Python<'_>, counts: Counts, columns: usize) -> PyResult<CountArray<'_>> {
    let shape = (counts.len() / columns, columns);
    match counts {
        Counts::Narrow(counts) => {
            let counts = Array2::from_shape_vec(shape, counts).map_err(misuse)?;
            Ok(CountArray::Narrow(counts.into_pyarray(py)))
        }
        // NumPy has no integers of 128 bits.
        Counts::Wide(counts) => {
            let integer = |count: u128| Ok(count.into_pyobject(py)?.into_any().unbind());
            let counts = counts.into_iter().map(integer).collect::<PyResult<Vec<_>>>()?;
            let counts = Array2::from_shape_vec(shape, counts).map_err(misuse)?;
            Ok(CountArray::Wide(counts.into_pyarray(py)))
        }
    }
}
