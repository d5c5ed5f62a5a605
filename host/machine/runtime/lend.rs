//! Launching kernels on arrays of a device.

use std::cell::Cell;

use motherlode_device::Kernel;
use motherlode_device::memory::{Scratch, Slice};

use super::device::DeviceId;
use super::{Atomic, Buffer, Device, Grid, RuntimeError, View, ViewMut};

/// Lends the arrays of a device to the kernels that are launched through it.
///
/// ```
/// # use motherlode_machine as motherlode;
/// use motherlode::runtime::{Device, Grid};
/// use motherlode_device::kernels::fill::{Fill, FillArgs};
///
/// let device = Device::cpu(None);
/// let mut values = device.zeroed::<u32>(1000)?;
/// // SAFETY: the array goes to the kernel alone, which requires nothing of it, and nobody else has it.
/// let lend = unsafe { device.lend() };
/// let args = FillArgs { values: lend.scratch(&mut values), seed: 7 };
/// lend.launch::<Fill>(Grid { blocks: 4, warps: 8, shared_bytes: 0 }, &args)?;
/// device.synchronize()?;
/// assert_ne!(values.download()?[999], 0);
/// # Ok::<(), motherlode::runtime::RuntimeError>(())
/// ```
#[derive(Debug)]
pub struct Lend<'d> {
    device: &'d Device,
    /// Whether all arrays so far were this device's.
    all_own: Cell<bool>,
}

impl Device {
    /// What launches kernels on the device's arrays.
    ///
    /// # Safety
    /// 1. What it lends goes into the arguments of kernels that are launched through it, and nowhere else: the host
    ///    does not look through it.
    /// 2. The arguments have no arrays but those that it lends, and empty ones.
    /// 3. The arguments are what the kernels require, as their documentation says: lengths, orders, values in range.
    /// 4. The grid has the shared memory that the kernels ask for.
    /// 5. While a kernel runs, nobody else writes what it reads, or reads or writes what it writes, but through atomics
    ///    or in the order of the launches: no two launches on the host at a time from different threads, unless they
    ///    write to different arrays. Who has a slice of an array in host memory reads it for as long.
    pub unsafe fn lend(&self) -> Lend<'_> {
        Lend { device: self, all_own: Cell::new(true) }
    }
}

impl<'d> Lend<'d> {
    /// The device.
    pub fn device(&self) -> &'d Device {
        self.device
    }

    /// An array for a kernel to read; or, of atomics, to change together: a [`Buffer`] or a part of one. One of another
    /// device is told by [`launch`](Self::launch).
    pub fn slice<'a, T: 'a>(&self, array: impl Into<View<'a, T>>) -> Slice<'a, T> {
        let View { array, device } = array.into();
        self.note(device);
        array
    }

    /// An array for a kernel to write. One of another device is told by [`launch`](Self::launch).
    pub fn scratch<'a, T: Copy + 'a>(&self, array: impl Into<ViewMut<'a, T>>) -> Scratch<'a, T> {
        let ViewMut { array, device } = array.into();
        self.note(device);
        array
    }

    /// An array for all threads of a kernel to change, atomically. One of another device is told by
    /// [`launch`](Self::launch).
    ///
    /// # Panics
    /// If the array was borrowed from the caller: it cannot be written.
    pub fn atomics<'a, T: Atomic>(&self, array: &'a Buffer<'_, T>) -> Slice<'a, T::Cell> {
        self.slice(array.atomics())
    }

    /// Takes notice of where an array is.
    fn note(&self, device: Option<DeviceId>) {
        let own = device.is_none_or(|device| device == self.device.id());
        self.all_own.set(self.all_own.get() && own);
    }

    /// Runs kernel `K`. On a card it is queued behind what was launched before; elsewhere it is done on return.
    ///
    /// # Errors
    /// [`RuntimeError::OtherDevice`] if an array was lent that is not this device's; a shape that the device cannot
    /// run, a driver failure, or a panic in a kernel that runs on the host.
    pub fn launch<K: Kernel>(&self, grid: Grid, args: &K::Args<'_>) -> Result<(), RuntimeError> {
        self.check(K::NAME)?;
        // SAFETY: the promise that was made to have this: see `Device::lend`. All arrays that were lent are the
        // device's.
        unsafe { self.device.launch::<K>(grid, args) }
    }

    /// Runs kernel `K` as [`launch`](Self::launch) does, with as many blocks as run at once, or `blocks` if those are
    /// fewer.
    ///
    /// # Errors
    /// [`RuntimeError::OtherDevice`] if an array was lent that is not this device's; a shape that the device cannot
    /// run, a driver failure, or a panic in a kernel that runs on the host.
    pub fn launch_up_to<K: Kernel>(
        &self,
        blocks: u64,
        warps: u32,
        shared_bytes: usize,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        self.launch::<K>(self.device.grid::<K>(warps, shared_bytes, blocks)?, args)
    }

    /// Runs kernel `K` on track number `track` of [`Device::overlapped`], within that: any number will do, but kernels
    /// of equal ones never overlap.
    ///
    /// # Errors
    /// [`RuntimeError::OtherDevice`] if an array was lent that is not this device's; a shape that the device cannot
    /// run, a driver failure, or a panic in a kernel that runs on the host.
    pub fn launch_beside<K: Kernel>(
        &self,
        track: usize,
        grid: Grid,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        self.check(K::NAME)?;
        // SAFETY: as for `launch`.
        unsafe { self.device.launch_beside::<K>(track, grid, args) }
    }

    fn check(&self, kernel: &'static str) -> Result<(), RuntimeError> {
        match self.all_own.get() {
            true => Ok(()),
            false => Err(RuntimeError::OtherDevice { kernel, device: self.device.to_string() }),
        }
    }
}
