//! Copies between the host and the card.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{c_uchar, c_void};

use cust_raw::{CUdeviceptr, CUresult, CUstream};

use super::answer_in_context;
use crate::driver::{Answer, Driver};
use crate::pages::Location;
use crate::streams::QueuedWork;

/// Copies to the card, and does not wait for the streams.
///
/// # Safety
/// `from` has so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoD_v2(to: CUdeviceptr, from: *const c_void, bytes: usize) -> CUresult {
    answer_in_context("cuMemcpyHtoD", |driver, here| {
        check_copy_or_global(driver, here, to, bytes)?;
        // SAFETY: the caller's promise, and just checked.
        unsafe { std::ptr::copy(from.cast::<u8>(), to as *mut u8, bytes) };
        Ok(())
    })
}

/// Copies from the card, and does not wait for the streams.
///
/// # Safety
/// `to` has room for so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoH_v2(to: *mut c_void, from: CUdeviceptr, bytes: usize) -> CUresult {
    answer_in_context("cuMemcpyDtoH", |driver, here| {
        check_copy_or_global(driver, here, from, bytes)?;
        // SAFETY: the caller's promise, and just checked.
        unsafe { std::ptr::copy(from as *const u8, to.cast::<u8>(), bytes) };
        Ok(())
    })
}

/// Queues a copy to the card: of pinned or mapped memory when its turn has come, and of other memory as it is now.
///
/// # Safety
/// `from` has so many bytes; pinned memory stays as it is until the copy is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoDAsync_v2(
    to: CUdeviceptr,
    from: *const c_void,
    bytes: usize,
    stream: CUstream,
) -> CUresult {
    answer_in_context("cuMemcpyHtoDAsync", |driver, here| {
        driver.on_card(here, to as usize, bytes)?;
        let (to, late) = (to as usize, waits(driver, from as usize, bytes));
        let work = if late {
            QueuedWork::Copy { from: from as usize, to, bytes }
        } else {
            // SAFETY: the caller's promise.
            let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), bytes) };
            QueuedWork::Write { from: bytes.to_vec(), to }
        };
        driver.cards[here].streams.queue(stream as usize, work)
    })
}

/// Queues a copy to pinned or mapped memory; one to other memory is done on return.
///
/// # Safety
/// `to` has room for so many bytes, for as long as the copy takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoHAsync_v2(
    to: *mut c_void,
    from: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> CUresult {
    answer_in_context("cuMemcpyDtoHAsync", |driver, here| {
        driver.on_card(here, from as usize, bytes)?;
        if waits(driver, to as usize, bytes) {
            let work = QueuedWork::Copy { from: from as usize, to: to as usize, bytes };
            return driver.cards[here].streams.queue(stream as usize, work);
        }
        let queued = driver.cards[here].streams.queued(stream as usize)?;
        driver.advance(stream as usize, queued)?;
        driver.still_there(here, from as usize, bytes)?;
        // SAFETY: the caller's promise, and just checked.
        unsafe { std::ptr::copy(from as *const u8, to.cast::<u8>(), bytes) };
        Ok(())
    })
}

/// Queues the setting of memory of the card.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemsetD8Async(
    to: CUdeviceptr,
    value: c_uchar,
    bytes: usize,
    stream: CUstream,
) -> CUresult {
    answer_in_context("cuMemsetD8Async", |driver, here| {
        driver.on_card(here, to as usize, bytes)?;
        let work = QueuedWork::Set { to: to as usize, value, bytes };
        driver.cards[here].streams.queue(stream as usize, work)
    })
}

/// Whether bytes of the host are pinned, or pages of its own that are mapped for it: copies of such are done when their
/// turn has come.
fn waits(driver: &Driver, address: usize, bytes: usize) -> bool {
    driver.pinned(address, bytes) || driver.mappings.reached_by(Location::Host, address, bytes)
}

/// Refuses bytes that are neither the card's to copy nor a module's global.
fn check_copy_or_global(driver: &mut Driver, here: usize, address: CUdeviceptr, bytes: usize) -> Answer<()> {
    let modules = driver.cards[here].modules.values();
    let mut globals = modules.map(|module| &raw const *module.panic_record as CUdeviceptr);
    match globals.any(|global| global == address) && bytes == size_of::<u64>() {
        true => Ok(()),
        false => driver.check_copy(here, address as usize, bytes),
    }
}
