//! What is compared of many graphs: small ones are counted side by side.

use std::borrow::Borrow;

use super::{GraphletSignature, Measure};
use crate::graph::Graph;
use crate::list::ListOptions;
use crate::runtime::Team;
use crate::side_by_side::{self, SideBySide};
use crate::significance::{LocalStatistic, SampleStatistic};
use crate::{MineError, Placed, Target};

/// What is compared of each of these graphs by a measure, by a device or a team. Small graphs that follow each other are
/// counted as one, as long as they fit together: the first of them has the time of all.
///
/// # Errors
/// As those of [`Placed::graphlet_signature`].
pub fn graphlet_signatures<G: Borrow<Graph>>(
    graphs: &[G],
    measure: Measure,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<Vec<GraphletSignature>, MineError> {
    let team = team.into();
    let statistic = match measure.is_directed() {
        true => LocalStatistic::directed_graphlets(measure.vertices(), true)?,
        false => LocalStatistic::graphlets(measure.vertices())?,
    };
    let mut signatures = Vec::with_capacity(graphs.len());
    for group in groups(graphs, &statistic) {
        if group.len() > 1 {
            match together(group, measure, &team, options) {
                Err(failure) if failure.is_lack_of_memory() => {}
                counted => {
                    signatures.extend(counted?);
                    continue;
                }
            }
        }
        for graph in group {
            let graph = graph.borrow();
            let target: Target<'_> = if measure.is_directed() { graph.into() } else { graph.csr().into() };
            signatures.push(Placed::new(target, team.clone()).graphlet_signature(measure, options)?);
        }
    }
    Ok(signatures)
}

fn together<G: Borrow<Graph>>(
    graphs: &[G],
    measure: Measure,
    team: &Team,
    options: &ListOptions,
) -> Result<Vec<GraphletSignature>, MineError> {
    let SideBySide { graph, parts } = SideBySide::of(graphs, measure.is_directed());
    Placed::new(&graph, team.clone()).signatures_of_parts(&parts, measure, options)
}

/// Graphs that are counted together, in their order.
fn groups<'g, G: Borrow<Graph>>(graphs: &'g [G], statistic: &LocalStatistic) -> Vec<&'g [G]> {
    let (mut groups, mut start, mut taken) = (Vec::new(), 0, 0.0);
    for (at, graph) in graphs.iter().enumerate() {
        let csr = graph.borrow().csr();
        let fitting = side_by_side::batch(csr, statistic.counts_of_vertex(), statistic.numbers_of_vertex());
        // Of the room for a group.
        let share = 1.0 / fitting.max(1) as f64;
        if at > start && taken + share > 1.0 {
            groups.push(&graphs[start..at]);
            (start, taken) = (at, 0.0);
        }
        taken += share;
    }
    groups.push(&graphs[start..]);
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Csr;

    #[test]
    fn what_is_too_much_together_is_apart() {
        // Of 73 orbits each.
        let graphs = [10, 20, 600_000, 30, 300_000, 40].map(|n| Graph::from(Csr::from_edges(n, &[(0, 1)])));
        let groups = groups(&graphs, &LocalStatistic::graphlets(5).unwrap());
        assert_eq!(groups.iter().map(|group| group.len()).collect::<Vec<_>>(), [2, 1, 3]);
    }
}
