//! Compaction: what is to be kept of an array, side by side.

use motherlode_device::Kernel;
use motherlode_device::memory::{Scratch, Slice};
use motherlode_device::primitives::compact::{
    self, CompactArgs, CompactBetween, CompactFlagged, CompactNumbered, CompactUnique,
};
use motherlode_device::primitives::select::{Between, Flagged, Numbered, Select, Unique};

use super::{Primitives, require};
use crate::runtime::RuntimeError;

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
        values: Slice<'_, u32>,
        flags: Slice<'_, u8>,
        kept: Scratch<'_, u32>,
        count: Scratch<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let (n, m) = (values.length(), flags.length());
        require::<CompactFlagged>(n == m, || format!("{m} flags for {n} values"))?;
        self.compact::<CompactFlagged, _>(Flagged { values, flags }, n, kept, count)
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
        flags: Slice<'_, u8>,
        kept: Scratch<'_, u32>,
        count: Scratch<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let n = flags.length();
        require::<CompactNumbered>(n <= 1 << 32, || format!("{n} flags, whose positions pass 32 bits"))?;
        self.compact::<CompactNumbered, _>(Numbered { flags }, n, kept, count)
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
        values: Slice<'_, u32>,
        keep: Keep,
        kept: Scratch<'_, u32>,
        count: Scratch<'_, u64>,
    ) -> Result<(), RuntimeError> {
        let (low, high, inside) = match keep {
            Keep::Within(low, high) => (low, high, true),
            Keep::Outside(low, high) => (low, high, false),
        };
        // An empty range is the opposite of the range of all.
        let (low, span, inside) =
            if low <= high { (low, high - low, inside) } else { (0, u32::MAX, !inside) };
        let source = Between { values, low, span, inside: inside.into(), padding: 0 };
        self.compact::<CompactBetween, _>(source, values.length(), kept, count)
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
        values: Slice<'_, u32>,
        kept: Scratch<'_, u32>,
        count: Scratch<'_, u64>,
    ) -> Result<(), RuntimeError> {
        self.compact::<CompactUnique, _>(Unique { values }, values.length(), kept, count)
    }

    fn compact<'a, K, S>(
        &'a mut self,
        source: S,
        items: u64,
        kept: Scratch<'a, u32>,
        count: Scratch<'a, u64>,
    ) -> Result<(), RuntimeError>
    where
        K: Kernel<Args<'a> = CompactArgs<'a, S>>,
        S: Select,
    {
        require::<K>(!count.is_empty(), || "it has no place for the number of kept items".into())?;
        let tiles = self.launcher.tiles(items, compact::TILE).max(1);
        let words = self.workspace.states(tiles, 1)?;
        let args = CompactArgs { source, kept, count, words, tiles };
        self.launcher.launch::<K>(tiles, compact::shared_bytes(self.launcher.lanes()), &args)
    }
}
