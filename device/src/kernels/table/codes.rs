//! Which pattern the rows of a table have.
//!
//! A row's *key* says how its last level extends the pattern of the row that it extends: the number of that pattern,
//! which vertices the new one is a neighbour of (of edges: what the new one joins), and its label. The keys that there
//! are, are collected in a table by hashes, with the number of their rows; the host gives each a number, a *code*, and
//! finds out which codes are one pattern. So isomorphism is decided once for each key, and not for each row (Arabesque,
//! section 5.4).

use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::planned::is_edge;
use super::rows::RowsInHand;
use super::tasks::own_row;
use super::{Chain, NONE};
use crate::graph::GraphView;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Keys that a warp counts before it tells the others.
const HELD: usize = 16;

/// What the kernels here take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CodeArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The table.
    pub chain: Chain<'a>,
    /// By vertex its label; empty if there are none.
    pub labels: Slice<'a, u32>,
    /// The codes of the rows of the level before; empty at the first level.
    pub parent_codes: Slice<'a, u32>,
    /// A power of two of places: 0, or a key plus 1. Of several that have the same hash, one is behind the other.
    pub keys: Slice<'a, AtomicU64>,
    /// By place, how many rows have the key; in [`write_codes`] its code.
    pub counts: Slice<'a, AtomicU64>,
    /// One element: how many keys found no place. Zero at the start.
    pub lost: Slice<'a, AtomicU64>,
    /// By row of the last chunk, its code: written by [`write_codes`].
    pub codes: Scratch<'a, u32>,
    /// Rows of the last chunk.
    pub rows: u32,
    /// Bits of a label in a key.
    pub label_bits: u32,
}

const _: () = {
    assert!(offset_of!(CodeArgs<'_>, labels) == 48 + size_of::<Chain<'_>>());
    assert!(size_of::<CodeArgs<'_>>() == offset_of!(CodeArgs<'_>, labels) + 6 * 16 + 8);
};

/// Bits of a key that say what the last of so many levels joins: in a table of edges two places, and in one of vertices
/// a bit for each earlier place.
pub const fn join_bits(levels: u32, edges: bool) -> u32 {
    if edges { 8 } else { levels - 1 }
}

/// Bytes of shared memory of the kernels here, for a block of `warps` warps of so many lanes.
pub const fn shared_bytes(warps: u32, lanes: u32) -> usize {
    super::shared_bytes(warps, lanes).next_multiple_of(8) + warps as usize * 2 * HELD * size_of::<u64>()
}

/// Counts the rows of each key. A lane for each row, striding by the grid. Shared memory: [`shared_bytes`].
// With two registers more, a multiprocessor would have room for six blocks of four warps, not seven.
#[cuda_std::kernel(max_threads = 128, min_blocks = 7)]
pub unsafe fn count_codes<B: Block>(block: B, args: &CodeArgs<'_>) {
    let warp = block.warp();
    let rows = RowsInHand::new(block);
    let held = Held::new(block);
    each_batch(block, args.rows, |mine| {
        let key = own_key(rows, args, mine);
        let mut left = warp.ballot(mine.is_some());
        while left != 0 {
            let leader = left.trailing_zeros();
            let next = warp.shuffle_u64(key, leader);
            let same = warp.ballot(mine.is_some() && key == next) & left;
            if warp.lane() == 0 {
                held.add(args, next, same.count_ones().into());
            }
            left &= !same;
        }
    });
    if warp.lane() == 0 {
        held.tell_all(args);
    }
}

/// Writes the code of each row, which is what `counts` has for its key. Shared memory: [`shared_bytes`].
#[cuda_std::kernel]
pub unsafe fn write_codes<B: Block>(block: B, args: &CodeArgs<'_>) {
    let rows = RowsInHand::new(block);
    each_batch(block, args.rows, |mine| {
        let key = own_key(rows, args, mine);
        if let Some(row) = mine {
            let code = find(args, key).map_or(NONE, |place| args.counts[place].load(Relaxed) as u32);
            // SAFETY: there is a code for each row, and no other lane has this one.
            unsafe { args.codes.write(row as usize, code) };
        }
    });
}

/// Calls `take` with a row for each lane, until all rows were taken. A collective.
#[inline(always)]
pub(super) fn each_batch<B: Block>(block: B, rows: u32, mut take: impl FnMut(Option<u32>)) {
    let lanes = u64::from(B::Warp::LANES);
    let mut first = u64::from(block.grid_warp()) * lanes;
    while first < u64::from(rows) {
        take(own_row(block.warp(), first as u32, rows));
        first += u64::from(block.grid_warps()) * lanes;
    }
}

/// The key of the row that the lane brings, which it takes in hand. A collective.
#[inline(always)]
fn own_key<W: Warp>(rows: RowsInHand<'_, W>, args: &CodeArgs<'_>, mine: Option<u32>) -> u64 {
    rows.load(&args.chain, mine);
    mine.map_or(0, |row| key(rows, args, row))
}

#[inline(always)]
fn key<W: Warp>(rows: RowsInHand<'_, W>, args: &CodeArgs<'_>, row: u32) -> u64 {
    let (chain, lane) = (&args.chain, rows.lane());
    let last = chain.levels as usize - 1;
    let vertex = chain.vertices[last][row as usize];
    let label = if args.labels.is_empty() || vertex == NONE { 0 } else { args.labels[vertex as usize] };
    let Some(&parent) = (last > 0).then(|| &args.parent_codes[chain.parents[last][row as usize] as usize])
    else {
        return label.into();
    };
    let edges = !chain.joins[last].is_empty();
    let join = if edges {
        let (from, to) = rows.join(last, lane);
        (from | to << 4) as u32
    } else {
        let is_neighbor = |place: &usize| is_edge(&args.graph, rows.vertex(*place, lane), vertex);
        (0..last).filter(is_neighbor).fold(0, |mask, place| mask | 1 << place)
    };
    let joined = u64::from(parent) << join_bits(chain.levels, edges) | u64::from(join);
    joined << args.label_bits | u64::from(label)
}

/// What a warp has counted and not told: lane 0's.
struct Held<'b> {
    words: Scratch<'b, u64>,
}

impl<'b> Held<'b> {
    #[inline(always)]
    fn new<B: Block>(block: B) -> Self {
        let rows = super::shared_bytes(block.warps(), B::Warp::LANES).next_multiple_of(8);
        let start = rows + block.warp_index() as usize * 2 * HELD * size_of::<u64>();
        assert!(
            start + 2 * HELD * size_of::<u64>() <= block.shared_bytes(),
            "too little shared memory for keys"
        );
        // SAFETY: within the block's shared memory, as just checked, behind the rows of all warps; aligned to 8.
        let words =
            unsafe { Scratch::from_raw_parts(block.shared_base().add(start).cast::<u64>(), 2 * HELD as u64) };
        if block.warp().lane() == 0 {
            (0..HELD).for_each(|place| {
                // SAFETY: within the words, which lane 0 alone uses.
                unsafe { words.write(HELD + place, 0) };
            });
        }
        Held { words }
    }

    /// Adds rows of a key.
    #[inline(always)]
    fn add(&self, args: &CodeArgs<'_>, key: u64, rows: u64) {
        let place = hash(key) as usize % HELD;
        // SAFETY: within the words, which lane 0 alone uses; a key is read if its count is not zero, and so it was
        // written.
        unsafe {
            let count = self.words.read(HELD + place);
            if count > 0 && self.words.read(place) == key {
                self.words.write(HELD + place, count + rows);
                return;
            }
            if count > 0 {
                tell(args, self.words.read(place), count);
            }
            self.words.write(place, key);
            self.words.write(HELD + place, rows);
        }
    }

    /// Tells all that is left.
    #[inline(always)]
    fn tell_all(&self, args: &CodeArgs<'_>) {
        let mut place = 0;
        while place < HELD {
            // SAFETY: as in `add`.
            unsafe {
                let count = self.words.read(HELD + place);
                if count > 0 {
                    tell(args, self.words.read(place), count);
                }
            }
            place += 1;
        }
    }
}

/// Adds rows of a key to the table.
#[inline(always)]
fn tell(args: &CodeArgs<'_>, key: u64, rows: u64) {
    let mask = args.keys.len() - 1;
    let mut place = hash(key) as usize & mask;
    let mut tried = 0;
    while tried <= mask {
        let there = match args.keys[place].compare_exchange(0, key + 1, Relaxed, Relaxed) {
            Ok(_) => key + 1,
            Err(there) => there,
        };
        if there == key + 1 {
            args.counts[place].fetch_add(rows, Relaxed);
            return;
        }
        place = (place + 1) & mask;
        tried += 1;
    }
    args.lost[0].fetch_add(1, Relaxed);
}

/// Where a key is in the table.
#[inline(always)]
fn find(args: &CodeArgs<'_>, key: u64) -> Option<usize> {
    let mask = args.keys.len() - 1;
    let mut place = hash(key) as usize & mask;
    let mut tried = 0;
    while tried <= mask {
        match args.keys[place].load(Relaxed) {
            0 => return None,
            there if there == key + 1 => return Some(place),
            _ => place = (place + 1) & mask,
        }
        tried += 1;
    }
    None
}

/// Spreads keys that differ in few bits (the finaliser of Appleby's MurmurHash3).
#[inline(always)]
pub fn hash(key: u64) -> u64 {
    let key = (key ^ key >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let key = (key ^ key >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    key ^ key >> 33
}
