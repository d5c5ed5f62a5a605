//! Batches become sorted runs.

use crate::primitives::{Max, Min, Primitives, Sortable};
use crate::runtime::{Buffer, Device, RuntimeError, View};

use super::options::Traffic;
use super::sorting::Sorting;

/// What a lane sorts runs with.
#[derive(Debug)]
pub(super) struct Sorter<'d> {
    primitives: Primitives<'d>,
    keys: Sortable<u64>,
    least: Buffer<'static, u64>,
    greatest: Buffer<'static, u64>,
}

impl<'d> Sorter<'d> {
    /// For runs of up to `most` keys.
    pub fn new(device: &'d Device, most: usize) -> Result<Self, RuntimeError> {
        Ok(Sorter {
            primitives: Primitives::new(device),
            keys: Sortable::new(device.unwritten(most)?, device)?,
            least: device.unwritten(1)?,
            greatest: device.unwritten(1)?,
        })
    }

    /// Fills `run` with the sorted keys of `from`, or with its own where there are none: there are as many.
    fn sort(&mut self, from: Option<&[u64]>, run: &mut [u64], traffic: &Traffic) -> Result<(), RuntimeError> {
        let keys: &[u64] = from.unwrap_or(&*run);
        self.keys.array.overwrite(keys)?;
        traffic.words_in(keys.len());
        self.sort_copied(run, traffic)
    }

    /// Fills `run` with the sorted keys of `from`, which are as many, on the device.
    pub fn sort_on_device(
        &mut self,
        from: View<'_, u64>,
        run: &mut [u64],
        traffic: &Traffic,
    ) -> Result<(), RuntimeError> {
        self.primitives.copy(from, self.keys.array.scratch())?;
        self.sort_copied(run, traffic)
    }

    /// Sorts the first keys on the device, and fills `run` with them.
    fn sort_copied(&mut self, run: &mut [u64], traffic: &Traffic) -> Result<(), RuntimeError> {
        let length = run.len() as u64;
        let keys = self.keys.array.slice().part(0, length);
        self.primitives.reduce_into::<Min<u64>, u64>(keys, &mut self.least)?;
        self.primitives.reduce_into::<Max<u64>, u64>(keys, &mut self.greatest)?;
        let (mut least, mut greatest) = ([0], [0]);
        self.least.fetch(&mut least)?;
        self.greatest.fetch(&mut greatest)?;
        // Above the highest bit in which these two differ, all keys are the same.
        let bits = u64::BITS - (least[0] ^ greatest[0]).leading_zeros();
        self.primitives.sort_keys(&mut self.keys, length, 0..bits)?;
        self.keys.array.fetch(run)?;
        traffic.words_out(run.len());
        traffic.runs(1);
        Ok(())
    }
}

/// Sorts runs of `length` keys each, all but the last. They are those of `to`, or of `from`, which has as many keys,
/// and which they are copied from.
pub(super) fn sort_runs(
    sort: &Sorting,
    to: &mut [u64],
    from: Option<&[u64]>,
    length: usize,
) -> Result<(), RuntimeError> {
    let from = |start: usize, run: &[u64]| from.map(|keys| &keys[start..start + run.len()]);
    let tasks: Vec<_> =
        to.chunks_mut(length).enumerate().map(|(i, run)| (from(i * length, run), run)).collect();
    sort.lanes.deal(tasks, |lane, tasks| {
        let most = tasks.iter().map(|(_, run)| run.len()).max().unwrap_or(0);
        let mut sorter = Sorter::new(lane, most)?;
        tasks.into_iter().try_for_each(|(from, run)| {
            sort.interrupt.check()?;
            sorter.sort(from, run, &sort.traffic)
        })
    })
}
