//! The sums for motifs of five vertices on every machine, against their definitions.

mod common;
mod edges;
mod graphs;

use common::{BLOCKS, Machine, WARPS};
use edges::edge_triangles;
use graphs::{Graph, OrientedGraph, WholeGraph, atomics};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::edge_counts::fives::edges::{EDGE_SUMS, SumEdgesForFives};
use motherlode_device::kernels::edge_counts::fives::triangles::{
    SumTriangles, SumTrianglesArgs, TRIANGLE_SUMS,
};
use motherlode_device::kernels::edge_counts::fives::vertices::{SumVertices, SumVerticesArgs, VERTEX_SUMS};
use motherlode_device::kernels::edge_counts::sums::SumEdgesArgs;
use motherlode_device::kernels::edge_counts::triangles::{VertexTriangles, VertexTrianglesArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count;
use motherlode_device::memory::Slice;

/// The terms of each sum for five vertices, added up as they are defined; the 4-cycles are made up.
fn sums_for_fives(graph: &Graph, cycles: &[u64]) -> (Vec<u128>, Vec<u128>, Vec<u128>) {
    let d = |v: u32| graph.0[v as usize].len() as u128;
    let t = |u: u32, v: u32| graph.0[u as usize].intersection(&graph.0[v as usize]).count() as u128;
    let pairs = |n: u128| n * n.saturating_sub(1) / 2;
    let mut edges = vec![0; EDGE_SUMS];
    for (&(u, v), &c) in graph.edges().iter().zip(cycles) {
        let (a, b, t, c) = (d(u), d(v), t(u, v), u128::from(c));
        let by_triangles = |term: &dyn Fn() -> u128| if t > 0 { term() } else { 0 };
        let terms = [
            (a - 1) * (b - 1) * (a + b).saturating_sub(4),
            by_triangles(&|| t * (a - 2) * (b - 2)),
            by_triangles(&|| t * (pairs(a - 2) + pairs(b - 2))),
            if t > 1 { pairs(t) * (a + b - 6) } else { 0 },
            pairs(t) * t.saturating_sub(2),
            if c > 0 { c * (a + b - 4) } else { 0 },
        ];
        edges.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
    }
    let mut vertices = vec![0; VERTEX_SUMS];
    for v in 0..graph.n() {
        let list = &graph.0[v as usize];
        let paths: u128 = list.iter().map(|&a| d(a) - 1).sum();
        let twice: u128 = list.iter().map(|&a| t(v, a)).sum();
        let terms = [paths * paths, twice * paths, twice / 2 * (twice / 2).saturating_sub(1)];
        vertices.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
    }
    let mut triangles = vec![0; TRIANGLE_SUMS];
    for (u, v) in graph.edges() {
        for &w in graph.0[u as usize].intersection(&graph.0[v as usize]).filter(|&&w| w < v) {
            for (x, y, z) in [(u, v, w), (v, w, u), (w, u, v)] {
                triangles[0] += (d(x) - 2) * (t(y, z) - 1);
                triangles[1] += (t(x, y) - 1) * (t(x, z) - 1);
                triangles[2] += graph.0[x as usize].range(..w).count() as u128;
            }
        }
    }
    (edges, vertices, triangles)
}

#[test]
fn sums_for_five_vertices_are_exact() {
    let totals_of = |totals: &[u64]| totals.chunks(TOTALS).map(|sum| total(sum).unwrap()).collect::<Vec<_>>();
    for (sample, graph) in Graph::samples(6).iter().enumerate() {
        let degrees: Vec<u32> = graph.0.iter().map(|list| list.len() as u32).collect();
        // Numbers that no graph has, but none at edges that can be on no cycle.
        let cycle = |(e, &(u, v)): (usize, &(u32, u32))| {
            let closed = degrees[u as usize].min(degrees[v as usize]) > 1;
            if closed { (e as u64) << 50 | 3 } else { 0 }
        };
        let cycles: Vec<u64> = graph.edges().iter().enumerate().map(cycle).collect();
        let expected = sums_for_fives(graph, &cycles);
        let whole = WholeGraph::new(graph);
        for machine in Machine::all() {
            for hubs in [0, 45, graph.n()] {
                let oriented = OrientedGraph::new(machine, graph, 2, hubs);
                let marks = MarksShape { exact: 64, filter: 32 };
                let triangles = edge_triangles(machine, &oriented, marks);
                let mut edge_sums = vec![0u64; EDGE_SUMS * TOTALS];
                let args = SumEdgesArgs {
                    graph: oriented.view(),
                    degrees: Slice::from(&degrees[..]),
                    triangles: Slice::from(&triangles[..]),
                    cycles: Slice::from(&cycles[..]),
                    sums: atomics(&mut edge_sums),
                };
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<SumEdgesForFives>(BLOCKS, WARPS, 0, &args) };

                let mut at_vertices = vec![0u64; graph.n() as usize];
                let args = VertexTrianglesArgs {
                    graph: oriented.view(),
                    edges: Slice::from(&triangles[..]),
                    vertex_sums: atomics(&mut at_vertices),
                };
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<VertexTriangles>(BLOCKS, WARPS, 0, &args) };
                let mut vertex_sums = vec![0u64; VERTEX_SUMS * TOTALS];
                let args = SumVerticesArgs {
                    graph: whole.view(),
                    degrees: Slice::from(&degrees[..]),
                    triangles: Slice::from(&at_vertices[..]),
                    totals: atomics(&mut vertex_sums),
                };
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<SumVertices>(BLOCKS, WARPS, 0, &args) };

                let ranks = oriented.ranks(machine);
                let (mut queue, mut triangle_sums) = (vec![0u64], vec![0u64; TRIANGLE_SUMS * TOTALS]);
                let args = SumTrianglesArgs {
                    roots: oriented.ranked_roots(&ranks, &mut queue, marks),
                    degrees: Slice::from(&degrees[..]),
                    triangles: Slice::from(&triangles[..]),
                    totals: atomics(&mut triangle_sums),
                };
                let shared = count::shared_bytes(marks, WARPS);
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<SumTriangles>(BLOCKS, WARPS, shared, &args) };
                let found = (totals_of(&edge_sums), totals_of(&vertex_sums), totals_of(&triangle_sums));
                assert_eq!(found, expected, "sample {sample}, {hubs} hubs, {machine:?}");
            }
        }
    }
}
