//! One intersection a lane, the work shared evenly.

use core::slice::from_raw_parts;

use super::{contains, intersect_count};
use crate::simt::Warp;

/// Keys that a lane brings to a round, at most: so that 32 lanes' add up within `u32`.
const KEYS: u32 = 1 << 26;

/// `|a ∩ b|`, each lane of its own lists, which may be empty, and may be longer or shorter than other lanes'.
///
/// Thread mapping: each lane's shorter list holds its keys. The keys of all lanes are numbered through, and the
/// lanes take `LANES` of them at a time, whoever they belong to: a lane finds the owner of its key among the
/// scanned lengths, fetches the owner's lists by shuffles, and searches. A ballot then tells each owner which of
/// its keys were found. So lanes idle in the last step only, however unequal the lists are.
#[inline(always)]
pub fn batch_intersect_count<W: Warp>(warp: W, a: &[u32], b: &[u32]) -> u32 {
    if W::LANES == 1 {
        return intersect_count(warp, a, b);
    }
    let (mut keys, targets) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut found = 0;
    while warp.any(!keys.is_empty()) {
        let (now, later) = keys.split_at(keys.len().min(KEYS as usize));
        found += round(warp, now, targets);
        keys = later;
    }
    found
}

/// The same for at most [`KEYS`] keys a lane: how many of them are among the lane's `targets`.
#[inline(always)]
fn round<W: Warp>(warp: W, keys: &[u32], targets: &[u32]) -> u32 {
    // Lane `l` owns numbers `end[l] - length[l]..end[l]`. The sum is at most 32 * 2^26, so it does not wrap.
    let end = warp.inclusive_scan(keys.len() as u32);
    let start = end - keys.len() as u32;
    let total = warp.shuffle(end, W::LANES - 1);
    // Where key 0 would stand if the lane's keys went on to the left: key `number` is then at `origin + number`.
    let origin = keys.as_ptr().wrapping_sub(start as usize);

    let mut found = 0;
    let mut base = 0;
    while base < total {
        let number = base + warp.lane();
        let owner = owner(warp, end, number);
        let origin = warp.shuffle_u64(origin.expose_provenance() as u64, owner);
        let list = warp.shuffle_u64(targets.as_ptr().expose_provenance() as u64, owner);
        let length = warp.shuffle(targets.len() as u32, owner);
        // SAFETY: `number < total`, so it is one of the owner's keys, in memory that all lanes may read: the owner
        // holds a reference to it until this function, a collective, returns. The same goes for its targets.
        let hit = number < total
            && unsafe {
                let key =
                    *core::ptr::with_exposed_provenance::<u32>(origin as usize).wrapping_add(number as usize);
                contains(
                    from_raw_parts(core::ptr::with_exposed_provenance(list as usize), length as usize),
                    key,
                )
            };
        let mine = lanes_from(start.saturating_sub(base)) & !lanes_from(end.saturating_sub(base));
        found += (warp.ballot(hit) & mine).count_ones();
        base += W::LANES;
    }
    found
}

/// The lane that owns `number`: how many lanes' numbers `end` at or before it, but never more than the last lane.
///
/// Lanes without keys own nothing: their `end` is that of the lane before.
#[inline(always)]
fn owner<W: Warp>(warp: W, end: u32, number: u32) -> u32 {
    let mut owner = 0;
    let mut step = W::LANES / 2;
    while step > 0 {
        // Lanes `..owner` end at or before `number`; `owner + step` is at most `LANES - 1`.
        if warp.shuffle(end, owner + step - 1) <= number {
            owner += step;
        }
        step /= 2;
    }
    owner
}

/// The lanes from `first` on, as a mask: none if `first` is 32 or more.
#[inline(always)]
fn lanes_from(first: u32) -> u32 {
    u32::MAX.checked_shl(first).unwrap_or(0)
}
