//! Bitruss numbers: the largest `k` whose `k`-bitruss has an edge. In the `k`-bitruss each edge is in `k` butterflies
//! at least, which are 4-cycles.
//!
//! # Computes
//! For each edge the level at which it leaves, which is its bitruss number. See [`peeling`](crate::kernels::peeling).
//!
//! # Requires
//! What the [truss numbers](super) require, with the butterflies through each edge in the place of its triangles.
//!
//! # Thread mapping
//! A warp for each edge that leaves, or all of them where its ends have many neighbours: for each neighbour of the one
//! end, lanes search for its other neighbours among those of the other end.
//!
//! # Sources
//! Zou 2016, "Bitruss decomposition of bipartite graphs"; Wang et al. 2020, "Efficient bitruss decomposition for
//! large-scale bipartite graphs" (ICDE 2020).

use core::mem::offset_of;
use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::PeelTrussesArgs;
use crate::kernels::peeling::leaving::Leaving;
use crate::kernels::peeling::steps::{advance, step};
use crate::kernels::peeling::{PeelQueues, Peeled, WarpPart, each_common};
use crate::simt::{Block, Warp};

/// What [`advance_bitrusses`] and [`step_bitrusses`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PeelBitrussesArgs<'a> {
    /// The lists and the queues. The numbers are the butterflies through the edges.
    pub trusses: PeelTrussesArgs<'a>,
}

const _: () = {
    assert!(size_of::<PeelBitrussesArgs<'_>>() == size_of::<PeelTrussesArgs<'_>>());
    assert!(offset_of!(PeelBitrussesArgs<'_>, trusses) == 0);
};

impl Peeled for PeelBitrussesArgs<'_> {
    const PACKS: bool = true;

    #[inline(always)]
    fn queues(&self) -> &PeelQueues<'_> {
        &self.trusses.queues
    }

    #[inline(always)]
    fn length(&self, edge: u32) -> u32 {
        let [u, v] = self.trusses.ends(edge).map(|end| self.trusses.list_length(end));
        u.saturating_mul(v)
    }

    /// Takes the butterflies of an edge off their other edges. Where several edges of a butterfly leave in one round,
    /// the smallest does so.
    #[inline(always)]
    fn take_off<W: Warp>(&self, leaving: &Leaving<'_, W, Self>, edge: u32, part: WarpPart) {
        if leaving.stage.level == 0 {
            // It has no butterfly.
            return;
        }
        let ends = self.trusses.ends(edge);
        let [mut near, mut far] = ends;
        if self.trusses.list_length(near) > self.trusses.list_length(far) {
            (near, far) = (far, near);
        }
        let (of_near, of_far) = (self.trusses.list(near), self.trusses.list(far));
        let mut at = part.index as usize;
        while at < of_near.neighbors.len() {
            let (opposite, side) = (of_near.neighbors[at], of_near.edges[at]);
            at += part.count as usize;
            if opposite == far || self.is_gone(leaving, side) {
                continue;
            }
            let of_opposite = self.trusses.list(opposite);
            let is_short = of_opposite.neighbors.len() <= of_far.neighbors.len();
            let (short, long) = if is_short { (of_opposite, of_far) } else { (of_far, of_opposite) };
            each_common(
                leaving.warp,
                short.neighbors,
                long.neighbors,
                WarpPart::WHOLE,
                |found, in_short, in_long| {
                    let found = found && short.neighbors[in_short] != near;
                    let mut others = [side; 3];
                    if found {
                        others = [side, short.edges[in_short], long.edges[in_long]];
                    }
                    leaving.fall_together(found, edge, others);
                },
            );
        }
    }

    #[inline(always)]
    fn pack<B: Block>(&self, block: B, round: u32) {
        self.trusses.pack(block, round);
    }
}

impl PeelBitrussesArgs<'_> {
    /// Whether an edge left in a round before. The same in all lanes.
    #[inline(always)]
    fn is_gone<W: Warp>(&self, leaving: &Leaving<'_, W, Self>, edge: u32) -> bool {
        let left = self.trusses.queues.round(edge).load(Relaxed);
        // Some lanes may see that it is queued for the next round, and others not yet: it stands either way.
        0 < left && left < leaving.stage.round
    }
}

/// Goes from task to task, as far as one block does them: see [`peeling`](crate::kernels::peeling).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn advance_bitrusses<B: Block>(block: B, args: &PeelBitrussesArgs<'_>) {
    advance(block, args);
}

/// Does the task that is left to the grid, if there is one.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4, may_spill = 170)]
pub unsafe fn step_bitrusses<B: Block>(block: B, args: &PeelBitrussesArgs<'_>) {
    step(block, args);
}
