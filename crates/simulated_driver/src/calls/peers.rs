//! Cards and each other: links, access to a peer's memory, copies from card to card.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{c_int, c_uint};

use cust_raw::{CUcontext, CUdevice, CUdevice_P2PAttribute, CUdeviceptr, CUresult, CUstream};

use super::{answer, answer_in_context};
use crate::driver::{Answer, Driver};
use crate::streams::QueuedWork;

/// Whether a card's kernels can use a peer's memory. No card is its own peer.
///
/// # Safety
/// `can` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceCanAccessPeer(can: *mut c_int, card: CUdevice, peer: CUdevice) -> CUresult {
    answer("cuDeviceCanAccessPeer", |driver| {
        let linked = driver.ordinal(card)? != driver.ordinal(peer)? && driver.links;
        // SAFETY: the caller's promise.
        unsafe { can.write(linked.into()) };
        Ok(())
    })
}

/// What the link from a card to another is like. The nearer their numbers are, the better it is: a rank of 0 is the
/// best.
///
/// # Safety
/// `value` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetP2PAttribute(
    value: *mut c_int,
    attribute: CUdevice_P2PAttribute,
    from: CUdevice,
    to: CUdevice,
) -> CUresult {
    use CUdevice_P2PAttribute as Attribute;
    answer("cuDeviceGetP2PAttribute", |driver| {
        let distance = driver.ordinal(from)?.abs_diff(driver.ordinal(to)?);
        if distance == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_DEVICE);
        }
        let number = match attribute {
            Attribute::CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK if driver.links => distance as c_int - 1,
            Attribute::CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK => 0,
            Attribute::CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED
            | Attribute::CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED => driver.links.into(),
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        };
        // SAFETY: the caller's promise.
        unsafe { value.write(number) };
        Ok(())
    })
}

/// Lets the kernels of the thread's context use the memory of a peer's, until either goes.
#[unsafe(no_mangle)]
pub extern "C" fn cuCtxEnablePeerAccess(peer: CUcontext, flags: c_uint) -> CUresult {
    answer_in_context("cuCtxEnablePeerAccess", |driver, here| {
        if flags != 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        if driver.card_of(peer as usize)? == here {
            return Err(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        }
        if !driver.links {
            return Err(CUresult::CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
        }
        match driver.cards[here].peers.insert(peer as usize) {
            true => Ok(()),
            false => Err(CUresult::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED),
        }
    })
}

/// Copies from the memory of one context to that of another, links or not, and does not wait for the streams.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemcpyPeer(
    to: CUdeviceptr,
    to_context: CUcontext,
    from: CUdeviceptr,
    from_context: CUcontext,
    bytes: usize,
) -> CUresult {
    answer_in_context("cuMemcpyPeer", |driver, here| {
        of_context(driver, to_context, to, bytes)?;
        of_context(driver, from_context, from, bytes)?;
        driver.still_there(here, to as usize, bytes)?;
        driver.still_there(here, from as usize, bytes)?;
        // SAFETY: both ends were just checked.
        unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) };
        Ok(())
    })
}

/// Queues such a copy on a stream of the thread's context.
#[unsafe(no_mangle)]
pub extern "C" fn cuMemcpyPeerAsync(
    to: CUdeviceptr,
    to_context: CUcontext,
    from: CUdeviceptr,
    from_context: CUcontext,
    bytes: usize,
    stream: CUstream,
) -> CUresult {
    answer_in_context("cuMemcpyPeerAsync", |driver, here| {
        of_context(driver, to_context, to, bytes)?;
        of_context(driver, from_context, from, bytes)?;
        let work = QueuedWork::Copy { from: from as usize, to: to as usize, bytes };
        driver.cards[here].streams.queue(stream as usize, work)
    })
}

/// Refuses bytes that are not memory of a context, which no error must have ended.
fn of_context(driver: &Driver, context: CUcontext, address: CUdeviceptr, bytes: usize) -> Answer<()> {
    let card = driver.card_of(context as usize)?;
    driver.cards[card].usable()?;
    driver.on_card(card, address as usize, bytes)
}
