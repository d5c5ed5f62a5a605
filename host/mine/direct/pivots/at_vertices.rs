//! Cliques of a size at each vertex.

use std::ops::RangeInclusive;

use super::super::session::Session;
use super::local_bins::Places;
use crate::MineError;
use crate::counts::Counts;

/// The sizes of cliques that are counted at vertices without pivots, where there are many lanes.
const WITHOUT_PIVOTS: RangeInclusive<u32> = 4..=5;

impl Session<'_> {
    /// Whether cliques of `k` vertices are counted at the vertices from the matrices of the roots alone: a card goes over a matrix faster than it searches.
    pub fn needs_no_pivots(&self, k: u32) -> bool {
        WITHOUT_PIVOTS.contains(&k) && !self.device().is_scalar()
    }

    /// How many cliques of `k >= 3` vertices there are, and how many each vertex of the form is in.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop; [`MineError::LocalCountOverflow`] if there
    /// are 2^128 cliques or more.
    pub fn cliques_at_vertices(&mut self, k: u32) -> Result<(u128, Counts), MineError> {
        let all = self.local_cliques(k)?;
        let thrice_fits = all <= u128::from(u64::MAX / 3);
        if all > 0 && self.needs_no_pivots(k) && thrice_fits {
            let thrice = self.small_cliques_at_vertices(k)?;
            return Ok((all, Counts::Narrow(thrice.into_iter().map(|thrice| thrice / 3).collect())));
        }
        Ok((all, self.cliques_at(Places::Vertices, k, all)?))
    }
}
