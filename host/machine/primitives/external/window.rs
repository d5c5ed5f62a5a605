//! A window of merged runs, on the device.

use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::merge::split::{self, MergeSplit, SplitArgs, boundaries};
use motherlode_device::primitives::merge::tile::{self, MergeArgs, MergeTiles};
use motherlode_device::primitives::merge::{MOST_RUNS, TILE};

use crate::primitives::{Launcher, Primitives, require};
use crate::runtime::{Buffer, Device, RuntimeError, View, ViewMut};

use super::options::Traffic;

/// Tiles from one coarse boundary to the next.
pub(super) const COARSE: u64 = 64;

/// Keys in a tile on that device.
pub(super) fn tile_of(device: &Device) -> u64 {
    TILE.of(device.lanes()) as u64
}

/// Sorted runs on the device, one after another.
#[derive(Clone, Copy)]
pub(super) struct RunsThere<'a> {
    pub keys: View<'a, u64>,
    /// Where each starts, and the end of the last.
    pub starts: View<'a, u64>,
}

impl RunsThere<'_> {
    fn count(self) -> u64 {
        self.starts.len() - 1
    }
}

/// Where runs start that lie one after another, and the end of the last.
pub(super) fn starts_of<'a>(runs: impl Iterator<Item = &'a [u64]>) -> Vec<u64> {
    let mut starts = vec![0];
    let mut end = 0;
    starts.extend(runs.map(|run| {
        end += run.len() as u64;
        end
    }));
    starts
}

/// Boundaries that are known already: every `fan`th of those that are asked for.
#[derive(Clone, Copy)]
pub(super) struct KnownBoundaries<'a> {
    pub splits: View<'a, u32>,
    pub fan: u64,
}

/// Finds the boundaries before every `spacing`th key of the merged runs.
///
/// # Safety
/// The runs are sorted, with fewer than 2^32 keys, and start where `runs` says; boundaries that are known are theirs.
pub(super) unsafe fn find_boundaries(
    device: &Device,
    runs: RunsThere<'_>,
    spacing: u64,
    known: KnownBoundaries<'_>,
    splits: ViewMut<'_, u32>,
) -> Result<(), RuntimeError> {
    let (count, rows) = (runs.count(), boundaries(runs.keys.len(), spacing));
    require::<MergeSplit>(count <= MOST_RUNS as u64, || format!("{count} runs, and it takes {MOST_RUNS}"))?;
    let room = splits.len();
    require::<MergeSplit>(room >= rows * count, || {
        format!("{rows} boundaries of {count} runs in an array of {room}")
    })?;
    // SAFETY: there is room for the boundaries, as just checked; the rest is the caller's promise.
    let lend = unsafe { device.lend() };
    let args = SplitArgs {
        keys: lend.slice(runs.keys),
        starts: lend.slice(runs.starts),
        coarse: lend.slice(known.splits),
        splits: lend.scratch(splits),
        spacing,
        fan: known.fan,
    };
    let blocks = rows.div_ceil(u64::from(device.warps_of_block(WARPS)));
    Launcher::launch::<MergeSplit>(&lend, blocks, split::shared_bytes(device.lanes(), count as usize), &args)
}

/// What a lane merges windows with.
#[derive(Debug)]
pub(super) struct WindowMerger<'d> {
    primitives: Primitives<'d>,
    keys: Buffer<'static, u64>,
    starts: Buffer<'static, u64>,
    coarse: Buffer<'static, u32>,
    splits: Buffer<'static, u32>,
    merged: Buffer<'static, u64>,
    /// The lengths of runs of equal keys, and how many there are, if that is asked for.
    counts: Option<[Buffer<'static, u64>; 2]>,
}

/// A merged window on the host: keys, and how often each is there, if they were counted.
#[derive(Debug, Default)]
pub(super) struct Merged {
    pub keys: Vec<u64>,
    pub counts: Vec<u64>,
}

impl<'d> WindowMerger<'d> {
    /// For windows of up to `window` keys of up to `ways` runs.
    pub fn new(device: &'d Device, window: u64, ways: usize, counted: bool) -> Result<Self, RuntimeError> {
        let (tile, ways) = (tile_of(device), ways as u64);
        let counts = match counted {
            true => Some([device.unwritten(window as usize)?, device.unwritten(1)?]),
            false => None,
        };
        Ok(WindowMerger {
            keys: device.unwritten(window as usize)?,
            starts: device.unwritten(ways as usize + 1)?,
            coarse: device.unwritten((boundaries(window, tile * COARSE) * ways) as usize)?,
            splits: device.unwritten((boundaries(window, tile) * ways) as usize)?,
            merged: device.unwritten(window as usize)?,
            counts,
            primitives: Primitives::new(device),
        })
    }

    /// Merges `pieces`, which are sorted, on the device; so many keys.
    fn merge(&mut self, pieces: &[&[u64]], traffic: &Traffic) -> Result<usize, RuntimeError> {
        let pieces: Vec<&[u64]> = pieces.iter().copied().filter(|piece| !piece.is_empty()).collect();
        let starts = starts_of(pieces.iter().copied());
        let (keys, count) = (starts[pieces.len()], pieces.len() as u64);
        if keys == 0 {
            return Ok(0);
        }
        self.keys.overwrite_with(&pieces)?;
        self.starts.overwrite(&starts)?;
        traffic.words_in(keys as usize);
        let device = self.primitives.device();
        let tile = tile_of(device);
        let runs = RunsThere {
            keys: self.keys.slice().part(0, keys),
            starts: self.starts.slice().part(0, count + 1),
        };
        let mut known = KnownBoundaries { splits: View::empty(), fan: COARSE };
        if keys > tile * COARSE {
            let rows = boundaries(keys, tile * COARSE) * count;
            // SAFETY: sorted pieces and their starts, which were just copied there.
            unsafe { find_boundaries(device, runs, tile * COARSE, known, self.coarse.scratch())? };
            known.splits = self.coarse.slice().part(0, rows);
        }
        // SAFETY: as above; the boundaries that are known have just been found.
        unsafe { find_boundaries(device, runs, tile, known, self.splits.scratch())? };
        // SAFETY: the same runs, all of whose boundaries have just been found, and `merged` has room for as many keys
        // as `keys`; the launch has the shared memory that the kernel asks for.
        let lend = unsafe { device.lend() };
        let args = MergeArgs {
            keys: lend.slice(runs.keys),
            starts: lend.slice(runs.starts),
            splits: lend.slice(&self.splits),
            merged: lend.scratch(&mut self.merged),
        };
        let shared_bytes = tile::shared_bytes(device.lanes(), pieces.len());
        Launcher::launch::<MergeTiles>(&lend, keys.div_ceil(tile), shared_bytes, &args)?;
        Ok(keys as usize)
    }

    /// Fills `to` with the keys of `pieces`, in order. There are as many.
    pub fn merge_to(
        &mut self,
        pieces: &[&[u64]],
        to: &mut [u64],
        traffic: &Traffic,
    ) -> Result<(), RuntimeError> {
        self.merge(pieces, traffic)?;
        traffic.words_out(to.len());
        self.merged.fetch(to)
    }

    /// Puts the keys of `pieces` into `merged`, in order; each once and with its number, if they are counted.
    pub fn merge_each(
        &mut self,
        pieces: &[&[u64]],
        merged: &mut Merged,
        traffic: &Traffic,
    ) -> Result<(), RuntimeError> {
        let keys = self.merge(pieces, traffic)?;
        let Some([lengths, count]) = &mut self.counts else {
            merged.keys.resize(keys, 0);
            traffic.words_out(keys);
            return self.merged.fetch(&mut merged.keys);
        };
        // What was merged is no longer needed where it came from.
        self.primitives.run_lengths(
            self.merged.slice().part(0, keys as u64),
            self.keys.scratch(),
            lengths.scratch(),
            count.scratch(),
        )?;
        let mut runs = [0];
        count.fetch(&mut runs)?;
        let runs = runs[0] as usize;
        merged.keys.resize(runs, 0);
        merged.counts.resize(runs, 0);
        traffic.words_out(2 * runs);
        self.keys.fetch(&mut merged.keys)?;
        lengths.fetch(&mut merged.counts)
    }
}
