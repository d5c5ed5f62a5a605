//! Counters of wedges by their ties.

use super::rows::{any_tie, by_tie};
use super::ties::{TIES, WEDGES};

/// How many kinds of triangles `u v w` there are, with `w < v < u`: by the ties from `u` to `v`, from `u` to `w` and
/// from `v` to `w`, the last first to change.
pub(super) const TRIANGLES: usize = TIES * WEDGES;

/// How many wedges of each kind a lane has found between two vertices.
pub(super) type WedgeCounts = [u32; WEDGES];

/// Counts the wedges whose middles are in both of two words.
#[inline(always)]
pub(super) fn add_words(wedges: &mut WedgeCounts, of_one: u64, of_other: u64) {
    if any_tie(of_one) & any_tie(of_other) != 0 {
        let (of_one, of_other) = (by_tie(of_one), by_tie(of_other));
        for (kind, count) in wedges.iter_mut().enumerate() {
            *count += (of_one[kind / TIES] & of_other[kind % TIES]).count_ones();
        }
    }
}

/// Adds wedges between two vertices that are joined by `tie` to the triangles of each kind.
#[inline(always)]
pub(super) fn add_closed(triangles: &mut [u32; TRIANGLES], tie: u8, wedges: &WedgeCounts) {
    for kind in 0..TRIANGLES {
        triangles[kind] += if kind / WEDGES == usize::from(tie) { wedges[kind % WEDGES] } else { 0 };
    }
}
