//! The triangles through each edge of a graph whose lists are all short.
//!
//! Such a graph has few triangles for its size, so that what takes the time is to look for them: as the kernels do that
//! count them, [`even`] and [`halved`]. A triangle that is found adds to its three edges at once.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::roots::RankedRoot;
use super::triangles::EdgeTrianglesArgs;
use crate::kernels::triangles::candidate::TriangleCandidate;
use crate::kernels::triangles::halved::HalvedRoots;
use crate::kernels::triangles::{Oriented, even, halved};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::Block;

/// What [`halved_edge_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HalvedEdgesArgs<'a> {
    /// The roots.
    pub roots: HalvedRoots<'a>,
    /// A sum for each edge, in the order of the graph's neighbours; zero at the start.
    pub edge_sums: Slice<'a, AtomicU32>,
}

layout!(HalvedEdgesArgs<'_>: 112, edge_sums: 96);

/// Counts the triangles through each edge as [`count_even_triangles`](even::count_even_triangles) counts all. Takes what
/// [`edge_triangles`](super::triangles::edge_triangles) takes, without hubs. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the sectors that the lists lie in.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
pub unsafe fn even_edge_triangles<B: Block>(block: B, args: &EdgeTrianglesArgs<'_>) {
    let graph = &args.roots.graph;
    let visit = |root: &RankedRoot<'_, '_, B::Warp>| {
        root.beyond_hubs(|marks| {
            let list = (root.list, graph.start(root.vertex));
            even::each_candidate(root.warp, graph, marks, list, |candidate| {
                add_at_edges(graph, args.edge_sums, &candidate);
            });
        });
    };
    // SAFETY: the only use of shared memory in this kernel.
    unsafe { args.roots.each(block, visit) };
}

/// Counts the triangles through each edge as [`count_halved_triangles`](halved::count_halved_triangles) counts all, with
/// the same shared memory. Bound by the sectors that the pieces of lists lie in.
// Spills four words on sm_80 and none on sm_90.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4, may_spill = 16)]
pub unsafe fn halved_edge_triangles<B: Block>(block: B, args: &HalvedEdgesArgs<'_>) {
    let add = |candidate: TriangleCandidate<'_>| add_at_edges(&args.roots.graph, args.edge_sums, &candidate);
    // SAFETY: the only use of shared memory in the kernel.
    unsafe { halved::each_candidate(block, &args.roots, add) };
}

/// Adds the triangle that a candidate closes, if it does, to the three edges.
#[inline(always)]
fn add_at_edges(graph: &Oriented<'_>, edge_sums: Slice<'_, AtomicU32>, candidate: &TriangleCandidate<'_>) {
    let &TriangleCandidate { list, start, element, place } = candidate;
    let third = lower_bound(list, element);
    if list.get(third) != Some(&element) {
        return;
    }
    // The candidate is in the list of the last of the root's neighbours whose lists start no later.
    let second = list.partition_point(|&v| graph.start(v) <= place) - 1;
    for edge in [place, start + second as u64, start + third as u64] {
        edge_sums[edge as usize].fetch_add(1, Relaxed);
    }
}
