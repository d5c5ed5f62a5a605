//! How many leaves there are of each kind.

use core::sync::atomic::AtomicU64;

use super::tallies::Tallies;
use crate::kernels::triangles::shared::Arena;
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
pub(super) struct LeafTable<'a>(Tallies<'a>);

impl<'a> LeafTable<'a> {
    /// A table with nothing in it, to be added to `all` at the end: `leaf_cells(most)` cells. The block meets.
    #[inline(always)]
    pub(super) fn new<B: Block>(
        block: B,
        arena: &mut Arena<'a>,
        all: Slice<'a, AtomicU64>,
        most: u32,
    ) -> Self {
        LeafTable(Tallies::new(block, arena, all, near_cells(most)))
    }

    /// Counts `count` leaves, once for the warp.
    ///
    /// What is taken at a leaf is a clique, of which the host has a cell for each size and each number of pivots.
    #[inline(always)]
    pub(super) fn add<W: Warp>(&self, warp: W, held: u32, pivots: u32, count: u32) {
        self.0.add(warp, leaf_cell(held, pivots), count);
    }

    /// Counts `count` leaves, by each lane that calls this.
    #[inline(always)]
    pub(super) fn add_alone(&self, held: u32, pivots: u32, count: u32) {
        self.0.add_alone(leaf_cell(held, pivots), count);
    }

    /// Adds the block's table to the grid's. A collective of the block.
    #[inline(always)]
    pub(super) fn store<B: Block>(&self, block: B) {
        self.0.store(block);
    }
}
