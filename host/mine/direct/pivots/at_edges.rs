//! Cliques of a size at each edge.

use super::super::form_edges::FormEdges;
use super::super::session::Session;
use super::local_bins::Places;
use crate::MineError;
use crate::counts::Counts;

impl Session<'_> {
    /// How many cliques of `k >= 3` vertices there are, how many each edge of the form is in, by their numbers, and these.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop; [`MineError::LocalCountOverflow`] if there
    /// are 2^128 cliques or more.
    pub fn cliques_at_edges(&mut self, k: u32) -> Result<(u128, Counts, FormEdges), MineError> {
        let all = self.local_cliques(k)?;
        let counts = self.cliques_at(Places::Edges, k, all)?;
        Ok((all, counts, self.form_edges()?))
    }
}
