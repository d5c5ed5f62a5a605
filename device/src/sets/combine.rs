//! Intersection and difference, written to memory.

use super::{contains, merge, probe};
use crate::memory::Scratch;
use crate::simt::Warp;

/// Writes `a ∩ b` to the start of `out`, ascending, and returns its length in all lanes.
///
/// `a` and `b` are lists, the same in all lanes. When it returns, all lanes may read the result.
///
/// Thread mapping: lane `l` searches the longer list for elements `l`, `l + LANES`, … of the shorter; a ballot a
/// step gives each hit its place.
///
/// # Safety
/// `out` has room for the shorter list. It is the same in all lanes, no other warp uses it during the call, and
/// `a` and `b` lie elsewhere.
#[inline(always)]
pub unsafe fn intersect<W: Warp>(warp: W, a: &[u32], b: &[u32], out: Scratch<'_, u32>) -> u32 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    debug_assert!(out.len() >= short.len() as u64);
    if W::LANES == 1 {
        // SAFETY: the caller's promise.
        return unsafe {
            if probe::pays(short, long, merge::SELECT_STEP) {
                probe::select(short, long, out, true)
            } else {
                merge::select(short, long, out, true)
            }
        };
    }
    // SAFETY: the caller's promise: room for each element of `short`.
    unsafe { select(warp, short, out, |key| contains(long, key)) }
}

/// Writes `a \ b` to the start of `out`, ascending, and returns its length in all lanes.
///
/// `a` and `b` are lists, the same in all lanes. When it returns, all lanes may read the result.
///
/// Thread mapping: lane `l` searches `b` for elements `l`, `l + LANES`, … of `a`; a ballot a step gives each that
/// is missing its place.
///
/// # Safety
/// `out` has room for `a`. It is the same in all lanes, no other warp uses it during the call, and `a` and `b` lie
/// elsewhere.
#[inline(always)]
pub unsafe fn difference<W: Warp>(warp: W, a: &[u32], b: &[u32], out: Scratch<'_, u32>) -> u32 {
    debug_assert!(out.len() >= a.len() as u64);
    if W::LANES == 1 {
        // SAFETY: the caller's promise.
        return unsafe {
            if probe::pays(a, b, merge::SELECT_STEP) {
                probe::select(a, b, out, false)
            } else {
                merge::select(a, b, out, false)
            }
        };
    }
    // SAFETY: the caller's promise: room for each element of `a`.
    unsafe { select(warp, a, out, |key| !contains(b, key)) }
}

/// Writes the elements of `list` that `keep` is true of to `out`, in order, and returns how many in all lanes.
///
/// # Safety
/// `out` has room for what is kept of `list`, which lies elsewhere; no other warp uses it during the call.
#[inline(always)]
pub unsafe fn select<W: Warp>(
    warp: W,
    list: &[u32],
    out: Scratch<'_, u32>,
    keep: impl Fn(u32) -> bool,
) -> u32 {
    let mut kept = 0;
    let mut base = 0;
    while base < list.len() {
        let element = list.get(base + warp.lane() as usize).copied();
        let hit = element.is_some_and(&keep);
        let votes = warp.ballot(hit);
        if let (true, Some(element)) = (hit, element) {
            let place = kept + (votes & warp.lanes_below()).count_ones();
            // SAFETY: `place` is smaller than the number of elements kept, so within `out`; it differs from lane to
            // lane and from step to step, and nobody reads before the `sync` below.
            unsafe { out.write(place as usize, element) };
        }
        kept += votes.count_ones();
        base += W::LANES as usize;
    }
    warp.sync();
    kept
}
