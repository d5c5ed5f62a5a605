//! The size of an intersection.

use super::{contains, merge, probe};
use crate::simt::Warp;

/// `|a ∩ b|`, in all lanes.
///
/// `a` and `b` are lists, the same in all lanes.
///
/// Thread mapping: lane `l` searches the longer list for elements `l`, `l + LANES`, … of the shorter, and the
/// lanes add up what they found.
#[inline(always)]
pub fn intersect_count<W: Warp>(warp: W, a: &[u32], b: &[u32]) -> u32 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if W::LANES == 1 {
        return if probe::pays(short, long, merge::COUNT_STEP) {
            probe::count(short, long)
        } else {
            merge::count(short, long)
        };
    }
    let mut found = 0;
    let mut i = warp.lane() as usize;
    while i < short.len() {
        found += u32::from(contains(long, short[i]));
        i += W::LANES as usize;
    }
    warp.sum(found)
}
