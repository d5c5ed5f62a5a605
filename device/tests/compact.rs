//! Compaction on every machine, against a filter.

mod common;
mod graphs;

use common::{Machine, Random, scratch};
use graphs::atomics;
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::compact::{
    CompactArgs, CompactBetween, CompactFlagged, CompactNumbered, CompactUnique, TILE, shared_bytes,
};
use motherlode_device::primitives::select::{Between, Flagged, Numbered, Unique};

/// What kernel `$kernel` keeps of `$source`, which has `$items` items.
macro_rules! compact {
    ($kernel:ty, $machine:expr, $items:expr, $source:expr) => {{
        let lanes = $machine.lanes() as u32;
        let tiles = $items.div_ceil(TILE.of(lanes));
        let (mut kept, mut count, mut words) = (vec![u32::MAX; $items], [u64::MAX], vec![0_u64; 1 + tiles]);
        let args = CompactArgs {
            source: $source,
            kept: scratch(&mut kept),
            count: scratch(&mut count),
            words: atomics(&mut words),
            tiles: tiles as u64,
        };
        // SAFETY: arrays of this test, words of zero, and blocks of as many warps as the primitives take.
        unsafe { $machine.launch::<$kernel>(3, WARPS, shared_bytes(lanes), &args) };
        kept.truncate(count[0] as usize);
        kept
    }};
}

#[test]
fn what_is_wanted_is_kept_in_order() {
    let mut random = Random::new(5);
    for length in [1_u32, 300, 9000, 20_001] {
        let mut values: Vec<u32> = (0..length).map(|_| random.below(40)).collect();
        // The first value starts a run, whatever it is.
        values[0] = 0;
        let flags: Vec<u8> = (0..length).map(|_| random.below(3) as u8).collect();
        let flagged: Vec<u32> =
            values.iter().zip(&flags).filter(|(_, flag)| **flag != 0).map(|(value, _)| *value).collect();
        let positions: Vec<u32> = (0..length).filter(|&i| flags[i as usize] != 0).collect();
        let outside: Vec<u32> = values.iter().copied().filter(|value| !(7..=19).contains(value)).collect();
        let mut runs = values.clone();
        runs.dedup();
        let (values, flags, n) = (Slice::from(&values[..]), Slice::from(&flags[..]), length as usize);
        let between = Between { values, low: 7, span: 12, inside: 0, padding: 0 };
        for machine in Machine::with_seed(length) {
            assert_eq!(
                compact!(CompactFlagged, machine, n, Flagged { values, flags }),
                flagged,
                "{machine:?}"
            );
            assert_eq!(compact!(CompactNumbered, machine, n, Numbered { flags }), positions, "{machine:?}");
            assert_eq!(compact!(CompactBetween, machine, n, between), outside, "{machine:?}");
            assert_eq!(compact!(CompactUnique, machine, n, Unique { values }), runs, "{machine:?}");
        }
    }
}
