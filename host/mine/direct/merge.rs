//! Adding up what several devices have counted.

use motherlode_device::kernels::edge_counts::merge::{AddCountsArgs, AddCycles, AddTriangles};
use motherlode_device::{DeviceCopy, Kernel};

use super::on_device::{OnDevice, WARPS};
use crate::MineError;
use crate::clock::Clock;
use crate::runtime::{Buffer, RuntimeError};

/// Numbers of which there is one for each edge.
pub(super) trait MergedNumber: DeviceCopy + Send + Sync + bytemuck::Zeroable {
    /// What adds them.
    type Add: for<'a> Kernel<Args<'a> = AddCountsArgs<'a, Self>>;
}
impl MergedNumber for u32 {
    type Add = AddTriangles;
}
impl MergedNumber for u64 {
    type Add = AddCycles;
}

/// The sums, on the device of `first`, of what has been counted on several, all of them done: copied there one after
/// the other.
///
/// # Errors
/// When two such arrays do not fit in the memory budget, or a device fails.
pub(super) fn add_up<T: MergedNumber>(
    counts: Vec<Buffer<'static, T>>,
    first: &OnDevice,
) -> Result<Buffer<'static, T>, RuntimeError> {
    add_up_or(counts, first, || first.counts(0))
}

/// The sums, on the device of `first`, of arrays of as many numbers on several, all of them done: copied there one
/// after the other. `none` makes zeros, if that device has no such array.
///
/// # Errors
/// When two such arrays do not fit in the memory budget, a device fails, or `none` does.
pub(super) fn add_up_or<T: MergedNumber>(
    counts: Vec<Buffer<'static, T>>,
    first: &OnDevice,
    none: impl FnOnce() -> Result<Buffer<'static, T>, RuntimeError>,
) -> Result<Buffer<'static, T>, RuntimeError> {
    let device = first.device();
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        counts.into_iter().partition(|counts| counts.device().is(device));
    // The first device may have had none of the tasks.
    let mut sums = here.into_iter().next().map_or_else(none, Ok)?;
    for counts in elsewhere {
        let more = device.copy_from(&counts)?;
        drop(counts);
        // SAFETY: both have as many numbers, and only this kernel has them.
        let lend = unsafe { device.lend() };
        let args = AddCountsArgs { more: lend.slice(&more), counts: lend.scratch(&mut sums) };
        lend.launch_up_to::<T::Add>(u64::MAX, WARPS, 0, &args)?;
        device.synchronize()?;
    }
    Ok(sums)
}

/// What workers have found of as many sums, each on its device.
pub(super) struct SumsOfWorkers {
    pub workers: Vec<Buffer<'static, u64>>,
    /// How many sums there are.
    pub length: usize,
}

impl SumsOfWorkers {
    /// The sums, modulo 2^64, on the host.
    pub fn download(&self, clock: &Clock) -> Result<Vec<u64>, MineError> {
        clock.mine(|| downloaded(self.workers.iter(), self.length))
    }

    /// The sums, modulo 2^64, on the device of `first`.
    ///
    /// # Errors
    /// When two such arrays do not fit in the memory budget, or a device fails.
    pub fn on_first(self, first: &OnDevice, clock: &Clock) -> Result<Buffer<'static, u64>, RuntimeError> {
        let none = || first.device().zeroed(self.length);
        clock.mine(|| add_up_or(self.workers, first, none))
    }
}

/// What workers have found of so many sums, added up modulo 2^64: a worker may have taken from a sum what another added
/// to it. The workers keep their arrays: to free these would wait for the driver, in the time that is measured.
pub(super) fn downloaded<'b>(
    workers: impl Iterator<Item = &'b Buffer<'static, u64>>,
    count: usize,
) -> Result<Vec<u64>, MineError> {
    added_up(workers.map(Buffer::download), count)
}

/// As [`downloaded`], of workers that are done with: on the CPU, the sums of the first are those that it has.
pub(super) fn taken(
    workers: impl Iterator<Item = Buffer<'static, u64>>,
    count: usize,
) -> Result<Vec<u64>, MineError> {
    added_up(workers.map(Buffer::into_vec), count)
}

fn added_up(
    mut sums: impl Iterator<Item = Result<Vec<u64>, RuntimeError>>,
    count: usize,
) -> Result<Vec<u64>, MineError> {
    let mut all = sums.next().unwrap_or_else(|| Ok(vec![0; count]))?;
    for more in sums {
        all.iter_mut().zip(more?).for_each(|(sum, more)| *sum = sum.wrapping_add(more));
    }
    Ok(all)
}
