//! Where what is found goes.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::memory::Slice;

/// Numbers of [`SizeTable::failures`]: whether the stack of a warp had no room, and whether the table had none.
pub const SIZE_FAILURES: usize = 2;

/// How many bicliques there are of each two sizes: a table that is hashed.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SizeTable<'a> {
    /// The sizes, that of the anchored side in the upper half; 0 where there is none. A power of two of them, 0 at
    /// first.
    pub sizes: Slice<'a, AtomicU64>,
    /// How many bicliques there are of these, 0 at first.
    pub counts: Slice<'a, AtomicU64>,
    /// [`SIZE_FAILURES`] numbers, 0 at first: 1 where the search has failed so.
    pub failures: Slice<'a, AtomicU64>,
}

layout!(SizeTable<'_>: 48, counts: 16, failures: 32);

impl SizeTable<'_> {
    /// Counts a biclique. One lane does.
    #[inline(always)]
    pub(super) fn add(&self, taken: u32, common: u32) {
        let key = u64::from(taken) << u32::BITS | u64::from(common);
        let mask = self.sizes.length() - 1;
        // Fibonacci hashing: the upper bits of the product are well mixed.
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> u32::BITS) & mask;
        for _ in 0..=mask {
            let there = &self.sizes[place as usize];
            let mut held = there.load(Relaxed);
            if held == 0 {
                held = there.compare_exchange(0, key, Relaxed, Relaxed).err().unwrap_or(key);
            }
            if held == key {
                self.counts[place as usize].fetch_add(1, Relaxed);
                return;
            }
            place = (place + 1) & mask;
        }
        self.failures[1].store(1, Relaxed);
    }

    /// Says that the stack of a warp has no room.
    #[inline(always)]
    pub(super) fn fail_of_depth(&self) {
        self.failures[0].store(1, Relaxed);
    }
}
