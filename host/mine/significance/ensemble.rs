//! Where samples come from.

use std::ops::Range;

use rayon::prelude::*;

use crate::MineError;
use crate::graph::Graph;
use crate::null::NullSampler;

/// Graphs that a null model draws like another graph.
pub trait Ensemble: Sync {
    /// Sample number `index`: always the same graph, whoever asks and whenever.
    ///
    /// # Errors
    /// When it cannot be made.
    fn sample(&self, index: u64) -> Result<Graph, MineError>;

    /// The samples of these numbers, made by all threads of the current pool, or on a device.
    ///
    /// # Errors
    /// When one cannot be made.
    fn samples(&self, indices: Range<u64>) -> Result<Vec<Graph>, MineError> {
        indices.into_par_iter().map(|index| self.sample(index)).collect()
    }
}

impl Ensemble for NullSampler {
    fn sample(&self, index: u64) -> Result<Graph, MineError> {
        NullSampler::sample(self, index)
    }

    fn samples(&self, indices: Range<u64>) -> Result<Vec<Graph>, MineError> {
        NullSampler::samples(self, indices)
    }
}

impl<F: Fn(u64) -> Result<Graph, MineError> + Sync> Ensemble for F {
    fn sample(&self, index: u64) -> Result<Graph, MineError> {
        self(index)
    }
}
