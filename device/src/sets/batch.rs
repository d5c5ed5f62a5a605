//! One intersection a lane, the work shared evenly.

use core::ptr::with_exposed_provenance;
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
    if W::LANES == 1 { intersect_count(warp, a, b) } else { in_rounds(warp, a, b, KEYS) }
}

/// The form for many lanes, in rounds of at most `most` keys a lane.
#[inline(always)]
fn in_rounds<W: Warp>(warp: W, a: &[u32], b: &[u32], most: u32) -> u32 {
    let (keys, targets) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut next = keys.as_ptr();
    let mut left = keys.len() as u32;
    let mut found = 0;
    loop {
        let now = left.min(most);
        // SAFETY: `next` and the `left` keys from there on are what earlier rounds left of `keys`.
        found += round(warp, unsafe { from_raw_parts(next, now as usize) }, targets);
        next = next.wrapping_add(now as usize);
        left -= now;
        if !warp.any(left > 0) {
            return found;
        }
    }
}

/// The same for at most [`KEYS`] keys a lane: how many of them are among the lane's `targets`.
#[inline(always)]
fn round<W: Warp>(warp: W, keys: &[u32], targets: &[u32]) -> u32 {
    // Lane `l` owns numbers `start[l]..end[l]`. The last is at most 32 * 2^26, so the sum does not wrap.
    let end = warp.inclusive_scan(keys.len() as u32);
    let start = end - keys.len() as u32;
    let total = warp.shuffle(end, W::LANES - 1);
    // Where key 0 would stand if the lane's keys went on to the left: key `number` is then at `origin + number`.
    let origin = keys.as_ptr().wrapping_sub(start as usize).expose_provenance() as u64;
    let list = targets.as_ptr().expose_provenance() as u64;
    let length = targets.len() as u32;

    let mut found = 0;
    let mut base = 0;
    while base < total {
        let number = base + warp.lane();
        let owner = owner(warp, end, number);
        let origin = warp.shuffle_u64(origin, owner) as usize;
        let list = warp.shuffle_u64(list, owner) as usize;
        let length = warp.shuffle(length, owner) as usize;
        // SAFETY: `number < total`, so it is one of the owner's keys. They and its targets are in memory that all
        // lanes may read, and stay so, borrowed by the owner, until this function, a collective, returns.
        let hit = number < total
            && unsafe {
                let key = *with_exposed_provenance::<u32>(origin).wrapping_add(number as usize);
                contains(from_raw_parts(with_exposed_provenance(list), length), key)
            };
        let mine = lanes_from(start.saturating_sub(base)) & !lanes_from(end.saturating_sub(base));
        found += (warp.ballot(hit) & mine).count_ones();
        base += W::LANES;
    }
    found
}

/// The lane that owns `number`: how many lanes' numbers end at or before it, but never more than the last lane.
///
/// A lane without keys owns nothing: its `end` is that of the lane before.
#[inline(always)]
fn owner<W: Warp>(warp: W, end: u32, number: u32) -> u32 {
    let mut owner = 0;
    let mut step = W::LANES / 2;
    while step > 0 {
        // Lanes `..owner` end at or before `number`, and `owner + step` is at most `LANES - 1`.
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

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::in_rounds;
    use crate::memory::Slice;
    use crate::simt::{Block, Kernel, Warp, emulated};

    /// Lane `l` counts the multiples of 3 below `7 l` in rounds of 5 keys, and compares with the formula.
    struct Rounds;

    impl Kernel for Rounds {
        type Args<'a> = Slice<'a, u32>;
        const NAME: &'static str = "rounds";

        fn run<B: Block>(block: B, numbers: &Slice<'_, u32>) {
            let lane = block.warp().lane();
            let (threes, all) = numbers.split_at(100);
            let count = in_rounds(block.warp(), threes, &all[..7 * lane as usize], 5);
            assert_eq!(count, (7 * lane).div_ceil(3));
        }
    }

    #[test]
    fn keys_in_several_rounds() {
        let numbers: Vec<u32> = (0..100).map(|i| 3 * i).chain(0..300).collect();
        emulated::launch::<Rounds>(1, 1, 0, 8, &numbers.as_slice().into()).unwrap();
    }
}
