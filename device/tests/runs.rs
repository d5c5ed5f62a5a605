//! Lengths and sums of runs on every machine, against a loop over the keys.

mod common;
mod graphs;
mod keyed;

use common::{Machine, Random};
use keyed::Keyed;
use motherlode_device::primitives::runs::{EncodeRunLengths, EncodeRunLengthsU64, ReduceRunsSum};

#[test]
fn each_run_is_found_and_added_up() {
    for (i, sample) in Keyed::samples(&mut Random::new(12)).iter().enumerate() {
        let lengths = sample.grouped(|values| values.len() as u64);
        let sums = sample.grouped(|values| values.iter().sum());
        for machine in Machine::with_seed(i as u32) {
            let case = format!("sample {i}, {} keys, {machine:?}", sample.keys.len());
            assert!(sample.agrees::<EncodeRunLengths>(machine, &lengths), "lengths of {case}");
            assert!(sample.agrees::<ReduceRunsSum>(machine, &sums), "sums of {case}");
            // Keys that differ in their high halves alone, and in both.
            for key in [|key| u64::from(key) << 32 | 5, |key: u32| u64::from(key) << 32 | u64::from(!key)] {
                let agrees = sample.agrees_as::<u64, EncodeRunLengthsU64>(machine, &lengths, key);
                assert!(agrees, "lengths of keys of 64 bits, {case}");
            }
        }
    }
}
