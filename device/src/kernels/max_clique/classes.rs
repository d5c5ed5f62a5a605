//! Taking sets of vertices, of which no two are joined, out of candidates.

use crate::kernels::cliques::matrix::{Matrix, WORD};
use crate::kernels::cliques::search::size;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::Warp;

/// Takes so many `classes` out of `left`, of `length` words: in each the first vertex that is left, and then always the
/// first that is joined to none in the class. A collective; returns whether any vertices are left.
///
/// # Safety
/// `left` and `free` have so many words, and are this warp's; `left` is written, and the lanes have met since. The
/// matrix has a row of so many words for each vertex, which were written before the lanes met.
#[inline(always)]
pub(super) unsafe fn take_classes<W: Warp>(
    warp: W,
    matrix: Matrix<'_>,
    left: Scratch<'_, u64>,
    free: Scratch<'_, u64>,
    length: usize,
    classes: u32,
) -> bool {
    for _ in 0..classes {
        // SAFETY: the caller's promise.
        if !unsafe { take_class(warp, matrix, left, free, length) } {
            return false;
        }
    }
    // SAFETY: as above.
    size(warp, unsafe { left.written(length) }) > 0
}

/// Takes one class. A collective; returns whether there was any vertex.
///
/// # Safety
/// As for [`take_classes`].
#[inline(always)]
pub(super) unsafe fn take_class<W: Warp>(
    warp: W,
    matrix: Matrix<'_>,
    left: Scratch<'_, u64>,
    free: Scratch<'_, u64>,
    length: usize,
) -> bool {
    let team = ThreadTeam::warp(warp);
    // SAFETY: the caller's promise, here and below: lanes meet between writing and reading, and each word is written by
    // one of them.
    team.share(length, |at| unsafe { free.write(at, left.read(at)) });
    warp.sync();
    let mut is_empty = true;
    for at in 0..length {
        // SAFETY: as above.
        let mut word = unsafe { free.read(at) };
        while word != 0 {
            is_empty = false;
            let bit = word.trailing_zeros();
            // SAFETY: as above, for the row of a vertex.
            let row = unsafe { matrix.row(at as u32 * WORD + bit, length) };
            warp.sync();
            team.share(length - at, |beyond| {
                let of = at + beyond;
                let own = if beyond == 0 { 1 << bit } else { 0 };
                // SAFETY: as above.
                unsafe {
                    free.write(of, free.read(of) & !(row.get_unchecked(of) | own));
                    if beyond == 0 {
                        left.write(of, left.read(of) & !own);
                    }
                }
            });
            warp.sync();
            // SAFETY: as above.
            word = unsafe { free.read(at) };
        }
    }
    // Lanes may still be reading the last word.
    warp.sync();
    !is_empty
}
