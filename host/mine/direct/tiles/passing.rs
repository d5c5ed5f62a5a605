//! Lists that pass by: a tile is mined while the next one comes.

use std::ops::Range;

use motherlode_device::kernels::tiles::ListTile;
use motherlode_device::kernels::tiles::copy::CopyLists;

use super::buffer::{TileBuffer, copy_args};
use super::cut::{cut, travelling};
use super::travelling::COPYING_BLOCKS;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::place::ListSizes;
use crate::runtime::{Device, Grid, Lend, RuntimeError, Travelled};

/// Two tiles on a device: one that is mined, and one that comes.
pub(in crate::direct) struct Passing {
    buffers: [TileBuffer; 2],
    copying: Grid,
}

/// Some vertices, cut into tiles of at most so many words each. `None` if a list does not fit in one.
pub(in crate::direct) fn tiles_of(
    starts: &[u64],
    vertices: Range<u32>,
    words: u64,
) -> Option<Vec<Range<u32>>> {
    let (mut tiles, mut first) = (Vec::new(), vertices.start);
    while first < vertices.end {
        let end = cut(starts, first, words)?.min(vertices.end);
        tiles.push(first..end);
        first = end;
    }
    Some(tiles)
}

/// The bytes that come for some tiles.
pub(in crate::direct) fn bytes_of(starts: &[u64], tiles: &[Range<u32>]) -> u64 {
    tiles.iter().map(|tile| travelling(starts, tile)).sum()
}

/// The bytes that would come if all lists came once.
pub(in crate::direct) fn bytes_of_all(starts: &[u64]) -> u64 {
    travelling(starts, &(0..starts.len() as u32 - 1))
}

impl Passing {
    /// Room for tiles of so many words.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the driver fails.
    pub fn new(device: &Device, words: u64) -> Result<Self, RuntimeError> {
        let buffer = || TileBuffer::new(device, words, false);
        let copying = device.grid::<CopyLists>(WARPS, 0, COPYING_BLOCKS)?;
        Ok(Passing { buffers: [buffer()?, buffer()?], copying })
    }

    /// Brings one tile after another to the device, and calls `mine` with the number of each to launch what mines it,
    /// on the track that is given.
    ///
    /// # Errors
    /// When a launch fails.
    pub fn pass(
        &mut self,
        on: &OnDevice,
        sizes: &ListSizes,
        tiles: &[Range<u32>],
        lend: &Lend<'_>,
        mine: impl Fn(usize, usize, ListTile<'_>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        /// Where lists are copied, and where they are mined.
        const COPIED: usize = 0;
        const MINED: usize = 1;
        let of_bytes = bytes_of_all(&sizes.starts);
        for number in 0..=tiles.len() {
            let [even, odd] = &mut self.buffers;
            let (filled, there) = if number % 2 == 0 { (even, odd) } else { (odd, even) };
            lend.device().overlapped(|| {
                if let Some(tile) = tiles.get(number) {
                    let bytes = travelling(&sizes.starts, tile);
                    on.device().note_travelled(Travelled { bytes, of_bytes });
                    filled.vertices = tile.clone();
                    // The copy comes first: it needs few blocks, and those that mine take all that are left.
                    let args = copy_args(on, sizes, filled, lend);
                    lend.launch_beside::<CopyLists>(COPIED, self.copying, &args)?;
                }
                match number.checked_sub(1) {
                    Some(mined) => mine(mined, MINED, there.lists(&sizes.starts, lend)),
                    None => Ok(()),
                }
            })?;
        }
        Ok(())
    }
}
