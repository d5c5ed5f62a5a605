//! Dealing a block's shared memory out to arrays.

use core::marker::PhantomData;

use crate::memory::Scratch;
use crate::simt::Block;

/// What is left of a block's shared memory.
pub(crate) struct Carver<'b, B> {
    block: B,
    used: usize,
    lifetime: PhantomData<&'b ()>,
}

impl<'b, B: Block> Carver<'b, B> {
    /// All of the block's shared memory. Each thread makes the same calls, and so gets the same arrays.
    #[inline(always)]
    pub(crate) fn new(block: B) -> Self {
        Carver { block, used: 0, lifetime: PhantomData }
    }

    /// The next array of `length` elements, none of them written.
    ///
    /// # Panics
    /// If the launch asked for less shared memory than that takes.
    #[inline(always)]
    pub(crate) fn take<T: Copy>(&mut self, length: usize) -> Scratch<'b, T> {
        let start = self.used.next_multiple_of(ALIGNMENT);
        self.used = start + length * size_of::<T>();
        assert!(self.used <= self.block.shared_bytes(), "too little shared memory for this kernel");
        const { assert!(align_of::<T>() <= ALIGNMENT) };
        // SAFETY: within the block's shared memory, aligned, and given out once to each thread; the kernel's threads
        // keep clear of each other by barriers.
        unsafe { Scratch::from_raw_parts(self.block.shared_base().add(start).cast(), length as u64) }
    }
}

/// The alignment of each array, in bytes.
const ALIGNMENT: usize = 16;

/// The shared memory that arrays of those bytes take, for the launch.
pub(crate) const fn shared_bytes(arrays: &[usize]) -> usize {
    let mut sum = 0;
    let mut i = 0;
    while i < arrays.len() {
        sum += arrays[i].next_multiple_of(ALIGNMENT);
        i += 1;
    }
    sum
}
