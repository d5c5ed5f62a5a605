//! Scans on every machine, against a running sum.

mod common;
mod graphs;

use common::{Machine, Random, scratch};
use graphs::atomics;
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::scan::{SHARED_BYTES, ScanArgs, Sums, TILE};

/// The sums by the kernel, with one place more than there are values.
fn scan<T: Sums>(machine: Machine, values: &[u32], inclusive: bool, rubbish: T) -> Vec<T> {
    let tiles = values.len().div_ceil(TILE.of(machine.lanes() as u32));
    let mut sums = vec![rubbish; values.len() + 1];
    let mut words = vec![0_u64; 1 + tiles * T::WORDS];
    let args = ScanArgs {
        values: Slice::from(values),
        sums: scratch(&mut sums),
        words: atomics(&mut words),
        tiles: tiles as u64,
        own: if inclusive { u64::MAX } else { 0 },
    };
    // SAFETY: arrays of this test, words of zero, and blocks of as many warps as the primitives take.
    unsafe { machine.launch::<T::Kernel>(3, WARPS, SHARED_BYTES, &args) };
    sums
}

#[test]
fn sums_of_what_comes_before() {
    let mut random = Random::new(4);
    for length in [1, 100, 6144, 20_000, 70_001] {
        let values: Vec<u32> = (0..length).map(|_| random.below(1 << 30)).collect();
        let mut running = vec![0_u64];
        values.iter().for_each(|&value| running.push(running[running.len() - 1] + u64::from(value)));
        for machine in Machine::with_seed(length) {
            // Exclusive: with the sum of all at the end.
            assert_eq!(scan(machine, &values, false, u64::MAX), running, "{length} values, {machine:?}");
            let wrapped: Vec<u32> = running.iter().map(|&sum| sum as u32).collect();
            assert_eq!(scan(machine, &values, false, u32::MAX), wrapped, "{length} values, {machine:?}");
            let inclusive = scan(machine, &values, true, u64::MAX);
            assert_eq!(inclusive[..values.len()], running[1..], "{length} values, {machine:?}");
        }
    }
}
