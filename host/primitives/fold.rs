//! Copy, reduce and scan.

use motherlode_device::DeviceCopy;
use motherlode_device::memory::{Scratch, Slice};
use motherlode_device::primitives::copy::{self, Copied, CopyArgs};
use motherlode_device::primitives::reduce::{self, ReduceArgs, Reduction};
use motherlode_device::primitives::scan::{self, ScanArgs, Sums};

use super::{Primitives, require, workspace};
use crate::runtime::{Buffer, RuntimeError};

impl Primitives<'_> {
    /// Copies `from` to the start of `to`.
    ///
    /// # Errors
    /// When `to` is shorter, or the device fails.
    pub fn copy<T: Copied>(&mut self, from: Slice<'_, T>, to: Scratch<'_, T>) -> Result<(), RuntimeError> {
        let (n, room) = (from.length(), to.len());
        require::<T::Kernel>(room >= n, || format!("{n} elements into an array of {room}"))?;
        self.launcher.launch::<T::Kernel>(n.div_ceil(copy::LEAST_PER_BLOCK), 0, &CopyArgs { from, to })
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
        values: Slice<'_, T>,
    ) -> Result<u64, RuntimeError> {
        let mut result = self.device().unwritten(1)?;
        self.reduce_into::<O, T>(values, &mut result)?;
        self.device().synchronize()?;
        Ok(result.download()?[0])
    }

    /// As [`reduce`](Self::reduce), without waiting: the first element of `result` is the result.
    ///
    /// # Errors
    /// When `result` is empty, or the device fails.
    pub fn reduce_into<O: Reduction<T>, T: DeviceCopy + Sync>(
        &mut self,
        values: Slice<'_, T>,
        result: &mut Buffer<'_, u64>,
    ) -> Result<(), RuntimeError> {
        require::<O::Kernel>(!result.is_empty(), || "it has no place for its result".into())?;
        workspace::fill(self.device(), result.scratch().part(0, 1), O::EMPTY)?;
        if values.length() == 0 {
            return Ok(());
        }
        let args = ReduceArgs { values, result: result.atomics() };
        let blocks = values.length().div_ceil(reduce::LEAST_PER_BLOCK);
        self.launcher.launch::<O::Kernel>(blocks, reduce::SHARED_BYTES, &args)
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
        values: Slice<'_, u32>,
        sums: Scratch<'_, T>,
    ) -> Result<(), RuntimeError> {
        self.scan(values, sums, 0)
    }

    /// Writes to `sums[i]` the sum of `values[..=i]`. Sums wrap in `T`, a `u32` or a `u64`.
    ///
    /// # Errors
    /// As [`exclusive_scan`](Self::exclusive_scan).
    pub fn inclusive_scan<T: Sums>(
        &mut self,
        values: Slice<'_, u32>,
        sums: Scratch<'_, T>,
    ) -> Result<(), RuntimeError> {
        self.scan(values, sums, u64::MAX)
    }

    fn scan<T: Sums>(
        &mut self,
        values: Slice<'_, u32>,
        sums: Scratch<'_, T>,
        own: u64,
    ) -> Result<(), RuntimeError> {
        let (n, room) = (values.length(), sums.len());
        require::<T::Kernel>(room >= n, || format!("{room} sums for {n} values"))?;
        let tiles = self.launcher.tiles(n, scan::TILE).max(1);
        let words = self.workspace.states(tiles, T::WORDS)?;
        let args = ScanArgs { values, sums, words, tiles, own };
        self.launcher.launch::<T::Kernel>(tiles, scan::SHARED_BYTES, &args)
    }
}
