//! What a search is for, and when it ends.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::kernels::queue::QueueStop;
use crate::simt::Warp;

/// Nodes after which a warp looks at what the others have found.
const LOOK: u32 = 32;

/// A clique of `size` vertices of the root at `position`, as one number: the larger it is, the better.
#[inline(always)]
pub const fn standing(size: u32, position: u32) -> u64 {
    (size as u64) << u32::BITS | (u32::MAX - position) as u64
}

/// The size of a [`standing`].
#[inline(always)]
pub const fn size_of(standing: u64) -> u32 {
    (standing >> u32::BITS) as u32
}

/// The position of a [`standing`].
#[inline(always)]
pub const fn position_of(standing: u64) -> u32 {
    u32::MAX - standing as u32
}

/// What a warp searches for.
pub(super) trait Goal {
    /// The fewest vertices of a clique that is worth finding: more than there are, if the search is to end.
    fn size(&self) -> u32;

    /// Takes note of a node, and looks now and then at what the others have found. A collective.
    fn pass(&mut self);

    /// Takes note of a clique of [`size`](Self::size) vertices. A collective.
    fn reach(&mut self);
}

/// The size that the root at a position has to reach to be better than the best: as many vertices are, at an earlier
/// position.
#[inline(always)]
pub(super) fn size_to_reach(best: u64, position: u32) -> u32 {
    size_of(best) + u32::from(position >= position_of(best))
}

/// The largest clique of all roots, of which one is searched.
pub(super) struct LargestGoal<'a, W> {
    warp: W,
    best: &'a AtomicU64,
    stop: QueueStop<'a>,
    position: u32,
    size: u32,
    nodes: u32,
}

impl<'a, W: Warp> LargestGoal<'a, W> {
    /// For the root at `position`, which has to reach `size`.
    #[inline(always)]
    pub(super) fn new(warp: W, best: &'a AtomicU64, stop: QueueStop<'a>, position: u32, size: u32) -> Self {
        LargestGoal { warp, best, stop, position, size, nodes: 0 }
    }
}

impl<W: Warp> Goal for LargestGoal<'_, W> {
    #[inline(always)]
    fn size(&self) -> u32 {
        self.size
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.nodes += 1;
        if !self.nodes.is_multiple_of(LOOK) {
            return;
        }
        let mut size = 0;
        if self.warp.lane() == 0 {
            let best = size_to_reach(self.best.load(Relaxed), self.position);
            size = if self.stop.is_set() { u32::MAX } else { best };
        }
        // The size does not fall: the best of all warps is at least what this one has found.
        self.size = self.warp.shuffle(size, 0);
    }

    #[inline(always)]
    fn reach(&mut self) {
        if self.warp.lane() == 0 {
            self.best.fetch_max(standing(self.size, self.position), Relaxed);
        }
        self.size += 1;
    }
}

/// A clique of some size in which `vertex` is the greatest of those that are to be found; other warps try other
/// vertices, and the least is wanted.
pub(super) struct ExistsGoal<'a, W> {
    warp: W,
    least: &'a AtomicU32,
    stop: QueueStop<'a>,
    vertex: u32,
    size: u32,
    nodes: u32,
}

impl<'a, W: Warp> ExistsGoal<'a, W> {
    /// Whether there is a clique of `size` vertices; `least` becomes the least `vertex` for which there is.
    #[inline(always)]
    pub(super) fn new(warp: W, least: &'a AtomicU32, stop: QueueStop<'a>, vertex: u32, size: u32) -> Self {
        ExistsGoal { warp, least, stop, vertex, size, nodes: 0 }
    }

    /// Whether an earlier vertex was found, or the host ends the search. A collective.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        let is_over = || self.least.load(Relaxed) < self.vertex || self.stop.is_set();
        self.warp.any(self.warp.lane() == 0 && is_over())
    }
}

impl<W: Warp> Goal for ExistsGoal<'_, W> {
    #[inline(always)]
    fn size(&self) -> u32 {
        self.size
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && self.is_over() {
            self.size = u32::MAX;
        }
    }

    #[inline(always)]
    fn reach(&mut self) {
        if self.warp.lane() == 0 {
            self.least.fetch_min(self.vertex, Relaxed);
        }
        self.size = u32::MAX;
    }
}
