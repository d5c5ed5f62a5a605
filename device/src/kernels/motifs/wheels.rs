//! Wheels: a 4-cycle and a hub that is joined to all of it.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::counters::Counters;
use super::lists::{Seek, TriangleLists, owner};
use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::Slice;
use crate::sets::{each_in_turn, lower_bound};
use crate::simt::{Block, Warp};

/// What [`count_wheels`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WheelArgs<'a> {
    /// The graph, its vertices numbered by falling degree.
    pub graph: GraphView<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// One counter, from 0 up: the next spoke, a position in the neighbours of `graph`.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// For each warp of the grid `n - near` counters, zero at the start and at the end.
    pub far: Slice<'a, AtomicU32>,
    /// How many spokes there are, from the first on.
    pub end: u64,
    /// How many vertices, the first ones, have their counters in shared memory.
    pub near: u32,
    /// How many spokes a warp draws at a time.
    pub chunk: u32,
}

layout!(WheelArgs<'_>: 160, far: 128, chunk: 156);

impl WheelArgs<'_> {
    /// Bytes of shared memory that the kernel needs, with so many counters there for each of so many warps.
    pub const fn shared_bytes(near: u32, warps: u32) -> usize {
        bytes_of::<u32>(near as usize * warps as usize)
    }
}

/// A lone lane forgets what it met one by one where that is fewer than one in so many counters.
const FEW: u64 = 16;

/// Counts the wheels.
///
/// A warp takes a hub `h` and a spoke to `w`, and goes over the paths `w - u - v` in the neighbourhood of `h` with `v`
/// before the other two, counting them by `v`: each pair with the same end is a 4-cycle whose first vertex is `v`. The
/// neighbours of `u` among those of `h` are the triangles of the edge between them.
///
/// Shared memory: [`WheelArgs::shared_bytes`]. Bound by the shared atomics, one a path.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn count_wheels<B: Block>(block: B, args: &WheelArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let (warp, counters) = (block.warp(), unsafe { counters(block, args) });
    let mut tally = Tally::new();
    each_spoke(warp, args, |spoke| tally.add(spoke.count(&counters)));
    tally.store(warp, &args.totals);
}

/// A warp's counters, all zero.
///
/// # Safety
/// A kernel's thread does this once, and uses shared memory in no other way.
#[inline(always)]
pub(super) unsafe fn counters<'a, B: Block>(block: B, args: &WheelArgs<'a>) -> Counters<'a> {
    // SAFETY: the caller's promise.
    let mut arena = unsafe { Arena::new(block) };
    let (warp, near) = (block.warp(), args.near as usize);
    let all = arena.atomics(near * block.warps() as usize);
    let near = &all[block.warp_index() as usize * near..][..near];
    ThreadTeam::warp(warp).share(near.len(), |i| near[i].store(0, Relaxed));
    warp.sync();
    let beyond = u64::from(args.graph.vertices() - args.near);
    let far = args.far.part(u64::from(block.grid_warp()) * beyond, beyond);
    Counters::new(near, far)
}

/// Calls `visit` with the spokes that a warp draws.
#[inline(always)]
pub(super) fn each_spoke<'r, 'a, W: Warp>(
    warp: W,
    args: &'r WheelArgs<'a>,
    mut visit: impl FnMut(Spoke<'r, 'a, W>),
) {
    while let Some(spokes) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut hub = owner(args.graph.offsets, spokes.start);
        for spoke in spokes {
            while spoke >= args.graph.offsets[hub as usize + 1] {
                hub += 1;
            }
            let rim = args.graph.neighbors.get()[spoke as usize];
            let edge = args.lists.number(spoke);
            visit(Spoke { warp, args, hub, rim, edge, middles: args.lists.of(edge) });
        }
    }
}

/// What a warp works on.
#[derive(Clone, Copy)]
pub(super) struct Spoke<'r, 'a, W> {
    pub warp: W,
    pub args: &'r WheelArgs<'a>,
    pub hub: u32,
    pub rim: u32,
    /// The number of the edge between them.
    pub edge: u64,
    /// The neighbours of both.
    pub middles: &'a [u32],
}

impl<W: Warp> Spoke<'_, '_, W> {
    /// How many pairs of paths from the rim this lane closes. The counters are zero before and after.
    #[inline(always)]
    fn count(self, counters: &Counters<'_>) -> u64 {
        if self.middles.len() < 2 {
            return 0;
        }
        let beyond = self.rim > counters.near();
        let (mut pairs, mut met, mut went_far) = (0, 0, false);
        self.paths::<false>(|end| {
            pairs += u64::from(counters.add::<W>(end, 1));
            met += 1u64;
            went_far |= beyond && end >= counters.near();
        });
        self.warp.sync();
        let used = self.rim.min(counters.near());
        let one_by_one = W::LANES == 1 && met * FEW < u64::from(used);
        if !one_by_one {
            ThreadTeam::warp(self.warp).share(used as usize, |v| counters.clear(v as u32));
        }
        if one_by_one || self.warp.any(went_far) {
            self.paths::<false>(|end| counters.clear(end));
        }
        self.warp.sync();
        pairs
    }

    /// Calls `visit` with this lane's share of the paths from the rim, in the neighbourhood of the hub, that end before
    /// where they have been: where each ends. Of `ALL` paths, back to the rim too, if that is set.
    #[inline(always)]
    pub fn paths<const ALL: bool>(self, mut visit: impl FnMut(u32)) {
        self.each_middle::<ALL>(|_, ends, bound| {
            if W::LANES == 1 {
                ends.iter().take_while(|&&end| end < bound).for_each(|&end| visit(end));
            } else {
                each_in_turn(self.warp, ends, |turn| turn.element.into_iter().for_each(&mut visit));
            }
        });
    }

    /// Calls `visit` with the ends of these paths, of which this lane has met so many: with some several times, or with
    /// other neighbours of the hub as well, whichever is less.
    #[inline(always)]
    pub fn each_end<const ALL: bool>(self, met: u64, mut visit: impl FnMut(u32)) {
        let neighbors = self.args.graph.neighbors(self.hub);
        let ends = if ALL { neighbors } else { &neighbors[..lower_bound(neighbors, self.rim)] };
        if self.warp.sum_u64(met) > ends.len() as u64 {
            ThreadTeam::warp(self.warp).share(ends.len(), |i| visit(ends[i]));
        } else {
            self.paths::<ALL>(visit);
        }
    }

    /// Calls `visit` with this lane's share of the middles of these paths, and for each the sum of `value` over where
    /// its paths end. What 32 paths come to is within 32 bits.
    #[inline(always)]
    pub fn middles<const ALL: bool>(self, value: impl Fn(u32) -> u32, mut visit: impl FnMut(u32, u64)) {
        self.each_middle::<ALL>(|middle, ends, bound| {
            let mut sum = 0;
            if W::LANES == 1 {
                let ends = ends.iter().take_while(|&&end| end < bound);
                ends.for_each(|&end| sum += u64::from(value(end)));
            } else {
                each_in_turn(self.warp, ends, |turn| {
                    sum += u64::from(turn.own_sum(self.warp, turn.element.map_or(0, &value)));
                });
            }
            if sum > 0 {
                visit(middle, sum);
            }
        });
    }

    /// Calls `visit` with a middle for each lane, with the vertices behind it, and with what those are below where a
    /// path ends. There are none if there are no more middles. With many lanes, the others are left out. A collective.
    #[inline(always)]
    fn each_middle<const ALL: bool>(self, mut visit: impl FnMut(u32, &[u32], u32)) {
        let (warp, lists) = (self.warp, &self.args.lists);
        let first = self.args.graph.offsets[self.hub as usize];
        let mut spokes = Seek::new(self.args.graph.neighbors(self.hub));
        let mut base = 0;
        while base < self.middles.len() {
            let (mut middle, mut start, mut length) = (0, 0, 0);
            if let Some(&this) = self.middles.get(base + warp.lane() as usize) {
                let spoke = first + spokes.find::<W>(this) as u64;
                middle = this;
                (start, length) = lists.place(lists.number(spoke));
            }
            let bound = if ALL { u32::MAX } else { middle.min(self.rim) };
            // A lone lane looks at one too many, which takes less than to look where they end.
            let whole = ALL || W::LANES == 1;
            let length = if whole { length } else { lower_bound(lists.part(start, length), bound) as u32 };
            visit(middle, lists.part(start, length), bound);
            base += W::LANES as usize;
        }
    }
}
