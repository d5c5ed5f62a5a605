//! Core numbers: the largest `k` whose `k`-core has a vertex. In the `k`-core each vertex has `k` neighbours at least.
//!
//! # Computes
//! For each vertex its core number, and the round in which it leaves: its layer. See [`peeling`](super::peeling).
//!
//! # Requires
//! The lists of a graph, in any numbering; [`start_cores`] comes first, then [`advance_cores`] and [`step_cores`] in
//! turn.
//!
//! # Thread mapping
//! A warp for each vertex that leaves, or piece of one with a long list, and a lane for each of its neighbours.

use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::peeling::leaving::Leaving;
use super::peeling::steps::{advance, step};
use super::peeling::{PeelQueues, Peeled, WarpPart};
use super::prepare::lists::length;
use super::prepare::positions::for_each;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`start_cores`], [`advance_cores`] and [`step_cores`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PeelCoresArgs<'a> {
    /// `n + 1` starts of lists.
    pub offsets: Slice<'a, u64>,
    /// The lists, one after another.
    pub neighbors: Slice<'a, u32>,
    /// The items are the vertices, and their numbers become the degrees.
    pub queues: PeelQueues<'a>,
}

layout!(PeelCoresArgs<'_>: 184, queues: 32);

impl Peeled for PeelCoresArgs<'_> {
    const PACKS: bool = false;

    #[inline(always)]
    fn queues(&self) -> &PeelQueues<'_> {
        &self.queues
    }

    #[inline(always)]
    fn length(&self, vertex: u32) -> u32 {
        length(self.offsets.get(), vertex as usize)
    }

    #[inline(always)]
    fn take_off<W: Warp>(&self, leaving: &Leaving<'_, W, Self>, vertex: u32, part: WarpPart) {
        let (offsets, at) = (self.offsets.get(), vertex as usize);
        debug_assert!(at + 1 < offsets.len());
        // SAFETY: a vertex, of `n`, and `offsets` has `n + 1` ascending elements that end at the length of `neighbors`.
        let list = unsafe {
            let range = *offsets.get_unchecked(at) as usize..*offsets.get_unchecked(at + 1) as usize;
            self.neighbors.get().get_unchecked(range)
        };
        part.each(leaving.warp, list.len() as u64, |has, place| {
            leaving.fall(has, list.get(place).copied().unwrap_or_default());
        });
    }

    #[inline(always)]
    fn pack<B: Block>(&self, _: B, _: u32) {}
}

/// Gets all vertices ready to leave.
///
/// Thread mapping: a thread for each vertex, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn start_cores<B: Block>(block: B, args: &PeelCoresArgs<'_>) {
    let (offsets, queues) = (args.offsets.get(), &args.queues);
    for_each(block, queues.items() as usize, |v| {
        queues.numbers[v].store(length(offsets, v), Relaxed);
        queues.living[v].store(v as u32, Relaxed);
    });
}

/// Goes from task to task, as far as one block does them: see [`peeling`](super::peeling).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn advance_cores<B: Block>(block: B, args: &PeelCoresArgs<'_>) {
    advance(block, args);
}

/// Does the task that is left to the grid, if there is one.
#[cuda_std::kernel(max_threads = 256, min_blocks = 5)]
pub unsafe fn step_cores<B: Block>(block: B, args: &PeelCoresArgs<'_>) {
    step(block, args);
}
