//! Running a job: on a thread of its own, without the interpreter's lock, while this one looks for Ctrl-C and tells of
//! progress.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use motherlode::mine::{Context, Progress};
use motherlode::runtime::Interrupt;
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::errors::{IntoException, misuse, raise};
use crate::process::claim;
use crate::teams::WantedDevices;
use crate::workers;

/// How often the interpreter is asked for signals.
const LOOK: Duration = Duration::from_millis(50);
/// How long a job that is to stop may take for it.
const GRACE: Duration = Duration::from_secs(2);

/// How a job is to be run: `motherlode._job.Job` in Python.
#[derive(FromPyObject)]
pub struct Job {
    device: String,
    memory: Option<String>,
    /// Seconds.
    deadline: Option<f64>,
    /// Called with how much is done, and of how much.
    progress: Option<Py<PyAny>>,
}

/// A job under way.
pub struct Running {
    pub context: Context,
    interrupt: Interrupt,
    said: Arc<Mutex<Option<Progress>>>,
    progress: Option<Py<PyAny>>,
}

impl Job {
    /// The devices that it asks for.
    pub fn wanted(&self) -> WantedDevices {
        WantedDevices { device: self.device.clone(), memory: self.memory.clone() }
    }

    /// Begins: the deadline counts from here.
    ///
    /// # Errors
    /// A deadline that is no time.
    pub fn begin(self) -> PyResult<Running> {
        let asked = Interrupt::default();
        let interrupt = match self.deadline {
            None => asked.clone(),
            Some(seconds) => {
                let time = Duration::try_from_secs_f64(seconds);
                let end = time.ok().and_then(|time| Instant::now().checked_add(time));
                asked.at(end.ok_or_else(|| {
                    misuse(format_args!("deadline is a number of seconds from 0 on, not {seconds}"))
                })?)
            }
        };
        let said = Arc::<Mutex<Option<Progress>>>::default();
        let mut context = Context::default().interrupt(interrupt);
        if self.progress.is_some() {
            let heard = said.clone();
            context = context.progress(move |progress| {
                *heard.lock() = Some(progress);
            });
        }
        Ok(Running { context, interrupt: asked, said, progress: self.progress })
    }
}

impl Running {
    /// Runs `work`. Ctrl-C, or an exception of the progress callback, asks it to stop, and is raised when it has; so is
    /// the error of a deadline. Work whose task at hand takes long is left to itself then: it ends with that task, and
    /// nobody hears of it.
    ///
    /// # Errors
    /// Those of the work, and the exception that stopped it.
    pub fn run<T: Send + 'static, E: IntoException + Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Context) -> Result<T, E> + Send + 'static,
    ) -> PyResult<T> {
        claim()?;
        let (done, finished) = sync_channel(1);
        let context = self.context.clone();
        let worker = move || -> Box<dyn FnOnce() + Send> {
            let result = catch_unwind(AssertUnwindSafe(|| work(&context)));
            // Nobody waits for it if it was left to itself.
            Box::new(move || drop(done.send(result)))
        };
        let began = workers::start(Box::new(worker));
        began.map_err(|error| raise("MotherlodeError", &format!("cannot start a thread: {error}")))?;
        let result = py.detach(|| self.wait(finished))?;
        self.look(py)?;
        match result {
            Ok(result) => result.map_err(|error| error.exception()),
            Err(panic) => Err(defect(&*panic)),
        }
    }

    /// Waits for a result, and looks for signals meanwhile.
    ///
    /// # Errors
    /// What is to be raised, whether the work has stopped or not.
    fn wait<R>(&self, finished: Receiver<R>) -> PyResult<R> {
        let mut stopping: Option<(PyErr, Instant)> = None;
        loop {
            match (finished.recv_timeout(LOOK), stopping.take()) {
                (Ok(result), None) => return Ok(result),
                // The error of a deadline is the work's own, if it comes in time.
                (Ok(result), Some((why, _))) => {
                    return if self.interrupt.requested() { Err(why) } else { Ok(result) };
                }
                (Err(RecvTimeoutError::Disconnected), _) => return Err(defect(&"a job without an end")),
                (Err(RecvTimeoutError::Timeout), Some((why, since))) if since.elapsed() > GRACE => {
                    return Err(why);
                }
                (Err(RecvTimeoutError::Timeout), Some(known)) => stopping = Some(known),
                (Err(RecvTimeoutError::Timeout), None) => {
                    let looked = Python::attach(|py| self.look(py)).inspect_err(|_| self.interrupt.request());
                    let asked =
                        looked.err().or_else(|| self.context.check().err().map(|error| error.exception()));
                    stopping = asked.map(|why| (why, Instant::now()));
                }
            }
        }
    }

    /// Looks for signals, and tells of progress.
    fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        let said = self.said.lock().take();
        match (said, &self.progress) {
            (Some(Progress { done, all }), Some(hear)) => hear.call1(py, (done, all)).map(drop),
            _ => Ok(()),
        }
    }
}

/// What is raised for a panic, which is always a defect of ours.
fn defect(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    raise(
        "MotherlodeError",
        &format!("internal error: {text}. This is a defect in motherlode: please report it"),
    )
}
