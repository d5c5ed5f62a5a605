//! A counter for each vertex: those of the first, which are met most, in shared memory.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::kernels::own::add_to_own;
use crate::memory::Slice;
use crate::simt::Warp;

/// The counters of a block or a warp, for vertices numbered by falling degree. All of its threads hold the same.
///
/// None of the methods waits for other threads.
#[derive(Clone, Copy)]
pub(super) struct Counters<'a> {
    /// Those of the first vertices.
    near: &'a [AtomicU32],
    /// Those of the others, in the device's memory.
    far: &'a [AtomicU32],
}

impl<'a> Counters<'a> {
    /// Counters for the first `near.len()` vertices, and as many more as `far` has.
    #[inline(always)]
    pub(super) fn new(near: &'a [AtomicU32], far: Slice<'a, AtomicU32>) -> Self {
        Counters { near, far: far.get() }
    }

    /// How many vertices have their counters near.
    #[inline(always)]
    pub(super) fn near(&self) -> u32 {
        self.near.len() as u32
    }

    #[inline(always)]
    fn counter(&self, v: u32) -> &'a AtomicU32 {
        match self.near.get(v as usize) {
            Some(counter) => counter,
            None => {
                let place = v as usize - self.near.len();
                debug_assert!(place < self.far.len());
                // SAFETY: the host has made counters for all vertices.
                unsafe { self.far.get_unchecked(place) }
            }
        }
    }

    /// The counter of `v`.
    #[inline(always)]
    pub(super) fn get(&self, v: u32) -> u32 {
        self.counter(v).load(Relaxed)
    }

    /// Adds to the counter of `v`, and returns what it was.
    #[inline(always)]
    pub(super) fn add<W: Warp>(&self, v: u32, amount: u32) -> u32 {
        add_to_own::<W, _>(self.counter(v), amount)
    }

    /// Makes the counter of `v` zero, and returns what it was.
    #[inline(always)]
    pub(super) fn take<W: Warp>(&self, v: u32) -> u32 {
        let counter = self.counter(v);
        if W::LANES == 1 {
            let old = counter.load(Relaxed);
            counter.store(0, Relaxed);
            old
        } else {
            counter.swap(0, Relaxed)
        }
    }

    /// Makes the counter of `v` zero.
    #[inline(always)]
    pub(super) fn clear(&self, v: u32) {
        self.counter(v).store(0, Relaxed);
    }
}
