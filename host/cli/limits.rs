//! What the system refuses, as under `ulimit`: memory, threads, and files that grow too large. The first two end the
//! process with one line.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Display;
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use motherlode::room;

use super::exit::{FAILED, complain};

/// How panics of the standard library begin where the system refuses a thread, or the memory that one starts with.
const REFUSED_THREADS: [&str; 3] = [
    "failed to spawn thread",
    "failed to allocate an alternative stack",
    "failed to set up alternative stack guard page",
];

/// How long a thread waits that is refused something while another one ends the process.
const ENOUGH_TO_END: Duration = Duration::from_secs(1);

/// Bytes from which on a block goes back to the system when it is freed: the most that the C library allows, and what it
/// comes to by itself where such blocks are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BLOCK: libc::c_int = 32 << 20;
/// Bytes at the end of the heap that are kept.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MOST_KEPT: libc::c_int = 256 << 20;

/// The allocator of the command: the system's, which ends the process where it has no memory. That of Rust would abort
/// it.
pub struct Allocator;

// SAFETY: each method passes its arguments and its result on to and from `System`, which is an allocator; it does not
// return where the process ends, and nothing unwinds.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises.
        granted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises.
        granted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises; `memory` is of `System`, as all that this allocator returned.
        unsafe { System.dealloc(memory, layout) };
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promises; `memory` is of `System`, as all that this allocator returned.
        granted(unsafe { System.realloc(memory, layout, size) }, size)
    }
}

/// `memory` of `size` bytes; if there is none, it is returned to those alone that can do without.
#[inline]
fn granted(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() && !room::can_do_without() {
        end(format_args!(
            "out of memory: the system refuses {size} bytes more (ulimit -v is a limit; fewer --threads need less)"
        ));
    }
    memory
}

/// Ends the process if a panic says that the system refuses a thread, wherever that was started: other threads may wait
/// for it.
pub fn end_if_refused(panic: &PanicHookInfo<'_>) {
    let text = panic.payload_as_str().unwrap_or_default();
    if REFUSED_THREADS.iter().any(|refused| text.starts_with(refused)) {
        end("the system refuses a thread (ulimit -u and -v are limits; fewer --threads need less)");
    }
}

/// Ends the process at once, with one line. Nothing is allocated.
#[cold]
fn end(why: impl Display) -> ! {
    last_word(why);
    exit_at_once()
}

/// Says why the process ends, unless another thread has said it: where one is refused something, others are as well.
pub fn last_word(why: impl Display) {
    static SAID: AtomicBool = AtomicBool::new(false);
    match SAID.swap(true, Ordering::Relaxed) {
        false => complain(why),
        true => thread::sleep(ENOUGH_TO_END),
    }
}

/// Ends the process without what is usually done at its end, which may need memory or wait for other threads.
#[cfg(unix)]
fn exit_at_once() -> ! {
    // SAFETY: the function takes no pointer, and may be called at any time.
    unsafe { libc::_exit(FAILED.into()) }
}

#[cfg(not(unix))]
fn exit_at_once() -> ! {
    std::process::exit(FAILED.into())
}

/// Makes a file that grows too large an error of who writes it; by default the signal ends the process.
pub fn let_large_files_fail() {
    #[cfg(unix)]
    // SAFETY: no handler is installed, so that nothing runs when the signal comes.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Keeps memory that is freed for whoever asks next. Jobs on thousands of small graphs take and free the same megabytes
/// for each: to give these back to the system, and to have it clear them again, took a tenth of the processor time of
/// random graphs like wiki-Vote.
///
/// Where the process's addresses are limited, all threads allocate from one arena instead: each of others takes 64 MiB
/// of them, and then the C library aborts for want of the few bytes with which a thread begins.
pub fn keep_freed_memory_unless_limited() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: `limit` is a place for the answer; the other calls take numbers alone, and come before there are
        // other threads.
        unsafe {
            if libc::getrlimit(libc::RLIMIT_AS, &mut limit) == 0 && limit.rlim_cur != libc::RLIM_INFINITY {
                libc::mallopt(libc::M_ARENA_MAX, 1);
            } else {
                libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK);
                libc::mallopt(libc::M_TRIM_THRESHOLD, MOST_KEPT);
            }
        }
    }
}
