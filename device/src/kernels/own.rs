//! What the threads of one block alone change, or the lanes of one warp.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// Adds to a number that the threads of one block alone change, or the lanes of one warp, and returns what it was.
#[inline(always)]
pub(super) fn add_to_own<W: Warp, N: OwnNumber>(number: &N, amount: N::Value) -> N::Value {
    // A block of one lane shares with nobody, and a locked instruction costs twenty plain ones.
    if W::LANES == 1 { number.add_alone(amount) } else { number.add(amount) }
}

/// A number that threads change together.
pub(super) trait OwnNumber {
    /// What it is.
    type Value;
    /// Adds to it, and returns what it was.
    fn add(&self, amount: Self::Value) -> Self::Value;
    /// Adds to it where no other thread does meanwhile, and returns what it was.
    fn add_alone(&self, amount: Self::Value) -> Self::Value;
}

macro_rules! number {
    ($atomic:ty, $value:ty) => {
        impl OwnNumber for $atomic {
            type Value = $value;

            #[inline(always)]
            fn add(&self, amount: $value) -> $value {
                self.fetch_add(amount, Relaxed)
            }

            #[inline(always)]
            fn add_alone(&self, amount: $value) -> $value {
                let before = self.load(Relaxed);
                self.store(before.wrapping_add(amount), Relaxed);
                before
            }
        }
    };
}

number!(AtomicU32, u32);
number!(AtomicU64, u64);

/// The vertices that a block meets at a root, each once. All of its threads hold the same.
#[derive(Clone, Copy)]
pub(super) struct MetVertices<'r, 'a> {
    list: Scratch<'a, u32>,
    /// How many there are.
    count: &'r AtomicU32,
}

impl<'r, 'a> MetVertices<'r, 'a> {
    /// None of `n` vertices, once the block has met; `all` has room for so many for each block of the grid.
    #[inline(always)]
    pub(super) fn new<B: Block>(block: B, all: Scratch<'a, u32>, n: u32, count: &'r AtomicU32) -> Self {
        let n = u64::from(n);
        let met = MetVertices { list: all.part(u64::from(block.index()) * n, n), count };
        met.forget(block);
        met
    }

    /// Puts down a vertex.
    ///
    /// # Safety
    /// No thread of the block has put it down since the block forgot those before.
    #[inline(always)]
    pub(super) unsafe fn put<W: Warp>(&self, v: u32) {
        let place = add_to_own::<W, _>(self.count, 1);
        // SAFETY: each vertex is put down once, so that there are places for all; nobody else has this one.
        unsafe { self.list.write(place as usize, v) };
    }

    /// How many there are, once the block has met.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count.load(Relaxed) as usize
    }

    /// One of them.
    ///
    /// # Safety
    /// There are more than `i`, and the block has met since they were put down.
    #[inline(always)]
    pub(super) unsafe fn get(&self, i: usize) -> u32 {
        // SAFETY: the caller's promise.
        unsafe { self.list.read(i) }
    }

    /// Forgets them all. The block meets before and after.
    #[inline(always)]
    pub(super) fn forget<B: Block>(&self, block: B) {
        ThreadTeam::block(block).share(1, |_| self.count.store(0, Relaxed));
    }
}
