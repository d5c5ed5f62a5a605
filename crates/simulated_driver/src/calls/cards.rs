//! Starting, and the cards.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{c_char, c_int, c_uint};

use cust_raw::{CUdevice, CUdevice_attribute, CUresult};

use super::{answer, code};

/// Whether pages of the host's memory can be mapped: an attribute that drivers know from CUDA 12.9 on, and `cust_raw`
/// not yet.
const HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: c_uint = 141;

/// Starts the driver, unless the environment asks for a machine that cannot be.
#[unsafe(no_mangle)]
pub extern "C" fn cuInit(_flags: c_uint) -> CUresult {
    answer("cuInit", |driver| {
        if driver.cards.is_empty() {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
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
        CUresult::CUDA_ERROR_ECC_UNCORRECTABLE => c"uncorrectable ECC error encountered",
        CUresult::CUDA_ERROR_NOT_SUPPORTED => c"operation not supported",
        CUresult::CUDA_ERROR_PEER_ACCESS_UNSUPPORTED => {
            c"peer access is not supported between these two devices"
        }
        _ => c"a simulated failure",
    };
    // SAFETY: the caller's promise; the name is static.
    unsafe { text.write(name.as_ptr()) };
    code(Ok(()))
}

/// How many cards there are.
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
        unsafe { count.write(driver.cards.len() as c_int) };
        Ok(())
    })
}

/// The card of a number.
///
/// # Safety
/// `device` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGet(device: *mut CUdevice, ordinal: c_int) -> CUresult {
    answer("cuDeviceGet", |driver| {
        driver.ordinal(ordinal)?;
        // SAFETY: the caller's promise.
        unsafe { device.write(ordinal) };
        Ok(())
    })
}

/// A card's name.
///
/// # Safety
/// `name` has room for `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, length: c_int, card: CUdevice) -> CUresult {
    answer("cuDeviceGetName", |driver| {
        let text = match driver.ordinal(card)? {
            0 => "Simulated card\0".into(),
            ordinal => format!("Simulated card {ordinal}\0"),
        };
        // SAFETY: the caller's promise.
        unsafe { write_text(&text, name, length) };
        Ok(())
    })
}

/// Where a card is plugged in: each has a bus of its own.
///
/// # Safety
/// `address` has room for `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetPCIBusId(
    address: *mut c_char,
    length: c_int,
    card: CUdevice,
) -> CUresult {
    answer("cuDeviceGetPCIBusId", |driver| {
        let text = format!("0000:{:02x}:00.0\0", driver.ordinal(card)? + 1);
        // SAFETY: the caller's promise.
        unsafe { write_text(&text, address, length) };
        Ok(())
    })
}

/// A card's memory.
///
/// # Safety
/// `bytes` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut usize, card: CUdevice) -> CUresult {
    answer("cuDeviceTotalMem", |driver| {
        let memory = &driver.cards[driver.ordinal(card)?].memory;
        // SAFETY: the caller's promise.
        unsafe { bytes.write(memory.total()) };
        Ok(())
    })
}

/// A property, by its number: cards of compute capability 8.0 with two multiprocessors, so that grids are small, and
/// one more for each card before.
///
/// # Safety
/// `value` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetAttribute(
    value: *mut c_int,
    attribute: c_uint,
    card: CUdevice,
) -> CUresult {
    use CUdevice_attribute::*;
    answer("cuDeviceGetAttribute", |driver| {
        let ordinal = driver.ordinal(card)?;
        let known = [
            (CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR as c_uint, 8),
            (CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR as c_uint, 0),
            (CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT as c_uint, 2 + ordinal as c_int),
            (CU_DEVICE_ATTRIBUTE_WARP_SIZE as c_uint, 32),
            (CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK as c_uint, 1024),
            (CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK as c_uint, 48 << 10),
            (CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE as c_uint, 4 << 20),
            (CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN as c_uint, 163 << 10),
            (CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED as c_uint, 1),
            (CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID as c_uint, 0),
            (HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, (driver.host_bytes > 0).into()),
        ];
        let found = known.into_iter().find(|(known, _)| *known == attribute);
        let (_, number) = found.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        // SAFETY: the caller's promise.
        unsafe { value.write(number) };
        Ok(())
    })
}

/// Writes as much of a text as there is room for.
///
/// # Safety
/// `to` has room for `room` bytes.
unsafe fn write_text(text: &str, to: *mut c_char, room: c_int) {
    let bytes = text.len().min(room.max(0) as usize);
    // SAFETY: the caller's promise; no more than the text has.
    unsafe { std::ptr::copy_nonoverlapping(text.as_ptr().cast(), to, bytes) };
}
