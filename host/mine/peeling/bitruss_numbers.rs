//! Bitruss numbers.

use super::truss_numbers::edges_from;
use crate::direct::PeeledBy;
use crate::graph::Csr;
use crate::runtime::Team;
use crate::{Context, MineError, Placed, Seconds};

/// The bitruss number of each edge.
///
/// The `k`-bitruss is the largest subgraph all of whose edges are in `k` of its butterflies at least; the bitruss
/// number of an edge is the largest `k` whose bitruss has it, and 0 for one in no butterfly (Zou 2016). Butterflies are
/// 4-cycles, so the graph need not have two sides.
#[derive(Clone, Debug)]
pub struct Bitrusses {
    /// For each edge its bitruss number. Edges `u < v` go by `u`, then by `v`.
    pub numbers: Vec<u32>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Bitrusses {
    /// The largest bitruss number; 0 if there is no edge.
    pub fn largest(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// How many edges have each bitruss number that some have, rising.
    pub fn sizes(&self) -> Vec<(u32, u64)> {
        let mut sorted = self.numbers.clone();
        sorted.sort_unstable();
        sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect()
    }

    /// The edges of the `k`-bitruss of `graph`, which they are the bitruss numbers of.
    pub fn bitruss(&self, graph: &Csr, k: u32) -> Vec<[u32; 2]> {
        edges_from(graph, &self.numbers, k)
    }
}

impl Placed {
    /// The bitruss number of each edge, by rounds of peeling. Labels and directions are not looked at.
    ///
    /// # Errors
    /// [`MineError::TooManyEdges`], [`MineError::TooManyButterflies`]; when the device fails or its memory is too
    /// small, or the job is to stop.
    pub fn bitrusses(&self, context: &Context) -> Result<Bitrusses, MineError> {
        let (numbers, seconds) = self.edge_levels(PeeledBy::Butterflies, context)?;
        Ok(Bitrusses { numbers, seconds })
    }
}

/// The bitruss number of each edge of `graph`, by a device or a team.
///
/// # Errors
/// [`MineError::TooManyEdges`], [`MineError::TooManyButterflies`]; when the device fails or its memory is too small, or
/// the job is to stop.
pub fn bitrusses(graph: &Csr, team: impl Into<Team>, context: &Context) -> Result<Bitrusses, MineError> {
    Placed::new(graph, team).bitrusses(context)
}
