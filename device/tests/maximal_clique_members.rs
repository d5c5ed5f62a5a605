//! The kernels that find the vertices of maximal cliques on every machine, against going through all cliques.

mod common;
mod graphs;
mod handed;
mod maximal;

use std::collections::BTreeSet;

use common::{Machine, Random, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use maximal::{SearchLaunch, WHOLE, Way, search, ways};
use motherlode_device::kernels::maximal_clique_members::{
    FindMaximalCliques, FindMaximalCliquesOfFew, FindMaximalCliquesWide,
};
use motherlode_device::kernels::maximal_cliques::members::{MaximalCliqueMembersArgs, ROW_HEAD};
use motherlode_device::memory::{Scratch, Slice};

/// The number of the first root.
const FIRST: u32 = 5;

/// What is asked of the roots.
struct Asked<'a> {
    /// Numbers that there is room for in rows; none if vertices are counted.
    room: Option<usize>,
    /// For each root, what its cliques begin with; nothing if all are asked for.
    firsts: Option<&'a [Vec<u32>]>,
}

/// What a search has found.
struct Answer {
    /// The rows, each as the number of its root and its vertices ascending, if there was room for all.
    rows: Option<Vec<(u32, Vec<u32>)>>,
    /// By root, the numbers that its rows take.
    lengths: Vec<u64>,
    at_vertices: Vec<u64>,
}

fn find(
    machine: Machine,
    (graph, oriented): (&Graph, &OrientedGraph),
    way: Way,
    asked: &Asked<'_>,
) -> Answer {
    let (mut lengths, mut length) = (vec![0u64; oriented.roots.len()], vec![0u64]);
    let mut rows = vec![u32::MAX; asked.room.unwrap_or(0)];
    let counts = asked.room.is_none();
    let mut at_vertices = vec![0u64; if counts { graph.n() as usize } else { 0 }];
    let mut near = vec![0u64; if counts { (oriented.longest() as usize + 1) * 16 } else { 0 }];
    let firsts: Vec<u32> = asked.firsts.iter().flat_map(|firsts| firsts.concat()).collect();
    let ends = asked.firsts.iter().flat_map(|firsts| firsts.iter()).scan(0, |end, firsts| {
        *end += firsts.len() as u32;
        Some(*end)
    });
    let starts: Vec<u32> = asked.firsts.iter().map(|_| 0).chain(ends).collect();
    search(machine, (graph, oriented), way, &mut [], |launch| {
        let SearchLaunch { args, blocks, warps, shared_bytes, longest, wide } = launch;
        let args = MaximalCliqueMembersArgs {
            search: args,
            starts: Slice::from(&starts[..]),
            firsts: Slice::from(&firsts[..]),
            lengths: atomics(&mut lengths),
            length: atomics(&mut length),
            rows: if counts { Scratch::empty() } else { scratch(&mut rows) },
            at_vertices: atomics(&mut at_vertices),
            near: atomics(&mut near),
            first: FIRST,
            unused: 0,
        };
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            match (wide, longest) {
                (_, ..=64) => machine.launch::<FindMaximalCliquesOfFew>(blocks, warps, shared_bytes, &args),
                (true, _) => machine.launch::<FindMaximalCliquesWide>(blocks, warps, shared_bytes, &args),
                (false, _) => machine.launch::<FindMaximalCliques>(blocks, warps, shared_bytes, &args),
            }
        }
    });
    assert!(near.iter().all(|&count| count == 0));
    let fits = length[0] <= rows.len() as u64;
    if fits {
        assert_eq!(lengths.iter().sum::<u64>(), length[0]);
    }
    Answer { rows: fits.then(|| parsed(&rows[..length[0] as usize])), lengths, at_vertices }
}

/// The rows that stand one after another.
fn parsed(mut numbers: &[u32]) -> Vec<(u32, Vec<u32>)> {
    let mut rows = Vec::new();
    while let [root, size, rest @ ..] = numbers {
        let (row, after) = rest.split_at(*size as usize);
        let mut row = row.to_vec();
        row.sort_unstable();
        rows.push((root - FIRST, row));
        numbers = after;
    }
    rows.sort();
    rows
}

/// The maximal cliques of three and more vertices.
fn maximal(graph: &Graph) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    graph.each_maximal_clique(|clique| found.extend((clique.len() > 2).then(|| clique.to_vec())));
    found
}

/// Numbers that a row of these vertices takes.
fn length(row: &[u32]) -> u64 {
    (ROW_HEAD + row.len()) as u64
}

/// What is expected of the roots: for each its cliques, with its number.
fn of_roots(cliques: &[Vec<u32>], oriented: &OrientedGraph, least: u32) -> Vec<(u32, Vec<u32>)> {
    let root = |clique: &Vec<u32>| oriented.roots.iter().position(|root| Some(root) == clique.last());
    let large = cliques.iter().filter(|clique| clique.len() >= least as usize);
    let mut rows: Vec<_> =
        large.map(|clique| (root(clique).expect("a root") as u32, clique.clone())).collect();
    rows.sort();
    rows
}

/// Finds the cliques of a graph on `machine`, in every way.
fn check(graph: &Graph, cliques: &[Vec<u32>], machine: Machine) {
    for way in ways(graph.n()) {
        let way = Way { least: way.least.max(3), ..way };
        let oriented = OrientedGraph::new(machine, graph, 2, way.hubs);
        let expected = of_roots(cliques, &oriented, way.least);
        let name = format!("{} vertices, {way:?}, {machine:?}", graph.n());
        let all: u64 = expected.iter().map(|(_, row)| length(row)).sum();
        let asked = Asked { room: Some(all as usize), firsts: None };
        let found = find(machine, (graph, &oriented), way, &asked);
        assert_eq!(found.rows.as_ref(), Some(&expected), "{name}");

        let found = find(machine, (graph, &oriented), way, &Asked { room: None, firsts: None });
        let of_vertex = |v: u32| expected.iter().filter(|(_, row)| row.contains(&v)).count() as u64;
        assert_eq!(found.at_vertices, (0..graph.n()).map(of_vertex).collect::<Vec<_>>(), "{name}");

        // Of those that have room alone, it is told how much they take.
        let room = all as usize / 3;
        let found = find(machine, (graph, &oriented), way, &Asked { room: Some(room), firsts: None });
        assert!(found.rows.is_none() || all == 0, "{name}");
        for (position, &told) in found.lengths.iter().enumerate() {
            let of_root = expected.iter().filter(|(root, _)| *root as usize == position);
            let length: u64 = of_root.map(|(_, row)| length(row)).sum();
            assert!(told == length || told.min(length) > room as u64, "{name}");
        }
    }
}

#[test]
fn the_vertices_are_found() {
    for graph in Graph::samples(4).into_iter().filter(|graph| graph.n() < 300) {
        let machines = if graph.n() < 60 { Machine::all() } else { Machine::with_seed(graph.n()) };
        let cliques = maximal(&graph);
        machines.into_iter().for_each(|machine| check(&graph, &cliques, machine));
    }
}

/// Two of each three edges, and pairs that are not joined: those of up to six at once, and more.
#[test]
fn near_cliques_are_found() {
    let mut random = Random::new(9);
    let mut graphs = vec![Graph::new(2, [(0, 1)])];
    for n in [9, 14] {
        let edges = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect::<Vec<_>>();
        graphs.push(Graph::new(n, edges.into_iter().filter(|_| random.below(4) > 0).collect::<Vec<_>>()));
    }
    for pairs in [5, 6, 7, 8] {
        let n = 2 * pairs;
        let joined = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).filter(|(u, v)| u / 2 != v / 2);
        let last = (0..pairs).map(|pair| (2 * pair, n)).chain([(1, n), (3, n)]);
        graphs.push(Graph::new(n, joined.clone().collect::<Vec<_>>()));
        graphs.push(Graph::new(n + 1, joined.chain(last).collect::<Vec<_>>()));
    }
    for graph in graphs {
        let cliques = maximal(&graph);
        Machine::all().into_iter().for_each(|machine| check(&graph, &cliques, machine));
    }
}

/// Long lists: candidates by the hundred.
#[test]
fn long_lists_are_gone_through() {
    let mut random = Random::new(8);
    let n = 110;
    let sparse = Graph::random(&mut random, n, 40, 500).edges();
    let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1), (v, n + 2)]).chain([(n, n + 1), (n, n + 2)]);
    let graph = Graph::new(n + 3, sparse.into_iter().chain(ends.filter(|&(v, _)| v % 17 != 3)));
    let cliques = maximal(&graph);
    Machine::with_seed(3).into_iter().for_each(|machine| check(&graph, &cliques, machine));
}

/// More cliques at the vertices than could be gone through.
#[test]
fn many_pairs_are_counted_at_once() {
    let pairs = 30;
    let n = 2 * pairs;
    let joined = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).filter(|(u, v)| u / 2 != v / 2);
    let graph = Graph::new(n, joined.collect::<Vec<_>>());
    for machine in Machine::with_seed(5) {
        let oriented = OrientedGraph::new(machine, &graph, 2, 0);
        let found = find(machine, (&graph, &oriented), WHOLE, &Asked { room: None, firsts: None });
        assert_eq!(found.at_vertices, vec![1 << (pairs - 1); n as usize], "{machine:?}");
    }
}

/// A root's cliques fall apart by their first vertices, and those that begin with one by their second.
#[test]
fn cliques_that_begin_alike_are_found() {
    let mut random = Random::new(2);
    for (n, edges) in [(30, 260), (80, 1700)] {
        let graph = Graph::random(&mut random, n, n, edges).by_degree();
        let cliques = maximal(&graph);
        for machine in Machine::with_seed(n) {
            for way in ways(n).map(|way| Way { least: way.least.max(3), parts: 1, ..way }) {
                let mut oriented = OrientedGraph::new(machine, &graph, 2, way.hubs);
                let mut firsts = Vec::new();
                let mut roots = Vec::new();
                let mut expected = BTreeSet::new();
                for &root in &oriented.roots {
                    let list: Vec<u32> = graph.0[root as usize].range(..root).copied().collect();
                    let at = |v: u32| list.iter().position(|&w| w == v).unwrap() as u32;
                    let mut ask = |these: &[u32]| {
                        for clique in &cliques {
                            let is_of = clique.last() == Some(&root) && clique.len() >= way.least as usize;
                            if is_of && clique.starts_with(these) {
                                expected.insert((roots.len() as u32, clique.clone()));
                            }
                        }
                        roots.push(root);
                        firsts.push(these.iter().map(|&v| at(v)).collect::<Vec<_>>());
                    };
                    for (i, &u) in list.iter().enumerate() {
                        // Of some by their second vertex: of whatever comes later, joined or not.
                        match random.below(3) {
                            0 => list[i + 1..].iter().for_each(|&v| ask(&[u, v])),
                            _ => ask(&[u]),
                        }
                    }
                }
                (oriented.roots, oriented.starts) = (roots, Vec::new());
                let asked = Asked { room: Some(1 << 20), firsts: Some(&firsts) };
                let found = find(machine, (&graph, &oriented), way, &asked);
                let found = found.rows.expect("room");
                assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{n}, {way:?}, {machine:?}");
            }
        }
    }
}
