//! One intersection a lane, the work shared evenly.

use core::ptr::with_exposed_provenance;
use core::slice::from_raw_parts;

use super::turns::{MOST, NumberedElements};
use super::{contains, intersect_count};
use crate::simt::Warp;

/// `|a ∩ b|`, each lane of its own lists, which may be empty, and may be longer or shorter than other lanes'.
///
/// Thread mapping: each lane's shorter list holds its keys. The keys of all lanes are numbered through, and the
/// lanes take `LANES` of them at a time, whoever they belong to: a lane finds the owner of its key among the
/// scanned lengths, fetches the owner's lists by shuffles, and searches. A ballot then tells each owner which of
/// its keys were found. So lanes idle in the last step only, however unequal the lists are.
#[inline(always)]
pub fn batch_intersect_count<W: Warp>(warp: W, a: &[u32], b: &[u32]) -> u32 {
    if W::LANES == 1 { intersect_count(warp, a, b) } else { in_rounds(warp, a, b, MOST) }
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

/// How many of this lane's `keys`, at most [`MOST`] of them, are among its `targets`. A collective.
#[inline(always)]
fn round<W: Warp>(warp: W, keys: &[u32], targets: &[u32]) -> u32 {
    let mut own = 0;
    steps(warp, keys, targets, |step| own += step.numbered.own(warp.ballot(step.found), step.base));
    own
}

/// Calls `take(owner, key, found)` for every key of every lane, `LANES` keys at a time: `owner` is the lane whose key
/// it is, and `found` says whether it is among that lane's `targets`. A lane for which no key is left gets none.
///
/// A collective, and `take` may be one. Keys come in the order of the lanes, those of a lane ascending. Thread mapping:
/// the keys of all lanes are numbered through, and each lane takes one of them at a time, whoever's it is.
#[inline(always)]
pub fn batch_each<W: Warp>(warp: W, keys: &[u32], targets: &[u32], take: impl FnMut(u32, Option<u32>, bool)) {
    if W::LANES == 1 {
        each_alone(keys, targets, take)
    } else {
        each_in_rounds(warp, keys, targets, MOST, take)
    }
}

/// The form for one lane: a bisection for each key, or a merge where that takes fewer steps.
#[inline(always)]
fn each_alone(keys: &[u32], targets: &[u32], mut take: impl FnMut(u32, Option<u32>, bool)) {
    let bisection = targets.len().checked_ilog2().map_or(0, |log| log as usize + 1);
    if keys.len() * bisection < keys.len() + targets.len() {
        return keys.iter().for_each(|&key| take(0, Some(key), contains(targets, key)));
    }
    let mut rest = targets.iter().copied().peekable();
    for &key in keys {
        while rest.next_if(|&target| target < key).is_some() {}
        take(0, Some(key), rest.peek() == Some(&key));
    }
}

/// The form for many lanes, in rounds of at most `most` keys a lane.
#[inline(always)]
fn each_in_rounds<W: Warp>(
    warp: W,
    keys: &[u32],
    targets: &[u32],
    most: u32,
    mut take: impl FnMut(u32, Option<u32>, bool),
) {
    let mut next = keys.as_ptr();
    let mut left = keys.len() as u32;
    loop {
        // Behind a lane with more keys than a round takes, the others wait: so keys stay in order.
        let waits = warp.ballot(left > most) & warp.lanes_below() != 0;
        let now = if waits { 0 } else { left.min(most) };
        // SAFETY: `next` and the `left` keys from there on are what earlier rounds left of `keys`.
        steps(warp, unsafe { from_raw_parts(next, now as usize) }, targets, |step| {
            take(step.owner, step.key, step.found);
        });
        next = next.wrapping_add(now as usize);
        left -= now;
        if !warp.any(left > 0) {
            return;
        }
    }
}

/// One key for each lane.
struct LaneKeys<'n, 'a> {
    numbered: &'n NumberedElements<'a>,
    /// The number of the first lane's key.
    base: u32,
    /// The lane that owns the key at hand.
    owner: u32,
    key: Option<u32>,
    /// Whether the key is among its owner's targets.
    found: bool,
}

/// Searches every lane's keys among its targets, `LANES` keys a step. No more than [`MOST`] keys a lane.
#[inline(always)]
fn steps<W: Warp>(warp: W, keys: &[u32], targets: &[u32], mut take: impl FnMut(LaneKeys<'_, '_>)) {
    let numbered = NumberedElements::new(warp, keys);
    let list = targets.as_ptr().expose_provenance() as u64;
    let length = targets.len() as u32;
    let mut base = 0;
    while base < numbered.total {
        let (owner, origin) = numbered.owner(warp, base);
        let list = warp.shuffle_u64(list, owner) as usize;
        let length = warp.shuffle(length, owner) as usize;
        // SAFETY: the origin of this number.
        let (key, found) = match unsafe { numbered.element(base + warp.lane(), origin) } {
            // SAFETY: the owner's targets are in memory that all lanes may read, and stay so, borrowed by the owner,
            // until this function, a collective, returns.
            Some(key) => unsafe {
                (Some(key), contains(from_raw_parts(with_exposed_provenance(list), length), key))
            },
            None => (None, false),
        };
        take(LaneKeys { numbered: &numbered, base, owner, key, found });
        base += W::LANES;
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::{each_in_rounds, in_rounds};
    use crate::memory::Slice;
    use crate::simt::{Block, Kernel, Warp, emulated};

    /// Lane `l` counts the multiples of 3 below `7 l` in rounds of 5 keys, and compares with the formula.
    struct CountsInRounds;

    // SAFETY: it is in no module, and keeps to the rules.
    unsafe impl Kernel for CountsInRounds {
        type Args<'a> = Slice<'a, u32>;
        const NAME: &'static str = "rounds";

        unsafe fn run<B: Block>(block: B, numbers: &Slice<'_, u32>) {
            let lane = block.warp().lane();
            let (threes, all) = numbers.split_at(100);
            let count = in_rounds(block.warp(), threes, &all[..7 * lane as usize], 5);
            assert_eq!(count, (7 * lane).div_ceil(3));
        }
    }

    /// Lane `l` goes through the first `5 l % 13` numbers in rounds of 3 keys, and looks for them among the multiples
    /// of 3.
    struct Each;

    // SAFETY: it is in no module, and keeps to the rules.
    unsafe impl Kernel for Each {
        type Args<'a> = Slice<'a, u32>;
        const NAME: &'static str = "each";

        unsafe fn run<B: Block>(block: B, numbers: &Slice<'_, u32>) {
            let warp = block.warp();
            let (threes, all) = numbers.split_at(100);
            let keys = |lane: u32| &all[..(5 * lane % 13) as usize];
            let mut expected = (0..32).flat_map(|lane| keys(lane).iter().map(move |&key| (lane, key)));
            each_in_rounds(warp, keys(warp.lane()), threes, 3, |owner, key, found| {
                // Every lane expects the whole sequence, and looks at its own place of each step.
                for lane in 0..32 {
                    let has = warp.ballot(key.is_some()) >> lane & 1 == 1;
                    let (owner, key) = (warp.shuffle(owner, lane), warp.shuffle(key.unwrap_or(0), lane));
                    let found = warp.ballot(found) >> lane & 1 == 1;
                    if has {
                        assert_eq!(expected.next(), Some((owner, key)));
                        assert_eq!(found, key % 3 == 0);
                    }
                }
            });
            assert_eq!(expected.next(), None);
        }
    }

    #[test]
    fn each_key_in_order() {
        let numbers: Vec<u32> = (0..100).map(|i| 3 * i).chain(0..300).collect();
        // SAFETY: the array outlives the launch.
        unsafe { emulated::launch::<Each>(1, 1, 0, 5, &numbers.as_slice().into()) }.unwrap();
    }

    #[test]
    fn keys_in_several_rounds() {
        let numbers: Vec<u32> = (0..100).map(|i| 3 * i).chain(0..300).collect();
        // SAFETY: the array outlives the launch.
        unsafe { emulated::launch::<CountsInRounds>(1, 1, 0, 8, &numbers.as_slice().into()) }.unwrap();
    }
}
