//! Sorted runs in host memory.

use crate::runtime::HugeArray;

/// Sorted runs, one after another.
#[derive(Debug)]
pub(super) struct SortedRuns {
    pub keys: RunKeys,
    /// Keys in each run but the last, which may be shorter.
    pub length: usize,
}

/// The keys of runs.
#[derive(Debug)]
pub(super) enum RunKeys {
    /// Those that the caller gave, or their copy.
    Given(Vec<u64>),
    /// Those that were made here.
    Made(HugeArray<u64>),
}

impl SortedRuns {
    /// Each run.
    pub fn iter(&self) -> impl Iterator<Item = &[u64]> {
        let keys: &[u64] = match &self.keys {
            RunKeys::Given(keys) => keys,
            RunKeys::Made(keys) => keys,
        };
        keys.chunks(self.length.max(1))
    }
}
