//! The place of a key among those of its tile.

use super::{ROWS, SweepArgs};
use crate::memory::Scratch;
use crate::primitives::WARPS;
use crate::primitives::rows::{QUAD, Rows};
use crate::primitives::sort::BINS;
use crate::primitives::sort::key::Key;
use crate::primitives::unroll::unroll;
use crate::simt::{Block, Warp};

/// The lanes whose digit is this lane's. A collective.
#[inline(always)]
fn peers<W: Warp>(warp: W, digit: u32, mask: u32) -> u32 {
    let mut peers = u32::MAX >> (u32::BITS - W::LANES);
    unroll!(bit in 0..8usize => {
        // The mask is the same in all lanes.
        if mask >> bit & 1 == 1 {
            let is_set = digit >> bit & 1 == 1;
            let votes = warp.ballot(is_set);
            peers &= if is_set { votes } else { !votes };
        }
    });
    peers
}

/// The sum of the values of the threads before this one. A collective of the block, with a barrier in it.
#[inline(always)]
pub(super) fn sum_before<B: Block>(block: B, value: u32, sums: Scratch<'_, u32>) -> u32 {
    let warp = block.warp();
    let scanned = warp.inclusive_scan(value);
    if warp.lane() == B::Warp::LANES - 1 {
        // SAFETY: an element for each warp, read after the barrier.
        unsafe { sums.write(block.warp_index() as usize, scanned) };
    }
    block.sync();
    let mut before = scanned - value;
    unroll!(other in 0..WARPS as usize => {
        // SAFETY: written before the barrier.
        let sum = unsafe { sums.read(other) };
        before += if other < block.warp_index() as usize { sum } else { 0 };
    });
    before
}

/// Ranks the warp's keys: for each, the number of keys of its digit before it in the warp. A collective of the warp.
#[inline(always)]
pub(super) fn rank<B: Block, K: Key>(
    block: B,
    args: &SweepArgs<'_, K>,
    keys: &Rows<K, ROWS>,
    of_warps: Scratch<'_, u32>,
) -> Rows<u32, ROWS> {
    let warp = block.warp();
    let counts = of_warps.part(u64::from(block.warp_index()) * BINS as u64, BINS as u64);
    let mut bin = warp.lane() as usize;
    while bin < BINS {
        // SAFETY: each lane has bins of its own before the barrier.
        unsafe { counts.write(bin, 0) };
        bin += B::Warp::LANES as usize;
    }
    warp.sync();
    let mut ranks = [[0; QUAD]; ROWS];
    unroll!(row in 0..ROWS => {
        unroll!(k in 0..QUAD => {
            let digit = args.digit(keys[row][k]);
            let peers = peers(warp, digit as u32, args.mask);
            let leader = peers.trailing_zeros();
            let mut before = 0;
            if warp.lane() == leader {
                // SAFETY: of the lanes with this digit one is here; the barrier below parts it from the next key's.
                unsafe {
                    before = counts.read(digit);
                    counts.write(digit, before + peers.count_ones());
                }
            }
            ranks[row][k] = warp.shuffle(before, leader) + (peers & warp.lanes_below()).count_ones();
            warp.sync();
        });
    });
    ranks
}
