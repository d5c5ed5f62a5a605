//! The arcs of a part of the ids, as keys.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::{IdRanks, PairRange};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`emit_arcs`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EmitArcsArgs<'a> {
    /// The pairs, whose ends are all marked.
    pub range: PairRange,
    /// The numbers of the ids.
    pub numbers: IdRanks<'a>,
    /// Written, in any order: an arc's first vertex above its second.
    pub keys: Scratch<'a, u64>,
    /// The first grows by the arcs: it is the place of the next.
    pub next: Slice<'a, AtomicU64>,
    /// The first id of the part.
    pub first: u32,
    /// The last.
    pub last: u32,
    /// Bits of a vertex.
    pub bits: u32,
    /// Nothing.
    pub padding: u32,
}

layout!(EmitArcsArgs<'_>: 136, first: 120);

/// Writes the arcs that leave the ids of a part: of each pair both, one or none.
///
/// Thread mapping: a thread for each pair, striding by the grid; ballots and one addition for a warp give the places. Bound
/// by drawing; the vertices' numbers lie in the L2 cache.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn emit_arcs<B: Block>(block: B, args: &EmitArcsArgs<'_>) {
    let (warp, numbers) = (block.warp(), args.numbers);
    let is_in_part = |id: u32| args.first <= id && id <= args.last;
    let write = |place: u64, from: u32, to: u32| {
        assert!(place < args.keys.len(), "more arcs than places for them");
        // SAFETY: within the array, as just checked, and nobody else has the place.
        unsafe { args.keys.write(place as usize, u64::from(from) << args.bits | u64::from(to)) };
    };
    args.range.for_each(block, |pair| {
        let (u, v) = pair.unwrap_or_default();
        let (out, back) = (pair.is_some() && is_in_part(u), pair.is_some() && is_in_part(v));
        let (outs, backs) = (warp.ballot(out), warp.ballot(back));
        let count = outs.count_ones() + backs.count_ones();
        // The same in all lanes.
        if count > 0 {
            let mut place = 0;
            if warp.lane() == 0 {
                place = args.next[0].fetch_add(count.into(), Relaxed);
            }
            place = warp.shuffle_u64(place, 0);
            if out || back {
                let (u, v) = (numbers.of(u), numbers.of(v));
                if out {
                    write(place + u64::from((outs & warp.lanes_below()).count_ones()), u, v);
                }
                if back {
                    let before = outs.count_ones() + (backs & warp.lanes_below()).count_ones();
                    write(place + u64::from(before), v, u);
                }
            }
        }
    });
}
