//! The triangles through each edge, from tiles: their counts travel with the lists.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::ListTile;
use super::triangles::RootDeal;
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::queue::draw;
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`tile_edge_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct TileEdgesArgs<'a> {
    /// The greatest vertices of the triangles.
    pub roots: ListTile<'a>,
    /// Their second vertices. It may be the same tile.
    pub tile: ListTile<'a>,
    /// A sum for each element of the roots' lists, which is added to.
    pub root_counts: Slice<'a, AtomicU32>,
    /// A sum for each element of the tile's lists, which is added to: the same array, if it is the same tile.
    pub tile_counts: Slice<'a, AtomicU32>,
    /// One counter, from 0 up: the next task.
    pub queue: Slice<'a, AtomicU64>,
    /// The shape of a warp's marks.
    pub marks: MarksShape,
    /// How the roots are dealt.
    pub deal: RootDeal,
}

layout!(TileEdgesArgs<'_>: 144, tile: 40, deal: 136);

/// Counts the triangles through each edge whose greatest vertex is one of the roots and whose second is in the tile.
///
/// A warp takes a root, and for each of its neighbours in the tile the lanes share what precedes that, as
/// [`edge_triangles`](crate::kernels::edge_counts::triangles::edge_triangles) does for vertices that are no hubs, with
/// the same shared memory.
#[cuda_std::kernel]
pub unsafe fn tile_edge_triangles<B: Block>(block: B, args: &TileEdgesArgs<'_>) {
    let warp = block.warp();
    // SAFETY: the only use of shared memory in this kernel.
    let marks = unsafe { Marks::of_warp(block, args.marks) };
    warp.sync();
    let (deal, vertices) = (args.deal, args.roots.vertices());
    while let Some(tasks) = draw(warp, &args.queue[0], 1, deal.tasks(vertices)) {
        let (task, part) = (tasks.start as u32 / deal.parts, tasks.start as u32 % deal.parts);
        let mut first = task * deal.roots;
        let end = vertices.min(first + deal.roots);
        while first < end {
            of_roots(warp, args, &marks, first, end, part);
            first += B::Warp::LANES;
        }
    }
}

/// Counts for the roots from place `first` on, before `end`: as many as there are lanes.
#[inline(always)]
fn of_roots<W: Warp>(warp: W, args: &TileEdgesArgs<'_>, marks: &Marks<'_>, first: u32, end: u32, part: u32) {
    let team = ThreadTeam::warp(warp);
    let place = first + warp.lane();
    let (mut low, mut high) = (0, 0);
    if place < end {
        (low, high) = args.tile.found_in(args.roots.list_at(place));
    }
    // The first of a list has none before it.
    let mut left = warp.ballot(low < high && high > 1);
    while left != 0 {
        let lane = left.trailing_zeros();
        left &= left - 1;
        let (low, high) = (warp.shuffle(low, lane) as usize, warp.shuffle(high, lane) as usize);
        let list = &args.roots.list_at(first + lane)[..high];
        marks.set::<W>(team, list);
        warp.sync();
        let mut i = low.max(1) + part as usize;
        while i < high {
            of_pair(warp, args, marks, (first + lane, list), i);
            i += args.deal.parts as usize;
        }
        warp.sync();
        marks.clear(team, list);
        warp.sync();
    }
}

/// Counts the triangles through the edge from a root, given by its place and its list, which is marked, to the
/// neighbour at `i`.
#[inline(always)]
fn of_pair<W: Warp>(
    warp: W,
    args: &TileEdgesArgs<'_>,
    marks: &Marks<'_>,
    (root, list): (u32, &[u32]),
    i: usize,
) {
    let second = list[i] - args.tile.first;
    let (of_root, of_second) =
        (args.roots.starts[root as usize] as usize, args.tile.starts[second as usize] as usize);
    let mut found = 0;
    common(warp, args.tile.list_at(second), &list[..i], marks, list, |in_second, in_root| {
        found += 1;
        args.tile_counts[of_second + in_second].fetch_add(1, Relaxed);
        args.root_counts[of_root + in_root].fetch_add(1, Relaxed);
    });
    let found = warp.sum(found);
    if warp.lane() == 0 && found > 0 {
        args.root_counts[of_root + i].fetch_add(found, Relaxed);
    }
}

/// What [`add_tile_counts`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct AddTileCountsArgs<'a> {
    /// What is to be added; zeros afterwards.
    pub counts: Slice<'a, AtomicU32>,
    /// For each of `counts` the sum that it is added to. They may lie beyond the device.
    pub to: Scratch<'a, u32>,
}

layout!(AddTileCountsArgs<'_>: 32, to: 16);

/// Adds the counts of a tile to where they are kept.
///
/// Thread mapping: a thread an element, striding by the grid. Bound by the bus, if they are kept beyond it: 4 bytes
/// come and go for each edge that is in a triangle.
#[cuda_std::kernel]
pub unsafe fn add_tile_counts<B: Block>(block: B, args: &AddTileCountsArgs<'_>) {
    let counts = args.counts.get();
    assert!(args.to.len() >= counts.len() as u64, "fewer sums than counts");
    let lanes = B::Warp::LANES as usize;
    let mut at = block.grid_warp() as usize * lanes + block.warp().lane() as usize;
    while at < counts.len() {
        let more = counts[at].load(Relaxed);
        if more > 0 {
            counts[at].store(0, Relaxed);
            // SAFETY: there are as many sums as counts, just compared; each has one thread.
            unsafe { args.to.write(at, args.to.read(at) + more) };
        }
        at += block.grid_warps() as usize * lanes;
    }
}
