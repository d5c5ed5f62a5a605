//! Reduce and scan.

use motherlode::primitives::{Max, Min, Primitives, Sum};
use motherlode::runtime::RuntimeError;
use motherlode_device::primitives::TileSize;
use motherlode_device::primitives::reduce::LEAST_PER_BLOCK;
use motherlode_device::primitives::scan::TILE;

use crate::data::{Random, lengths, on_each, written};

const REDUCE: TileSize = TileSize { wide: LEAST_PER_BLOCK as usize, scalar: 5000 };

#[test]
fn reductions() {
    on_each(REDUCE, |device, tile| {
        let mut primitives = Primitives::new(device);
        for n in lengths(tile) {
            let values = Random::new(n as u64).values(n);
            let wide: Vec<u64> = values.iter().map(|&x| u64::from(x) << 31 | u64::from(!x)).collect();
            let (on_device, wide_on_device) =
                (device.upload(&values).unwrap(), device.upload(&wide).unwrap());
            let (narrow, broad) = (on_device.slice(), wide_on_device.slice());

            let sum = values.iter().map(|&x| u64::from(x)).sum::<u64>();
            assert_eq!(primitives.reduce::<Sum<u32>, _>(narrow).unwrap(), sum, "{device}, {n} values");
            let min = values.iter().min().map_or(u64::MAX, |&x| x.into());
            assert_eq!(primitives.reduce::<Min<u32>, _>(narrow).unwrap(), min, "{device}, {n} values");
            let max = values.iter().max().map_or(0, |&x| x.into());
            assert_eq!(primitives.reduce::<Max<u32>, _>(narrow).unwrap(), max, "{device}, {n} values");

            let sum = wide.iter().fold(0u64, |sum, &x| sum.wrapping_add(x));
            assert_eq!(primitives.reduce::<Sum<u64>, _>(broad).unwrap(), sum, "{device}, {n} values");
            let min = wide.iter().min().map_or(u64::MAX, |&x| x);
            assert_eq!(primitives.reduce::<Min<u64>, _>(broad).unwrap(), min, "{device}, {n} values");
            let max = wide.iter().max().map_or(0, |&x| x);
            assert_eq!(primitives.reduce::<Max<u64>, _>(broad).unwrap(), max, "{device}, {n} values");
        }
    });
}

#[test]
fn the_extreme_may_lie_anywhere() {
    on_each(REDUCE, |device, tile| {
        let mut primitives = Primitives::new(device);
        let n = 2 * tile + 55;
        for at in [0, 1, 3, 4, 130, tile - 1, tile, 2 * tile, n - 1] {
            let mut values = vec![500; n];
            values[at] = 499;
            let low = device.upload(&values).unwrap();
            assert_eq!(primitives.reduce::<Min<u32>, _>(low.slice()).unwrap(), 499, "{device}, at {at}");
            drop(low);
            values[at] = 501;
            let high = device.upload(&values).unwrap();
            assert_eq!(primitives.reduce::<Max<u32>, _>(high.slice()).unwrap(), 501, "{device}, at {at}");
        }
    });
}

#[test]
fn arrays_that_start_anywhere() {
    on_each(TILE, |device, tile| {
        let mut primitives = Primitives::new(device);
        let values = Random::new(5).small(2 * tile + 9, 1 << 20);
        for skip in 1..4 {
            let values = &values[skip..];
            let on_device = device.upload(values).unwrap();
            let sum = values.iter().map(|&x| u64::from(x)).sum::<u64>();
            assert_eq!(primitives.reduce::<Sum<u32>, _>(on_device.slice()).unwrap(), sum);
            let sums = written::<u64>(device, values.len() + skip, |sums| {
                let part = sums.part(skip as u64, values.len() as u64);
                primitives.inclusive_scan(on_device.slice(), part).unwrap();
            });
            assert_eq!(sums[..skip], vec![0; skip], "{device}: written before the part");
            assert_eq!(sums[skip..], inclusive(values), "{device}");
        }
    });
}

#[test]
fn copies() {
    on_each(REDUCE, |device, tile| {
        for n in lengths(tile) {
            let values = Random::new(n as u64).values(n + 1);
            let on_device = device.upload(&values[1..]).unwrap();
            let copied = written::<u32>(device, n + 2, |to| {
                Primitives::new(device).copy(on_device.slice(), to).unwrap()
            });
            assert_eq!(copied[..n], values[1..], "{device}, {n} values");
            assert_eq!(copied[n..], [0, 0], "{device}, {n} values: written behind the copy");
        }
    });
}

fn inclusive(values: &[u32]) -> Vec<u64> {
    let add = |sum: &mut u64, &x: &u32| {
        *sum += u64::from(x);
        Some(*sum)
    };
    values.iter().scan(0, add).collect()
}

fn exclusive(values: &[u32]) -> Vec<u64> {
    std::iter::once(0).chain(inclusive(values)).collect()
}

#[test]
fn scans() {
    on_each(TILE, |device, tile| {
        let mut primitives = Primitives::new(device);
        for n in lengths(tile) {
            let values = Random::new(n as u64 + 99).values(n);
            let on_device = device.upload(&values).unwrap();
            let with_total = exclusive(&values);
            let narrow: Vec<u32> = with_total.iter().map(|&x| x as u32).collect();

            let sums = written::<u64>(device, n + 1, |sums| {
                primitives.exclusive_scan(on_device.slice(), sums).unwrap()
            });
            assert_eq!(sums, with_total, "{device}, {n} values");
            let sums =
                written::<u64>(device, n, |sums| primitives.exclusive_scan(on_device.slice(), sums).unwrap());
            assert_eq!(sums, with_total[..n], "{device}, {n} values");
            let sums =
                written::<u64>(device, n, |sums| primitives.inclusive_scan(on_device.slice(), sums).unwrap());
            assert_eq!(sums, with_total[1..], "{device}, {n} values");

            let sums = written::<u32>(device, n + 1, |sums| {
                primitives.exclusive_scan(on_device.slice(), sums).unwrap()
            });
            assert_eq!(sums, narrow, "{device}, {n} values");
            let sums = written::<u32>(device, n + 3, |sums| {
                primitives.inclusive_scan(on_device.slice(), sums).unwrap()
            });
            assert_eq!(sums[..n], narrow[1..], "{device}, {n} values");
            assert_eq!(sums[n..], [0, 0, 0], "{device}, {n} values: written behind the sums");
        }
    });
}

#[test]
fn sums_past_62_bits() {
    // The state of a tile carries 64 bits: more than fit beside a status in one word.
    on_each(TILE, |device, tile| {
        let n = 3 * tile;
        let values = vec![u32::MAX; n];
        let on_device = device.upload(&values).unwrap();
        let mut primitives = Primitives::new(device);
        let sums =
            written::<u64>(device, n + 1, |sums| primitives.exclusive_scan(on_device.slice(), sums).unwrap());
        assert_eq!(sums, exclusive(&values));
    });
}

#[test]
fn too_little_room_is_refused() {
    let device = motherlode::runtime::Device::cpu(None);
    let values = device.upload(&[1u32, 2, 3]).unwrap();
    let mut sums = device.zeroed::<u64>(2).unwrap();
    let refused = Primitives::new(&device).exclusive_scan(values.slice(), sums.scratch()).unwrap_err();
    assert!(matches!(refused, RuntimeError::Launch { kernel: "scan_u64", .. }), "{refused}");
    assert!(refused.to_string().contains("2 sums for 3 values"), "{refused}");
}
