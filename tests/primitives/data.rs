//! Devices, lengths and data.

use motherlode::runtime::{Device, ViewMut};
use motherlode_device::DeviceCopy;
use motherlode_device::primitives::TileSize;

/// Runs `test` on each machine: the CPU with one thread and with four, emulated with several seeds, and a card if there
/// is one.
///
/// It is given the machine's tile size.
pub fn on_each(size: TileSize, test: impl Fn(&Device, usize) + Sync) {
    for threads in [1, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| test(&Device::cpu(None), size.scalar));
    }
    for seed in 0..3 {
        test(&Device::emulated(seed), size.wide);
    }
    if let Some(card) = testing::common::card() {
        test(&card, size.wide);
    }
}

/// Lengths about a warp's width, a tile's size, and several tiles.
pub fn lengths(tile: usize) -> impl Iterator<Item = usize> {
    [0, 1, 2, 31, 32, 33, 127, 128, 129, 1000, tile - 1, tile, tile + 1, 2 * tile, 5 * tile + 77].into_iter()
}

/// A stream of numbers, a different one for each seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number in `0..end`.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// `n` numbers of 32 bits.
    pub fn values(&mut self, n: usize) -> Vec<u32> {
        (0..n).map(|_| self.next_u64() as u32).collect()
    }

    /// `n` numbers below `end`.
    pub fn small(&mut self, n: usize, end: u32) -> Vec<u32> {
        (0..n).map(|_| self.below(end.into()) as u32).collect()
    }

    /// `n` numbers in runs of `1..=longest`.
    pub fn runs(&mut self, n: usize, longest: u64) -> Vec<u32> {
        let mut values = Vec::with_capacity(n);
        while values.len() < n {
            let value = self.below(1000) as u32;
            let length = 1 + self.below(longest) as usize;
            values.extend(std::iter::repeat_n(value, length.min(n - values.len())));
        }
        values
    }
}

/// What the kernels left in an array of `length` elements that `run` was given.
pub fn written<T: DeviceCopy + bytemuck::AnyBitPattern + bytemuck::Zeroable>(
    device: &Device,
    length: usize,
    run: impl FnOnce(ViewMut<'_, T>),
) -> Vec<T> {
    let mut buffer = device.zeroed::<T>(length).unwrap();
    run(buffer.scratch());
    device.synchronize().unwrap();
    buffer.download().unwrap()
}
