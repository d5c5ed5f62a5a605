//! Compaction and unique.

use motherlode::primitives::{Keep, Primitives};
use motherlode::runtime::{Device, RuntimeError, ViewMut};

use motherlode_device::primitives::compact::TILE;

use crate::data::{Random, lengths, on_each};

/// What `run` keeps, in an array with room for `room`.
fn kept(
    device: &Device,
    room: usize,
    run: impl FnOnce(&mut Primitives<'_>, ViewMut<'_, u32>, ViewMut<'_, u64>) -> Result<(), RuntimeError>,
) -> (Vec<u32>, u64) {
    let mut kept = device.zeroed::<u32>(room + 2).unwrap();
    let mut count = device.zeroed::<u64>(1).unwrap();
    run(&mut Primitives::new(device), kept.scratch().part(1, room as u64), count.scratch()).unwrap();
    device.synchronize().unwrap();
    let (kept, count) = (kept.download().unwrap(), count.download().unwrap()[0]);
    assert_eq!((kept[0], kept[room + 1]), (0, 0), "{device}: written beside the array");
    (kept[1..=room.min(count as usize)].to_vec(), count)
}

/// Flags of which about one in `one_in` is set, each to another number.
fn flags(random: &mut Random, n: usize, one_in: u64) -> Vec<u8> {
    (0..n).map(|i| if random.below(one_in) == 0 { 1 + (i % 255) as u8 } else { 0 }).collect()
}

#[test]
fn flagged_values_and_positions() {
    on_each(TILE, |device, tile| {
        for (i, n) in lengths(tile).enumerate() {
            let mut random = Random::new(n as u64);
            let flags = flags(&mut random, n, [1, 2, 30, 3000][i % 4]);
            let values = random.values(n);
            let on_device = (device.upload(&values).unwrap(), device.upload(&flags).unwrap());
            let (values_there, flags_there) = (on_device.0.slice(), on_device.1.slice());
            let expected: Vec<u32> = (0..n).filter(|&i| flags[i] != 0).map(|i| values[i]).collect();
            let (got, count) = kept(device, n, |primitives, kept, count| {
                primitives.compact_flagged(values_there, flags_there, kept, count)
            });
            assert_eq!((got, count), (expected.clone(), expected.len() as u64), "{device}, {n} values");

            let expected: Vec<u32> = (0..n).filter(|&i| flags[i] != 0).map(|i| i as u32).collect();
            let (got, count) = kept(device, n, |primitives, kept, count| {
                primitives.compact_positions(flags_there, kept, count)
            });
            assert_eq!((got, count), (expected.clone(), expected.len() as u64), "{device}, {n} values");
        }
    });
}

#[test]
fn none_and_all() {
    on_each(TILE, |device, tile| {
        let n = 2 * tile + 3;
        let values = Random::new(1).values(n);
        for flag in [0u8, 255] {
            let flags = vec![flag; n];
            let on_device = (device.upload(&values).unwrap(), device.upload(&flags).unwrap());
            let (got, count) = kept(device, n, |primitives, kept, count| {
                primitives.compact_flagged(on_device.0.slice(), on_device.1.slice(), kept, count)
            });
            let expected = if flag == 0 { vec![] } else { values.clone() };
            assert_eq!((got, count), (expected.clone(), expected.len() as u64), "{device}");
        }
    });
}

#[test]
fn values_in_a_range_or_outside() {
    on_each(TILE, |device, tile| {
        for n in [0, 1, 33, tile + 5] {
            let values = Random::new(n as u64).small(n, 10);
            let on_device = device.upload(&values).unwrap();
            for (low, high) in [(3, 6), (0, 0), (9, u32::MAX), (0, u32::MAX), (7, 2)] {
                let within = |x: &u32| (low..=high).contains(x);
                for (keep, expected) in [
                    (Keep::Within(low, high), values.iter().copied().filter(within).collect::<Vec<_>>()),
                    (Keep::Outside(low, high), values.iter().copied().filter(|x| !within(x)).collect()),
                ] {
                    let (got, count) = kept(device, n, |primitives, kept, count| {
                        primitives.compact_values(on_device.slice(), keep, kept, count)
                    });
                    assert_eq!(
                        (got, count),
                        (expected.clone(), expected.len() as u64),
                        "{device}, {n}, {keep:?}"
                    );
                }
            }
        }
    });
}

#[test]
fn unique_keeps_one_of_each_run() {
    on_each(TILE, |device, tile| {
        for (i, n) in lengths(tile).enumerate() {
            let longest = [1, 2, 50, 3 * tile as u64][i % 4];
            let values = Random::new(n as u64).runs(n, longest);
            let on_device = device.upload(&values).unwrap();
            let mut expected = values.clone();
            expected.dedup();
            let (got, count) =
                kept(device, n, |primitives, kept, count| primitives.unique(on_device.slice(), kept, count));
            assert_eq!((got, count), (expected.clone(), expected.len() as u64), "{device}, {n} values");
        }
        // A run of zeros at the start is not what lies beyond the start.
        let zeros = device.upload(&[0u32, 0, 4]).unwrap();
        let (got, _) =
            kept(device, 3, |primitives, kept, count| primitives.unique(zeros.slice(), kept, count));
        assert_eq!(got, [0, 4]);
    });
}

#[test]
fn what_does_not_fit_is_counted() {
    on_each(TILE, |device, tile| {
        let n = 3 * tile + 1;
        let values = Random::new(3).values(n);
        let flags = vec![1u8; n];
        let on_device = (device.upload(&values).unwrap(), device.upload(&flags).unwrap());
        for room in [0, 1, tile - 1, tile + 7] {
            let (got, count) = kept(device, room, |primitives, kept, count| {
                primitives.compact_flagged(on_device.0.slice(), on_device.1.slice(), kept, count)
            });
            assert_eq!((&got[..], count), (&values[..room], n as u64), "{device}");
        }
    });
}

#[test]
fn arrays_that_do_not_match_are_refused() {
    let device = Device::cpu(None);
    let values = device.upload(&[1u32, 2]).unwrap();
    let flags = device.upload(&[1u8]).unwrap();
    let (mut kept, mut count) = (device.zeroed::<u32>(2).unwrap(), device.zeroed::<u64>(0).unwrap());
    let mut primitives = Primitives::new(&device);
    let refused = primitives.compact_flagged(values.slice(), flags.slice(), kept.scratch(), count.scratch());
    assert!(refused.unwrap_err().to_string().contains("1 flags for 2 values"));
    let refused = primitives.unique(values.slice(), kept.scratch(), count.scratch());
    assert!(refused.unwrap_err().to_string().contains("no place for the number"));
}
