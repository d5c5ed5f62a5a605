//! The shapes in which kernels are launched.

use motherlode_device::Kernel;
use motherlode_device::simt::WIDE_LANES;

use super::{Device, Machine};
use crate::runtime::{EntryPoint, RuntimeError};

/// The shape of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Blocks.
    pub blocks: u32,
    /// Warps in a block, where the device has warps of many lanes; the CPU runs one lane a block.
    pub warps: u32,
    /// Bytes of shared memory for each block.
    pub shared_bytes: usize,
}

impl Device {
    /// Lanes in a warp: 1 on the CPU.
    pub fn lanes(&self) -> u32 {
        if self.is_scalar() { 1 } else { WIDE_LANES }
    }

    /// Warps in a block that is launched with `warps` of them, as its kernel sees it: the CPU runs one.
    pub fn warps_of_block(&self, warps: u32) -> u32 {
        if self.is_scalar() { 1 } else { warps }
    }

    /// Warps of a grid of that shape, as its kernel sees them.
    pub fn grid_warps(&self, grid: Grid) -> u64 {
        u64::from(grid.blocks) * u64::from(self.warps_of_block(grid.warps))
    }

    /// Blocks of `warps` warps that it takes for a thread for each of `items`.
    pub fn blocks_for(&self, items: u64, warps: u32) -> u64 {
        items.div_ceil(u64::from(warps) * u64::from(self.lanes()))
    }

    /// A grid for kernel `K` of as many blocks as run at once, or of `blocks` if those are fewer.
    ///
    /// # Errors
    /// When the driver fails, or no block of that shape fits.
    pub fn grid<K: Kernel>(
        &self,
        warps: u32,
        shared_bytes: usize,
        blocks: u64,
    ) -> Result<Grid, RuntimeError> {
        self.grid_in_waves::<K>(1, warps, shared_bytes, blocks)
    }

    /// A grid for kernel `K` of `waves` times as many blocks as run at once, or of `blocks` if those are fewer: where
    /// blocks draw no tasks, more of them even out work of different sizes.
    ///
    /// # Errors
    /// When the driver fails, or no block of that shape fits.
    pub fn grid_in_waves<K: Kernel>(
        &self,
        waves: u64,
        warps: u32,
        shared_bytes: usize,
        blocks: u64,
    ) -> Result<Grid, RuntimeError> {
        self.grid_of(EntryPoint::of::<K>(), waves, Grid { blocks: 0, warps, shared_bytes }, blocks)
    }

    /// The grid of the shape of `block`.
    fn grid_of(&self, entry: EntryPoint, waves: u64, block: Grid, blocks: u64) -> Result<Grid, RuntimeError> {
        let resident = self.resident_blocks_of(entry, block.warps, block.shared_bytes)?;
        let blocks = blocks.min(waves.saturating_mul(resident.into())).min(u32::MAX.into()) as u32;
        Ok(Grid { blocks, ..block })
    }

    /// How many blocks of that shape run at once: what a kernel of persistent blocks should be launched with.
    ///
    /// # Errors
    /// When the driver fails, or no block of that shape fits.
    pub fn resident_blocks<K: Kernel>(&self, warps: u32, shared_bytes: usize) -> Result<u32, RuntimeError> {
        self.resident_blocks_of(EntryPoint::of::<K>(), warps, shared_bytes)
    }

    fn resident_blocks_of(
        &self,
        entry: EntryPoint,
        warps: u32,
        shared_bytes: usize,
    ) -> Result<u32, RuntimeError> {
        match &self.0.machine {
            Machine::Cpu => Ok(rayon::current_num_threads() as u32),
            #[cfg(feature = "emulated")]
            Machine::Emulated(_) => Ok(3),
            Machine::Cuda(card) => card.resident_blocks(entry, warps, shared_bytes),
        }
    }
}
