//! The passes of radix sort on every machine, against the standard library's stable sort.

mod common;
mod graphs;

use common::{Machine, Random, scratch};
use graphs::atomics;
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::sort::BINS;
use motherlode_device::primitives::sort::histogram::digits;
use motherlode_device::primitives::sort::sweep::{SortSweepU64Pairs, SweepArgs, TILE, shared_bytes};

/// How many keys have each digit.
fn counts(keys: &[u64], (shift, mask): (u32, u32)) -> [u64; BINS] {
    let mut counts = [0; BINS];
    keys.iter().for_each(|key| counts[(key >> shift) as usize & mask as usize] += 1);
    counts
}

/// Sorts the keys by `low..high` of their bits, with their values.
fn sort(machine: Machine, keys: &mut Vec<u64>, values: &mut Vec<u32>, low: u32, high: u32) {
    let lanes = machine.lanes() as u32;
    let tiles = keys.len().div_ceil(TILE.of(lanes));
    let passes: Vec<_> = digits(low, high).collect();
    let mut counts: Vec<u64> = passes.iter().flat_map(|&digit| counts(keys, digit)).collect();
    let mut states = vec![0_u64; tiles * BINS];
    for (pass, (shift, mask)) in passes.into_iter().enumerate() {
        let (mut sorted_keys, mut sorted_values) = (keys.clone(), vec![u32::MAX; values.len()]);
        let mut queue = [0_u64];
        let args = SweepArgs {
            keys: Slice::from(&keys[..]),
            values: Slice::from(&values[..]),
            sorted_keys: scratch(&mut sorted_keys),
            sorted_values: scratch(&mut sorted_values),
            counts: atomics(&mut counts[pass * BINS..(pass + 1) * BINS]),
            queue: atomics(&mut queue),
            states: atomics(&mut states),
            tiles: tiles as u64,
            shift,
            mask,
            tag: pass as u64 + 1,
        };
        // SAFETY: arrays of this test, the digits' counts, a tag that is this pass's alone, and blocks of as many warps
        // as the primitives take.
        unsafe { machine.launch::<SortSweepU64Pairs>(3, WARPS, shared_bytes::<u64>(lanes), &args) };
        (*keys, *values) = (sorted_keys, sorted_values);
    }
}

#[test]
fn pairs_are_sorted_and_equal_keys_keep_their_order() {
    let mut random = Random::new(6);
    for length in [1, 500, 20_000] {
        let start: Vec<u64> =
            (0..length).map(|_| u64::from(random.below(900)) << 33 | u64::from(random.below(7))).collect();
        let mut expected: Vec<(u64, u32)> = start.iter().copied().zip(0..).collect();
        // By the bits above the lowest three only.
        expected.sort_by_key(|&(key, _)| key >> 3);
        for machine in Machine::with_seed(length) {
            let (mut keys, mut values) = (start.clone(), (0..length).collect());
            sort(machine, &mut keys, &mut values, 3, 44);
            let found: Vec<(u64, u32)> = keys.into_iter().zip(values).collect();
            assert!(found == expected, "{length} keys, {machine:?}");
        }
    }
}
