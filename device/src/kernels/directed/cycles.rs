//! Products over pairs of vertices: of the wedges that join them, by their ties. 4-cycles follow from these.

use core::array::from_fn;
use core::mem::offset_of;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::products::{self, Products};
use super::ties::{TIES, reversed};
use super::triangles::WEDGES;
use crate::graph::GraphView;
use crate::kernels::cycles::table::add;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of, groups};
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
    /// How many far ends there is room for, as a power of two.
    pub log_slots: u32,
}

const _: () = {
    assert!(size_of::<ProductsAtPairsArgs<'_>>() == 160);
    assert!(
        offset_of!(ProductsAtPairsArgs<'_>, ties) == 80
            && offset_of!(ProductsAtPairsArgs<'_>, log_slots) == 156
    );
};

/// Slots for each thread of a block, at least: so many may be taken at once when a table is nearly full.
pub const SLOTS_A_THREAD: u32 = 4;

/// Bytes of shared memory that [`sum_products_at_pairs`] needs for a block of so many warps, and as many far ends.
pub const fn shared_bytes(log_slots: u32, warps: u32) -> usize {
    let slots = 1 << log_slots;
    bytes_of::<u64>(1) + bytes_of::<u32>(slots * (2 + WEDGES) + 2) + products::shared_bytes(NUMBERS, 1, warps)
}

/// Adds up the products of each two of the numbers of all pairs of vertices `w` and `v < w`, counting the wedges `v - u - w` with `v < u`: a 4-cycle is
/// two wedges of the one pair of its smallest vertex and the one opposite. The ties are those from `w` and from `v` to `u`. Pairs of one wedge are left out.
///
/// A block takes a root `w` and counts its wedges by their far ends `v` in shared memory; where these are too many, in windows of them. There are at least
/// [`SLOTS_A_THREAD`] slots for each thread. Shared memory: [`shared_bytes`]. Bound by the shared atomics, one a wedge, and by a multiplication for each sum and pair.
#[cuda_std::kernel(max_threads = 512)]
pub unsafe fn sum_products_at_pairs<B: Block>(block: B, args: &ProductsAtPairsArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let ends = FarEnds::new(block, &mut arena, args.log_slots);
    let products = Products::<NUMBERS, 1>::new(block, &mut arena);
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots.start as u32..roots.end as u32 {
            of_root(block, args, &ends, &products, root);
        }
    }
    products.store(block.warp(), args.totals);
}

/// Adds what the wedges of a root come to, in windows of their far ends. A window that is too wide is halved, and the next one is wider again: far ends
/// are the fewer the greater they are.
#[inline(always)]
fn of_root<B: Block>(
    block: B,
    args: &ProductsAtPairsArgs<'_>,
    ends: &FarEnds<'_>,
    products: &Products<'_, NUMBERS, 1>,
    root: u32,
) {
    let (mut from, mut width) = (0, root);
    while from < root {
        let window = from..root.min(from.saturating_add(width));
        let ends = ends.for_window(window.end - window.start);
        meet_all(block, args, &ends, root, &window);
        block.sync();
        let overflown = ends.overflown();
        add_all(block, &ends, products);
        block.sync();
        if overflown {
            width = (window.end - window.start).div_ceil(2);
        } else {
            (from, width) = (window.end, width.saturating_mul(2));
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
            ends.meet::<B::Warp>(list[place], TIES * usize::from(of_root) + usize::from(of_end));
            place += group.size();
        }
    });
}

/// No vertex: the key of a free slot.
const FREE: u32 = u32::MAX;
/// 2^32 by the golden ratio: multiples of it are spread evenly.
const GOLDEN: u32 = 0x9E37_79B1;

/// How many wedges of each kind lead to each far end: a hash table in shared memory, with a list of the slots that are taken.
#[derive(Clone, Copy)]
struct FarEnds<'a> {
    keys: &'a [AtomicU32],
    /// For each slot [`WEDGES`] numbers.
    counts: &'a [AtomicU32],
    taken: &'a [AtomicU32],
    /// How many slots are taken.
    count: &'a AtomicU32,
    /// Set when there was no room, and the counts are wrong.
    overflow: &'a AtomicU32,
    log_slots: u32,
    /// The upper bits of a vertex times this are the slot where it is looked for first.
    factor: u32,
    /// How many slots may be taken.
    most: u32,
}

impl<'a> FarEnds<'a> {
    /// An empty table. All threads meet here.
    #[inline(always)]
    fn new<B: Block + 'a>(block: B, arena: &mut Arena<'a>, log_slots: u32) -> Self {
        let slots = 1 << log_slots;
        let (keys, rest) = arena.atomics(slots * (2 + WEDGES) + 2).split_at(slots);
        let (counts, rest) = rest.split_at(slots * WEDGES);
        let (taken, rest) = rest.split_at(slots);
        let team = Team::block(block);
        team.share(slots, |slot| keys[slot].store(FREE, Relaxed));
        team.share(counts.len(), |count| counts[count].store(0, Relaxed));
        let table = FarEnds {
            keys,
            counts,
            taken,
            count: &rest[0],
            overflow: &rest[1],
            log_slots,
            factor: GOLDEN,
            most: 0,
        };
        table.restart(block);
        block.sync();
        table
    }

    /// The table for a window of so many vertices. It has room for all of them, if there is a slot for each.
    #[inline(always)]
    fn for_window(&self, vertices: u32) -> FarEnds<'a> {
        let slots = 1 << self.log_slots;
        // With a slot for each, consecutive vertices have different ones by their lower bits. Else a quarter stays free, so that searches are short.
        let (factor, most) = if vertices <= slots {
            (1 << (u32::BITS - self.log_slots), slots)
        } else {
            (GOLDEN, slots / 4 * 3)
        };
        FarEnds { factor, most, ..*self }
    }

    /// Forgets that slots were taken, which are free.
    #[inline(always)]
    fn restart<B: Block>(&self, block: B) {
        if block.thread() == 0 {
            self.count.store(0, Relaxed);
            self.overflow.store(0, Relaxed);
        }
    }

    #[inline(always)]
    fn overflown(&self) -> bool {
        self.overflow.load(Relaxed) != 0
    }

    /// Counts a wedge to a far end.
    #[inline(always)]
    fn meet<W: Warp>(&self, v: u32, wedge: usize) {
        if self.overflown() {
            return;
        }
        let mask = self.keys.len() - 1;
        let mut slot = (v.wrapping_mul(self.factor) >> (u32::BITS - self.log_slots)) as usize;
        loop {
            let mut key = self.keys[slot].load(Relaxed);
            if key == FREE {
                if self.count.load(Relaxed) >= self.most {
                    return self.overflow.store(1, Relaxed);
                }
                key = self.claim::<W>(slot, v);
            }
            if key == v {
                add::<W>(&self.counts[slot * WEDGES + wedge], 1);
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Takes a free slot for `v`; returns whose it is.
    #[inline(always)]
    fn claim<W: Warp>(&self, slot: usize, v: u32) -> u32 {
        if W::LANES == 1 {
            self.keys[slot].store(v, Relaxed);
        } else if let Err(other) = self.keys[slot].compare_exchange(FREE, v, Relaxed, Relaxed) {
            return other;
        }
        let place = add::<W>(self.count, 1);
        self.taken[place as usize].store(slot as u32, Relaxed);
        v
    }

    /// How many slots are taken.
    #[inline(always)]
    fn count(&self) -> usize {
        self.count.load(Relaxed) as usize
    }

    /// Frees the slot that was taken so many slots after the first, and says how many wedges of each kind it had.
    #[inline(always)]
    fn free(&self, nth: usize) -> [u32; WEDGES] {
        let slot = self.taken[nth].load(Relaxed) as usize;
        self.keys[slot].store(FREE, Relaxed);
        let counts = &self.counts[slot * WEDGES..][..WEDGES];
        from_fn(|wedge| {
            let count = counts[wedge].load(Relaxed);
            counts[wedge].store(0, Relaxed);
            count
        })
    }
}

/// Adds what stands in a table to the products, unless it had not room for all, and empties it.
#[inline(always)]
fn add_all<B: Block>(block: B, ends: &FarEnds<'_>, products: &Products<'_, NUMBERS, 1>) {
    let (count, overflown) = (ends.count(), ends.overflown());
    let mut first = block.warp_index() as usize * products::BATCH;
    while first < count {
        products.add(block.warp(), |at| {
            let counts = (first + at < count).then(|| ends.free(first + at))?;
            if overflown || counts.iter().sum::<u32>() < 2 {
                return None;
            }
            let mut numbers = [1; NUMBERS];
            numbers[..WEDGES].copy_from_slice(&counts);
            Some((numbers, 0))
        });
        first += block.warps() as usize * products::BATCH;
    }
}
