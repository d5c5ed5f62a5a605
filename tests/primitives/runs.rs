//! Run lengths and reduction by key.

use motherlode::primitives::{Max, Min, Primitives, Sum};
use motherlode::runtime::{Device, RuntimeError, ViewMut};

use motherlode_device::primitives::runs::TILE;
use proptest::prelude::*;

use crate::data::{Random, lengths, on_each};

/// The keys and results that `run` gives, in arrays with room for `room`, and the number of runs.
fn results(
    device: &Device,
    room: usize,
    run: impl FnOnce(
        &mut Primitives<'_>,
        ViewMut<'_, u32>,
        ViewMut<'_, u64>,
        ViewMut<'_, u64>,
    ) -> Result<(), RuntimeError>,
) -> (Vec<(u32, u64)>, u64) {
    let mut keys = device.zeroed::<u32>(room + 1).unwrap();
    let mut results = device.zeroed::<u64>(room + 1).unwrap();
    let mut count = device.zeroed::<u64>(1).unwrap();
    let (keys_there, results_there) =
        (keys.scratch().part(0, room as u64), results.scratch().part(0, room as u64));
    run(&mut Primitives::new(device), keys_there, results_there, count.scratch()).unwrap();
    device.synchronize().unwrap();
    let (keys, results, count) =
        (keys.download().unwrap(), results.download().unwrap(), count.download().unwrap()[0]);
    assert_eq!((keys[room], results[room]), (0, 0), "{device}: written behind the arrays");
    (keys.into_iter().zip(results).take(room.min(count as usize)).collect(), count)
}

/// Checks all that is done with runs, where `keys` and `values` belong together.
fn check(device: &Device, keys: &[u32], values: &[u32], room: usize, what: &str) {
    let on_device = (device.upload(keys).unwrap(), device.upload(values).unwrap());
    let (keys_there, values_there) = (on_device.0.slice(), on_device.1.slice());
    let mut at = 0;
    let runs: Vec<(u32, &[u32])> = keys
        .chunk_by(|a, b| a == b)
        .map(|run| {
            at += run.len();
            (run[0], &values[at - run.len()..at])
        })
        .collect();
    let about = format!("{device}: {what}, {} keys in {} runs", keys.len(), runs.len());
    let expect = |of: &dyn Fn(&[u32]) -> u64| -> (Vec<(u32, u64)>, u64) {
        let all = runs.iter().map(|(key, values)| (*key, of(values)));
        (all.take(room).collect(), runs.len() as u64)
    };

    let got =
        results(device, room, |p, keys, lengths, count| p.run_lengths(keys_there, keys, lengths, count));
    assert_eq!(got, expect(&|run| run.len() as u64), "{about}");
    let got = results(device, room, |p, keys, out, count| {
        p.reduce_by_key::<Sum<u32>>(keys_there, values_there, keys, out, count)
    });
    assert_eq!(got, expect(&|run| run.iter().map(|&x| u64::from(x)).sum()), "{about}");
    let got = results(device, room, |p, keys, out, count| {
        p.reduce_by_key::<Min<u32>>(keys_there, values_there, keys, out, count)
    });
    assert_eq!(got, expect(&|run| u64::from(*run.iter().min().unwrap())), "{about}");
    let got = results(device, room, |p, keys, out, count| {
        p.reduce_by_key::<Max<u32>>(keys_there, values_there, keys, out, count)
    });
    assert_eq!(got, expect(&|run| u64::from(*run.iter().max().unwrap())), "{about}");
}

#[test]
fn runs_of_every_length() {
    on_each(TILE, |device, tile| {
        for (i, n) in lengths(tile).enumerate() {
            let longest = [1, 3, 200, 4 * tile as u64][i % 4];
            let mut random = Random::new(n as u64);
            let (keys, values) = (random.runs(n, longest), random.values(n));
            check(device, &keys, &values, n, &format!("runs up to {longest}"));
        }
    });
}

#[test]
fn runs_that_end_with_tiles() {
    on_each(TILE, |device, tile| {
        let n = 3 * tile;
        let values = Random::new(8).values(n);
        let by_tile: Vec<u32> = (0..n).map(|i| (i / tile) as u32).collect();
        check(device, &by_tile, &values, n, "a run a tile");
        let across: Vec<u32> = (0..n).map(|i| ((i + 1) / tile) as u32).collect();
        check(device, &across, &values, n, "runs that start at the last place of a tile");
        check(device, &vec![0; n], &values, n, "one run of zeros");
        check(device, &vec![u32::MAX; n], &values, 1, "one run of the largest key");
    });
}

#[test]
fn runs_that_do_not_fit_are_counted() {
    on_each(TILE, |device, tile| {
        let n = 2 * tile + 9;
        let (keys, values) = (Random::new(2).runs(n, 3), Random::new(3).values(n));
        for room in [0, 1, tile / 2 + 3] {
            check(device, &keys, &values, room, "too little room");
        }
    });
}

#[test]
fn arrays_that_do_not_match_are_refused() {
    let device = Device::cpu(None);
    let keys = device.upload(&[1u32, 2]).unwrap();
    let values = device.upload(&[1u32]).unwrap();
    let (mut out, mut results, mut count) = (
        device.zeroed::<u32>(2).unwrap(),
        device.zeroed::<u64>(2).unwrap(),
        device.zeroed::<u64>(1).unwrap(),
    );
    let refused = Primitives::new(&device).reduce_by_key::<Sum<u32>>(
        keys.slice(),
        values.slice(),
        out.scratch(),
        results.scratch(),
        count.scratch(),
    );
    assert!(refused.unwrap_err().to_string().contains("1 values for 2 keys"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_runs(seed: u64, shape in prop::collection::vec((0u32..5, 1usize..3000), 0..20)) {
        let keys: Vec<u32> = shape.iter().flat_map(|&(key, length)| {
            // Lengths of all orders: a few long ones, many short.
            std::iter::repeat_n(key, if length > 2000 { length } else { 1 + length % 7 })
        }).collect();
        let values = Random::new(seed).values(keys.len());
        check(&Device::cpu(None), &keys, &values, keys.len(), "any");
        check(&Device::emulated(seed), &keys, &values, keys.len(), "any");
    }
}
