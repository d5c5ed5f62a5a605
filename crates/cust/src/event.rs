//! Marks in the queues of a card: whether, and when, the work before them is done.

use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use cust_raw::CUevent;

use crate::context::{self, Primary};
use crate::error::{CudaError, CudaResult, check};
use crate::stream::Stream;

bitflags::bitflags! {
    /// How an event is made.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct EventFlags: u32 {
        /// With the time, and waits that spin.
        const DEFAULT = 0;
        /// Waits sleep.
        const BLOCKING_SYNC = 1;
        /// No time is kept, which makes it cheaper.
        const DISABLE_TIMING = 2;
    }
}

/// Whether the work before an event is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventStatus {
    /// It is, or the event was never recorded.
    Ready,
    /// It is not.
    NotReady,
}

/// A mark in a stream.
#[derive(Debug)]
pub struct Event {
    raw: CUevent,
    context: Arc<Primary>,
}

// SAFETY: a handle of the driver's, whose functions any thread may call at any time; it keeps its context alive.
unsafe impl Send for Event {}
// SAFETY: as above; nothing here changes after it was made.
unsafe impl Sync for Event {}

impl Event {
    /// An event of the current context.
    ///
    /// # Errors
    /// When no context is current, or the driver fails.
    pub fn new(flags: EventFlags) -> CudaResult<Event> {
        let context = context::current()?;
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is written by the call; a context is current.
        check(unsafe { cust_raw::cuEventCreate(&mut raw, flags.bits()) })?;
        Ok(Event { raw, context })
    }

    /// Puts it behind what is on `stream` now. Where it was before does not matter any more.
    ///
    /// # Errors
    /// When the stream is of another context, or the driver fails.
    pub fn record(&self, stream: &Stream) -> CudaResult<()> {
        // SAFETY: both handles are alive. The driver refuses those of different contexts.
        check(unsafe { cust_raw::cuEventRecord(self.raw, stream.as_inner()) })
    }

    /// Whether the work before it is done.
    ///
    /// # Errors
    /// When that work failed, or the driver fails.
    pub fn query(&self) -> CudaResult<EventStatus> {
        // SAFETY: the handle is alive.
        match check(unsafe { cust_raw::cuEventQuery(self.raw) }) {
            Ok(()) => Ok(EventStatus::Ready),
            Err(CudaError::NotReady) => Ok(EventStatus::NotReady),
            Err(error) => Err(error),
        }
    }

    /// Waits for the work before it.
    ///
    /// # Errors
    /// When that work failed, or the driver fails.
    pub fn synchronize(&self) -> CudaResult<()> {
        // SAFETY: the handle is alive.
        check(unsafe { cust_raw::cuEventSynchronize(self.raw) })
    }

    /// The time from `start` to this event, both done, to about half a microsecond.
    ///
    /// # Errors
    /// When one was not recorded, is not done or keeps no time, or the driver fails.
    pub fn elapsed(&self, start: &Event) -> CudaResult<Duration> {
        let mut milliseconds = 0.0;
        // SAFETY: both handles are alive, and `milliseconds` is written by the call.
        check(unsafe { cust_raw::cuEventElapsedTime(&mut milliseconds, start.raw, self.raw) })?;
        Ok(Duration::try_from_secs_f32(milliseconds / 1e3).unwrap_or_default())
    }

    /// The driver's handle, for as long as the event lives.
    pub fn as_raw(&self) -> CUevent {
        self.raw
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        self.context.within(|| {
            // SAFETY: made by `new`, and destroyed only here. The driver keeps what pending work needs of it. A failure,
            // in a context that a kernel has ended, frees nothing and harms nothing.
            let _ = unsafe { cust_raw::cuEventDestroy_v2(self.raw) };
        });
    }
}
