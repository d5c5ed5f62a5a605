//! The kernels of cliques on every machine, against trying all sets.

mod common;
mod graphs;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::kernels::cliques::at_once::{
    ALONE, CliquesAtOnceArgs, Count4CliquesAtOnce, Count5CliquesAtOnce, Count6CliquesAtOnce,
    Count7CliquesAtOnce, LONGEST, shared_bytes,
};
use motherlode_device::kernels::cliques::count::{
    Count4Cliques, Count4CliquesWide, Count5Cliques, CountCliques, CountCliquesWide,
};
use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::landing::LandingSum;
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::memory::Slice;

/// The cliques of `k` vertices, by the kernel.
fn count_cliques(machine: Machine, graph: &Graph, k: u32, hubs: u32, marks: MarksShape, wide: bool) -> u128 {
    let oriented = OrientedGraph::new(machine, graph, k as usize - 1, hubs);
    let lengths = oriented.offsets.windows(2).map(|ends| ends[1] - ends[0]);
    let longest = if oriented.roots.is_empty() { 0 } else { lengths.max().unwrap_or(0) as u32 };
    let shape = CliqueShape {
        longest,
        k,
        levels: CliqueShape::levels(k, machine.lanes() as u32),
        compact: if CliqueShape::compacts(k, machine.lanes() as u32) { longest } else { 0 },
        compact_shared: hubs.is_multiple_of(2).into(),
        warps: if machine.lanes() == 1 { 1 } else { WARPS },
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

/// The cliques of `k` vertices, by one launch of a grid of `blocks`.
fn count_at_once(machine: Machine, graph: &Graph, k: u32, hubs: u32, blocks: u32) -> u128 {
    let oriented = OrientedGraph::new(machine, graph, k as usize - 1, hubs);
    let length = |&v: &u32| (oriented.offsets[v as usize + 1] - oriented.offsets[v as usize]) as u32;
    let longest = oriented.roots.first().map_or(0, length);
    let (mut queues, mut sum, mut number) = (vec![0u64; 2], vec![0u64], vec![u64::MAX]);
    let args = CliquesAtOnceArgs {
        graph: oriented.view(),
        hubs: oriented.rows(),
        roots: Slice::from(&oriented.roots[..]),
        queues: atomics(&mut queues),
        total: LandingSum { sum: atomics(&mut sum), number: atomics(&mut number) },
        longest,
        long: oriented.roots.iter().filter(|&v| length(v) > ALONE).count() as u32,
        chunk: 1 + blocks % 2,
    };
    let shared = shared_bytes(longest, WARPS);
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe {
        match k {
            4 => machine.launch::<Count4CliquesAtOnce>(blocks, WARPS, shared, &args),
            5 => machine.launch::<Count5CliquesAtOnce>(blocks, WARPS, shared, &args),
            6 => machine.launch::<Count6CliquesAtOnce>(blocks, WARPS, shared, &args),
            _ => machine.launch::<Count7CliquesAtOnce>(blocks, WARPS, shared, &args),
        }
    }
    number[0].into()
}

/// Graphs whose cliques lie in long lists: one that is nearly complete, and two with two vertices next to all others, of
/// which lists of one have 128 vertices at most.
fn graphs_of_long_lists() -> [Graph; 3] {
    let mut random = Random::new(8);
    let dense = Graph::random(&mut random, 90, 90, 5500).by_degree();
    let [sparse, small] = [(300, 900), (LONGEST - 1, 700)].map(|(n, edges)| {
        let sparse = Graph::random(&mut random, n, 40, edges).edges();
        // Not by degree: the last two have the others in their lists.
        let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1)]).chain([(n, n + 1)]);
        Graph::new(n + 2, sparse.into_iter().chain(ends))
    });
    [dense, sparse, small]
}

/// Counts the cliques of `k` vertices on `machine`, in every form, and compares.
fn check(graph: &Graph, k: u32, machine: Machine) {
    let expected = graph.cliques(k as usize);
    let all = MarksShape { exact: graph.n().next_multiple_of(32), filter: 0 };
    let tiny = MarksShape { exact: 64, filter: 32 };
    for (hubs, marks, wide) in [(graph.n(), all, false), (30, tiny, true), (0, all, false)] {
        let found = count_cliques(machine, graph, k, hubs, marks, wide);
        assert_eq!(found, expected, "{k} of {} vertices, {hubs} hubs, {marks:?}, {machine:?}", graph.n());
    }
    let longest = (0..graph.n()).map(|u| graph.0[u as usize].range(..u).count()).max();
    if longest > Some(LONGEST as usize) {
        return;
    }
    for (hubs, blocks) in [(graph.n(), 1), (30, BLOCKS), (0, 7), (1, 2)] {
        let found = count_at_once(machine, graph, k, hubs, blocks);
        assert_eq!(
            found,
            expected,
            "{k} of {} vertices at once, {hubs} hubs, {blocks}, {machine:?}",
            graph.n()
        );
    }
}

#[test]
fn cliques_are_counted() {
    let (small, large): (Vec<_>, Vec<_>) =
        Graph::samples(2).into_iter().partition(|graph| graph.0.len() < 60);
    for k in [4, 5, 6, 7] {
        small
            .iter()
            .for_each(|graph| Machine::all().into_iter().for_each(|machine| check(graph, k, machine)));
        large
            .iter()
            .for_each(|graph| Machine::with_seed(k).into_iter().for_each(|machine| check(graph, k, machine)));
    }
}

#[test]
fn cliques_in_long_lists_are_counted() {
    let [dense, sparse, small] = graphs_of_long_lists();
    // The dense graph has too many larger ones for the emulated machine.
    let sparse = [&sparse, &small].into_iter().flat_map(|graph| [4, 5, 6, 7].map(|k| (graph, k)));
    for (graph, k) in [(&dense, 4), (&dense, 5)].into_iter().chain(sparse) {
        Machine::with_seed(k).into_iter().for_each(|machine| check(graph, k, machine));
    }
}
