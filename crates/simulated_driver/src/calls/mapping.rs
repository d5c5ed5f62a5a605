//! Memory in pages: made, mapped to addresses, and given to cards to use. None of these calls needs a context.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::c_ulonglong;

use cust_raw::{
    CUdeviceptr, CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationGranularity_flags,
    CUmemAllocationHandleType, CUmemAllocationProp, CUmemAllocationType, CUmemGenericAllocationHandle,
    CUmemLocation, CUmemLocationType, CUresult,
};

use super::{answer, answer_giving_back_anywhere};
use crate::driver::{Answer, Driver};
use crate::pages::{Location, PAGE};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

/// Of what size and at what addresses memory can be mapped: whole pages of 4 KiB, wherever they are.
///
/// # Safety
/// `granularity` can be written, and `prop` read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetAllocationGranularity(
    granularity: *mut usize,
    prop: *const CUmemAllocationProp,
    _option: CUmemAllocationGranularity_flags,
) -> CUresult {
    answer("cuMemGetAllocationGranularity", |driver| {
        // SAFETY: the caller's promise.
        kind(driver, unsafe { &*prop })?;
        // SAFETY: the caller's promise.
        unsafe { granularity.write(PAGE) };
        Ok(())
    })
}

/// Makes pages on a card or in the host's memory, of which there must be so many.
///
/// # Safety
/// `handle` can be written, and `prop` read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemCreate(
    handle: *mut CUmemGenericAllocationHandle,
    bytes: usize,
    prop: *const CUmemAllocationProp,
    flags: c_ulonglong,
) -> CUresult {
    answer("cuMemCreate", |driver| {
        // SAFETY: the caller's promise.
        let location = kind(driver, unsafe { &*prop })?;
        in_pages(bytes)?;
        if flags != 0 {
            return Err(INVALID);
        }
        let free = match location {
            Location::Card(card) => {
                driver.lost(card).map_or(Ok(()), Err)?;
                driver.free_bytes(card)
            }
            Location::Host => driver.host_bytes.saturating_sub(driver.pages.used(Location::Host)),
        };
        if bytes > free {
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        let made = driver.handle() as u64;
        driver.pages.create(made, location, bytes)?;
        // SAFETY: the caller's promise.
        unsafe { handle.write(made) };
        Ok(())
    })
}

/// Takes a handle back; its pages are freed when they are not mapped, or no longer.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemRelease(handle: CUmemGenericAllocationHandle) -> CUresult {
    answer_giving_back_anywhere("cuMemRelease", |driver| driver.pages.release(handle))
}

/// Reserves addresses. Which they shall be is a hint that is not taken.
///
/// # Safety
/// `address` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAddressReserve(
    address: *mut CUdeviceptr,
    bytes: usize,
    alignment: usize,
    _hint: CUdeviceptr,
    flags: c_ulonglong,
) -> CUresult {
    answer("cuMemAddressReserve", |driver| {
        in_pages(bytes)?;
        if flags != 0 || (alignment != 0 && !alignment.is_power_of_two()) {
            return Err(INVALID);
        }
        if alignment > PAGE {
            return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED);
        }
        let reserved = driver.mappings.reserve(bytes)?;
        // SAFETY: the caller's promise.
        unsafe { address.write(reserved as CUdeviceptr) };
        Ok(())
    })
}

/// Gives a reservation back, all of it, in which nothing is mapped.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemAddressFree(address: CUdeviceptr, bytes: usize) -> CUresult {
    answer_giving_back_anywhere("cuMemAddressFree", |driver| driver.mappings.free(address as usize, bytes))
}

/// Maps all of a handle's pages into a reservation. Nobody may use them there before [`cuMemSetAccess`].
#[unsafe(no_mangle)]
pub extern "C" fn cuMemMap(
    address: CUdeviceptr,
    bytes: usize,
    offset: usize,
    handle: CUmemGenericAllocationHandle,
    flags: c_ulonglong,
) -> CUresult {
    answer("cuMemMap", |driver| {
        let piece = driver.pages.get(handle)?;
        if offset != 0 || flags != 0 || bytes != piece.bytes || !address.is_multiple_of(PAGE as u64) {
            return Err(INVALID);
        }
        driver.mappings.map(address as usize, handle, piece)?;
        driver.pages.map(handle);
        Ok(())
    })
}

/// Lets cards and the host use what is mapped, which must be whole mappings, or no longer. The host may use its own
/// memory alone, and a card that of another to which it has a link. Access to read alone is not known here.
///
/// # Safety
/// `who` has so many entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemSetAccess(
    address: CUdeviceptr,
    bytes: usize,
    who: *const CUmemAccessDesc,
    count: usize,
) -> CUresult {
    answer("cuMemSetAccess", |driver| {
        if who.is_null() || count == 0 {
            return Err(INVALID);
        }
        // SAFETY: the caller's promise.
        let who = unsafe { std::slice::from_raw_parts(who, count) };
        let who = who.iter().map(|one| access(driver, one)).collect::<Answer<Vec<_>>>()?;
        let whole = driver.mappings.whole(address as usize, bytes)?;
        for location in driver.mappings.locations(address as usize, bytes) {
            who.iter().try_for_each(|&(who, _)| may_use(driver, who, location))?;
        }
        let file = driver.pages.file().ok_or(INVALID)?;
        whole.into_iter().try_for_each(|start| driver.mappings.set_access(start, &who, file))
    })
}

/// Ends whole mappings, whatever the call returns, and waits for nothing. If work that is still queued uses them, that
/// is an error of this call, and when its turn comes the work ends its context.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemUnmap(address: CUdeviceptr, bytes: usize) -> CUresult {
    answer_giving_back_anywhere("cuMemUnmap", |driver| {
        let whole = driver.mappings.whole(address as usize, bytes)?;
        let early = driver.forget_work(address as usize, bytes);
        for start in whole {
            let handle = driver.mappings.unmap(start)?;
            driver.pages.unmap(handle);
        }
        if early {
            eprintln!("simulated driver: {address:#x} was unmapped before work that uses it was done");
            return Err(CUresult::CUDA_ERROR_ILLEGAL_STATE);
        }
        Ok(())
    })
}

/// Where pages with these properties are, if there can be such.
fn kind(driver: &Driver, prop: &CUmemAllocationProp) -> Answer<Location> {
    if prop.type_ != CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED {
        return Err(INVALID);
    }
    if prop.requestedHandleTypes != CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE {
        return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED);
    }
    match place(driver, prop.location)? {
        Location::Host if driver.host_bytes == 0 => Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
        Location::Host if prop.location.id != 0 => Err(CUresult::CUDA_ERROR_INVALID_DEVICE),
        location => Ok(location),
    }
}

/// A card, or the host's memory as one of its nodes.
fn place(driver: &Driver, location: CUmemLocation) -> Answer<Location> {
    match location.type_ {
        CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE => driver.ordinal(location.id).map(Location::Card),
        CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA => Ok(Location::Host),
        _ => Err(INVALID),
    }
}

/// Who is meant, and whether to have access or not.
fn access(driver: &Driver, one: &CUmemAccessDesc) -> Answer<(Location, bool)> {
    let may = match one.flags {
        CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE => false,
        CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE => true,
        CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READ => return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
        _ => return Err(INVALID),
    };
    Ok((place(driver, one.location)?, may))
}

/// Refuses access that no machine like this can have.
fn may_use(driver: &Driver, who: Location, location: Location) -> Answer<()> {
    match (who, location) {
        (Location::Host, Location::Card(_)) => Err(INVALID),
        (Location::Card(card), Location::Card(home)) if card != home && !driver.links => {
            Err(CUresult::CUDA_ERROR_INVALID_DEVICE)
        }
        _ => Ok(()),
    }
}

/// Refuses sizes that are not of whole pages.
fn in_pages(bytes: usize) -> Answer<()> {
    match bytes > 0 && bytes.is_multiple_of(PAGE) {
        true => Ok(()),
        false => Err(INVALID),
    }
}
