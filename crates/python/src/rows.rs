//! Matches, batch after batch.

use std::sync::Arc;

use motherlode::mine::list::{ListOptions, Lister, Listing};
use motherlode::mine::{MineError, Placed};
use motherlode::pattern::Pattern;
use motherlode::plan::Matching;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::errors::misuse;
use crate::graph::NativeGraph;
use crate::job::{Job, Running};
use crate::pattern::{Sought, meant};
use crate::process::is_forked;

/// Rows that somebody takes, batch after batch.
pub struct PyRows {
    pub width: usize,
    source: Mutex<RowOrigin>,
    running: Running,
}

/// Where rows come from.
enum RowOrigin {
    /// A listing, which goes on when it is asked.
    Listing(Box<Lister>),
    /// Rows that are there already: they are one batch.
    Sample(Option<Vec<u32>>),
}

impl PyRows {
    /// The next rows, one after another; none if there are no more.
    ///
    /// # Errors
    /// What ended the listing.
    pub fn next(self: &Arc<Self>, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        let rows = self.clone();
        self.running.run(py, move |_| {
            let mut source = rows.source.lock();
            Ok::<_, MineError>(match &mut *source {
                RowOrigin::Listing(lister) => lister.next_batch()?.map(|batch| batch.ids.to_vec()),
                RowOrigin::Sample(rows) => rows.take().filter(|rows| !rows.is_empty()),
            })
        })
    }
}

impl Drop for PyRows {
    fn drop(&mut self) {
        if is_forked() {
            // A listing waits for its threads, which are in another process.
            let source = self.source.get_mut();
            std::mem::forget(std::mem::replace(source, RowOrigin::Sample(None)));
        }
    }
}

/// Matches, batch after batch, each once.
#[pyclass(frozen, module = "motherlode._motherlode")]
pub struct NativeRows(pub Arc<PyRows>);

#[pymethods]
impl NativeGraph {
    /// The matches, to be asked for: the plan is made, and with it what is wrong is told.
    fn list(&self, py: Python<'_>, sought: Sought<'_>, job: Job) -> PyResult<NativeListing> {
        let (pattern, matching) = meant(&sought)?;
        let placed = self.on(py, &job.wanted())?;
        let (of_placed, of_pattern) = (placed.clone(), pattern.clone());
        let listing = job.begin()?.run(py, move |_| Listing::new(&of_placed, &of_pattern, matching))?;
        Ok(NativeListing { placed, pattern, matching, listing })
    }
}

/// A pattern, a graph and a plan.
#[pyclass(frozen, module = "motherlode._motherlode")]
pub struct NativeListing {
    placed: Placed,
    pattern: Pattern,
    matching: Matching,
    listing: Listing,
}

#[pymethods]
impl NativeListing {
    /// The matches: all, the first `limit`, or `sample` of them.
    #[pyo3(signature = (limit, sample, seed, job))]
    fn open(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        sample: Option<u64>,
        seed: u64,
        job: Job,
    ) -> PyResult<NativeRows> {
        let running = job.begin()?;
        let options =
            ListOptions::default().matching(self.matching).limit(limit).context(running.context.clone());
        let width = self.pattern.vertices();
        let (placed, pattern, listing) = (self.placed.clone(), self.pattern.clone(), self.listing.clone());
        let source = running.run(py, move |_| match sample {
            Some(size) => {
                let sample = placed.sample(&pattern, &options, size, seed)?;
                Ok::<_, MineError>(RowOrigin::Sample(Some(sample.ids)))
            }
            None => Ok(RowOrigin::Listing(Box::new(listing.open(&options)?))),
        })?;
        Ok(NativeRows(Arc::new(PyRows { width, source: Mutex::new(source), running })))
    }
}

#[pymethods]
impl NativeRows {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next rows, of vertex numbers.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<u32>>>> {
        let Some(rows) = self.0.next(py)? else { return Ok(None) };
        let shape = (rows.len() / self.0.width, self.0.width);
        Ok(Some(Array2::from_shape_vec(shape, rows).map_err(misuse)?.into_pyarray(py)))
    }
}
