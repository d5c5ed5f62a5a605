//! How edges are drawn whose triangles are gone through.

use std::ops::Range;

use motherlode_device::Kernel;
use motherlode_device::kernels::motifs::triangles::DealtTriangles;
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;

use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::sweep::SweepShare;
use crate::runtime::{Grid, Lend, RuntimeError};

/// Edges that a warp draws at a time, but for the first of all.
const EDGES_A_DRAW: u32 = 8;
/// Of so many edges one, the first ones, are drawn one by one by warps of many lanes: those between hubs are among
/// them, which are in the most triangles. The first eight of rmat18 took a warp three times as long as all others took
/// a card.
const SINGLY: u64 = 16;

/// How the edges of a graph are drawn: the first ones one by one, by a launch of their own, and the others several at a
/// time.
#[derive(Clone, Copy, Debug)]
pub(in crate::direct) struct EdgeDraws {
    marks: MarksShape,
    /// All edges.
    edges: u64,
    /// The first that is not drawn alone.
    first_of_several: u64,
}

impl EdgeDraws {
    /// The queues that [`draws`](Self::draws) tells of.
    pub const QUEUES: usize = 2;

    /// On a device.
    pub fn of(on: &OnDevice) -> EdgeDraws {
        let edges = on.outline().edges() as u64;
        EdgeDraws {
            marks: on.tuning.marks(on.outline().n(), 0),
            edges,
            first_of_several: if on.tuning.scalar { 0 } else { edges / SINGLY },
        }
    }

    /// The grid of a kernel that goes through the triangles of drawn edges.
    ///
    /// # Errors
    /// When no block fits, or the driver fails.
    pub fn grid<K: Kernel>(&self, on: &OnDevice) -> Result<Grid, RuntimeError> {
        let shared = shared_bytes(self.marks, on.device().warps_of_block(WARPS));
        on.device().grid::<K>(WARPS, shared, self.edges.div_ceil(EDGES_A_DRAW.into()))
    }

    /// What is drawn of these edges from each queue.
    pub fn draws(&self, edges: Range<u64>) -> [Range<u64>; Self::QUEUES] {
        let cut = self.first_of_several.clamp(edges.start, edges.end);
        [edges.start..cut, cut..edges.end]
    }

    /// How many edges keep a grid busy, which draws each several times where they are drawn one by one.
    pub fn at_once(&self, on: &OnDevice, grid: Grid) -> u64 {
        on.device().grid_warps(grid) * u64::from(EDGES_A_DRAW)
    }

    /// Launches kernel `K` for these edges: for those that are drawn one by one, and beside that for the others, which
    /// need not wait for the last of the first. They draw from the queues from number `queue` on; `args` adds to what
    /// is gone through. What `K` writes is that of the edges that it draws, or added by atomics.
    ///
    /// # Errors
    /// When a launch fails.
    pub fn launch<'a, K: Kernel>(
        &self,
        on: &'a OnDevice,
        lend: &'a Lend<'_>,
        (share, queue): (&SweepShare<'a>, usize),
        edges: Range<u64>,
        grid: Grid,
        mut args: impl FnMut(DealtTriangles<'a>) -> K::Args<'a>,
    ) -> Result<(), RuntimeError> {
        let launches = self.draws(edges).into_iter().zip([1, EDGES_A_DRAW]).enumerate();
        on.device().overlapped(|| {
            for (at, (draws, chunk)) in launches.filter(|(_, (draws, _))| !draws.is_empty()) {
                let triangles = self.triangles(on, lend, (share, queue + at), (draws.end, chunk));
                lend.launch_beside::<K>(at, grid, &args(triangles))?;
            }
            Ok(())
        })
    }

    /// The triangles as seen from the edges up to an end, for kernels that draw these from a queue, so many at a time.
    fn triangles<'a>(
        &self,
        on: &'a OnDevice,
        lend: &'a Lend<'_>,
        (share, queue): (&SweepShare<'a>, usize),
        (end, chunk): (u64, u32),
    ) -> DealtTriangles<'a> {
        on.triangles(lend, share.queue(queue), (end, chunk), self.marks)
    }

    /// The same for all of a share's edges, drawn several at a time.
    pub fn all<'a>(
        &self,
        on: &'a OnDevice,
        lend: &'a Lend<'_>,
        (share, queue): (&SweepShare<'a>, usize),
    ) -> DealtTriangles<'a> {
        self.triangles(on, lend, (share, queue), (share.tasks.end, EDGES_A_DRAW))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Placed;
    use crate::clock::Clock;
    use crate::graph::generate;
    use crate::runtime::Device;

    #[test]
    fn what_is_drawn_of_a_share_is_all_of_it() {
        let draws = EdgeDraws { marks: MarksShape { exact: 32, filter: 0 }, edges: 90, first_of_several: 7 };
        for (edges, expected) in
            [(0..90, [0..7, 7..90]), (0..5, [0..5, 5..5]), (3..7, [3..7, 7..7]), (20..90, [20..20, 20..90])]
        {
            assert_eq!(draws.draws(edges), expected);
        }
        assert_eq!(draws.draws(90..90), [90..90, 90..90], "what is filled is drawn no more");
    }

    #[test]
    fn one_lane_draws_several_edges_from_the_first_on() {
        let graph = generate::complete(20).unwrap();
        let known = Placed::new(&graph, &Device::cpu(None)).known(1);
        let on = OnDevice::new(&known, known.team().first(), &Clock::default()).unwrap();
        assert_eq!(EdgeDraws::of(&on).draws(0..190), [0..0, 0..190]);
    }
}
