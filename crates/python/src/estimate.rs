//! Estimates.

use motherlode::mine::estimate::EstimateOptions;
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::Job;
use crate::pattern::{Sought, meant};

/// What is returned of an estimate: `motherlode.results.Estimate`, in the order of its fields.
type EstimateFields = (f64, (f64, f64), (f64, f64), Option<u128>, f64, u64, u64);

#[pymethods]
impl NativeGraph {
    /// About how many matches there are.
    fn estimate(
        &self,
        py: Python<'_>,
        sought: Sought<'_>,
        error: f64,
        confidence: f64,
        seed: u64,
        job: Job,
    ) -> PyResult<EstimateFields> {
        let (pattern, matching) = meant(&sought)?;
        let options = EstimateOptions::default().matching(matching);
        let options = options.error(error).confidence(confidence).seed(seed);
        let placed = self.on(py, &job.wanted())?;
        let found = job
            .begin()?
            .run(py, move |context| placed.estimate(&pattern, &options.context(context.clone())))?;
        let (interval, rigorous) = (found.interval, found.rigorous);
        Ok((
            found.estimate,
            (interval.low, interval.high),
            (rigorous.low, rigorous.high),
            found.exact,
            found.confidence,
            found.draws,
            found.hits,
        ))
    }
}
