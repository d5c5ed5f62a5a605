//! A set of vertices that a warp has marked, in shared memory.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::hubs::{WORD, set_bit};
use crate::sets::contains;
use crate::simt::{Block, Warp};

/// The shape of a warp's marks: a bit for each vertex below `exact`, then a filter for those above.
///
/// In the filter, vertices that agree modulo its size share a bit. Ids are degree ranks, so nearly all that are
/// asked for are below `exact`, and where the filter says yes the list itself is searched.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, cust_core::DeviceCopy)]
pub struct MarksShape {
    /// Vertices with a bit of their own: a multiple of 32.
    pub exact: u32,
    /// Bits of the filter, a power of two of at least 32; or 0, where `exact` covers all vertices.
    pub filter: u32,
}

impl MarksShape {
    /// Words of shared memory for a warp.
    #[inline(always)]
    pub const fn words(self) -> u32 {
        (self.exact + self.filter) / WORD
    }

    /// The bit of `v`.
    #[inline(always)]
    fn place(self, v: u32) -> u32 {
        if v < self.exact { v } else { self.exact + (v & self.filter.wrapping_sub(1)) }
    }
}

const _: () = assert!(size_of::<MarksShape>() == 8);

/// The marks of one warp. All lanes hold the same.
#[derive(Clone, Copy)]
pub(crate) struct Marks<'a> {
    words: &'a [AtomicU32],
    shape: MarksShape,
}

impl<'a> Marks<'a> {
    /// The part of a block's shared memory that belongs to this warp, cleared. A collective of the warp.
    ///
    /// # Panics
    /// If the launch gave less shared memory than `shape.words()` words a warp.
    #[inline(always)]
    pub(crate) fn new<B: Block>(block: B, shape: MarksShape) -> Self {
        let words = shape.words() as usize;
        assert!(
            words * size_of::<u32>() * block.warps() as usize <= block.shared_bytes(),
            "less shared memory than the marks need"
        );
        // SAFETY: shared memory is aligned to 16 and at least that long, as was just checked, and lives as long as
        // the kernel's body. It is not initialised: each word is written below before it is read, by this warp,
        // which alone uses this part.
        let all: &[AtomicU32] = unsafe {
            from_raw_parts(block.shared_base().cast::<AtomicU32>().add(block.warp_index() as usize * words), words)
        };
        let warp = block.warp();
        let mut i = warp.lane() as usize;
        while i < words {
            all[i].store(0, Relaxed);
            i += B::Warp::LANES as usize;
        }
        warp.sync();
        Marks { words: all, shape }
    }

    /// Marks the vertices of `list`. A collective: all lanes may ask when it returns.
    #[inline(always)]
    pub(crate) fn set<W: Warp>(&self, warp: W, list: &[u32]) {
        for_lanes(warp, list, |v| {
            let place = self.shape.place(v);
            set_bit::<W>(self.word(place), place % WORD);
        });
        warp.sync();
    }

    /// Removes the marks of `list`, which are all there are. A collective.
    #[inline(always)]
    pub(crate) fn clear<W: Warp>(&self, warp: W, list: &[u32]) {
        warp.sync();
        for_lanes(warp, list, |v| self.word(self.shape.place(v)).store(0, Relaxed));
        warp.sync();
    }

    /// The bits of the vertices below `exact`, for as long as no mark is set or cleared.
    #[inline(always)]
    pub(crate) fn exact(&self) -> &'a [u32] {
        // SAFETY: an atomic has the layout of its integer, the words are initialised, and the callers below and in
        // the kernels let go of the slice before the next `set` or `clear`.
        unsafe { from_raw_parts(self.words.as_ptr().cast(), (self.shape.exact / WORD) as usize) }
    }

    /// Whether `v` is marked, where `list` is what is marked.
    #[inline(always)]
    pub(crate) fn contains(&self, v: u32, list: &[u32]) -> bool {
        let place = self.shape.place(v);
        let marked = self.word(place).load(Relaxed) >> (place % WORD) & 1 == 1;
        marked && (v < self.shape.exact || contains(list, v))
    }

    #[inline(always)]
    fn word(&self, place: u32) -> &'a AtomicU32 {
        debug_assert!(((place / WORD) as usize) < self.words.len());
        // SAFETY: `place` is below `exact + filter`, which is as many bits as there are. Without a filter, `exact`
        // covers every vertex.
        unsafe { self.words.get_unchecked((place / WORD) as usize) }
    }
}

/// Calls `visit` with each element of `list`, dealt to the lanes.
#[inline(always)]
pub(crate) fn for_lanes<W: Warp>(warp: W, list: &[u32], mut visit: impl FnMut(u32)) {
    let mut i = warp.lane() as usize;
    while i < list.len() {
        visit(list[i]);
        i += W::LANES as usize;
    }
}
