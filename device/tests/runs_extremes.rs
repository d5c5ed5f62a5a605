//! Minima and maxima of runs on every machine, against a loop over the keys.

mod common;
mod graphs;
mod keyed;

use common::{Machine, Random};
use keyed::Keyed;
use motherlode_device::primitives::runs::{ReduceRunsMax, ReduceRunsMin};

#[test]
fn the_least_and_the_greatest_of_each_run_are_found() {
    for (i, sample) in Keyed::samples(&mut Random::new(13)).iter().enumerate() {
        let least = sample.grouped(|values| *values.iter().min().unwrap());
        let greatest = sample.grouped(|values| *values.iter().max().unwrap());
        for machine in Machine::with_seed(i as u32) {
            let case = format!("sample {i}, {} keys, {machine:?}", sample.keys.len());
            assert!(sample.agrees::<ReduceRunsMin>(machine, &least), "minima of {case}");
            assert!(sample.agrees::<ReduceRunsMax>(machine, &greatest), "maxima of {case}");
        }
    }
}
