//! Scans of segments on every machine, against a running sum.

mod common;
mod graphs;
mod segmented;

use common::{Machine, Random, scratch};
use graphs::atomics;
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::lookback::Carry;
use motherlode_device::primitives::operator::Sum;
use motherlode_device::primitives::segments::SegmentsArgs;
use motherlode_device::primitives::segments::offsets::OffsetWord;
use motherlode_device::primitives::segments::scan::{SegmentedSums, shared_bytes};
use segmented::Segments;

/// The sums within each segment, by the kernel, with a place of rubbish more than there are values.
fn scan<T: SegmentedSums<I>, I: OffsetWord>(
    machine: Machine,
    sample: &Segments,
    offsets: &[I],
    inclusive: bool,
    rubbish: T,
) -> Vec<T>
where
    Sum<T>: Carry<Value = T>,
{
    let splits = sample.splits(machine);
    let tiles = splits.len() - 1;
    let mut results = vec![rubbish; sample.values.len() + 1];
    let mut words = vec![0_u64; 1 + tiles * <Sum<T> as Carry>::WORDS];
    let args = SegmentsArgs {
        values: Slice::from(&sample.values[..]),
        offsets: Slice::from(offsets),
        splits: Slice::from(&splits[..]),
        results: scratch(&mut results),
        words: atomics(&mut words),
        tiles: tiles as u64,
        own: if inclusive { u64::MAX } else { 0 },
    };
    // SAFETY: arrays of this test, words of zero, and blocks of as many warps as the primitives take.
    unsafe { machine.launch::<T::Kernel>(3, WARPS, shared_bytes::<T>(), &args) };
    results
}

#[test]
fn each_segment_is_scanned() {
    for (i, sample) in Segments::samples(&mut Random::new(16)).iter().enumerate() {
        let (mut before, mut with) = (vec![], vec![]);
        for segment in sample.each() {
            let mut sum = 0_u64;
            for &value in segment {
                before.push(sum as u32);
                sum += u64::from(value);
                with.push(sum);
            }
        }
        // What is behind the last value is left alone.
        before.push(7);
        with.push(7);
        for machine in Machine::with_seed(i as u32) {
            let found = scan::<u32, _>(machine, sample, &sample.narrow, false, 7);
            assert!(found == before, "exclusive sums of sample {i}, {machine:?}");
            let found = scan::<u64, _>(machine, sample, &sample.wide, true, 7);
            assert!(found == with, "inclusive sums of sample {i}, {machine:?}");
        }
    }
}
