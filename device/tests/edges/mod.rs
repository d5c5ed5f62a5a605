//! The triangles through each edge, which kernels of sums take.

use motherlode_device::kernels::edge_counts::ranks::{RankHubs, RankHubsArgs};
use motherlode_device::kernels::edge_counts::triangles::{EdgeTriangles, EdgeTrianglesArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count;
use motherlode_device::memory::Slice;

use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::{OrientedGraph, atomics};

/// The triangles through each edge, by the kernel.
pub fn edge_triangles(machine: Machine, graph: &OrientedGraph, marks: MarksShape) -> Vec<u32> {
    let mut ranks = vec![0u16; graph.rows.len()];
    let args = RankHubsArgs { hubs: graph.rows(), ranks: scratch(&mut ranks) };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<RankHubs>(BLOCKS, WARPS, 0, &args) };
    let (mut queue, mut edge_sums) = (vec![0u64], vec![0u32; graph.neighbors.len()]);
    let args = EdgeTrianglesArgs {
        graph: graph.view(),
        hubs: graph.rows(),
        ranks: Slice::from(&ranks[..]),
        roots: graph.roots(),
        queue: atomics(&mut queue),
        edge_sums: atomics(&mut edge_sums),
        marks,
    };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<EdgeTriangles>(BLOCKS, WARPS, count::shared_bytes(marks, WARPS), &args) };
    edge_sums
}
