//! Cliques.

use std::sync::Arc;

use motherlode::mine::{
    CountOptions, MaximalCliqueLister, MaximalCliqueOptions, max_weight_clique, vertex_weights,
};
use numpy::{IntoPyArray, PyArray1};
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::{Job, Running};
use crate::options::order;

/// Where the rows of a batch end, and the vertex numbers of all.
type CliqueBatch<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u32>>);

#[pymethods]
impl NativeGraph {
    /// How many cliques of `k` vertices there are; of every size, without `k`: sizes and counts.
    fn cliques(
        &self,
        py: Python<'_>,
        k: Option<u32>,
        order_name: &str,
        job: Job,
    ) -> PyResult<Vec<(u32, u128)>> {
        let (order, placed) = (order(order_name)?, self.on(py, &job.wanted())?);
        let cliques = job.begin()?.run(py, move |context| {
            let options = CountOptions::default().context(context.clone());
            match k {
                Some(k) => placed.cliques(k, order, &options),
                None => placed.clique_profile(order, &options),
            }
        })?;
        Ok(cliques.counts)
    }

    /// How many maximal cliques there are of each size from `least` on: sizes and counts.
    fn maximal_clique_profile(
        &self,
        py: Python<'_>,
        least: u32,
        order_name: &str,
        job: Job,
    ) -> PyResult<Vec<(u32, u128)>> {
        let (order, placed) = (order(order_name)?, self.on(py, &job.wanted())?);
        let cliques = job.begin()?.run(py, move |context| {
            placed.maximal_cliques(least, order, &CountOptions::default().context(context.clone()))
        })?;
        Ok(cliques.counts)
    }

    /// In how many maximal cliques of at least `least` vertices each vertex is.
    fn maximal_cliques_at_vertices<'py>(
        &self,
        py: Python<'py>,
        least: u32,
        order_name: &str,
        job: Job,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let (order, placed) = (order(order_name)?, self.on(py, &job.wanted())?);
        let found = job.begin()?.run(py, move |context| {
            let options = CountOptions::default().context(context.clone());
            placed.maximal_cliques_at_vertices(least, order, &options)
        })?;
        Ok(found.counts.into_pyarray(py))
    }

    /// The maximal cliques themselves, of at least `least` vertices, with some vertices of the graph in each: all, the
    /// `top` largest, or the first `limit`.
    fn list_maximal_cliques(
        &self,
        py: Python<'_>,
        least: u32,
        containing: Vec<u32>,
        top: Option<u64>,
        limit: Option<u64>,
        order_name: &str,
        job: Job,
    ) -> PyResult<NativeCliques> {
        let (order, placed) = (order(order_name)?, self.on(py, &job.wanted())?);
        let running = job.begin()?;
        let options = MaximalCliqueOptions::default().least(least).containing(containing).order(order);
        let options = options.top(top).limit(limit).context(running.context.clone());
        let lister = running.run(py, move |_| placed.list_maximal_cliques(&options))?;
        Ok(NativeCliques { lister: Arc::new(Mutex::new(lister)), running })
    }

    /// The vertices of a largest clique.
    fn max_clique(&self, py: Python<'_>, order_name: &str, job: Job) -> PyResult<Vec<u32>> {
        let (order, placed) = (order(order_name)?, self.on(py, &job.wanted())?);
        let found = job.begin()?.run(py, move |context| {
            placed.max_clique(order, &CountOptions::default().context(context.clone()))
        })?;
        Ok(found.vertices)
    }

    /// The vertices of a clique with the largest sum of weights, and the sum.
    fn max_weight_clique(
        &self,
        py: Python<'_>,
        weights: VertexWeights,
        job: Job,
    ) -> PyResult<(Vec<u32>, u128)> {
        let graph = self.graph.clone();
        let found = job.begin()?.run(py, move |context| {
            let weights = match weights {
                VertexWeights::Property(property) => vertex_weights(&graph, &property)?,
                VertexWeights::Given(weights) => weights,
            };
            max_weight_clique(graph.csr(), &weights, context)
        })?;
        Ok((found.vertices, found.weight))
    }
}

/// What the vertices weigh: a property of them, or a number for each.
#[derive(FromPyObject)]
enum VertexWeights {
    Property(String),
    Given(Vec<u128>),
}

/// Maximal cliques, batch after batch, each once.
#[pyclass(frozen, module = "motherlode._motherlode")]
pub struct NativeCliques {
    lister: Arc<Mutex<MaximalCliqueLister>>,
    running: Running,
}

#[pymethods]
impl NativeCliques {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next rows.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<CliqueBatch<'py>>> {
        let lister = self.lister.clone();
        let batch = self.running.run(py, move |_| {
            let mut lister = lister.lock();
            lister.next_batch()
        })?;
        let Some(rows) = batch else { return Ok(None) };
        let ends: Vec<u64> = rows.ends.iter().map(|&end| end as u64).collect();
        Ok(Some((ends.into_pyarray(py), rows.ids.into_pyarray(py))))
    }
}
