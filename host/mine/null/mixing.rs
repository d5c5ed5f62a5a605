//! How far switchings have come from the graph that they started from.

use serde::Serialize;

/// How far a pilot sample came from its start, round after round.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Mixing {
    /// How many rounds of switchings each sample has.
    pub rounds: u32,
    /// How many switchings were tried in the pilot for each edge.
    pub switches_per_edge: f64,
    /// What part of the switchings that were tried in the pilot was accepted.
    pub accepted: f64,
    /// The fraction of the graph's edges that the pilot still has, after some rounds each: of the start first, which
    /// is 1.
    pub left: Vec<f64>,
    /// Whether that fraction had stopped falling before the end.
    pub is_mixed: bool,
}

impl Mixing {
    /// The fraction of the graph's edges that the pilot has at the end.
    pub fn left_at_end(&self) -> f64 {
        self.left.last().copied().unwrap_or(1.0)
    }
}
