//! The specialised kernels on every machine, against obvious counts.

use std::sync::atomic::Ordering::Relaxed;

mod common;
mod graphs;

use common::{Machine, Random, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::cliques::count::{
    Count4Cliques, Count4CliquesWide, Count5Cliques, CountCliques, CountCliquesWide,
};
use motherlode_device::kernels::cliques::{CliqueArgs, Shape};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::cycles::count::{
    Count4Cycles, Count4CyclesDeferred, Edge4Cycles, Edge4CyclesDeferred,
};
use motherlode_device::kernels::cycles::{CycleArgs, TableShape};
use motherlode_device::kernels::edge_counts::fives::edges::{EDGE_SUMS, SumEdgesForFives};
use motherlode_device::kernels::edge_counts::fives::triangles::{
    SumTriangles, SumTrianglesArgs, TRIANGLE_SUMS,
};
use motherlode_device::kernels::edge_counts::fives::vertices::{SumVertices, SumVerticesArgs, VERTEX_SUMS};
use motherlode_device::kernels::edge_counts::ranks::{RankHubs, RankHubsArgs};
use motherlode_device::kernels::edge_counts::sums::{SUMS, SumEdges, SumEdgesArgs};
use motherlode_device::kernels::edge_counts::triangles::{
    EdgeTriangles, EdgeTrianglesArgs, VertexTriangles, VertexTrianglesArgs,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::{self, CountTriangles, CountTrianglesArgs};
use motherlode_device::memory::Slice;

const WARPS: u32 = 3;

/// Blocks and warps of every launch.
const BLOCKS: u32 = 2;

/// Warps that a machine puts in a block.
trait BlockWarps {
    fn warps(self, wanted: u32) -> u32;
}
impl BlockWarps for Machine {
    fn warps(self, wanted: u32) -> u32 {
        if self.lanes() == 1 { 1 } else { wanted }
    }
}

/// The cliques of `k` vertices, by trying.
fn cliques(graph: &Graph, k: usize) -> u128 {
    fn grow(graph: &Graph, candidates: &[u32], k: usize) -> u128 {
        if k == 0 {
            return 1;
        }
        let within =
            |v: u32| candidates.iter().copied().filter(|&w| w < v && graph.has(v, w)).collect::<Vec<_>>();
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
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<CountTriangles>(BLOCKS, WARPS, count::shared_bytes(marks, WARPS), &args) };
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

/// The cliques of `k` vertices, by the kernel.
fn count_cliques(machine: Machine, graph: &Graph, k: u32, hubs: u32, marks: MarksShape, wide: bool) -> u128 {
    let oriented = OrientedGraph::new(machine, graph, k as usize - 1, hubs);
    let lengths = oriented.offsets.windows(2).map(|ends| ends[1] - ends[0]);
    let longest = if oriented.roots.is_empty() { 0 } else { lengths.max().unwrap_or(0) as u32 };
    let shape = Shape {
        longest,
        k,
        levels: Shape::levels(k, machine.lanes() as u32),
        compact: if Shape::compacts(k, machine.lanes() as u32) { longest } else { 0 },
        compact_shared: hubs.is_multiple_of(2).into(),
        warps: machine.warps(WARPS),
        marks,
    };
    let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
    let mut words = vec![u64::MAX; shape.words_wide() * (BLOCKS * WARPS) as usize];
    let args = CliqueArgs {
        graph: oriented.view(),
        hubs: oriented.rows(),
        roots: Slice::from(&oriented.roots[..]),
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        words: scratch(&mut words),
        shape,
        chunk: 2,
        parts: 1 + hubs % 4,
    };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe {
        match (wide, k) {
            (true, 4) => machine.launch::<Count4CliquesWide>(BLOCKS, WARPS, shape.shared_bytes_wide(), &args),
            (true, _) => machine.launch::<CountCliquesWide>(BLOCKS, WARPS, shape.shared_bytes_wide(), &args),
            (false, 4) => machine.launch::<Count4Cliques>(BLOCKS, WARPS, shape.shared_bytes(), &args),
            (false, 5) => machine.launch::<Count5Cliques>(BLOCKS, WARPS, shape.shared_bytes(), &args),
            (false, _) => machine.launch::<CountCliques>(BLOCKS, WARPS, shape.shared_bytes(), &args),
        }
    }
    total(&totals).unwrap()
}

/// Graphs whose cliques lie in long lists: one that is nearly complete, and one with two vertices next to all others.
fn graphs_of_long_lists() -> [Graph; 2] {
    let mut random = Random::new(8);
    let dense = Graph::random(&mut random, 90, 90, 5500).by_degree();
    let n = 300;
    let sparse = Graph::random(&mut random, n, 40, 900).edges();
    // Not by degree: the last two have the others in their lists.
    let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1)]).chain([(n, n + 1)]);
    [dense, Graph::new(n + 2, sparse.into_iter().chain(ends))]
}

#[test]
fn cliques_are_counted() {
    for (i, graph) in Graph::samples(2).iter().chain(&graphs_of_long_lists()).enumerate() {
        let all = MarksShape { exact: graph.n().next_multiple_of(32), filter: 0 };
        for k in [4, 5, 6, 7] {
            // The dense graph has too many larger ones to try.
            if i == 6 && k > 5 {
                continue;
            }
            let expected = cliques(graph, k as usize);
            for machine in Machine::all() {
                let tiny = MarksShape { exact: 64, filter: 32 };
                for (hubs, marks, wide) in [(graph.n(), all, false), (30, tiny, true), (0, all, false)] {
                    let found = count_cliques(machine, graph, k, hubs, marks, wide);
                    assert_eq!(found, expected, "{k} in sample {i}, {hubs} hubs, {marks:?}, {machine:?}");
                }
            }
        }
    }
}

/// For each edge, in the order of the oriented graph, the 4-cycles through it, by trying.
fn cycles_through_edges(graph: &Graph) -> Vec<u64> {
    let common = |a: u32, b: u32, not: u32| {
        graph.0[a as usize].intersection(&graph.0[b as usize]).filter(|&&x| x != not).count() as u64
    };
    // u - v - w - x - u: for each w, the x other than v.
    let through =
        |(u, v): (u32, u32)| graph.0[v as usize].iter().filter(|&&w| w != u).map(|&w| common(u, w, v)).sum();
    graph.edges().into_iter().map(through).collect()
}

/// The 4-cycles, in all and through each edge, by the kernels. `edges` asks for the latter.
fn count_4_cycles(machine: Machine, graph: &Graph, table: TableShape, edges: bool) -> (u128, Vec<u64>, u64) {
    let (offsets, neighbors) = graph.csr();
    let oriented = OrientedGraph::new(machine, graph, 1, 0);
    let splits: Vec<u64> =
        (0..graph.n() as usize).map(|v| offsets[v] + oriented.offsets[v + 1] - oriented.offsets[v]).collect();
    let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
    let (mut deferred_count, mut deferred) = (vec![0u64], vec![0u32; graph.n() as usize]);
    let mut counters = vec![0u32; (BLOCKS * WARPS * graph.n()) as usize];
    let mut edge_sums = vec![0u64; oriented.neighbors.len()];
    let mut args = CycleArgs {
        graph: GraphView {
            offsets: Slice::from(&offsets[..]),
            neighbors: Slice::from(&neighbors[..]),
            splits: Slice::from(&splits[..]),
        },
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        deferred_count: atomics(&mut deferred_count),
        deferred: atomics(&mut deferred),
        counters: atomics(&mut counters),
        edge_starts: Slice::from(&oriented.offsets[..]),
        edge_sums: atomics(&mut edge_sums),
        end: graph.n().into(),
        table,
        first: 0,
        chunk: 2,
    };
    let shared = CycleArgs::shared_bytes(table);
    if edges {
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<Edge4Cycles>(BLOCKS, WARPS, shared, &args) };
    } else {
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<Count4Cycles>(BLOCKS, WARPS, shared, &args) };
    }
    args.end = args.deferred_count[0].load(Relaxed);
    args.queue[0].store(0, Relaxed);
    if edges {
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            machine.launch::<Edge4CyclesDeferred>(BLOCKS, WARPS, CycleArgs::shared_bytes_deferred(), &args)
        };
    } else {
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            machine.launch::<Count4CyclesDeferred>(BLOCKS, WARPS, CycleArgs::shared_bytes_deferred(), &args)
        };
    }
    assert!(counters.iter().all(|&counter| counter == 0), "counters were left behind");
    (total(&totals).unwrap(), edge_sums, deferred_count[0])
}

#[test]
fn cycles_of_four_are_counted() {
    let mut some_deferred = false;
    for (i, graph) in Graph::samples(3).iter().enumerate() {
        let expected = cycles_through_edges(graph);
        let all = expected.iter().map(|&cycles| u128::from(cycles)).sum::<u128>() / 4;
        assert_eq!(all > 50, i > 2, "sample {i} has {all} 4-cycles");
        let tables = [
            TableShape { direct: graph.n(), log_bits: 5, log_slots: 0 },
            TableShape { direct: graph.n(), log_bits: 4, log_slots: 0 },
            TableShape { direct: 40, log_bits: 3, log_slots: 10 },
            // Most roots do not fit.
            TableShape { direct: 0, log_bits: 5, log_slots: 5 },
        ];
        for machine in Machine::all() {
            for table in tables {
                let (found, _, _) = count_4_cycles(machine, graph, table, false);
                assert_eq!(found, all, "sample {i}, {table:?}, {machine:?}");
                let (found, through, deferred) = count_4_cycles(machine, graph, table, true);
                assert_eq!((found, through), (all, expected.clone()), "sample {i}, {table:?}, {machine:?}");
                some_deferred |= deferred > 0;
            }
        }
    }
    assert!(some_deferred);
}

/// The triangles through each edge, by the kernel.
fn edge_triangles(machine: Machine, graph: &OrientedGraph, marks: MarksShape) -> Vec<u32> {
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

#[test]
fn triangles_of_edges_and_vertices_are_counted() {
    for (i, graph) in Graph::samples(4).iter().enumerate() {
        let common =
            |&(u, v): &(u32, u32)| graph.0[u as usize].intersection(&graph.0[v as usize]).count() as u32;
        let expected: Vec<u32> = graph.edges().iter().map(common).collect();
        let mut at_vertices = vec![0u64; graph.n() as usize];
        for ((u, v), &triangles) in graph.edges().into_iter().zip(&expected) {
            at_vertices[u as usize] += u64::from(triangles);
            at_vertices[v as usize] += u64::from(triangles);
        }
        for machine in Machine::all() {
            for hubs in [0, 45, graph.n()] {
                let oriented = OrientedGraph::new(machine, graph, 2, hubs);
                let found = edge_triangles(machine, &oriented, MarksShape { exact: 64, filter: 32 });
                assert_eq!(found, expected, "sample {i}, {hubs} hubs, {machine:?}");

                let mut vertex_sums = vec![0u64; graph.n() as usize];
                let args = VertexTrianglesArgs {
                    graph: oriented.view(),
                    edges: Slice::from(&found[..]),
                    vertex_sums: atomics(&mut vertex_sums),
                };
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<VertexTriangles>(BLOCKS, WARPS, 0, &args) };
                assert_eq!(vertex_sums, at_vertices, "sample {i}, {machine:?}");
            }
        }
    }
}

#[test]
fn sums_over_edges_are_exact() {
    for graph in &Graph::samples(5) {
        let degrees: Vec<u32> = graph.0.iter().map(|list| list.len() as u32).collect();
        let edges = graph.edges();
        // Numbers that no graph has, some of them too large for a product in 64 bits.
        let triangles: Vec<u32> =
            (0..edges.len() as u32).map(|e| e.wrapping_mul(0x9E37_79B9) % 5000 * (e % 3)).collect();
        let cycles: Vec<u64> = (0..edges.len() as u64).map(|e| (e << 58) + 7 * e).collect();
        let mut expected = [0u128; SUMS];
        for (e, &(u, v)) in edges.iter().enumerate() {
            let (t, c) = (u128::from(triangles[e]), u128::from(cycles[e]));
            let (d, f) = (u128::from(degrees[u as usize]), u128::from(degrees[v as usize]));
            let by_degree = if t > 0 { t * (d + f - 4) } else { 0 };
            let pairs = if t > 0 { t * (t - 1) / 2 } else { 0 };
            let terms = [t, pairs, by_degree, (d - 1) * (f - 1), t * c];
            expected.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        }
        for machine in Machine::all() {
            let oriented = OrientedGraph::new(machine, graph, 2, 0);
            let mut totals = vec![0u64; SUMS * TOTALS];
            let args = SumEdgesArgs {
                graph: oriented.view(),
                degrees: Slice::from(&degrees[..]),
                triangles: Slice::from(&triangles[..]),
                cycles: Slice::from(&cycles[..]),
                totals: atomics(&mut totals),
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<SumEdges>(BLOCKS, WARPS, 0, &args) };
            let found: Vec<u128> = totals.chunks(TOTALS).map(|sum| total(sum).unwrap()).collect();
            assert_eq!(found, expected, "{machine:?}");
        }
    }
}

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
        let (offsets, neighbors) = graph.csr();
        let splits: Vec<u64> = (0..graph.n())
            .map(|v| offsets[v as usize] + graph.0[v as usize].range(..v).count() as u64)
            .collect();
        let whole = GraphView {
            offsets: Slice::from(&offsets[..]),
            neighbors: Slice::from(&neighbors[..]),
            splits: Slice::from(&splits[..]),
        };
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
                    totals: atomics(&mut edge_sums),
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
                    graph: whole,
                    degrees: Slice::from(&degrees[..]),
                    triangles: Slice::from(&at_vertices[..]),
                    totals: atomics(&mut vertex_sums),
                };
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<SumVertices>(BLOCKS, WARPS, 0, &args) };

                let mut ranks = vec![0u16; oriented.rows.len()];
                let args = RankHubsArgs { hubs: oriented.rows(), ranks: scratch(&mut ranks) };
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<RankHubs>(BLOCKS, WARPS, 0, &args) };
                let (mut queue, mut triangle_sums) = (vec![0u64], vec![0u64; TRIANGLE_SUMS * TOTALS]);
                let args = SumTrianglesArgs {
                    graph: oriented.view(),
                    hubs: oriented.rows(),
                    ranks: Slice::from(&ranks[..]),
                    roots: oriented.roots(),
                    degrees: Slice::from(&degrees[..]),
                    triangles: Slice::from(&triangles[..]),
                    queue: atomics(&mut queue),
                    totals: atomics(&mut triangle_sums),
                    marks,
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
