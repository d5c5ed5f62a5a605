//! Why there is no plan.

use thiserror::Error;

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// The plan has more set operations than kernels take.
    #[error("the plan needs {needed} set operations; the kernels take {most}")]
    Operations {
        /// How many it has.
        needed: usize,
        /// How many there may be.
        most: usize,
    },
    /// The plan has more buffers than kernels take.
    #[error("the plan needs {needed} buffers; the kernels take {most}")]
    Buffers {
        /// How many it has.
        needed: usize,
        /// How many there may be.
        most: usize,
    },
    /// The pattern has more vertices than kernels take.
    #[error("the plan walks {walked} vertices; the kernels take {most}")]
    Vertices {
        /// How many it walks.
        walked: usize,
        /// How many there may be.
        most: usize,
    },
    /// The pattern asks for more than edges.
    #[error(
        "`{pattern}` asks for labels, directions or absence, which are planned with the graph's labels at hand"
    )]
    NotPlain {
        /// The pattern, in the pattern language.
        pattern: String,
    },
    /// No matching order can be walked.
    #[error("no matching order of `{pattern}` can be walked")]
    NoOrder {
        /// The pattern, as edge text.
        pattern: String,
    },
}
