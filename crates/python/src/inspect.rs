//! How a pattern is counted, and whether counts are right.

use motherlode::cli;
use motherlode::mine::CountOptions;
use motherlode::mine::verify::{VerifyOptions, verify};
use pyo3::prelude::*;

use crate::errors::misuse;
use crate::graph::NativeGraph;
use crate::job::Job;
use crate::pattern::{Sought, meant};

/// What was counted, its vertices and edges, and who counted what.
type ComparedCounts = (String, u32, u64, Vec<(String, u128)>);

#[pymethods]
impl NativeGraph {
    /// The method, and the plan by which the pattern is walked: as text, as JSON, and as a picture.
    fn explain(
        &self,
        py: Python<'_>,
        sought: Sought<'_>,
        job: Job,
    ) -> PyResult<(String, String, String, String)> {
        let (pattern, matching) = meant(&sought)?;
        let placed = self.on(py, &job.wanted())?;
        let method = CountOptions::default().matching(matching).strategy(&pattern).to_string();
        let planned = pattern.clone();
        let plan = job.begin()?.run(py, move |_| placed.explain(&planned, matching))?;
        let json = serde_json::to_string(&plan).map_err(misuse)?;
        let picture = cli::picture_of_plan(&pattern, &plan).to_string();
        Ok((method, plan.to_string(), json, picture))
    }

    /// Counts by every method and by an oracle: for the graph, or samples of it, who counted what.
    fn verify(&self, py: Python<'_>, sought: Sought<'_>, job: Job) -> PyResult<Vec<ComparedCounts>> {
        let (pattern, matching) = meant(&sought)?;
        let placed = self.on(py, &job.wanted())?;
        let verified = job.begin()?.run(py, move |context| {
            let options = CountOptions::default().matching(matching).context(context.clone());
            verify(placed.target(), &pattern, &[placed.team()], &options, &VerifyOptions::default())
        })?;
        let compared = verified.comparisons.into_iter();
        Ok(compared.map(|c| (c.subject, c.vertices, c.edges, c.counts)).collect())
    }
}
