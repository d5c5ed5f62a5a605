//! Triangles and 4-cliques, and what these are in with a fifth vertex.

use std::sync::atomic::Ordering::Relaxed;

use motherlode_device::kernels::count::tally::TOTALS;
use motherlode_device::kernels::motifs::clique_sums::{CLIQUE_SUMS, CliqueSumArgs, SumCliques};
use motherlode_device::kernels::motifs::edge_root_sums::{EdgeRootsArgs, SumRootsAtEdges};
use motherlode_device::kernels::motifs::edge_sums::{SumEdgeTriangles, SumThirds, TriangleSumsArgs};
use motherlode_device::kernels::motifs::fifths::{FifthsArgs, SumFifths};
use motherlode_device::kernels::motifs::fourths::{
    FOURTH_SUMS, FillFourths, FillFourthsArgs, FourthsArgs, SumFourths,
};
use motherlode_device::kernels::motifs::lists::{ListTriangles, ListTrianglesArgs};
use motherlode_device::kernels::motifs::root_matrix::RootMatrices;
use motherlode_device::kernels::motifs::root_sums::{RootsArgs, SumRoots};
use motherlode_device::kernels::triangles::{MarksShape, count};
use motherlode_device::memory::Slice;

use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::{Graph, OrientedGraph, atomics};
use crate::{MARKS, each_case, samples, totals_of};

#[test]
fn triangles_are_listed_at_their_edges() {
    each_case(
        |_, _| (),
        |case, ()| {
            for marks in [MarksShape { exact: 512, filter: 0 }, MarksShape { exact: 32, filter: 32 }] {
                let (mut queue, mut thirds) = (vec![0u64], vec![u32::MAX; case.thirds.len()]);
                let mut numbers = vec![u64::MAX; case.numbers.len()];
                let args = ListTrianglesArgs {
                    graph: case.whole(),
                    edges: Slice::from(&case.oriented.offsets[..]),
                    starts: Slice::from(&case.starts[..]),
                    thirds: scratch(&mut thirds),
                    numbers: scratch(&mut numbers),
                    queue: atomics(&mut queue),
                    marks,
                    chunk: 3,
                };
                let shared = ListTrianglesArgs::shared_bytes(marks);
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { case.machine.launch::<ListTriangles>(BLOCKS, WARPS, shared, &args) };
                assert_eq!(thirds, case.thirds, "{marks:?}, {}", case.name);
                assert_eq!(numbers, case.numbers, "{marks:?}, {}", case.name);
            }
        },
    );
}

#[test]
fn sums_of_fourths_are_exact() {
    each_case(
        |_, graph| graph.fourth_sums(),
        |case, expected| {
            let shared = count::shared_bytes(MARKS, WARPS);
            let mut fourths = vec![0u64; case.thirds.len()];
            let mut cliques = vec![0u64; case.starts.len() - 1];
            let mut queue = vec![0u64];
            let args = FillFourthsArgs {
                triangles: case.triangles(&mut queue),
                fourths: scratch(&mut fourths),
                cliques: scratch(&mut cliques),
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { case.machine.launch::<FillFourths>(BLOCKS, WARPS, shared, &args) };
            let twice: Vec<u64> = expected.iter().step_by(FOURTH_SUMS).map(|cliques| 2 * cliques).collect();
            assert_eq!(cliques, twice, "{}", case.name);
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let args = FourthsArgs {
                triangles: case.triangles(&mut queue),
                degrees: Slice::from(&case.degrees[..]),
                fourths: Slice::from(&fourths[..]),
                cliques: Slice::from(&cliques[..]),
                sums: scratch(&mut sums),
            };
            // SAFETY: as before.
            unsafe { case.machine.launch::<SumFourths>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(sums, *expected, "{}", case.name);
        },
    );
}

#[test]
fn sums_of_cliques_at_triangles_are_exact() {
    let expected = |sample, graph: &Graph| {
        let expected = graph.clique_sums();
        assert_eq!(expected[0], 4 * graph.cliques(4), "sample {sample}");
        expected
    };
    each_case(expected, |case, expected| {
        let (mut queue, mut totals) = (vec![0u64], vec![0u64; CLIQUE_SUMS * TOTALS]);
        let args = CliqueSumArgs {
            triangles: case.triangles(&mut queue),
            degrees: Slice::from(&case.degrees[..]),
            totals: atomics(&mut totals),
        };
        let shared = count::shared_bytes(MARKS, WARPS);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { case.machine.launch::<SumCliques>(BLOCKS, WARPS, shared, &args) };
        assert_eq!(totals_of(&totals), *expected, "{}", case.name);
    });
}

/// Calls `check` with the matrices of the roots of samples on each machine, how many warps a block has then, and what
/// the case is.
fn each_root_matrices(check: impl Fn(&Graph, Machine, RootMatrices<'_>, u32, &str)) {
    for (sample, graph) in samples().iter().enumerate() {
        for machine in Machine::all() {
            // Lists of vertices with and without rows of hubs, and longer ones than a word has bits.
            for hubs in [0, 9, graph.n()] {
                let oriented = OrientedGraph::new(machine, graph, 2, hubs);
                let ranks = oriented.ranks(machine);
                let triangles: Vec<u32> = graph.thirds().iter().map(|list| list.len() as u32).collect();
                let longest = (0..graph.n()).map(|v| graph.0[v as usize].range(..v).count()).max();
                let mut queue = vec![0u64];
                let all = RootMatrices {
                    roots: oriented.ranked_roots(&ranks, &mut queue, MARKS),
                    triangles: Slice::from(&triangles[..]),
                    longest: longest.unwrap_or(0) as u32,
                };
                let warps = if machine.lanes() == 1 { 1 } else { WARPS };
                check(graph, machine, all, warps, &format!("sample {sample}, {hubs} hubs, {machine:?}"));
            }
        }
    }
}

#[test]
fn sums_of_roots_are_exact() {
    each_root_matrices(|graph, machine, all, warps, case| {
        let expected = graph.triangle_sums();
        let at_all = expected[1].iter().map(|&sum| u128::from(sum)).sum::<u128>();
        assert_eq!(at_all, 12 * graph.cliques(4), "{case}");
        let [mut opposites, mut cliques] = [0, 1].map(|_| vec![0u64; graph.n() as usize]);
        let args = RootsArgs { all, opposites: atomics(&mut opposites), cliques: atomics(&mut cliques) };
        let shared = all.shape().shared_bytes(warps);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<SumRoots>(BLOCKS, WARPS, shared, &args) };
        assert_eq!([opposites, cliques], expected, "{case}");
    });
}

#[test]
fn sums_of_roots_at_edges_are_exact() {
    each_root_matrices(|graph, machine, all, warps, case| {
        let expected = graph.triangle_sums_of_edges();
        let degrees: Vec<u32> = graph.0.iter().map(|list| list.len() as u32).collect();
        let mut sums = vec![0u64; expected.len()];
        let args = EdgeRootsArgs { all, degrees: Slice::from(&degrees[..]), sums: atomics(&mut sums) };
        let shared = EdgeRootsArgs::shared_bytes(all.shape(), warps);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<SumRootsAtEdges>(BLOCKS, WARPS, shared, &args) };
        assert_eq!(sums, expected, "{case}");
    });
}

#[test]
fn sums_of_triangles_are_exact() {
    each_case(
        |_, graph| graph.triangle_sums_of_edges(),
        |case, expected| {
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let args = TriangleSumsArgs {
                triangles: case.triangles(&mut queue),
                degrees: Slice::from(&case.degrees[..]),
                sums: atomics(&mut sums),
            };
            // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
            unsafe { case.machine.launch::<SumThirds>(BLOCKS, WARPS, 0, &args) };
            args.triangles.queue[0].store(0, Relaxed);
            let shared = count::shared_bytes(MARKS, WARPS);
            // SAFETY: as before, and the shared memory that it asks for.
            unsafe { case.machine.launch::<SumEdgeTriangles>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(sums, *expected, "{}", case.name);
        },
    );
}

#[test]
fn sums_of_fifths_are_exact() {
    let expected = |_, graph: &Graph| (graph.clique_sums_of_vertices(), graph.triangle_sums_of_edges());
    each_case(expected, |case, (expected, edges)| {
        let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
        let args = FifthsArgs {
            triangles: case.triangles(&mut queue),
            degrees: Slice::from(&case.degrees[..]),
            edges: Slice::from(&edges[..]),
            sums: atomics(&mut sums),
        };
        let shared = count::shared_bytes(MARKS, WARPS);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { case.machine.launch::<SumFifths>(BLOCKS, WARPS, shared, &args) };
        assert_eq!(sums, *expected, "{}", case.name);
    });
}
