//! The process's addresses, as the system maps them.

use std::fs::File;
use std::ptr::null_mut;

use rustix::io::Result;
use rustix::mm::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};

/// What is reserved is followed by so many bytes more, so that the end of an array is never the start of another's.
const BETWEEN: usize = 4096;

/// Reserves so many bytes of addresses, at which there is nothing yet.
pub(crate) fn reserve(bytes: usize) -> Result<usize> {
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
    // SAFETY: the system chooses addresses that nobody uses.
    let address = unsafe { mmap_anonymous(null_mut(), bytes + BETWEEN, ProtFlags::empty(), flags) }?;
    Ok(address as usize)
}

/// Gives such addresses back.
///
/// # Safety
/// They come from [`reserve`], are so many, have not been given back, and nobody uses them from now on.
pub(crate) unsafe fn give_back(address: usize, bytes: usize) -> Result<()> {
    // SAFETY: the caller's promise.
    unsafe { munmap(address as *mut _, bytes + BETWEEN) }
}

/// Has reserved addresses show part of a file, which can be read and written there.
///
/// # Safety
/// They are part of a reservation, nobody uses what was there, and the file has so many bytes from `offset` on for as long as
/// it is shown.
pub(crate) unsafe fn show(address: usize, bytes: usize, file: &File, offset: u64) -> Result<()> {
    let flags = MapFlags::SHARED | MapFlags::FIXED;
    // SAFETY: replaces nothing but reserved addresses, by the caller's promise.
    unsafe { mmap(address as *mut _, bytes, ProtFlags::READ | ProtFlags::WRITE, flags, file, offset) }?;
    Ok(())
}

/// Has reserved addresses show nothing again.
///
/// # Safety
/// They are part of a reservation, and nobody uses what was there.
pub(crate) unsafe fn hide(address: usize, bytes: usize) -> Result<()> {
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE | MapFlags::FIXED;
    // SAFETY: as in `show`.
    unsafe { mmap_anonymous(address as *mut _, bytes, ProtFlags::empty(), flags) }?;
    Ok(())
}
