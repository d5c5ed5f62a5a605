//! The images of patterns: the vertices to which some row sends a vertex of its pattern; and which rows have a pattern
//! that is kept.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::codes::each_batch;
use super::rows::RowsInHand;
use super::{Chain, MAX_LEVELS, NONE};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`mark_images`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ImageArgs<'a> {
    /// The table.
    pub chain: Chain<'a>,
    /// By row of the last chunk, its code.
    pub codes: Slice<'a, u32>,
    /// For each code and each of [`MAX_LEVELS`] places, the set that the vertex there belongs to, or [`NONE`].
    pub sets: Slice<'a, u32>,
    /// The sets, one after another, by bits: `words` for each.
    pub marks: Slice<'a, AtomicU32>,
    /// Words of a set.
    pub words: u64,
    /// Rows of the last chunk.
    pub rows: u32,
}

/// What [`flag_rows`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FlagArgs<'a> {
    /// By row its code.
    pub codes: Slice<'a, u32>,
    /// By code, 1 if its rows are kept, or 0.
    pub kept: Slice<'a, u8>,
    /// Written: by row, 1 if it is kept, or 0.
    pub flags: Scratch<'a, u8>,
}

layout!(FlagArgs<'_>: 48, flags: 32);

const _: () = assert!(offset_of!(ImageArgs<'_>, words) == size_of::<Chain<'_>>() + 48);

/// Marks the vertices of each row in the sets of its code. A lane for each row, striding by the grid; a mark that is
/// there is not made again. Shared memory: [`shared_bytes`](super::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn mark_images<B: Block>(block: B, args: &ImageArgs<'_>) {
    let rows = RowsInHand::new(block);
    each_batch(block, args.rows, |mine| {
        rows.load(&args.chain, mine);
        let Some(row) = mine else { return };
        let (code, lane) = (args.codes[row as usize] as usize, block.warp().lane());
        let mut place = 0;
        while place < rows.vertices(lane) as usize {
            let set = args.sets[code * MAX_LEVELS + place];
            if set != NONE {
                let vertex = rows.vertex(place, lane);
                let word = &args.marks[set as usize * args.words as usize + vertex as usize / 32];
                let bit = 1 << (vertex % 32);
                if word.load(Relaxed) & bit == 0 {
                    word.fetch_or(bit, Relaxed);
                }
            }
            place += 1;
        }
    });
}

/// Flags the rows whose code is kept. A thread for each row, striding by the grid.
#[cuda_std::kernel]
pub unsafe fn flag_rows<B: Block>(block: B, args: &FlagArgs<'_>) {
    let threads = u64::from(block.count()) * u64::from(block.threads());
    let mut row = u64::from(block.index()) * u64::from(block.threads()) + u64::from(block.thread());
    while row < args.codes.len() as u64 {
        let flag = args.kept[args.codes[row as usize] as usize];
        // SAFETY: there is a flag for each row, and no other thread has this one.
        unsafe { args.flags.write(row as usize, flag) };
        row += threads;
    }
}
