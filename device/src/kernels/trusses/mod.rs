//! Truss numbers: the largest `k` whose `k`-truss has an edge. In the `k`-truss each edge is in `k - 2` triangles at
//! least.
//!
//! # Computes
//! For each edge the level at which it leaves, which is its truss number less 2. See [`peeling`](super::peeling).
//!
//! # Requires
//! A graph whose vertices go by falling degree, whole and oriented, and the triangles through each edge;
//! [`start::start_trusses`] comes first, then [`advance_trusses`] and [`step_trusses`] in turn.
//!
//! [`bitrusses`] has the same for butterflies.
//!
//! # Thread mapping
//! A warp for each edge that leaves: lanes search for the elements of the shorter of its ends' lists in the longer one.
//! The lists are packed when a quarter of the edges have left, so what is searched is at most about a third more than
//! what is left.

pub mod bitrusses;
mod pack;
pub mod start;

use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::peeling::leaving::Leaving;
use super::peeling::steps::{advance, step};
use super::peeling::{PeelQueues, Peeled, WarpPart, each_common};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`advance_trusses`] and [`step_trusses`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PeelTrussesArgs<'a> {
    /// `n + 1` starts of the lists of all neighbours.
    pub offsets: Slice<'a, u64>,
    /// For each edge its smaller end.
    pub smaller: Slice<'a, u32>,
    /// For each edge its greater end.
    pub greater: Scratch<'a, u32>,
    /// The lists, one after another: of each vertex the neighbours that an edge which has not left leads to, and maybe
    /// others, ascending.
    pub lists: Scratch<'a, u32>,
    /// The number of the edge to each of them.
    pub edges: Scratch<'a, u32>,
    /// For each vertex how long its list is by now.
    pub lengths: Scratch<'a, u32>,
    /// The items are the edges, and their numbers the triangles through them, or the butterflies.
    pub queues: PeelQueues<'a>,
}

layout!(PeelTrussesArgs<'_>: 248, lengths: 80, queues: 96);

/// The list of a vertex.
#[derive(Clone, Copy)]
struct StandingNeighbors<'a> {
    neighbors: &'a [u32],
    edges: &'a [u32],
}

impl<'a> PeelTrussesArgs<'a> {
    /// The ends of an edge.
    #[inline(always)]
    fn ends(&self, edge: u32) -> [u32; 2] {
        // SAFETY: `start_trusses` has written an end for each edge, in a launch before.
        let greater = unsafe { self.greater.as_slice() };
        debug_assert!(u64::from(edge) < self.smaller.length());
        // SAFETY: an edge, and there are two ends of each.
        [self.smaller, greater].map(|ends| unsafe { *ends.get().get_unchecked(edge as usize) })
    }

    /// How long the list of a vertex is by now.
    #[inline(always)]
    fn list_length(&self, vertex: u32) -> u32 {
        // SAFETY: a launch before has written a length for each vertex, and no launch that packs lists looks at those
        // of others.
        let lengths = unsafe { self.lengths.as_slice() };
        debug_assert!(u64::from(vertex) < lengths.length());
        // SAFETY: a vertex, of which each has a length.
        unsafe { *lengths.get().get_unchecked(vertex as usize) }
    }

    /// The list of a vertex, for a launch that packs none.
    #[inline(always)]
    fn list(&self, vertex: u32) -> StandingNeighbors<'a> {
        // SAFETY: a launch before has written all neighbours, and the edges to them. The list of a vertex starts where
        // it did at first, and is no longer than it was.
        unsafe {
            let start = *self.offsets.get().get_unchecked(vertex as usize) as usize;
            let range = start..start + self.list_length(vertex) as usize;
            StandingNeighbors {
                neighbors: self.lists.as_slice().get().get_unchecked(range.clone()),
                edges: self.edges.as_slice().get().get_unchecked(range),
            }
        }
    }
}

impl Peeled for PeelTrussesArgs<'_> {
    const PACKS: bool = true;

    #[inline(always)]
    fn queues(&self) -> &PeelQueues<'_> {
        &self.queues
    }

    #[inline(always)]
    fn length(&self, edge: u32) -> u32 {
        let [u, v] = self.ends(edge);
        self.list_length(u).min(self.list_length(v))
    }

    /// Takes the triangles of an edge off the other two edges. Where two edges of a triangle leave in one round, the
    /// smaller does so, and where all three do, there is nobody left.
    #[inline(always)]
    fn take_off<W: Warp>(&self, leaving: &Leaving<'_, W, Self>, edge: u32, part: WarpPart) {
        let round = leaving.stage.round;
        if leaving.stage.level == 0 {
            // It has no triangle.
            return;
        }
        let [mut short, mut long] = self.ends(edge).map(|end| self.list(end));
        if short.neighbors.len() > long.neighbors.len() {
            (short, long) = (long, short);
        }
        each_common(leaving.warp, short.neighbors, long.neighbors, part, |found, in_short, in_long| {
            let (mut one, mut other, mut rounds) = (0, 0, [0; 2]);
            if found {
                // SAFETY: places of what was found, and there is an edge to each neighbour.
                (one, other) =
                    unsafe { (*short.edges.get_unchecked(in_short), *long.edges.get_unchecked(in_long)) };
                rounds = [one, other].map(|edge| self.queues.round(edge).load(Relaxed));
            }
            let is_gone = |left: u32| 0 < left && left < round;
            let stands = found && !rounds.into_iter().any(is_gone);
            let [one_leaves, other_leaves] = rounds.map(|left| left == round);
            leaving.fall(stands && !one_leaves && (!other_leaves || edge < other), one);
            leaving.fall(stands && !other_leaves && (!one_leaves || edge < one), other);
        });
    }

    #[inline(always)]
    fn pack<B: Block>(&self, block: B, round: u32) {
        pack::pack(block, self, round);
    }
}

/// Goes from task to task, as far as one block does them: see [`peeling`](super::peeling).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn advance_trusses<B: Block>(block: B, args: &PeelTrussesArgs<'_>) {
    advance(block, args);
}

/// Does the task that is left to the grid, if there is one.
#[cuda_std::kernel(max_threads = 256, min_blocks = 5, may_spill = 100)]
pub unsafe fn step_trusses<B: Block>(block: B, args: &PeelTrussesArgs<'_>) {
    step(block, args);
}
