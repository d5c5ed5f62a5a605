//! Filling the rows of the roots' matrices from a tile of lists.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::row_at;
use crate::kernels::queue::draw;
use crate::kernels::tiles::ListTile;
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::hubs::set_bit;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::sets::{contains, lower_bound};
use crate::simt::{Block, Warp};

/// How many elements of a list are streamed at the cost of searching it for one vertex.
const SEARCH: usize = 16;

/// What [`fill_rows`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FillRowsArgs<'a> {
    /// Where in `words` each root begins.
    pub starts: Slice<'a, u32>,
    /// What is [stored](super::StoredRoots) of the roots: their lists are there, and rows are written.
    pub words: Slice<'a, AtomicU32>,
    /// The lists of some vertices.
    pub tile: ListTile<'a>,
    /// One counter, from 0 up: the next task.
    pub queue: Slice<'a, AtomicU64>,
    /// The shape of a warp's marks.
    pub marks: MarksShape,
    /// How the roots are dealt.
    pub deal: RowDeal,
    /// Vertices below have rows of hubs: none is filled for them.
    pub hubs: u32,
}

/// How roots are dealt in tasks: those whose positions agree modulo `groups` are a group, of which each task takes a
/// part of the rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct RowDeal {
    /// At least 1, and so many that a group has no more roots than a warp has lanes.
    pub groups: u32,
    /// The tasks of a group: at least 1.
    pub parts: u32,
}

impl RowDeal {
    /// How many tasks there are.
    #[inline(always)]
    pub fn tasks(self) -> u64 {
        u64::from(self.groups) * u64::from(self.parts)
    }
}

layout!(FillRowsArgs<'_>: 112, queue: 72, marks: 88, deal: 96, hubs: 104);

/// Fills the rows of those vertices in the roots' lists whose own lists are in the tile.
///
/// A lane finds out which of a root's neighbours are in the tile, and the warp takes those roots that have some, row by
/// row: it streams the neighbour's list past the marks of the root's, or searches it, as its length says. Shared
/// memory: [`shared_bytes`](crate::kernels::triangles::count::shared_bytes) of the marks. All that is read is on the
/// device.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
pub unsafe fn fill_rows<B: Block>(block: B, args: &FillRowsArgs<'_>) {
    let warp = block.warp();
    // SAFETY: the only use of shared memory in this kernel.
    let marks = unsafe { Marks::of_warp(block, args.marks) };
    warp.sync();
    while let Some(tasks) = draw(warp, &args.queue[0], 1, args.deal.tasks()) {
        let task = tasks.start as u32;
        of_group(warp, args, &marks, task / args.deal.parts, task % args.deal.parts);
    }
}

/// Fills one part of the rows of a group of roots.
#[inline(always)]
fn of_group<W: Warp>(warp: W, args: &FillRowsArgs<'_>, marks: &Marks<'_>, group: u32, part: u32) {
    let team = ThreadTeam::warp(warp);
    let own = group + warp.lane() * args.deal.groups;
    let (mut low, mut high, mut hubs) = (0, 0, 0);
    if (own as usize) < args.starts.len() {
        let list = list(args, own);
        (low, high) = args.tile.found_in(list);
        hubs = lower_bound(list, args.hubs) as u32;
        // The first of a list has none before it.
        low = low.max(hubs).max(1);
    }
    let mut left = warp.ballot(low < high);
    while left != 0 {
        let lane = left.trailing_zeros();
        left &= left - 1;
        let position = group + lane * args.deal.groups;
        let (low, high, hubs) = (warp.shuffle(low, lane), warp.shuffle(high, lane), warp.shuffle(hubs, lane));
        let all = list(args, position);
        let list = &all[..high as usize];
        marks.set::<W>(team, list);
        warp.sync();
        let mut i = low + part;
        while i < high {
            let start = args.starts[position as usize] + row_at(all.len() as u32, hubs, i);
            let row = &args.words.get()[start as usize..][..i.div_ceil(u32::BITS) as usize];
            fill_row(warp, args, marks, list, row, i as usize);
            i += args.deal.parts;
        }
        warp.sync();
        marks.clear(team, list);
        warp.sync();
    }
}

/// The list of the root at a position.
#[inline(always)]
fn list<'a>(args: &FillRowsArgs<'a>, position: u32) -> &'a [u32] {
    let stored = &args.words.get()[args.starts[position as usize] as usize..];
    let list = &stored[1..][..stored[0].load(Relaxed) as usize];
    // SAFETY: an atomic has the layout of its integer, the list was written by a kernel before, and this one writes
    // rows alone.
    unsafe { from_raw_parts(list.as_ptr().cast(), list.len()) }
}

/// Fills row `i` of a root, of whose list at least so many vertices are marked.
#[inline(always)]
fn fill_row<W: Warp>(
    warp: W,
    args: &FillRowsArgs<'_>,
    marks: &Marks<'_>,
    list: &[u32],
    row: &[AtomicU32],
    i: usize,
) {
    let (other, before) = (args.tile.list(list[i]), &list[..i]);
    if i * SEARCH < other.len() {
        return search(warp, before, other, row);
    }
    let team = ThreadTeam::warp(warp);
    team.share(row.len(), |at| row[at].store(0, Relaxed));
    warp.sync();
    team.share(other.len(), |o| {
        if marks.contains(other[o], list) {
            // Marked and smaller than the row's vertex, it stands before that.
            let j = lower_bound(before, other[o]) as u32;
            set_bit::<W>(&row[(j / u32::BITS) as usize], j % u32::BITS);
        }
    });
}

/// Writes a row: which of `before` are in `other`.
#[inline(always)]
fn search<W: Warp>(warp: W, before: &[u32], other: &[u32], row: &[AtomicU32]) {
    let test = |j: usize| j < before.len() && contains(other, before[j]);
    for (at, word) in row.iter().enumerate() {
        let first = at * u32::BITS as usize;
        let bits = if W::LANES == 1 {
            (0..u32::BITS as usize).fold(0, |bits, j| bits | u32::from(test(first + j)) << j)
        } else {
            warp.ballot(test(first + warp.lane() as usize))
        };
        if warp.lane() == 0 {
            word.store(bits, Relaxed);
        }
    }
}
