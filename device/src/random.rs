//! The random numbers of kernels: xoroshiro128**, the same stream on every machine.
//!
//! On the device it is the default generator of `gpu_rand`, which needs a nightly compiler; on the host it is
//! `rand_xoshiro`'s generator of the same name. Both follow the reference implementation of Blackman and Vigna,
//! and both seed it from a `u64` by SplitMix64, so a seed names one stream everywhere. It is not for secrets.

pub use rand_core::{RngCore, SeedableRng};

use crate::split_mix::{STEP, finalise};

/// Random numbers by their places: any thread may ask for any of them, in any order. They are the stream of SplitMix64
/// (Steele, Lea and Flood
/// 2014) that starts from a key.
///
/// ```
/// use motherlode_device::random::Draws;
/// let draws = Draws::new(7).of(3);
/// assert_ne!(draws.at(0), draws.at(1));
/// assert_ne!(draws.at(0), Draws::new(7).of(4).at(0));
/// assert!(draws.below(5, 10) < 10);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    key: u64,
}

impl Draws {
    /// The numbers of a seed.
    #[inline(always)]
    pub fn new(seed: u64) -> Draws {
        Draws { key: finalise(seed) }
    }

    /// Numbers for a part of the work, which have nothing to do with those of other parts.
    #[inline(always)]
    #[must_use]
    pub fn of(self, part: u64) -> Draws {
        Draws { key: finalise(self.key ^ finalise(part.wrapping_add(STEP))) }
    }

    /// The number at a place.
    #[inline(always)]
    pub fn at(self, place: u64) -> u64 {
        finalise(self.key.wrapping_add(place.wrapping_add(1).wrapping_mul(STEP)))
    }

    /// A number below `bound` at a place. The bias is at most `bound` / 2^32.
    #[inline(always)]
    pub fn below(self, place: u64, bound: u32) -> u32 {
        (((self.at(place) >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// The generator.
///
/// ```
/// use motherlode_device::random::{Rng, RngCore, SeedableRng};
/// let mut random = Rng::seed_from_u64(7);
/// let (first, second) = (random.next_u64(), random.next_u64());
/// assert_ne!(first, second);
/// assert_eq!(first, Rng::seed_from_u64(7).next_u64());
/// ```
#[cfg(target_os = "cuda")]
pub type Rng = gpu_rand::DefaultRand;
/// The generator.
///
/// ```
/// use motherlode_device::random::{Rng, RngCore, SeedableRng};
/// let mut random = Rng::seed_from_u64(7);
/// let (first, second) = (random.next_u64(), random.next_u64());
/// assert_ne!(first, second);
/// assert_eq!(first, Rng::seed_from_u64(7).next_u64());
/// ```
#[cfg(not(target_os = "cuda"))]
pub type Rng = rand_xoshiro::Xoroshiro128StarStar;

#[cfg(test)]
mod tests {
    use super::{Draws, Rng, RngCore, SeedableRng};

    /// The first number of SplitMix64 from a key of 0, as published: finalised, 0 is 0.
    #[test]
    fn numbers_by_place_are_a_stream_of_split_mix() {
        let draws = Draws::new(0);
        assert_eq!([draws.at(0), draws.at(1)], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
    }

    /// The outputs of the reference implementation, <https://prng.di.unimi.it/xoroshiro128starstar.c>, from the state
    /// (1, 2); the first is rotl(1 * 5, 7) * 9 = 5760.
    #[test]
    fn the_reference_stream() {
        let mut seed = [0; 16];
        (seed[0], seed[8]) = (1, 2);
        let mut random = Rng::from_seed(seed);
        let first: [u64; 4] = core::array::from_fn(|_| random.next_u64());
        assert_eq!(first, [5760, 97_769_243_520, 9_706_862_127_477_703_552, 9_223_447_511_460_779_954]);
    }

    /// SplitMix64's outputs are the state: written out here from Steele, Lea and Flood (2014), figure 16.
    #[test]
    fn a_number_is_stretched_by_split_mix() {
        fn split_mix(state: &mut u64) -> u64 {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = *state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }
        for seed in [0, 7, u64::MAX] {
            let mut state = seed;
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&split_mix(&mut state).to_le_bytes());
            bytes[8..].copy_from_slice(&split_mix(&mut state).to_le_bytes());
            let (mut long, mut short) = (Rng::from_seed(bytes), Rng::seed_from_u64(seed));
            for _ in 0..5 {
                assert_eq!(long.next_u64(), short.next_u64(), "{seed}");
            }
        }
    }
}
