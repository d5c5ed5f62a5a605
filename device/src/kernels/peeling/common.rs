//! What two lists have in common, and where it stands in both.

use super::Part;
use crate::sets::{gallop, lower_bound};
use crate::simt::Warp;

/// How many times longer a list is that one lane searches and does not merge.
const SEARCHED: usize = 16;

/// Calls `visit` with what a part of the list `short` has in common with `long`: whether the lane has found something, and where it stands in the
/// two lists. All lanes call it together, so that it may call collectives.
#[inline(always)]
pub(crate) fn each_common<W: Warp>(
    warp: W,
    short: &[u32],
    long: &[u32],
    part: Part,
    mut visit: impl FnMut(bool, usize, usize),
) {
    let cut = |index: u64| (short.len() as u64 * index / part.count) as usize;
    let (start, end) = (cut(part.index), cut(part.index + 1));
    if W::LANES == 1 {
        let begin = if start > 0 { lower_bound(long, short[start]) } else { 0 };
        let long = &long[begin..];
        let visit = |in_short, in_long| visit(true, start + in_short, begin + in_long);
        return match (end - start) * SEARCHED < long.len() {
            true => search(&short[start..end], long, visit),
            false => merge(&short[start..end], long, visit),
        };
    }
    let mut first = start;
    while first < end {
        let place = first + warp.lane() as usize;
        let (mut found, mut at) = (false, 0);
        if place < end {
            at = lower_bound(long, short[place]);
            found = long.get(at) == Some(&short[place]);
        }
        if warp.any(found) {
            visit(found, place, at);
        }
        first += W::LANES as usize;
    }
}

/// Searches for each element of a short list in a long one.
#[inline(always)]
fn search(short: &[u32], long: &[u32], mut visit: impl FnMut(usize, usize)) {
    let mut at = 0;
    for (place, &element) in short.iter().enumerate() {
        at += gallop(&long[at..], element);
        if long.get(at) == Some(&element) {
            visit(place, at);
        }
    }
}

/// Merges two lists.
#[inline(always)]
fn merge(short: &[u32], long: &[u32], mut visit: impl FnMut(usize, usize)) {
    let (mut i, mut j) = (0, 0);
    while i < short.len() && j < long.len() {
        // SAFETY: both are within their lists.
        let (one, other) = unsafe { (*short.get_unchecked(i), *long.get_unchecked(j)) };
        if one == other {
            visit(i, j);
        }
        i += usize::from(one <= other);
        j += usize::from(other <= one);
    }
}
