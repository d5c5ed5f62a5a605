//! The digit counts of radix sort on every machine, against counting.

mod common;
mod graphs;

use common::{Machine, Random};
use graphs::atomics;
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::sort::BINS;
use motherlode_device::primitives::sort::histogram::{HistogramArgs, SHARED_BYTES, SortHistogramU64};

#[test]
fn each_digit_is_counted() {
    let mut random = Random::new(9);
    let (low, high) = (5, 42);
    for length in [1, 700, 20_001] {
        let keys: Vec<u64> = (0..length)
            .map(|_| u64::from(random.below(900)) << 33 | u64::from(random.below(1 << 20)))
            .collect();
        let mut expected = vec![0_u64; 5 * BINS];
        for key in &keys {
            // Four digits of eight bits, and one of the five that are left.
            for (pass, digit) in [(0, 255), (1, 255), (2, 255), (3, 255), (4, 31)] {
                expected[pass * BINS + (key >> (low + 8 * pass as u32)) as usize % (digit + 1)] += 1;
            }
        }
        for machine in Machine::with_seed(length) {
            let mut counts = vec![0_u64; 5 * BINS];
            let args =
                HistogramArgs { keys: Slice::from(&keys[..]), counts: atomics(&mut counts), low, high };
            // SAFETY: arrays of this test, counts of zero, and blocks of as many warps as the primitives take.
            unsafe { machine.launch::<SortHistogramU64>(3, WARPS, SHARED_BYTES, &args) };
            assert!(counts == expected, "{length} keys, {machine:?}");
        }
    }
}
