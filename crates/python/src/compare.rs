//! Networks compared by their graphlets.

use std::sync::Arc;

use motherlode::graph::Graph;
use motherlode::mine::MineError;
use motherlode::mine::compare::{
    GraphletCorrelations, GraphletSignature, Measure, compared, graphlet_signatures,
};
use motherlode::mine::list::ListOptions;
use pyo3::prelude::*;

use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::one_of;
use crate::teams::team;

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
    let team = py.detach(|| team(&wanted))?;
    let graphs: Vec<Arc<Graph>> = graphs.iter().map(|graph| graph.graph.clone()).collect();
    job.begin()?.run(py, move |context| -> Result<_, MineError> {
        let options = ListOptions::default().context(context.clone());
        let signatures = graphlet_signatures(&graphs, measure, team, &options)?;
        let correlations = signatures.iter().filter_map(GraphletSignature::correlations);
        let told =
            |GraphletCorrelations { orbits, rows }: &GraphletCorrelations| (orbits.clone(), rows.clone());
        Ok((compared(&signatures), correlations.map(told).collect()))
    })
}
