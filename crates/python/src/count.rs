//! Counting.

use motherlode::mine::list::ListOptions;
use motherlode::mine::{Context, CountOptions, DirectedMotifCount, MotifCount};
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::{matching, method};
use crate::pattern::{NativePattern, Sought, meant};

/// A motif: its name, the pattern, and how often it is there.
type MotifRow = (String, String, u128);

/// A directed motif: its name, igraph's class, the id, the pattern, and how often it is there.
type DirectedRow = (String, Option<u32>, u32, String, u128);

fn rows(motifs: Vec<MotifCount>) -> Vec<MotifRow> {
    motifs.into_iter().map(|motif| (motif.name, motif.pattern.to_string(), motif.count)).collect()
}

#[pymethods]
impl NativeGraph {
    /// The matches of each pattern, and how each was counted.
    fn count(
        &self,
        py: Python<'_>,
        patterns: Vec<PyRef<'_, NativePattern>>,
        induced: &str,
        semantics: &str,
        method_name: &str,
        job: Job,
    ) -> PyResult<Vec<(u128, String)>> {
        let options =
            CountOptions::default().matching(matching(induced, semantics)?).method(method(method_name)?);
        let patterns: Vec<_> = patterns.iter().map(|pattern| pattern.0.clone()).collect();
        let placed = self.on(py, &job.wanted())?;
        let running = job.begin()?;
        // To wake a thread takes longer than to look.
        let counts = match placed.counted_already(&patterns, &options) {
            Some(counts) => counts,
            None => {
                let count = move |context: &Context| {
                    placed.count_together(&patterns, &options.context(context.clone()))
                };
                running.run(py, count)?.counts
            }
        };
        Ok(counts.into_iter().map(|(count, strategy)| (count, strategy.to_string())).collect())
    }

    /// The first match, by vertex number; none if there is none.
    fn first(&self, py: Python<'_>, sought: Sought<'_>, job: Job) -> PyResult<Option<Vec<u32>>> {
        let (pattern, matching) = meant(&sought)?;
        let options = ListOptions::default().matching(matching);
        let placed = self.on(py, &job.wanted())?;
        let found = job
            .begin()?
            .run(py, move |context| placed.exists(&pattern, &options.context(context.clone())))?;
        Ok(found.first)
    }

    /// The motifs of `k` vertices: their names, the patterns, and how often each is there.
    fn motifs(&self, py: Python<'_>, k: usize, induced: &str, job: Job) -> PyResult<Vec<MotifRow>> {
        let options = CountOptions::default().matching(matching(induced, "subgraphs")?);
        let placed = self.on(py, &job.wanted())?;
        let motifs =
            job.begin()?.run(py, move |context| placed.motifs(k, &options.context(context.clone())))?.motifs;
        Ok(rows(motifs))
    }

    /// The motifs of `k` vertices by the labels of vertices and edges, those that occur: the names of the plain motifs,
    /// the patterns, and how often each is there.
    fn coloured_motifs(&self, py: Python<'_>, k: usize, induced: &str, job: Job) -> PyResult<Vec<MotifRow>> {
        let options = CountOptions::default().matching(matching(induced, "subgraphs")?);
        let placed = self.on(py, &job.wanted())?;
        let found = job
            .begin()?
            .run(py, move |context| placed.coloured_motifs(k, &options.context(context.clone())))?;
        Ok(found.motifs.iter().map(|motif| (motif.name, motif.pattern, motif.count)).collect())
    }

    /// The directed motifs of `k` vertices: their names, igraph's classes, the ids, the patterns, and how often each is
    /// there.
    fn directed_motifs(
        &self,
        py: Python<'_>,
        k: usize,
        induced: &str,
        job: Job,
    ) -> PyResult<Vec<DirectedRow>> {
        let options = CountOptions::default().matching(matching(induced, "subgraphs")?);
        let placed = self.on(py, &job.wanted())?;
        let found = job
            .begin()?
            .run(py, move |context| placed.directed_motifs(k, &options.context(context.clone())))?;
        let row = |DirectedMotifCount { motif, count }| {
            (motif.name, motif.class, motif.id, motif.pattern.to_string(), count)
        };
        Ok(found.motifs.into_iter().map(row).collect())
    }

    /// The triad census: names, and how many sets of three vertices are each.
    fn triad_census(&self, py: Python<'_>, job: Job) -> PyResult<Vec<(&'static str, u128)>> {
        let placed = self.on(py, &job.wanted())?;
        let census = job.begin()?.run(py, move |context| placed.triad_census(context))?;
        Ok(census.triads.into_iter().map(|triad| (triad.name, triad.count)).collect())
    }
}
