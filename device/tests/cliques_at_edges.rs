//! The kernels of cliques at each edge on every machine, against trying all sets.

mod common;
mod graphs;
mod handed;
mod local_cliques;

use common::{Machine, Random, WARPS};
use graphs::Graph;
use local_cliques::{WHOLE, Way, Which, binomial, counted, nearly_complete, ways};
use motherlode_device::kernels::pivots::local::LocalCliquesArgs;
use motherlode_device::kernels::pivots_at_edges::{
    CountCliquesAtEdges, CountCliquesAtEdgesWide, ResumeCliquesAtEdges, ResumeCliquesAtEdgesWide,
};
use motherlode_device::kernels::pivots_at_edges_128::{
    CountCliquesAtEdges128, CountCliquesAtEdges128Wide, ResumeCliquesAtEdges128, ResumeCliquesAtEdges128Wide,
};

/// The cliques of `k` vertices at each edge, in the order of the oriented graph, and how many records were handed over.
fn at_edges(machine: Machine, graph: &Graph, k: u32, way: Way) -> (Vec<u128>, usize) {
    // SAFETY: these kernels count at edges.
    unsafe { counted(machine, graph, k, way, (true, launch)) }
}

/// Launches a kernel.
///
/// # Safety
/// The promises of `Kernel::run`, for the kernel that is meant.
unsafe fn launch(
    machine: Machine,
    Which { number_words, resumes, wide, .. }: Which,
    (blocks, warps, shared): (u32, u32, usize),
    args: &LocalCliquesArgs<'_>,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match (number_words, resumes, wide) {
            (1, false, false) => machine.launch::<CountCliquesAtEdges>(blocks, warps, shared, args),
            (1, false, true) => machine.launch::<CountCliquesAtEdgesWide>(blocks, warps, shared, args),
            (1, true, false) => machine.launch::<ResumeCliquesAtEdges>(blocks, warps, shared, args),
            (1, true, true) => machine.launch::<ResumeCliquesAtEdgesWide>(blocks, warps, shared, args),
            (_, false, false) => machine.launch::<CountCliquesAtEdges128>(blocks, warps, shared, args),
            (_, false, true) => machine.launch::<CountCliquesAtEdges128Wide>(blocks, warps, shared, args),
            (_, true, false) => machine.launch::<ResumeCliquesAtEdges128>(blocks, warps, shared, args),
            (_, true, true) => machine.launch::<ResumeCliquesAtEdges128Wide>(blocks, warps, shared, args),
        }
    }
}

/// The cliques of `k` vertices at each edge, in the order of the oriented graph, by trying.
fn tried(graph: &Graph, k: u32) -> Vec<u128> {
    let edges = graph.edges();
    let mut counts = vec![0; edges.len()];
    local_cliques::tried(graph, k, |clique| {
        for (at, &u) in clique.iter().enumerate() {
            for &v in &clique[at + 1..] {
                counts[edges.binary_search(&(u, v)).unwrap()] += 1;
            }
        }
    });
    counts
}

fn check(graph: &Graph, machines: Vec<Machine>, sizes: std::ops::RangeInclusive<u32>) {
    for k in sizes {
        let expected = tried(graph, k);
        for &machine in &machines {
            for way in ways(graph.n()) {
                for number_words in [1, 2] {
                    let way = Way { number_words, ..way };
                    let (found, _) = at_edges(machine, graph, k, way);
                    assert_eq!(found, expected, "{k} of {} vertices, {way:?}, {machine:?}", graph.n());
                }
            }
        }
    }
}

#[test]
fn cliques_are_counted_at_their_edges() {
    for graph in Graph::samples(4) {
        let machines = if graph.n() < 60 { Machine::all() } else { Machine::with_seed(graph.n()) };
        check(&graph, machines, 3..=7);
    }
}

#[test]
fn near_cliques_are_counted_at_their_edges() {
    for graph in [
        nearly_complete(13, &[]),
        nearly_complete(15, &[(14, 0), (14, 1), (7, 6), (12, 3)]),
        nearly_complete(14, &[(1, 0), (3, 2), (5, 4), (7, 6), (9, 8), (11, 10)]),
    ] {
        check(&graph, Machine::all(), 3..=12);
    }
}

/// Each edge of a complete graph is in C(n - 2, k - 2) cliques: here up to 2^51. Without two edges of a vertex there are several leaves, and carries
/// where their cliques are added up: here up to 2^75.
#[test]
fn many_cliques_are_counted() {
    for machine in Machine::with_seed(5) {
        for way in ways(70) {
            let (found, _) = at_edges(machine, &nearly_complete(70, &[]), 15, way);
            assert_eq!(found, vec![binomial(68, 13); 70 * 69 / 2], "{way:?}, {machine:?}");
        }
        for way in ways(90) {
            let way = Way { number_words: 2, ..way };
            let graph = nearly_complete(90, &[(41, 7), (80, 41)]);
            let (found, _) = at_edges(machine, &graph, 30, way);
            // 41 is in no clique with 7 or 80: an edge's cliques are those without 41, and those with it and without these two.
            let expected = graph.edges().into_iter().map(|(u, v)| match (u, v) {
                (41, _) | (_, 41) => binomial(86, 28),
                (7 | 80, _) | (_, 7 | 80) => binomial(87, 28),
                _ => binomial(87, 28) + binomial(85, 27),
            });
            assert_eq!(found, expected.collect::<Vec<_>>(), "{way:?}, {machine:?}");
        }
    }
}

/// Long lists with few edges among them.
#[test]
fn cliques_in_long_lists_are_counted_at_their_edges() {
    let mut random = Random::new(9);
    // Rows of two words, three and four.
    for n in [101, 160, 200] {
        let sparse = Graph::random(&mut random, n, 40, 1700).edges();
        let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1)]).chain([(n, n + 1)]);
        let graph = Graph::new(n + 2, sparse.into_iter().chain(ends));
        check(&graph, Machine::with_seed(n), if n == 200 { 4..=6 } else { 4..=5 });
    }
}

/// What warps of a block hand to each other is counted once, at pairs of those that were taken before as well, however often they do.
#[test]
fn what_warps_share_is_added_to_all_that_was_taken() {
    for (sizes, within, k) in [(&[4, 7, 9, 8, 1, 1][..], 0, 5), (&[9, 6, 11, 1, 1, 1], 5, 7)] {
        let graph = Graph::in_parts(sizes, within);
        let expected = tried(&graph, k);
        for machine in Machine::with_seed(13) {
            for (patience, warps, wide) in [(20, WARPS, false), (3, 2, true), (1, WARPS, true)] {
                let way = Way { patience, warps, wide, ..WHOLE };
                let (found, _) = at_edges(machine, &graph, k, way);
                assert_eq!(found, expected, "{k}, {way:?}, {machine:?}");
            }
        }
    }
}

/// What is handed over is counted once, at pairs of those that were taken before as well, however much or little room there is for it.
#[test]
fn what_is_handed_over_is_added_to_all_that_was_taken() {
    // Some are joined to all others, and so to all candidates of each node.
    for (sizes, within, k) in [(&[4, 7, 9, 8, 1, 1][..], 0, 5), (&[9, 6, 11, 1, 1, 1], 5, 7)] {
        let graph = Graph::in_parts(sizes, within);
        let expected = tried(&graph, k);
        for machine in Machine::with_seed(11) {
            for (patience, capacity, warps, wide) in
                [(20, 3000, WARPS, false), (5, 300, 1, true), (40, 21, WARPS, true), (3, 1, 1, false)]
            {
                for number_words in [1, 2] {
                    let way = Way { patience, capacity, warps, wide, number_words, ..WHOLE };
                    let (found, records) = at_edges(machine, &graph, k, way);
                    assert_eq!(found, expected, "{k}, {way:?}, {machine:?}");
                    assert!(records > 0, "{k}, {way:?}, {machine:?}");
                }
            }
        }
    }
}
