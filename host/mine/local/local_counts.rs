//! What local counts are.

use crate::Seconds;
use crate::at::Orbits;
use crate::counts::Counts;

/// Counts at each vertex, or at each edge, for each orbit.
#[derive(Clone, Debug)]
pub struct LocalCounts {
    /// The orbits.
    pub orbits: Orbits,
    /// For each vertex, or edge, its counts: one for each orbit. Edges `u < v` go by `u`, then by `v`.
    pub counts: Counts,
    /// All matches.
    pub matches: u128,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl LocalCounts {
    /// The counts of each vertex, or edge.
    pub fn rows(
        &self,
    ) -> impl ExactSizeIterator<Item = impl ExactSizeIterator<Item = u128> + Clone + use<'_>> + Clone + use<'_>
    {
        (0..self.counts.len() / self.orbits.len()).map(|row| self.row(row))
    }

    /// The counts of a vertex, or an edge.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = u128> + Clone + use<'_> {
        let width = self.orbits.len();
        (row * width..(row + 1) * width).map(|place| self.counts.get(place))
    }
}

/// How many matches hold an anchor.
#[derive(Clone, Copy, Debug)]
pub struct Anchored {
    /// The matches.
    pub count: u128,
    /// How long the parts took.
    pub seconds: Seconds,
}
