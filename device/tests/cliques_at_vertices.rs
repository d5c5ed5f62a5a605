//! The kernels of cliques at each vertex on every machine, by pivots and from whole matrices, against trying all sets.

mod common;
mod graphs;
mod handed;
mod local_cliques;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use local_cliques::{WHOLE, Way, Which, binomial, counted, nearly_complete, ways};
use motherlode_device::kernels::cliques::at_vertices::{
    Count4CliquesAtVertices, Count4CliquesAtVerticesWide, Count5CliquesAtVertices,
    Count5CliquesAtVerticesWide, SmallCliquesAtVerticesArgs,
};
use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::kernels::pivots::at_vertices::{
    BeginCliquesAtVertices, BeginCliquesAtVerticesWide, CountCliquesAtVertices, CountCliquesAtVerticesWide,
    ResumeCliquesAtVertices, ResumeCliquesAtVerticesWide,
};
use motherlode_device::kernels::pivots::local::LocalCliquesArgs;
use motherlode_device::kernels::pivots_128::{
    CountCliquesAtVertices128, CountCliquesAtVertices128Wide, ResumeCliquesAtVertices128,
    ResumeCliquesAtVertices128Wide,
};
use motherlode_device::memory::{Scratch, Slice};

/// The cliques of `k` vertices at each vertex, 4 or 5, without pivots; roots are dealt in some parts.
fn without_pivots(machine: Machine, graph: &Graph, k: u32, way: Way) -> Vec<u64> {
    let oriented = OrientedGraph::new(machine, graph, k as usize - 1, way.hubs);
    let lengths = oriented.roots.iter().map(|&root| graph.0[root as usize].range(..root).count());
    let longest = lengths.max().unwrap_or(0) as u32;
    let lanes = machine.lanes() as u32;
    let shape = CliqueShape {
        longest,
        k,
        levels: CliqueShape::levels(k, lanes),
        compact: if CliqueShape::compacts(k, lanes) { longest } else { 0 },
        compact_shared: graph.n().is_multiple_of(2).into(),
        warps: if lanes == 1 { 1 } else { way.warps },
        marks: way.marks,
    };
    let (mut queue, mut counts) = (vec![0u64], vec![0u64; graph.n() as usize]);
    let mut words = vec![u64::MAX; shape.words_wide() * (BLOCKS * way.warps) as usize];
    let args = SmallCliquesAtVerticesArgs {
        cliques: CliqueArgs {
            graph: oriented.view(),
            hubs: oriented.rows(),
            roots: Slice::from(&oriented.roots[..]),
            queue: atomics(&mut queue),
            totals: Slice::empty(),
            words: if way.wide { scratch(&mut words) } else { Scratch::empty() },
            shape,
            chunk: 2,
            parts: 1 + way.hubs % 4,
        },
        counts: atomics(&mut counts),
    };
    let (blocks, warps) = (BLOCKS, way.warps);
    let (narrow, wide) = (shape.shared_bytes(), shape.shared_bytes_wide());
    // SAFETY: arrays of this test, made as the kernels ask, and the shared memory that they ask for.
    unsafe {
        match (way.wide, k) {
            (true, 4) => machine.launch::<Count4CliquesAtVerticesWide>(blocks, warps, wide, &args),
            (true, _) => machine.launch::<Count5CliquesAtVerticesWide>(blocks, warps, wide, &args),
            (false, 4) => machine.launch::<Count4CliquesAtVertices>(blocks, warps, narrow, &args),
            (false, _) => machine.launch::<Count5CliquesAtVertices>(blocks, warps, narrow, &args),
        }
    }
    assert!(counts.iter().all(|thrice| thrice % 3 == 0));
    counts.into_iter().map(|thrice| thrice / 3).collect()
}

/// The cliques of `k` vertices at each vertex, by the kernels with pivots, and how many records were handed over.
fn at_vertices(machine: Machine, graph: &Graph, k: u32, way: Way) -> (Vec<u128>, usize) {
    // SAFETY: these kernels count at vertices.
    unsafe { counted(machine, graph, k, way, (false, launch)) }
}

/// Launches a kernel.
///
/// # Safety
/// The promises of `Kernel::run`, for the kernel that is meant.
unsafe fn launch(
    machine: Machine,
    Which { number_words, resumes, wide, shares }: Which,
    (blocks, warps, shared): (u32, u32, usize),
    args: &LocalCliquesArgs<'_>,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match (number_words, resumes, wide, shares) {
            (1, false, false, false) => machine.launch::<CountCliquesAtVertices>(blocks, warps, shared, args),
            (1, false, false, true) => machine.launch::<BeginCliquesAtVertices>(blocks, warps, shared, args),
            (1, false, true, false) => {
                machine.launch::<CountCliquesAtVerticesWide>(blocks, warps, shared, args);
            }
            (1, false, true, true) => {
                machine.launch::<BeginCliquesAtVerticesWide>(blocks, warps, shared, args);
            }
            (1, true, false, _) => machine.launch::<ResumeCliquesAtVertices>(blocks, warps, shared, args),
            (1, true, true, _) => machine.launch::<ResumeCliquesAtVerticesWide>(blocks, warps, shared, args),
            (_, false, false, _) => machine.launch::<CountCliquesAtVertices128>(blocks, warps, shared, args),
            (_, false, true, _) => {
                machine.launch::<CountCliquesAtVertices128Wide>(blocks, warps, shared, args);
            }
            (_, true, false, _) => machine.launch::<ResumeCliquesAtVertices128>(blocks, warps, shared, args),
            (_, true, true, _) => {
                machine.launch::<ResumeCliquesAtVertices128Wide>(blocks, warps, shared, args);
            }
        }
    }
}

/// The cliques of `k` vertices at each vertex, by trying.
fn tried(graph: &Graph, k: u32) -> Vec<u128> {
    let mut counts = vec![0; graph.n() as usize];
    local_cliques::tried(graph, k, |clique| clique.iter().for_each(|&v| counts[v as usize] += 1));
    counts
}

fn check(graph: &Graph, machines: Vec<Machine>, sizes: std::ops::RangeInclusive<u32>) {
    for k in sizes {
        let expected = tried(graph, k);
        for &machine in &machines {
            for way in ways(graph.n()) {
                for number_words in [1, 2] {
                    let way = Way { number_words, ..way };
                    let (found, _) = at_vertices(machine, graph, k, way);
                    assert_eq!(found, expected, "{k} of {} vertices, {way:?}, {machine:?}", graph.n());
                }
                if k == 4 || k == 5 {
                    let found = without_pivots(machine, graph, k, way);
                    assert_eq!(
                        found.into_iter().map(u128::from).collect::<Vec<_>>(),
                        expected,
                        "{k} of {} vertices, {way:?}, {machine:?}",
                        graph.n()
                    );
                }
            }
        }
    }
}

#[test]
fn cliques_are_counted_at_their_vertices() {
    for graph in Graph::samples(3) {
        let machines = if graph.n() < 60 { Machine::all() } else { Machine::with_seed(graph.n()) };
        check(&graph, machines, 3..=7);
    }
}

#[test]
fn near_cliques_are_counted_at_their_vertices() {
    for graph in [
        nearly_complete(13, &[]),
        nearly_complete(15, &[(14, 0), (14, 1), (7, 6), (12, 3)]),
        nearly_complete(14, &[(1, 0), (3, 2), (5, 4), (7, 6), (9, 8), (11, 10)]),
    ] {
        check(&graph, Machine::all(), 3..=12);
    }
}

/// Each vertex of a complete graph is in C(n - 1, k - 1) cliques: here up to 2^55. Without two edges of a vertex there are several leaves, and
/// carries where their cliques are added up: here up to 2^78.
#[test]
fn many_cliques_are_counted() {
    for machine in Machine::with_seed(5) {
        for way in ways(70) {
            let (found, _) = at_vertices(machine, &nearly_complete(70, &[]), 15, way);
            assert_eq!(found, vec![binomial(69, 14); 70], "{way:?}, {machine:?}");
        }
        for way in ways(90) {
            let way = Way { number_words: 2, ..way };
            let (found, _) = at_vertices(machine, &nearly_complete(90, &[(41, 7), (80, 41)]), 30, way);
            // 41 is in no clique with 7 or 80.
            let [of_41, of_its_others] = [binomial(87, 29), binomial(88, 29)];
            let of_others = binomial(88, 29) + binomial(86, 28);
            let expected = (0..90).map(|v| match v {
                41 => of_41,
                7 | 80 => of_its_others,
                _ => of_others,
            });
            assert_eq!(found, expected.collect::<Vec<_>>(), "{way:?}, {machine:?}");
        }
    }
}

/// Long lists with few edges among them.
#[test]
fn cliques_in_long_lists_are_counted_at_their_vertices() {
    let mut random = Random::new(8);
    // Rows of two words, three and four.
    for n in [101, 160, 200] {
        let sparse = Graph::random(&mut random, n, 40, 1700).edges();
        let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1)]).chain([(n, n + 1)]);
        let graph = Graph::new(n + 2, sparse.into_iter().chain(ends));
        check(&graph, Machine::with_seed(n), if n == 200 { 4..=6 } else { 4..=5 });
    }
}

/// What warps of a block hand to each other is counted once, at those that were taken before as well, however often they do.
#[test]
fn what_warps_share_is_added_to_all_that_was_taken() {
    for (sizes, within, k) in [(&[4, 7, 9, 8, 1, 1][..], 0, 5), (&[9, 6, 11, 1, 1, 1], 5, 7)] {
        let graph = Graph::in_parts(sizes, within);
        let expected = tried(&graph, k);
        for machine in Machine::with_seed(13) {
            for (patience, warps, wide) in [(20, WARPS, false), (3, 2, true), (1, WARPS, true)] {
                let way = Way { patience, warps, wide, ..WHOLE };
                let (found, _) = at_vertices(machine, &graph, k, way);
                assert_eq!(found, expected, "{k}, {way:?}, {machine:?}");
            }
        }
    }
}

/// What is handed over is counted once, at those that were taken before as well, however much or little room there is for it.
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
                    let (found, records) = at_vertices(machine, &graph, k, way);
                    assert_eq!(found, expected, "{k}, {way:?}, {machine:?}");
                    assert!(records > 0, "{k}, {way:?}, {machine:?}");
                }
            }
        }
    }
}
