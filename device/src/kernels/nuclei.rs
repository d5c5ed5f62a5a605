//! (3,4)-nucleus numbers: the largest `k` for which a triangle is in a subgraph each of whose triangles is in `k` of
//! its 4-cliques at least.
//!
//! # Computes
//! For each triangle the level at which it leaves, which is its nucleus number. See [`peeling`](super::peeling).
//!
//! # Requires
//! The lists of the triangles at each edge, and the edges of each triangle, in any numbering; [`start_nuclei`] comes
//! first, then [`advance_nuclei`] and [`step_nuclei`] in turn.
//!
//! # Thread mapping
//! A warp for each triangle that leaves, or piece of one with long lists: lanes search for the third vertices in the
//! shortest of its edges' lists among those in the two others. What is found in all three is the fourth vertex of a
//! clique, and stands beside the number of the triangle that it makes with the edge.
//!
//! # Sources
//! Sariyüce et al. 2015, "Finding the hierarchy of dense subgraphs using nucleus decompositions".

use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::peeling::leaving::Leaving;
use super::peeling::steps::{advance, step};
use super::peeling::{PeelQueues, Peeled, WarpPart, each_common};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`start_nuclei`], [`advance_nuclei`] and [`step_nuclei`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PeelNucleiArgs<'a> {
    /// For each edge where its list starts, and behind the last one where that ends.
    pub starts: Slice<'a, u64>,
    /// The lists, one after another: of each edge the third vertices of its triangles, ascending.
    pub thirds: Slice<'a, u32>,
    /// The number of the triangle with each of them.
    pub triangles: Slice<'a, u32>,
    /// For each triangle its three edges.
    pub sides: Slice<'a, u32>,
    /// The items are the triangles, and their numbers become the 4-cliques that they are in.
    pub queues: PeelQueues<'a>,
}

layout!(PeelNucleiArgs<'_>: 216, queues: 64);

/// The triangles at an edge.
#[derive(Clone, Copy)]
struct ListsOfEdge<'a> {
    thirds: &'a [u32],
    triangles: &'a [u32],
}

impl<'a> PeelNucleiArgs<'a> {
    /// The triangles at each edge of a triangle, the fewest first.
    #[inline(always)]
    fn lists(&self, triangle: u32) -> [ListsOfEdge<'a>; 3] {
        let at = 3 * triangle as usize;
        debug_assert!(at + 3 <= self.sides.get().len());
        // SAFETY: a triangle, and there are three edges for each.
        let sides = [0, 1, 2].map(|side| unsafe { *self.sides.get().get_unchecked(at + side) });
        let [mut first, mut second, mut third] = sides.map(|edge| self.list(edge));
        if first.thirds.len() > second.thirds.len() {
            (first, second) = (second, first);
        }
        if first.thirds.len() > third.thirds.len() {
            (first, third) = (third, first);
        }
        [first, second, third]
    }

    /// The triangles at an edge.
    #[inline(always)]
    fn list(&self, edge: u32) -> ListsOfEdge<'a> {
        let (starts, at) = (self.starts.get(), edge as usize);
        debug_assert!(at + 1 < starts.len());
        // SAFETY: an edge, and the starts are one more than the edges, ascending, and end at the length of both arrays.
        unsafe {
            let range = *starts.get_unchecked(at) as usize..*starts.get_unchecked(at + 1) as usize;
            ListsOfEdge {
                thirds: self.thirds.get().get_unchecked(range.clone()),
                triangles: self.triangles.get().get_unchecked(range),
            }
        }
    }

    /// Calls `visit` with 4-cliques of a triangle, those of a part: whether the lane has found one, and its three other
    /// triangles. All lanes call it together, so that it may call collectives.
    #[inline(always)]
    fn each_clique<W: Warp>(
        &self,
        warp: W,
        triangle: u32,
        part: WarpPart,
        mut visit: impl FnMut(bool, [u32; 3]),
    ) {
        let [short, one, other] = self.lists(triangle);
        each_common(warp, short.thirds, one.thirds, part, |has, in_short, in_one| {
            let (mut found, mut others) = (false, [0; 3]);
            if has {
                let fourth = short.thirds[in_short];
                let in_other = lower_bound(other.thirds, fourth);
                found = other.thirds.get(in_other) == Some(&fourth);
                if found {
                    others = [short.triangles[in_short], one.triangles[in_one], other.triangles[in_other]];
                }
            }
            visit(found, others);
        });
    }
}

impl Peeled for PeelNucleiArgs<'_> {
    const PACKS: bool = false;

    #[inline(always)]
    fn queues(&self) -> &PeelQueues<'_> {
        &self.queues
    }

    #[inline(always)]
    fn length(&self, triangle: u32) -> u32 {
        self.lists(triangle)[0].thirds.len() as u32
    }

    /// Takes the 4-cliques of a triangle off their other triangles. Where several triangles of one leave in one round,
    /// the smallest does so.
    #[inline(always)]
    fn take_off<W: Warp>(&self, leaving: &Leaving<'_, W, Self>, triangle: u32, part: WarpPart) {
        if leaving.stage.level == 0 {
            // It is in none.
            return;
        }
        self.each_clique(leaving.warp, triangle, part, |found, others| {
            leaving.fall_together(found, triangle, others);
        });
    }

    #[inline(always)]
    fn pack<B: Block>(&self, _: B, _: u32) {}
}

/// Counts the 4-cliques that each triangle is in, and gets all triangles ready to leave.
///
/// Thread mapping: a warp for each triangle, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn start_nuclei<B: Block>(block: B, args: &PeelNucleiArgs<'_>) {
    let (warp, queues) = (block.warp(), &args.queues);
    let mut triangle = u64::from(block.grid_warp());
    while triangle < queues.items() {
        let mut cliques = 0;
        args.each_clique(warp, triangle as u32, WarpPart::WHOLE, |found, _| cliques += u32::from(found));
        let cliques = warp.sum(cliques);
        if warp.lane() == 0 {
            queues.number(triangle as u32).store(cliques, Relaxed);
            queues.staying(0, triangle).store(triangle as u32, Relaxed);
        }
        triangle += u64::from(block.grid_warps());
    }
}

/// Goes from task to task, as far as one block does them: see [`peeling`](super::peeling).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn advance_nuclei<B: Block>(block: B, args: &PeelNucleiArgs<'_>) {
    advance(block, args);
}

/// Does the task that is left to the grid, if there is one.
// May spill, as the steps of trusses do: more warps are worth it.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4, may_spill = 60)]
pub unsafe fn step_nuclei<B: Block>(block: B, args: &PeelNucleiArgs<'_>) {
    step(block, args);
}
