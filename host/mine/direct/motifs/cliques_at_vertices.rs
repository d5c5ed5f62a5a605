//! The 4-cliques with a fifth vertex at each vertex.

use motherlode_device::kernels::motifs::cliques_at_vertices::{
    CLIQUE_SUMS, CliqueSumAtVertex, CliquesAtVerticesArgs, SumCliquesAtVertices,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::EDGES_A_DRAW;
use crate::mine::MineError;
use crate::mine::deal::{Share, Work, deal};
use crate::mine::direct::on_device::{OnDevice, WARPS};
use crate::mine::direct::session::Session;
use crate::mine::totals::Totals;
use crate::runtime::{Buffer, Grid, RuntimeError};

/// At how many edge-induced matches of a 4-clique with a fifth vertex, or two, each vertex of a form is, in which role.
#[derive(Debug)]
pub(in crate::mine) struct FifthsAtVertices {
    /// What the kernel has added up, for each vertex.
    sums: Vec<u64>,
}

/// What is known of a vertex.
#[derive(Clone, Copy, Debug)]
pub(in crate::mine) struct FifthPieces {
    /// The 4-cliques at it with a further vertex on another corner.
    pub on_another: i128,
    /// The same on two other corners.
    pub on_two_others: i128,
    /// The same on it and another corner.
    pub on_it_and_another: i128,
    /// The 4-cliques on two corners of which it is the further vertex.
    pub as_fifth_on_two: i128,
    /// The pairs of 4-cliques at it that share three corners, it among them.
    pub pairs: i128,
    /// The same, it not among them.
    pub beside_pairs: i128,
}

impl FifthsAtVertices {
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
    /// [`SumCliquesAtVertices`].
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn fifths_at_vertices(&mut self) -> Result<FifthsAtVertices, MineError> {
        // The lists of the edges' triangles have come for those.
        let edges = self.sum_triangles_at_edges()?;
        let mut work = self.room(|session| CliqueSumming::new(session.first.clone(), edges))?;
        self.run.clock.mine(|| {
            deal(&mut work, self.run.context)?;
            Ok(FifthsAtVertices { sums: work.sums.download()? })
        })
    }
}

/// Adds up what the kernel says of each vertex: a task is an edge.
struct CliqueSumming {
    on: OnDevice,
    marks: MarksShape,
    grid: Grid,
    queue: Totals,
    /// The sums at the edges.
    edges: Buffer<'static, u64>,
    sums: Buffer<'static, u64>,
}

impl CliqueSumming {
    fn new(on: OnDevice, edges: Buffer<'static, u64>) -> Result<Self, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let marks = on.tuning.marks(outline.n(), 0);
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let draws = (outline.edges() as u64).div_ceil(u64::from(EDGES_A_DRAW));
        let grid = device.grid::<SumCliquesAtVertices>(WARPS, shared, draws)?;
        let sums = device.zeroed(outline.n() as usize * CLIQUE_SUMS)?;
        let queue = Totals::new(device, 1, 0)?;
        Ok(CliqueSumming { on, marks, grid, queue, edges, sums })
    }
}

impl Work for CliqueSumming {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.on.outline().edges() as u64
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let CliqueSumming { on, marks, grid, queue, edges, sums } = self;
        let tasks = share.tasks();
        queue.restart_at(tasks.start)?;
        // SAFETY: the graph's arguments, the lists of its edges, and the sums at these; there are sums for each vertex, zero at first, and
        // the grid has the shared memory of such marks. The tasks are edges. Who asks for sums has seen that none passes 64 bits.
        let lend = unsafe { on.lend() };
        let args = CliquesAtVerticesArgs {
            triangles: on.triangles(&lend, queue.queues.atomics(), tasks.end, *marks),
            degrees: lend.slice(on.oriented().degrees()),
            edges: lend.slice(&*edges),
            sums: lend.atomics(sums),
        };
        let launch = || lend.launch::<SumCliquesAtVertices>(*grid, &args);
        Ok(share.watch(on.device(), &queue.queues, tasks.start, &[tasks.end], launch)?)
    }
}
