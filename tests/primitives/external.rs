//! Sorting more keys than the budget takes, against the standard library's sort.

use std::collections::BTreeMap;

use motherlode::primitives::{
    ExternalSort, ExternalSortOptions, ExternalSortReport, MergeMethod, sort_external,
};
use motherlode::runtime::{Device, Interrupt, MemorySize, RuntimeError};
use proptest::prelude::*;

use crate::data::Random;

const BOTH: [MergeMethod; 2] = [MergeMethod::Multiway, MergeMethod::Pairwise];

/// Devices with that much memory for each lane: the CPU, which has one, and the emulated machine with two.
fn devices(bytes: u64, seed: u64) -> Vec<Device> {
    let mut devices =
        vec![Device::cpu(Some(MemorySize(bytes))), Device::emulated_within(seed, MemorySize(2 * bytes))];
    devices.extend(testing::common::card());
    devices
}

fn options(device: &Device, bytes: u64, merge: MergeMethod) -> ExternalSortOptions {
    let options = ExternalSortOptions::default().merge(merge);
    // A card was opened with all of its memory.
    if device.card().is_some() { options.memory(MemorySize(2 * bytes)) } else { options }
}

/// Keys of several kinds, `n` of each.
fn samples(n: usize) -> Vec<(&'static str, Vec<u64>)> {
    let mut random = Random::new(n as u64);
    let mut any = |of: &dyn Fn(u64) -> u64| (0..n).map(|_| of(random.next_u64())).collect::<Vec<_>>();
    vec![
        ("any", any(&|key| key)),
        ("few values", any(&|key| (key % 5) << 40)),
        ("small", any(&|key| key % 70_000)),
        ("near the largest", any(&|key| u64::MAX - key % 3)),
        ("mostly one", any(&|key| if key % 10 == 0 { key } else { 1 << 33 })),
        ("equal", vec![77; n]),
        ("sorted", (0..n as u64).collect()),
        ("falling", (0..n as u64).rev().map(|key| key << 30).collect()),
    ]
}

/// Sorts `keys` as an array, and as batches whose lengths `batch` says, plain and counted.
fn check(
    device: &Device,
    options: ExternalSortOptions,
    keys: &[u64],
    batch: usize,
    what: &str,
) -> ExternalSortReport {
    let what = format!("{device}, {options:?}: {what}, {} keys, batches of {batch}", keys.len());
    let mut expected = keys.to_vec();
    expected.sort_unstable();
    let mut sorted = keys.to_vec();
    let report =
        sort_external(device, &mut sorted, options.clone()).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(sorted == expected, "{what}");

    let push = || {
        let mut sort = ExternalSort::new(device, options.clone()).unwrap();
        for (i, batch) in keys.chunks(batch).enumerate() {
            // Each way in has a turn.
            match i % 4 {
                0 | 1 => sort.push(batch).unwrap(),
                2 => {
                    let mut batch = batch.to_vec();
                    batch.sort_unstable();
                    sort.push_sorted(batch).unwrap();
                }
                // What lies on a card takes from the budget; elsewhere it is borrowed.
                _ if device.card().is_some() => sort.push(batch).unwrap(),
                _ => sort.push_on_device(device.upload(batch).unwrap().slice()).unwrap(),
            }
        }
        sort
    };
    let mut found = vec![];
    push()
        .for_each(|keys| -> Result<(), RuntimeError> {
            assert!(!keys.is_empty());
            found.extend_from_slice(keys);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(found == expected, "{what}: in batches");

    let mut numbers = BTreeMap::new();
    keys.iter().for_each(|key| *numbers.entry(*key).or_insert(0) += 1);
    let mut found = vec![];
    push()
        .for_each_counted(|keys, counts| -> Result<(), RuntimeError> {
            assert!(!keys.is_empty() && keys.len() == counts.len());
            found.extend(keys.iter().copied().zip(counts.iter().copied()));
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(found.into_iter().eq(numbers), "{what}: counted");
    assert_eq!(device.budget().left(), device.budget().limit(), "{what}: it keeps memory");
    report
}

#[test]
fn keys_of_every_kind_and_number_within_every_budget() {
    for (seed, bytes) in (3..).zip([48 << 10, 100 << 10, 1 << 20, 1 << 30]) {
        for device in devices(bytes, seed) {
            for n in [0, 1, 2, 700, 15_000] {
                for (what, keys) in samples(n) {
                    check(&device, options(&device, bytes, MergeMethod::Multiway), &keys, 1 + n / 5, what);
                }
            }
            for (what, keys) in samples(9000) {
                check(&device, options(&device, bytes, MergeMethod::Pairwise), &keys, 1234, what);
            }
        }
    }
}

#[test]
fn many_runs_are_merged_in_passes() {
    // A run of some 1,000 keys: 300,000 are more runs than are merged at once.
    let bytes = 48 << 10;
    let device = Device::cpu(Some(MemorySize(bytes)));
    for (what, keys) in samples(300_000).into_iter().take(2) {
        let [many, pairs] =
            BOTH.map(|merge| check(&device, options(&device, bytes, merge), &keys, 9999, what));
        assert!(many.runs == pairs.runs && many.runs > 256, "{many:?}");
        assert!((2..=4).contains(&many.passes) && pairs.passes >= 8, "{many:?}, {pairs:?}");
        assert!(many.bytes_in < pairs.bytes_in && many.bytes_out < pairs.bytes_out, "{many:?}, {pairs:?}");
        assert!(device.budget().peak() <= bytes);
    }
}

#[test]
fn keys_cross_the_bus_twice_each_way() {
    let device = Device::cpu(Some(MemorySize(1 << 20)));
    let mut keys = samples(400_000).remove(0).1;
    let bytes = (keys.len() * size_of::<u64>()) as u64;
    let report = sort_external(&device, &mut keys, ExternalSortOptions::default()).unwrap();
    assert!(report.runs > 4 && report.windows > 4, "{report:?}");
    assert_eq!((report.passes, report.bytes_in, report.bytes_out), (1, 2 * bytes, 2 * bytes));
    // All at once, where there is room.
    let report = sort_external(&Device::cpu(None), &mut keys, ExternalSortOptions::default()).unwrap();
    assert_eq!((report.runs, report.passes, report.bytes_in), (1, 0, bytes));
}

#[test]
fn what_cannot_be_sorted_is_refused() {
    let small = Device::cpu(Some(MemorySize(20 << 10)));
    let mut keys = vec![3, 1, 2];
    let refused = sort_external(&small, &mut keys, ExternalSortOptions::default()).unwrap_err();
    assert!(refused.is_lack_of_memory(), "{refused}");
    assert!(ExternalSort::new(&small, ExternalSortOptions::default()).unwrap_err().is_lack_of_memory());

    let device = Device::cpu(None);
    let limited = ExternalSortOptions::default().memory(MemorySize(1));
    assert!(sort_external(&device, &mut keys, limited).unwrap_err().is_lack_of_memory());

    let mut sort = ExternalSort::new(&device, ExternalSortOptions::default()).unwrap();
    let refused = sort.push_sorted(vec![1, 5, 4, 9]).unwrap_err();
    assert!(refused.to_string().contains("key 2 is smaller"), "{refused}");
    let elsewhere = Device::cpu(None);
    let keys = elsewhere.upload(&[4u64, 3]).unwrap();
    assert!(matches!(sort.push_on_device(keys.slice()), Err(RuntimeError::OtherDevice { .. })));
}

/// A request to stop ends the sorting of runs, and the merging; keys that were sorted before are not handed over.
#[test]
fn a_request_ends_it() {
    for device in devices(64 << 10, 6) {
        let interrupt = Interrupt::default();
        let options = options(&device, 64 << 10, MergeMethod::Multiway).interrupt(interrupt.clone());
        let mut keys = samples(40_000).remove(0).1;
        let mut sort = ExternalSort::new(&device, options.clone()).unwrap();
        sort.push(&keys).unwrap();
        let mut batches = 0;
        let stopped = sort.for_each(|_| -> Result<(), RuntimeError> {
            batches += 1;
            interrupt.request();
            Ok(())
        });
        assert!(matches!(stopped, Err(RuntimeError::Interrupted)) && batches < 5, "{batches} batches");
        let stopped = sort_external(&device, &mut keys, options.clone());
        assert!(matches!(stopped, Err(RuntimeError::Interrupted)));
        let stopped = ExternalSort::new(&device, options).unwrap().push(&keys);
        assert!(matches!(stopped, Err(RuntimeError::Interrupted)));
    }
}

#[test]
fn a_visitor_may_end_it() {
    for device in devices(64 << 10, 5) {
        let mut sort = ExternalSort::new(&device, options(&device, 64 << 10, MergeMethod::Multiway)).unwrap();
        sort.push(&samples(40_000)[0].1).unwrap();
        let mut batches = 0;
        let ended = sort.for_each(|_| {
            batches += 1;
            if batches == 2 { Err(RuntimeError::Interrupted) } else { Ok(()) }
        });
        assert!(matches!(ended, Err(RuntimeError::Interrupted)), "{device}");
        assert_eq!(batches, 2, "{device}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_batches(seed: u64, n in 0usize..20_000, spread in 0u32..64, batch in 1usize..5000, bytes in 45u64..200) {
        let mut random = Random::new(seed);
        let keys: Vec<u64> = (0..n).map(|_| random.next_u64() >> spread).collect();
        for device in devices(bytes << 10, seed) {
            for merge in BOTH {
                check(&device, options(&device, bytes << 10, merge), &keys, batch.max(n / 200 + 1), "any");
            }
        }
    }
}
