//! Products over pairs of vertices: of the wedges that join them, by their ties. 4-cycles follow from these.

use core::ops::Range;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::far_ends::{self, FarEnds};
use super::packed_ends::PackedEnds;
use super::pair_products::{self, PairProducts};
use super::products;
use super::ties::WEDGES;
use super::ties::{OUT, TIES, reversed};
use crate::graph::GraphView;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, READERS, ThreadTeam, bytes_of, groups};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// How many sums there are: those of [`products`] of how many wedges of each kind join two vertices.
pub const SUMS: usize = products::sums(WEDGES);

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
    /// How many far ends there is room for in the hash table, as a power of two: at least 1.
    pub log_slots: u32,
    /// For each kind of wedges so many words of packed counters: 0, or a power of two from 2 to [`MOST_WORDS`].
    pub stride: u32,
}

layout!(ProductsAtPairsArgs<'_>: 168, ties: 80, log_slots: 156, stride: 160);

/// The most words of packed counters for a kind of wedges.
pub const MOST_WORDS: u32 = 1 << 13;

/// Bytes of shared memory that [`sum_products_at_pairs`] needs.
pub const fn shared_bytes(log_slots: u32, stride: u32) -> usize {
    bytes_of::<u64>(1)
        + bytes_of::<u32>(WEDGES * stride as usize)
        + far_ends::shared_bytes(log_slots)
        + pair_products::shared_bytes()
}

/// Adds up the products of each two of the numbers of all pairs of vertices `w` and `v < w`, counting the wedges `v -
/// u - w` with `v < u`: a 4-cycle is two wedges of the one pair of its smallest vertex and the one opposite. The ties
/// are those from `w` and from `v` to `u`. Of the square of a number only what it is more than the number counts: so
/// pairs of one wedge add nothing.
///
/// A block takes a root `w` and counts its wedges by their far ends `v` in shared memory: the first vertices have
/// packed counters of their own, the others a place in a hash table. Where this has no room, the next vertices have the
/// packed counters, or its window of them is halved. Four pairs whose numbers are bytes are multiplied at a time, by an
/// instruction for each sum, and what they come to stays in a lane's registers. Shared memory: [`shared_bytes`]. Bound
/// by the shared atomics, one a wedge.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, may_spill = 2400)]
pub unsafe fn sum_products_at_pairs<B: Block>(block: B, args: &ProductsAtPairsArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let packed = PackedEnds::new(block, &mut arena, args.stride);
    let ends = FarEnds::new(block, &mut arena, args.log_slots);
    let mut products = PairProducts::new(block, &mut arena);
    block.sync();
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots.start as u32..roots.end as u32 {
            of_root(block, args, &packed, &ends, &mut products, root);
        }
    }
    products.store(block, args.totals);
}

/// Adds what the wedges of a root come to, in windows of their far ends.
#[inline(always)]
fn of_root<B: Block>(
    block: B,
    args: &ProductsAtPairsArgs<'_>,
    packed: &PackedEnds<'_>,
    ends: &FarEnds<'_>,
    products: &mut PairProducts<'_>,
    root: u32,
) {
    let degree = args.graph.neighbors(root).len();
    if degree < 2 {
        return;
    }
    let packed = packed.of_root(degree);
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
        products.make_room(block.warp());
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
    let middles = args.graph.neighbors(root);
    let of_root = args.graph.offsets[root as usize] as usize;
    groups(block, READERS.min(B::Warp::LANES), middles.len(), |i, group| {
        let u = middles[i];
        let (list, start) = (args.oriented.list(u), args.oriented.start(u));
        let first = if window.start == 0 { 0 } else { lower_bound(list, window.start) };
        if first >= list.len() || list[first] >= window.end {
            return;
        }
        let of_root = args.whole_ties[of_root + i];
        let ties = &args.ties.get()[start as usize..start as usize + list.len()];
        let meet = |v: u32, tie: u8| {
            let wedge = TIES * usize::from(of_root) + usize::from(reversed(tie));
            if v < packed.end() {
                packed.meet::<B::Warp>(v, wedge);
            } else {
                ends.meet::<B::Warp>(v, wedge);
            }
        };
        let (list, ties) = (&list[first..], &ties[first..]);
        read::<B::Warp>(list, ties, group, |v, tie| {
            let is_within = v < window.end;
            if is_within {
                meet(v, tie);
            }
            is_within
        });
    });
}

/// Calls `visit` with this lane's share of a list and its ties, until it says that there are no more. Four are read
/// before the first is visited, so that these loads overlap.
#[inline(always)]
fn read<W: Warp>(list: &[u32], ties: &[u8], group: ThreadTeam, visit: impl Fn(u32, u8) -> bool) {
    // No vertex is so great that there is no greater number.
    let at = |place: usize| if place < list.len() { (list[place], ties[place]) } else { (u32::MAX, OUT) };
    let (mut place, size) = (group.rank(), group.size());
    if W::LANES == 1 {
        list.iter().zip(ties).all(|(&v, &tie)| visit(v, tie));
        return;
    }
    // One by one: what is indexed at run time would stand in memory.
    loop {
        let (one, two) = (at(place), at(place + size));
        let (three, four) = (at(place + 2 * size), at(place + 3 * size));
        if !(visit(one.0, one.1) && visit(two.0, two.1) && visit(three.0, three.1) && visit(four.0, four.1)) {
            return;
        }
        place += 4 * size;
    }
}
