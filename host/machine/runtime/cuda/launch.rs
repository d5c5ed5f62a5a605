//! Launching kernels, waiting for them, and watching them run.

use std::ffi::c_void;
use std::thread;
use std::time::{Duration, Instant};

use cust::event::Event;
use cust::function::Function;
use cust::memory::DeviceBuffer;
use cust::stream::Stream;
use motherlode_device::simt::WIDE_LANES;
use motherlode_device::{DeviceCopy, Kernel};

use super::call::check;
use super::card_streams::{CopyNumber, record, wait};
use super::{CardArray, CudaDevice};
use crate::runtime::watch::{PERIOD, tasks_drawn};
use crate::runtime::{EntryPoint, Grid, RuntimeError, Watch};

/// How long a wait spins before it sleeps between looks: most jobs are over by then, and are not delayed.
const SPIN: Duration = Duration::from_millis(20);

impl CudaDevice {
    /// Queues kernel `K`.
    ///
    /// # Safety
    /// As for [`Device::lend`](crate::runtime::Device::lend), of this card.
    pub(in crate::runtime) unsafe fn launch<K: Kernel>(
        &self,
        grid: Grid,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        // SAFETY: the caller's promise.
        unsafe { self.launch_on::<K>(&self.lane.stream, grid, args) }
    }

    /// Queues kernel `K` on one of the tracks: see [`overlapped`](Self::overlapped).
    ///
    /// # Safety
    /// As for [`launch`](Self::launch).
    pub(in crate::runtime) unsafe fn launch_beside<K: Kernel>(
        &self,
        track: usize,
        grid: Grid,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        // SAFETY: the caller's promise.
        self.lane.on_track(track, |stream| unsafe { self.launch_on::<K>(stream, grid, args) })
    }

    /// Runs `launches` with tracks that start after what was launched before, and end before what is launched next.
    pub(in crate::runtime) fn overlapped(
        &self,
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        self.enter()?;
        self.lane.fork()?;
        let result = launches();
        self.lane.join()?;
        result
    }

    /// # Safety
    /// As for [`launch`](Self::launch).
    unsafe fn launch_on<K: Kernel>(
        &self,
        stream: &Stream,
        grid: Grid,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        // SAFETY: `K` ties the entry point to the type of its one argument, and the rest is the caller's promise.
        unsafe { self.launch_entry(EntryPoint::of::<K>(), stream, grid, cust::argument(args)) }
    }

    /// # Safety
    /// As for [`launch`](Self::launch); `args` points to what the kernel takes.
    unsafe fn launch_entry(
        &self,
        entry: EntryPoint,
        stream: &Stream,
        grid: Grid,
        args: *mut c_void,
    ) -> Result<(), RuntimeError> {
        self.enter()?;
        let function = self.prepared(entry, grid.warps, grid.shared_bytes)?;
        if grid.blocks == 0 {
            return Ok(());
        }
        let shared = grid.shared_bytes as u32;
        self.set_last_kernel(entry.kernel);
        // SAFETY: the kernel's one argument is passed by value, by the caller's promise of its type. The buffers
        // that it points to are this card's, by the caller's promise; they are freed by calls that wait for the
        // kernels before them, on all streams.
        unsafe { stream.launch(&function, grid.blocks, grid.warps * WIDE_LANES, shared, &[args]) }
            .map_err(RuntimeError::driver("launching a kernel"))
    }

    /// The entry point of a kernel, allowed that much shared memory.
    fn prepared(
        &self,
        entry: EntryPoint,
        warps: u32,
        shared_bytes: usize,
    ) -> Result<Function<'_>, RuntimeError> {
        let refuse = |reason| Err(RuntimeError::Launch { kernel: entry.kernel, reason });
        let function = self
            .core
            .modules
            .get(entry.family)?
            .get_function(entry.kernel)
            .map_err(RuntimeError::driver("finding a kernel in the module"))?;
        if shared_bytes > self.core.shared_limit {
            return refuse(format!(
                "{shared_bytes} bytes of shared memory, and {} has {}",
                self.core.name, self.core.shared_limit
            ));
        }
        let most = self.core.limits.allow(entry.kernel, &function, shared_bytes)?;
        if warps == 0 || warps.saturating_mul(WIDE_LANES) > most {
            return refuse(format!("{warps} warps a block, and it can have 1 to {}", most / WIDE_LANES));
        }
        Ok(function)
    }

    pub(in crate::runtime) fn resident_blocks(
        &self,
        entry: EntryPoint,
        warps: u32,
        shared_bytes: usize,
    ) -> Result<u32, RuntimeError> {
        self.enter()?;
        let function = self.prepared(entry, warps, shared_bytes)?;
        match self.core.limits.resident_blocks(entry.kernel, &function, warps * WIDE_LANES, shared_bytes)? {
            0 => Err(RuntimeError::Launch {
                kernel: entry.kernel,
                reason: format!("no block of {warps} warps with {shared_bytes} bytes of shared memory fits"),
            }),
            blocks => Ok(blocks * self.core.multiprocessors),
        }
    }

    pub(in crate::runtime) fn synchronize(&self) -> Result<(), RuntimeError> {
        self.enter()?;
        self.lane.synchronize().map_err(|error| self.failed(error))
    }

    /// What a failure of a stream means: a kernel's panic, if one left a message.
    pub(super) fn failed(&self, error: cust::error::CudaError) -> RuntimeError {
        let kernel = self.last_kernel();
        match self.core.modules.panic_message() {
            Some(message) => RuntimeError::KernelPanic { kernel, message },
            None => RuntimeError::Driver { call: kernel, reason: error.to_string() },
        }
    }

    /// Waits for what was launched, looking at its queues from time to time.
    pub(in crate::runtime) fn watch(&self, watch: Watch<'_>) -> Result<(), RuntimeError> {
        self.enter()?;
        let start = Instant::now();
        let mut next_look = start + PERIOD;
        while !self.lane.is_done().map_err(|error| self.failed(error))? {
            if start.elapsed() < SPIN {
                std::hint::spin_loop();
                continue;
            }
            thread::sleep(Duration::from_micros(200));
            if Instant::now() >= next_look {
                self.look(watch)?;
                next_look += PERIOD;
            }
        }
        Ok(())
    }

    /// Copies the first `length` elements of `from` to pinned memory on the stream of copies, when what was launched is
    /// done.
    ///
    /// The caller keeps `to` alive and unread until `copied` has happened, and `launched` for nothing else meanwhile.
    pub(in crate::runtime) fn queue_copy<T: DeviceCopy>(
        &self,
        from: &DeviceBuffer<T>,
        to: &mut [T],
        length: usize,
        launched: &Event,
        copied: &Event,
    ) -> Result<(), RuntimeError> {
        self.enter()?;
        record(launched, &self.lane.stream)?;
        wait(&self.lane.copies, launched)?;
        self.copy_on(&self.lane.copies, from, to, length)?;
        record(copied, &self.lane.copies)
    }

    /// Copies the first `length` elements of `from` to pinned memory, between what was launched and what is launched
    /// next.
    ///
    /// The caller keeps `to` alive and unread until the copy [has arrived](Self::has_arrived).
    pub(in crate::runtime) fn queue_copy_in_order<T: DeviceCopy>(
        &self,
        from: &DeviceBuffer<T>,
        to: &mut [T],
        length: usize,
    ) -> Result<CopyNumber, RuntimeError> {
        self.enter()?;
        self.copy_on(&self.lane.stream, from, to, length)?;
        Ok(self.lane.count_copy())
    }

    /// Whether a copy in the order of the launches is known to have come: it is, once what was launched has been waited
    /// for.
    pub(in crate::runtime) fn has_arrived(&self, copy: CopyNumber) -> bool {
        self.lane.has_arrived(copy)
    }

    /// Queues a copy on a stream of this lane, whose context is current. Who asks sees to it that `to` stays.
    fn copy_on<T: DeviceCopy>(
        &self,
        stream: &Stream,
        from: &DeviceBuffer<T>,
        to: &mut [T],
        length: usize,
    ) -> Result<(), RuntimeError> {
        assert!(length <= from.len() && length <= to.len(), "a copy beyond its ends");
        let (target, source) = (to.as_mut_ptr().cast(), from.as_device_ptr().as_raw());
        let (bytes, stream) = (length * size_of::<T>(), stream.as_inner().cast());
        // SAFETY: both ends have that many bytes, checked above. `to` stays alive and is not looked at until the copy is
        // done, as who asks promises; `from` is freed by a call that waits for the card.
        let code = unsafe { cust_raw::cuMemcpyDtoHAsync_v2(target, source, bytes, stream) };
        check("copying results to the host", code)
    }

    /// Reads how far the queues have come, beside the running kernels, and ends them if that was asked for.
    fn look(&self, watch: Watch<'_>) -> Result<(), RuntimeError> {
        let Some(queues) = watch.queues.on_card().map(CardArray::get) else { return Ok(()) };
        assert_eq!(queues.len(), watch.ends.len(), "a queue for each end");
        let (place, bytes) = (queues.as_device_ptr().as_raw(), size_of_val(watch.ends));
        let stream = self.lane.looks.as_inner();
        // Not pinned: to free pinned memory, the driver waits for all kernels, those that are to be ended included.
        let mut drawn = vec![0_u64; queues.len()];
        // SAFETY: both have as many u64, as just checked; the stream is synchronised before they are read or dropped.
        let code =
            unsafe { cust_raw::cuMemcpyDtoHAsync_v2(drawn.as_mut_ptr().cast(), place, bytes, stream.cast()) };
        check("reading the queues", code)?;
        self.lane.looks.synchronize().map_err(|error| self.failed(error))?;
        (watch.progress)(tasks_drawn(drawn.iter().copied(), watch.ends));
        if watch.interrupt.requested() {
            // SAFETY: both have as many u64, as checked above; the stream is synchronised before the caller's can end.
            // A kernel sees the new value at its next draw, which is atomic.
            let code = unsafe {
                cust_raw::cuMemcpyHtoDAsync_v2(place, watch.ends.as_ptr().cast(), bytes, stream.cast())
            };
            check("ending the queues", code)?;
            self.lane.looks.synchronize().map_err(|error| self.failed(error))?;
        }
        Ok(())
    }
}
