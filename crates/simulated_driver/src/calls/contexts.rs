//! The cards' contexts, and which one a thread uses.
#![allow(non_snake_case, reason = "the driver's names")]

use cust_raw::{CUcontext, CUdevice, CUresult};

use super::{answer, answer_giving_back_anywhere, answer_in_context};
use crate::driver::CURRENT;

/// Uses a card's context, which is made for the first use.
///
/// # Safety
/// `context` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRetain(context: *mut CUcontext, card: CUdevice) -> CUresult {
    answer("cuDevicePrimaryCtxRetain", |driver| {
        let ordinal = driver.ordinal(card)?;
        let handle = driver.handle();
        let card = &mut driver.cards[ordinal];
        if card.retained == 0 {
            card.context = handle;
        }
        card.retained += 1;
        // SAFETY: the caller's promise.
        unsafe { context.write(card.context as CUcontext) };
        Ok(())
    })
}

/// Ends one use of it, whatever the call returns. No context is needed for that, so it counts for no card.
#[unsafe(no_mangle)]
pub extern "C" fn cuDevicePrimaryCtxRelease_v2(card: CUdevice) -> CUresult {
    answer_giving_back_anywhere("cuDevicePrimaryCtxRelease", |driver| {
        driver.ordinal(card).and_then(|card| driver.release(card))
    })
}

/// Makes a context the calling thread's.
#[unsafe(no_mangle)]
pub extern "C" fn cuCtxSetCurrent(context: CUcontext) -> CUresult {
    answer("cuCtxSetCurrent", |driver| {
        let context = context as usize;
        if context != 0 {
            driver.card_of(context)?;
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

/// Waits for everything that is queued in the context.
#[unsafe(no_mangle)]
pub extern "C" fn cuCtxSynchronize() -> CUresult {
    answer_in_context("cuCtxSynchronize", |driver, here| driver.finish(here))
}
