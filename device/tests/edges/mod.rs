//! The triangles through each edge, which kernels of sums take.

use motherlode_device::Kernel;
use motherlode_device::kernels::edge_counts::triangles::{EdgeTriangles, EdgeTrianglesArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count;

use crate::common::{BLOCKS, Machine, WARPS};
use crate::graphs::{OrientedGraph, atomics};

/// The triangles through each edge, by the kernel.
pub fn edge_triangles(machine: Machine, graph: &OrientedGraph, marks: MarksShape) -> Vec<u32> {
    edge_triangles_by::<EdgeTriangles>(machine, graph, marks)
}

/// The triangles through each edge, by one of the kernels that take such marks.
pub fn edge_triangles_by<K>(machine: Machine, graph: &OrientedGraph, marks: MarksShape) -> Vec<u32>
where
    K: for<'a> Kernel<Args<'a> = EdgeTrianglesArgs<'a>>,
{
    let ranks = graph.ranks(machine);
    let (mut queue, mut edge_sums) = (vec![0u64], vec![0u32; graph.neighbors.len()]);
    let args = EdgeTrianglesArgs {
        roots: graph.ranked_roots(&ranks, &mut queue, marks),
        edge_sums: atomics(&mut edge_sums),
    };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<K>(BLOCKS, WARPS, count::shared_bytes(marks, WARPS), &args) };
    edge_sums
}
