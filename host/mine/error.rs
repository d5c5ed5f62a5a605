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
    /// The count passes 128 bits.
    #[error("there are more than 2^128 embeddings: the count does not fit in 128 bits")]
    CountOverflow,
}
