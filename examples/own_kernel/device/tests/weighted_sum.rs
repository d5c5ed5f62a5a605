//! The kernel on both machines of the host: one lane wide, and 32.

use std::sync::atomic::AtomicU64;

use motherlode_device::simt::emulated;
use motherlode_device::simt::scalar::{self, Isa, ScalarBlock};
use own_kernel_device::{WeightedSum, WeightedSumArgs};

/// Runs `launch` on a thousand numbers, of which all but the last three have a weight, and checks the sum.
fn check(launch: impl Fn(&WeightedSumArgs<'_>)) {
    let values: Vec<u32> = (0..1000).map(|i| i * i).collect();
    let weights: Vec<u16> = (0..997).map(|i| 65_000 - 7 * i).collect();
    let mut sum = [AtomicU64::new(0)];
    launch(&WeightedSumArgs {
        values: values.as_slice().into(),
        weights: weights.as_slice().into(),
        sum: sum.as_slice().into(),
    });
    let expected: u64 = values.iter().zip(&weights).map(|(&v, &w)| u64::from(v) * u64::from(w)).sum();
    assert_eq!(*sum[0].get_mut(), expected);
}

#[test]
fn one_lane() {
    check(|args| {
        for block in 0..5 {
            let block = ScalarBlock::new(block, 5, &mut []);
            // SAFETY: arrays of the test and a sum of zero; each of five blocks is run once.
            unsafe { scalar::run::<WeightedSum>(Isa::detect(), block, args) };
        }
    });
}

#[test]
fn thirty_two_lanes() {
    for seed in 0..5 {
        check(|args| {
            // SAFETY: arrays of the test and a sum of zero.
            unsafe { emulated::launch::<WeightedSum>(3, 2, 0, seed, args) }
                .unwrap_or_else(|fault| panic!("{fault}"));
        });
    }
}
