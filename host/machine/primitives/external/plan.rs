//! Lengths of runs and windows, from the budget.

use motherlode_device::primitives::merge::split::boundaries;
use motherlode_device::primitives::runs;

use crate::primitives::sort::{MOST_KEYS, sort_bytes};
use crate::primitives::workspace::workspace_bytes;
use crate::runtime::{Device, MemorySize, RuntimeError};

use super::window::{COARSE, tile_of};

const WORD: u64 = size_of::<u64>() as u64;
const SPLIT: u64 = size_of::<u32>() as u64;
/// The most keys of a window: more make no copy faster, and keep the first result waiting.
const MOST_IN_WINDOW: u64 = 1 << 25;
/// The fewest keys of a window that is smaller than it could be, so that each lane has several.
const LEAST_IN_WINDOW: u64 = 1 << 20;
/// Windows for each lane, if they are not smaller than that.
const WINDOWS_OF_LANE: u64 = 4;
/// Samples of a window for each run: a window is smaller than it could be by one of so many.
const SAMPLES_OF_RUN: u64 = 8;

/// The device memory that a sort may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct SortBudget {
    /// All of it.
    bytes: u64,
    /// The lanes that it is for.
    lanes: u64,
}

/// How runs are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MergePlan {
    /// The most keys of a window.
    pub window: u64,
    /// Keys from one sample of a run to the next.
    pub stride: u64,
    /// Samples from one window to the next.
    pub spacing: u64,
}

/// The largest number up to `most` of which `fits` holds; 0 if it does for none. It holds for all below one of which it
/// does.
fn largest(most: u64, fits: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = high - (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

impl SortBudget {
    /// What is left of the device's budget, or `most` of it.
    pub fn new(device: &Device, most: Option<MemorySize>, lanes: usize) -> Self {
        let left = device.budget().left();
        SortBudget { bytes: most.map_or(left, |most| most.0.min(left)), lanes: lanes as u64 }
    }

    /// What each lane may use.
    fn of_lane(self) -> u64 {
        self.bytes / self.lanes
    }

    /// The most keys that each of the lanes can sort at the same time: at least 1.
    ///
    /// # Errors
    /// When that is none.
    pub fn run(self, device: &Device) -> Result<usize, RuntimeError> {
        match largest(MOST_KEYS - 1, |keys| run_bytes(device, keys) <= self.of_lane()) {
            0 => Err(device.budget().too_small(run_bytes(device, 1) * self.lanes)),
            keys => Ok(keys as usize),
        }
    }

    /// The length of the runs, all but the last of which are equal, that `keys` keys are sorted in: one, if one lane
    /// has the memory for that.
    ///
    /// # Errors
    /// When the lanes cannot sort a key each.
    pub fn equal_runs(self, device: &Device, keys: usize) -> Result<usize, RuntimeError> {
        if (keys as u64) < MOST_KEYS && run_bytes(device, keys as u64) <= self.bytes {
            return Ok(keys);
        }
        let (most, lanes) = (self.run(device)?, self.lanes as usize);
        let runs = keys.div_ceil(most).next_multiple_of(lanes);
        Ok(keys.div_ceil(runs))
    }

    /// How `ways` runs of `keys` keys in all are merged. `None` if the memory is too small for that.
    pub fn merge(self, device: &Device, keys: u64, ways: u64, counted: bool) -> Option<MergePlan> {
        let useful = keys.div_ceil(WINDOWS_OF_LANE * self.lanes).max(LEAST_IN_WINDOW);
        if keys <= useful.min(MOST_IN_WINDOW) && window_bytes(device, keys, ways, counted) <= self.of_lane() {
            // One window, so no samples.
            return Some(MergePlan { window: keys, stride: keys + 1, spacing: 1 });
        }
        let window = largest(useful.min(MOST_IN_WINDOW).min(keys), |window| {
            window_bytes(device, window, ways, counted) <= self.of_lane()
        });
        let most = window / (ways + 1);
        let mut stride = (window / (SAMPLES_OF_RUN * ways)).max(1);
        // Fewer samples, if there is no room for so many: the windows become smaller.
        while stride <= most {
            let (samples, spacing) = (keys / stride, window / stride - ways);
            let bytes = WORD * (samples + ways + 1) + SPLIT * ways * boundaries(samples, spacing);
            if samples < 1 << 32 && bytes <= self.bytes {
                return Some(MergePlan { window, stride, spacing });
            }
            stride = if stride < most { (2 * stride).min(most) } else { most + 1 };
        }
        None
    }

    /// The error that says that two runs of `keys` keys in all cannot be merged.
    pub fn too_small(self, device: &Device, keys: u64, counted: bool) -> RuntimeError {
        let bytes = window_bytes(device, LEAST_IN_WINDOW.min(keys), 2, counted);
        device.budget().too_small(bytes.saturating_mul(self.lanes))
    }

    /// The most runs of `runs` with `keys` keys in all that can be merged at once, up to `most`: at least 2.
    ///
    /// # Errors
    /// When it is not even 2.
    pub fn ways(
        self,
        device: &Device,
        keys: u64,
        runs: usize,
        most: usize,
        counted: bool,
    ) -> Result<usize, RuntimeError> {
        let mut ways = runs.min(most).max(2);
        while self.merge(device, keys, ways as u64, counted).is_none() {
            if ways == 2 {
                return Err(self.too_small(device, keys, counted));
            }
            ways = ways.div_ceil(2);
        }
        Ok(ways)
    }
}

/// The bytes with which a lane sorts a run of `keys` keys.
fn run_bytes(device: &Device, keys: u64) -> u64 {
    // With the words for the smallest and the largest key.
    sort_bytes::<u64>(device.lanes(), keys) + 2 * WORD
}

/// The bytes with which a lane merges a window of `keys` keys of `ways` runs.
fn window_bytes(device: &Device, keys: u64, ways: u64, counted: bool) -> u64 {
    let tile = tile_of(device);
    let rows = boundaries(keys, tile) + boundaries(keys, tile * COARSE);
    let merging = 2 * WORD * keys + WORD * (ways + 1) + SPLIT * ways * rows;
    let tiles = keys.div_ceil(runs::TILE.of(device.lanes()) as u64).max(1);
    let counting = WORD * (keys + 1) + workspace_bytes(1 + tiles * runs::WORDS as u64);
    merging + if counted { counting } else { 0 }
}
