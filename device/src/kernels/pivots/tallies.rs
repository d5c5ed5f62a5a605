//! Numbers that the warps of a grid add to.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{Arena, ThreadTeam};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// A block's table of numbers, and the grid's.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Tallies<'a> {
    /// The first cells, modulo 2^32.
    near: &'a [AtomicU32],
    all: Slice<'a, AtomicU64>,
}

impl<'a> Tallies<'a> {
    /// A table with nothing in it, to be added to `all` at the end, of which `near` cells stand in the block's memory.
    /// The block meets.
    #[inline(always)]
    pub(in crate::kernels) fn new<B: Block>(
        block: B,
        arena: &mut Arena<'a>,
        all: Slice<'a, AtomicU64>,
        near: usize,
    ) -> Self {
        let near = arena.atomics(near);
        ThreadTeam::block(block).share(near.len(), |i| near[i].store(0, Relaxed));
        block.sync();
        Tallies { near, all }
    }

    /// Adds `count` to a cell, once for the warp. There is one, as the host promises.
    #[inline(always)]
    pub(in crate::kernels) fn add<W: Warp>(&self, warp: W, cell: usize, count: u32) {
        if warp.lane() == 0 {
            self.add_by(cell, count, |near| add_to_own::<W, _>(near, count));
        }
    }

    /// Adds `count` to a cell, by each lane that calls this.
    #[inline(always)]
    pub(in crate::kernels) fn add_alone(&self, cell: usize, count: u32) {
        self.add_by(cell, count, |near| near.fetch_add(count, Relaxed));
    }

    /// Adds a number that may be large to a cell, once for the warp.
    ///
    /// # Panics
    /// If the sum passes 64 bits.
    #[inline(always)]
    pub(in crate::kernels) fn add_many<W: Warp>(&self, warp: W, cell: usize, count: u64) {
        if warp.lane() == 0 {
            let before = self.all[cell].fetch_add(count, Relaxed);
            assert!(before.checked_add(count).is_some(), "a count of one launch passes 64 bits");
        }
    }

    /// Adds `count`, in the block's own table by `add`, which returns what was there before.
    #[inline(always)]
    fn add_by(&self, cell: usize, count: u32, add: impl Fn(&AtomicU32) -> u32) {
        // SAFETY: there is a cell, as the host promises.
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
    pub(in crate::kernels) fn store<B: Block>(&self, block: B) {
        block.sync();
        ThreadTeam::block(block).share(self.near.len(), |i| {
            let near = self.near[i].load(Relaxed);
            if near > 0 {
                self.all[i].fetch_add(near.into(), Relaxed);
            }
        });
    }
}
