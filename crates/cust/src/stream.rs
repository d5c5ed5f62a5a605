//! Queues of work on a card.

use std::borrow::Borrow;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use cust_raw::CUstream;

use crate::context::{self, Primary};
use crate::error::{CudaError, CudaResult, check};
use crate::event::{Event, EventStatus};
use crate::function::{BlockSize, Function, GridSize};

bitflags::bitflags! {
    /// How a stream is made.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct StreamFlags: u32 {
        /// It and the default stream wait for each other.
        const DEFAULT = 0;
        /// It and the default stream do not wait for each other.
        const NON_BLOCKING = 1;
    }
}

bitflags::bitflags! {
    /// How a stream waits for an event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct StreamWaitEventFlags: u32 {
        /// The only way so far.
        const DEFAULT = 0;
    }
}

/// A queue of launches and copies, which are done one after the other.
#[derive(Debug)]
pub struct Stream {
    raw: CUstream,
    context: Arc<Primary>,
}

// SAFETY: a handle of the driver's, whose functions any thread may call at any time; it keeps its context alive.
unsafe impl Send for Stream {}
// SAFETY: as above; nothing here changes after it was made.
unsafe impl Sync for Stream {}

impl Stream {
    /// A stream of the current context. Lower numbers are the higher priorities; without one it is 0.
    ///
    /// # Errors
    /// When no context is current, or the driver fails.
    pub fn new(flags: StreamFlags, priority: Option<i32>) -> CudaResult<Stream> {
        let context = context::current()?;
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is written by the call, which brings the priority into its range; a context is current.
        check(unsafe {
            cust_raw::cuStreamCreateWithPriority(&mut raw, flags.bits(), priority.unwrap_or(0))
        })?;
        Ok(Stream { raw, context })
    }

    /// Waits for everything on it.
    ///
    /// # Errors
    /// When some of that failed, or the driver fails.
    pub fn synchronize(&self) -> CudaResult<()> {
        // SAFETY: the handle is alive.
        check(unsafe { cust_raw::cuStreamSynchronize(self.raw) })
    }

    /// Whether everything on it is done.
    ///
    /// # Errors
    /// When some of that failed, or the driver fails.
    pub fn query(&self) -> CudaResult<EventStatus> {
        // SAFETY: the handle is alive.
        match check(unsafe { cust_raw::cuStreamQuery(self.raw) }) {
            Ok(()) => Ok(EventStatus::Ready),
            Err(CudaError::NotReady) => Ok(EventStatus::NotReady),
            Err(error) => Err(error),
        }
    }

    /// Has what is queued here from now on wait for `event`, where it was last recorded.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn wait_event(&self, event: impl Borrow<Event>, flags: StreamWaitEventFlags) -> CudaResult<()> {
        // SAFETY: both handles are alive; the driver keeps what it needs of the event when that is dropped.
        check(unsafe { cust_raw::cuStreamWaitEvent(self.raw, event.borrow().as_raw(), flags.bits()) })
    }

    /// Queues a kernel: [`launch!`](crate::launch!) is more convenient.
    ///
    /// # Errors
    /// When the driver refuses the shape of the launch, or fails.
    ///
    /// # Safety
    /// 1. `arguments` has a pointer for each parameter of the kernel, to a value of that parameter's type.
    /// 2. What the values point to is alive until the kernel is done, and nothing else uses it in a way that the kernel's
    ///    use excludes.
    /// 3. Blocks of that shape and with so much shared memory do not make the kernel reach beyond its memory.
    pub unsafe fn launch(
        &self,
        function: &Function<'_>,
        grid: impl Into<GridSize>,
        block: impl Into<BlockSize>,
        shared_bytes: u32,
        arguments: &[*mut c_void],
    ) -> CudaResult<()> {
        let (grid, block) = (grid.into(), block.into());
        // SAFETY: both handles are alive. The driver copies the arguments before it returns, and does not write through
        // their addresses; that they fit the kernel is the caller's promise.
        check(unsafe {
            cust_raw::cuLaunchKernel(
                function.to_raw(),
                grid.x,
                grid.y,
                grid.z,
                block.x,
                block.y,
                block.z,
                shared_bytes,
                self.raw,
                arguments.as_ptr().cast_mut(),
                ptr::null_mut(),
            )
        })
    }

    /// The driver's handle, for as long as the stream lives.
    pub fn as_inner(&self) -> CUstream {
        self.raw
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.context.within(|| {
            // SAFETY: made by `new`, and destroyed only here. The driver does what is on it before it goes. A failure, in
            // a context that a kernel has ended, frees nothing and harms nothing.
            let _ = unsafe { cust_raw::cuStreamDestroy_v2(self.raw) };
        });
    }
}
