//! The scalar form for lists of like lengths: a merge.

use crate::memory::Scratch;

/// Elements in a block: as many as a 256-bit vector holds.
const BLOCK: usize = 8;

/// `|a ∩ b|`.
///
/// Blocks of eight meet, all pairs of their elements are compared, and the block with the smaller last element
/// gives way to its successor (Schlegel, Willhalm, Lehner 2011, "Fast Sorted-Set Intersection using SIMD
/// Instructions", section 4, with comparisons in place of string instructions).
#[inline(always)]
pub(super) fn count(mut a: &[u32], mut b: &[u32]) -> u32 {
    let mut found = [0u32; BLOCK];
    while let (Some((x, a_rest)), Some((y, b_rest))) =
        (a.split_first_chunk::<BLOCK>(), b.split_first_chunk::<BLOCK>())
    {
        for &key in x {
            for i in 0..BLOCK {
                found[i] += u32::from(y[i] == key);
            }
        }
        let (x_last, y_last) = (x[BLOCK - 1], y[BLOCK - 1]);
        a = if x_last <= y_last { a_rest } else { a };
        b = if y_last <= x_last { b_rest } else { b };
    }
    found.iter().sum::<u32>() + count_tail(a, b)
}

/// `|a ∩ b|`, element by element.
#[inline(always)]
fn count_tail(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j, mut found) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        found += u32::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    found
}

/// Writes `a ∩ b` to `out`, and returns its length.
///
/// # Safety
/// `out` has room for the shorter list, and nobody else uses it.
#[inline(always)]
pub(super) unsafe fn intersect(a: &[u32], b: &[u32], out: Scratch<'_, u32>) -> u32 {
    let (mut i, mut j, mut kept) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        // SAFETY: `kept` counts elements of both lists before these, so it is smaller than either's length.
        unsafe { out.write(kept, x) };
        kept += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    kept as u32
}

/// Writes `a \ b` to `out`, and returns its length.
///
/// # Safety
/// `out` has room for `a`, and nobody else uses it.
#[inline(always)]
pub(super) unsafe fn difference(a: &[u32], b: &[u32], out: Scratch<'_, u32>) -> u32 {
    let (mut i, mut j, mut kept) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        // SAFETY: `kept` counts elements of `a` before this one, so it is smaller than its length.
        unsafe { out.write(kept, x) };
        kept += usize::from(x < y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    for &x in &a[i..] {
        // SAFETY: as above.
        unsafe { out.write(kept, x) };
        kept += 1;
    }
    kept as u32
}
