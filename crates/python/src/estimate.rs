//! Estimates.

use motherlode::mine::estimate::EstimateOptions;
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::matching;
use crate::pattern::NativePattern;

/// What is returned of an estimate: `motherlode.results.Estimate`, in the order of its fields.
type EstimateFields = (f64, (f64, f64), (f64, f64), Option<u128>, f64, u64, u64);

#[pymethods]
impl NativeGraph {
    /// About how many matches there are.
    #[allow(clippy::too_many_arguments, reason = "the options of the Python method, one by one")]
    fn estimate(
        &self,
        py: Python<'_>,
        pattern: PyRef<'_, NativePattern>,
        induced: &str,
        semantics: &str,
        error: f64,
        confidence: f64,
        seed: u64,
        job: Job,
    ) -> PyResult<EstimateFields> {
        let options = EstimateOptions::default().matching(matching(induced, semantics)?);
        let options = options.error(error).confidence(confidence).seed(seed);
        let pattern = pattern.0.clone();
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
