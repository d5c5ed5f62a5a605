//! A count whose tasks are dealt by somebody else, such as Ray.

use std::sync::Arc;

use motherlode::mine::{CountOptions, PartialCount};
use pyo3::prelude::*;

use crate::errors::{IntoException, misuse};
use crate::graph::NativeGraph;
use crate::job::Job;
use crate::pattern::{Sought, meant};

/// The tasks of a count.
#[pyclass(frozen, module = "motherlode._motherlode")]
pub struct NativeTasks {
    count: Arc<PartialCount>,
}

#[pymethods]
impl NativeGraph {
    /// The tasks of the plan by which the pattern is walked.
    fn tasks(&self, py: Python<'_>, sought: Sought<'_>, job: Job) -> PyResult<NativeTasks> {
        let (pattern, matching) = meant(&sought)?;
        let options = CountOptions::default().matching(matching);
        let placed = self.on(py, &job.wanted())?;
        let count = job.begin()?.run(py, move |_| PartialCount::new(&placed, &pattern, &options))?;
        Ok(NativeTasks { count: Arc::new(count) })
    }
}

#[pymethods]
impl NativeTasks {
    /// How many there are.
    #[getter]
    fn number(&self) -> u64 {
        self.count.tasks()
    }

    /// Equal for equal plans on equal graphs.
    #[getter]
    fn fingerprint(&self) -> String {
        self.count.fingerprint()
    }

    /// What is found in the tasks from `start` to before `stop`.
    fn run(&self, py: Python<'_>, start: u64, stop: u64, job: Job) -> PyResult<u128> {
        let tasks = self.count.tasks();
        if start > stop || stop > tasks {
            return Err(misuse(format_args!("tasks {start} to {stop}, where there are 0 to {tasks}")));
        }
        let count = self.count.clone();
        job.begin()?.run(py, move |context| count.find(start..stop, context))
    }

    /// The count, where so much was found in all tasks.
    fn total(&self, found: u128) -> PyResult<u128> {
        self.count.matches(found).map_err(|error| error.exception())
    }
}
