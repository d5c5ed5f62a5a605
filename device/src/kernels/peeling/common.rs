//! What two lists have in common, and where it stands in both.

use super::WarpPart;
use crate::sets::{gallop, lower_bound};
use crate::simt::Warp;

/// How many times longer a list is that one lane searches and does not merge.
const SEARCHED: usize = 16;

/// Calls `visit` with what a part of the list `short` has in common with `long`: whether the lane has found something,
/// and where it stands in the two lists. All lanes call it together, so that it may call collectives.
#[inline(always)]
pub(crate) fn each_common<W: Warp>(
    warp: W,
    short: &[u32],
    long: &[u32],
    part: WarpPart,
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
    let divided = Divided::new(warp, long);
    let mut first = start;
    while first < end {
        let place = first + warp.lane() as usize;
        let element = if place < end { short[place] } else { u32::MAX };
        let at = divided.lower_bound(element);
        let found = place < end && long.get(at) == Some(&element);
        if warp.any(found) {
            visit(found, place, at);
        }
        first += W::LANES as usize;
    }
}

/// An ascending list of which each lane has the first element of a part, all of one length: a search asks other lanes
/// for these, and reads the list in one part alone.
#[derive(Clone, Copy)]
struct Divided<'l, W> {
    warp: W,
    list: &'l [u32],
    /// Elements of a part.
    length: usize,
    /// The first of this lane's part; more than all elements, if there is none.
    first: u32,
}

impl<'l, W: Warp> Divided<'l, W> {
    #[inline(always)]
    fn new(warp: W, list: &'l [u32]) -> Self {
        let length = list.len().div_ceil(W::LANES as usize);
        let first = list.get(warp.lane() as usize * length).copied().unwrap_or(u32::MAX);
        Divided { warp, list, length, first }
    }

    /// The place of the first element that is not smaller than the lane's `element`. A collective.
    #[inline(always)]
    fn lower_bound(&self, element: u32) -> usize {
        // How many parts begin with a smaller element: those are the first ones.
        let (mut smaller, mut step) = (0, W::LANES / 2);
        while step > 0 {
            if self.warp.shuffle(self.first, smaller + step - 1) < element {
                smaller += step;
            }
            step /= 2;
        }
        smaller += u32::from(self.warp.shuffle(self.first, smaller) < element);
        let end = self.list.len().min(smaller as usize * self.length);
        // The first of the last of them is smaller.
        let start = end.min((smaller.max(1) as usize - 1) * self.length + 1);
        // SAFETY: in order, and the end is within the list.
        start + lower_bound(unsafe { self.list.get_unchecked(start..end) }, element)
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
