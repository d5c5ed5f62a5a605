//! Wheels without a spoke at each vertex, or at each edge.

mod edges;
mod vertices;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::lists::TriangleLists;
use super::root_pairs::PairsOfRoot;
use crate::graph::GraphView;
use crate::kernels::own::MetVertices;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::places::{Edges, Places, Vertices};
use crate::simt::Block;

pub use edges::{MISSING_SPOKE_TIMES_AT_EDGES, MissingSpokeSumAtEdge};
pub use vertices::MissingSpokeSum;

/// What [`count_missing_spokes_at`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MissingSpokesArgs<'a> {
    /// The graph, its vertices numbered by falling degree.
    pub graph: GraphView<'a>,
    /// The oriented graph: of each vertex the smaller neighbours.
    pub oriented: Oriented<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// For each place [`MISSING_SPOKE_SUMS`] sums, zero before the first launch: those of [`MissingSpokeSum`] or
    /// [`MissingSpokeSumAtEdge`], in its order.
    pub sums: Slice<'a, AtomicU64>,
    /// For each block of the grid `n` numbers, zero at the start and at the end.
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

layout!(MissingSpokesArgs<'_>: 208, sums: 128, chunk: 200);

/// How many sums a place has.
pub const MISSING_SPOKE_SUMS: usize = 3;

/// Bytes of shared memory that the kernel needs.
pub const SHARED_BYTES: usize = bytes_of::<u64>(1) + bytes_of::<u32>(2);

/// Counts the wheels without a spoke at each place.
///
/// Two vertices with `c` common neighbours, between which there are `e` edges, are the rim of `e (c - 2)` of them. At
/// vertices, a block takes the greater vertex of a pair as root, and counts the edges by the smaller one, and the
/// common neighbours of those that have any edge. Each edge has the `c - 2` of all its pairs; each common neighbour has
/// the `e` of its pairs, less the edges that it is an end of. At edges, it takes each vertex of a pair as root once:
/// all of what has an edge of the root is found there, and added to once for each edge among its neighbours.
///
/// Requires fewer than 2^32 edges, and that no sum passes 64 bits. With `m` edges and degrees up to `D` none of a
/// vertex is beyond `2 m D²`: the vertex is joined to one that has to be, or an edge holds it, and the others are an
/// edge, in one of its two directions, and two neighbours. None of an edge is beyond `4 m D²`: each wheel without a
/// spoke has the edge, another in one of its two directions, and a neighbour of an end of each.
///
/// Thread mapping: a warp a neighbour of the root for the edges, a group of lanes a neighbour for the wedges. Shared
/// memory: [`SHARED_BYTES`]. Bound by the caches and atomics.
#[cuda_std::kernel(max_threads = 384, min_blocks = 2, at(Vertices, Edges))]
pub unsafe fn count_missing_spokes_at<B: Block, A: Places>(block: B, args: &MissingSpokesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    unsafe {
        match A::PAIRS {
            false => each_root(block, args, vertices::count),
            true => each_root(block, args, edges::count),
        }
    }
}

/// Calls `visit` with the roots that a block draws. A collective of the block, and `visit` is to leave its numbers as
/// it has found them.
///
/// # Safety
/// A kernel's thread does this once, and uses shared memory in no other way.
#[inline(always)]
unsafe fn each_root<'a, B: Block>(
    block: B,
    args: &MissingSpokesArgs<'a>,
    visit: impl Fn(PairsOfRoot<'_, 'a, B>),
) {
    // SAFETY: the caller's promise.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    // The barrier of the first draw lets all see that there are none.
    let [any, met] = arena.atomics(2) else { unreachable!() };
    let met = MetVertices::new(block, args.met, args.graph.vertices(), met);
    ThreadTeam::block(block).share(1, |_| any.store(0, Relaxed));
    let n = u64::from(args.graph.vertices());
    let pairs = args.pairs.part(u64::from(block.index()) * n, n).get();
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots {
            let root = root as u32;
            // Two vertices of the rim have three neighbours each.
            if args.graph.neighbors(root).len() > 2 {
                visit(PairsOfRoot { block, args, root, pairs, any, met });
            }
        }
    }
}

/// Adds to a sum, modulo 2^64.
#[inline(always)]
fn add(sums: Slice<'_, AtomicU64>, place: u64, term: u64) {
    if term != 0 {
        sums[place as usize].fetch_add(term, Relaxed);
    }
}
