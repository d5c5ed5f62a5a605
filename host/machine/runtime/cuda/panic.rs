//! What a kernel that panicked left behind.

use std::ptr::NonNull;

use cust::module::Module;
use motherlode_device::panic::{PANIC_RECORD_SYMBOL, PanicRecord};

use super::call::check;
use crate::runtime::RuntimeError;

const CALL: &str = "setting up the record of panics";

/// The record that a panicking kernel writes, in pinned host memory: it can be read after the context has failed.
#[derive(Debug)]
pub(super) struct PanicWatch {
    record: NonNull<PanicRecord>,
}

// SAFETY: the record is in pinned memory of the process, which any thread may free; it is read by volatile reads,
// whoever writes it meanwhile.
unsafe impl Send for PanicWatch {}
// SAFETY: as for `Send`: through a shared reference it is only read.
unsafe impl Sync for PanicWatch {}

impl PanicWatch {
    /// Allocates the record, in the current context.
    pub(super) fn new() -> Result<Self, RuntimeError> {
        let flags = cust_raw::CU_MEMHOSTALLOC_DEVICEMAP | cust_raw::CU_MEMHOSTALLOC_PORTABLE;
        let mut memory = std::ptr::null_mut();
        // SAFETY: `memory` is written by the call, which allocates in the current context.
        check(CALL, unsafe { cust_raw::cuMemHostAlloc(&mut memory, size_of::<PanicRecord>(), flags) })?;
        let record = NonNull::new(memory.cast::<PanicRecord>())
            .ok_or(RuntimeError::Driver { call: CALL, reason: "the driver gave no memory".into() })?;
        // SAFETY: just allocated, page-aligned and of that size.
        unsafe { record.write(PanicRecord::EMPTY) };
        Ok(PanicWatch { record })
    }

    /// Tells a module's panic handler where the record is.
    pub(super) fn watch(&self, module: &Module) -> Result<(), RuntimeError> {
        let mut address = 0;
        // SAFETY: the memory was allocated as mapped.
        let code =
            unsafe { cust_raw::cuMemHostGetDevicePointer_v2(&mut address, self.record.as_ptr().cast(), 0) };
        check(CALL, code)?;
        let name = std::ffi::CString::new(PANIC_RECORD_SYMBOL).expect("the symbol has no zero byte");
        let mut symbol = module.get_global::<u64>(&name).map_err(RuntimeError::driver(CALL))?;
        cust::memory::CopyDestination::copy_from(&mut symbol, &address).map_err(RuntimeError::driver(CALL))
    }

    /// The message of the first panic, if there was one.
    pub(super) fn message(&self) -> Option<String> {
        // SAFETY: the record was allocated by `new` and is freed on drop only.
        unsafe { PanicRecord::read(self.record.as_ptr()) }.map(|record| record.to_string())
    }
}

impl Drop for PanicWatch {
    fn drop(&mut self) {
        // SAFETY: allocated by `cuMemHostAlloc`, and nobody uses it after this. A failure, in a context that a panic
        // has ended, frees nothing and harms nothing.
        let _ = unsafe { cust_raw::cuMemFreeHost(self.record.as_ptr().cast()) };
    }
}
