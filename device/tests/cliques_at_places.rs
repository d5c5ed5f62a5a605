//! The kernels of cliques at each vertex and at each edge on every machine, by pivots, and those from whole matrices,
//! against trying all sets.

mod common;
mod graphs;
mod handed;
mod local_cliques;

use common::{BLOCKS, Machine, Random, WARPS};
use graphs::{Graph, OrientedGraph, atomics};
use local_cliques::{AtPlaces, WHOLE, Way, binomial, counted, tried, ways};
use motherlode_device::kernels::cliques::CliqueShape;
use motherlode_device::kernels::cliques::at_places::{
    Count4CliquesAt, Count4CliquesWideAt, Count5CliquesAt, Count5CliquesWideAt, SmallCliquesArgs,
};
use motherlode_device::places::{Edges, Vertices};

/// The cliques of `k` vertices at each place, 4 or 5, at edges 5, without pivots; roots are dealt in some parts.
fn without_pivots<A: AtPlaces>(machine: Machine, graph: &Graph, k: u32, way: Way) -> Vec<u128> {
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
    let (mut queue, mut counts) = (vec![0u64], vec![0u64; A::places(graph).len()]);
    let mut words = vec![u64::MAX; shape.words_wide() * (BLOCKS * way.warps) as usize];
    let args = SmallCliquesArgs {
        cliques: oriented.searched(&mut queue, (&mut words, way.wide), shape, (2, 1 + way.hubs % 4)),
        counts: atomics(&mut counts),
    };
    let (blocks, warps) = (BLOCKS, way.warps);
    let (narrow, wide) = (shape.shared_bytes(), shape.shared_bytes_wide());
    // SAFETY: arrays of this test, made as the kernels ask, and the shared memory that they ask for.
    unsafe {
        match (way.wide, k, A::PAIRS) {
            (true, 4, _) => machine.launch::<Count4CliquesWideAt<Vertices>>(blocks, warps, wide, &args),
            (true, _, false) => machine.launch::<Count5CliquesWideAt<Vertices>>(blocks, warps, wide, &args),
            (true, _, true) => machine.launch::<Count5CliquesWideAt<Edges>>(blocks, warps, wide, &args),
            (false, 4, _) => machine.launch::<Count4CliquesAt<Vertices>>(blocks, warps, narrow, &args),
            (false, _, false) => machine.launch::<Count5CliquesAt<Vertices>>(blocks, warps, narrow, &args),
            (false, _, true) => machine.launch::<Count5CliquesAt<Edges>>(blocks, warps, narrow, &args),
        }
    }
    assert!(counts.iter().all(|thrice| thrice % 3 == 0));
    counts.into_iter().map(|thrice| u128::from(thrice / 3)).collect()
}

fn check<A: AtPlaces>(graph: &Graph, machines: Vec<Machine>, sizes: std::ops::RangeInclusive<u32>) {
    for k in sizes {
        let expected = tried::<A>(graph, k);
        for &machine in &machines {
            for way in ways(graph.n()) {
                for number_words in [1, 2] {
                    let way = Way { number_words, ..way };
                    let (found, _) = counted::<A>(machine, graph, k, way);
                    assert_eq!(found, expected, "{k} of {} vertices, {way:?}, {machine:?}", graph.n());
                }
            }
        }
    }
}

fn check_without_pivots<A: AtPlaces>(graph: &Graph, machines: &[Machine], k: u32) {
    let expected = tried::<A>(graph, k);
    for &machine in machines {
        for way in ways(graph.n()) {
            let found = without_pivots::<A>(machine, graph, k, way);
            assert_eq!(found, expected, "{k} of {} vertices, {way:?}, {machine:?}", graph.n());
        }
    }
}

/// At both, and without pivots too.
fn check_all(graph: &Graph, machines: &[Machine], sizes: std::ops::RangeInclusive<u32>) {
    check::<Vertices>(graph, machines.to_vec(), sizes.clone());
    check::<Edges>(graph, machines.to_vec(), sizes.clone());
    for k in [4, 5].into_iter().filter(|k| sizes.contains(k)) {
        check_without_pivots::<Vertices>(graph, machines, k);
    }
    if sizes.contains(&5) {
        check_without_pivots::<Edges>(graph, machines, 5);
    }
}

#[test]
fn cliques_are_counted_at_their_vertices_and_edges() {
    for graph in Graph::samples(3) {
        let machines = if graph.n() < 60 { Machine::all() } else { Machine::with_seed(graph.n()) };
        check_all(&graph, &machines, 3..=7);
    }
}

#[test]
fn near_cliques_are_counted_at_their_vertices_and_edges() {
    for graph in [
        Graph::nearly_complete(13, &[]),
        Graph::nearly_complete(15, &[(14, 0), (14, 1), (7, 6), (12, 3)]),
        Graph::nearly_complete(14, &[(1, 0), (3, 2), (5, 4), (7, 6), (9, 8), (11, 10)]),
    ] {
        check_all(&graph, &Machine::all(), 3..=12);
    }
}

/// Each vertex of a complete graph is in C(n - 1, k - 1) cliques, and each edge in C(n - 2, k - 2): here up to 2^55.
/// Without two edges of a vertex there are several leaves, and carries where their cliques are added up: here up to
/// 2^78.
#[test]
fn many_cliques_are_counted() {
    let (complete, nearly) =
        (Graph::nearly_complete(70, &[]), Graph::nearly_complete(90, &[(41, 7), (80, 41)]));
    // 41 is in no clique with 7 or 80.
    let of_vertex = |v: u32| match v {
        41 => binomial(87, 29),
        7 | 80 => binomial(88, 29),
        _ => binomial(88, 29) + binomial(86, 28),
    };
    // An edge's cliques are those without 41, and those with it and without these two.
    let of_edge = |(u, v): (u32, u32)| match (u, v) {
        (41, _) | (_, 41) => binomial(86, 28),
        (7 | 80, _) | (_, 7 | 80) => binomial(87, 28),
        _ => binomial(87, 28) + binomial(85, 27),
    };
    for machine in Machine::with_seed(5) {
        for way in ways(70) {
            let (found, _) = counted::<Vertices>(machine, &complete, 15, way);
            assert_eq!(found, vec![binomial(69, 14); 70], "{way:?}, {machine:?}");
            let (found, _) = counted::<Edges>(machine, &complete, 15, way);
            assert_eq!(found, vec![binomial(68, 13); 70 * 69 / 2], "{way:?}, {machine:?}");
        }
        for way in ways(90) {
            let way = Way { number_words: 2, ..way };
            let (found, _) = counted::<Vertices>(machine, &nearly, 30, way);
            assert_eq!(found, (0..90).map(of_vertex).collect::<Vec<_>>(), "{way:?}, {machine:?}");
            let (found, _) = counted::<Edges>(machine, &nearly, 30, way);
            let expected = nearly.edges().into_iter().map(of_edge);
            assert_eq!(found, expected.collect::<Vec<_>>(), "{way:?}, {machine:?}");
        }
    }
}

/// Long lists with few edges among them.
#[test]
fn cliques_in_long_lists_are_counted_at_their_vertices_and_edges() {
    let mut random = Random::new(8);
    // Rows of two words, three and four.
    for n in [101, 160, 200] {
        let sparse = Graph::random(&mut random, n, 40, 1700).edges();
        let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1)]).chain([(n, n + 1)]);
        let graph = Graph::new(n + 2, sparse.into_iter().chain(ends));
        check_all(&graph, &Machine::with_seed(n), if n == 200 { 4..=6 } else { 4..=5 });
    }
}

/// Rows of one word and of several with more than a warp's lanes beside their vertex, of which so many and more stand
/// before it; and vertices that are joined to few. A search with pivots finds the same.
#[test]
fn cliques_among_many_are_counted_at_their_edges() {
    let dense = Graph::random(&mut Random::new(6), 44, 40, 760);
    check_without_pivots::<Edges>(&dense, &Machine::with_seed(3), 5);
    let nearly = Graph::nearly_complete(72, &[(71, 3), (70, 3), (70, 4), (40, 39), (69, 0), (41, 2)]);
    let of_root = (0..80).map(|v| (80, v)).chain((0..80).step_by(5).map(|v| (81, v)));
    let some = Graph::random(&mut Random::new(7), 80, 50, 2400).edges();
    let of_two = Graph::new(82, some.into_iter().chain(of_root));
    for graph in [nearly, of_two] {
        for machine in Machine::with_seed(9) {
            let (expected, _) = counted::<Edges>(machine, &graph, 5, WHOLE);
            for way in ways(graph.n()) {
                let found = without_pivots::<Edges>(machine, &graph, 5, way);
                assert_eq!(found, expected, "{way:?}, {machine:?}");
            }
        }
    }
}

/// Graphs, and sizes of cliques of theirs, where warps hand over. Some vertices are joined to all others, and so to all
/// candidates of each node.
fn shared() -> [(Graph, u32); 2] {
    let parts = [(&[4, 7, 9, 8, 1, 1][..], 0, 5), (&[9, 6, 11, 1, 1, 1], 5, 7)];
    parts.map(|(sizes, within, k)| (Graph::in_parts(sizes, within), k))
}

/// What warps of a block hand to each other is counted once, at those that were taken before as well, however often
/// they do.
fn check_shared<A: AtPlaces>() {
    for (graph, k) in shared() {
        let expected = tried::<A>(&graph, k);
        for machine in Machine::with_seed(13) {
            for (patience, warps, wide) in [(20, WARPS, false), (3, 2, true), (1, WARPS, true)] {
                let way = Way { patience, warps, wide, ..WHOLE };
                let (found, _) = counted::<A>(machine, &graph, k, way);
                assert_eq!(found, expected, "{k}, {way:?}, {machine:?}");
            }
        }
    }
}

#[test]
fn what_warps_share_is_added_to_all_that_was_taken() {
    check_shared::<Vertices>();
    check_shared::<Edges>();
}

/// What is handed over is counted once, at those that were taken before as well, however much or little room there is
/// for it.
fn check_handed<A: AtPlaces>() {
    for (graph, k) in shared() {
        let expected = tried::<A>(&graph, k);
        for machine in Machine::with_seed(11) {
            for (patience, capacity, warps, wide) in
                [(20, 3000, WARPS, false), (5, 300, 1, true), (40, 21, WARPS, true), (3, 1, 1, false)]
            {
                for number_words in [1, 2] {
                    let way = Way { patience, capacity, warps, wide, number_words, ..WHOLE };
                    let (found, records) = counted::<A>(machine, &graph, k, way);
                    assert_eq!(found, expected, "{k}, {way:?}, {machine:?}");
                    assert!(records > 0, "{k}, {way:?}, {machine:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_handed_over_is_added_to_all_that_was_taken() {
    check_handed::<Vertices>();
    check_handed::<Edges>();
}
