//! The kernels of maximal cliques on every machine, against going through all cliques.

mod common;
mod graphs;
mod handed;
mod maximal;

use common::{BLOCKS, Machine, Random, WARPS};
use graphs::{Graph, OrientedGraph, WholeGraph, atomics};
use maximal::{SearchLaunch, WHOLE, Way, search, ways};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::maximal_cliques::count::{
    CountMaximalCliques, CountMaximalCliquesOfFew, CountMaximalCliquesWide,
};
use motherlode_device::kernels::maximal_cliques::edges::{CountMaximalEdges, MaximalEdgeArgs};

/// The maximal cliques of roots of two and more, by their vertices, and how many records were handed over.
fn count_at_roots(machine: Machine, graph: &Graph, way: Way) -> (Vec<u64>, usize) {
    let oriented = OrientedGraph::new(machine, graph, 2, way.hubs);
    let mut sizes = vec![0u64; oriented.longest() as usize + 2];
    let handed = search(machine, (graph, &oriented), way, &mut sizes, |launch| {
        let SearchLaunch { args, blocks, warps, shared_bytes, longest, wide } = launch;
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            match (wide, longest) {
                (_, ..=64) => machine.launch::<CountMaximalCliquesOfFew>(blocks, warps, shared_bytes, &args),
                (true, _) => machine.launch::<CountMaximalCliquesWide>(blocks, warps, shared_bytes, &args),
                (false, _) => machine.launch::<CountMaximalCliques>(blocks, warps, shared_bytes, &args),
            }
        }
    });
    (sizes, handed)
}

/// The maximal cliques of roots of one.
fn count_edges(machine: Machine, graph: &Graph) -> u64 {
    let whole = WholeGraph::new(graph);
    let (mut queue, mut totals) = ([0u64], [0u64; TOTALS]);
    let args = MaximalEdgeArgs {
        graph: whole.view(),
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        end: graph.n().into(),
        chunk: 3,
        unused: 0,
    };
    // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
    unsafe { machine.launch::<CountMaximalEdges>(BLOCKS, WARPS, 0, &args) };
    total(&totals).unwrap() as u64
}

/// The maximal cliques of two and more vertices, by the kernels.
fn count(machine: Machine, graph: &Graph, way: Way) -> (Vec<u64>, usize) {
    let (mut sizes, handed) = count_at_roots(machine, graph, way);
    sizes.resize(sizes.len().max(3), 0);
    if way.least <= 2 {
        sizes[2] += count_edges(machine, graph);
    }
    (sizes, handed)
}

/// The maximal cliques by their vertices.
fn expected(graph: &Graph) -> Vec<u64> {
    let mut sizes = vec![0; 2];
    graph.each_maximal_clique(|clique| {
        sizes.resize(sizes.len().max(clique.len() + 1), 0);
        sizes[clique.len()] += 1;
    });
    sizes
}

/// Counts on `machine`, in every way.
fn check(graph: &Graph, expected: &[u64], machine: Machine) {
    for way in ways(graph.n()) {
        let (found, _) = count(machine, graph, way);
        let of = |sizes: &[u64]| -> Vec<u64> {
            let sizes = sizes.iter().enumerate().skip(way.least.max(2) as usize);
            let mut all: Vec<u64> = sizes.map(|(_, &count)| count).collect();
            all.truncate(all.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
            all
        };
        assert_eq!(of(&found), of(expected), "{} vertices, {way:?}, {machine:?}", graph.n());
    }
}

#[test]
fn maximal_cliques_are_counted() {
    for graph in Graph::samples(3) {
        let machines = if graph.n() < 60 { Machine::all() } else { Machine::with_seed(graph.n()) };
        let expected = expected(&graph);
        machines.into_iter().for_each(|machine| check(&graph, &expected, machine));
    }
}

#[test]
fn near_cliques_are_counted() {
    let mut random = Random::new(6);
    let mut graphs = vec![
        Graph::new(1, []),
        Graph::new(2, [(0, 1)]),
        Graph::nearly_complete(14, &[]),
        Graph::nearly_complete(14, &[(13, 0), (13, 1), (7, 6), (12, 3)]),
        Graph::nearly_complete(13, &[(1, 0), (3, 2), (5, 4), (7, 6), (9, 8), (11, 10)]),
    ];
    // Two of each three edges, in any order of the vertices.
    for n in [9, 12, 15] {
        let edges = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect::<Vec<_>>();
        graphs.push(Graph::new(n, edges.into_iter().filter(|_| random.below(4) > 0).collect::<Vec<_>>()));
    }
    for graph in graphs {
        let expected = expected(&graph);
        Machine::all().into_iter().for_each(|machine| check(&graph, &expected, machine));
    }
}

/// Long lists, with a vertex that takes away what others have, and candidates by the hundred.
#[test]
fn long_lists_are_counted() {
    let mut random = Random::new(8);
    let n = 120;
    let sparse = Graph::random(&mut random, n, 40, 700).edges();
    // The last three have the others in their lists; the third lacks some.
    let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1), (v, n + 2)]).chain([(n, n + 1), (n, n + 2)]);
    let graph = Graph::new(n + 3, sparse.into_iter().chain(ends.filter(|&(v, _)| v % 17 != 3)));
    let expected = expected(&graph);
    Machine::with_seed(3).into_iter().for_each(|machine| check(&graph, &expected, machine));
}

/// A clique that is maximal has a vertex of each part, as all of different parts are joined.
#[test]
fn what_is_handed_over_or_shared_is_counted_once() {
    let sizes = [2, 3, 4, 6, 54, 1];
    let graph = Graph::in_parts(&sizes, 0);
    let all: u32 = sizes.iter().product();
    for machine in Machine::with_seed(11) {
        for (patience, capacity, warps, wide) in [
            (20, 3000, WARPS, false),
            (40, 300, 1, true),
            (30, 21, WARPS, true),
            (90, 1, 1, false),
            (3, 0, WARPS, false),
            (40, 0, 2, true),
        ] {
            let way = Way { patience, capacity, warps, wide, ..WHOLE };
            let (found, records) = count(machine, &graph, way);
            assert_eq!(found[sizes.len()], all.into(), "{way:?}, {machine:?}");
            assert_eq!(found.iter().sum::<u64>(), all.into(), "{way:?}, {machine:?}");
            assert!(capacity < 20 || records > 0, "{way:?}, {machine:?}");
        }
    }
}

/// More pairs than the bits of a word have cliques: each clique has one of each pair, but for those that an excluded
/// vertex is joined to.
#[test]
fn many_pairs_are_counted() {
    for pairs in [6, 7, 20, 31] {
        let n = 2 * pairs;
        let joined = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).filter(|(u, v)| u / 2 != v / 2);
        let cocktail = Graph::new(n, joined.clone().collect::<Vec<_>>());
        // A last vertex is joined to the first of each pair, and to both of the first two.
        let last = (0..pairs).map(|pair| (2 * pair, n)).chain([(1, n), (3, n)]);
        let with_last = Graph::new(n + 1, joined.chain(last).collect::<Vec<_>>());
        for machine in Machine::with_seed(n) {
            let (found, _) = count(machine, &cocktail, WHOLE);
            assert_eq!(found[pairs as usize], 1 << pairs, "{machine:?}");
            // Four of the cliques have a larger one with the last vertex.
            let (mut found, _) = count(machine, &with_last, WHOLE);
            found.resize(pairs as usize + 2, 0);
            assert_eq!(found[pairs as usize..][..2], [(1 << pairs) - 4, 4], "{machine:?}");
        }
    }
}
