//! Counts at edges and vertices, and sums of them, on every machine, against their definitions.

mod common;
mod edges;
mod graphs;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use edges::{edge_triangles, edge_triangles_by};
use graphs::{Graph, OrientedGraph, atomics, prefixes};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::edge_counts::merge::{AddCountsArgs, AddCycles, AddTriangles};
use motherlode_device::kernels::edge_counts::opposites::{OppositesArgs, SumOpposites};
use motherlode_device::kernels::edge_counts::prefixes::{
    PrefixedEdgeTrianglesOfHubs, PrefixedEdgeTrianglesOfOthers, PrefixedEdgesArgs, shared_bytes,
};
use motherlode_device::kernels::edge_counts::short_lists::{
    EvenEdgeTriangles, HalvedEdgeTriangles, HalvedEdgesArgs,
};
use motherlode_device::kernels::edge_counts::sums::{EdgeSum, SUMS, SumEdges, SumEdgesArgs};
use motherlode_device::kernels::edge_counts::triangles::{VertexTriangles, VertexTrianglesArgs};
use motherlode_device::kernels::edge_counts::vertices::{
    AdjacentVerticesArgs, EDGE_SUMS, EdgeSumAtVertex, NEIGHBOR_SUMS, SumAdjacentVertices, SumIncidentEdges,
};
use motherlode_device::kernels::triangles::prefixes::PrefixedLists;
use motherlode_device::kernels::triangles::{MarksShape, count, halved};
use motherlode_device::memory::Slice;

#[test]
fn triangles_of_edges_and_vertices_are_counted() {
    for (i, graph) in Graph::samples(4).iter().enumerate() {
        let expected = graph.edge_triangles();
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
fn triangles_of_edges_are_counted_where_lists_are_short() {
    let mut samples = Graph::samples(7);
    // Lists that are longer than what is dealt at once, and vertices without any between others.
    samples.push(Graph::in_parts(&[150, 3], 2).by_degree());
    samples
        .push(Graph::new(400, [(0, 90), (0, 180), (90, 180), (90, 399), (0, 399), (180, 300), (300, 399)]));
    for (i, graph) in samples.iter().enumerate() {
        let expected = graph.edge_triangles();
        for machine in Machine::all() {
            let oriented = OrientedGraph::new(machine, graph, 2, 0);
            for marks in [MarksShape { exact: 0, filter: 64 }, MarksShape { exact: 0, filter: 4096 }] {
                let found = edge_triangles_by::<EvenEdgeTriangles>(machine, &oriented, marks);
                assert_eq!(found, expected, "sample {i}, {marks:?}, {machine:?}");
            }
            let halves = oriented.halves(machine);
            let (mut queue, mut edge_sums) = (vec![0u64], vec![0u32; oriented.neighbors.len()]);
            let args = HalvedEdgesArgs {
                roots: oriented.halved_roots(&halves, &mut queue),
                edge_sums: atomics(&mut edge_sums),
            };
            let shared = halved::shared_bytes(WARPS);
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<HalvedEdgeTriangles>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(edge_sums, expected, "sample {i}, halved, {machine:?}");
        }
    }
}

#[test]
fn triangles_of_edges_are_counted_by_prefixes() {
    for (i, graph) in Graph::samples(8).iter().enumerate().filter(|(_, graph)| !graph.edges().is_empty()) {
        let expected = graph.edge_triangles();
        for machine in Machine::all() {
            let oriented = OrientedGraph::new(machine, graph, 2, 0);
            let (mut narrow, starts, prefixes) = prefixes(machine, graph, &oriented);
            let edges = prefixes.len() as u64;
            // All vertices are hubs, none is, and some are; elements that are none are read in 32 bits, or in 16.
            for (hubs, wider) in [(400, u32::MAX), (50, u32::MAX), (50, 70), (0, 64)] {
                let wide = oriented.neighbors.iter().enumerate().filter(|&(_, &element)| element >= wider);
                wide.for_each(|(place, _)| narrow[place / 4] |= 0xFFFF << (place % 4 * 16));
                let mut edge_sums = vec![0u32; oriented.neighbors.len()];
                // As if they were drawn by two devices.
                let middle = starts[graph.n() as usize / 3] + 1;
                for (first, end) in [(0, middle), (middle, edges)] {
                    for of_hubs in [true, false] {
                        let mut queue = vec![0u64];
                        let args = PrefixedEdgesArgs {
                            lists: PrefixedLists {
                                graph: oriented.view(),
                                narrow: Slice::from(&narrow[..]),
                                starts: Slice::from(&starts[..]),
                                prefixes: Slice::from(&prefixes[..]),
                            },
                            edge_sums: atomics(&mut edge_sums),
                            queue: atomics(&mut queue),
                            first,
                            end,
                            hubs,
                            marks: MarksShape { exact: 64, filter: 32 },
                            chunk: 50,
                        };
                        let shared = match of_hubs {
                            true => shared_bytes(hubs),
                            false => count::shared_bytes(args.marks, WARPS),
                        };
                        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                        unsafe {
                            match of_hubs {
                                true => machine
                                    .launch::<PrefixedEdgeTrianglesOfHubs>(BLOCKS, WARPS, shared, &args),
                                false => machine
                                    .launch::<PrefixedEdgeTrianglesOfOthers>(BLOCKS, WARPS, shared, &args),
                            }
                        }
                    }
                }
                assert_eq!(edge_sums, expected, "sample {i}, {hubs} hubs, {machine:?}");
            }
        }
    }
}

#[test]
fn sums_over_opposite_edges_are_exact() {
    for (i, graph) in Graph::samples(6).iter().enumerate() {
        let common = |u: u32, v: u32| graph.0[u as usize].intersection(&graph.0[v as usize]);
        let triangles = graph.edge_triangles();
        let mut expected = vec![0; graph.n() as usize];
        for ((u, v), &triangles) in graph.edges().into_iter().zip(&triangles) {
            common(u, v).for_each(|&w| expected[w as usize] += u64::from(triangles) - 1);
        }
        for machine in Machine::all() {
            for hubs in [0, 45, graph.n()] {
                let oriented = OrientedGraph::new(machine, graph, 2, hubs);
                let ranks = oriented.ranks(machine);
                let (mut queue, mut sums) = (vec![0u64], vec![0u64; graph.n() as usize]);
                let marks = MarksShape { exact: 64, filter: 32 };
                let args = OppositesArgs {
                    roots: oriented.ranked_roots(&ranks, &mut queue, marks),
                    triangles: Slice::from(&triangles[..]),
                    sums: atomics(&mut sums),
                };
                let shared = count::shared_bytes(marks, WARPS);
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<SumOpposites>(BLOCKS, WARPS, shared, &args) };
                assert_eq!(sums, expected, "sample {i}, {hubs} hubs, {machine:?}");
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
        let products = [0, 0, 0, expected[EdgeSum::DegreeProducts as usize], 0];
        let none = (&[][..], &[][..], products);
        for (triangles, cycles, expected) in [(&triangles[..], &cycles[..], expected), none] {
            for machine in Machine::all() {
                let oriented = OrientedGraph::new(machine, graph, 2, 0);
                let mut totals = vec![0u64; SUMS * TOTALS];
                let args = SumEdgesArgs {
                    graph: oriented.view(),
                    degrees: Slice::from(&degrees[..]),
                    triangles: Slice::from(triangles),
                    cycles: Slice::from(cycles),
                    sums: atomics(&mut totals),
                };
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<SumEdges>(BLOCKS, WARPS, 0, &args) };
                let found: Vec<u128> = totals.chunks(TOTALS).map(|sum| total(sum).unwrap()).collect();
                assert_eq!(found, expected, "{machine:?}");
            }
        }
    }
}

/// The sums over the edges of each vertex, as they are defined, and those over its neighbours.
fn sums_at_vertices(graph: &Graph, triangles: &[u32], cycles: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let edges = graph.edges();
    let number = |u: u32, v: u32| edges.iter().position(|&edge| edge == (u.max(v), u.min(v))).unwrap();
    let d = |v: u32| graph.0[v as usize].len() as u64;
    let pairs = |n: u64| n * n.saturating_sub(1) / 2;
    let at = |v: u32| {
        let mut sums = [0; EDGE_SUMS];
        for &u in &graph.0[v as usize] {
            let e = number(u, v);
            let t = triangles.get(e).map_or(0, |&t| u64::from(t));
            let by_degree = if t > 0 { t * (d(u) - 2) } else { 0 };
            let c = cycles.get(e).map_or(0, |&c| c);
            let terms = [d(u) - 1, pairs(d(u) - 1), t, pairs(t), by_degree, c];
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        }
        sums
    };
    let at: Vec<[u64; EDGE_SUMS]> = (0..graph.n()).map(at).collect();
    let over = |v: u32| {
        let sum =
            |of: EdgeSumAtVertex| graph.0[v as usize].iter().map(|&u| at[u as usize][of as usize]).sum();
        [sum(EdgeSumAtVertex::Paths), sum(EdgeSumAtVertex::Triangles)]
    };
    ((0..graph.n()).flat_map(|v| at[v as usize]).collect(), (0..graph.n()).flat_map(over).collect())
}

#[test]
fn sums_at_vertices_are_exact() {
    for (i, graph) in Graph::samples(6).iter().enumerate() {
        let degrees: Vec<u32> = graph.0.iter().map(|list| list.len() as u32).collect();
        // Numbers that no graph has, but none at edges that can be in no triangle.
        let made_up = |(e, &(u, v)): (usize, &(u32, u32))| {
            let closed = degrees[u as usize].min(degrees[v as usize]) > 1;
            if closed { (e as u32).wrapping_mul(0x9E37_79B9) % 5000 * (e as u32 % 3) } else { 0 }
        };
        let triangles: Vec<u32> = graph.edges().iter().enumerate().map(made_up).collect();
        let cycles: Vec<u64> = (0..triangles.len() as u64).map(|e| (e << 40) + 7 * e).collect();
        for (triangles, cycles) in [(&triangles[..], &cycles[..]), (&triangles[..], &[]), (&[], &[])] {
            let expected = sums_at_vertices(graph, triangles, cycles);
            for machine in Machine::all() {
                let oriented = OrientedGraph::new(machine, graph, 2, 0);
                let mut of_edges = vec![0u64; graph.n() as usize * EDGE_SUMS];
                let args = SumEdgesArgs {
                    graph: oriented.view(),
                    degrees: Slice::from(&degrees[..]),
                    triangles: Slice::from(triangles),
                    cycles: Slice::from(cycles),
                    sums: atomics(&mut of_edges),
                };
                // SAFETY: arrays of this test, made as the kernel asks; no sum is near 64 bits. It takes no shared
                // memory.
                unsafe { machine.launch::<SumIncidentEdges>(BLOCKS, WARPS, 0, &args) };
                let mut of_neighbors = vec![0u64; graph.n() as usize * NEIGHBOR_SUMS];
                let args = AdjacentVerticesArgs {
                    graph: oriented.view(),
                    edges: Slice::from(&of_edges[..]),
                    sums: atomics(&mut of_neighbors),
                };
                // SAFETY: as above.
                unsafe { machine.launch::<SumAdjacentVertices>(BLOCKS, WARPS, 0, &args) };
                assert_eq!((of_edges, of_neighbors), expected, "sample {i}, {machine:?}");
            }
        }
    }
}

#[test]
fn counts_of_several_devices_add_up() {
    let mut random = Random::new(5);
    // Fewer edges than a block has threads, and more than the grid has.
    for edges in [0, 1, 40, 7_001] {
        let triangles: [Vec<u32>; 2] =
            std::array::from_fn(|_| (0..edges).map(|_| random.below(1 << 30)).collect());
        let cycles =
            triangles.each_ref().map(|counts| counts.iter().map(|&t| u64::from(t) << 31 | 9).collect());
        let [first, second]: [Vec<u64>; 2] = cycles;
        for machine in Machine::with_seed(edges) {
            let mut sums = triangles[0].clone();
            let args = AddCountsArgs { more: Slice::from(&triangles[1][..]), counts: scratch(&mut sums) };
            // SAFETY: arrays of this test, of one length. It takes no shared memory.
            unsafe { machine.launch::<AddTriangles>(BLOCKS, WARPS, 0, &args) };
            let expected = triangles[0].iter().zip(&triangles[1]).map(|(a, b)| a + b);
            assert!(expected.eq(sums.iter().copied()), "{edges} edges, {machine:?}");

            let mut sums = first.clone();
            let args = AddCountsArgs { more: Slice::from(&second[..]), counts: scratch(&mut sums) };
            // SAFETY: as above.
            unsafe { machine.launch::<AddCycles>(BLOCKS, WARPS, 0, &args) };
            let expected = first.iter().zip(&second).map(|(a, b)| a + b);
            assert!(expected.eq(sums.iter().copied()), "{edges} edges, {machine:?}");
        }
    }
}
