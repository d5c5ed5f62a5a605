//! The kernels of cliques of every size on every machine, against trying all sets.

mod common;
mod graphs;
mod handed;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use handed::HandedRecords;
use motherlode_device::kernels::pivots::count::{
    CountByPivots, CountByPivotsOfFew, CountByPivotsWide, ResumeByPivots, ResumeByPivotsWide,
};
use motherlode_device::kernels::pivots::{PivotArgs, PivotShape, leaf_cell, leaf_cells};
use motherlode_device::kernels::triangles::MarksShape;

/// How a graph is counted.
#[derive(Clone, Copy, Debug)]
struct Way {
    hubs: u32,
    marks: MarksShape,
    wide: bool,
    warps: u32,
    parts: u32,
    /// Nodes after which a warp hands over, and the most records.
    patience: u32,
    capacity: u32,
    /// The fewest and the most vertices that are asked for.
    sizes: (u32, u32),
}

const WHOLE: Way = Way {
    hubs: 0,
    marks: MarksShape { exact: 512, filter: 0 },
    wide: false,
    warps: 1,
    parts: 1,
    patience: 1 << 31,
    capacity: 0,
    sizes: (0, u32::MAX),
};

/// The leaves of a graph's trees, by the kernels, and how many records were handed over.
fn count_leaves(machine: Machine, graph: &Graph, way: Way) -> (Vec<u64>, u32, usize) {
    let oriented = OrientedGraph::new(machine, graph, 1, way.hubs);
    let shape = oriented.clique_shape(machine, way.warps, way.marks);
    let (longest, most) = (shape.longest, shape.longest + 1);
    let own = PivotShape { cliques: shape, most };
    let (mut queue, mut leaves) = (vec![0u64], vec![0u64; leaf_cells(most)]);
    let blocks = (BLOCKS * way.warps) as usize;
    let mut words = vec![u64::MAX; shape.words_wide() * blocks];
    let mut stack = vec![u64::MAX; own.stack_words() * blocks];
    let mut handed = HandedRecords::new(
        longest,
        1,
        (way.patience, way.capacity),
        7,
        oriented.roots.len() as u64 * u64::from(way.parts),
    );
    loop {
        let chunk = handed.chunk();
        let all = handed.all;
        let (over, resumed) = handed.lent();
        let args = PivotArgs {
            cliques: oriented.searched(&mut queue, (&mut words, way.wide), shape, (chunk, way.parts)),
            leaves: atomics(&mut leaves),
            stack: scratch(&mut stack),
            over,
            resumed,
            most,
            least: way.sizes.0,
            largest: way.sizes.1,
            unused: 0,
        };
        let shared = if way.wide && longest > 64 { own.shared_bytes_wide() } else { own.shared_bytes() };
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            match (all > 0, way.wide, longest) {
                (true, true, _) => machine.launch::<ResumeByPivotsWide>(BLOCKS, way.warps, shared, &args),
                (true, false, _) => machine.launch::<ResumeByPivots>(BLOCKS, way.warps, shared, &args),
                (_, _, ..=64) => machine.launch::<CountByPivotsOfFew>(BLOCKS, way.warps, shared, &args),
                (_, true, _) => machine.launch::<CountByPivotsWide>(BLOCKS, way.warps, shared, &args),
                (_, false, _) => machine.launch::<CountByPivots>(BLOCKS, way.warps, shared, &args),
            }
        }
        if !handed.turn() {
            return (leaves, most, handed.all);
        }
        queue[0] = 0;
    }
}

/// The cliques of `k` vertices that leaves stand for, for every `k` from 0 up.
fn cliques_of(leaves: &[u64], most: u32) -> Vec<u128> {
    let mut cliques = vec![0; most as usize + 1];
    for held in 1..=most {
        for pivots in 0..=most - held {
            let mut ways = u128::from(leaves[leaf_cell(held, pivots)]);
            for chosen in 0..=pivots {
                cliques[(held + chosen) as usize] += ways;
                ways = ways * u128::from(pivots - chosen) / u128::from(chosen + 1);
            }
        }
    }
    cliques
}

/// The cliques of every size by the kernel: those that have roots.
fn count_cliques(machine: Machine, graph: &Graph, way: Way) -> Vec<u128> {
    let (leaves, most, _) = count_leaves(machine, graph, way);
    cliques_of(&leaves, most)
}

/// Counts on `machine`, in every way, and compares sizes up to `most`: larger ones are none, or too many to try.
fn check(graph: &Graph, most: usize, machine: Machine) {
    let mut expected: Vec<u128> = (2..=most).map(|k| graph.cliques(k)).collect();
    let all = MarksShape { exact: graph.n().next_multiple_of(32), filter: 0 };
    let tiny = MarksShape { exact: 64, filter: 32 };
    let ways = [
        Way { hubs: graph.n(), marks: all, ..WHOLE },
        Way { hubs: 30, marks: tiny, wide: true, warps: WARPS, patience: 9, capacity: 400, ..WHOLE },
        Way { marks: all, warps: WARPS, parts: 3, patience: 1, capacity: 50, ..WHOLE },
    ];
    for way in ways {
        let mut found = count_cliques(machine, graph, way);
        found.drain(..2);
        found.truncate(expected.len());
        expected.truncate(found.len());
        assert_eq!(found, expected, "{} vertices, {way:?}, {machine:?}", graph.n());
    }
}

#[test]
fn cliques_of_every_size_are_counted() {
    for graph in Graph::samples(3) {
        let machines = if graph.n() < 60 { Machine::all() } else { Machine::with_seed(graph.n()) };
        machines.into_iter().for_each(|machine| check(&graph, 9, machine));
    }
}

#[test]
fn near_cliques_are_counted() {
    let graphs = [
        Graph::new(1, []),
        Graph::new(2, [(0, 1)]),
        Graph::nearly_complete(20, &[]),
        Graph::nearly_complete(20, &[(19, 0), (19, 1), (7, 6), (12, 3)]),
        Graph::nearly_complete(18, &[(1, 0), (3, 2), (5, 4), (7, 6), (9, 8), (11, 10)]),
    ];
    for graph in graphs {
        Machine::all().into_iter().for_each(|machine| check(&graph, 21, machine));
    }
}

/// Cliques too large to be tried, and for one word: those of the complete graph are binomials.
#[test]
fn large_cliques_are_counted() {
    let n = 75;
    for machine in Machine::with_seed(5) {
        let marks = MarksShape { exact: 96, filter: 0 };
        for (warps, parts) in [(1, 1), (WARPS, 2)] {
            let way = Way { hubs: 20, marks, wide: warps > 1, warps, parts, ..WHOLE };
            let found = count_cliques(machine, &Graph::nearly_complete(n, &[]), way);
            let mut binomial = u128::from(n);
            for (k, &cliques) in (2..).zip(&found[2..]) {
                binomial = binomial * u128::from(n + 1 - k) / u128::from(k);
                assert_eq!(cliques, binomial, "{k} vertices, {machine:?}");
            }
        }
    }
}

/// Long lists with few edges among them, so that most sets are sparse, and some with more than 64 candidates below the
/// root.
#[test]
fn cliques_in_long_lists_are_counted() {
    let mut random = Random::new(8);
    let n = 300;
    let sparse = Graph::random(&mut random, n, 40, 2500).edges();
    // Not by degree: the last two have the others in their lists.
    let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1)]).chain([(n, n + 1)]);
    let graph = Graph::new(n + 2, sparse.into_iter().chain(ends));
    Machine::with_seed(3).into_iter().for_each(|machine| check(&graph, 9, machine));
}

/// A graph in parts with all edges between them, and how many cliques of each size it has.
fn in_parts() -> (Graph, Vec<u128>) {
    // One vertex is joined to all others, which are all in its list.
    let sizes = [9, 17, 31, 33, 1];
    // A clique has a vertex of some of the parts: the coefficients of the product of the 1 + size x.
    let mut expected = vec![1u128];
    for size in sizes {
        expected.push(0);
        (1..expected.len()).rev().for_each(|k| expected[k] += u128::from(size) * expected[k - 1]);
    }
    (Graph::in_parts(&sizes, 0), expected)
}

/// What warps of a block hand to each other is counted once, however often they do.
#[test]
fn what_warps_share_is_counted_once() {
    let (graph, expected) = in_parts();
    for machine in Machine::with_seed(21) {
        for (patience, warps, wide) in [(3, WARPS, false), (40, 2, true), (300, WARPS, true), (1, 2, false)] {
            let way = Way { patience, warps, wide, ..WHOLE };
            let (leaves, most, _) = count_leaves(machine, &graph, way);
            assert_eq!(cliques_of(&leaves, most)[3..6], expected[3..6], "{way:?}, {machine:?}");
        }
    }
}

/// What is handed over is counted once, however much or little room there is for it.
#[test]
fn what_is_handed_over_is_counted_once() {
    let (graph, expected) = in_parts();
    for machine in Machine::with_seed(11) {
        for (patience, capacity, warps, wide) in
            [(20, 3000, WARPS, false), (40, 300, 1, true), (700, 21, WARPS, true), (9, 1, 1, false)]
        {
            let way = Way { patience, capacity, warps, wide, ..WHOLE };
            let (leaves, most, records) = count_leaves(machine, &graph, way);
            assert_eq!(cliques_of(&leaves, most)[3..6], expected[3..6], "{way:?}, {machine:?}");
            assert!(records > 0, "{way:?}, {machine:?}");
        }
    }
}

/// The search for one size leaves out what has no part in it, and nothing else.
#[test]
fn one_size_is_counted_with_fewer_leaves() {
    let graph = Graph::in_parts(&[15, 19, 21, 25, 1], 11);
    let sum = |leaves: &[u64]| leaves.iter().sum::<u64>();
    for machine in Machine::with_seed(12) {
        let whole = count_cliques(machine, &graph, WHOLE);
        assert!(whole[8] > 0, "{whole:?}");
        let (all, ..) = count_leaves(machine, &graph, WHOLE);
        for (k, capacity) in [(3, 0), (5, 200), (7, 0), (8, 200)] {
            let way = Way { sizes: (k, k), patience: 20, capacity, warps: WARPS, ..WHOLE };
            let (fewer, most, _) = count_leaves(machine, &graph, way);
            assert_eq!(cliques_of(&fewer, most)[k as usize], whole[k as usize], "{way:?}");
            assert!(sum(&fewer) < sum(&all), "{k}: {} of {}", sum(&fewer), sum(&all));
        }
    }
}
