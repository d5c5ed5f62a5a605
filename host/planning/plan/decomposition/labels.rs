//! How much of a graph has which labels, from counts: what the cost model knows of them.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::graph::attributes::{EdgeAttributes, VertexLabels};
use crate::graph::{Attributes, Csr};
use crate::pattern::structure::Rule;
use crate::plan::query::{Query, Selectivities};

/// The labels and directions of a graph, for planning.
#[derive(Clone, Debug)]
pub struct LabelStats {
    directed: bool,
    single: bool,
    single_edges: bool,
    /// By label, the share of the vertices that have it, and of all neighbours in all lists; `None` where it is
    /// assumed.
    vertices: Option<HashMap<String, [f64; 2]>>,
    /// By label, the share of the neighbours to which such an arc, or edge, leads.
    edges: Option<HashMap<String, f64>>,
    /// The share of the neighbours to which any arc leads.
    arcs: f64,
}

impl LabelStats {
    /// What is assumed where there is no graph, as the planner does.
    pub fn assumed() -> LabelStats {
        LabelStats {
            directed: true,
            single: true,
            single_edges: true,
            vertices: None,
            edges: None,
            arcs: 0.5,
        }
    }

    /// The labels and directions of a graph, if it has any.
    pub fn of(graph: &Csr, attributes: Option<&Attributes>) -> LabelStats {
        let (vertices, edges) = (
            attributes.and_then(|attributes| attributes.vertices.as_ref()),
            attributes.and_then(|attributes| attributes.edges.as_deref()),
        );
        let is_single = |labels: &VertexLabels| labels.offsets.windows(2).all(|pair| pair[1] - pair[0] < 2);
        let (by_label, arcs) = edges.map(edge_shares).unwrap_or_default();
        LabelStats {
            directed: attributes.is_some_and(Attributes::is_directed),
            single: vertices.is_none_or(is_single),
            single_edges: edges.is_none_or(|edges| edges.labels.sets().is_empty()),
            vertices: Some(vertices.map(|labels| vertex_shares(graph, labels)).unwrap_or_default()),
            edges: Some(by_label),
            arcs,
        }
    }

    /// Whether edges have directions.
    pub(super) fn is_directed(&self) -> bool {
        self.directed
    }

    /// Whether no vertex has two labels.
    pub(super) fn is_single(&self) -> bool {
        self.single
    }

    /// Whether no edge has two labels.
    pub(super) fn has_single_edges(&self) -> bool {
        self.single_edges
    }

    /// The share of the vertices that have one of these labels, and of all neighbours in all lists; all, if there are
    /// none.
    pub(super) fn vertices(&self, labels: &[String]) -> [f64; 2] {
        if labels.is_empty() {
            return [1.0; 2];
        }
        let label = |label: &String| match &self.vertices {
            Some(shares) => shares.get(label).copied().unwrap_or_default(),
            None => [Selectivities::ASSUMED_LABEL; 2],
        };
        let sum =
            labels.iter().map(label).fold([0.0; 2], |sum, share| [sum[0] + share[0], sum[1] + share[1]]);
        sum.map(|share: f64| share.min(1.0))
    }

    /// The share of the neighbours to which an edge leads that obeys a rule.
    fn edges(&self, rule: &Rule) -> f64 {
        let labelled = |labels: &Vec<String>, any: f64| {
            let label = |label: &String| match &self.edges {
                Some(shares) => shares.get(label).copied().unwrap_or_default(),
                None => any * Selectivities::ASSUMED_LABEL,
            };
            if labels.is_empty() { any } else { labels.iter().map(label).sum::<f64>().min(1.0) }
        };
        let arc = |arc: &Option<Vec<String>>| arc.as_ref().map_or(1.0, |labels| labelled(labels, self.arcs));
        // With directions, an edge may have the label in one or the other.
        let ways = if self.directed { 2.0 } else { 1.0 };
        let edge = rule.edge.as_ref().map_or(1.0, |labels| (ways * labelled(labels, 1.0)).min(1.0));
        edge * arc(&rule.out) * arc(&rule.back)
    }

    /// What a query leaves of the vertices and neighbours, by their labels alone.
    #[doc(hidden)]
    pub fn shares(&self, query: &Query) -> Selectivities {
        Selectivities::by(query, |class| self.vertices(&class.labels), |rule| self.edges(rule))
    }
}

fn vertex_shares(graph: &Csr, labels: &VertexLabels) -> HashMap<String, [f64; 2]> {
    let mut sums = vec![[0u64; 2]; labels.labels.len()];
    for v in 0..graph.n() {
        for &code in labels.of(v) {
            sums[code as usize][0] += 1;
            sums[code as usize][1] += u64::from(graph.degree(v));
        }
    }
    let all = [u64::from(graph.n()), 2 * graph.edges()];
    let share = |[vertices, degrees]: [u64; 2]| [ratio(vertices, all[0]), ratio(degrees, all[1])];
    labels.labels.names().iter().cloned().zip(sums.into_iter().map(share)).collect()
}

/// By label, the share of the neighbours to which such an arc leads; and of those to which any does.
fn edge_shares(edges: &EdgeAttributes) -> (HashMap<String, f64>, f64) {
    const STRETCH: usize = 1 << 16;
    let labels = edges.labels.codes() as usize;
    // By number of labels, and then those without one.
    let count = |stretch: &[u32]| {
        let mut counts = vec![0u64; labels + 1];
        for &code in stretch.iter().filter(|&&code| code != crate::graph::attributes::NO_ARC) {
            counts[(code as usize).min(labels)] += 1;
        }
        counts
    };
    let add = |one: Vec<u64>, other: Vec<u64>| one.iter().zip(other).map(|(a, b)| a + b).collect();
    let counts: Vec<u64> = edges.out.par_chunks(STRETCH).map(count).reduce(|| vec![0; labels + 1], add);
    let (all, arcs) = (edges.out.len() as u64, counts.iter().sum());
    let mut of_label = vec![0; edges.labels.len()];
    for (code, count) in (0..).zip(counts) {
        edges.labels.labels_of(code).for_each(|label| of_label[label as usize] += count);
    }
    let shares = of_label.into_iter().map(|count| ratio(count, all));
    (edges.labels.names().iter().cloned().zip(shares).collect(), ratio(arcs, all))
}

fn ratio(part: u64, all: u64) -> f64 {
    part as f64 / all.max(1) as f64
}
