//! Offsets of segments, in 32 or 64 bits.

use cust_core::DeviceCopy;

use crate::memory::Slice;

/// A `u32` or a `u64` that is an offset.
pub trait OffsetWord: DeviceCopy + Sync + 'static {
    /// The offset as a `usize`: a position among the values.
    fn position(self) -> usize;
}

impl OffsetWord for u32 {
    #[inline(always)]
    fn position(self) -> usize {
        self as usize
    }
}

impl OffsetWord for u64 {
    #[inline(always)]
    fn position(self) -> usize {
        self as usize
    }
}

/// Where segments start and end.
#[derive(Clone, Copy)]
pub struct Segments<'a, I> {
    offsets: &'a [I],
    values: usize,
}

impl<'a, I: OffsetWord> Segments<'a, I> {
    /// The segments of `values` values that `offsets` describes.
    #[inline(always)]
    pub fn new(offsets: Slice<'a, I>, values: usize) -> Self {
        Segments { offsets: offsets.get(), values }
    }

    /// The number of segments.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// The number of values.
    #[inline(always)]
    pub fn values(self) -> usize {
        self.values
    }

    /// Where segment `i` starts, for `i` up to the number of segments: the last starts where all end.
    #[inline(always)]
    pub fn start(self, i: usize) -> usize {
        self.offsets[i].position().min(self.values)
    }

    /// Where segment `i` ends.
    #[inline(always)]
    pub fn end(self, i: usize) -> usize {
        self.start(i + 1)
    }

    /// The number of segments that end before item `diagonal` of the merged list. The other items before it are
    /// values.
    #[inline(always)]
    pub fn ended_before(self, diagonal: usize) -> usize {
        let mut low = diagonal.saturating_sub(self.values);
        let mut high = diagonal.min(self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            // Segment `middle` ends before the item if its end lies no further on than the values before it.
            if self.end(middle) < diagonal - middle {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
