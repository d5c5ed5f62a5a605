//! Sorting more keys than a device has memory for.
//!
//! Keys come to the device a run at a time, as many as its budget takes, are sorted there by radix sort, and go back to
//! host memory. Then the runs are merged, many at once: the output is cut into windows that fit the budget, and every
//! window's keys of each run are brought to the device, merged by [`motherlode_device::primitives::merge`], and
//! fetched. So keys cross the bus four times, in and out as runs and in and out as windows, if there are no more runs
//! than are merged at once; otherwise runs become longer runs first.
//!
//! Where windows start in each run is known before anything is merged: the device selects among samples of all runs,
//! and the host finds the last few places between two samples. So windows know nothing of each other: two lanes of a
//! card have a window each, and one is copied while the other is merged.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options` | what a caller may choose, and what a sort reports |
//! | `plan` | lengths of runs and windows, from the budget |
//! | `sorting` | what all parts of a sort share |
//! | `lanes` | the lanes of a device, and how work is dealt to them |
//! | `runs` | batches become sorted runs |
//! | `sorted_runs` | sorted runs in host memory |
//! | `cut` | where the windows of merged runs start |
//! | `window` | a window is merged on the device |
//! | `merger` | runs are merged into an array, or handed over batch by batch |
//! | `passes` | an array is sorted; merging until few enough runs are left |
//! | `counted` | equal keys of neighbouring batches become one |
//!
//! Source: merging by parts that are found beforehand is the third optimisation of GAMMA (Hu, Zou and Özsu, ICDE 2023,
//! section V.B). There a part is what lies between two checkpoints, and each key is searched in all runs; here parts
//! are equal, and merged two by two.

mod counted;
mod cut;
mod lanes;
mod merger;
mod options;
mod passes;
mod plan;
mod runs;
mod sorted_runs;
mod sorting;
#[cfg(test)]
mod tests;
mod window;

use std::mem::take;

use crate::room;
use crate::runtime::{Device, HugeArray, MemorySize, RuntimeError, View};
use counted::Joined;
use merger::Merger;
use runs::{Sorter, sort_runs};
use sorted_runs::{RunKeys, SortedRuns};
use sorting::Sorting;

pub use options::{ExternalSortOptions, ExternalSortReport, MergeMethod};

/// Sorts `keys`, which may be more than the device has memory for, ascending. Beside them it takes as much host memory
/// again, if they do not fit on the device together.
///
/// ```
/// # use motherlode_machine as motherlode;
/// use motherlode::primitives::{ExternalSortOptions, sort_external};
/// use motherlode::runtime::{Device, MemorySize};
///
/// let device = Device::cpu(Some(MemorySize(1 << 20)));
/// let mut keys: Vec<u64> = (0..200_000).map(|i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
/// let report = sort_external(&device, &mut keys, ExternalSortOptions::default())?;
/// assert!(keys.is_sorted() && report.runs > 1);
/// # Ok::<(), motherlode::runtime::RuntimeError>(())
/// ```
///
/// # Errors
/// When the budget is too small for any run or window, host memory runs out, the sort is stopped, or the device fails.
/// `keys` are then in any order, and some may be there several times and others not at all.
pub fn sort_external(
    device: &Device,
    keys: &mut [u64],
    options: ExternalSortOptions,
) -> Result<ExternalSortReport, RuntimeError> {
    let sort = Sorting::new(device, options)?;
    passes::sort(&sort, keys)?;
    Ok(sort.traffic.report())
}

/// A sort of keys that come batch by batch, and go in order, batch by batch.
///
/// ```
/// # use motherlode_machine as motherlode;
/// use motherlode::primitives::{ExternalSort, ExternalSortOptions};
/// use motherlode::runtime::{Device, RuntimeError};
///
/// let device = Device::cpu(None);
/// let mut sort = ExternalSort::new(&device, ExternalSortOptions::default())?;
/// sort.push(&[7, 3, 7])?;
/// sort.push(&[1, 7])?;
/// let mut found = vec![];
/// sort.for_each_counted(|keys, counts| -> Result<(), RuntimeError> {
///     found.extend(keys.iter().copied().zip(counts.iter().copied()));
///     Ok(())
/// })?;
/// assert_eq!(found, [(1, 1), (3, 1), (7, 3)]);
/// # Ok::<(), RuntimeError>(())
/// ```
#[derive(Debug)]
pub struct ExternalSort {
    sort: Sorting,
    /// Keys that are in no run yet.
    pending: Vec<u64>,
    /// How many keys wait for each other: a run for each lane.
    most_pending: usize,
    runs: Vec<SortedRuns>,
}

impl ExternalSort {
    /// A sort of nothing yet, on `device`, within its budget and what `options` leave of that.
    ///
    /// # Errors
    /// When the device has not the memory for any run, or it fails.
    pub fn new(device: &Device, options: ExternalSortOptions) -> Result<Self, RuntimeError> {
        let sort = Sorting::new(device, options)?;
        let most_pending = sort.share.run(device)?.saturating_mul(sort.lanes.count());
        Ok(ExternalSort { sort, pending: vec![], most_pending, runs: vec![] })
    }

    /// Adds keys, in any order.
    ///
    /// # Errors
    /// When host memory runs out, or the device fails.
    pub fn push(&mut self, mut keys: &[u64]) -> Result<(), RuntimeError> {
        while !keys.is_empty() {
            let (now, later) = keys.split_at(keys.len().min(self.most_pending - self.pending.len()));
            if self.pending.is_empty() && now.len() >= self.most_pending.div_ceil(2) {
                self.sort_given(now)?;
                keys = later;
                continue;
            }
            room::asking(|| self.pending.try_reserve(now.len())).map_err(|_| no_host_memory(now.len()))?;
            self.pending.extend_from_slice(now);
            if self.pending.len() == self.most_pending {
                self.sort_pending()?;
            }
            keys = later;
        }
        Ok(())
    }

    /// Adds keys that lie on the device, in any order.
    ///
    /// # Errors
    /// When they lie on another device, host memory runs out, or the device fails.
    pub fn push_on_device(&mut self, keys: View<'_, u64>) -> Result<(), RuntimeError> {
        let device = self.sort.lanes.first();
        let length = self.sort.share.run(device)?;
        let mut sorter = Sorter::new(device, length.min(keys.len() as usize))?;
        let mut start = 0;
        while start < keys.len() {
            self.sort.interrupt.check()?;
            let part = keys.part(start, (keys.len() - start).min(length as u64));
            let mut run = HugeArray::zeroed(part.len() as usize)?;
            sorter.sort_on_device(part, &mut run, &self.sort.traffic)?;
            start += part.len();
            self.runs.push(SortedRuns { length: run.len(), keys: RunKeys::Made(run) });
        }
        Ok(())
    }

    /// Adds keys that are sorted, ascending.
    ///
    /// # Errors
    /// When they are not.
    pub fn push_sorted(&mut self, run: Vec<u64>) -> Result<(), RuntimeError> {
        if let Some(at) = run.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(RuntimeError::Unsorted { at: at as u64 + 1 });
        }
        if !run.is_empty() {
            self.sort.traffic.runs(1);
            self.runs.push(SortedRuns { length: run.len(), keys: RunKeys::Given(run) });
        }
        Ok(())
    }

    /// Hands all keys over in order, in batches that are not empty, and drops them.
    ///
    /// # Errors
    /// The first of `visit`; and when the budget is too small to merge, host memory runs out, or the device fails.
    pub fn for_each<E: From<RuntimeError>>(
        self,
        mut visit: impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<ExternalSortReport, E> {
        self.merged(false, |keys, _| visit(keys))
    }

    /// Hands each key over once, in order, with the number of times that it was added, in batches that are not empty,
    /// and drops them.
    ///
    /// # Errors
    /// The first of `visit`; and when the budget is too small to merge, host memory runs out, or the device fails.
    pub fn for_each_counted<E: From<RuntimeError>>(
        self,
        mut visit: impl FnMut(&[u64], &[u64]) -> Result<(), E>,
    ) -> Result<ExternalSortReport, E> {
        let mut joined = Joined::default();
        let report = self.merged(true, |keys, counts| joined.add(keys, counts, &mut visit))?;
        joined.end(&mut visit)?;
        Ok(report)
    }

    fn merged<E: From<RuntimeError>>(
        mut self,
        counted: bool,
        mut visit: impl FnMut(&[u64], &mut [u64]) -> Result<(), E>,
    ) -> Result<ExternalSortReport, E> {
        self.sort_pending()?;
        let runs = passes::merge_down(&self.sort, take(&mut self.runs), counted)?;
        let runs: Vec<&[u64]> = runs.iter().flat_map(SortedRuns::iter).collect();
        if runs.len() == 1 && !counted {
            visit(runs[0], &mut [])?;
        } else {
            Merger::new(&self.sort, runs, counted)?.for_each(&mut visit)?;
        }
        Ok(self.sort.traffic.report())
    }

    /// Makes runs of the keys that wait, one for each lane, or one for all if that is possible.
    fn sort_pending(&mut self) -> Result<(), RuntimeError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut keys = take(&mut self.pending);
        let length = self.sort.share.equal_runs(self.sort.lanes.first(), keys.len())?;
        sort_runs(&self.sort, &mut keys, None, length)?;
        self.runs.push(SortedRuns { keys: RunKeys::Given(keys), length });
        Ok(())
    }

    /// Makes runs of keys that are many enough not to wait: they go to the device from where they are.
    fn sort_given(&mut self, given: &[u64]) -> Result<(), RuntimeError> {
        let length = self.sort.share.equal_runs(self.sort.lanes.first(), given.len())?;
        let mut keys = HugeArray::zeroed(given.len())?;
        sort_runs(&self.sort, &mut keys, Some(given), length)?;
        self.runs.push(SortedRuns { keys: RunKeys::Made(keys), length });
        Ok(())
    }
}

fn no_host_memory(keys: usize) -> RuntimeError {
    RuntimeError::NoHostMemory { wanted: MemorySize((keys * size_of::<u64>()) as u64) }
}
