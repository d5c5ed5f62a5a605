//! Segmented reduction and scan.

use motherlode_device::Kernel;
use motherlode_device::primitives::lookback::Carry;
use motherlode_device::primitives::operator::Sum;
use motherlode_device::primitives::segments::partition::{
    PartitionArgs, PartitionSegmentsU32, PartitionSegmentsU64,
};
use motherlode_device::primitives::segments::reduce::{self, ReduceSegmentsArgs, SegmentedReduction};
use motherlode_device::primitives::segments::scan::{self, SegmentedSums};
use motherlode_device::primitives::segments::{SegmentsArgs, TILE, offsets};

use super::{Launcher, Primitives, require};
use crate::runtime::{Lend, RuntimeError, View, ViewMut};

/// What segments are cut by: `u32` or `u64`.
pub trait Offset: offsets::OffsetWord {
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
        values: View<'_, u32>,
        offsets: View<'_, I>,
        results: ViewMut<'_, O::Value>,
    ) -> Result<(), RuntimeError> {
        let (segments, room) = (offsets.len().saturating_sub(1), results.len());
        require::<O::Kernel>(room >= segments, || format!("{room} results for {segments} segments"))?;
        require::<O::Kernel>(!offsets.is_empty(), || NO_OFFSETS.into())?;
        let tiles = self.launcher.tiles(values.len() + segments, TILE);
        if tiles == 0 {
            return Ok(());
        }
        let (open, mut splits) = self.workspace.words_and_splits(tiles, tiles + 1)?;
        // SAFETY: there are offsets, room for the results, a word for each tile and one split more, as just checked and
        // made; the kernels keep within the values whatever the offsets say.
        let lend = unsafe { self.launcher.lend() };
        cut(&lend, values.len(), offsets, splits.reborrow(), tiles)?;
        let args = ReduceSegmentsArgs {
            values: lend.slice(values),
            offsets: lend.slice(offsets),
            splits: lend.slice(splits.into_view()),
            results: lend.scratch(results),
            open: lend.scratch(open),
            tiles,
        };
        Launcher::launch::<O::Kernel>(&lend, tiles, reduce::shared_bytes::<O::Value>(), &args)?;
        Launcher::launch_items::<O::Join>(&lend, tiles, &args)
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
        values: View<'_, u32>,
        offsets: View<'_, I>,
        results: ViewMut<'_, T>,
        inclusive: bool,
    ) -> Result<(), RuntimeError>
    where
        T: SegmentedSums<I>,
        I: Offset,
        Sum<T>: Carry<Value = T>,
    {
        let (n, room) = (values.len(), results.len());
        require::<T::Kernel>(room >= n, || format!("{room} results for {n} values"))?;
        let (words, own) = (<Sum<T> as Carry>::WORDS, if inclusive { u64::MAX } else { 0 });
        self.segmented::<T::Kernel, I, T>(values, offsets, results, words, own, scan::shared_bytes::<T>())
    }

    fn segmented<K, I, T>(
        &mut self,
        values: View<'_, u32>,
        offsets: View<'_, I>,
        results: ViewMut<'_, T>,
        words: usize,
        own: u64,
        shared_bytes: usize,
    ) -> Result<(), RuntimeError>
    where
        K: for<'a> Kernel<Args<'a> = SegmentsArgs<'a, I, T>>,
        I: Offset,
        T: Copy,
    {
        require::<K>(!offsets.is_empty(), || NO_OFFSETS.into())?;
        let tiles = self.launcher.tiles(values.len() + offsets.len() - 1, TILE);
        if tiles == 0 {
            return Ok(());
        }
        let (words, mut splits) = self.workspace.states_and_splits(tiles, words, tiles + 1)?;
        // SAFETY: as in `segmented_reduce`; `words` are the zeros for that many tiles.
        let lend = unsafe { self.launcher.lend() };
        cut(&lend, values.len(), offsets, splits.reborrow(), tiles)?;
        let args = SegmentsArgs {
            values: lend.slice(values),
            offsets: lend.slice(offsets),
            splits: lend.slice(splits.into_view()),
            results: lend.scratch(results),
            words: lend.slice(words),
            tiles,
            own,
        };
        Launcher::launch::<K>(&lend, tiles, shared_bytes, &args)
    }
}

const NO_OFFSETS: &str = "no offsets: even without segments there is one";

/// Cuts segments into tiles: writes `splits`, `tiles + 1` of them.
fn cut<I: Offset>(
    lend: &Lend<'_>,
    values: u64,
    offsets: View<'_, I>,
    splits: ViewMut<'_, u64>,
    tiles: u64,
) -> Result<(), RuntimeError> {
    let tile = TILE.of(lend.device().lanes()) as u64;
    let partition =
        PartitionArgs { offsets: lend.slice(offsets), splits: lend.scratch(splits), values, tile };
    Launcher::launch_items::<I::Partition>(lend, tiles + 1, &partition)
}
