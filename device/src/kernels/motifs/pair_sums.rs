//! Sums at vertices, or at edges, from what roots have in common with other vertices.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::lists::TriangleLists;
use crate::graph::GraphView;
use crate::kernels::own::MetVertices;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What the kernels take, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PairSumsArgs<'a> {
    /// The graph, its vertices numbered by falling degree.
    pub graph: GraphView<'a>,
    /// The oriented graph: of each vertex the smaller neighbours.
    pub oriented: Oriented<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// For each place the kernel's sums, zero before the first launch.
    pub sums: Slice<'a, AtomicU64>,
    /// For each block of the grid the kernel's numbers of a pair for each vertex, zero at the start and at the end.
    pub pairs: Slice<'a, AtomicU64>,
    /// For each block room for `n` vertices: overwritten.
    pub met: Scratch<'a, u32>,
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// Where the roots end.
    pub end: u64,
    /// How many roots a block draws at a time.
    pub chunk: u32,
}

layout!(PairSumsArgs<'_>: 208, sums: 128, chunk: 200);

/// Bytes of shared memory that the kernels need.
pub const SHARED_BYTES: usize = bytes_of::<u64>(1) + bytes_of::<u32>(2);

/// A root that a block works on. All of its threads hold the same.
#[derive(Clone, Copy)]
pub(super) struct PairsOfRoot<'r, 'a, B> {
    pub block: B,
    pub args: &'r PairSumsArgs<'a>,
    pub root: u32,
    /// For each vertex what it has in common with the root. All zero between roots.
    pub pairs: &'a [AtomicU64],
    /// Whether any edge between neighbours of the root has another vertex that is joined to both ends, where a kernel
    /// asks for that: 0 between roots.
    pub any: &'r AtomicU32,
    /// The vertices whose numbers are not zero. None between roots.
    pub met: MetVertices<'r, 'a>,
}

/// Calls `visit` with the roots that a block draws that have more than so many neighbours, and `NUMBERS` numbers for
/// each vertex. A collective of the block, and `visit` is to leave these as it has found them.
///
/// # Safety
/// A kernel's thread does this once, and uses shared memory in no other way.
#[inline(always)]
pub(super) unsafe fn each_root<'a, B: Block, const NUMBERS: usize>(
    block: B,
    args: &PairSumsArgs<'a>,
    neighbors: usize,
    visit: impl Fn(PairsOfRoot<'_, 'a, B>),
) {
    // SAFETY: the caller's promise.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    // The barrier of the first draw lets all see that there are none.
    let [any, met] = arena.atomics(2) else { unreachable!() };
    let met = MetVertices::new(block, args.met, args.graph.vertices(), met);
    ThreadTeam::block(block).share(1, |_| any.store(0, Relaxed));
    let numbers = u64::from(args.graph.vertices()) * NUMBERS as u64;
    let pairs = args.pairs.part(u64::from(block.index()) * numbers, numbers).get();
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots {
            let root = root as u32;
            if args.graph.neighbors(root).len() > neighbors {
                visit(PairsOfRoot { block, args, root, pairs, any, met });
            }
        }
    }
}
