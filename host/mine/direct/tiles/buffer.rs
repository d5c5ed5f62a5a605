//! A tile of lists on a device, and how it is filled.

use std::ops::Range;
use std::sync::atomic::AtomicU32;

use motherlode_device::kernels::tiles::ListTile;
use motherlode_device::kernels::tiles::copy::CopyListsArgs;
use motherlode_device::kernels::tiles::edges::AddTileCountsArgs;
use motherlode_device::memory::Slice;

use super::cut::{elements, lists_at};
use crate::direct::on_device::OnDevice;
use crate::place::ListSizes;
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// A tile of lists on a device.
#[derive(Debug)]
pub(super) struct TileBuffer {
    /// Where the lists start, then the lists.
    words: Buffer<'static, u32>,
    /// What was counted at the elements of the lists; nothing if nothing is counted there.
    counts: Buffer<'static, u32>,
    /// The vertices whose lists are there.
    pub vertices: Range<u32>,
    /// Whether counts may be there that have not been added to where they are kept.
    pub counted: bool,
}

impl TileBuffer {
    pub fn new(device: &Device, words: u64, counts: bool) -> Result<TileBuffer, RuntimeError> {
        let length = words as usize;
        let counts = device.zeroed(if counts { length } else { 0 })?;
        Ok(TileBuffer { words: device.unwritten(length)?, counts, vertices: 0..0, counted: false })
    }

    /// The lists, for kernels.
    pub fn lists(&self, starts: &[u64], lend: &Lend<'_>) -> ListTile<'_> {
        let (words, count) = (self.words.slice(), self.vertices.len() as u64);
        let lists = elements(starts, &self.vertices);
        ListTile {
            starts: lend.slice(words.part(0, count + 1)),
            lists: lend.slice(words.part(lists_at(&self.vertices), lists.end - lists.start)),
            first: self.vertices.start,
        }
    }

    /// The counts at their elements, for kernels to add to.
    pub fn counts(&self, starts: &[u64], lend: &Lend<'_>) -> Slice<'_, AtomicU32> {
        let counts = self.counts.atomics();
        if counts.is_empty() {
            return Slice::empty();
        }
        let lists = elements(starts, &self.vertices);
        lend.slice(counts.part(0, lists.end - lists.start))
    }

    /// What adds the counts to where they are kept, if there are any.
    pub fn take_counts<'a>(
        &'a mut self,
        starts: &[u64],
        kept: &'a mut Buffer<'static, u32>,
        lend: &Lend<'_>,
    ) -> Option<AddTileCountsArgs<'a>> {
        if !std::mem::take(&mut self.counted) || self.counts.is_empty() {
            return None;
        }
        let lists = elements(starts, &self.vertices);
        let to = kept.scratch().part(lists.start, lists.end - lists.start);
        Some(AddTileCountsArgs { counts: self.counts(starts, lend), to: lend.scratch(to) })
    }
}

/// What copies the lists of a buffer's vertices there.
pub(super) fn copy_args<'a>(
    on: &'a OnDevice,
    sizes: &ListSizes,
    to: &'a mut TileBuffer,
    lend: &Lend<'_>,
) -> CopyListsArgs<'a> {
    let (graph, vertices) = (on.graph(lend), &to.vertices);
    let lists = elements(&sizes.starts, vertices);
    CopyListsArgs {
        starts: graph.offsets.part(vertices.start.into(), vertices.len() as u64 + 1),
        lists: graph.neighbors.part(lists.start, lists.end - lists.start),
        base: lists.start,
        lists_at: lists_at(vertices) as u32,
        to: lend.scratch(&mut to.words),
    }
}
