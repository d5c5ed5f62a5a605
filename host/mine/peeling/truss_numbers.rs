//! Truss numbers.

use motherlode_device::Kernel;
use motherlode_device::kernels::cycles::count::Edge4Cycles;
use motherlode_device::kernels::trusses::start::StartTrusses;
use rayon::prelude::*;

use super::sizes;
use crate::at::{At, Edges};
use crate::clock::Clock;
use crate::direct::{PeeledBy, Session};
use crate::graph::Csr;
use crate::run::Run;
use crate::runtime::Team;
use crate::strategy::{EDGES, TRIANGLES};
use crate::{Context, Launches, MineError, Placed, Seconds};

/// The truss number of each edge.
///
/// The `k`-truss is the largest subgraph all of whose edges are in `k - 2` triangles of it at least; the truss number
/// of an edge is the largest `k` whose truss has it, and 2 for one in no triangle (Cohen 2008).
#[derive(Clone, Debug)]
pub struct Trusses {
    /// For each edge its truss number. Edges `u < v` go by `u`, then by `v`.
    pub numbers: Vec<u32>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Trusses {
    /// The largest truss number; 0 if there is no edge.
    pub fn largest(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// How many edges have each truss number, from 0 to the largest.
    pub fn sizes(&self) -> Vec<u64> {
        sizes(&self.numbers)
    }

    /// The edges of the `k`-truss of `graph`, which they are the truss numbers of.
    pub fn truss(&self, graph: &Csr, k: u32) -> Vec<[u32; 2]> {
        edges_from(graph, &self.numbers, k)
    }
}

impl Launches<'_> {
    /// Truss numbers.
    pub const TRUSSES: Launches<'static> = Launches::Always(&[&[TRIANGLES, EDGES, StartTrusses::FAMILY]]);
    /// Bitruss numbers.
    pub const BITRUSSES: Launches<'static> =
        Launches::Always(&[&[EDGES, Edge4Cycles::FAMILY, StartTrusses::FAMILY]]);
}

impl Placed {
    /// The truss number of each edge, by rounds of peeling (Kabir and Madduri 2017). Labels and directions are not
    /// looked at.
    ///
    /// # Errors
    /// [`MineError::TooManyEdges`]; when the device fails or its memory is too small, or the job is to stop.
    pub fn trusses(&self, context: &Context) -> Result<Trusses, MineError> {
        let (mut numbers, seconds) = self.edge_levels(PeeledBy::Triangles, context)?;
        numbers.par_iter_mut().for_each(|level| *level += 2);
        Ok(Trusses { numbers, seconds })
    }

    /// The level at which each edge of the graph leaves, in their order, and how long the parts took.
    pub(super) fn edge_levels(
        &self,
        by: PeeledBy,
        context: &Context,
    ) -> Result<(Vec<u32>, Seconds), MineError> {
        self.on_whoever_is_left(context, |placed| {
            let clock = Clock::default();
            let known = clock.prepare(|| placed.known(0));
            let mut session = Session::new(&known, Run { context, clock: &clock })?;
            let levels = session.truss_levels(by)?;
            Ok((levels, clock.seconds()))
        })
    }
}

/// The edges of `graph` whose numbers are `k` at least: of truss numbers the `k`-truss, of bitruss numbers the
/// `k`-bitruss.
pub fn edges_from(graph: &Csr, numbers: &[u32], k: u32) -> Vec<[u32; 2]> {
    let edges = Edges::places(graph).into_iter().zip(numbers);
    edges.filter(|&(_, &number)| number >= k).map(|(edge, _)| edge).collect()
}

/// The truss number of each edge of `graph`, by a device or a team.
///
/// # Errors
/// [`MineError::TooManyEdges`]; when the device fails or its memory is too small, or the job is to stop.
pub fn trusses(graph: &Csr, team: impl Into<Team>, context: &Context) -> Result<Trusses, MineError> {
    Placed::new(graph, team).trusses(context)
}
