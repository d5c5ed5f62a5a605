//! Counts beside those of random graphs.

use std::ops::ControlFlow;

use motherlode::graph::Graph;
use motherlode::mine::null::NullSampler;
use motherlode::mine::significance::{
    ColouredStatistic, GraphStatistic, Judged, Sampling, Significance, Statistic,
};
use motherlode::mine::{CountOptions, MineError};
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::Job;
use crate::null::{Mixed, NullSamples, like, mixed};
use crate::options::{matching, method};
use crate::pattern::NativePattern;

/// A count beside those of the samples, as `motherlode.significance.Judged` has it.
type JudgedFields =
    (String, String, u128, (f64, f64, Option<f64>), (f64, f64, f64, f64), (Option<f64>, Option<f64>));

/// A row for each count, the counts in each sample, and what became of switchings.
type BesideSamples = (Vec<JudgedFields>, Vec<Vec<u128>>, Mixed);

#[pymethods]
impl NativeGraph {
    /// The matches of each pattern, called as it is here, beside those in samples of a null model.
    fn count_significance(
        &self,
        py: Python<'_>,
        patterns: Vec<(String, PyRef<'_, NativePattern>)>,
        induced: &str,
        semantics: &str,
        method_name: &str,
        null: NullSamples,
        job: Job,
    ) -> PyResult<BesideSamples> {
        let options =
            CountOptions::default().matching(matching(induced, semantics)?).method(method(method_name)?);
        let patterns = patterns.into_iter().map(|(name, pattern)| (name, pattern.0.clone())).collect();
        let statistic = move |_: &Graph| Ok(Statistic::patterns(patterns, &options));
        self.beside_null(py, statistic, true, null, job)
    }

    /// The motifs of `k` vertices, or the directed ones, beside those of samples of a null model.
    fn motif_significance(
        &self,
        py: Python<'_>,
        k: usize,
        directed: bool,
        induced: &str,
        null: NullSamples,
        job: Job,
    ) -> PyResult<BesideSamples> {
        let induced = matching(induced, "subgraphs")?.induced;
        let statistic = move |_: &Graph| match directed {
            true => Statistic::directed_motifs(k, induced),
            false => Statistic::motifs(k, induced),
        };
        self.beside_null(py, statistic, directed, null, job)
    }

    /// The motifs of `k` vertices by the labels of vertices and edges, beside those of samples of a null model: those
    /// that the graph or a sample has.
    fn coloured_motif_significance(
        &self,
        py: Python<'_>,
        k: usize,
        induced: &str,
        null: NullSamples,
        job: Job,
    ) -> PyResult<BesideSamples> {
        let induced = matching(induced, "subgraphs")?.induced;
        let statistic = move |graph: &Graph| ColouredStatistic::new(graph, k, induced);
        self.beside_null(py, statistic, true, null, job)
    }
}

impl NativeGraph {
    fn beside_null<S: GraphStatistic>(
        &self,
        py: Python<'_>,
        statistic: impl FnOnce(&Graph) -> Result<S, MineError> + Send + 'static,
        looks_at_attributes: bool,
        null: NullSamples,
        job: Job,
    ) -> PyResult<BesideSamples> {
        let (options, wanted) = (null.options()?, null.samples);
        let (placed, graph) = (self.on(py, &job.wanted())?, self.graph.clone());
        job.begin()?.run(py, move |context| -> Result<_, MineError> {
            let (statistic, options) = (statistic(&graph)?, options.context(context.clone()));
            let (graph, team) = (like(&graph, &options, looks_at_attributes)?, placed.team());
            let counts = statistic.count_alone(&placed, context)?;
            let sampler = NullSampler::new(&graph, team.clone(), &options)?;
            let sampling = Sampling { statistic: &statistic, ensemble: &sampler, team, samples: wanted };
            let mut samples = S::Kept::default();
            sampling.run(graph.csr(), &mut samples, context, |_| ControlFlow::Continue(()))?;
            let beside = statistic.beside(counts, &samples)?;
            let found = Significance::of_counts(&beside);
            let judged = found.expect("where no sample is counted, that is an error").judged;
            let rows = judged.into_iter().map(row).collect();
            Ok((rows, beside.samples.rows().map(<[u128]>::to_vec).collect(), mixed(sampler.mixing())))
        })
    }
}

fn row(judged: Judged) -> JudgedFields {
    let Judged { name, pattern, count, spread, z, chance, q, profile, ratio_profile } = judged;
    let interval = chance.interval;
    (
        name,
        pattern.to_string(),
        count,
        (spread.mean, spread.deviation, z),
        (chance.p, interval.low, interval.high, q),
        (profile, ratio_profile),
    )
}
