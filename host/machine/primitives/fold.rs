//! Copy, reduce and scan.

use motherlode_device::DeviceCopy;
use motherlode_device::primitives::copy::{self, Copied, CopyArgs};
use motherlode_device::primitives::reduce::{self, ReduceArgs, Reduction};
use motherlode_device::primitives::scan::{self, ScanArgs, Sums};

use super::{Launcher, Primitives, require, workspace};
use crate::runtime::{Buffer, RuntimeError, View, ViewMut};

impl Primitives<'_> {
    /// Copies `from` to the start of `to`.
    ///
    /// # Errors
    /// When `to` is shorter, or the device fails.
    pub fn copy<T: Copied>(&mut self, from: View<'_, T>, to: ViewMut<'_, T>) -> Result<(), RuntimeError> {
        let (n, room) = (from.len(), to.len());
        require::<T::Kernel>(room >= n, || format!("{n} elements into an array of {room}"))?;
        // SAFETY: `to` has room for all of `from`, as just checked.
        let lend = unsafe { self.launcher.lend() };
        let args = CopyArgs { from: lend.slice(from), to: lend.scratch(to) };
        Launcher::launch::<T::Kernel>(&lend, n.div_ceil(copy::LEAST_PER_BLOCK), 0, &args)
    }

    /// The values of `values` combined by `O`, in 64 bits: `reduce::<Sum<u32>, _>(values)`. Sums wrap there. Of nothing
    /// the sum and the maximum are 0, and the minimum is `u64::MAX`.
    ///
    /// It waits for the device.
    ///
    /// # Errors
    /// When the device fails.
    pub fn reduce<O: Reduction<T>, T: DeviceCopy + Sync>(
        &mut self,
        values: View<'_, T>,
    ) -> Result<u64, RuntimeError> {
        let mut result = self.device().unwritten(1)?;
        self.reduce_into::<O, T>(values, &mut result)?;
        self.device().synchronize()?;
        Ok(result.download()?[0])
    }

    /// Combines the values of `values` by `O`, in 64 bits, without waiting: the first element of `result` is the
    /// result.
    ///
    /// # Errors
    /// When `result` is empty, or the device fails.
    pub fn reduce_into<O: Reduction<T>, T: DeviceCopy + Sync>(
        &mut self,
        values: View<'_, T>,
        result: &mut Buffer<'_, u64>,
    ) -> Result<(), RuntimeError> {
        require::<O::Kernel>(!result.is_empty(), || "it has no place for its result".into())?;
        workspace::fill(self.device(), result.scratch().part(0, 1), O::EMPTY)?;
        if values.is_empty() {
            return Ok(());
        }
        // SAFETY: there is a result, as just checked, and the launch has the shared memory that the kernel asks for.
        let lend = unsafe { self.launcher.lend() };
        let args = ReduceArgs { values: lend.slice(values), result: lend.atomics(result) };
        let blocks = values.len().div_ceil(reduce::LEAST_PER_BLOCK);
        Launcher::launch::<O::Kernel>(&lend, blocks, reduce::SHARED_BYTES, &args)
    }

    /// Writes to `sums[i]` the sum of `values[..i]`. If `sums` is longer than `values`, the element after the last sum
    /// becomes the sum of all.
    ///
    /// Sums wrap in `T`, a `u32` or a `u64`.
    ///
    /// # Errors
    /// When there are fewer sums than values, the temporary memory does not fit the budget, or the device fails.
    pub fn exclusive_scan<T: Sums>(
        &mut self,
        values: View<'_, u32>,
        sums: ViewMut<'_, T>,
    ) -> Result<(), RuntimeError> {
        self.scan(values, sums, 0)
    }

    /// Writes to `sums[i]` the sum of `values[..=i]`. Sums wrap in `T`, a `u32` or a `u64`.
    ///
    /// # Errors
    /// When there are fewer sums than values, the temporary memory does not fit the budget, or the device fails.
    pub fn inclusive_scan<T: Sums>(
        &mut self,
        values: View<'_, u32>,
        sums: ViewMut<'_, T>,
    ) -> Result<(), RuntimeError> {
        self.scan(values, sums, u64::MAX)
    }

    fn scan<T: Sums>(
        &mut self,
        values: View<'_, u32>,
        sums: ViewMut<'_, T>,
        own: u64,
    ) -> Result<(), RuntimeError> {
        let (n, room) = (values.len(), sums.len());
        require::<T::Kernel>(room >= n, || format!("{room} sums for {n} values"))?;
        let tiles = self.launcher.tiles(n, scan::TILE).max(1);
        let words = self.workspace.states(tiles, T::WORDS)?;
        // SAFETY: there is room for the sums, as just checked, and `words` are the zeros for that many tiles.
        let lend = unsafe { self.launcher.lend() };
        let (values, sums, words) = (lend.slice(values), lend.scratch(sums), lend.slice(words));
        let args = ScanArgs { values, sums, words, tiles, own };
        Launcher::launch::<T::Kernel>(&lend, tiles, scan::SHARED_BYTES, &args)
    }
}
