//! The kernel of triangles on every machine, against trying all sets.

mod common;
mod graphs;

use common::{BLOCKS, Machine, WARPS};
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::{self, CountTriangles, CountTrianglesArgs};
use motherlode_device::kernels::triangles::even::CountEvenTriangles;

fn triangles<K>(machine: Machine, graph: &Graph, hubs: u32, marks: MarksShape) -> u128
where
    K: for<'a> Kernel<Args<'a> = CountTrianglesArgs<'a>>,
{
    let oriented = OrientedGraph::new(machine, graph, 2, hubs);
    let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
    let args = CountTrianglesArgs {
        graph: oriented.view(),
        hubs: oriented.rows(),
        roots: oriented.roots(),
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        marks,
    };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<K>(BLOCKS, WARPS, count::shared_bytes(marks, WARPS), &args) };
    total(&totals).unwrap()
}

#[test]
fn triangles_are_counted() {
    for (i, graph) in Graph::samples(1).iter().enumerate() {
        let all = graph.n().next_multiple_of(32);
        let shapes = [
            (graph.n(), MarksShape { exact: all, filter: 0 }),
            (0, MarksShape { exact: all, filter: 0 }),
            // Few hubs and a tiny filter: every way through the kernel.
            (50, MarksShape { exact: 64, filter: 32 }),
            (0, MarksShape { exact: 0, filter: 64 }),
        ];
        let expected = graph.cliques(3);
        assert_eq!(expected > 50, i > 2, "sample {i} has {expected} triangles");
        for machine in Machine::all() {
            for (hubs, marks) in shapes {
                let found = triangles::<CountTriangles>(machine, graph, hubs, marks);
                assert_eq!(found, expected, "sample {i}, {hubs} hubs, {marks:?}, {machine:?}");
            }
            for marks in [MarksShape { exact: 0, filter: 64 }, MarksShape { exact: 0, filter: 4096 }] {
                let found = triangles::<CountEvenTriangles>(machine, graph, 0, marks);
                assert_eq!(found, expected, "sample {i}, even, {marks:?}, {machine:?}");
            }
        }
    }
}
