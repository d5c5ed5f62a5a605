//! What raw calls of the driver come to.

use std::ffi::{CStr, c_char};

use cust_raw::CUresult;

use crate::runtime::RuntimeError;

/// Turns the result of a raw driver call into ours.
pub(super) fn check(call: &'static str, code: CUresult) -> Result<(), RuntimeError> {
    match code {
        CUresult::CUDA_SUCCESS => Ok(()),
        _ => Err(RuntimeError::Driver { call, reason: name_of(code) }),
    }
}

/// The driver's name for an error.
pub(super) fn name_of(code: CUresult) -> String {
    let mut text: *const c_char = std::ptr::null();
    // SAFETY: the call stores a pointer to a static string, or null.
    let found = unsafe { cust_raw::cuGetErrorString(code, &mut text) };
    if found != CUresult::CUDA_SUCCESS || text.is_null() {
        return format!("{code:?}");
    }
    // SAFETY: just checked; the driver's strings end in a zero byte and live as long as the process.
    let text = unsafe { CStr::from_ptr(text) };
    format!("{code:?}: {}", text.to_string_lossy())
}
