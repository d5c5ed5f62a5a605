//! Threads that jobs run on: they are kept for the next job, as to start one takes longer than a small job.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use parking_lot::Mutex;

/// Work, which returns what is to be done once its thread is free for the next: to tell whoever waits.
pub type WorkerJob = Box<dyn FnOnce() -> Box<dyn FnOnce() + Send> + Send>;

/// The threads that wait for work.
static IDLE: Mutex<Vec<Sender<WorkerJob>>> = Mutex::new(Vec::new());

/// Has a thread do the work: one that waits for some, or a new one. There are as many as there were jobs at the same
/// time.
///
/// # Errors
/// When no thread can be started.
pub fn start(work: WorkerJob) -> io::Result<()> {
    let idle = idle().pop();
    // A thread that waits does so for ever, so that none refuses; but a new one would do as well.
    let left = match idle {
        Some(thread) => thread.send(work).err().map(|refused| refused.0),
        None => Some(work),
    };
    match left {
        Some(work) => thread::Builder::new().name("motherlode".to_owned()).spawn(|| serve(work)).map(drop),
        None => Ok(()),
    }
}

fn serve(mut work: WorkerJob) {
    let (give, take) = channel();
    loop {
        let tell = work();
        // Before anybody hears of the result: whoever does, and comes with the next job at once, finds this thread.
        idle().push(give.clone());
        tell();
        match take.recv() {
            Ok(next) => work = next,
            Err(_) => return,
        }
    }
}

fn idle() -> parking_lot::MutexGuard<'static, Vec<Sender<WorkerJob>>> {
    IDLE.lock()
}
