//! What a test asks of the library, beside the driver's functions.

use std::ffi::{c_char, c_int};

use crate::driver::driver;
use crate::faults::Plan;

/// Counts calls from 1 again. Call number `call` fails, and all later ones if `for_good` is not 0; none does for 0. The code
/// of the failure is that of memory that is used up for 2, and else one that ends the context.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_restart(call: u64, for_good: c_int, code: c_int) {
    driver().faults.restart(Plan::asked(call, for_good != 0, code));
}

/// How many calls there were since the count began.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_calls() -> u64 {
    driver().faults.calls()
}

/// The name of the first call that failed as planned, into `name`, which has room for `room` bytes: its length, and 0 if none did.
///
/// # Safety
/// `name` has so much room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn simulated_driver_failed(name: *mut c_char, room: usize) -> usize {
    let failed = driver().faults.failed().unwrap_or_default();
    let bytes = failed.len().min(room);
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy_nonoverlapping(failed.as_ptr().cast(), name, bytes) };
    bytes
}

/// How many things there are that the program has to give back: uses of the context, memory, streams, events, modules.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_live() -> u64 {
    driver().live()
}

/// Ends all uses of the context, as the end of the process does.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_wipe() {
    let mut driver = driver();
    while driver.retained > 0 {
        driver.release();
    }
    driver.abandoned = 0;
}

/// How many things went with their context, and had not been given back; the count begins anew.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_driver_abandoned() -> u64 {
    std::mem::take(&mut driver().abandoned)
}
