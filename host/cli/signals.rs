//! Ctrl-C: the first one asks the job to stop, the second one ends the process.

use std::any::Any;
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;
use motherlode::runtime::{Interrupt, RuntimeError};

use super::exit::{FAILED, INTERRUPTED, complain};

/// How long a search may take to stop before what it has found by then is all that is told of it.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often it is looked at whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);
/// How long a job may take to stop before the process ends without it: its tasks may be long.
const GRACE: Duration = Duration::from_secs(2);
/// How long a job may take to stop after a deadline: all jobs end within a second of it.
const DEADLINE_GRACE: Duration = Duration::from_millis(900);

/// Whether a job runs that looks at the interrupt.
static LISTENING: AtomicBool = AtomicBool::new(false);
/// Whether it has come to its end, and what it found is written.
static DONE: AtomicBool = AtomicBool::new(false);

/// Answers SIGINT, SIGTERM and SIGHUP from now on.
///
/// # Errors
/// When the system refuses a handler.
pub fn install() -> anyhow::Result<Interrupt> {
    let interrupt = Interrupt::default();
    let asked = interrupt.clone();
    ctrlc::set_handler(move || {
        if !LISTENING.load(Ordering::Relaxed) || asked.requested() {
            end_now();
        }
        asked.request();
        if io::stderr().is_terminal() {
            clear_line();
            complain("stopping; press Ctrl-C again to end at once");
        }
        thread::spawn(|| {
            thread::sleep(GRACE);
            // A job that has stopped may be writing what it found; the second Ctrl-C ends that.
            if LISTENING.load(Ordering::Relaxed) {
                end_now();
            }
        });
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(interrupt)
}

/// Ends the process some time after `deadline`, should the job at hand not have stopped by itself, or not have begun:
/// its tasks may be long, and so may be what is read for it.
pub fn end_after(deadline: Instant) {
    thread::spawn(move || {
        thread::sleep(deadline.saturating_duration_since(Instant::now()) + DEADLINE_GRACE);
        if !DONE.load(Ordering::Relaxed) {
            if io::stderr().is_terminal() {
                clear_line();
            }
            complain(RuntimeError::Deadline);
            process::exit(FAILED.into());
        }
    });
}

/// Runs `job`, which stops when its interrupt is requested; outside of it, Ctrl-C ends the process at once.
pub fn while_listening<T>(job: impl FnOnce() -> T) -> T {
    DONE.store(false, Ordering::Relaxed);
    LISTENING.store(true, Ordering::Relaxed);
    let result = job();
    has_stopped();
    result
}

/// Tells that the job at hand has stopped. What it found may be written now for as long as that takes: it is not lost
/// for a deadline, and Ctrl-C ends the process at once.
pub fn has_stopped() {
    LISTENING.store(false, Ordering::Relaxed);
    DONE.store(true, Ordering::Relaxed);
}

/// Runs `job`, which stops when its interrupt is requested, on a thread of its own; outside of it, Ctrl-C ends the
/// process at once. Should the job not have stopped soon after `interrupt` was requested, as its task at hand is long,
/// it is left to itself: `conclude` tells what there is of it, and the process ends with the exit code that it returns.
pub fn while_listening_to<T: Send>(
    interrupt: &Interrupt,
    job: impl FnOnce() -> T + Send,
    conclude: impl FnOnce() -> u8,
) -> T {
    while_listening(|| {
        thread::scope(|scope| {
            let (done, finished) = mpsc::sync_channel(1);
            // A job that panics sends nothing.
            let worker = scope.spawn(move || done.send(job()));
            let mut stopping = None;
            loop {
                match finished.recv_timeout(LOOK) {
                    Ok(result) => return result,
                    Err(RecvTimeoutError::Disconnected) => panic::resume_unwind(panic_of(worker)),
                    Err(RecvTimeoutError::Timeout) if !interrupt.requested() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        if stopping.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                            has_stopped();
                            process::exit(conclude().into());
                        }
                    }
                }
            }
        })
    })
}

/// Why a thread has panicked.
fn panic_of<T>(thread: ScopedJoinHandle<'_, T>) -> Box<dyn Any + Send> {
    thread.join().err().unwrap_or_else(|| Box::new("a job without an end"))
}

fn end_now() -> ! {
    if io::stderr().is_terminal() {
        clear_line();
    }
    complain("interrupted");
    process::exit(INTERRUPTED.into())
}

/// Removes what a terminal shows on its last line: ^C, or a progress bar.
fn clear_line() {
    let _ = write!(io::stderr(), "\r\x1b[2K");
}
