//! Cliques.

use motherlode::mine::CountOptions;
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::order;

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
    fn maximal_cliques(
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

    /// The vertices of a largest clique.
    fn max_clique(&self, py: Python<'_>, order_name: &str, job: Job) -> PyResult<Vec<u32>> {
        let (order, placed) = (order(order_name)?, self.on(py, &job.wanted())?);
        let found = job.begin()?.run(py, move |context| {
            placed.max_clique(order, &CountOptions::default().context(context.clone()))
        })?;
        Ok(found.vertices)
    }
}
