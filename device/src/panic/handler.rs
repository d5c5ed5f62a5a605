//! The panic handler of the device.
//!
//! What it costs a kernel that cannot panic is nothing, and one that can the registers of [`report`]. So texts are
//! taken as they stand in the source: putting values into them would take `core::fmt`, whose calls through pointers
//! cost every kernel tens of registers and a stack.

use core::panic::{Location, PanicInfo};
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use cuda_std::{misc, thread};

use super::PanicRecord;

/// The device address of the record, which the host writes here.
#[cuda_std::externally_visible]
static MOTHERLODE_PANIC_RECORD: AtomicPtr<PanicRecord> = AtomicPtr::new(core::ptr::null_mut());

/// How far the first thread to panic has come: one of the three below.
static STAGE: AtomicU32 = AtomicU32::new(NOBODY);
const NOBODY: u32 = 0;
const WRITING: u32 = 1;
const WRITTEN: u32 = 2;

/// The length that stands for "no index was out of bounds": no slice is this long.
const NO_BOUNDS: usize = usize::MAX;

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    if let Some(location) = info.location() {
        report(location, info.message().as_str().unwrap_or(""), 0, NO_BOUNDS);
    }
    misc::trap()
}

/// Takes the place of `core`'s function of that name, whose message needs `core::fmt`: `cuda_builder` sees to it.
#[unsafe(export_name = "cuda_std panic_bounds_check")]
fn panic_bounds_check(index: usize, length: usize, location: &'static Location<'static>) -> ! {
    report(location, "index out of bounds", index, length);
    misc::trap()
}

/// Writes the record, or waits for the thread that does: a trap now would cut it off.
///
/// All that it takes fits registers: an argument in memory would give each kernel that may panic a stack.
// NVIDIA's assembler takes functions in the order of their names. A name behind those of `core` leaves `fill_rows`
// without a spilled word on sm_90.
#[unsafe(export_name = "report_panic")]
#[cold]
#[inline(never)]
fn report(location: &Location<'_>, message: &str, index: usize, length: usize) {
    let record = MOTHERLODE_PANIC_RECORD.load(Ordering::Relaxed);
    if record.is_null() {
        return;
    }
    if STAGE.compare_exchange(NOBODY, WRITING, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
        // SAFETY: the host wrote the address of a record of its own, in memory that the card can write; and the
        // exchange lets one thread in.
        unsafe { write(record, location, message, index, length) };
        STAGE.store(WRITTEN, Ordering::Relaxed);
    } else {
        // The writer takes less than a millisecond. The bound is for a writer that faults.
        for _ in 0..10_000 {
            if STAGE.load(Ordering::Relaxed) == WRITTEN {
                break;
            }
            thread::nanosleep(1_000);
        }
    }
}

/// Fills the record, and then completes it.
///
/// # Safety
/// `record` leads to a record that this thread alone writes.
#[inline(always)]
unsafe fn write(
    record: *mut PanicRecord,
    location: &Location<'_>,
    message: &str,
    index: usize,
    length: usize,
) {
    // SAFETY: the caller's promise. Volatile, as the host reads behind the compiler's back.
    unsafe {
        (&raw mut (*record).index).write_volatile(index as u64);
        (&raw mut (*record).length).write_volatile(length as u64);
        (&raw mut (*record).has_bounds).write_volatile(u32::from(length != NO_BOUNDS));
        (&raw mut (*record).block).write_volatile(thread::block_idx_x());
        (&raw mut (*record).thread).write_volatile(thread::thread_idx_x());
        (&raw mut (*record).line).write_volatile(location.line());
        (&raw mut (*record).column).write_volatile(location.column());
        (&raw mut (*record).file_length).write_volatile(location.file().len() as u32);
        (&raw mut (*record).message_length).write_volatile(message.len() as u32);
        copy(location.file(), (&raw mut (*record).file).cast(), super::FILE_BYTES);
        copy(message, (&raw mut (*record).message).cast(), super::MESSAGE_BYTES);
        thread::system_fence();
        (&raw mut (*record).complete).write_volatile(1);
        thread::system_fence();
    }
}

/// Copies the first `most` bytes of `text`.
///
/// # Safety
/// `most` bytes can be written at `to`.
#[inline(always)]
unsafe fn copy(text: &str, to: *mut u8, most: usize) {
    for (index, &byte) in text.as_bytes().iter().take(most).enumerate() {
        // SAFETY: `index < most`.
        unsafe { to.add(index).write_volatile(byte) };
        // Keeps ptxas from unrolling the loop, which would take 8 more registers of each kernel that may panic.
        thread::block_fence();
    }
}
