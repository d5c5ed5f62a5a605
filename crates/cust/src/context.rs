//! Contexts: a card made ready for this process, and the one that each thread uses.
//!
//! Every card has one primary context for a process, and these are it: two [`Context`]s of one card are the same. It is
//! released when the last `Context`, and the last thing that was made in it, is dropped.

use std::cell::RefCell;
use std::ptr;
use std::sync::{Arc, Weak};

use cust_raw::{CUcontext, CUdevice};

use crate::device::Device;
use crate::error::{CudaError, CudaResult, check};

/// A card that is ready to be used.
#[derive(Clone, Debug)]
pub struct Context(Arc<Primary>);

impl Context {
    /// Makes `device` ready, and the context current on this thread.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn new(device: Device) -> CudaResult<Context> {
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is written by the call; the device is one that the driver gave.
        check(unsafe { cust_raw::cuDevicePrimaryCtxRetain(&mut raw, device.as_raw()) })?;
        let context = Context(Arc::new(Primary { raw, device: device.as_raw() }));
        CurrentContext::set_current(&context)?;
        Ok(context)
    }

    /// The driver's handle, for as long as the context lives.
    pub fn as_raw(&self) -> CUcontext {
        self.0.raw
    }
}

/// The context of the calling thread.
#[derive(Clone, Copy, Debug)]
pub struct CurrentContext;

thread_local! {
    /// What [`CurrentContext::set_current`] set last. It is not kept alive: a thread that has once used a card, such as
    /// one of a pool, must not hold it for ever.
    static CURRENT: RefCell<Weak<Primary>> = const { RefCell::new(Weak::new()) };
}

impl CurrentContext {
    /// Makes `context` that of the calling thread.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn set_current(context: &Context) -> CudaResult<()> {
        set_raw(context.0.raw)?;
        CURRENT.with_borrow_mut(|current| {
            if !ptr::eq(current.as_ptr(), Arc::as_ptr(&context.0)) {
                *current = Arc::downgrade(&context.0);
            }
        });
        Ok(())
    }

    /// Waits for everything that was queued in the current context.
    ///
    /// # Errors
    /// [`CudaError::InvalidContext`] if there is none, or what a kernel or copy failed with.
    pub fn synchronize() -> CudaResult<()> {
        let _context = current()?;
        // SAFETY: a context is current.
        check(unsafe { cust_raw::cuCtxSynchronize() })
    }
}

/// The current context, for something that is made in it to keep alive.
///
/// That it was set through this crate shows that the driver is loaded.
///
/// # Errors
/// [`CudaError::InvalidContext`] when none was set on this thread, or it is gone.
pub(crate) fn current() -> CudaResult<Arc<Primary>> {
    CURRENT.with_borrow(Weak::upgrade).ok_or(CudaError::InvalidContext)
}

fn set_raw(context: CUcontext) -> CudaResult<()> {
    // SAFETY: a context that is alive, or null for none. The driver is loaded, as it made a context.
    check(unsafe { cust_raw::cuCtxSetCurrent(context) })
}

/// One use of a card's primary context.
#[derive(Debug)]
pub(crate) struct Primary {
    raw: CUcontext,
    device: CUdevice,
}

// SAFETY: a handle of the driver's, whose functions any thread may call at any time.
unsafe impl Send for Primary {}
// SAFETY: as above; nothing here changes after it was made.
unsafe impl Sync for Primary {}

impl Primary {
    /// Runs `free` with this context current, and then makes current what was before: for what is dropped on a thread
    /// that uses another context, or none. Nothing if the context could not be entered, and `free` did not run.
    pub(crate) fn within<R>(&self, free: impl FnOnce() -> R) -> Option<R> {
        let mut before = ptr::null_mut();
        // SAFETY: `before` is written by the call; the driver is loaded, as it made this context.
        let known = check(unsafe { cust_raw::cuCtxGetCurrent(&mut before) });
        let other = known.is_err() || before != self.raw;
        // A context that cannot be entered has lost what was in it; `free` then fails too, and harms nothing. The first failure
        // may tell of something else.
        if other && set_raw(self.raw).or_else(|_| set_raw(self.raw)).is_err() {
            return None;
        }
        let done = free();
        if other {
            // It was current before, so it can be again; if it is gone by now, no context is current, as before.
            let _ = set_raw(before);
        }
        Some(done)
    }
}

impl Drop for Primary {
    fn drop(&mut self) {
        // SAFETY: retained once, in `Context::new`, and whatever was made in the context held it alive, so nothing
        // refers to it any more. A failure means that the driver is shutting down, which releases it.
        let _ = unsafe { cust_raw::cuDevicePrimaryCtxRelease_v2(self.device) };
    }
}
