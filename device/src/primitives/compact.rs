//! Compaction: the items of an array that are to be kept, in their order, side by side.
//!
//! - Computes: the kept items, and their number.
//! - Requires: `words` zero; the arrays apart. What does not fit in `kept` is counted, and not written.
//! - Thread mapping: blocks draw tiles ([`lookback`]); a lane holds `ROWS` quads. Kept items are counted, a warp's
//!   four rows in one scan of bytes, put side by side in shared memory, and written from there in sequence. With one
//!   lane, a tile is counted and then copied, or, when the number before it is there already, just copied.
//! - Memory: reads each item and what decides on it once, writes each kept item once; bound by that.
//! - Source: the single-pass scan of Merrill and Garland, 2016, over the decisions.

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::carve::{self, Carver};
use super::lookback::{self, ItemCounts};
use super::rows::{self, QUAD};
use super::select::{Between, Flagged, Numbered, Select, Unique};
use super::unroll::unroll;
use super::{TileSize, WARPS, WIDE_THREADS};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Quads that a lane holds.
const ROWS: usize = 4;

/// Items in a tile.
pub const TILE: TileSize = TileSize { wide: ROWS * QUAD * WIDE_THREADS, scalar: 1 << 13 };

/// Bytes of shared memory that the kernels need, on a machine of so many lanes a warp.
pub const fn shared_bytes(lanes: u32) -> usize {
    let word = size_of::<u64>();
    carve::shared_bytes(&[word, word, WARPS as usize * size_of::<u32>(), TILE.of(lanes) * size_of::<u32>()])
}

/// What the compaction kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CompactArgs<'a, S> {
    /// The items, and which are kept.
    pub source: S,
    /// Written: the kept items.
    pub kept: Scratch<'a, u32>,
    /// One element, written: the number of kept items, whether they fit or not.
    pub count: Scratch<'a, u64>,
    /// The tile counter, and the state of each tile; zero at the start.
    pub words: Slice<'a, AtomicU64>,
    /// The number of tiles, at least one.
    pub tiles: u64,
}

layout!(CompactArgs<'_, Flagged<'_>>: 88);
layout!(CompactArgs<'_, Between<'_>>: 88);

const _: () = {
    assert!(offset_of!(CompactArgs<'_, Numbered<'_>>, kept) == 16);
    assert!(offset_of!(CompactArgs<'_, Unique<'_>>, tiles) == 64);
};

/// A block's shared memory.
struct Shared<'b> {
    /// The tile.
    slot: Scratch<'b, u64>,
    /// The number of kept items before the tile.
    before: Scratch<'b, u64>,
    /// The number of kept items of each warp.
    counts: Scratch<'b, u32>,
    /// The kept items of the tile.
    staged: Scratch<'b, u32>,
}

impl<'b> Shared<'b> {
    #[inline(always)]
    fn new<B: Block>(block: B) -> Self {
        let mut carver = Carver::new(block);
        Shared {
            slot: carver.take(1),
            before: carver.take(1),
            counts: carver.take(WARPS as usize),
            staged: carver.take(TILE.of(B::Warp::LANES)),
        }
    }
}

/// Puts the kept items of a tile side by side in shared memory, and returns their number. A collective of the block.
///
/// The tile's count is announced.
#[inline(always)]
fn stage<B: Block, S: Select>(
    block: B,
    source: &S,
    states: &[AtomicU64],
    shared: &Shared<'_>,
    tile: u64,
) -> u32 {
    let tile_start = tile as usize * TILE.of(B::Warp::LANES);
    if B::Warp::LANES == 1 {
        let mut count = 0;
        for at in tile_start..source.length().min(tile_start + TILE.scalar) {
            let (item, is_kept) = source.one(at);
            // SAFETY: fewer items have been kept than the tile has. A branch would often be mispredicted: an item
            // that is not kept is overwritten by the next.
            unsafe { shared.staged.write(count, item) };
            count += usize::from(is_kept);
        }
        lookback::announce::<ItemCounts>(states, tile, count as u64);
        return count as u32;
    }
    let warp = block.warp();
    let warp_index = block.warp_index() as usize;
    let start = tile_start + warp_index * rows::span::<B::Warp>(ROWS);
    // SAFETY: the launch has no more tiles than the items need, so a part starts less than a tile after their end.
    let (items, kept) = unsafe { source.many::<_, ROWS>(warp, start) };
    let (ranks, count) = rows::rank::<_, ROWS>(warp, kept);
    if warp.lane() == 0 {
        // SAFETY: an element for each warp, read after the barrier.
        unsafe { shared.counts.write(warp_index, count) };
    }
    block.sync();
    let (mut before_warp, mut total) = (0, 0);
    for other in 0..WARPS as usize {
        // SAFETY: written by each warp before the barrier.
        let count = unsafe { shared.counts.read(other) };
        before_warp += if other < warp_index { count } else { 0 };
        total += count;
    }
    if block.thread() == 0 {
        lookback::announce::<ItemCounts>(states, tile, total.into());
    }
    unroll!(row in 0..ROWS => {
        let mut place = before_warp + ranks[row];
        unroll!(k in 0..QUAD => {
            if kept >> (row * QUAD + k) & 1 == 1 {
                // SAFETY: the items' ranks in the tile differ, and there are no more than the tile has items.
                unsafe { shared.staged.write(place as usize, items[row][k]) };
                place += 1;
            }
        });
    });
    total
}

#[inline(always)]
fn compact<B: Block, S: Select>(block: B, args: &CompactArgs<'_, S>) {
    let (queue, states) = lookback::split(args.words);
    let shared = Shared::new(block);
    loop {
        let tile = lookback::draw(block, queue, shared.slot);
        if tile >= args.tiles {
            break;
        }
        let count = stage(block, &args.source, states, &shared, tile);
        if block.warp_index() == 0 {
            let before = lookback::prefix_before::<_, ItemCounts>(block.warp(), states, tile);
            if block.warp().lane() == 0 {
                let up_to = before + u64::from(count);
                lookback::announce_prefix::<ItemCounts>(states, tile, up_to);
                // SAFETY: one element each. The block reads the first after the barrier; the second is written for
                // the last tile only.
                unsafe {
                    shared.before.write(0, before);
                    if tile + 1 == args.tiles {
                        args.count.write(0, up_to);
                    }
                }
            }
        }
        block.sync();
        // SAFETY: written before the barrier.
        let before = unsafe { shared.before.read(0) };
        let room = args.kept.len().saturating_sub(before).min(count.into()) as u32;
        let mut i = block.thread();
        while i < room {
            // SAFETY: staged before the barrier; its place in `kept` is within the array, and this item's alone.
            unsafe { args.kept.write(before as usize + i as usize, shared.staged.read(i as usize)) };
            i += block.threads();
        }
    }
}

macro_rules! compactions {
    ($($(#[$doc:meta])* $name:ident of $source:ident;)*) => {$(
        $(#[$doc])*
        #[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
        pub unsafe fn $name<B: Block>(block: B, args: &CompactArgs<'_, $source<'_>>) {
            compact(block, args);
        }
    )*};
}

compactions! {
    /// Keeps the values whose flag is not 0.
    compact_flagged of Flagged;
    /// Keeps the positions whose flag is not 0.
    compact_numbered of Numbered;
    /// Keeps the values in a range, or outside it.
    compact_between of Between;
    /// Keeps the first value of each run of equal values.
    compact_unique of Unique;
}
