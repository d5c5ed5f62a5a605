//! Samples by threads of the CPU, each by one: what small graphs cost is not their counts but to share these.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::MineError;
use crate::graph::Graph;

/// Threads that work at one sample each; by default the current pool, which works at one together.
#[derive(Default)]
pub struct Workers(Vec<ThreadPool>);

impl Workers {
    /// As many as the current pool has; none where that has only one, or the system refuses more.
    pub fn new() -> Workers {
        let threads = rayon::current_num_threads();
        let alone = |_| ThreadPoolBuilder::new().num_threads(1).build();
        let pools = (0..threads).filter(|_| threads > 1).map(alone);
        Workers(pools.collect::<Result<_, _>>().unwrap_or_default())
    }

    /// How many work at a time.
    pub fn number(&self) -> u64 {
        self.0.len().max(1) as u64
    }

    /// The counts of these graphs, up to the first that has none, and why that has none.
    pub fn count<R: Send + Sync>(
        &self,
        graphs: &[Graph],
        count: impl Fn(&Graph) -> Result<R, MineError> + Sync,
    ) -> (Vec<R>, Option<MineError>) {
        let counted: Vec<OnceLock<Result<R, MineError>>> = graphs.iter().map(|_| OnceLock::new()).collect();
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || {
            while !failed.load(Relaxed) {
                let place = next.fetch_add(1, Relaxed);
                let Some(graph) = graphs.get(place) else { return };
                let found = count(graph);
                failed.fetch_or(found.is_err(), Relaxed);
                // Nobody else draws this place.
                let _ = counted[place].set(found);
            }
        };
        match &self.0[..] {
            [] => work(),
            pools => pools.par_iter().for_each(|pool| pool.install(work)),
        }
        let mut rows = Vec::with_capacity(counted.len());
        for found in counted.into_iter().map(OnceLock::into_inner) {
            match found {
                Some(Ok(row)) => rows.push(row),
                Some(Err(failure)) => return (rows, Some(failure)),
                None => break,
            }
        }
        (rows, None)
    }
}
