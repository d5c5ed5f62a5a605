//! Counts at vertices beside those at the same vertices of random graphs.

use motherlode::mine::MineError;
use motherlode::mine::local::LocalCounts;
use motherlode::mine::null::NullSampler;
use motherlode::mine::significance::{LocalJudged, LocalStatistic, LocalSums, Sampling};
use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray3};
use pyo3::prelude::*;

use crate::errors::misuse;
use crate::graph::NativeGraph;
use crate::job::Job;
use crate::local::{OrbitTable, table};
use crate::null::{Mixed, NullSamples, like, mixed};
use crate::pattern::{Sought, meant};

/// What is told of a count: mean, deviation, z, p and q.
const FIGURES: usize = 5;

/// The name of a pattern, its counts, and of each what it is beside the samples: mean, deviation, z, which is no number
/// where the count never varies, p and q.
type JudgedTable<'py> = (String, OrbitTable<'py>, Bound<'py, PyArray3<f64>>);

/// That of each pattern, how many samples were counted, and what became of switchings.
type LocalBeside<'py> = (Vec<JudgedTable<'py>>, u64, Mixed);

#[pymethods]
impl NativeGraph {
    /// At how many matches each vertex is, in each orbit, beside those in samples of a null model.
    fn local_significance<'py>(
        &self,
        py: Python<'py>,
        sought: Sought<'py>,
        null: NullSamples,
        job: Job,
    ) -> PyResult<LocalBeside<'py>> {
        let (pattern, matching) = meant(&sought)?;
        self.beside_null_at_vertices(
            py,
            move || Ok(LocalStatistic::pattern(&pattern, matching)),
            true,
            null,
            job,
        )
    }

    /// The graphlet degrees of the vertices beside those in samples of a null model.
    fn graphlet_significance<'py>(
        &self,
        py: Python<'py>,
        k: usize,
        null: NullSamples,
        job: Job,
    ) -> PyResult<LocalBeside<'py>> {
        self.beside_null_at_vertices(py, move || LocalStatistic::graphlets(k), false, null, job)
    }

    /// The directed graphlet degrees of the vertices beside those in samples of a null model; those in which arcs lead
    /// both ways between two vertices only if they are asked for.
    fn directed_graphlet_significance<'py>(
        &self,
        py: Python<'py>,
        k: usize,
        mutual: bool,
        null: NullSamples,
        job: Job,
    ) -> PyResult<LocalBeside<'py>> {
        let statistic = move || LocalStatistic::directed_graphlets(k, mutual);
        self.beside_null_at_vertices(py, statistic, true, null, job)
    }
}

impl NativeGraph {
    fn beside_null_at_vertices<'py>(
        &self,
        py: Python<'py>,
        statistic: impl FnOnce() -> Result<LocalStatistic, MineError> + Send + 'static,
        looks_at_attributes: bool,
        null: NullSamples,
        job: Job,
    ) -> PyResult<LocalBeside<'py>> {
        let (options, wanted) = (null.options_at_vertices()?, null.samples);
        let (placed, graph) = (self.on(py, &job.wanted())?, self.graph.clone());
        let (tables, samples, mixing) = job.begin()?.run(py, move |context| -> Result<_, MineError> {
            let (statistic, options) = (statistic()?, options.context(context.clone()));
            let (graph, team) = (like(&graph, &options, looks_at_attributes)?, placed.team());
            let mut sums = LocalSums::of_graph(&statistic, &placed, context)?;
            let sampler = NullSampler::new(&graph, team.clone(), &options)?;
            let sampling = Sampling { statistic: &statistic, ensemble: &sampler, team, samples: wanted };
            sampling.add_to(graph.csr(), &mut sums, context)?;
            let figures = sums.judged().into_iter().map(|judged| judged.iter().flat_map(figures).collect());
            let named = statistic.names().map(str::to_owned).zip(sums.counts().to_vec());
            let tables: Vec<(_, Vec<f64>)> = named.zip(figures).collect();
            Ok((tables, sums.samples(), mixed(sampler.mixing())))
        })?;
        let judged = |((name, local), figures)| judged_table(py, name, local, figures);
        Ok((tables.into_iter().map(judged).collect::<PyResult<_>>()?, samples, mixing))
    }
}

fn figures(judged: &LocalJudged) -> [f64; FIGURES] {
    let LocalJudged { spread, z, p, q, .. } = *judged;
    [spread.mean, spread.deviation, z.unwrap_or(f64::NAN), p, q]
}

fn judged_table(
    py: Python<'_>,
    name: String,
    local: LocalCounts,
    figures: Vec<f64>,
) -> PyResult<JudgedTable<'_>> {
    let orbits = local.orbits.len();
    let shape = (local.counts.len() / orbits, orbits, FIGURES);
    let figures = Array3::from_shape_vec(shape, figures).map_err(misuse)?;
    Ok((name, table(py, local)?, figures.into_pyarray(py)))
}
