//! The card's context, and which one a thread uses.
#![allow(non_snake_case, reason = "the driver's names")]

use cust_raw::{CUcontext, CUdevice, CUresult};

use super::{answer, answer_giving_back, answer_in_context};
use crate::driver::CURRENT;

/// Uses the card's context, which is made for the first use.
///
/// # Safety
/// `context` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRetain(context: *mut CUcontext, _card: CUdevice) -> CUresult {
    answer("cuDevicePrimaryCtxRetain", |driver| {
        if driver.retained == 0 {
            driver.context = driver.handle();
        }
        driver.retained += 1;
        // SAFETY: the caller's promise.
        unsafe { context.write(driver.context as CUcontext) };
        Ok(())
    })
}

/// Ends one use of it.
#[unsafe(no_mangle)]
pub extern "C" fn cuDevicePrimaryCtxRelease_v2(_card: CUdevice) -> CUresult {
    answer_giving_back("cuDevicePrimaryCtxRelease", |driver| {
        if driver.retained == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        }
        driver.release();
        Ok(())
    })
}

/// Makes a context the calling thread's.
#[unsafe(no_mangle)]
pub extern "C" fn cuCtxSetCurrent(context: CUcontext) -> CUresult {
    answer("cuCtxSetCurrent", |driver| {
        let context = context as usize;
        if context != 0 && (driver.retained == 0 || context != driver.context) {
            return Err(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        }
        CURRENT.set(context);
        Ok(())
    })
}

/// The calling thread's context.
///
/// # Safety
/// `context` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetCurrent(context: *mut CUcontext) -> CUresult {
    answer("cuCtxGetCurrent", |_| {
        // SAFETY: the caller's promise.
        unsafe { context.write(CURRENT.get() as CUcontext) };
        Ok(())
    })
}

/// Waits for everything.
#[unsafe(no_mangle)]
pub extern "C" fn cuCtxSynchronize() -> CUresult {
    answer_in_context("cuCtxSynchronize", |driver| driver.finish())
}
