//! Compaction: what is to be kept of an array, side by side.

use motherlode_device::Kernel;
use motherlode_device::primitives::compact::{
    self, CompactArgs, CompactBetween, CompactFlagged, CompactNumbered, CompactUnique,
};
use motherlode_device::primitives::select::{Between, Flagged, Numbered, Select, Unique};

use super::{Launcher, Primitives, require};
use crate::runtime::{Lend, RuntimeError, View, ViewMut};

/// Which values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Those from the first to the second number, both included.
    Within(u32, u32),
    /// All others.
    Outside(u32, u32),
}

impl Primitives<'_> {
    /// Writes the values whose flag is not 0 to `kept`, in order, and their number to `count[0]`.
    ///
    /// What does not fit in `kept` is counted, and not written.
    ///
    /// # Errors
    /// When there is not one flag for each value, `count` is empty, the temporary memory does not fit the budget, or
    /// the device fails.
    pub fn compact_flagged(
        &mut self,
        values: View<'_, u32>,
        flags: View<'_, u8>,
        kept: ViewMut<'_, u32>,
        count: ViewMut<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let (n, m) = (values.len(), flags.len());
        require::<CompactFlagged>(n == m, || format!("{m} flags for {n} values"))?;
        let source = |lend: &Lend<'_>| Flagged { values: lend.slice(values), flags: lend.slice(flags) };
        self.compact::<CompactFlagged, _>(source, n, kept, count)
    }

    /// Writes the positions of the flags that are not 0 to `kept`, ascending, and their number to `count[0]`.
    ///
    /// What does not fit in `kept` is counted, and not written.
    ///
    /// # Errors
    /// When there are more than 2^32 flags, `count` is empty, the temporary memory does not fit the budget, or the
    /// device fails.
    pub fn compact_positions(
        &mut self,
        flags: View<'_, u8>,
        kept: ViewMut<'_, u32>,
        count: ViewMut<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let n = flags.len();
        require::<CompactNumbered>(n <= 1 << 32, || format!("{n} flags, whose positions pass 32 bits"))?;
        self.compact::<CompactNumbered, _>(|lend| Numbered { flags: lend.slice(flags) }, n, kept, count)
    }

    /// Writes the values that `keep` keeps to `kept`, in order, and their number to `count[0]`.
    ///
    /// What does not fit in `kept` is counted, and not written. A range whose second number is less than the first
    /// holds no value.
    ///
    /// # Errors
    /// When `count` is empty, the temporary memory does not fit the budget, or the device fails.
    pub fn compact_values(
        &mut self,
        values: View<'_, u32>,
        keep: Keep,
        kept: ViewMut<'_, u32>,
        count: ViewMut<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let (low, high, inside) = match keep {
            Keep::Within(low, high) => (low, high, true),
            Keep::Outside(low, high) => (low, high, false),
        };
        // An empty range is the opposite of the range of all.
        let (low, span, inside) =
            if low <= high { (low, high - low, inside) } else { (0, u32::MAX, !inside) };
        let source = |lend: &Lend<'_>| {
            let values = lend.slice(values);
            Between { values, low, span, inside: inside.into(), padding: 0 }
        };
        self.compact::<CompactBetween, _>(source, values.len(), kept, count)
    }

    /// Writes the first value of each run of equal values to `kept`, and the number of runs to `count[0]`: of a sorted
    /// array, its distinct values.
    ///
    /// What does not fit in `kept` is counted, and not written.
    ///
    /// # Errors
    /// When `count` is empty, the temporary memory does not fit the budget, or the device fails.
    pub fn unique(
        &mut self,
        values: View<'_, u32>,
        kept: ViewMut<'_, u32>,
        count: ViewMut<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let source = |lend: &Lend<'_>| Unique { values: lend.slice(values) };
        self.compact::<CompactUnique, _>(source, values.len(), kept, count)
    }

    fn compact<'a, K, S>(
        &'a mut self,
        source: impl FnOnce(&Lend<'_>) -> S,
        items: u64,
        kept: ViewMut<'a, u32>,
        count: ViewMut<'a, u64>,
    ) -> Result<(), RuntimeError>
    where
        K: Kernel<Args<'a> = CompactArgs<'a, S>>,
        S: Select,
    {
        require::<K>(!count.is_empty(), || "it has no place for the number of kept items".into())?;
        let tiles = self.launcher.tiles(items, compact::TILE).max(1);
        let words = self.workspace.states(tiles, 1)?;
        // SAFETY: the source has so many items, and there is a place for the number, as was just checked; what does not
        // fit in `kept` is not written. `words` are the zeros for that many tiles.
        let lend = unsafe { self.launcher.lend() };
        let args = CompactArgs {
            source: source(&lend),
            kept: lend.scratch(kept),
            count: lend.scratch(count),
            words: lend.slice(words),
            tiles,
        };
        Launcher::launch::<K>(&lend, tiles, compact::shared_bytes(self.launcher.lanes()), &args)
    }
}
