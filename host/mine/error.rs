//! What can go wrong in a job.

use crate::plan::PlanError;
use crate::runtime::RuntimeError;

/// An error of a job.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MineError {
    /// The pattern cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The device failed, or its memory budget is too small.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// Motifs of a size that is not served.
    #[error("motifs of {k} vertices are not counted: ask for 3 to 6. Larger patterns are counted one by one")]
    MotifSize {
        /// The vertices asked for.
        k: usize,
    },
    /// Cliques of a size that is not served.
    #[error("cliques of {k} vertices are not counted: ask for 2 to {most}", most = super::cliques::LARGEST)]
    CliqueSize {
        /// The vertices asked for.
        k: u32,
    },
    /// The count passes 128 bits.
    #[error("there are more than 2^128 embeddings: the count does not fit in 128 bits")]
    CountOverflow,
}
