//! Lists on their way to a device: a tile that stays, and what passes it by.

use std::ops::Range;
use std::sync::atomic::AtomicU32;

use motherlode_device::kernels::tiles::ListTile;
use motherlode_device::kernels::tiles::copy::CopyLists;
use motherlode_device::kernels::tiles::edges::AddTileCounts;
use motherlode_device::memory::Slice;

use super::buffer::{TileBuffer, copy_args};
use super::cut::{cut, travelling};
use super::tiling::{TileRooms, Tiling};
use crate::direct::on_device::{OnDevice, WARPS};
use crate::place::ListSizes;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError, Travelled};

/// Blocks that copy beside those that mine: what they read at a time saturates the bus.
pub(super) const COPYING_BLOCKS: u64 = 32;

/// Lists on their way to a device, and what is there of them.
pub(in crate::direct) struct Travelling {
    on: OnDevice,
    sizes: ListSizes,
    tiling: Tiling,
    tile: TileBuffer,
    /// What passes by: mined and filled by turns.
    passing: [TileBuffer; 2],
    copying: Grid,
    /// Where what is counted at the edges is kept; nothing if nothing is.
    kept: Buffer<'static, u32>,
}

/// What is mined in a step: the roots, and the tile of their neighbours. They may be the same.
pub(in crate::direct) struct TileStep<'s> {
    pub number: usize,
    pub roots: ListTile<'s>,
    pub tile: ListTile<'s>,
    /// A count for each element of the roots' lists, and of the tile's: none if nothing is counted there.
    pub root_counts: Slice<'s, AtomicU32>,
    pub tile_counts: Slice<'s, AtomicU32>,
}

impl Travelling {
    /// Makes room on the device for a tile and what passes by. `kept` is where what is counted at the edges is kept:
    /// zeros, or nothing.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the driver fails.
    pub fn new(
        on: OnDevice,
        sizes: ListSizes,
        tiling: Tiling,
        kept: Buffer<'static, u32>,
    ) -> Result<Self, RuntimeError> {
        let device = on.device();
        let buffer = |words: u64| TileBuffer::new(device, words, !kept.is_empty());
        let TileRooms { tile, passing } = tiling.rooms;
        let (tile, passing) = (buffer(tile)?, [buffer(passing)?, buffer(passing)?]);
        let copying = device.grid::<CopyLists>(WARPS, 0, COPYING_BLOCKS)?;
        Ok(Travelling { on, sizes, tiling, tile, passing, copying, kept })
    }

    /// What was counted at the edges.
    pub fn into_kept(self) -> Buffer<'static, u32> {
        self.kept
    }

    /// How many tiles there are.
    pub fn tiles(&self) -> u64 {
        self.tiling.len() as u64
    }

    /// The most steps of a tile.
    pub fn most_steps(&self) -> usize {
        self.tiling.most_steps
    }

    /// How many roots there are in each step of a tile.
    pub fn roots_of_steps(&self, tile: u64) -> Vec<u32> {
        let tile = self.tiling.tiles[tile as usize].clone();
        let (mut roots, mut next) = (vec![tile.len() as u32], tile.end);
        while let Some(passing) = self.passing_from(next) {
            roots.push(passing.len() as u32);
            next = passing.end;
        }
        roots
    }

    /// The vertices from `next` on that pass by together, if there are any left.
    fn passing_from(&self, next: u32) -> Option<Range<u32>> {
        let end = cut(&self.sizes.starts, next, self.tiling.rooms.passing)?;
        Some(next..end)
    }

    /// Brings a tile to the device, lets all greater vertices pass by, and calls `mine` to launch each step, on the
    /// track that is given: beside it the lists for the next one are copied.
    ///
    /// # Errors
    /// When a launch fails.
    pub fn pass_by(
        &mut self,
        tile: u64,
        lend: &Lend<'_>,
        mine: impl Fn(usize, TileStep<'_>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        /// Where lists are copied, and where they are mined.
        const COPIED: usize = 0;
        const MINED: usize = 1;
        let device = lend.device();
        self.tile.vertices = self.tiling.tiles[tile as usize].clone();
        let (tiled, mut next) = (self.tile.vertices.clone(), self.tile.vertices.end);
        self.note(&tiled);
        let args = copy_args(&self.on, &self.sizes, &mut self.tile, lend);
        lend.launch::<CopyLists>(self.copying, &args)?;
        for number in 0.. {
            let coming = self.passing_from(next);
            coming.iter().for_each(|vertices| self.note(vertices));
            let [even, odd] = &mut self.passing;
            let (there, filled) = if number % 2 == 0 { (odd, even) } else { (even, odd) };
            let starts = &self.sizes.starts;
            device.overlapped(|| {
                if let Some(args) = filled.take_counts(starts, &mut self.kept, lend) {
                    lend.launch_beside::<AddTileCounts>(COPIED, self.copying, &args)?;
                }
                if let Some(vertices) = &coming {
                    filled.vertices = vertices.clone();
                    // The copy comes first: it needs few blocks, and those that mine take all that are left.
                    let args = copy_args(&self.on, &self.sizes, filled, lend);
                    lend.launch_beside::<CopyLists>(COPIED, self.copying, &args)?;
                }
                let (roots, tile) =
                    if number == 0 { (&self.tile, &self.tile) } else { (&*there, &self.tile) };
                let step = TileStep {
                    number,
                    roots: roots.lists(starts, lend),
                    tile: tile.lists(starts, lend),
                    root_counts: roots.counts(starts, lend),
                    tile_counts: tile.counts(starts, lend),
                };
                mine(MINED, step)
            })?;
            there.counted = number > 0;
            match coming {
                Some(vertices) => next = vertices.end,
                None => break,
            }
        }
        self.tile.counted = true;
        self.keep_counts(lend)
    }

    /// Adds the counts of all tiles to where they are kept.
    fn keep_counts(&mut self, lend: &Lend<'_>) -> Result<(), RuntimeError> {
        let [even, odd] = &mut self.passing;
        for buffer in [&mut self.tile, even, odd] {
            if let Some(args) = buffer.take_counts(&self.sizes.starts, &mut self.kept, lend) {
                lend.launch::<AddTileCounts>(self.copying, &args)?;
            }
        }
        Ok(())
    }

    /// Takes notice of lists that travel.
    fn note(&self, vertices: &Range<u32>) {
        let starts = &self.sizes.starts;
        let bytes = travelling(starts, vertices);
        let of_bytes = travelling(starts, &(0..starts.len() as u32 - 1));
        self.on.device().note_travelled(Travelled { bytes, of_bytes });
    }
}
