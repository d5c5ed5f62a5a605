//! Dealing a block's shared memory out, and sharing work in it.

use core::marker::PhantomData;
use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// What every part is aligned to, in bytes.
const ALIGN: usize = 16;

/// Bytes of shared memory that an array of `count` elements takes.
pub const fn bytes_of<T>(count: usize) -> usize {
    (count * size_of::<T>()).next_multiple_of(ALIGN)
}

/// A block's shared memory, dealt out part by part. All threads deal alike, and so get the same parts.
pub(crate) struct Arena<'a> {
    next: *mut u8,
    left: usize,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl<'a> Arena<'a> {
    /// All of the block's shared memory.
    ///
    /// # Safety
    /// A kernel's thread does this once, and uses shared memory in no other way. `'a` ends with the kernel's body.
    #[inline(always)]
    pub(crate) unsafe fn new<B: Block>(block: B) -> Self {
        Arena { next: block.shared_base(), left: block.shared_bytes(), lifetime: PhantomData }
    }

    /// The next `count` elements, not initialised.
    ///
    /// # Panics
    /// If the launch gave less shared memory than the kernel's parts need.
    #[inline(always)]
    pub(crate) fn take<T: Copy>(&mut self, count: usize) -> Scratch<'a, T> {
        // SAFETY: `cut` gives memory of its own, aligned to 16, for `count` elements.
        unsafe { Scratch::from_raw_parts(self.cut::<T>(count), count as u64) }
    }

    /// The next `count` words, for threads to change together. They hold anything.
    #[inline(always)]
    pub(crate) fn atomics(&mut self, count: usize) -> &'a [AtomicU32] {
        // SAFETY: as in `take`; whatever bits there are make an integer.
        unsafe { from_raw_parts(self.cut::<AtomicU32>(count), count) }
    }

    /// The next `count` numbers of 64 bits, for threads to change together. They hold anything.
    #[inline(always)]
    pub(crate) fn sums(&mut self, count: usize) -> &'a [AtomicU64] {
        // SAFETY: as in `atomics`.
        unsafe { from_raw_parts(self.cut::<AtomicU64>(count), count) }
    }

    /// The next `count` bytes, for threads to change together. They hold anything.
    #[inline(always)]
    pub(crate) fn flags(&mut self, count: usize) -> &'a [AtomicU8] {
        // SAFETY: as in `atomics`.
        unsafe { from_raw_parts(self.cut::<AtomicU8>(count), count) }
    }

    #[inline(always)]
    fn cut<T>(&mut self, count: usize) -> *mut T {
        let bytes = bytes_of::<T>(count);
        assert!(bytes <= self.left, "less shared memory than the kernel needs");
        let part = self.next;
        self.next = part.wrapping_add(bytes);
        self.left -= bytes;
        part.cast()
    }
}

/// Threads that share the elements of a list: those of a warp, or of a block.
#[derive(Clone, Copy)]
pub(crate) struct ThreadTeam {
    rank: usize,
    size: usize,
}

impl ThreadTeam {
    /// The lanes of a warp.
    #[inline(always)]
    pub(crate) fn warp<W: Warp>(warp: W) -> Self {
        ThreadTeam { rank: warp.lane() as usize, size: W::LANES as usize }
    }

    /// The threads of a block.
    #[inline(always)]
    pub(crate) fn block<B: Block>(block: B) -> Self {
        ThreadTeam { rank: block.thread() as usize, size: block.threads() as usize }
    }

    /// The thread at `rank` among `size` of a warp's lanes.
    #[inline(always)]
    pub(crate) fn within(rank: u32, size: u32) -> Self {
        ThreadTeam { rank: rank as usize, size: size as usize }
    }

    /// This thread, among the team's.
    #[inline(always)]
    pub(crate) fn rank(self) -> usize {
        self.rank
    }

    /// How many threads there are.
    #[inline(always)]
    pub(crate) fn size(self) -> usize {
        self.size
    }

    /// Calls `visit` with this thread's share of the numbers below `count`.
    #[inline(always)]
    pub(crate) fn share(self, count: usize, mut visit: impl FnMut(usize)) {
        let mut i = self.rank;
        while i < count {
            visit(i);
            i += self.size;
        }
    }
}

/// The lanes that read a list together, where there are lists enough for all threads: as many as a 32-byte sector has
/// neighbours.
pub(crate) const READERS: u32 = 8;

/// Shares `items` out among groups of so many of a block's lanes: a warp for each, where there are few.
#[inline(always)]
pub(crate) fn groups<B: Block>(
    block: B,
    readers: u32,
    items: usize,
    mut visit: impl FnMut(usize, ThreadTeam),
) {
    let lanes = B::Warp::LANES;
    let few = items < (block.threads() / readers) as usize;
    let size = if few { lanes } else { lanes.min(readers) };
    let group = ThreadTeam::within(block.thread() % size, size);
    let mut i = (block.thread() / size) as usize;
    while i < items {
        visit(i, group);
        i += (block.threads() / size) as usize;
    }
}

/// Calls `visit` with a group's share of the elements of an ascending `list` that are greater than `bound`, and their
/// places.
#[inline(always)]
pub(crate) fn from_the_end(list: &[u32], bound: u32, group: ThreadTeam, mut visit: impl FnMut(usize, u32)) {
    let mut left = list.len();
    loop {
        let Some(place) = left.checked_sub(group.rank() + 1) else { return };
        // SAFETY: less than the length.
        let element = unsafe { *list.get_unchecked(place) };
        if element <= bound {
            return;
        }
        visit(place, element);
        let Some(less) = left.checked_sub(group.size()) else { return };
        left = less;
    }
}
