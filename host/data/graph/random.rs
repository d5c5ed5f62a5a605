//! The random numbers of generators and estimates: the same on every machine and for any number of threads.

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators", figure
/// 13).
#[inline]
pub(super) fn finalise(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
pub(super) fn mix(x: u64) -> u64 {
    finalise(x.wrapping_add(GOLDEN))
}

/// SplitMix64, with a stream of its own for each item that is drawn, so that any thread may draw any item.
pub(super) struct RandomStream {
    state: u64,
}

impl RandomStream {
    #[inline]
    pub(super) fn new(seed: u64, item: u64) -> RandomStream {
        RandomStream { state: mix(seed) ^ mix(item.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1)) }
    }

    #[inline]
    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        finalise(self.state)
    }

    /// A number below `bound`, which is not 0. The bias is at most `bound` / 2⁶⁴ (multiplication in place of
    /// rejection).
    #[inline]
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}
