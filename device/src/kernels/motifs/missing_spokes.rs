//! Wheels without a spoke at each vertex.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::lists::TriangleLists;
use super::root_pairs::PairsOfRoot;
use crate::graph::GraphView;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`count_missing_spokes_at_vertices`], and [that at edges](super::missing_spokes_at_edges), take, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MissingSpokesArgs<'a> {
    /// The graph, its vertices numbered by falling degree.
    pub graph: GraphView<'a>,
    /// The oriented graph: of each vertex the smaller neighbours.
    pub oriented: Oriented<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// For each vertex [`MISSING_SPOKE_SUMS`] sums, zero before the first launch: those of [`MissingSpokeSum`], in its order. Or for each edge
    /// its own.
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

const _: () = {
    assert!(size_of::<MissingSpokesArgs<'_>>() == 208);
    assert!(
        offset_of!(MissingSpokesArgs<'_>, sums) == 128 && offset_of!(MissingSpokesArgs<'_>, chunk) == 200
    );
};

/// The sums of a vertex: the edge-induced wheels without a spoke in which it has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum MissingSpokeSum {
    /// One of the two that are joined to the other three, and not to each other.
    Rim,
    /// One of the two that are joined to each other and to the two of [`Rim`](Self::Rim).
    Hub,
    /// The one without a spoke.
    Apart,
}

/// How many sums a vertex has.
pub const MISSING_SPOKE_SUMS: usize = 3;

/// Bytes of shared memory that the kernel needs.
pub const SHARED_BYTES: usize = bytes_of::<u64>(1) + bytes_of::<u32>(1);

/// Counts the wheels without a spoke at each vertex.
///
/// Two vertices with `c` common neighbours, between which there are `e` edges, are the rim of `e (c - 2)` of them. A block takes the greater
/// vertex of a pair as root, and counts the edges by the smaller one, and the common neighbours of those that have any edge.
/// Each edge has the `c - 2` of all its pairs; each common neighbour has the `e` of its pairs, less the edges that it is an end of.
///
/// Requires fewer than 2^32 edges, and that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D²`. For the vertex
/// is joined to one that has to be, or an edge holds it, and the others are an edge, in one of its two directions, and two neighbours.
///
/// Thread mapping: a warp a neighbour of the root for the edges, a group of lanes a neighbour for the wedges. Shared memory: [`SHARED_BYTES`].
/// Bound by the caches and atomics.
#[cuda_std::kernel(max_threads = 384, min_blocks = 2)]
pub unsafe fn count_missing_spokes_at_vertices<B: Block>(block: B, args: &MissingSpokesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    unsafe { each_root(block, args, count) };
}

/// Calls `visit` with the roots that a block draws. A collective of the block, and `visit` is to leave its numbers as it has found them.
///
/// # Safety
/// A kernel's thread does this once, and uses shared memory in no other way.
#[inline(always)]
pub(super) unsafe fn each_root<'a, B: Block>(
    block: B,
    args: &MissingSpokesArgs<'a>,
    visit: impl Fn(PairsOfRoot<'_, 'a, B>),
) {
    // SAFETY: the caller's promise.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let met_count = &arena.atomics(1)[0];
    Team::block(block).share(1, |_| met_count.store(0, Relaxed));
    let n = u64::from(args.graph.vertices());
    let first = u64::from(block.index()) * n;
    let (pairs, met) = (args.pairs.part(first, n).get(), args.met.part(first, n));
    // The barrier of the first draw lets all see the zero.
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots {
            let root = root as u32;
            // Two vertices of the rim have three neighbours each.
            if args.graph.neighbors(root).len() > 2 {
                visit(PairsOfRoot { block, args, root, pairs, met, met_count });
            }
        }
    }
}

/// Adds all that has this root. All threads of the block come here.
#[inline(always)]
fn count<B: Block>(of_root: PairsOfRoot<'_, '_, B>) {
    let (sums, warp) = (of_root.args.sums, of_root.block.warp());
    let add = |vertex: u32, sum: MissingSpokeSum, term: u64| {
        add(sums, u64::from(vertex) * MISSING_SPOKE_SUMS as u64 + sum as u64, term);
    };
    let met = of_root.count_edges::<false>(|edge, thirds| {
        if warp.lane() == 0 {
            // The pairs of an end are to count no edge of its own.
            edge.ends.into_iter().for_each(|end| add(end, MissingSpokeSum::Apart, thirds.wrapping_neg()));
        }
    });
    if met > 0 {
        let neighbors = of_root.args.graph.neighbors(of_root.root);
        of_root.count_common_neighbors::<false>(|i, edges| add(neighbors[i], MissingSpokeSum::Apart, edges));
        of_root.each_edge_with_others::<false>(|edge, others| {
            if warp.lane() == 0 {
                edge.ends.into_iter().for_each(|end| add(end, MissingSpokeSum::Hub, others));
            }
        });
        let mut all = 0;
        of_root.each_met(met, |v, common| {
            let rims = common.edges * (u64::from(common.neighbors) - 2);
            add(v, MissingSpokeSum::Rim, rims);
            all += rims;
        });
        let all = warp.sum_u64(all);
        if warp.lane() == 0 {
            add(of_root.root, MissingSpokeSum::Rim, all);
        }
    }
    // All have read how many were met before the next root's are.
    of_root.block.sync();
}

/// Adds to a sum, modulo 2^64.
#[inline(always)]
pub(super) fn add(sums: Slice<'_, AtomicU64>, place: u64, term: u64) {
    if term != 0 {
        sums[place as usize].fetch_add(term, Relaxed);
    }
}
