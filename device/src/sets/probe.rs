//! The scalar form for lists of very different lengths: a bisection for each element of the shorter list.
//!
//! Galloping, which starts each search where the last one ended, takes fewer steps, but its branches cannot be
//! predicted and each search waits for the one before: it was slower at all lengths tried, up to 1024 and 262,144.

use super::{contains, merge};
use crate::memory::Scratch;

/// Whether this beats a merge of which one step takes as long as `step` steps of a bisection.
#[inline(always)]
pub(super) fn pays(short: &[u32], long: &[u32], step: usize) -> bool {
    let bisection = long.len().checked_ilog2().map_or(0, |log| log as usize + 1);
    short.len() * bisection < (long.len() / merge::BLOCK + merge::SETUP) * step
}

/// `|short ∩ long|`.
#[inline(always)]
pub(super) fn count(short: &[u32], long: &[u32]) -> u32 {
    short.iter().map(|&element| u32::from(contains(long, element))).sum()
}

/// Writes `short ∩ long` to `out` if `common`, `short \ long` if not, and returns its length.
///
/// # Safety
/// `out` has room for `short`, and nobody else uses it.
#[inline(always)]
pub(super) unsafe fn select(short: &[u32], long: &[u32], out: Scratch<'_, u32>, common: bool) -> u32 {
    let mut kept = 0;
    for &element in short {
        // SAFETY: `kept` counts elements before this one, so it is smaller than the length of `short`.
        unsafe { out.write(kept as usize, element) };
        kept += u32::from(contains(long, element) == common);
    }
    kept
}
