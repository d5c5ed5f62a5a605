//! The scalar form for lists of like lengths: a merge, block by block.
//!
//! Blocks of eight meet, all pairs of their elements are compared, and the block with the smaller last element
//! gives way to its successor (Schlegel, Willhalm, Lehner 2011, "Fast Sorted-Set Intersection using SIMD
//! Instructions", section 4, with comparisons in place of string instructions). There are no branches but the
//! loop's, and the inner loops become vector instructions.

#![expect(clippy::needless_range_loop, reason = "the optimiser makes vectors of counted loops over arrays")]

use core::hint::{black_box, select_unpredictable};

use super::probe;
use crate::memory::Scratch;

/// Elements in a block: as many as a 256-bit vector holds.
pub(super) const BLOCK: usize = 8;

/// How many steps of a bisection take as long as one step of [`count`], measured on an AMD EPYC (Zen 4).
pub(super) const COUNT_STEP: usize = 3;
/// How many steps of a bisection take as long as one step of [`select`], measured on an AMD EPYC (Zen 4).
pub(super) const SELECT_STEP: usize = 8;
/// How many of its own steps a merge takes to start and end.
pub(super) const SETUP: usize = 3;

/// A block of a list.
type Elements = [u32; BLOCK];
/// For each element of a block, 1 if it is meant, 0 if not.
type Flags = [u32; BLOCK];

/// `|short ∩ long|`. `short` is no longer than `long`.
#[inline(always)]
pub(super) fn count(short: &[u32], long: &[u32]) -> u32 {
    if long.len() < BLOCK {
        return probe::count(short, long);
    }
    let (Some(&short_max), Some(&long_max)) = (short.last(), long.last()) else { return 0 };
    let mut block = [0; BLOCK];
    let mut found = [0; BLOCK];
    meet(long, pad(short, &mut block), short_max.min(long_max), |step| {
        for i in 0..BLOCK {
            found[i] += step.hits[i] & step.new[i];
        }
    });
    found.iter().sum()
}

/// Writes `a ∩ b` to `out` if `common`, `a \ b` if not, and returns its length.
///
/// # Safety
/// `out` has room for `a`, and nobody else uses it.
#[inline(always)]
pub(super) unsafe fn select(a: &[u32], b: &[u32], out: Scratch<'_, u32>, common: bool) -> u32 {
    if a.len() < BLOCK {
        // SAFETY: the caller's promise.
        return unsafe { probe::select(a, b, out, common) };
    }
    let (mut kept, mut seen) = (0, 0);
    if let (Some(&a_max), Some(&b_max)) = (a.last(), b.last()) {
        let mut block = [0; BLOCK];
        seen = meet(a, pad(b, &mut block), a_max.min(b_max), |step| {
            let mut wanted = step.hits;
            for i in 0..BLOCK {
                let outcome = if common { step.hits[i] } else { step.settled[i] & !step.hits[i] };
                wanted[i] = outcome & step.new[i];
            }
            // Without this the optimiser spreads the comparisons over the loop below, element by element.
            let wanted = black_box(wanted);
            for i in 0..BLOCK {
                // SAFETY: an element counts in the step that settles it. That of the block's last is this step or a
                // later one, or another block would stand here; so `kept` does not count all of `a` yet.
                unsafe { out.write(kept, step.block[i]) };
                kept += wanted[i] as usize;
            }
        });
    }
    if !common {
        for &element in &a[seen..] {
            // SAFETY: `kept` counts elements of `a` before this one, so it is smaller than the length of `a`.
            unsafe { out.write(kept, element) };
            kept += 1;
        }
    }
    kept as u32
}

/// Two blocks that met.
struct BlockMeeting<'a> {
    /// The block of `a`.
    block: &'a Elements,
    /// Those of its elements that are in the block of `b`.
    hits: Flags,
    /// Those that no step before has settled.
    new: Flags,
    /// Those that no later block of `b` can have.
    settled: Flags,
}

/// Calls `visit` for each pair of blocks that meet, until all up to `end` is settled, and returns how many elements
/// of `a` are.
///
/// `a` and `b` have at least [`BLOCK`] elements, and `end` is the smaller of their last elements.
#[inline(always)]
fn meet(a: &[u32], b: &[u32], end: u32, mut visit: impl FnMut(BlockMeeting<'_>)) -> usize {
    // The last block is the last eight elements, and may overlap the one before: hence `new`.
    let (a_last, b_last) = (a.len() - BLOCK, b.len() - BLOCK);
    let (mut i, mut j) = (0, 0);
    let mut low = 0;
    loop {
        let (block, other) = (block_at(a, i), block_at(b, j));
        let (a_max, b_max) = (block[BLOCK - 1], other[BLOCK - 1]);
        let settled = a_max.min(b_max);
        visit(BlockMeeting {
            block,
            hits: common_elements(block, other),
            new: block.map(|element| u32::from(element >= low)),
            settled: block.map(|element| u32::from(element <= settled)),
        });
        if settled >= end {
            return i + block.iter().filter(|&&element| element <= settled).count();
        }
        low = settled + 1;
        i = select_unpredictable(a_max <= b_max, (i + BLOCK).min(a_last), i);
        j = select_unpredictable(b_max <= a_max, (j + BLOCK).min(b_last), j);
    }
}

/// The elements of `x` that are in `y`, where they stand once.
#[inline(always)]
fn common_elements(x: &Elements, y: &Elements) -> Flags {
    let mut hits = [0; BLOCK];
    for &key in y {
        for i in 0..BLOCK {
            hits[i] += u32::from(x[i] == key);
        }
    }
    hits
}

/// The block of `list` at `start`.
#[inline(always)]
fn block_at(list: &[u32], start: usize) -> &Elements {
    debug_assert!(start + BLOCK <= list.len());
    // SAFETY: `meet` keeps `start` at most `BLOCK` before the end of a list that has at least `BLOCK` elements.
    unsafe { &*list.as_ptr().add(start).cast() }
}

/// `list`; if it has less than [`BLOCK`] elements, `block`, filled with it and with what is in no list.
#[inline(always)]
fn pad<'a>(list: &'a [u32], block: &'a mut Elements) -> &'a [u32] {
    if list.len() >= BLOCK {
        return list;
    }
    for (i, element) in block.iter_mut().enumerate() {
        *element = list.get(i).copied().unwrap_or(u32::MAX);
    }
    block
}
