//! What compaction keeps: items, and the decision on each.

use cust_core::DeviceCopy;

use super::rows::{self, QUAD, Rows};
use super::unroll::unroll;
use crate::memory::Slice;
use crate::simt::Warp;

/// Items in order, each to be kept or not.
pub trait Select: DeviceCopy {
    /// The number of items.
    fn length(&self) -> usize;
    /// Item `at`, and whether it is kept.
    fn one(&self, at: usize) -> (u32, bool);
    /// This lane's items of the warp's part that starts at `start`, and the bits of those kept. A collective.
    ///
    /// # Safety
    /// `start` lies at most [`isize::MAX`] / 2 items in: what is beyond the last item is looked for by its position.
    unsafe fn many<W: Warp, const ROWS: usize>(&self, warp: W, start: usize) -> (Rows<u32, ROWS>, u32);
}

/// The values whose flag is not 0.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Flagged<'a> {
    /// Read: the values.
    pub values: Slice<'a, u32>,
    /// Read: a flag for each.
    pub flags: Slice<'a, u8>,
}

impl Select for Flagged<'_> {
    #[inline(always)]
    fn length(&self) -> usize {
        self.values.get().len().min(self.flags.get().len())
    }
    #[inline(always)]
    fn one(&self, at: usize) -> (u32, bool) {
        (self.values.get()[at], self.flags.get()[at] != 0)
    }
    #[inline(always)]
    unsafe fn many<W: Warp, const ROWS: usize>(&self, warp: W, start: usize) -> (Rows<u32, ROWS>, u32) {
        let kept = rows::load_flags::<W, ROWS>(warp, self.flags.get(), start);
        (rows::load(warp, self.values.get(), start, 0), kept)
    }
}

/// The positions whose flag is not 0.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Numbered<'a> {
    /// Read: at most 2^32 flags.
    pub flags: Slice<'a, u8>,
}

impl Select for Numbered<'_> {
    #[inline(always)]
    fn length(&self) -> usize {
        self.flags.get().len()
    }
    #[inline(always)]
    fn one(&self, at: usize) -> (u32, bool) {
        (at as u32, self.flags.get()[at] != 0)
    }
    #[inline(always)]
    unsafe fn many<W: Warp, const ROWS: usize>(&self, warp: W, start: usize) -> (Rows<u32, ROWS>, u32) {
        let mut items = [[0; QUAD]; ROWS];
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                items[row][k] = (start + rows::quad_start(warp, row) + k) as u32;
            });
        });
        (items, rows::load_flags::<W, ROWS>(warp, self.flags.get(), start))
    }
}

/// The values in a range, or those outside it.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Between<'a> {
    /// Read: the values.
    pub values: Slice<'a, u32>,
    /// The least value of the range.
    pub low: u32,
    /// The largest of the range, less `low`.
    pub span: u32,
    /// Whether values in the range are kept (1), or those outside (0).
    pub inside: u32,
    /// Nothing: it makes the size a multiple of the alignment.
    pub padding: u32,
}

impl Between<'_> {
    #[inline(always)]
    fn keeps(&self, value: u32) -> bool {
        (value.wrapping_sub(self.low) <= self.span) == (self.inside != 0)
    }
}

impl Select for Between<'_> {
    #[inline(always)]
    fn length(&self) -> usize {
        self.values.get().len()
    }
    #[inline(always)]
    fn one(&self, at: usize) -> (u32, bool) {
        let value = self.values.get()[at];
        (value, self.keeps(value))
    }
    #[inline(always)]
    unsafe fn many<W: Warp, const ROWS: usize>(&self, warp: W, start: usize) -> (Rows<u32, ROWS>, u32) {
        let items: Rows<u32, ROWS> = rows::load(warp, self.values.get(), start, 0);
        let mut kept = [[false; QUAD]; ROWS];
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                kept[row][k] = self.keeps(items[row][k]);
            });
        });
        (items, rows::bits(kept) & rows::bits_within::<W, ROWS>(warp, start, self.length()))
    }
}

/// The first value of each run of equal values.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Unique<'a> {
    /// Read: the values.
    pub values: Slice<'a, u32>,
}

impl Select for Unique<'_> {
    #[inline(always)]
    fn length(&self) -> usize {
        self.values.get().len()
    }
    #[inline(always)]
    fn one(&self, at: usize) -> (u32, bool) {
        let values = self.values.get();
        (values[at], at == 0 || values[at - 1] != values[at])
    }
    #[inline(always)]
    unsafe fn many<W: Warp, const ROWS: usize>(&self, warp: W, start: usize) -> (Rows<u32, ROWS>, u32) {
        let values = self.values.get();
        let items: Rows<u32, ROWS> = rows::load(warp, values, start, 0);
        // What lies before the first lane's quad: at first, the value before the warp's part.
        let before = start.checked_sub(1).and_then(|at| values.get(at));
        let mut carried = before.copied().unwrap_or(0);
        let is_first = warp.lane() == 0;
        let mut heads = [[false; QUAD]; ROWS];
        unroll!(row in 0..ROWS => {
            let below = warp.shuffle(items[row][QUAD - 1], warp.lane().wrapping_sub(1) & (W::LANES - 1));
            let mut previous = if is_first { carried } else { below };
            carried = below;
            unroll!(k in 0..QUAD => {
                heads[row][k] = items[row][k] != previous;
                previous = items[row][k];
            });
        });
        heads[0][0] |= start == 0 && is_first;
        (items, rows::bits(heads) & rows::bits_within::<W, ROWS>(warp, start, values.len()))
    }
}
