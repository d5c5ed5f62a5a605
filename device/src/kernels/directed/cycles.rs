//! Products over pairs of vertices: of the wedges that join them, by their ties. 4-cycles follow from these.

use core::ops::Range;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::far_ends::{self, FarEnds};
use super::packed_ends::PackedEnds;
use super::products::{self, Products};
use super::ties::{TIES, reversed};
use super::triangles::WEDGES;
use crate::graph::GraphView;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, bytes_of, groups};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// The numbers of two vertices: how many wedges of each kind join them, and a one.
pub const NUMBERS: usize = WEDGES + 1;
/// Where the one stands.
pub const ONE: usize = WEDGES;
/// How many sums there are: those of [`products`].
pub const SUMS: usize = products::sums(NUMBERS);

/// What [`sum_products_at_pairs`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ProductsAtPairsArgs<'a> {
    /// The graph, its vertices numbered by falling degree: the middles of a root's wedges are read here.
    pub graph: GraphView<'a>,
    /// The same, oriented: the far ends are read here.
    pub oriented: Oriented<'a>,
    /// The tie of each edge, from its greater end, in the order of the oriented lists.
    pub ties: Slice<'a, u8>,
    /// The same for both ends of each edge, in the order of the whole lists.
    pub whole_ties: Slice<'a, u8>,
    /// One counter: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// [`SUMS`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// The number behind the last root.
    pub end: u64,
    /// How many roots a block draws at a time.
    pub chunk: u32,
    /// How many far ends there is room for in the hash table, as a power of two.
    pub log_slots: u32,
    /// For each kind of wedges so many words of packed counters; or 0.
    pub stride: u32,
}

layout!(ProductsAtPairsArgs<'_>: 168, ties: 80, log_slots: 156, stride: 160);

/// Slots of the hash table for each thread of a block, at least: so many may be taken at once when it is nearly full.
pub const SLOTS_A_THREAD: u32 = 2;

/// Bytes of shared memory that [`sum_products_at_pairs`] needs for a block of so many warps.
pub const fn shared_bytes(log_slots: u32, stride: u32, warps: u32) -> usize {
    bytes_of::<u64>(1)
        + packed_bytes(stride)
        + far_ends::shared_bytes(log_slots)
        + products::shared_bytes(NUMBERS, 1, warps)
}

/// Bytes of the packed counters, of so many words for each kind of wedges.
pub const fn packed_bytes(stride: u32) -> usize {
    bytes_of::<u32>(WEDGES * stride as usize)
}

/// Adds up the products of each two of the numbers of all pairs of vertices `w` and `v < w`, counting the wedges `v - u - w` with `v < u`: a 4-cycle is
/// two wedges of the one pair of its smallest vertex and the one opposite. The ties are those from `w` and from `v` to `u`. Pairs of one wedge are left out.
///
/// A block takes a root `w` and counts its wedges by their far ends `v` in shared memory: the first vertices have packed counters of their own, the others
/// a place in a hash table. Where this has no room, the next vertices have the packed counters, or its window of them is halved. Pairs of several wedges are
/// gathered, and multiplied a warp's at a time. There are at least [`SLOTS_A_THREAD`] slots for each thread. Shared memory: [`shared_bytes`]. Bound by the
/// shared atomics, one a wedge, and by a multiplication for each sum and pair.
#[cuda_std::kernel(max_threads = 512)]
pub unsafe fn sum_products_at_pairs<B: Block>(block: B, args: &ProductsAtPairsArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let packed = PackedEnds::new(block, &mut arena, args.stride);
    let ends = FarEnds::new(block, &mut arena, args.log_slots);
    let mut products = Products::<NUMBERS, 1>::new(block, &mut arena);
    block.sync();
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots.start as u32..roots.end as u32 {
            of_root(block, args, &packed, &ends, &mut products, root);
        }
    }
    products.store(block.warp(), args.totals);
}

/// Adds what the wedges of a root come to, in windows of their far ends.
#[inline(always)]
fn of_root<B: Block>(
    block: B,
    args: &ProductsAtPairsArgs<'_>,
    packed: &PackedEnds<'_>,
    ends: &FarEnds<'_>,
    products: &mut Products<'_, NUMBERS, 1>,
    root: u32,
) {
    let packed = packed.of_root(args.graph.neighbors(root).len());
    let (mut from, mut width) = (0, root);
    while from < root {
        let window = from..root.min(from.saturating_add(width));
        let packed = packed.from(window.clone());
        let ends = ends.for_window(window.end - packed.end());
        meet_all(block, args, &packed, &ends, root, &window);
        block.sync();
        let overflown = ends.overflown();
        packed.add_all(block, products);
        ends.add_all(block, products);
        block.sync();
        if !overflown {
            // Far ends are the fewer the greater they are.
            (from, width) = (window.end, width.saturating_mul(2));
        } else if packed.end() > from {
            from = packed.end();
        } else {
            width = (window.end - window.start).div_ceil(2);
        }
        ends.restart(block);
        block.sync();
    }
}

/// Counts the wedges of a root whose far ends are in a window.
#[inline(always)]
fn meet_all<B: Block>(
    block: B,
    args: &ProductsAtPairsArgs<'_>,
    packed: &PackedEnds<'_>,
    ends: &FarEnds<'_>,
    root: u32,
    window: &Range<u32>,
) {
    /// As many neighbours as a 32-byte sector holds.
    const READERS: u32 = 8;
    let middles = args.graph.neighbors(root);
    let of_root = args.graph.offsets[root as usize] as usize;
    groups(block, READERS.min(B::Warp::LANES), middles.len(), |i, group| {
        let u = middles[i];
        let (list, start) = (args.oriented.list(u), args.oriented.start(u));
        let mut place = group.rank() + if window.start == 0 { 0 } else { lower_bound(list, window.start) };
        if place >= list.len() || list[place] >= window.end {
            return;
        }
        let of_root = args.whole_ties[of_root + i];
        while place < list.len() && list[place] < window.end {
            let of_end = reversed(args.ties[start as usize + place]);
            let (v, wedge) = (list[place], TIES * usize::from(of_root) + usize::from(of_end));
            if v < packed.end() {
                packed.meet::<B::Warp>(v, wedge);
            } else {
                ends.meet::<B::Warp>(v, wedge);
            }
            place += group.size();
        }
    });
}
