//! The random numbers of kernels: xoroshiro128**, the same stream on every machine.
//!
//! On the device it is the default generator of `gpu_rand`, which needs a nightly compiler; on the host it is
//! `rand_xoshiro`'s generator of the same name. Both follow the reference implementation of Blackman and Vigna,
//! and both seed it from a `u64` by SplitMix64, so a seed names one stream everywhere. It is not for secrets.

pub use rand_core::{RngCore, SeedableRng};

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
