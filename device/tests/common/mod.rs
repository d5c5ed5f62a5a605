//! The machines that a test runs a kernel on, and random lists.

// Each test file is its own crate, and uses a part of this.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::mem::MaybeUninit;

use motherlode_device::Kernel;
use motherlode_device::memory::Scratch;
use motherlode_device::simt::scalar::{self, Isa, ScalarBlock};
use motherlode_device::simt::{WIDE_LANES, emulated};
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoroshiro128StarStar;

/// Blocks of a launch.
pub const BLOCKS: u32 = 2;
/// Warps in a block of a launch.
pub const WARPS: u32 = 3;

/// A machine on the host.
#[derive(Clone, Copy, Debug)]
pub enum Machine {
    Scalar(Isa),
    Emulated { seed: u64 },
}

impl Machine {
    /// Each way to run a kernel on the host: scalar for the oldest CPU and for this one, and emulated in several
    /// orders.
    pub fn all() -> Vec<Machine> {
        Self::scalar().into_iter().chain((0..3).map(|seed| Machine::Emulated { seed })).collect()
    }

    /// The ways to run a kernel on the host, but emulated in one order only, where that takes long: let the seed differ
    /// from case to case.
    pub fn with_seed(seed: u32) -> Vec<Machine> {
        Self::scalar().into_iter().chain([Machine::Emulated { seed: seed.into() }]).collect()
    }

    fn scalar() -> [Machine; 2] {
        [Isa::BASELINE, Isa::detect()].map(Machine::Scalar)
    }

    /// Lanes of a warp.
    pub fn lanes(self) -> usize {
        match self {
            Machine::Scalar(_) => 1,
            Machine::Emulated { .. } => WIDE_LANES as usize,
        }
    }

    /// Runs `blocks * warps` warps of `K`: in blocks of one on the scalar machine.
    ///
    /// # Safety
    /// The promises of [`Kernel::run`].
    pub unsafe fn launch<K: Kernel>(self, blocks: u32, warps: u32, shared_bytes: usize, args: &K::Args<'_>) {
        match self {
            Machine::Scalar(isa) => {
                let mut shared = vec![MaybeUninit::new(u128::MAX); shared_bytes.div_ceil(16)];
                let count = blocks * warps;
                for i in 0..count {
                    // SAFETY: the caller's promises; each block is run once.
                    unsafe { scalar::run::<K>(isa, ScalarBlock::new(i, count, &mut shared), args) };
                }
            }
            Machine::Emulated { seed } => {
                // SAFETY: the caller's promises.
                let done = unsafe { emulated::launch::<K>(blocks, warps, shared_bytes, seed, args) };
                done.unwrap_or_else(|fault| panic!("{fault}"));
            }
        }
    }
}

/// An array for a kernel to write to. `array` must outlive the launch.
pub fn scratch<T: Copy>(array: &mut [T]) -> Scratch<'_, T> {
    // SAFETY: pointer and length are those of a slice that stays borrowed.
    unsafe { Scratch::from_raw_parts(array.as_mut_ptr(), array.len() as u64) }
}

/// A seeded source of numbers.
pub struct Random(Xoroshiro128StarStar);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(Xoroshiro128StarStar::seed_from_u64(seed))
    }

    /// A number in `0..end`.
    pub fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(end)) >> 32) as u32
    }

    /// A list of `length` numbers, out of the `2 * length + 3` numbers from `from` on.
    pub fn list(&mut self, length: u32, from: u32) -> Vec<u32> {
        let mut universe: Vec<u32> = (from..from + 2 * length + 3).collect();
        for i in 0..length {
            let j = i + self.below(universe.len() as u32 - i);
            universe.swap(i as usize, j as usize);
        }
        universe.truncate(length as usize);
        universe.sort_unstable();
        universe
    }

    /// A list of `length` numbers below `end`, sparse where `end` is large.
    pub fn sparse(&mut self, length: u32, end: u32) -> Vec<u32> {
        let mut chosen = std::collections::BTreeSet::new();
        while chosen.len() < length as usize {
            chosen.insert(self.below(end));
        }
        chosen.into_iter().collect()
    }
}
