//! The scalar form for lists of very different lengths: for each key of the short list, a search in the long one
//! that starts where the last ended and doubles its stride (Bentley and Yao 1976, "An almost optimal algorithm for
//! unbounded searching").

use super::lower_bound;
use crate::memory::Scratch;

/// How many times longer the long list must be for galloping to beat the merge, as `benches/sets.rs` measures.
const RATIO: usize = 32;

/// Whether to gallop rather than merge.
#[inline(always)]
pub(super) fn pays(short: &[u32], long: &[u32]) -> bool {
    long.len() / RATIO > short.len()
}

/// `|short ∩ long|`.
#[inline(always)]
pub(super) fn count(short: &[u32], long: &[u32]) -> u32 {
    let mut found = 0;
    each(short, long, |_, hit| found += u32::from(hit));
    found
}

/// Writes `short ∩ long` to `out` if `common`, `short \ long` if not, and returns its length.
///
/// # Safety
/// `out` has room for `short`, and nobody else uses it.
#[inline(always)]
pub(super) unsafe fn select(short: &[u32], long: &[u32], out: Scratch<'_, u32>, common: bool) -> u32 {
    let mut kept = 0;
    each(short, long, |key, hit| {
        // SAFETY: `kept` counts keys of `short` before this one, so it is smaller than its length.
        unsafe { out.write(kept as usize, key) };
        kept += u32::from(hit == common);
    });
    kept
}

/// Calls `visit` with each key of `short` and whether it is in `long`.
#[inline(always)]
fn each(short: &[u32], mut long: &[u32], mut visit: impl FnMut(u32, bool)) {
    for &key in short {
        long = skip(long, key);
        visit(key, long.first() == Some(&key));
    }
}

/// `list` from its first element that is at least `key` on.
#[inline(always)]
fn skip(list: &[u32], key: u32) -> &[u32] {
    let mut stride = 1;
    while stride < list.len() && list[stride] < key {
        stride *= 2;
    }
    // All before `stride / 2` are smaller than the key, and the element at `stride`, if any, is not.
    let start = stride / 2;
    let end = (stride + 1).min(list.len());
    &list[start + lower_bound(&list[start..end], key)..]
}
