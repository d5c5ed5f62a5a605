//! What the count at a vertex and those of the samples tell.

use super::judged::occurs;
use crate::statistics::Spread;

/// A count at a vertex, of an orbit, beside those at the same vertex in the samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalJudged {
    /// The count in the graph.
    pub count: u128,
    /// The mean and the deviation of the counts in the samples.
    pub spread: Spread,
    /// By how many deviations the count is above the mean; none where it never varies.
    pub z: Option<f64>,
    /// The chance of a count so large: `(r + 1) / (n + 1)`, where `r` of `n` samples have it.
    pub p: f64,
    /// At which rate of false discoveries among all vertices at which the orbit occurs, in the graph or in a sample,
    /// this is one.
    pub q: f64,
}

impl LocalJudged {
    /// How many numbers these are.
    pub(super) const FIGURES: usize = 6;

    /// Whether the vertex is in a match, of the graph or of a sample.
    pub fn occurs(&self) -> bool {
        occurs(self.count, self.spread)
    }
}
