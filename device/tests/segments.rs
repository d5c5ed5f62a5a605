//! Segments on every machine: where tiles are cut, against the merged list, and reduction, against a loop over each
//! segment.

mod common;
mod segmented;

use common::{Machine, Random, scratch};
use motherlode_device::Kernel;
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::operator::{Min, Sum};
use motherlode_device::primitives::segments::offsets::OffsetWord;
use motherlode_device::primitives::segments::partition::{
    PartitionArgs, PartitionSegmentsU32, PartitionSegmentsU64,
};
use motherlode_device::primitives::segments::reduce::{ReduceSegmentsArgs, SegmentedReduction, shared_bytes};
use segmented::Segments;

/// The splits, by the kernel.
fn partition<I, K>(machine: Machine, sample: &Segments, offsets: &[I]) -> Vec<u64>
where
    I: OffsetWord,
    K: for<'a> Kernel<Args<'a> = PartitionArgs<'a, I>>,
{
    let tile = Segments::tile(machine);
    let mut splits = vec![u64::MAX; (sample.values.len() + offsets.len() - 1).div_ceil(tile) + 1];
    let args = PartitionArgs {
        offsets: Slice::from(offsets),
        splits: scratch(&mut splits),
        values: sample.values.len() as u64,
        tile: tile as u64,
    };
    // SAFETY: arrays of this test. It takes no shared memory.
    unsafe { machine.launch::<K>(3, WARPS, 0, &args) };
    splits
}

/// Each segment's values combined, by the two kernels, in an array of rubbish.
fn reduce<O: SegmentedReduction<I>, I: OffsetWord>(
    machine: Machine,
    sample: &Segments,
    offsets: &[I],
    rubbish: O::Value,
) -> Vec<O::Value> {
    let splits = sample.splits(machine);
    let (mut results, mut open) = (vec![rubbish; offsets.len() - 1], vec![u64::MAX; splits.len() - 1]);
    let args = ReduceSegmentsArgs {
        values: Slice::from(&sample.values[..]),
        offsets: Slice::from(offsets),
        splits: Slice::from(&splits[..]),
        results: scratch(&mut results),
        open: scratch(&mut open),
        tiles: splits.len() as u64 - 1,
    };
    // SAFETY: arrays of this test, and blocks of as many warps as the primitives take; the second after the first.
    unsafe {
        machine.launch::<O::Kernel>(3, WARPS, shared_bytes::<O::Value>(), &args);
        machine.launch::<O::Join>(3, WARPS, 0, &args);
    }
    results
}

#[test]
fn tiles_are_cut_where_the_merged_list_is() {
    for (i, sample) in Segments::samples(&mut Random::new(14)).iter().enumerate() {
        for machine in Machine::with_seed(i as u32) {
            let expected = sample.splits(machine);
            let narrow = partition::<_, PartitionSegmentsU32>(machine, sample, &sample.narrow);
            assert_eq!(narrow, expected, "sample {i}, {machine:?}");
            let wide = partition::<_, PartitionSegmentsU64>(machine, sample, &sample.wide);
            assert_eq!(wide, expected, "sample {i}, {machine:?}");
        }
    }
}

#[test]
fn each_segment_is_reduced() {
    for (i, sample) in Segments::samples(&mut Random::new(15)).iter().enumerate() {
        let wide = |values: &[u32]| values.iter().map(|&value| u64::from(value)).sum();
        let sums: Vec<u64> = sample.each().map(wide).collect();
        let least: Vec<u32> =
            sample.each().map(|values| values.iter().copied().min().unwrap_or(u32::MAX)).collect();
        for machine in Machine::with_seed(i as u32) {
            let found = reduce::<Sum<u64>, _>(machine, sample, &sample.wide, 7);
            assert!(found == sums, "sums of sample {i}, {machine:?}");
            let found = reduce::<Min<u32>, _>(machine, sample, &sample.narrow, 7);
            assert!(found == least, "minima of sample {i}, {machine:?}");
        }
    }
}
