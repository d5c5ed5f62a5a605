//! What a caller may choose, and what a sort reports.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use motherlode_device::primitives::merge::MOST_RUNS;

use crate::runtime::{Interrupt, MemorySize};

/// How to sort more keys than a device has memory for.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExternalSortOptions {
    /// The most device memory to use: by default all that the device's budget has left.
    pub memory: Option<MemorySize>,
    /// How runs are merged.
    pub merge: MergeMethod,
    /// Stops the sort between two runs, or two windows of merged keys.
    pub interrupt: Interrupt,
}

impl ExternalSortOptions {
    /// With at most so much device memory.
    #[must_use]
    pub fn memory(self, memory: MemorySize) -> Self {
        ExternalSortOptions { memory: Some(memory), ..self }
    }

    /// With that way to merge.
    #[must_use]
    pub fn merge(self, merge: MergeMethod) -> Self {
        ExternalSortOptions { merge, ..self }
    }

    /// With who stops it.
    #[must_use]
    pub fn interrupt(self, interrupt: Interrupt) -> Self {
        ExternalSortOptions { interrupt, ..self }
    }
}

/// How sorted runs are merged. The result is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MergeMethod {
    /// Many at once.
    #[default]
    Multiway,
    /// Two at a time: keys cross the bus as often as the number of runs can be halved. To compare with.
    Pairwise,
}

impl MergeMethod {
    /// The most runs that are merged at once.
    pub(super) fn ways(self) -> usize {
        match self {
            MergeMethod::Multiway => MOST_RUNS,
            MergeMethod::Pairwise => 2,
        }
    }
}

/// What a sort did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExternalSortReport {
    /// Runs that were merged, before the first merge.
    pub runs: u64,
    /// How often all keys, or some of them, were merged.
    pub passes: u64,
    /// Windows of merged keys.
    pub windows: u64,
    /// Bytes of keys that were copied to the device: over the bus, if it is a card.
    pub bytes_in: u64,
    /// Bytes of keys, and of their numbers, that were copied from the device.
    pub bytes_out: u64,
}

/// A report that several threads write.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    runs: AtomicU64,
    passes: AtomicU64,
    windows: AtomicU64,
    words_in: AtomicU64,
    words_out: AtomicU64,
}

impl Traffic {
    pub fn runs(&self, more: u64) {
        self.runs.fetch_add(more, Relaxed);
    }

    pub fn pass(&self) {
        self.passes.fetch_add(1, Relaxed);
    }

    pub fn windows(&self, more: u64) {
        self.windows.fetch_add(more, Relaxed);
    }

    /// Words of 64 bits that went to the device.
    pub fn words_in(&self, words: usize) {
        self.words_in.fetch_add(words as u64, Relaxed);
    }

    /// Words of 64 bits that came from there.
    pub fn words_out(&self, words: usize) {
        self.words_out.fetch_add(words as u64, Relaxed);
    }

    pub fn report(&self) -> ExternalSortReport {
        let word = size_of::<u64>() as u64;
        ExternalSortReport {
            runs: self.runs.load(Relaxed),
            passes: self.passes.load(Relaxed),
            windows: self.windows.load(Relaxed),
            bytes_in: self.words_in.load(Relaxed) * word,
            bytes_out: self.words_out.load(Relaxed) * word,
        }
    }
}
