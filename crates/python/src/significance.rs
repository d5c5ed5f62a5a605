//! Counts beside those of random graphs.

use std::ops::ControlFlow;

use motherlode::graph::Graph;
use motherlode::mine::null::{NullModel, NullOptions, NullSampler};
use motherlode::mine::significance::{Judged, SampleCounts, Sampling, Significance, Statistic, undirected};
use motherlode::mine::{MineError, Placed};
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::{matching, one_of};

/// A null model and how many samples there are to be of it: `motherlode.significance.NullSamples` in Python.
#[derive(FromPyObject)]
pub struct NullSamples {
    model: String,
    seed: u64,
    samples: u64,
    switches: Option<u32>,
    keep_mutual: bool,
    within_labels: bool,
    connected: bool,
    position: Vec<String>,
    bins: u32,
}

/// A count beside those of the samples, as `motherlode.significance.Judged` has it.
type Row = (String, String, u128, (f64, f64, Option<f64>), (f64, f64, f64, f64), (Option<f64>, Option<f64>));

#[pymethods]
impl NativeGraph {
    /// The motifs of `k` vertices, or the directed ones, beside those of samples of a null model: a row for each, and the counts in each sample.
    fn motif_significance(
        &self,
        py: Python<'_>,
        k: usize,
        directed: bool,
        induced: &str,
        null: NullSamples,
        job: Job,
    ) -> PyResult<(Vec<Row>, Vec<Vec<u128>>)> {
        let induced = matching(induced, "subgraphs")?.induced;
        let (options, samples) = (null.options()?, null.samples);
        let (placed, graph) = (self.on(py, &job.wanted())?, self.graph.clone());
        job.begin()?.run(py, move |context| -> Result<_, MineError> {
            let options = options.context(context.clone());
            let (statistic, like) = match directed {
                true => (Statistic::directed_motifs(k, induced)?, (*graph).clone()),
                false => (Statistic::motifs(k, induced)?, undirected(&graph, &options)?),
            };
            judge(&statistic, &like, &placed, &options, samples)
        })
    }
}

fn judge(
    statistic: &Statistic,
    graph: &Graph,
    placed: &Placed,
    options: &NullOptions,
    samples: u64,
) -> Result<(Vec<Row>, Vec<Vec<u128>>), MineError> {
    let (team, context) = (placed.team(), &options.context);
    let counts = statistic.count(placed, context)?;
    let sampler = NullSampler::new(graph, team.clone(), options)?;
    let sampling = Sampling { statistic, ensemble: &sampler, team, samples };
    let mut samples = SampleCounts::default();
    sampling.run(graph.csr(), &mut samples, context, |_| ControlFlow::Continue(()))?;
    let found = Significance::of(statistic, &counts, &samples);
    let judged = found.expect("where no sample is counted, that is an error").judged;
    Ok((judged.into_iter().map(row).collect(), samples.rows().map(<[u128]>::to_vec).collect()))
}

fn row(judged: Judged) -> Row {
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

/// Makes a model of what was asked for.
type Made = fn(&NullSamples) -> NullModel;

impl NullSamples {
    fn options(&self) -> PyResult<NullOptions> {
        let distance: Made =
            |null| NullModel::Distance { properties: null.position.clone(), bins: null.bins };
        let known: [(&str, Made); 6] = [
            ("switching", |_| NullModel::Switching),
            ("configuration", |_| NullModel::Configuration),
            ("gnm", |_| NullModel::Gnm),
            ("gnp", |_| NullModel::Gnp),
            ("blocks", |_| NullModel::Blocks),
            ("distance", distance),
        ];
        let model = one_of("null", &self.model, &known)?(self);
        Ok(NullOptions::new(model)
            .seed(self.seed)
            .keep_mutual(self.keep_mutual)
            .within_labels(self.within_labels)
            .connected(self.connected)
            .switches_per_edge(self.switches))
    }
}
