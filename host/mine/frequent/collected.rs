//! Patterns that are kept until the search is over.

use serde::{Deserialize, Serialize};

use super::FrequentSubgraph;
use crate::dfs_code::{Kinds, Step};
use crate::transactions::collect::Collected;

/// A pattern of one graph that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectedSubgraph {
    /// Its minimum DFS code.
    pub code: Vec<Step>,
    /// Its support, or what that is at least.
    pub support: u32,
    /// Whether the support is exact.
    pub exact: bool,
    /// For each vertex its images, ascending, if they were asked for.
    pub images: Option<Vec<Vec<u32>>>,
}

impl From<FrequentSubgraph<'_>> for CollectedSubgraph {
    fn from(found: FrequentSubgraph<'_>) -> CollectedSubgraph {
        let FrequentSubgraph { code, support, exact, images, .. } = found;
        CollectedSubgraph { code: code.to_vec(), support, exact, images: images.map(|images| images.all()) }
    }
}

impl Collected for CollectedSubgraph {
    fn code(&self) -> &[Step] {
        &self.code
    }

    fn support(&self) -> u32 {
        self.support
    }
}

impl CollectedSubgraph {
    /// Its vertices.
    pub fn vertices(&self) -> usize {
        self.code.iter().filter(|step| step.is_forward()).count() + 1
    }

    /// The number of the label of each vertex.
    pub fn labels(&self, kinds: &Kinds) -> Vec<u32> {
        crate::transactions::vertex_labels(kinds, &self.code)
    }
}
