//! The size of an intersection.

use core::ptr::with_exposed_provenance;
use core::slice::from_raw_parts;

use super::{contains, merge, probe};
use crate::simt::Warp;

/// So many long lists are gone through one after the other by all lanes, and more by their own ones.
const FEW: u32 = 4;
/// Lists that are no longer are short.
const LONG: usize = 32;

/// `|a ∩ b|`, in all lanes.
///
/// `a` and `b` are lists, the same in all lanes.
///
/// Thread mapping: lane `l` searches the longer list for elements `l`, `l + LANES`, … of the shorter, and the
/// lanes add up what they found.
#[inline(always)]
pub fn intersect_count<W: Warp>(warp: W, a: &[u32], b: &[u32]) -> u32 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if W::LANES == 1 {
        return if probe::pays(short, long, merge::COUNT_STEP) {
            probe::count(short, long)
        } else {
            merge::count(short, long)
        };
    }
    let mut found = 0;
    let mut i = warp.lane() as usize;
    while i < short.len() {
        found += u32::from(contains(long, short[i]));
        i += W::LANES as usize;
    }
    warp.sum(found)
}

/// How many elements of each lane's own list, of at most `2^31`, pass a test that depends on what the lane has besides:
/// `test(own, element)`, which any lane may be asked. A collective.
///
/// Thread mapping: each lane goes through its own list. Where few lists are long, all lanes go through each of these
/// together.
#[inline(always)]
pub fn count_passing<W: Warp>(warp: W, list: &[u32], own: u32, test: impl Fn(u32, u32) -> bool) -> u32 {
    let alone = |list: &[u32]| list.iter().map(|&element| u32::from(test(own, element))).sum();
    let mut long = warp.ballot(list.len() > LONG);
    if W::LANES == 1 || long.count_ones() > FEW {
        return alone(list);
    }
    let mut count = if list.len() > LONG { 0 } else { alone(list) };
    let address = list.as_ptr().expose_provenance() as u64;
    while long != 0 {
        let owner = long.trailing_zeros();
        long &= long - 1;
        let (start, length) = (warp.shuffle_u64(address, owner), warp.shuffle(list.len() as u32, owner));
        let of = warp.shuffle(own, owner);
        // SAFETY: the owner's list is in memory that all lanes may read, and stays so, borrowed by the owner, until
        // this function, a collective, returns.
        let list = unsafe { from_raw_parts(with_exposed_provenance::<u32>(start as usize), length as usize) };
        let (mut passing, mut place) = (0, warp.lane());
        while place < length {
            passing += u32::from(test(of, list[place as usize]));
            place += W::LANES;
        }
        let passing = warp.sum(passing);
        if warp.lane() == owner {
            count = passing;
        }
    }
    count
}
