//! Memory of the card, and pinned memory.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{c_uint, c_void};

use cust_raw::{CUdeviceptr, CUresult};

use super::{answer_giving_back, answer_in_context};
use crate::driver::{Answer, Driver};
use crate::memory::MemoryKind;

/// Memory that is free, and all of the card's.
///
/// # Safety
/// Both can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> CUresult {
    answer_in_context("cuMemGetInfo", |driver, here| {
        // SAFETY: the caller's promise.
        unsafe {
            free.write(driver.free_bytes(here));
            total.write(driver.cards[here].memory.total());
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
    answer_in_context("cuMemAlloc", |driver, here| {
        if bytes > driver.free_bytes(here) {
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        let memory = driver.cards[here].memory.allocate(MemoryKind::Card, bytes)?;
        // SAFETY: the caller's promise.
        unsafe { address.write(memory as CUdeviceptr) };
        Ok(())
    })
}

/// Frees memory of the card, when all that was queued in the context is done.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemFree_v2(address: CUdeviceptr) -> CUresult {
    answer_giving_back("cuMemFree", |driver, here| free(driver, here, MemoryKind::Card, address as usize))
}

/// Allocates pinned memory, which is so for all cards.
///
/// # Safety
/// `address` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAllocHost_v2(address: *mut *mut c_void, bytes: usize) -> CUresult {
    // SAFETY: the caller's promise.
    answer_in_context("cuMemAllocHost", |driver, here| unsafe { pin(driver, here, address, bytes) })
}

/// Allocates pinned memory that the cards see.
///
/// # Safety
/// `address` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostAlloc(address: *mut *mut c_void, bytes: usize, _flags: c_uint) -> CUresult {
    // SAFETY: the caller's promise.
    answer_in_context("cuMemHostAlloc", |driver, here| unsafe { pin(driver, here, address, bytes) })
}

/// Pins memory of the program.
///
/// # Safety
/// It is there until it is given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostRegister_v2(
    address: *mut c_void,
    bytes: usize,
    _flags: c_uint,
) -> CUresult {
    answer_in_context("cuMemHostRegister", |driver, here| {
        if bytes == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        driver.cards[here].memory.register(address as usize, bytes)
    })
}

/// Gives such memory back, when all that was queued in the context that it was registered in is done.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemHostUnregister(address: *mut c_void) -> CUresult {
    answer_giving_back("cuMemHostUnregister", |driver, here| {
        free(driver, here, MemoryKind::Registered, address as usize)
    })
}

/// The address at which a card sees pinned memory, of whichever context: the same.
///
/// # Safety
/// `device` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostGetDevicePointer_v2(
    device: *mut CUdeviceptr,
    host: *mut c_void,
    _flags: c_uint,
) -> CUresult {
    answer_in_context("cuMemHostGetDevicePointer", |driver, _| {
        if !driver.pinned(host as usize, 1) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        // SAFETY: the caller's promise.
        unsafe { device.write(host as CUdeviceptr) };
        Ok(())
    })
}

/// Frees pinned memory, of any context, when all that was queued in that is done.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemFreeHost(address: *mut c_void) -> CUresult {
    answer_giving_back("cuMemFreeHost", |driver, here| {
        free(driver, here, MemoryKind::Pinned, address as usize)
    })
}

/// # Safety
/// `address` can be written.
unsafe fn pin(driver: &mut Driver, here: usize, address: *mut *mut c_void, bytes: usize) -> Answer<()> {
    let memory = driver.cards[here].memory.allocate(MemoryKind::Pinned, bytes)?;
    // SAFETY: the caller's promise.
    unsafe { address.write(memory as *mut c_void) };
    Ok(())
}

/// Frees memory of the thread's card, or pinned memory of whichever context. A thread without a context is told so, and
/// what it names is freed.
fn free(driver: &mut Driver, here: Option<usize>, place: MemoryKind, address: usize) -> Answer<()> {
    let owner = match here {
        Some(here) if place == MemoryKind::Card => Some(here),
        _ => driver.find(|card| card.memory.has(place, address, 1)),
    };
    let owner = owner.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
    let finished = driver.finish(owner);
    driver.cards[owner].memory.free(place, address)?;
    here.ok_or(CUresult::CUDA_ERROR_INVALID_CONTEXT).and(finished)
}
