//! Runs of equal keys.

use motherlode_device::primitives::operator::{Max, Min, Sum};
use motherlode_device::primitives::runs::{
    self, EncodeRunLengths, EncodeRunLengthsU64, ReduceRunsMax, ReduceRunsMin, ReduceRunsSum, RunsArgs,
};
use motherlode_device::{DeviceCopy, Kernel};

use super::{Launcher, Primitives, require};
use crate::runtime::{RuntimeError, View, ViewMut};

/// What the values of a run are combined by: [`Sum<u32>`], [`Min<u32>`] or [`Max<u32>`], in 64 bits.
pub trait RunReduction {
    /// The kernel.
    type Kernel: for<'a> Kernel<Args<'a> = RunsArgs<'a, u32>>;
}
impl RunReduction for Sum<u32> {
    type Kernel = ReduceRunsSum;
}
impl RunReduction for Min<u32> {
    type Kernel = ReduceRunsMin;
}
impl RunReduction for Max<u32> {
    type Kernel = ReduceRunsMax;
}

/// A key whose runs can be counted: a `u32` or a `u64`.
pub trait RunKey: DeviceCopy + Sync {
    /// The kernel.
    type Lengths: for<'a> Kernel<Args<'a> = RunsArgs<'a, Self>>;
}
impl RunKey for u32 {
    type Lengths = EncodeRunLengths;
}
impl RunKey for u64 {
    type Lengths = EncodeRunLengthsU64;
}

impl Primitives<'_> {
    /// Writes the key of each run of equal consecutive keys to `run_keys`, the run's length to `lengths`, and the
    /// number of runs to `count[0]`.
    ///
    /// Runs for which there is no room in both arrays are counted, and not written.
    ///
    /// # Errors
    /// When `count` is empty, the temporary memory does not fit the budget, or the device fails.
    pub fn run_lengths<K: RunKey>(
        &mut self,
        keys: View<'_, K>,
        run_keys: ViewMut<'_, K>,
        lengths: ViewMut<'_, u64>,
        count: ViewMut<'_, u64>,
    ) -> Result<(), RuntimeError> {
        self.runs::<K, K::Lengths>(keys, View::empty(), run_keys, lengths, count)
    }

    /// Writes the key of each run of equal consecutive keys to `run_keys`, the run's values combined by `O` to
    /// `results`, and the number of runs to `count[0]`.
    ///
    /// Runs for which there is no room in both arrays are counted, and not written. Sums are of 64 bits.
    ///
    /// # Errors
    /// When there is not one value for each key, `count` is empty, the temporary memory does not fit the budget, or the
    /// device fails.
    pub fn reduce_by_key<O: RunReduction>(
        &mut self,
        keys: View<'_, u32>,
        values: View<'_, u32>,
        run_keys: ViewMut<'_, u32>,
        results: ViewMut<'_, u64>,
        count: ViewMut<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let (n, m) = (keys.len(), values.len());
        require::<O::Kernel>(n == m, || format!("{m} values for {n} keys"))?;
        self.runs::<u32, O::Kernel>(keys, values, run_keys, results, count)
    }

    fn runs<T: DeviceCopy, K: for<'a> Kernel<Args<'a> = RunsArgs<'a, T>>>(
        &mut self,
        keys: View<'_, T>,
        values: View<'_, u32>,
        run_keys: ViewMut<'_, T>,
        results: ViewMut<'_, u64>,
        count: ViewMut<'_, u64>,
    ) -> Result<(), RuntimeError> {
        require::<K>(!count.is_empty(), || "it has no place for the number of runs".into())?;
        let tiles = self.launcher.tiles(keys.len(), runs::TILE).max(1);
        let words = self.workspace.states(tiles, runs::WORDS)?;
        // SAFETY: there is a place for the number, as just checked, and a value for each key where the kernel reads
        // any; what does not fit is not written. `words` are the zeros for that many tiles.
        let lend = unsafe { self.launcher.lend() };
        let args = RunsArgs {
            keys: lend.slice(keys),
            values: lend.slice(values),
            run_keys: lend.scratch(run_keys),
            results: lend.scratch(results),
            count: lend.scratch(count),
            words: lend.slice(words),
            tiles,
        };
        Launcher::launch::<K>(&lend, tiles, runs::shared_bytes::<T>(self.launcher.lanes()), &args)
    }
}
