//! Streams and events.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{c_int, c_uint};

use cust_raw::{CUevent, CUresult, CUstream};

use super::{answer_giving_back, answer_in_context};
use crate::driver::{Answer, Driver};
use crate::streams::{Stream, Work};

/// A new stream, which no other waits for.
///
/// # Safety
/// `stream` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamCreateWithPriority(
    stream: *mut CUstream,
    _flags: c_uint,
    _priority: c_int,
) -> CUresult {
    answer_in_context("cuStreamCreateWithPriority", |driver| {
        let handle = driver.handle();
        driver.streams.streams.insert(handle, Stream::default());
        // SAFETY: the caller's promise.
        unsafe { stream.write(handle as CUstream) };
        Ok(())
    })
}

/// Ends a stream, when what is on it is done.
#[unsafe(no_mangle)]
pub extern "C" fn cuStreamDestroy_v2(stream: CUstream) -> CUresult {
    answer_giving_back("cuStreamDestroy", |driver| {
        let handle = known(driver, stream)?;
        let finished = finish(driver, handle);
        driver.streams.streams.remove(&handle);
        finished
    })
}

/// Waits for what is on a stream.
#[unsafe(no_mangle)]
pub extern "C" fn cuStreamSynchronize(stream: CUstream) -> CUresult {
    answer_in_context("cuStreamSynchronize", |driver| {
        let handle = known(driver, stream)?;
        finish(driver, handle)
    })
}

/// Has a stream wait for an event, where that was recorded last.
#[unsafe(no_mangle)]
pub extern "C" fn cuStreamWaitEvent(stream: CUstream, event: CUevent, _flags: c_uint) -> CUresult {
    answer_in_context("cuStreamWaitEvent", |driver| {
        let handle = known(driver, stream)?;
        let Some((other, until)) = recorded(driver, event)? else { return Ok(()) };
        let work = Work::Wait { stream: other, until };
        driver.streams.queue(handle, work).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
    })
}

/// A new event.
///
/// # Safety
/// `event` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventCreate(event: *mut CUevent, _flags: c_uint) -> CUresult {
    answer_in_context("cuEventCreate", |driver| {
        let handle = driver.handle();
        driver.streams.events.insert(handle, None);
        // SAFETY: the caller's promise.
        unsafe { event.write(handle as CUevent) };
        Ok(())
    })
}

/// Ends an event; whoever waits for it does so still.
#[unsafe(no_mangle)]
pub extern "C" fn cuEventDestroy_v2(event: CUevent) -> CUresult {
    answer_giving_back("cuEventDestroy", |driver| {
        driver.streams.events.remove(&(event as usize)).map(drop).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
    })
}

/// Marks how far a stream's queue goes now.
#[unsafe(no_mangle)]
pub extern "C" fn cuEventRecord(event: CUevent, stream: CUstream) -> CUresult {
    answer_in_context("cuEventRecord", |driver| {
        let handle = known(driver, stream)?;
        let queued = driver.streams.streams[&handle].queued();
        let event = driver.streams.events.get_mut(&(event as usize));
        *event.ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)? = Some((handle, queued));
        Ok(())
    })
}

/// Whether a stream has come to where an event was recorded. Some of its work is done meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn cuEventQuery(event: CUevent) -> CUresult {
    answer_in_context("cuEventQuery", |driver| {
        let mark = recorded(driver, event)?;
        if driver.streams.happened(mark) {
            return Ok(());
        }
        if let Some((stream, until)) = mark {
            driver.advance(stream, until)?;
        }
        Err(CUresult::CUDA_ERROR_NOT_READY)
    })
}

/// Waits until a stream has come to where an event was recorded.
#[unsafe(no_mangle)]
pub extern "C" fn cuEventSynchronize(event: CUevent) -> CUresult {
    answer_in_context("cuEventSynchronize", |driver| {
        let mark = recorded(driver, event)?;
        mark.map_or(Ok(()), |(stream, until)| driver.advance(stream, until))
    })
}

/// Milliseconds between two events: always one.
///
/// # Safety
/// `milliseconds` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventElapsedTime(
    milliseconds: *mut f32,
    _start: CUevent,
    _end: CUevent,
) -> CUresult {
    answer_in_context("cuEventElapsedTime", |_| {
        // SAFETY: the caller's promise.
        unsafe { milliseconds.write(1.0) };
        Ok(())
    })
}

/// The handle of a stream that there is.
pub(super) fn known(driver: &Driver, stream: CUstream) -> Answer<usize> {
    let handle = stream as usize;
    let found = driver.streams.streams.contains_key(&handle);
    if found { Ok(handle) } else { Err(CUresult::CUDA_ERROR_INVALID_HANDLE) }
}

fn recorded(driver: &Driver, event: CUevent) -> Answer<Option<(usize, u64)>> {
    driver.streams.events.get(&(event as usize)).copied().ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
}

fn finish(driver: &mut Driver, stream: usize) -> Answer<()> {
    let queued = driver.streams.streams[&stream].queued();
    driver.advance(stream, queued)
}
