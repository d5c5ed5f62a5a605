//! Samples by threads of the CPU, each by one: what small graphs cost is not their counts but to share these.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::MineError;

/// Threads that work at one sample each.
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

    /// The counts of samples, up to the first that has none, and why that has none.
    pub fn count(
        &self,
        samples: Range<u64>,
        count: impl Fn(u64) -> Result<Vec<u128>, MineError> + Sync,
    ) -> (Vec<Vec<u128>>, Option<MineError>) {
        let counted: Vec<OnceLock<Result<Vec<u128>, MineError>>> =
            samples.clone().map(|_| OnceLock::new()).collect();
        let (next, failed) = (AtomicU64::new(samples.start), AtomicBool::new(false));
        let work = || {
            while !failed.load(Relaxed) {
                let sample = next.fetch_add(1, Relaxed);
                let Some(place) = counted.get((sample - samples.start) as usize) else { return };
                let found = count(sample);
                failed.fetch_or(found.is_err(), Relaxed);
                // Nobody else draws this number.
                let _ = place.set(found);
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
                Some(Err(error)) => return (rows, Some(error)),
                None => break,
            }
        }
        (rows, None)
    }
}
