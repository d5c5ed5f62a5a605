//! The 4-cliques with a fifth vertex at each vertex.

use motherlode_device::kernels::motifs::fifths::{CLIQUE_SUMS, CliqueSumAtVertex, FifthsArgs, SumFifths};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::EDGES_A_DRAW;
use crate::MineError;
use crate::deal::deal;
use crate::direct::on_device::{OnDevice, WARPS};
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
        let edges = self.sum_edge_triangles()?;
        let mut work = self.room(|session| FifthSumming::new(session.first.clone(), edges))?;
        self.run.clock.mine(|| {
            deal(&mut work, self.run.context)?;
            Ok(FifthSums { sums: work.sweep().sums.download()? })
        })
    }
}

/// Adds up what the kernel says of each vertex: a task is an edge.
struct FifthSumming {
    marks: MarksShape,
    grid: Grid,
    /// The sums at the edges.
    edges: Buffer<'static, u64>,
    sums: Buffer<'static, u64>,
}

impl FifthSumming {
    fn new(on: OnDevice, edges: Buffer<'static, u64>) -> Result<Swept<Self>, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let marks = on.tuning.marks(outline.n(), 0);
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let draws = (outline.edges() as u64).div_ceil(u64::from(EDGES_A_DRAW));
        let grid = device.grid::<SumFifths>(WARPS, shared, draws)?;
        let sums = device.zeroed(outline.n() as usize * CLIQUE_SUMS)?;
        Swept::new(on, 0, FifthSumming { marks, grid, edges, sums })
    }
}

// SAFETY: there are sums for each vertex, zero at first, and the grid has the shared memory of such marks. The tasks
// are edges, whose lists and sums are there. Who asks for sums has seen that none passes 64 bits.
unsafe impl Sweep for FifthSumming {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = FifthsArgs {
            triangles: on.triangles(lend, share.queue(0), share.tasks.end, self.marks),
            degrees: lend.slice(on.oriented().degrees()),
            edges: lend.slice(&self.edges),
            sums: lend.atomics(&self.sums),
        };
        lend.launch::<SumFifths>(self.grid, &args)
    }
}
