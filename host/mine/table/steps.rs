//! From a pattern to the steps that extend rows to its matches.

use motherlode_device::kernels::table::{ExtensionStep, MAX_LEVELS, NONE};

use super::TableError;
use crate::graph::GraphStats;
use crate::graph::attributes::Dictionary;
use crate::pattern::{Link, LinkKind, Pattern, Vertex};
use crate::plan::{Induced, Matching, PlanOptions, Restriction, plan};
use crate::{AttributeMismatch, MineError};

/// How rows become the matches of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowSteps {
    /// The matching order: by place of a row, the pattern's vertex.
    pub order: Vec<usize>,
    /// The label of the first vertex, or [`NONE`].
    pub first_label: u32,
    /// What each vertex after the first must be.
    pub steps: Vec<ExtensionStep>,
}

impl RowSteps {
    /// The steps for the subgraphs that match `pattern`, each once, on a graph with these statistics and labels.
    ///
    /// Patterns without labels have the order and the restrictions of their plan; with labels, the order in which each
    /// vertex has the most neighbours before it, and restrictions by a chain of stabilisers (Grochow and Kellis 2007,
    /// "Network motif discovery using subgraph enumeration and symmetry-breaking").
    ///
    /// # Errors
    /// When the pattern has directions, labels of edges, absence or several labels of a vertex, or is too large; a
    /// label that the graph does not have is an error, too.
    pub fn of(
        pattern: &Pattern,
        induced: Induced,
        stats: &GraphStats,
        labels: Option<&Dictionary>,
    ) -> Result<RowSteps, MineError> {
        let codes = label_codes(pattern, labels)?;
        let (order, restrictions) = if pattern.is_plain() {
            let matching = Matching { induced, ..Matching::default() };
            let plan = plan(pattern, PlanOptions::listing(matching), stats)?;
            (plan.order, plan.restrictions)
        } else {
            let order = connected_order(pattern);
            let restrictions = restrictions(pattern, &order);
            (order, restrictions)
        };
        let step = |level: usize| step(pattern, induced, &order, &restrictions, level, &codes);
        let steps = (1..order.len()).map(step).collect();
        Ok(RowSteps { first_label: codes[order[0]], steps, order })
    }
}

/// By vertex of the pattern, the code of its label, or [`NONE`].
fn label_codes(pattern: &Pattern, labels: Option<&Dictionary>) -> Result<Vec<u32>, MineError> {
    let refused = || TableError::Pattern { pattern: pattern.to_string() };
    let plain = |link: &Link| link.kind == LinkKind::Edge && link.labels.is_empty();
    let vertices = pattern.all_vertices();
    if vertices.len() != pattern.vertices()
        || pattern.has_conditions()
        || vertices.len() > MAX_LEVELS
        || !pattern.links().iter().all(plain)
    {
        return Err(refused().into());
    }
    let code = |vertex: &Vertex| match (&vertex.labels[..], labels) {
        ([], _) => Ok(NONE),
        ([label], Some(names)) => match names.code(label) {
            Some(code) => Ok(code + 1),
            None => Err(AttributeMismatch::unknown("vertex", label, names).into()),
        },
        ([label], None) => Err(AttributeMismatch::NoLabels { of: "vertex", label: label.clone() }.into()),
        _ => Err(refused().into()),
    };
    vertices.iter().map(code).collect()
}

/// The vertices of a pattern, each with the most neighbours among those before it; of several the one of the highest
/// degree.
fn connected_order(pattern: &Pattern) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut chosen = 0u32;
    while order.len() < pattern.vertices() {
        let left = (0..pattern.vertices()).filter(|v| chosen >> v & 1 == 0);
        let best = left.max_by_key(|&v| {
            let neighbors = pattern.neighbors(v);
            ((neighbors & chosen).count_ones(), neighbors.count_ones(), std::cmp::Reverse(v))
        });
        let Some(best) = best else { break };
        order.push(best);
        chosen |= 1 << best;
    }
    order
}

/// Restrictions of which each subgraph keeps one of its embeddings: each vertex of the order is the smallest of those
/// to which the automorphisms take it that leave the vertices before it where they are.
fn restrictions(pattern: &Pattern, order: &[usize]) -> Vec<Restriction> {
    let mut group = pattern.automorphisms();
    let mut found = Vec::new();
    for &smaller in order {
        let orbit = group.orbit(smaller) & !(1 << smaller);
        let others = (0..pattern.vertices()).filter(|v| orbit >> v & 1 == 1);
        found.extend(others.map(|greater| Restriction { smaller, greater }));
        group = group.stabilizer(smaller);
    }
    found
}

/// What the vertex at `level` of the order must be.
fn step(
    pattern: &Pattern,
    induced: Induced,
    order: &[usize],
    restrictions: &[Restriction],
    level: usize,
    labels: &[u32],
) -> ExtensionStep {
    let new = order[level];
    let places = |asked: &dyn Fn(usize) -> bool| {
        (0..level).filter(|&place| asked(order[place])).fold(0, |mask, place| mask | 1u32 << place)
    };
    let restricted =
        |smaller: usize, greater: usize| restrictions.contains(&Restriction { smaller, greater });
    let adjacent = places(&|old| pattern.adjacent(old, new));
    let above = places(&|old| restricted(old, new));
    let below = places(&|old| restricted(new, old));
    let all = (1 << level) - 1;
    ExtensionStep {
        adjacent,
        absent: if induced == Induced::Vertex { all & !adjacent } else { 0 },
        above,
        below,
        different: all & !(adjacent | above | below),
        label: labels[new],
    }
}
