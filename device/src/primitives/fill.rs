//! Filling words: the state of the other primitives, before they run.

use cust_core::DeviceCopy;

use crate::memory::Scratch;
use crate::simt::Block;

/// What [`fill_words`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FillWordsArgs<'a> {
    /// Written: every element.
    pub words: Scratch<'a, u64>,
    /// With what.
    pub value: u64,
}

layout!(FillWordsArgs<'_>: 24, value: 16);

/// Sets every word to one value.
///
/// A thread for each word, striding by the grid. Writes 8 bytes a word.
#[cuda_std::kernel]
pub unsafe fn fill_words<B: Block>(block: B, args: &FillWordsArgs<'_>) {
    let stride = u64::from(block.count()) * u64::from(block.threads());
    let mut index = u64::from(block.index()) * u64::from(block.threads()) + u64::from(block.thread());
    while index < args.words.len() {
        // SAFETY: within the array, and no other thread of the grid has this index.
        unsafe { args.words.write(index as usize, args.value) };
        index += stride;
    }
}
