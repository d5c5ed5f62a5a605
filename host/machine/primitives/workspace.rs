//! Temporary memory that launches share: each uses it after the one before, as the device runs them in order.

use std::sync::atomic::AtomicU64;

use motherlode_device::primitives::fill::{FillWords, FillWordsArgs};

use crate::runtime::{Buffer, Device, Grid, RuntimeError, View, ViewMut};

/// An array that grows, and loses what it held when it does.
#[derive(Debug, Default)]
struct GrowingBuffer(Option<Buffer<'static, u64>>);

impl GrowingBuffer {
    fn at_least(&mut self, device: &Device, length: u64) -> Result<&mut Buffer<'static, u64>, RuntimeError> {
        if self.0.as_ref().is_none_or(|buffer| (buffer.len() as u64) < length) {
            // The old array goes first: there may not be room for both.
            self.0 = None;
            let length = grown(length) as usize;
            return Ok(self.0.insert(device.unwritten(length)?));
        }
        Ok(self.0.as_mut().expect("it was just seen to be there"))
    }
}

/// Words of a growing buffer with room for `length`.
fn grown(length: u64) -> u64 {
    length.max(64).next_power_of_two()
}

/// The bytes of temporary memory for `length` words of state, where there was none before.
pub(super) fn workspace_bytes(length: u64) -> u64 {
    grown(length) * size_of::<u64>() as u64
}

/// The temporary memory of the primitives.
#[derive(Debug)]
pub(super) struct Workspace<'d> {
    device: &'d Device,
    /// The tile counter and the state of the tiles.
    words: GrowingBuffer,
    /// Where tiles start.
    splits: GrowingBuffer,
}

impl<'d> Workspace<'d> {
    pub fn new(device: &'d Device) -> Self {
        Workspace { device, words: GrowingBuffer::default(), splits: GrowingBuffer::default() }
    }

    /// A tile counter, and `words` words for each of `tiles` tiles: all zero.
    pub fn states(&mut self, tiles: u64, words: usize) -> Result<View<'_, AtomicU64>, RuntimeError> {
        self.zeroed(1 + tiles * words as u64)
    }

    /// `length` words, all zero.
    pub fn zeroed(&mut self, length: u64) -> Result<View<'_, AtomicU64>, RuntimeError> {
        let words = self.words.at_least(self.device, length)?;
        fill(self.device, words.scratch().part(0, length), 0)?;
        Ok(words.atomics().part(0, length))
    }

    /// A tile counter, and `words` words for each of `tiles` tiles, all zero; and `splits` words more, of any value.
    pub fn states_and_splits(
        &mut self,
        tiles: u64,
        words: usize,
        splits: u64,
    ) -> Result<(View<'_, AtomicU64>, ViewMut<'_, u64>), RuntimeError> {
        let length = 1 + tiles * words as u64;
        let states = self.words.at_least(self.device, length)?;
        fill(self.device, states.scratch().part(0, length), 0)?;
        let splits = self.splits.at_least(self.device, splits)?.scratch().part(0, splits);
        Ok((states.atomics().part(0, length), splits))
    }

    /// `words` words and `splits` words more, of any value.
    pub fn words_and_splits(
        &mut self,
        words: u64,
        splits: u64,
    ) -> Result<(ViewMut<'_, u64>, ViewMut<'_, u64>), RuntimeError> {
        let words = self.words.at_least(self.device, words)?.scratch().part(0, words);
        Ok((words, self.splits.at_least(self.device, splits)?.scratch().part(0, splits)))
    }
}

/// Sets each of `words` to `value`.
pub(super) fn fill(device: &Device, words: ViewMut<'_, u64>, value: u64) -> Result<(), RuntimeError> {
    /// Words that a block writes, about: fewer would keep no card busy.
    const WORDS_A_BLOCK: u64 = 1 << 12;
    let blocks = words.len().div_ceil(WORDS_A_BLOCK).min(1 << 10) as u32;
    // SAFETY: the kernel writes `value` to the words that it is given, which the caller has borrowed exclusively.
    let lend = unsafe { device.lend() };
    let args = FillWordsArgs { words: lend.scratch(words), value };
    lend.launch::<FillWords>(Grid { blocks, warps: 8, shared_bytes: 0 }, &args)
}
