//! The triangles of the edges between two tiles.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::ListTile;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw;
use crate::kernels::triangles::count::{GROUP, in_list, in_row};
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::kernels::triangles::{HubRows, MarksShape};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`count_tile_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct TileTrianglesArgs<'a> {
    /// The greatest vertices of the triangles.
    pub roots: ListTile<'a>,
    /// Their second vertices. It may be the same tile.
    pub tile: ListTile<'a>,
    /// Rows of the graph's hubs.
    pub hubs: HubRows<'a>,
    /// One counter, from 0 up: the next task.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, which is added to.
    pub totals: Slice<'a, AtomicU64>,
    /// The shape of a warp's marks; `exact` is at least `hubs.count`.
    pub marks: MarksShape,
    /// How the roots are dealt.
    pub deal: RootDeal,
}

/// How roots are dealt in tasks: so many consecutive ones a task; or, where they are few and their lists are long, each
/// root in several tasks, which have a part of its neighbours each.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct RootDeal {
    /// The roots of a task: at least 1.
    pub roots: u32,
    /// In how many parts each root is dealt: at least 1.
    pub parts: u32,
}

impl RootDeal {
    /// How many tasks there are of `roots` roots.
    #[inline(always)]
    pub fn tasks(self, roots: u32) -> u64 {
        u64::from(roots.div_ceil(self.roots)) * u64::from(self.parts)
    }
}

layout!(TileTrianglesArgs<'_>: 152, tile: 40, deal: 144);

/// Counts the triangles whose greatest vertex is one of the roots and whose second is in the tile.
///
/// A warp takes a root and marks its list in shared memory, up to its last neighbour in the tile. A group of lanes
/// takes a neighbour in the tile, and counts the vertices before it in the list that are neighbours of both. Shared
/// memory: [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). All lists that are read are on the device.
/// Blocks of up to eight warps, of which four are to run at a time on a multiprocessor: five have the shared memory,
/// but too few registers.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
pub unsafe fn count_tile_triangles<B: Block>(block: B, args: &TileTrianglesArgs<'_>) {
    let warp = block.warp();
    // SAFETY: the only use of shared memory in this kernel.
    let marks = unsafe { Marks::of_warp(block, args.marks) };
    warp.sync();
    let (deal, vertices) = (args.deal, args.roots.vertices());
    let mut sum = 0;
    while let Some(tasks) = draw(warp, &args.queue[0], 1, deal.tasks(vertices)) {
        let (task, part) = (tasks.start as u32 / deal.parts, tasks.start as u32 % deal.parts);
        let mut first = task * deal.roots;
        let end = vertices.min(first + deal.roots);
        while first < end {
            sum += of_roots(warp, args, &marks, first, end, part);
            first += B::Warp::LANES;
        }
    }
    let mut tally = Tally::new();
    tally.add(sum);
    tally.store(warp, &args.totals);
}

/// This lane's share of the triangles at the roots from place `first` on, before `end`: as many as there are lanes.
#[inline(always)]
fn of_roots<W: Warp>(
    warp: W,
    args: &TileTrianglesArgs<'_>,
    marks: &Marks<'_>,
    first: u32,
    end: u32,
    part: u32,
) -> u64 {
    let team = ThreadTeam::warp(warp);
    let place = first + warp.lane();
    let (mut low, mut high) = (0, 0);
    if place < end {
        (low, high) = args.tile.found_in(args.roots.list_at(place));
    }
    // The first of a list has none before it.
    let mut left = warp.ballot(low < high && high > 1);
    let mut sum = 0;
    while left != 0 {
        let lane = left.trailing_zeros();
        left &= left - 1;
        let (low, high) = (warp.shuffle(low, lane) as usize, warp.shuffle(high, lane) as usize);
        let list = &args.roots.list_at(first + lane)[..high];
        marks.set::<W>(team, list);
        warp.sync();
        sum += of_root(warp, args, marks, list, low, part);
        warp.sync();
        marks.clear(team, list);
        warp.sync();
    }
    sum
}

/// This lane's share of the pairs of neighbours in `list`, which is marked, whose greater one stands at `low` or after
/// it; of one part of them.
#[inline(always)]
fn of_root<W: Warp>(
    warp: W,
    args: &TileTrianglesArgs<'_>,
    marks: &Marks<'_>,
    list: &[u32],
    low: usize,
    part: u32,
) -> u64 {
    let group = GROUP.min(W::LANES);
    let groups = W::LANES / group;
    let rank = (warp.lane() % group) as usize;
    let mut sum = 0;
    let mut i = low.max(1) + (part * groups + warp.lane() / group) as usize;
    while i < list.len() {
        let (v, before) = (list[i], &list[..i]);
        let found = if v < args.hubs.count {
            in_row(args.hubs.row(v), marks, before, rank, group as usize)
        } else {
            in_list(args.tile.list(v), marks, before, list, rank, group as usize)
        };
        sum += u64::from(found);
        i += (groups * args.deal.parts) as usize;
    }
    sum
}
