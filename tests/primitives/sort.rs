//! Radix sort.

use motherlode::primitives::{Primitives, Sortable};
use motherlode::runtime::{Buffer, Device};
use motherlode_device::primitives::copy::Copied;
use motherlode_device::primitives::sort::sweep::{SortKey, TILE};
use proptest::prelude::*;

use crate::data::{Random, lengths, on_each};

/// An array of the device's own with those contents.
fn owned<T: Copied + bytemuck::AnyBitPattern>(device: &Device, array: &[T]) -> Buffer<'static, T> {
    let mut buffer = device.unwritten::<T>(array.len()).unwrap();
    let there = device.upload(array).unwrap();
    Primitives::new(device).copy(there.slice(), buffer.scratch()).unwrap();
    buffer
}

/// Sorts `keys`, with and without values, by the bits `bits`, and checks both.
fn check<K>(device: &Device, keys: &[K], bits: std::ops::Range<u32>, what: &str)
where
    K: SortKey + Copied + bytemuck::AnyBitPattern + PartialEq,
    u64: From<K>,
{
    let n = keys.len();
    let about = format!("{device}: {what}, {n} keys by bits {bits:?}");
    let part = |key: &K| match bits.end - bits.start {
        0 => 0,
        width => u64::from(*key) >> bits.start << (64 - width) >> (64 - width),
    };
    let mut expected: Vec<(K, u32)> = keys.iter().copied().zip(0..).collect();
    expected.sort_by_key(|(key, _)| part(key));
    let (expected_keys, expected_values): (Vec<K>, Vec<u32>) = expected.into_iter().unzip();

    let mut primitives = Primitives::new(device);
    let mut array = Sortable::new(owned(device, keys), device).unwrap();
    primitives.sort_keys(&mut array, n as u64, bits.clone()).unwrap();
    assert!(array.array.download().unwrap() == expected_keys, "{about}");

    let mut array = Sortable::new(owned(device, keys), device).unwrap();
    let mut values = Sortable::new(owned(device, &(0..n as u32).collect::<Vec<_>>()), device).unwrap();
    primitives.sort_pairs(&mut array, &mut values, n as u64, bits).unwrap();
    assert!(array.array.download().unwrap() == expected_keys, "{about}, with values");
    assert!(values.array.download().unwrap() == expected_values, "{about}: the values");
}

#[test]
fn keys_of_both_widths() {
    on_each(TILE, |device, tile| {
        for n in lengths(tile) {
            let mut random = Random::new(n as u64);
            check(device, &random.values(n), 0..32, "any");
            let keys: Vec<u64> = (0..n).map(|_| random.next_u64()).collect();
            check(device, &keys, 0..64, "any");
        }
    });
}

#[test]
fn keys_of_every_kind() {
    on_each(TILE, |device, tile| {
        let n = 2 * tile + 41;
        let mut random = Random::new(7);
        check(device, &vec![0u32; n], 0..32, "zeros");
        check(device, &vec![u32::MAX; n], 0..32, "the largest");
        check(device, &(0..n as u32).collect::<Vec<_>>(), 0..32, "sorted");
        check(device, &(0..n as u64).rev().map(|i| i << 40).collect::<Vec<_>>(), 0..64, "falling");
        check(device, &random.small(n, 3), 0..32, "three keys");
        check(device, &random.runs(n, 500), 0..10, "runs");
        let high: Vec<u64> = (0..n).map(|_| random.next_u64() & 0xFFFF_0000_0000_00FF).collect();
        check(device, &high, 0..64, "with a gap");
    });
}

#[test]
fn some_bits_only() {
    on_each(TILE, |device, tile| {
        let mut random = Random::new(9);
        let keys: Vec<u64> = (0..tile + 300).map(|_| random.next_u64()).collect();
        for bits in [0..1, 5..8, 3..12, 60..64, 13..13, 20..45] {
            check(device, &keys, bits, "any");
        }
    });
}

#[test]
fn a_part_of_the_array() {
    on_each(TILE, |device, tile| {
        let keys = Random::new(4).values(tile + 100);
        let mut expected = keys[..tile + 5].to_vec();
        expected.sort_unstable();
        let mut array = Sortable::new(owned(device, &keys), device).unwrap();
        Primitives::new(device).sort_keys(&mut array, tile as u64 + 5, 0..32).unwrap();
        assert!(array.array.download().unwrap()[..tile + 5] == expected, "{device}");
    });
}

#[test]
fn what_cannot_be_sorted_is_refused() {
    let device = Device::cpu(None);
    let mut keys = Sortable::new(owned(&device, &[5u32, 3]), &device).unwrap();
    let mut values = Sortable::new(owned(&device, &[1u32]), &device).unwrap();
    let mut primitives = Primitives::new(&device);
    let refused = primitives.sort_keys(&mut keys, 3, 0..32).unwrap_err();
    assert!(refused.to_string().contains("3 keys in arrays of 2"), "{refused}");
    let refused = primitives.sort_pairs(&mut keys, &mut values, 2, 0..32).unwrap_err();
    assert!(refused.to_string().contains("2 keys in arrays of 1"), "{refused}");
    let refused = primitives.sort_keys(&mut keys, 2, 0..33).unwrap_err();
    assert!(refused.to_string().contains("bit 33 of keys of 32 bits"), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_keys(seed: u64, n in 0usize..20_000, spread in 0u32..64, low in 0u32..64, width in 0u32..65) {
        let mut random = Random::new(seed);
        let keys: Vec<u64> = (0..n).map(|_| random.next_u64() >> spread).collect();
        let bits = low..(low + width).min(64);
        check(&Device::cpu(None), &keys, bits.clone(), "any");
        check(&Device::emulated(seed), &keys, bits, "any");
    }
}
