//! The 4-cliques with a fifth vertex at each vertex.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::motifs::fifths::{CLIQUE_SUMS, CliqueSumAtVertex, FifthsArgs, SumFifths};

use super::EdgeDraws;
use crate::MineError;
use crate::clock::Clock;
use crate::direct::merge::downloaded;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// At how many edge-induced matches of a 4-clique with a fifth vertex, or two, each vertex of a form is, in which role.
#[derive(Debug)]
pub(crate) struct FifthSums {
    /// What the kernel has added up, for each vertex.
    sums: Vec<u64>,
}

/// What is known of a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FifthPieces {
    /// The 4-cliques at it with a further vertex on another corner.
    pub on_another: i128,
    /// The 4-cliques at it with a further vertex on two other corners.
    pub on_two_others: i128,
    /// The 4-cliques at it with a further vertex on it and another corner.
    pub on_it_and_another: i128,
    /// The 4-cliques on two corners of which it is the further vertex.
    pub as_fifth_on_two: i128,
    /// The pairs of 4-cliques at it that share three corners, it among them.
    pub pairs: i128,
    /// The pairs of 4-cliques that share three corners, it not among them but in one of both.
    pub beside_pairs: i128,
}

impl FifthSums {
    /// What is known of a vertex of the form.
    pub fn at(&self, vertex: usize) -> FifthPieces {
        let sums = &self.sums[vertex * CLIQUE_SUMS..][..CLIQUE_SUMS];
        let sum = |sum: CliqueSumAtVertex| i128::from(sums[sum as usize]);
        FifthPieces {
            on_another: sum(CliqueSumAtVertex::ByDegree) / 2,
            on_two_others: sum(CliqueSumAtVertex::ByTriangles),
            on_it_and_another: sum(CliqueSumAtVertex::OnEdges),
            as_fifth_on_two: sum(CliqueSumAtVertex::Opposite),
            pairs: sum(CliqueSumAtVertex::Pairs),
            beside_pairs: sum(CliqueSumAtVertex::Others),
        }
    }
}

impl Session<'_> {
    /// The 4-cliques with a fifth vertex at each vertex. No sum may pass 64 bits: see
    /// [`SumFifths`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub fn fifth_sums(&mut self) -> Result<FifthSums, MineError> {
        // This also brings the lists of the edges' triangles, which the work below reads.
        let edges = Arc::new(self.sum_edge_triangles()?);
        let thirds = self.first.lists.as_ref().map_or(0, |lists| lists.thirds.len() as u64);
        let (counted, length) = (self.first.kept(), self.outline().n() as usize * CLIQUE_SUMS);
        let first = self.room(|session| FifthSumming::new(session.first.clone(), edges.clone()))?;
        let dealt = self.deal_with(first, |mut on: OnDevice, clock: &Clock| {
            on.get_lists(&counted, thirds, clock)?;
            let edges = on.device().copy_from(&edges)?;
            FifthSumming::new(on, Arc::new(edges))
        })?;
        let sums = dealt.workers.iter().map(|worker| &worker.sweep().sums);
        Ok(FifthSums { sums: self.run.clock.mine(|| downloaded(sums, length))? })
    }
}

/// Adds up what the kernel says of each vertex: a task is an edge.
struct FifthSumming {
    draws: EdgeDraws,
    grid: Grid,
    /// The sums at the edges.
    edges: Arc<Buffer<'static, u64>>,
    /// For each vertex, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
}

impl FifthSumming {
    fn new(on: OnDevice, edges: Arc<Buffer<'static, u64>>) -> Result<Swept<Self>, RuntimeError> {
        let draws = EdgeDraws::of(&on);
        let grid = draws.grid::<SumFifths>(&on)?;
        let sums = on.device().zeroed(on.outline().n() as usize * CLIQUE_SUMS)?;
        Swept::new(on, 0, FifthSumming { draws, grid, edges, sums })
    }
}

// SAFETY: there are sums for each vertex, zero at first, and the grid has the shared memory of such marks. The tasks
// are edges, whose lists and sums are there. Launches beside each other add by atomics. Who asks for sums has seen that none passes 64 bits.
unsafe impl Sweep for FifthSumming {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    fn draws(&self, _: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        self.draws.draws(tasks).into()
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        self.draws.at_once(on, self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = |triangles| FifthsArgs {
            triangles,
            degrees: lend.slice(on.oriented().degrees()),
            edges: lend.slice(&*self.edges),
            sums: lend.atomics(&self.sums),
        };
        self.draws.launch::<SumFifths>(on, lend, (share, 0), share.tasks.clone(), self.grid, args)
    }
}
