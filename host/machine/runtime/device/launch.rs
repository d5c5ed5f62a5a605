//! Launches on a device, and waiting for them.

use motherlode_device::Kernel;

use super::{Device, Grid, Machine};
use crate::runtime::{RuntimeError, Watch, cpu};

impl Device {
    /// Runs kernel `K` on the device. On a card it is queued behind what was launched before; elsewhere it is done
    /// on return.
    ///
    /// # Safety
    /// All arrays in `args` are in the memory of this device; the rest is as for [`lend`](Self::lend).
    ///
    /// # Errors
    /// A shape that the device cannot run, a driver failure, or a panic in a kernel that runs on the host.
    pub(in crate::runtime) unsafe fn launch<K: Kernel>(
        &self,
        grid: Grid,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        // SAFETY: the caller's promise.
        unsafe {
            match &self.0.machine {
                Machine::Cpu => cpu::launch::<K>(grid, args),
                #[cfg(feature = "emulated")]
                Machine::Emulated(seed) => cpu::emulate::<K>(grid, *seed, args),
                Machine::Cuda(card) => card.launch::<K>(grid, args),
            }
        }
    }

    /// Runs kernel `K` on the device, on one of the tracks of [`overlapped`](Self::overlapped).
    ///
    /// # Safety
    /// As for [`launch`](Self::launch).
    ///
    /// # Errors
    /// A shape that the device cannot run, a driver failure, or a panic in a kernel that runs on the host.
    pub(in crate::runtime) unsafe fn launch_beside<K: Kernel>(
        &self,
        track: usize,
        grid: Grid,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        // SAFETY: the caller's promise.
        unsafe {
            match &self.0.machine {
                Machine::Cuda(card) => card.launch_beside::<K>(track, grid, args),
                _ => self.launch::<K>(grid, args),
            }
        }
    }

    /// Runs `launches`, whose kernels may overlap if they are launched [beside](crate::runtime::Lend::launch_beside)
    /// each other on different tracks; those of one track run one after the other. All come after what was launched
    /// before, and before what is launched next.
    ///
    /// # Errors
    /// When a launch or the driver fails.
    pub fn overlapped(
        &self,
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        match &self.0.machine {
            Machine::Cuda(card) => card.overlapped(launches),
            _ => launches(),
        }
    }

    /// Waits for everything that was launched.
    ///
    /// # Errors
    /// When a kernel failed or panicked; which one was last launched is named.
    pub fn synchronize(&self) -> Result<(), RuntimeError> {
        match &self.0.machine {
            Machine::Cuda(card) => card.synchronize(),
            _ => Ok(()),
        }
    }

    /// Runs what `launches` launches to its end, while the queues are watched for progress and for a request to stop.
    ///
    /// # Errors
    /// When a launch fails, or a kernel failed or panicked; [`RuntimeError::Interrupted`] after a request to stop, and
    /// [`RuntimeError::Deadline`] when the time is over.
    pub fn watched(
        &self,
        watch: Watch<'_>,
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        match &self.0.machine {
            Machine::Cuda(card) => {
                launches()?;
                card.watch(watch)?;
            }
            _ => match cpu::watched(watch, launches) {
                // Which of the two it was is said below.
                Err(RuntimeError::Interrupted) => {}
                done => done?,
            },
        }
        watch.interrupt.check()
    }
}
