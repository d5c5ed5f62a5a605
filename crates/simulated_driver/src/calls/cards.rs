//! Starting, and the one card.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{c_char, c_int, c_uint};

use cust_raw::{CUdevice, CUdevice_attribute, CUresult};

use super::{answer, code};
use crate::memory::TOTAL;

/// The card's name.
const NAME: &[u8] = b"Simulated card\0";

/// Starts the driver.
#[unsafe(no_mangle)]
pub extern "C" fn cuInit(_flags: c_uint) -> CUresult {
    answer("cuInit", |driver| {
        driver.started = true;
        Ok(())
    })
}

/// CUDA 13.0.
///
/// # Safety
/// `version` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDriverGetVersion(version: *mut c_int) -> CUresult {
    answer("cuDriverGetVersion", |_| {
        // SAFETY: the caller's promise.
        unsafe { version.write(13_000) };
        Ok(())
    })
}

/// The name of an error, which is not counted among the calls: a program asks for it after a call that has failed.
///
/// # Safety
/// `text` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(error: CUresult, text: *mut *const c_char) -> CUresult {
    let name = match error {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => c"out of memory",
        CUresult::CUDA_ERROR_LAUNCH_FAILED => c"unspecified launch failure",
        CUresult::CUDA_ERROR_INVALID_CONTEXT => c"invalid device context",
        _ => c"a simulated failure",
    };
    // SAFETY: the caller's promise; the name is static.
    unsafe { text.write(name.as_ptr()) };
    code(Ok(()))
}

/// One card.
///
/// # Safety
/// `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetCount(count: *mut c_int) -> CUresult {
    answer("cuDeviceGetCount", |driver| {
        if !driver.started {
            return Err(CUresult::CUDA_ERROR_NOT_INITIALIZED);
        }
        // SAFETY: the caller's promise.
        unsafe { count.write(1) };
        Ok(())
    })
}

/// The card of a number.
///
/// # Safety
/// `device` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGet(device: *mut CUdevice, ordinal: c_int) -> CUresult {
    answer("cuDeviceGet", |_| {
        if ordinal != 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_DEVICE);
        }
        // SAFETY: the caller's promise.
        unsafe { device.write(0) };
        Ok(())
    })
}

/// The card's name.
///
/// # Safety
/// `name` has room for `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, length: c_int, _card: CUdevice) -> CUresult {
    answer("cuDeviceGetName", |_| {
        let bytes = NAME.len().min(length.max(0) as usize);
        // SAFETY: the caller's promise; no more than the name has.
        unsafe { std::ptr::copy_nonoverlapping(NAME.as_ptr().cast(), name, bytes) };
        Ok(())
    })
}

/// The card's memory.
///
/// # Safety
/// `bytes` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut usize, _card: CUdevice) -> CUresult {
    answer("cuDeviceTotalMem", |_| {
        // SAFETY: the caller's promise.
        unsafe { bytes.write(TOTAL) };
        Ok(())
    })
}

/// A property: a card of compute capability 8.0 with two multiprocessors, so that grids are small.
///
/// # Safety
/// `value` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetAttribute(
    value: *mut c_int,
    attribute: CUdevice_attribute,
    _card: CUdevice,
) -> CUresult {
    use CUdevice_attribute as Attribute;
    answer("cuDeviceGetAttribute", |_| {
        let number = match attribute {
            Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR => 8,
            Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR => 0,
            Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT => 2,
            Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE => 32,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK => 1024,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK => 48 << 10,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN => 163 << 10,
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        };
        // SAFETY: the caller's promise.
        unsafe { value.write(number) };
        Ok(())
    })
}
