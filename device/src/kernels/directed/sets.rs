//! Connected sets of a few vertices, each gone through once, by the ties among them.

use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

pub use crate::kernels::connected_sets::LARGEST;

use crate::graph::GraphView;
use crate::kernels::connected_sets::{SetVisitor, SetWalk};
use crate::kernels::queue::{QueueStop, draw};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Bits of a code that tell how two vertices are joined: 0 if they are not, and else one more than the tie.
const BITS: u32 = 2;

/// How many codes sets of `k` vertices may have: see [`pair`].
pub const fn codes(k: u32) -> usize {
    1 << (BITS * k * (k - 1) / 2)
}

/// What a code says of members `one` and `other > one` of a set: the tie from the first, if there is one.
pub const fn pair(code: usize, one: u32, other: u32) -> Option<u8> {
    let bits = code >> (first_bit(other) + BITS * one) & ((1 << BITS) - 1);
    if bits == 0 { None } else { Some(bits as u8 - 1) }
}

/// Where the bits of a member begin that tell its ties with those before it.
const fn first_bit(member: u32) -> u32 {
    BITS * member * member.saturating_sub(1) / 2
}

/// What [`count_sets`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountSetsArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// By place in its lists, the tie from the list's vertex.
    pub ties: Slice<'a, u8>,
    /// One counter: the next root. It may be set so far beyond the end that sets of a root are left out.
    pub queue: Slice<'a, AtomicU64>,
    /// Tables of [`codes`] numbers, zero before the first launch: one for all blocks; on machines of one lane, one for
    /// each.
    pub counts: Slice<'a, AtomicU64>,
    /// For each warp a number for each vertex, zero before the first launch.
    pub marks: Scratch<'a, u8>,
    /// For each warp room for all vertices.
    pub stacks: Scratch<'a, u32>,
    /// The number behind the last root.
    pub end: u64,
    /// How many vertices a set has: from 2 to [`LARGEST`].
    pub k: u32,
}

layout!(CountSetsArgs<'_>: 144, marks: 96, k: 136);

/// Counts the connected sets of `k` vertices by their codes.
///
/// They are gone through as `connected_sets` has it; the marks of a vertex are the bits of its ties. Bound by the
/// marks, and by an atomic for each set.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn count_sets<B: Block>(block: B, args: &CountSetsArgs<'_>) {
    let warp = block.warp();
    let n = u64::from(args.graph.vertices());
    let mine = u64::from(block.grid_warp()) * n;
    let table = codes(args.k);
    let tables = args.counts.len() / table;
    let counts = &args.counts.get()[block.index() as usize % tables * table..][..table];
    let stop = QueueStop { queue: &args.queue[0], end: args.end };
    let walk = SetWalk {
        warp,
        graph: &args.graph,
        marks: args.marks.part(mine, n),
        stack: args.stacks.part(mine, n),
        k: args.k,
        visitor: ByTies { ties: args.ties.get(), counts, stop, _machine: PhantomData::<B::Warp> },
    };
    while let Some(roots) = draw(warp, &args.queue[0], 1, args.end) {
        for root in roots {
            walk.from(root as u32);
        }
    }
}

/// Counts sets in a table.
#[derive(Clone, Copy)]
struct ByTies<'t, W> {
    ties: &'t [u8],
    counts: &'t [AtomicU64],
    stop: QueueStop<'t>,
    _machine: PhantomData<W>,
}

impl<W: Warp> SetVisitor for ByTies<'_, W> {
    type Code = u32;

    #[inline(always)]
    fn bits(self) -> u32 {
        BITS
    }

    #[inline(always)]
    fn joint(self, place: usize) -> u32 {
        u32::from(self.ties[place]) + 1
    }

    #[inline(always)]
    fn first(self, _root: u32) -> u32 {
        0
    }

    #[inline(always)]
    fn with(self, code: u32, member: u32, _vertex: u32, mark: u32) -> u32 {
        code | mark << first_bit(member)
    }

    #[inline(always)]
    fn take(self, code: u32) {
        let count = &self.counts[code as usize];
        if W::LANES == 1 {
            count.store(count.load(Relaxed) + 1, Relaxed);
        } else {
            count.fetch_add(1, Relaxed);
        }
    }

    #[inline(always)]
    fn is_over<V: Warp>(self, warp: V) -> bool {
        self.stop.is_set_for(warp)
    }
}
