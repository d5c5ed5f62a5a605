//! Where samples come from.

use crate::MineError;
use crate::graph::Graph;

/// Graphs that a null model draws like another graph.
pub trait Ensemble: Sync {
    /// Sample number `index`: always the same graph, whoever asks and whenever.
    ///
    /// # Errors
    /// When it cannot be made.
    fn sample(&self, index: u64) -> Result<Graph, MineError>;
}

impl<F: Fn(u64) -> Result<Graph, MineError> + Sync> Ensemble for F {
    fn sample(&self, index: u64) -> Result<Graph, MineError> {
        self(index)
    }
}
