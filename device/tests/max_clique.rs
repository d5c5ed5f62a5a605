//! The kernels that find a largest clique on every machine, against trying all sets.

mod common;
mod graphs;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::kernels::cliques::CliqueArgs;
use motherlode_device::kernels::max_clique::find::{
    FindFirst, FindLargest, FindLargestOfFew, FindLargestWide,
};
use motherlode_device::kernels::max_clique::{
    MaxCliqueArgs, MaxCliqueShape, STOP, position_of, size_of, standing,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::memory::{Scratch, Slice};

/// How a graph is searched.
#[derive(Clone, Copy, Debug)]
struct Way {
    hubs: u32,
    marks: MarksShape,
    wide: bool,
    warps: u32,
    parts: u32,
    classes: u32,
    packed: u32,
    /// What the search begins with.
    best: u64,
    /// What the queue begins with.
    queue: u64,
}

const WHOLE: Way = Way {
    hubs: 0,
    marks: MarksShape { exact: 512, filter: 0 },
    wide: false,
    warps: 1,
    parts: 1,
    classes: 128,
    packed: 512,
    best: standing(1, 0),
    queue: 0,
};

/// The ways that every graph is searched in.
fn ways(n: u32) -> [Way; 4] {
    let all = MarksShape { exact: n.next_multiple_of(32), filter: 0 };
    let tiny = MarksShape { exact: 64, filter: 32 };
    [
        Way { hubs: n, marks: all, ..WHOLE },
        Way { hubs: 30, marks: tiny, wide: true, warps: WARPS, classes: 0, packed: 0, ..WHOLE },
        Way { marks: all, warps: WARPS, parts: 3, packed: 70, ..WHOLE },
        Way { marks: all, parts: 2, classes: 5, ..WHOLE },
    ]
}

/// A graph as a machine searches it.
struct Search {
    machine: Machine,
    oriented: OrientedGraph,
    shape: MaxCliqueShape,
    way: Way,
}

impl Search {
    fn new(machine: Machine, graph: &Graph, way: Way) -> Search {
        let oriented = OrientedGraph::new(machine, graph, 1, way.hubs);
        let cliques = oriented.clique_shape(machine, way.warps, way.marks);
        let Way { classes, packed, .. } = way;
        let shape = MaxCliqueShape { cliques, most: cliques.longest + 1, classes, packed };
        Search { machine, oriented, shape, way }
    }

    /// Launches the kernel that finds the best of some roots, the first of which is at `first`; or the first clique of
    /// the only root, if there is room for one in `found`.
    fn launch(&self, roots: &[u32], first: u32, best: u64, found: &mut [u32]) -> u64 {
        let (shape, way) = (self.shape, self.way);
        let alone = !found.is_empty();
        let blocks = if alone { 1 } else { BLOCKS };
        let room = (blocks * way.warps) as usize;
        let (mut queue, mut best) = (vec![way.queue], vec![best]);
        let mut words = vec![u64::MAX; shape.cliques.words_wide() * room];
        let mut stack = vec![u64::MAX; shape.stack_words() * room];
        let args = MaxCliqueArgs {
            cliques: CliqueArgs {
                graph: self.oriented.view(),
                hubs: self.oriented.rows(),
                roots: Slice::from(roots),
                queue: atomics(&mut queue),
                totals: Slice::empty(),
                words: if way.wide || alone { scratch(&mut words) } else { Scratch::empty() },
                shape: shape.cliques,
                chunk: 2,
                parts: way.parts,
            },
            best: atomics(&mut best),
            stack: scratch(&mut stack),
            found: scratch(found),
            most: shape.most,
            first,
            classes: shape.classes,
            packed: shape.packed,
        };
        let (narrow, wide) = (shape.shared_bytes(), shape.shared_bytes_wide());
        // The machine of one lane has blocks of one warp.
        let warps = if self.machine.lanes() == 1 && alone { 1 } else { way.warps };
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            match (alone, way.wide, shape.cliques.longest) {
                (true, ..) => self.machine.launch::<FindFirst>(1, warps, wide, &args),
                (_, _, ..=64) => self.machine.launch::<FindLargestOfFew>(blocks, warps, narrow, &args),
                (_, true, _) => self.machine.launch::<FindLargestWide>(blocks, warps, wide, &args),
                (_, false, _) => self.machine.launch::<FindLargest>(blocks, warps, narrow, &args),
            }
        }
        best[0]
    }

    /// The size of a largest clique, the position of the first root that has one, and that root's first.
    fn largest(&self) -> (u32, u32, Vec<u32>) {
        let best = self.launch(&self.oriented.roots, 0, self.way.best, &mut []);
        let (size, position) = (size_of(best), position_of(best));
        let mut found = vec![u32::MAX; size as usize];
        self.launch(&self.oriented.roots[position as usize..][..1], position, best, &mut found);
        (size, position, found)
    }
}

/// Of the cliques of `size` vertices among the candidates, which ascend, the one whose last vertex comes first, then
/// the last but one, and so on, by trying: from the last vertex to the first.
fn first_of(graph: &Graph, candidates: &[u32], size: usize) -> Option<Vec<u32>> {
    if size == 0 {
        return Some(Vec::new());
    }
    candidates.iter().enumerate().find_map(|(i, &last)| {
        let before: Vec<u32> = candidates[..i].iter().copied().filter(|&v| graph.has(last, v)).collect();
        let rest = first_of(graph, &before, size - 1)?;
        Some([last].into_iter().chain(rest).collect())
    })
}

/// What is to be found, by trying.
fn expected(graph: &Graph) -> (u32, u32, Vec<u32>) {
    let roots = OrientedGraph::new(Machine::Emulated { seed: 0 }, graph, 1, 0).roots;
    let size = (1..).take_while(|&k| graph.cliques(k) > 0).last().expect("there are vertices");
    let of_root = |root: u32| {
        let list: Vec<u32> = graph.0[root as usize].range(..root).copied().collect();
        let rest = first_of(graph, &list, size - 1)?;
        Some([root].into_iter().chain(rest).collect())
    };
    let first = (0..).zip(&roots).find_map(|(position, &root)| Some((position, of_root(root)?)));
    let (position, clique) = first.expect("a largest clique has a root");
    (size as u32, position, clique)
}

fn check(graph: &Graph, machines: Vec<Machine>, expected: &(u32, u32, Vec<u32>)) {
    for machine in machines {
        for way in ways(graph.n()) {
            let found = Search::new(machine, graph, way).largest();
            assert_eq!(&found, expected, "{} vertices, {way:?}, {machine:?}", graph.n());
        }
    }
}

#[test]
fn the_first_of_the_largest_is_found() {
    for graph in Graph::samples(3) {
        if graph.edges().is_empty() {
            continue;
        }
        let machines = if graph.n() < 60 { Machine::all() } else { Machine::with_seed(graph.n()) };
        check(&graph, machines, &expected(&graph));
    }
}

#[test]
fn the_largest_of_near_cliques_is_found() {
    let graphs = [
        Graph::new(2, [(0, 1)]),
        Graph::nearly_complete(13, &[]),
        Graph::nearly_complete(20, &[(19, 0), (19, 1), (7, 6), (12, 3)]),
        Graph::nearly_complete(18, &[(1, 0), (3, 2), (5, 4), (7, 6), (9, 8), (11, 10)]),
    ];
    for graph in graphs {
        check(&graph, Machine::all(), &expected(&graph));
    }
}

/// Lists of more than 64 vertices, of which many are in cliques that are nearly the largest: it takes a vertex of each
/// of the parts, and an edge within two of them.
#[test]
fn the_largest_in_long_lists_is_found() {
    let sizes = [14, 17, 23, 19, 1];
    let part: Vec<usize> = sizes.iter().enumerate().flat_map(|(at, &size)| vec![at; size]).collect();
    let n = part.len() as u32;
    let within = [(3, 5), (20, 30), (8, 11), (40, 41)];
    let joined =
        |u: u32, v: u32| part[u as usize] != part[v as usize] || within.contains(&(v.min(u), u.max(v)));
    let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
    let graph = Graph::new(n, pairs.filter(|&(u, v)| joined(u, v)).collect::<Vec<_>>());
    // The last vertex is joined to all, and in all of the largest. Of the parts, those with an edge have two in them:
    // the vertices that come first are 3 and 5, 20 and 30, 40 and 41, or 8 and 11.
    let clique = vec![73, 54, 41, 40, 30, 20, 5, 3];
    assert!(clique.iter().all(|&u| clique.iter().all(|&v| u == v || graph.has(u, v))));
    check(&graph, Machine::with_seed(7), &(8, 0, clique));
}

/// All are joined but those that follow each other in cycles of five and seven, or are a pair: two of five are a
/// clique, three of seven and one of a pair, and as many classes are taken only as there are conflicts.
#[test]
fn the_largest_beside_odd_cycles_is_found() {
    let mut without = Vec::new();
    let mut n = 0;
    for length in [5, 7].into_iter().chain([2; 28]) {
        without.extend((0..length).map(|i| (n + i, n + (i + 1) % length)));
        n += length;
    }
    let without: Vec<(u32, u32)> = without.into_iter().map(|(u, v)| (u.max(v), u.min(v))).collect();
    // Those in cycles have the fewest neighbours, and come last.
    let graph = Graph::nearly_complete(n, &without).by_degree();
    let size = 2 + 3 + 28;
    let machines = Machine::with_seed(2);
    let (found, position, clique) = Search::new(machines[0], &graph, ways(n)[0]).largest();
    assert_eq!(found, size);
    assert!(clique.iter().all(|&u| clique.iter().all(|&v| u == v || graph.has(u, v))));
    for machine in machines {
        for way in ways(n) {
            let search = Search::new(machine, &graph, way);
            let best = search.launch(&search.oriented.roots, 0, way.best, &mut []);
            assert_eq!(best, standing(size, position), "{way:?}, {machine:?}");
        }
    }
}

/// Sparse lists of many words.
#[test]
fn the_largest_among_many_is_found() {
    let mut random = Random::new(8);
    let n = 200;
    let sparse = Graph::random(&mut random, n, 40, 1700).edges();
    let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1)]).chain([(n, n + 1)]);
    let graph = Graph::new(n + 2, sparse.into_iter().chain(ends));
    check(&graph, Machine::with_seed(3), &expected(&graph));
}

/// A search that begins with a bound finds what beats it, and else nothing.
#[test]
fn bounds_are_to_be_beaten() {
    let graph = &Graph::samples(9)[4];
    let (size, position, clique) = expected(graph);
    assert!(position > 0, "a root before it is passed over");
    for machine in Machine::with_seed(4) {
        for way in ways(graph.n()) {
            let with = |best| Search::new(machine, graph, Way { best, ..way });
            assert_eq!(with(standing(size - 1, 0)).largest(), (size, position, clique.clone()), "{way:?}");
            // As large a one is looked for at earlier positions alone.
            assert_eq!(with(standing(size, position + 1)).largest().1, position, "{way:?}, {machine:?}");
            for none in [standing(size, position), standing(size, 0), standing(size + 1, 0)] {
                let search = with(none);
                assert_eq!(search.launch(&search.oriented.roots, 0, none, &mut []), none, "{way:?}");
            }
        }
    }
}

/// A search that the host ends finds nothing more.
#[test]
fn searches_end_when_they_are_told_to() {
    let graph = &Graph::samples(9)[5];
    for machine in Machine::with_seed(6) {
        for way in ways(graph.n()) {
            let search = Search::new(machine, graph, Way { queue: 2 * STOP, ..way });
            let best = search.launch(&search.oriented.roots, 0, way.best, &mut []);
            assert_eq!(best, way.best);
        }
    }
}
