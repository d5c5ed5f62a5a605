//! How a warp's part of a tile lies in its lanes' registers.
//!
//! The part is `ROWS` rows; a row is four consecutive items for each lane, in the order of the lanes. So a lane reads
//! 16 bytes of `u32` at once, a warp reads a row as one run of memory, and all rows are under way together.

use super::unroll::unroll;
use crate::memory::Scratch;
use crate::simt::Warp;

/// Consecutive items of a lane.
pub(crate) const QUAD: usize = 4;

/// A lane's items: `ROWS` quads.
pub(crate) type Rows<T, const ROWS: usize> = [[T; QUAD]; ROWS];

/// A quad that is read by one instruction for each 16 bytes.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Aligned<T>([T; QUAD]);

/// Items in a warp's part of a tile.
#[inline(always)]
pub(crate) const fn span<W: Warp>(rows: usize) -> usize {
    rows * QUAD * W::LANES as usize
}

/// Where this lane's quad of row `row` starts, from the start of the warp's part.
#[inline(always)]
pub(crate) fn quad_start<W: Warp>(warp: W, row: usize) -> usize {
    (row * W::LANES as usize + warp.lane() as usize) * QUAD
}

/// Reads the warp's part that starts at `start`, a multiple of [`QUAD`]. What lies beyond the array is `fill`.
#[inline(always)]
pub(crate) fn load<W: Warp, T: Copy, const ROWS: usize>(
    warp: W,
    array: &[T],
    start: usize,
    fill: T,
) -> Rows<T, ROWS> {
    let mut rows = [[fill; QUAD]; ROWS];
    if start + span::<W>(ROWS) <= array.len() && is_aligned(array.as_ptr()) {
        unroll!(row in 0..ROWS => {
            // SAFETY: the whole part lies within the array, as was just checked; and a multiple of four elements
            // from an aligned start is aligned, as the size of a quad is a multiple of 16.
            rows[row] = unsafe { array.as_ptr().add(start + quad_start(warp, row)).cast::<Aligned<T>>().read().0 };
        });
    } else {
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                if let Some(value) = array.get(start + quad_start(warp, row) + k) {
                    rows[row][k] = *value;
                }
            });
        });
    }
    rows
}

/// Reads one lane's own items side by side, from `start`, a multiple of [`QUAD`]. What lies beyond the array is `fill`.
#[inline(always)]
pub(crate) fn load_one<T: Copy, const ROWS: usize>(array: &[T], start: usize, fill: T) -> Rows<T, ROWS> {
    let mut rows = [[fill; QUAD]; ROWS];
    if start + ROWS * QUAD <= array.len() && is_aligned(array.as_ptr()) {
        unroll!(row in 0..ROWS => {
            // SAFETY: within the array, as was just checked; aligned, as in `load`.
            rows[row] = unsafe { array.as_ptr().add(start + row * QUAD).cast::<Aligned<T>>().read().0 };
        });
    } else {
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                if let Some(value) = array.get(start + row * QUAD + k) {
                    rows[row][k] = *value;
                }
            });
        });
    }
    rows
}

/// Reads flags, four in one word, as [`load`] reads values: a bit for each item of this lane's rows whose byte is not
/// 0, the first row's lowest.
#[inline(always)]
pub(crate) fn load_flags<W: Warp, const ROWS: usize>(warp: W, flags: &[u8], start: usize) -> u32 {
    let mut rows = [[false; QUAD]; ROWS];
    if start + span::<W>(ROWS) <= flags.len() && flags.as_ptr().cast::<AlignedFlags>().is_aligned() {
        unroll!(row in 0..ROWS => {
            let at = start + quad_start(warp, row);
            // SAFETY: the whole part lies within the array, and a multiple of four bytes from an aligned start is
            // aligned.
            let flags = unsafe { flags.as_ptr().add(at).cast::<AlignedFlags>().read().0 };
            unroll!(k in 0..QUAD => {
                rows[row][k] = flags >> (8 * k) & 0xFF != 0;
            });
        });
    } else {
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                rows[row][k] = flags.get(start + quad_start(warp, row) + k).is_some_and(|flag| *flag != 0);
            });
        });
    }
    bits(rows)
}

/// Four flags that are read at once, the first in the low byte.
#[repr(C, align(4))]
#[derive(Clone, Copy)]
struct AlignedFlags(u32);
const _: () = assert!(cfg!(target_endian = "little") && size_of::<AlignedFlags>() == QUAD);

/// A bit for each item of a lane, the first row's lowest.
#[inline(always)]
pub(crate) fn bits<const ROWS: usize>(rows: Rows<bool, ROWS>) -> u32 {
    const { assert!(ROWS * QUAD <= u32::BITS as usize) };
    let mut bits = 0;
    unroll!(row in 0..ROWS => {
        unroll!(k in 0..QUAD => {
            bits |= u32::from(rows[row][k]) << (row * QUAD + k);
        });
    });
    bits
}

/// The bits of the items that lie before `end`, of this lane's rows from `start` on.
#[inline(always)]
pub(crate) fn bits_within<W: Warp, const ROWS: usize>(warp: W, start: usize, end: usize) -> u32 {
    if start + span::<W>(ROWS) <= end {
        return u32::MAX >> (u32::BITS as usize - ROWS * QUAD);
    }
    let mut bits = 0;
    unroll!(row in 0..ROWS => {
        let count = end.saturating_sub(start + quad_start(warp, row)).min(QUAD);
        bits |= ((1u32 << count) - 1) << (row * QUAD);
    });
    bits
}

/// Rows whose counts are scanned together, a byte each.
const ROWS_AT_ONCE: usize = 4;

/// For each row, how many bits the warp has before this lane's quad of it; and how many in all. A collective.
#[inline(always)]
pub(crate) fn rank<W: Warp, const ROWS: usize>(warp: W, bits: u32) -> ([u32; ROWS], u32) {
    const { assert!(QUAD * (W::LANES as usize) < 256, "a row's count fits a byte") };
    let mut before = [0; ROWS];
    let mut total = 0;
    unroll!(group in 0..ROWS.div_ceil(ROWS_AT_ONCE) => {
        let first = group * ROWS_AT_ONCE;
        let mut own = 0;
        unroll!(i in 0..ROWS_AT_ONCE => {
            if first + i < ROWS {
                own |= (bits >> ((first + i) * QUAD) & 0xF).count_ones() << (8 * i);
            }
        });
        let scanned = warp.inclusive_scan(own);
        let sums = warp.shuffle(scanned, W::LANES - 1);
        unroll!(i in 0..ROWS_AT_ONCE => {
            if first + i < ROWS {
                before[first + i] = total + ((scanned - own) >> (8 * i) & 0xFF);
                total += sums >> (8 * i) & 0xFF;
            }
        });
    });
    (before, total)
}

/// Writes the warp's part that starts at `start`, a multiple of [`QUAD`], as far as `end`.
///
/// # Safety
/// `end` is at most the array's length, and no other warp writes or reads the part.
#[inline(always)]
pub(crate) unsafe fn store<W: Warp, T: Copy, const ROWS: usize>(
    warp: W,
    array: Scratch<'_, T>,
    start: usize,
    end: usize,
    rows: Rows<T, ROWS>,
) {
    if start + span::<W>(ROWS) <= end && is_aligned(array.pointer()) {
        unroll!(row in 0..ROWS => {
            let quad = Aligned(rows[row]);
            // SAFETY: within the array and aligned, as in `load`; the caller promises that nobody else is there.
            unsafe { array.pointer().add(start + quad_start(warp, row)).cast::<Aligned<T>>().write(quad) };
        });
    } else {
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                let at = start + quad_start(warp, row) + k;
                if at < end {
                    // SAFETY: as above.
                    unsafe { array.write(at, rows[row][k]) };
                }
            });
        });
    }
}

/// Writes those of this lane's items whose bit is set, of the warp's part that starts at `start`, a multiple of
/// [`QUAD`].
///
/// # Safety
/// The items whose bit is set lie within the array, and no other thread writes or reads them.
#[inline(always)]
pub(crate) unsafe fn store_some<W: Warp, T: Copy, const ROWS: usize>(
    warp: W,
    array: Scratch<'_, T>,
    start: usize,
    some: u32,
    rows: Rows<T, ROWS>,
) {
    let is_aligned = is_aligned(array.pointer());
    unroll!(row in 0..ROWS => {
        let at = start + quad_start(warp, row);
        let of_quad = some >> (row * QUAD) & 0xF;
        if of_quad == 0xF && is_aligned {
            // SAFETY: the caller promises that the four items are in the array and this thread's; aligned, as in
            // `load`.
            unsafe { array.pointer().add(at).cast::<Aligned<T>>().write(Aligned(rows[row])) };
        } else {
            unroll!(k in 0..QUAD => {
                if of_quad >> k & 1 == 1 {
                    // SAFETY: as above.
                    unsafe { array.write(at + k, rows[row][k]) };
                }
            });
        }
    });
}

/// Whether quads of an array that starts there are aligned: always so for what the host allocates on a card.
#[inline(always)]
fn is_aligned<T>(array: *const T) -> bool {
    const { assert!(size_of::<T>() >= 4) };
    array.cast::<Aligned<u32>>().is_aligned()
}
