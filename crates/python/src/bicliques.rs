//! Bicliques.

use std::ops::ControlFlow;

use motherlode::mine::{MineError, Sides, SidesError};
use pyo3::prelude::*;

use crate::errors::misuse;
use crate::graph::NativeGraph;
use crate::job::Job;
use crate::local::{CountArray, array};
use crate::options::is_at_edges;

#[pymethods]
impl NativeGraph {
    /// How many bicliques there are of `p` and `q` vertices: with `p` of the vertices `left`, if these are said.
    fn bicliques(&self, py: Python<'_>, p: u32, q: u32, left: Option<Vec<u32>>, job: Job) -> PyResult<u128> {
        let sides = left.map(|left| self.sides(&left).map_err(misuse)).transpose()?;
        let placed = self.on(py, &job.wanted())?;
        let found = job.begin()?.run(py, move |context| placed.bicliques(p, q, sides.as_ref(), context))?;
        Ok(found.count)
    }

    /// At how many of them each vertex or each edge `u < v` is, behind how many there are.
    fn bicliques_at<'py>(
        &self,
        py: Python<'py>,
        p: u32,
        q: u32,
        left: Option<Vec<u32>>,
        at: &str,
        job: Job,
    ) -> PyResult<(u128, CountArray<'py>)> {
        let at_edges = is_at_edges(at)?;
        let sides = left.map(|left| self.sides(&left).map_err(misuse)).transpose()?;
        let placed = self.on(py, &job.wanted())?;
        let found = job.begin()?.run(py, move |context| match at_edges {
            true => placed.bicliques_at_edges(p, q, sides.as_ref(), context),
            false => placed.bicliques_at_vertices(p, q, sides.as_ref(), context),
        })?;
        Ok((found.count, array(py, found.counts, 1)?))
    }

    /// How many maximal bicliques there are of each two sizes, from these on.
    fn maximal_biclique_profile(
        &self,
        py: Python<'_>,
        least: [u32; 2],
        left: Option<Vec<u32>>,
        job: Job,
    ) -> PyResult<Vec<([u32; 2], u128)>> {
        let sides = left.map(|left| self.sides(&left).map_err(misuse)).transpose()?;
        let placed = self.on(py, &job.wanted())?;
        let found =
            job.begin()?.run(py, move |context| placed.maximal_bicliques(least, sides.as_ref(), context))?;
        Ok(found.sizes)
    }

    /// Those of them that come first, up to `limit`: the two sets of each.
    fn list_maximal_bicliques(
        &self,
        py: Python<'_>,
        least: [u32; 2],
        left: Option<Vec<u32>>,
        limit: Option<u64>,
        job: Job,
    ) -> PyResult<Vec<(Vec<u32>, Vec<u32>)>> {
        let sides = left.map(|left| self.sides(&left).map_err(misuse)).transpose()?;
        let placed = self.on(py, &job.wanted())?;
        job.begin()?.run(py, move |context| {
            let most = limit.unwrap_or(u64::MAX);
            let mut listed = Vec::new();
            if most == 0 {
                return Ok::<_, MineError>(listed);
            }
            placed.each_maximal_biclique(least, sides.as_ref(), context, |left, right| {
                listed.push((left.to_vec(), right.to_vec()));
                match listed.len() as u64 == most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })?;
            Ok(listed)
        })
    }

    /// An edge within a side, if the vertices `left` are one side and all others the other.
    fn edge_within_side(&self, left: Vec<u32>) -> Option<[u32; 2]> {
        match self.sides(&left) {
            Err(SidesError::SameSide { ends, .. }) => Some(ends),
            _ => None,
        }
    }
}

impl NativeGraph {
    /// The sides of which these vertices are the left one.
    fn sides(&self, left: &[u32]) -> Result<Sides, SidesError> {
        let csr = self.graph.csr();
        let mut is_left = vec![false; csr.n() as usize];
        left.iter().for_each(|&v| is_left[v as usize] = true);
        Sides::new(csr, is_left)
    }
}
