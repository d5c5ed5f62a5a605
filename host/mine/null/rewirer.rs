//! What samples are made of, on a device.

use motherlode_device::kernels::rewiring::steps::RewireSamples;
use motherlode_device::kernels::rewiring::{EdgeClass, WARPS, cells_for};

use super::classes::RewiringClasses;
use super::connection::Connection;
use super::distance::Distances;
use crate::runtime::{Buffer, Device, RuntimeError};

/// From so many slots on the whole grid makes a sample that is alone: one block would leave most of the device idle.
const GRID_SLOTS: usize = 1 << 12;
/// Fewer samples than so many are made one after the other, each by the whole grid of a card: a block has too few
/// threads to keep its memory busy.
const FEW: u64 = 16;

/// What stays the same for all samples, on a device.
#[derive(Debug)]
pub(super) struct Rewirer {
    pub device: Device,
    pub classes: Buffer<'static, EdgeClass>,
    pub members: Buffer<'static, u32>,
    pub leaves: Buffer<'static, u32>,
    pub positions: Buffer<'static, u32>,
    pub limits: Buffer<'static, u64>,
    pub start: Buffer<'static, u64>,
    pub turns: bool,
    pub ordered: bool,
    pub tries: u64,
    pub joins: u64,
    pub seed: u64,
}

impl Rewirer {
    /// Copies what samples are made of to a device.
    ///
    /// # Errors
    /// When the device fails, or its memory is too small.
    pub fn new(
        device: &Device,
        classes: &RewiringClasses,
        distances: &Distances,
        connection: &Connection,
        seed: u64,
    ) -> Result<Rewirer, RuntimeError> {
        Ok(Rewirer {
            device: device.clone(),
            classes: device.copied(&classes.classes)?,
            members: device.copied(&classes.members)?,
            leaves: device.copied(&connection.leaves)?,
            positions: device.copied(&distances.positions)?,
            limits: device.copied(&distances.limits)?,
            start: device.copied(&classes.start)?,
            turns: classes.turns(),
            ordered: classes.ordered,
            tries: classes.tries,
            joins: connection.joins,
            seed,
        })
    }

    /// Slots of a sample.
    pub fn slots(&self) -> usize {
        self.start.len()
    }

    /// Whether so many samples are made sooner by the whole grid, one after the other, than by blocks.
    pub fn is_for_grid(&self, samples: u64) -> bool {
        let is_few = samples == 1 || (samples < FEW && !self.device.is_scalar());
        is_few && self.slots() >= GRID_SLOTS
    }

    /// Bytes that a sample takes, and those of the memory in which it is made.
    pub fn bytes(&self) -> (u64, u64) {
        let (slots, cells) = (self.slots() as u64, cells_for(self.slots() as u64));
        let owners = if self.turns { 4 * cells } else { 0 };
        (8 * slots, 8 * slots + 8 * cells + owners + 4 * self.leaves.len() as u64)
    }

    /// How many samples are made at the same time, if there are enough.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn rooms(&self) -> Result<u64, RuntimeError> {
        let resident = u64::from(self.device.resident_blocks::<RewireSamples>(WARPS, 0)?);
        let fit = self.device.budget().left() / 4 / self.bytes().1.max(1);
        Ok(resident.min(fit).max(1))
    }

    /// How many samples fit in so many bytes, and in the device's memory.
    pub fn most_samples(&self, bytes: u64) -> u64 {
        (bytes.min(self.device.budget().left() / 4) / self.bytes().0.max(1)).max(1)
    }
}
