//! The specialised kernels on every machine, against obvious counts.

mod common;
mod graphs;

use common::Machine;
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::{self, CountTriangles, CountTrianglesArgs};

const WARPS: u32 = 3;

/// The cliques of `k` vertices, by trying.
fn cliques(graph: &Graph, k: usize) -> u128 {
    fn grow(graph: &Graph, candidates: &[u32], k: usize) -> u128 {
        if k == 0 {
            return 1;
        }
        let within = |v: u32| candidates.iter().copied().filter(|&w| w < v && graph.has(v, w)).collect::<Vec<_>>();
        candidates.iter().map(|&v| grow(graph, &within(v), k - 1)).sum()
    }
    grow(graph, &(0..graph.n()).collect::<Vec<_>>(), k)
}

fn triangles(machine: Machine, graph: &Graph, hubs: u32, marks: MarksShape) -> u128 {
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
    machine.launch::<CountTriangles>(2, WARPS, count::shared_bytes(marks, WARPS), &args);
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
        let expected = cliques(graph, 3);
        assert_eq!(expected > 50, i > 2, "sample {i} has {expected} triangles");
        for machine in Machine::all() {
            for (hubs, marks) in shapes {
                let found = triangles(machine, graph, hubs, marks);
                assert_eq!(found, expected, "sample {i}, {hubs} hubs, {marks:?}, {machine:?}");
            }
        }
    }
}
