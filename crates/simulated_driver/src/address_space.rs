//! The process's addresses, as the system maps them.

use std::fs::File;
use std::ptr::null_mut;

use rustix::io::Result;
use rustix::mm::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};

/// What is reserved is followed by so many bytes more, so that the end of an array is never the start of another's.
const BETWEEN: usize = 4096;

/// Bytes behind each multiple of 4 GiB that are never reserved (see [`looks_like_a_number`]).
const SMALL: usize = 1 << 24;
/// So many bytes and more are reserved wherever the system has room.
const MOST: usize = 1 << 31;

/// Whether eight bytes of a kernel's argument may be a small number of 32 bits beside what is left of a pointer in the
/// padding behind it: that is no address, though it may lead to one of those that are mapped here.
pub(crate) fn looks_like_a_number(word: usize) -> bool {
    word as u32 as usize <= SMALL
}

/// Reserves so many bytes of addresses, at which there is nothing yet.
pub(crate) fn reserve(bytes: usize) -> Result<usize> {
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
    loop {
        // SAFETY: the system chooses addresses that nobody uses.
        let address =
            unsafe { mmap_anonymous(null_mut(), bytes + BETWEEN, ProtFlags::empty(), flags) }? as usize;
        let crosses = (address ^ (address + bytes)) >> 32 != 0;
        if bytes >= MOST || !crosses && !looks_like_a_number(address) {
            return Ok(address);
        }
        // Addresses that stay reserved cost nothing, and the next ones are others.
    }
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
/// They are part of a reservation, nobody uses what was there, and the file has so many bytes from `offset` on for as
/// long as it is shown.
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
