//! How many leaves there are of each kind.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::kernels::triangles::shared::{Arena, Team};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// The most vertices, held and pivots, of leaves that a block counts in shared memory.
const NEAR: u32 = 65;

/// Where leaves with `held` vertices held and `pivots` pivots are counted.
#[inline(always)]
pub const fn leaf_cell(held: u32, pivots: u32) -> usize {
    let all = (held + pivots) as usize;
    all * (all + 1) / 2 + pivots as usize
}

/// How many kinds there are of leaves with at most `most` vertices.
#[inline(always)]
pub const fn leaf_cells(most: u32) -> usize {
    leaf_cell(0, most) + 1
}

/// Cells of a block's own table, where cliques have at most `most` vertices.
pub(super) const fn near_cells(most: u32) -> usize {
    leaf_cells(if most < NEAR { most } else { NEAR })
}

/// A block's table of leaves, and the grid's.
#[derive(Clone, Copy)]
pub(super) struct Leaves<'a> {
    /// The first cells, modulo 2^32.
    near: &'a [AtomicU32],
    all: Slice<'a, AtomicU64>,
}

impl<'a> Leaves<'a> {
    /// A table with nothing in it, to be added to `all` at the end: `leaf_cells(most)` cells. The block meets.
    #[inline(always)]
    pub(super) fn new<B: Block>(
        block: B,
        arena: &mut Arena<'a>,
        all: Slice<'a, AtomicU64>,
        most: u32,
    ) -> Self {
        let near = arena.atomics(near_cells(most));
        Team::block(block).share(near.len(), |i| near[i].store(0, Relaxed));
        block.sync();
        Leaves { near, all }
    }

    /// Counts `count` leaves, once for the warp.
    ///
    /// What is taken at a leaf is a clique, of which the host has a cell for each size and each number of pivots.
    #[inline(always)]
    pub(super) fn add<W: Warp>(&self, warp: W, held: u32, pivots: u32, count: u32) {
        if warp.lane() != 0 {
            return;
        }
        if W::LANES > 1 {
            self.add_alone(held, pivots, count);
            return;
        }
        // There is nobody else, and a locked instruction would take as long as a node.
        self.add_by(held, pivots, count, |near| {
            let before = near.load(Relaxed);
            near.store(before.wrapping_add(count), Relaxed);
            before
        });
    }

    /// Counts `count` leaves, by each lane that calls this.
    #[inline(always)]
    pub(super) fn add_alone(&self, held: u32, pivots: u32, count: u32) {
        self.add_by(held, pivots, count, |near| near.fetch_add(count, Relaxed));
    }

    /// Counts leaves, those in the block's own table by `add`, which returns what was there before.
    #[inline(always)]
    fn add_by(&self, held: u32, pivots: u32, count: u32, add: impl Fn(&AtomicU32) -> u32) {
        let cell = leaf_cell(held, pivots);
        // SAFETY: a cell for each clique's size up to the largest, as the host promises.
        let all = unsafe { self.all.get().get_unchecked(cell) };
        let Some(near) = self.near.get(cell) else {
            all.fetch_add(count.into(), Relaxed);
            return;
        };
        if add(near).checked_add(count).is_none() {
            all.fetch_add(1 << u32::BITS, Relaxed);
        }
    }

    /// Adds the block's table to the grid's. A collective of the block.
    #[inline(always)]
    pub(super) fn store<B: Block>(&self, block: B) {
        block.sync();
        Team::block(block).share(self.near.len(), |i| {
            let leaves = self.near[i].load(Relaxed);
            if leaves > 0 {
                self.all[i].fetch_add(leaves.into(), Relaxed);
            }
        });
    }
}
