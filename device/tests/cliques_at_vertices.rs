//! The kernels of cliques at each vertex on every machine, by pivots and from whole matrices, against trying all sets.

mod common;
mod graphs;
mod handed;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use handed::grouped;
use motherlode_device::kernels::cliques::at_vertices::{
    Count4CliquesAtVertices, Count4CliquesAtVerticesWide, Count5CliquesAtVertices,
    Count5CliquesAtVerticesWide, SmallCliquesAtVerticesArgs,
};
use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::kernels::pivots::at_vertices::{
    BeginCliquesAtVertices, BeginCliquesAtVerticesWide, CliquesAtVerticesArgs, CliquesAtVerticesShape,
    CountCliquesAtVertices, CountCliquesAtVerticesWide, RECORD_SETS, ResumeCliquesAtVertices,
    ResumeCliquesAtVerticesWide,
};
use motherlode_device::kernels::pivots::{GROUP, HandOver, Resumed, record_words};
use motherlode_device::kernels::pivots_128::{
    CountCliquesAtVertices128, CountCliquesAtVertices128Wide, ResumeCliquesAtVertices128,
    ResumeCliquesAtVertices128Wide,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::memory::{Scratch, Slice};

/// How a graph is counted.
#[derive(Clone, Copy, Debug)]
struct Way {
    hubs: u32,
    marks: MarksShape,
    wide: bool,
    /// Words of a number of cliques.
    number_words: u32,
    warps: u32,
    /// Nodes after which a warp hands over, and the most records.
    patience: u32,
    capacity: u32,
}

/// In one launch.
const WHOLE: Way = Way {
    hubs: 0,
    marks: MarksShape { exact: 64, filter: 32 },
    wide: false,
    number_words: 1,
    warps: 1,
    patience: 1 << 31,
    capacity: 0,
};

fn ways(n: u32) -> [Way; 3] {
    let all = MarksShape { exact: n.next_multiple_of(32), filter: 0 };
    [
        Way { hubs: n, marks: all, ..WHOLE },
        Way { hubs: 30, wide: true, warps: WARPS, patience: 3, capacity: 90, ..WHOLE },
        Way { marks: all, warps: WARPS, patience: 1, capacity: 8, ..WHOLE },
    ]
}

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
    let oriented = OrientedGraph::new(machine, graph, k as usize - 1, way.hubs);
    let lengths = oriented.roots.iter().map(|&root| graph.0[root as usize].range(..root).count());
    let longest = lengths.max().unwrap_or(0) as u32;
    let warps = if machine.lanes() == 1 { 1 } else { way.warps };
    let cliques =
        CliqueShape { longest, k: 6, levels: 0, compact: 0, compact_shared: 0, warps, marks: way.marks };
    let number_words = way.number_words;
    let shape = CliquesAtVerticesShape { cliques, most: longest + 1, number_words };
    let blocks = (BLOCKS * way.warps) as usize;
    let (mut queue, mut counts) = (vec![0u64], vec![0u64; graph.n() as usize * number_words as usize]);
    let mut words = vec![u64::MAX; cliques.words_wide() * blocks];
    let mut stack = vec![u64::MAX; shape.stack_words() * blocks];
    let chosen = (0..=shape.most).flat_map(|p| (0..=k).map(move |i| binomial(p.into(), i.into())));
    let binomials: Vec<u64> = match number_words {
        1 => chosen.map(|ways| ways.try_into().unwrap_or(u64::MAX)).collect(),
        _ => chosen.flat_map(|ways| [ways as u64, (ways >> 64) as u64]).collect(),
    };
    let stride = record_words(longest, RECORD_SETS) as u32 + 1;
    let (mut order, mut groups, mut all) = (Vec::new(), Vec::new(), 0);
    let mut records = [(); 2].map(|()| vec![u64::MAX; (way.capacity * stride) as usize]);
    loop {
        let [from, to] = &mut records;
        let (mut handed, mut positions) = ([0u64], vec![u32::MAX; way.capacity as usize]);
        let args = CliquesAtVerticesArgs {
            cliques: CliqueArgs {
                graph: oriented.view(),
                hubs: oriented.rows(),
                roots: Slice::from(&oriented.roots[..]),
                queue: atomics(&mut queue),
                totals: Slice::empty(),
                words: if way.wide { scratch(&mut words) } else { Scratch::empty() },
                shape: cliques,
                // All tasks are drawn at once where searches are to be handed over.
                chunk: if way.capacity > 0 { 1000 } else { 2 },
                parts: 1,
            },
            binomials: Slice::from(&binomials[..]),
            counts: atomics(&mut counts),
            stack: scratch(&mut stack),
            over: HandOver {
                records: scratch(to),
                positions: scratch(&mut positions),
                count: atomics(&mut handed),
                // Where nothing may be handed over, there always seem to be tasks left: the warps of a block share among them.
                tasks: match (way.capacity, all) {
                    (0, _) => u64::MAX,
                    (_, 0) => oriented.roots.len() as u64,
                    _ => (groups.len() / GROUP) as u64,
                },
                capacity: way.capacity,
                stride,
                patience: way.patience,
                first: 3,
            },
            resumed: Resumed {
                groups: Slice::from(&groups[..]),
                order: Slice::from(&order[..]),
                records: Slice::from(&from[..]),
            },
            k,
            most: shape.most,
        };
        let shared = if way.wide { shape.shared_bytes_wide() } else { shape.shared_bytes() };
        let (blocks, warps) = (BLOCKS, way.warps);
        // SAFETY: arrays of this test, made as the kernels ask, and the shared memory that they ask for.
        unsafe {
            let shares = way.patience < WHOLE.patience;
            launch(machine, (number_words, all > 0, way.wide, shares), (blocks, warps, shared), &args);
        }
        let handed = handed[0] as usize;
        if handed == 0 {
            let word = |words: &[u64], at: usize| u128::from(words.get(at).copied().unwrap_or(0));
            let number = |words: &[u64]| word(words, 0) | word(words, 1) << 64;
            return (counts.chunks(number_words as usize).map(number).collect(), all);
        }
        all += handed;
        (order, groups) = grouped(&positions[..handed], 3);
        queue[0] = 0;
        records.reverse();
    }
}

/// Launches a kernel: of numbers of so many words, one that goes on, one of matrices in device memory, one that shares searches among warps.
///
/// # Safety
/// As for [`Machine::launch`].
unsafe fn launch(
    machine: Machine,
    which: (u32, bool, bool, bool),
    (blocks, warps, shared): (u32, u32, usize),
    args: &CliquesAtVerticesArgs<'_>,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match which {
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

/// C(n, i), or the largest number if it is larger.
fn binomial(n: u64, i: u64) -> u128 {
    // Each is a binomial times a number, which may be larger than the next binomial: that takes some bits more.
    let next = |ways: Option<u128>, j: u64| {
        Some(ways?.checked_mul(u128::from(n.saturating_sub(j)))? / u128::from(j + 1))
    };
    (0..i).fold(Some(1), next).unwrap_or(u128::MAX)
}

/// The same, by trying.
fn tried(graph: &Graph, k: u32) -> Vec<u128> {
    fn grow(graph: &Graph, clique: &mut Vec<u32>, candidates: &[u32], k: u32, counts: &mut [u128]) {
        if clique.len() == k as usize {
            clique.iter().for_each(|&v| counts[v as usize] += 1);
            return;
        }
        for (i, &v) in candidates.iter().enumerate() {
            let next: Vec<u32> = candidates[..i].iter().copied().filter(|&w| graph.has(v, w)).collect();
            clique.push(v);
            grow(graph, clique, &next, k, counts);
            clique.pop();
        }
    }
    let mut counts = vec![0; graph.n() as usize];
    grow(graph, &mut Vec::new(), &(0..graph.n()).collect::<Vec<_>>(), k, &mut counts);
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

/// The complete graph of `n` vertices but for some edges.
fn nearly_complete(n: u32, without: &[(u32, u32)]) -> Graph {
    let edges = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
    Graph::new(n, edges.filter(|edge| !without.contains(edge)).collect::<Vec<_>>())
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
