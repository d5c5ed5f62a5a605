//! Reductions on every machine, against the sum, minimum and maximum of an iterator.

mod common;

use std::sync::atomic::AtomicU64;

use common::{Machine, Random};
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::operator::{Max, Min, Sum};
use motherlode_device::primitives::reduce::{ReduceArgs, Reduction, SHARED_BYTES};

fn reduce<O: Reduction<u32>>(machine: Machine, values: &[u32]) -> u64 {
    let mut result = [AtomicU64::new(O::EMPTY)];
    let args = ReduceArgs { values: Slice::from(values), result: Slice::from(&result[..]) };
    // SAFETY: arrays of this test, the operator's identity, and blocks of as many warps as the primitives take.
    unsafe { machine.launch::<O::Kernel>(3, WARPS, SHARED_BYTES, &args) };
    *result[0].get_mut()
}

#[test]
fn all_values_are_combined_once() {
    let mut random = Random::new(3);
    // A block holds 8192 values at a time: a few, some blocks, and a rest.
    for length in [1, 77, 8192, 20_000, 30_003] {
        let values: Vec<u32> = (0..length).map(|_| random.below(u32::MAX)).collect();
        for machine in Machine::all() {
            let found = [
                reduce::<Sum<u32>>(machine, &values),
                reduce::<Min<u32>>(machine, &values),
                reduce::<Max<u32>>(machine, &values),
            ];
            let wide = || values.iter().map(|&value| u64::from(value));
            let expected = [wide().sum(), wide().min().unwrap(), wide().max().unwrap()];
            assert_eq!(found, expected, "{length} values, {machine:?}");
        }
    }
}
