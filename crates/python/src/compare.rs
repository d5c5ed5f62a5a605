//! Networks compared by their graphlets.

use motherlode::mine::compare::{GraphletCorrelations, GraphletSignature, Measure, compared};
use motherlode::mine::list::ListOptions;
use motherlode::mine::{MineError, Placed};
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::one_of;

/// The orbits, and a row of correlations for each.
type Correlations = (Vec<String>, Vec<Vec<f64>>);

/// A row for each graph, and the correlations in each; none of these where the measure is of distributions.
type GraphsCompared = (Vec<Vec<f64>>, Vec<Correlations>);

/// How alike each two graphs are in their graphlets.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    graphs: Vec<PyRef<'_, NativeGraph>>,
    measure_name: &str,
    job: Job,
) -> PyResult<GraphsCompared> {
    let measure = one_of("measure", measure_name, &Measure::ALL.map(|measure| (measure.name(), measure)))?;
    let wanted = job.wanted();
    let placed = graphs.iter().map(|graph| graph.on(py, &wanted)).collect::<PyResult<Vec<Placed>>>()?;
    job.begin()?.run(py, move |context| -> Result<_, MineError> {
        let options = ListOptions::default().context(context.clone());
        let sign = |placed: &Placed| placed.graphlet_signature(measure, &options);
        let signatures = placed.iter().map(sign).collect::<Result<Vec<GraphletSignature>, _>>()?;
        let correlations = signatures.iter().filter_map(GraphletSignature::correlations);
        let told =
            |GraphletCorrelations { orbits, rows }: &GraphletCorrelations| (orbits.clone(), rows.clone());
        Ok((compared(&signatures), correlations.map(told).collect()))
    })
}
