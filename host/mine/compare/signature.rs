//! What is compared of a graph.

use std::ops::Range;

use super::correlations::GraphletCorrelations;
use super::distributions::Distributions;
use super::{Measure, symmetric};
use crate::list::ListOptions;
use crate::local::Graphlet;
use crate::runtime::Team;
use crate::{MineError, Placed, Seconds, Target};

/// What is compared of a graph by a measure: made once, whatever the graph is compared with.
#[derive(Clone, Debug)]
pub struct GraphletSignature {
    measure: Measure,
    of_graph: OfGraph,
    /// How long it took to count.
    pub seconds: Seconds,
}

#[derive(Clone, Debug)]
enum OfGraph {
    Correlations(GraphletCorrelations),
    Distributions(Distributions),
}

impl GraphletSignature {
    /// From the graphlet degrees of a graph, up to as many vertices as the measure looks at.
    fn of(measure: Measure, graphlets: &[Graphlet]) -> GraphletSignature {
        let of_graph = match measure {
            Measure::Gcd11 => OfGraph::Correlations(GraphletCorrelations::without_redundant(graphlets)),
            _ if measure.is_distance() => OfGraph::Correlations(GraphletCorrelations::of_all(graphlets)),
            _ => OfGraph::Distributions(Distributions::of(graphlets)),
        };
        GraphletSignature { measure, of_graph, seconds: seconds_of(graphlets) }
    }

    /// The correlations between orbits, if the measure is of them.
    pub fn correlations(&self) -> Option<&GraphletCorrelations> {
        match &self.of_graph {
            OfGraph::Correlations(correlations) => Some(correlations),
            OfGraph::Distributions(_) => None,
        }
    }

    /// The distance, or agreement, of two graphs.
    ///
    /// # Panics
    /// If they are of different measures.
    pub fn compared_with(&self, other: &GraphletSignature) -> f64 {
        assert_eq!(self.measure, other.measure, "signatures of one measure");
        match (&self.of_graph, &other.of_graph) {
            (OfGraph::Correlations(a), OfGraph::Correlations(b)) => a.distance(b),
            (OfGraph::Distributions(a), OfGraph::Distributions(b)) => match self.measure {
                Measure::GddaGeometric | Measure::DgddaGeometric => a.agreement_by_geometric_mean(b),
                _ => a.agreement(b),
            },
            _ => unreachable!("a measure has one kind of signature"),
        }
    }
}

fn seconds_of(graphlets: &[Graphlet]) -> Seconds {
    let mut seconds = Seconds::default();
    graphlets.iter().for_each(|graphlet| seconds += graphlet.local.seconds);
    seconds
}

/// The distance, or agreement, of each two graphs: a row for each.
///
/// # Panics
/// If they are of different measures.
pub fn compared(graphs: &[GraphletSignature]) -> Vec<Vec<f64>> {
    symmetric(graphs.len(), |a, b| graphs[a].compared_with(&graphs[b]))
}

impl Placed {
    /// What is compared of the graph by a measure. Labels are not looked at, nor are directions by measures that are
    /// not of directed graphlets.
    ///
    /// # Errors
    /// As those of [`graphlet_degrees`](Self::graphlet_degrees), or of
    /// [`directed_graphlet_degrees`](Self::directed_graphlet_degrees).
    pub fn graphlet_signature(
        &self,
        measure: Measure,
        options: &ListOptions,
    ) -> Result<GraphletSignature, MineError> {
        Ok(GraphletSignature::of(measure, &self.compared_graphlets(measure, options)?))
    }

    /// The same of each of these parts of the graph, between which there are no edges. The first has the time of all.
    pub(super) fn signatures_of_parts(
        &self,
        parts: &[Range<usize>],
        measure: Measure,
        options: &ListOptions,
    ) -> Result<Vec<GraphletSignature>, MineError> {
        let graphlets = self.compared_graphlets(measure, options)?;
        let of_part = |part: &Range<usize>| {
            let graphlets = graphlets.iter().map(|graphlet| graphlet.part(part.clone()));
            Ok(GraphletSignature::of(measure, &graphlets.collect::<Result<Vec<_>, MineError>>()?))
        };
        let mut signatures = parts.iter().map(of_part).collect::<Result<Vec<_>, MineError>>()?;
        if let Some(first) = signatures.first_mut() {
            first.seconds = seconds_of(&graphlets);
        }
        Ok(signatures)
    }

    /// The graphlets that a measure looks at.
    fn compared_graphlets(
        &self,
        measure: Measure,
        options: &ListOptions,
    ) -> Result<Vec<Graphlet>, MineError> {
        if !measure.is_directed() {
            return self.graphlet_degrees(measure.vertices(), options);
        }
        let mut graphlets = self.directed_graphlet_degrees(measure.vertices(), options)?;
        // The first, which has the time of all, stays.
        graphlets.retain(|graphlet| !(measure.is_without_mutual() && graphlet.has_mutual_pair()));
        Ok(graphlets)
    }
}

/// What is compared of `graph` by a measure, by a device or a team.
///
/// # Errors
/// As those of [`Placed::graphlet_signature`].
pub fn graphlet_signature<'g>(
    graph: impl Into<Target<'g>>,
    measure: Measure,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<GraphletSignature, MineError> {
    Placed::new(graph, team).graphlet_signature(measure, options)
}
