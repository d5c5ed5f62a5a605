//! What errors of jobs blame: which exit code the command ends with, and which exception Python raises, go by that.

use super::{ColourError, MineError};
use crate::runtime::RuntimeError;

/// What an error blames.
#[doc(hidden)]
pub enum Blame<'e> {
    /// A device, or its memory.
    Device(&'e RuntimeError),
    /// The pattern.
    Pattern,
    /// Labels, properties or directions, which the graph does not have.
    Labels,
    /// An argument by itself.
    Argument,
    /// What was asked for, though each argument is right: it is not served, or not of this graph.
    Request,
    /// Nothing that was known before: the job has come to more than it can hold, or failed.
    Job,
}

impl MineError {
    /// What it blames. A new error has its place here.
    #[doc(hidden)]
    pub fn blames(&self) -> Blame<'_> {
        match self {
            MineError::Runtime(error) => Blame::Device(error),
            MineError::LeftOut(error) => Blame::Device(error),
            MineError::Plan(_) => Blame::Pattern,
            MineError::Coloured(ColourError::Size { .. })
            | MineError::Weight(_)
            | MineError::MotifSize { .. }
            | MineError::DirectedMotifSize { .. }
            | MineError::DirectedGraphletSize { .. }
            | MineError::CliqueSize { .. }
            | MineError::BicliqueSize { .. }
            | MineError::GraphletSize { .. } => Blame::Argument,
            MineError::Attributes(_) | MineError::Coloured(_) => Blame::Labels,
            MineError::Null(_) | MineError::SampleTooLarge { .. } | MineError::NotAnalyzed { .. } => {
                Blame::Request
            }
            MineError::NeitherFits { .. }
            | MineError::TooManyTasks { .. }
            | MineError::TooManyEdges { .. }
            | MineError::TooManyTriangles { .. }
            | MineError::TooDeep
            | MineError::TooManySizes { .. }
            | MineError::TooManyButterflies { .. }
            | MineError::NoClique { .. }
            | MineError::ListTooLong
            | MineError::SampleNotFound { .. }
            | MineError::TooManyEmbeddings
            | MineError::TooManyArcs
            | MineError::OtherSearch
            | MineError::Output(_)
            | MineError::Table(_)
            | MineError::CountOverflow
            | MineError::LocalCountOverflow => Blame::Job,
        }
    }
}
