//! Segmented reduction and scan.

use motherlode::primitives::{Max, Min, Primitives, Sum};
use motherlode::runtime::Device;
use motherlode_device::primitives::segments::TILE;
use proptest::prelude::*;

use crate::data::{Random, on_each, written};

/// Checks every segmented primitive on `values`, cut at `offsets`.
fn check(device: &Device, values: &[u32], offsets: &[u64], what: &str) {
    let mut primitives = Primitives::new(device);
    let narrow: Vec<u32> = offsets.iter().map(|&x| x as u32).collect();
    let on_device =
        (device.upload(values).unwrap(), device.upload(offsets).unwrap(), device.upload(&narrow).unwrap());
    let (values_there, offsets, narrow) = (on_device.0.slice(), on_device.1.slice(), on_device.2.slice());
    let segments: Vec<&[u32]> = on_device
        .1
        .download()
        .unwrap()
        .windows(2)
        .map(|ends| &values[ends[0] as usize..ends[1] as usize])
        .collect();
    let (s, n) = (segments.len(), values.len());
    let about = format!("{device}: {what}, {n} values in {s} segments");

    let sums: Vec<u64> = segments.iter().map(|x| x.iter().map(|&x| u64::from(x)).sum()).collect();
    let narrow_sums: Vec<u32> = sums.iter().map(|&x| x as u32).collect();
    let got = written(device, s, |out| {
        primitives.segmented_reduce::<Sum<u64>, u64>(values_there, offsets, out).unwrap()
    });
    assert_eq!(got, sums, "{about}");
    let got = written(device, s, |out| {
        primitives.segmented_reduce::<Sum<u64>, u32>(values_there, narrow, out).unwrap()
    });
    assert_eq!(got, sums, "{about}");
    let got = written(device, s, |out| {
        primitives.segmented_reduce::<Sum<u32>, u64>(values_there, offsets, out).unwrap()
    });
    assert_eq!(got, narrow_sums, "{about}");
    let got = written(device, s, |out| {
        primitives.segmented_reduce::<Sum<u32>, u32>(values_there, narrow, out).unwrap()
    });
    assert_eq!(got, narrow_sums, "{about}");

    let minima: Vec<u32> = segments.iter().map(|x| x.iter().copied().min().unwrap_or(u32::MAX)).collect();
    let got = written(device, s, |out| {
        primitives.segmented_reduce::<Min<u32>, u64>(values_there, offsets, out).unwrap()
    });
    assert_eq!(got, minima, "{about}");
    let maxima: Vec<u32> = segments.iter().map(|x| x.iter().copied().max().unwrap_or(0)).collect();
    let got = written(device, s, |out| {
        primitives.segmented_reduce::<Max<u32>, u32>(values_there, narrow, out).unwrap()
    });
    assert_eq!(got, maxima, "{about}");

    let scan = |inclusive: bool| {
        let mut sums = Vec::with_capacity(n);
        for segment in &segments {
            let mut sum = 0;
            for &value in *segment {
                let before = sum;
                sum += u64::from(value);
                sums.push(if inclusive { sum } else { before });
            }
        }
        sums
    };
    for inclusive in [false, true] {
        let expected = scan(inclusive);
        let got = written(device, n, |out| {
            primitives.segmented_scan::<u64, u64>(values_there, offsets, out, inclusive).unwrap()
        });
        assert_eq!(got, expected, "{about}");
        let expected: Vec<u32> = expected.iter().map(|&x| x as u32).collect();
        let got = written(device, n, |out| {
            primitives.segmented_scan::<u32, u32>(values_there, narrow, out, inclusive).unwrap()
        });
        assert_eq!(got, expected, "{about}");
    }
}

/// The offsets of segments of those lengths.
fn offsets(lengths: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let ends = lengths.into_iter().scan(0, |end, length| {
        *end += length as u64;
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

#[test]
fn segments_of_every_kind() {
    on_each(TILE, |device, tile| {
        let mut random = Random::new(tile as u64);
        let power_law =
            |random: &mut Random| (tile as f64 * 4.0 / (1.0 + random.below(4000) as f64)) as usize;
        let kinds: Vec<(&str, Vec<usize>)> = vec![
            ("no segments", vec![]),
            ("one empty", vec![0]),
            ("one value", vec![1]),
            ("empty ones alone", vec![0; 2 * tile + 3]),
            ("one huge", vec![4 * tile + 5]),
            ("one tile", vec![tile]),
            ("a tile less its end", vec![tile - 1, 7]),
            ("single values", vec![1; tile + 100]),
            ("of sixteen", vec![16; tile / 4]),
            ("of three tiles", vec![3 * tile, 3 * tile - 2]),
            ("empty at both ends", [vec![0; 40], vec![5, 0, 0, tile, 1], vec![0; 40]].concat()),
            ("a crowd of empty ones between", [vec![30], vec![0; 3 * tile], vec![2 * tile, 3]].concat()),
            ("by power law", (0..900).map(|_| power_law(&mut random)).collect()),
            ("up to four", (0..tile).map(|_| random.below(5) as usize).collect()),
        ];
        for (what, lengths) in kinds {
            let n = lengths.iter().sum();
            check(device, &random.values(n), &offsets(lengths), what);
        }
    });
}

#[test]
fn errors() {
    let device = Device::cpu(None);
    let values = device.upload(&[1u32, 2]).unwrap();
    let offsets = device.upload(&[0u32, 1, 2]).unwrap();
    let none = device.upload(&[0u32; 0]).unwrap();
    let mut results = device.zeroed::<u32>(1).unwrap();
    let mut primitives = Primitives::new(&device);
    let refused =
        primitives.segmented_reduce::<Sum<u32>, _>(values.slice(), offsets.slice(), results.scratch());
    assert!(refused.unwrap_err().to_string().contains("1 results for 2 segments"));
    let refused =
        primitives.segmented_scan::<u32, _>(values.slice(), offsets.slice(), results.scratch(), true);
    assert!(refused.unwrap_err().to_string().contains("1 results for 2 values"));
    let refused =
        primitives.segmented_reduce::<Sum<u32>, u32>(values.slice(), none.slice(), results.scratch());
    assert!(refused.unwrap_err().to_string().contains("no offsets"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_segments(seed: u64, shape in prop::collection::vec((0usize..12, 0usize..900), 0..40)) {
        let mut random = Random::new(seed);
        // Groups of segments alike, in groups of any number.
        let lengths: Vec<usize> = shape.iter().flat_map(|&(length, count)| {
            let length = if length > 9 { length * 700 } else { length };
            std::iter::repeat_n(length, if length > 9 { count % 3 } else { count })
        }).collect();
        let values = random.values(lengths.iter().sum());
        check(&Device::cpu(None), &values, &offsets(lengths.clone()), "any");
        check(&Device::emulated(seed), &values, &offsets(lengths), "any");
    }
}
