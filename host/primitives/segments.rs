//! Segmented reduction and scan.

use motherlode_device::Kernel;
use motherlode_device::memory::{Scratch, Slice};
use motherlode_device::primitives::lookback::Carry;
use motherlode_device::primitives::operator::Sum;
use motherlode_device::primitives::segments::partition::{
    PartitionArgs, PartitionSegmentsU32, PartitionSegmentsU64,
};
use motherlode_device::primitives::segments::reduce::{self, ReduceSegmentsArgs, SegmentedReduction};
use motherlode_device::primitives::segments::scan::{self, SegmentedSums};
use motherlode_device::primitives::segments::{SegmentsArgs, TILE, offsets};

use super::{Launcher, Primitives, require};
use crate::runtime::RuntimeError;

/// What segments are cut by: `u32` or `u64`.
pub trait Offset: offsets::Offset {
    /// The kernel that cuts them into tiles.
    type Partition: for<'a> Kernel<Args<'a> = PartitionArgs<'a, Self>>;
}
impl Offset for u32 {
    type Partition = PartitionSegmentsU32;
}
impl Offset for u64 {
    type Partition = PartitionSegmentsU64;
}

impl Primitives<'_> {
    /// Writes to `results[s]` the values of segment `s` combined by `O`: `segmented_reduce::<Sum<u64>, _>(…)`. Of an
    /// empty segment the sum and the maximum are 0, and the minimum is `u32::MAX`.
    ///
    /// Segment `s` is `values[offsets[s]..offsets[s + 1]]`; the offsets ascend from 0 to the number of values. (Others
    /// give results that mean nothing.)
    ///
    /// # Errors
    /// When there are no offsets or fewer results than segments, the temporary memory does not fit the budget, or the
    /// device fails.
    pub fn segmented_reduce<O: SegmentedReduction<I>, I: Offset>(
        &mut self,
        values: Slice<'_, u32>,
        offsets: Slice<'_, I>,
        results: Scratch<'_, O::Value>,
    ) -> Result<(), RuntimeError> {
        let (segments, room) = (offsets.length().saturating_sub(1), results.len());
        require::<O::Kernel>(room >= segments, || format!("{room} results for {segments} segments"))?;
        require::<O::Kernel>(offsets.length() > 0, || NO_OFFSETS.into())?;
        let tiles = self.launcher.tiles(values.length() + segments, TILE);
        if tiles == 0 {
            return Ok(());
        }
        let (open, splits) = self.workspace.words_and_splits(tiles, tiles + 1)?;
        cut(self.launcher, values, offsets, splits, tiles)?;
        // SAFETY: the kernel before wrote every split, and none writes them now.
        let splits = unsafe { splits.as_slice() };
        let args = ReduceSegmentsArgs { values, offsets, splits, results, open, tiles };
        self.launcher.launch::<O::Kernel>(tiles, reduce::shared_bytes::<O::Value>(), &args)?;
        self.launcher.launch_items::<O::Join>(tiles, &args)
    }

    /// Writes to `results[i]` the sum of the values of its segment before value `i`, or up to and with it if
    /// `inclusive`. Sums wrap in `T`, a `u32` or a `u64`.
    ///
    /// The offsets are as for [`segmented_reduce`](Self::segmented_reduce).
    ///
    /// # Errors
    /// When there are no offsets or fewer results than values, the temporary memory does not fit the budget, or the
    /// device fails.
    pub fn segmented_scan<T, I>(
        &mut self,
        values: Slice<'_, u32>,
        offsets: Slice<'_, I>,
        results: Scratch<'_, T>,
        inclusive: bool,
    ) -> Result<(), RuntimeError>
    where
        T: SegmentedSums<I>,
        I: Offset,
        Sum<T>: Carry<Value = T>,
    {
        let (n, room) = (values.length(), results.len());
        require::<T::Kernel>(room >= n, || format!("{room} results for {n} values"))?;
        let (words, own) = (<Sum<T> as Carry>::WORDS, if inclusive { u64::MAX } else { 0 });
        self.segmented::<T::Kernel, I, T>(values, offsets, results, words, own, scan::shared_bytes::<T>())
    }

    fn segmented<K, I, T>(
        &mut self,
        values: Slice<'_, u32>,
        offsets: Slice<'_, I>,
        results: Scratch<'_, T>,
        words: usize,
        own: u64,
        shared_bytes: usize,
    ) -> Result<(), RuntimeError>
    where
        K: for<'a> Kernel<Args<'a> = SegmentsArgs<'a, I, T>>,
        I: Offset,
        T: Copy,
    {
        require::<K>(offsets.length() > 0, || NO_OFFSETS.into())?;
        let tiles = self.launcher.tiles(values.length() + offsets.length() - 1, TILE);
        if tiles == 0 {
            return Ok(());
        }
        let (words, splits) = self.workspace.states_and_splits(tiles, words, tiles + 1)?;
        cut(self.launcher, values, offsets, splits, tiles)?;
        // SAFETY: the kernel before wrote every split, and none writes them now.
        let splits = unsafe { splits.as_slice() };
        self.launcher.launch::<K>(
            tiles,
            shared_bytes,
            &SegmentsArgs { values, offsets, splits, results, words, tiles, own },
        )
    }
}

const NO_OFFSETS: &str = "no offsets: even without segments there is one";

/// Cuts segments into tiles: writes `splits`, `tiles + 1` of them.
fn cut<I: Offset>(
    launcher: Launcher<'_>,
    values: Slice<'_, u32>,
    offsets: Slice<'_, I>,
    splits: Scratch<'_, u64>,
    tiles: u64,
) -> Result<(), RuntimeError> {
    let tile = TILE.of(launcher.lanes()) as u64;
    let partition = PartitionArgs { offsets, splits, values: values.length(), tile };
    launcher.launch_items::<I::Partition>(tiles + 1, &partition)
}
