//! The arrays that are worked on.

use rayon::prelude::*;

/// A number that is as good as random, for each index: the finaliser of SplitMix64.
fn mix(i: u64) -> u64 {
    let mut z = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// `n` numbers of 64 bits.
pub fn keys(n: usize) -> Vec<u64> {
    (0..n as u64).into_par_iter().map(mix).collect()
}

/// `n` numbers of 32 bits.
pub fn values(n: usize) -> Vec<u32> {
    (0..n as u64).into_par_iter().map(|i| mix(i) as u32).collect()
}

/// `n` numbers below `end`.
pub fn small(n: usize, end: u32) -> Vec<u32> {
    (0..n as u64)
        .into_par_iter()
        .map(|i| ((u64::from(mix(i) as u32) * u64::from(end)) >> 32) as u32)
        .collect()
}

/// `n` flags of which about half are set.
pub fn flags(n: usize) -> Vec<u8> {
    (0..n as u64).into_par_iter().map(|i| (mix(i ^ 0xF1A6) & 1) as u8).collect()
}

/// The offsets of `segments` segments of `n` values, as equal as can be.
pub fn equal_segments(n: usize, segments: usize) -> Vec<u64> {
    (0..=segments).map(|i| (n as u128 * i as u128 / segments as u128) as u64).collect()
}

/// The offsets of `segments` segments of `n` values, the length of the `i`th of them about proportional to `1 / i`, in
/// an order without order.
pub fn power_law_segments(n: usize, segments: usize) -> Vec<u64> {
    let mut weights: Vec<f64> = (1..=segments).map(|i| 1.0 / i as f64).collect();
    for i in (1..segments).rev() {
        weights.swap(i, (mix(i as u64) % (i as u64 + 1)) as usize);
    }
    let all: f64 = weights.iter().sum();
    let mut sum = 0.0;
    let ends = weights.iter().map(|weight| {
        sum += weight;
        ((sum / all * n as f64) as u64).min(n as u64)
    });
    let mut offsets: Vec<u64> = std::iter::once(0).chain(ends).collect();
    offsets[segments] = n as u64;
    offsets
}
