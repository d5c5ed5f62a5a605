//! What 4-cycles with a fifth vertex, houses and 2-3-bicliques follow from, at each vertex.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::motifs::square_sums::{
    EDGE_SQUARE_SUMS, EdgeSquareSum, EdgeSquaresArgs, PAIR_NUMBERS, SHARED_BYTES, SQUARE_SUMS, SquareSum,
    SquaresArgs, SumEdgeSquares, SumSquares,
};

use crate::clock::Clock;
use crate::deal::InOrder;
use crate::direct::at_vertices::{Needs, SumsAtVertices, VertexPieces};
use crate::direct::merge::downloaded;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps in a block: many, as each block has numbers of its own, which are to stay in the cache.
const WARPS: u32 = 12;
/// Bytes that a block has for each vertex: the numbers of a pair, and a place among those that were met.
const BYTES_OF_VERTEX: usize = PAIR_NUMBERS * size_of::<u64>() + size_of::<u32>();
/// Roots that a block draws at a time where it is one lane.
const SCALAR_CHUNK: u32 = 16;

/// The sums at the vertices of a form.
#[derive(Debug)]
pub(crate) struct SquareSums {
    at_vertices: Arc<SumsAtVertices>,
    squares: Vec<u64>,
    edges: Vec<u64>,
}

/// What is known of a vertex `v`. Sums are over the 4-cycles with it, with `d` the degree of a vertex, and `t` and `c`
/// the triangles and the 4-cycles through an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquarePieces {
    /// What follows from its edges and triangles.
    pub vertex: VertexPieces,
    /// The sum of `d` of the vertex that is not next to it.
    pub opposite_degrees: i128,
    /// The sum of `t` of the two edges that it is not at.
    pub opposite_triangles: i128,
    /// The sum of `d - 2` of the two vertices next to it.
    pub further_neighbors: i128,
    /// The sum of `t` of the two edges that it is at.
    pub triangles: i128,
    /// The sum of `c` of the opposite edge, over the triangles at it.
    pub opposite_cycles: i128,
    /// The 2-3-bicliques in which it is one of two, and those in which it is one of three.
    pub bicliques: [i128; 2],
}

impl SquareSums {
    /// The sums over the edges and triangles of the vertices.
    pub fn of_vertices(&self) -> &SumsAtVertices {
        &self.at_vertices
    }

    /// What is known of a vertex of the form, whose degree is given.
    pub fn at(&self, vertex: usize, degree: u32) -> SquarePieces {
        let square = |sum: SquareSum| self.squares[vertex * SQUARE_SUMS + sum as usize].into();
        let edge = |sum: EdgeSquareSum| self.edges[vertex * EDGE_SQUARE_SUMS + sum as usize].into();
        SquarePieces {
            vertex: self.at_vertices.at(vertex, degree),
            opposite_degrees: square(SquareSum::OppositeDegrees),
            opposite_triangles: square(SquareSum::OppositeTriangles),
            further_neighbors: edge(EdgeSquareSum::FurtherNeighbors),
            triangles: edge(EdgeSquareSum::Triangles),
            opposite_cycles: edge(EdgeSquareSum::Opposite),
            bicliques: [square(SquareSum::OneOfTwo), square(SquareSum::OneOfThree)],
        }
    }
}

impl Session<'_> {
    /// The sums at each vertex. None of them may pass 64 bits: see [`SumSquares`] and [`SumEdgeSquares`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn square_sums(&mut self) -> Result<SquareSums, MineError> {
        // First: the 4-cycles at the edges are needed themselves, and those at the vertices follow from them.
        self.count_edges(true)?;
        let at_vertices = self.sums_at_vertices(Needs { triangles: true, cycles: true, cliques: true })?;
        let n = self.outline().n() as usize;
        let bytes = n * (BYTES_OF_VERTEX + (SQUARE_SUMS + EDGE_SQUARE_SUMS) * size_of::<u64>());
        let thirds = self.room_for_lists(bytes as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, SquareSumming::new)?;
        let sums = dealt.workers.iter().map(|worker| &worker.sweep().sums);
        let squares = self.run.clock.mine(|| downloaded(sums, n * SQUARE_SUMS))?;
        // What the workers have on their devices makes room for the sums over the edges.
        drop(dealt);
        let edges = self.sum_edge_squares()?;
        Ok(SquareSums { at_vertices, squares, edges })
    }

    /// The sums over the edges, whose lists and 4-cycles are there.
    fn sum_edge_squares(&mut self) -> Result<Vec<u64>, MineError> {
        // Where memory was short, the counts have made way since.
        self.count_edges(true)?;
        let work = self.room(|session| {
            let sums = session.device().zeroed(session.outline().n() as usize * EDGE_SQUARE_SUMS)?;
            Swept::new(session.first.clone(), 0, EdgeSquareSumming { sums })
        })?;
        Ok(self.deal_alone(work)?.0)
    }
}

/// Adds up the sums over the pairs of vertices: a task is a root.
struct SquareSumming {
    grid: Grid,
    pairs: Buffer<'static, u64>,
    met: Buffer<'static, u32>,
    /// For each vertex, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
}

impl SquareSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let warps = device.warps_of_block(WARPS) as usize;
        let grid = device.grid::<SumSquares>(WARPS, SHARED_BYTES, n as u64)?;
        let grid = memory::fit(device, grid, (n * BYTES_OF_VERTEX).div_ceil(warps) as u64)?;
        let places = grid.blocks as usize * n;
        let (pairs, met) = (device.zeroed(places * PAIR_NUMBERS)?, device.unwritten(places)?);
        let sums = device.zeroed(n * SQUARE_SUMS)?;
        Swept::new(on, 0, SquareSumming { grid, pairs, met, sums })
    }
}

// SAFETY: each block has numbers and a place for each vertex, the numbers zero at first and after each launch; there
// are sums for each vertex, zero at first. The roots are vertices, and the lists of the edges' triangles are there. Who
// asks has seen that no sum passes 64 bits.
unsafe impl Sweep for SquareSumming {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.grid.blocks.into()
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = SquaresArgs {
            graph: on.whole(lend),
            lists: on.lists(lend),
            sums: lend.atomics(&self.sums),
            pairs: lend.atomics(&self.pairs),
            met: lend.scratch(&mut self.met),
            queue: lend.slice(share.queue(0)),
            end: share.tasks.end,
            chunk: if on.tuning.scalar { SCALAR_CHUNK } else { 1 },
        };
        lend.launch::<SumSquares>(self.grid, &args)
    }
}

/// Adds up the sums over the edges and triangles of each vertex.
struct EdgeSquareSumming {
    sums: Buffer<'static, u64>,
}

// SAFETY: there is a count for each edge, and there are zeros for the sums of each vertex; the lists of the edges'
// triangles are there. Who asks has seen that no sum passes 64 bits.
unsafe impl Sweep for EdgeSquareSumming {
    type Tally = InOrder<u64>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::One
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, _: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = EdgeSquaresArgs {
            graph: on.whole(lend),
            lists: on.lists(lend),
            cycles: lend.slice(on.cycles_of_edges()),
            sums: lend.atomics(&self.sums),
        };
        on.launch_all::<SumEdgeSquares>(lend, &args)
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<InOrder<u64>, MineError> {
        Ok(InOrder(self.sums.download()?))
    }
}
