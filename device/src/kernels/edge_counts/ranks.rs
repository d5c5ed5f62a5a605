//! Where a neighbour that a hub's row names stands in the hub's list.

use cust_core::DeviceCopy;

use crate::kernels::triangles::HubRows;
use crate::kernels::triangles::hubs::{WORD, row_start};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`rank_hubs`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RankHubsArgs<'a> {
    /// The rows.
    pub hubs: HubRows<'a>,
    /// For each of their words, how many bits of the row are set before it: written.
    pub ranks: Scratch<'a, u16>,
}

layout!(RankHubsArgs<'_>: 40, ranks: 24);

/// Counts the bits before each word of the hubs' rows.
///
/// Thread mapping: a warp a row, a lane a word. Bound by device memory.
#[cuda_std::kernel]
pub unsafe fn rank_hubs<B: Block>(block: B, args: &RankHubsArgs<'_>) {
    let warp = block.warp();
    assert!(
        args.ranks.len() >= u64::from(row_start(args.hubs.count)),
        "fewer ranks than the rows have words"
    );
    let mut v = block.grid_warp();
    while v < args.hubs.count {
        let (row, start) = (args.hubs.row(v), row_start(v) as usize);
        let mut before = 0;
        let mut base = 0;
        while base < row.len() {
            let i = base + warp.lane() as usize;
            let bits = row.get(i).map_or(0, |word| word.count_ones());
            let sum = warp.inclusive_scan(bits);
            if i < row.len() {
                // SAFETY: a row has `row_start(v + 1) - row_start(v)` words, so this is below `row_start(count)`,
                // which was compared; one lane writes it. A row has fewer than 2^16 bits.
                unsafe { args.ranks.write(start + i, (before + sum - bits) as u16) };
            }
            before += warp.shuffle(sum, B::Warp::LANES - 1);
            base += B::Warp::LANES as usize;
        }
        v += block.grid_warps();
    }
}

/// The position of `w` in the list of hub `v`, in whose row it is.
#[inline(always)]
pub(in crate::kernels) fn rank(hubs: &HubRows<'_>, ranks: Slice<'_, u16>, v: u32, w: u32) -> u32 {
    let word = (w / WORD) as usize;
    debug_assert!(v < hubs.count && w < v);
    // SAFETY: a row has a word for each smaller vertex, and there is a rank for each word.
    let (bits, before) = unsafe {
        (*hubs.row(v).get_unchecked(word), *ranks.get().get_unchecked(row_start(v) as usize + word))
    };
    u32::from(before) + (bits & ((1 << (w % WORD)) - 1)).count_ones()
}
