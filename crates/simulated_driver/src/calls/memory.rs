//! Memory of the card, and pinned memory.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{c_uint, c_void};

use cust_raw::{CUdeviceptr, CUresult};

use super::{answer_giving_back, answer_in_context};
use crate::driver::{Answer, Driver};
use crate::memory::{Place, TOTAL};

/// Memory that is free, and all of the card's.
///
/// # Safety
/// Both can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> CUresult {
    answer_in_context("cuMemGetInfo", |driver| {
        // SAFETY: the caller's promise.
        unsafe {
            free.write(TOTAL - driver.memory.used());
            total.write(TOTAL);
        }
        Ok(())
    })
}

/// Allocates on the card.
///
/// # Safety
/// `address` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAlloc_v2(address: *mut CUdeviceptr, bytes: usize) -> CUresult {
    answer_in_context("cuMemAlloc", |driver| {
        let memory = driver.memory.allocate(Place::Card, bytes)?;
        // SAFETY: the caller's promise.
        unsafe { address.write(memory as CUdeviceptr) };
        Ok(())
    })
}

/// Frees memory of the card, when all that was queued is done.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemFree_v2(address: CUdeviceptr) -> CUresult {
    answer_giving_back("cuMemFree", |driver| free(driver, Place::Card, address as usize))
}

/// Allocates pinned memory.
///
/// # Safety
/// `address` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocHost_v2(address: *mut *mut c_void, bytes: usize) -> CUresult {
    // SAFETY: the caller's promise.
    answer_in_context("cuMemAllocHost", |driver| unsafe { pin(driver, address, bytes) })
}

/// Allocates pinned memory that the card sees.
///
/// # Safety
/// `address` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostAlloc(address: *mut *mut c_void, bytes: usize, _flags: c_uint) -> CUresult {
    // SAFETY: the caller's promise.
    answer_in_context("cuMemHostAlloc", |driver| unsafe { pin(driver, address, bytes) })
}

/// The address at which the card sees pinned memory: the same.
///
/// # Safety
/// `device` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostGetDevicePointer_v2(
    device: *mut CUdeviceptr,
    host: *mut c_void,
    _flags: c_uint,
) -> CUresult {
    answer_in_context("cuMemHostGetDevicePointer", |driver| {
        if !driver.memory.has(Place::Pinned, host as usize, 1) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        // SAFETY: the caller's promise.
        unsafe { device.write(host as CUdeviceptr) };
        Ok(())
    })
}

/// Frees pinned memory, when all that was queued is done.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemFreeHost(address: *mut c_void) -> CUresult {
    answer_giving_back("cuMemFreeHost", |driver| free(driver, Place::Pinned, address as usize))
}

/// # Safety
/// `address` can be written.
unsafe fn pin(driver: &mut Driver, address: *mut *mut c_void, bytes: usize) -> Answer<()> {
    let memory = driver.memory.allocate(Place::Pinned, bytes)?;
    // SAFETY: the caller's promise.
    unsafe { address.write(memory as *mut c_void) };
    Ok(())
}

fn free(driver: &mut Driver, place: Place, address: usize) -> Answer<()> {
    let usable = driver.in_context();
    let finished = usable.and_then(|()| driver.finish());
    driver.memory.free(place, address)?;
    finished
}
