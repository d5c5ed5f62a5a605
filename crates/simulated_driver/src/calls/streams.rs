//! Streams and events.
#![allow(non_snake_case, reason = "the driver's names")]

use std::ffi::{c_int, c_uint};

use cust_raw::{CUevent, CUresult, CUstream};

use super::{answer_giving_back, answer_in_context};
use crate::driver::{Answer, Driver};
use crate::streams::{QueuedWork, SimulatedStream};

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
    answer_in_context("cuStreamCreateWithPriority", |driver, here| {
        let handle = driver.handle();
        driver.cards[here].streams.streams.insert(handle, SimulatedStream::default());
        // SAFETY: the caller's promise.
        unsafe { stream.write(handle as CUstream) };
        Ok(())
    })
}

/// Ends a stream of any context, when what is on it is done.
#[unsafe(no_mangle)]
pub extern "C" fn cuStreamDestroy_v2(stream: CUstream) -> CUresult {
    answer_giving_back("cuStreamDestroy", |driver, _| {
        let handle = stream as usize;
        let owner = driver.find(|card| card.streams.streams.contains_key(&handle));
        let owner = owner.ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
        let queued = driver.cards[owner].streams.queued(handle)?;
        let finished = driver.advance(handle, queued);
        driver.cards[owner].streams.streams.remove(&handle);
        finished
    })
}

/// Waits for what is on a stream.
#[unsafe(no_mangle)]
pub extern "C" fn cuStreamSynchronize(stream: CUstream) -> CUresult {
    answer_in_context("cuStreamSynchronize", |driver, here| {
        let queued = driver.cards[here].streams.queued(stream as usize)?;
        driver.advance(stream as usize, queued)
    })
}

/// Whether all that is on a stream is done. It is done meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn cuStreamQuery(stream: CUstream) -> CUresult {
    answer_in_context("cuStreamQuery", |driver, here| {
        let streams = &driver.cards[here].streams;
        let queued = streams.queued(stream as usize)?;
        if streams.happened(Some((stream as usize, queued))) {
            return Ok(());
        }
        driver.advance(stream as usize, queued)?;
        Err(CUresult::CUDA_ERROR_NOT_READY)
    })
}

/// Has a stream wait for an event of any context, where that was recorded last.
#[unsafe(no_mangle)]
pub extern "C" fn cuStreamWaitEvent(stream: CUstream, event: CUevent, _flags: c_uint) -> CUresult {
    answer_in_context("cuStreamWaitEvent", |driver, here| {
        let owner = owner(driver, event)?;
        let recorded = driver.cards[owner].streams.events[&(event as usize)];
        let streams = &mut driver.cards[here].streams;
        streams.queued(stream as usize)?;
        let wait = recorded.map(|(stream, until)| QueuedWork::Wait { stream, until });
        wait.map_or(Ok(()), |wait| streams.queue(stream as usize, wait))
    })
}

/// A new event.
///
/// # Safety
/// `event` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventCreate(event: *mut CUevent, _flags: c_uint) -> CUresult {
    answer_in_context("cuEventCreate", |driver, here| {
        let handle = driver.handle();
        driver.cards[here].streams.events.insert(handle, None);
        // SAFETY: the caller's promise.
        unsafe { event.write(handle as CUevent) };
        Ok(())
    })
}

/// Ends an event of any context; whoever waits for it does so still.
#[unsafe(no_mangle)]
pub extern "C" fn cuEventDestroy_v2(event: CUevent) -> CUresult {
    answer_giving_back("cuEventDestroy", |driver, _| {
        let owner = owner(driver, event)?;
        driver.cards[owner].streams.events.remove(&(event as usize));
        Ok(())
    })
}

/// Marks how far a stream's queue goes now. Both have to be of the thread's context.
#[unsafe(no_mangle)]
pub extern "C" fn cuEventRecord(event: CUevent, stream: CUstream) -> CUresult {
    answer_in_context("cuEventRecord", |driver, here| {
        let streams = &mut driver.cards[here].streams;
        let queued = streams.queued(stream as usize)?;
        let event = streams.events.get_mut(&(event as usize));
        *event.ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)? = Some((stream as usize, queued));
        Ok(())
    })
}

/// Whether a stream has come to where an event, of any context, was recorded. Some of its work is done meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn cuEventQuery(event: CUevent) -> CUresult {
    answer_in_context("cuEventQuery", |driver, _| {
        let (owner, mark) = recorded(driver, event)?;
        if driver.cards[owner].streams.happened(mark) {
            return Ok(());
        }
        if let Some((stream, until)) = mark {
            driver.advance(stream, until)?;
        }
        Err(CUresult::CUDA_ERROR_NOT_READY)
    })
}

/// Waits until a stream has come to where an event, of any context, was recorded.
#[unsafe(no_mangle)]
pub extern "C" fn cuEventSynchronize(event: CUevent) -> CUresult {
    answer_in_context("cuEventSynchronize", |driver, _| {
        let (_, mark) = recorded(driver, event)?;
        mark.map_or(Ok(()), |(stream, until)| driver.advance(stream, until))
    })
}

/// Milliseconds between two events, which have to be of one context: always one.
///
/// # Safety
/// `milliseconds` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventElapsedTime(
    milliseconds: *mut f32,
    start: CUevent,
    end: CUevent,
) -> CUresult {
    answer_in_context("cuEventElapsedTime", |driver, _| {
        if owner(driver, start)? != owner(driver, end)? {
            return Err(CUresult::CUDA_ERROR_INVALID_HANDLE);
        }
        // SAFETY: the caller's promise.
        unsafe { milliseconds.write(1.0) };
        Ok(())
    })
}

/// The card in whose context an event is.
fn owner(driver: &Driver, event: CUevent) -> Answer<usize> {
    let found = driver.find(|card| card.streams.events.contains_key(&(event as usize)));
    found.ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
}

/// That card, whose context must not have been ended, and where the event was recorded last.
fn recorded(driver: &Driver, event: CUevent) -> Answer<(usize, Option<(usize, u64)>)> {
    let owner = owner(driver, event)?;
    driver.cards[owner].usable()?;
    Ok((owner, driver.cards[owner].streams.events[&(event as usize)]))
}
