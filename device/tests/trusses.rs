//! Truss numbers and bitruss numbers, on every machine, against peeling by the definition.

mod common;
mod graphs;
mod peeled;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, WholeGraph};

use motherlode_device::kernels::trusses::bitrusses::{AdvanceBitrusses, PeelBitrussesArgs, StepBitrusses};
use motherlode_device::kernels::trusses::start::{StartTrusses, StartTrussesArgs};
use motherlode_device::kernels::trusses::{AdvanceTrusses, PeelTrussesArgs, StepTrusses};
use motherlode_device::memory::Slice;
use peeled::{LIMITS, Peeled, Queues};

/// How many triangles are through an edge, of those whose other edges are among some.
fn triangles(graph: &Graph, (u, v): (u32, u32), has: impl Fn(u32, u32) -> bool) -> u32 {
    graph.0[u as usize].intersection(&graph.0[v as usize]).filter(|&&w| has(u, w) && has(v, w)).count() as u32
}

/// How many butterflies are through an edge, of those whose other edges are among some.
fn butterflies(graph: &Graph, (u, v): (u32, u32), has: impl Fn(u32, u32) -> bool) -> u32 {
    let of_v = graph.0[v as usize].iter().filter(|&&w| w != u && has(v, w));
    let closing =
        |w: u32| graph.0[w as usize].intersection(&graph.0[u as usize]).copied().filter(move |&x| x != v);
    let closed = |&w: &u32| closing(w).filter(|&x| has(w, x) && has(x, u)).count() as u32;
    of_v.map(closed).sum()
}

/// How many of what an edge has to be in are through it, of those whose other edges are among some.
fn through(graph: &Graph, edge: (u32, u32), by: By, has: impl Fn(u32, u32) -> bool) -> u32 {
    match by {
        By::Triangles => triangles(graph, edge, has),
        By::Butterflies => butterflies(graph, edge, has),
    }
}

/// What an edge has to be in.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Triangles,
    Butterflies,
}

/// The levels and the rounds, by the kernels.
fn by_kernels(machine: Machine, graph: &Graph, by: By, limits: (u64, u64, u64)) -> Peeled {
    let whole = WholeGraph::new(graph);
    let oriented = OrientedGraph::new(machine, graph, 2, 0);
    let counts: Vec<u32> =
        graph.edges().into_iter().map(|edge| through(graph, edge, by, |_, _| true)).collect();
    let queues = Queues::new(counts.len(), limits);
    let mut greater = vec![u32::MAX; counts.len()];
    let mut lists = vec![u32::MAX; whole.neighbors.len()];
    let mut edges = vec![u32::MAX; whole.neighbors.len()];
    let mut lengths = vec![u32::MAX; graph.n() as usize];
    let trusses = PeelTrussesArgs {
        offsets: whole.view().offsets,
        smaller: Slice::from(&oriented.neighbors[..]),
        greater: scratch(&mut greater),
        lists: scratch(&mut lists),
        edges: scratch(&mut edges),
        lengths: scratch(&mut lengths),
        queues: queues.args(),
    };
    let args = StartTrussesArgs {
        whole: whole.view(),
        oriented: oriented.view(),
        counts: Slice::from(&counts[..]),
        trusses,
    };
    // SAFETY: a graph by falling degree, whole and oriented, with what is through its edges, and arrays for these. They
    // take no shared memory.
    unsafe {
        machine.launch::<StartTrusses>(BLOCKS, WARPS, 0, &args);
        match by {
            By::Triangles => queues.peel::<AdvanceTrusses, StepTrusses>(machine, &trusses, &trusses),
            By::Butterflies => {
                let args = PeelBitrussesArgs { trusses };
                queues.peel::<AdvanceBitrusses, StepBitrusses>(machine, &args, &args)
            }
        }
    }
}

/// The same, by the triangles, or butterflies, of edges that stay.
fn by_definition(graph: &Graph, by: By) -> Peeled {
    let edges = graph.edges();
    let number = |u: u32, v: u32| edges.binary_search(&(u.max(v), u.min(v))).unwrap();
    peeled::by_definition(edges.len(), |edge, stays| {
        through(graph, edges[edge], by, |u, v| stays(number(u, v)))
    })
}

fn check(graph: &Graph, name: &str, machines: Vec<Machine>) {
    check_by(By::Triangles, graph, name, machines);
}

fn check_by(by: By, graph: &Graph, name: &str, machines: Vec<Machine>) {
    let expected = by_definition(graph, by);
    peeled::check(name, machines, &expected, |machine, limits| by_kernels(machine, graph, by, limits));
}

#[test]
fn a_small_graph_by_hand() {
    // 0, 1, 2 and 3 are a clique; 4 makes a triangle with 0 and 1; 5 hangs on 0.
    let graph = Graph::new(6, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 4), (1, 4), (0, 5)]);
    // By the greater end: 10, 20, 21, 30, 31, 32, 40, 41, 50.
    let expected = vec![2, 2, 2, 2, 2, 2, 1, 1, 0];
    for machine in Machine::all() {
        assert_eq!(by_kernels(machine, &graph, By::Triangles, LIMITS[1]).0, expected, "{machine:?}");
    }
}

#[test]
fn random_graphs_by_definition() {
    for (at, graph) in Graph::samples(32).iter().enumerate() {
        let machines = if at < 4 { Machine::all() } else { Machine::with_seed(at as u32) };
        check(graph, &format!("sample {at}"), machines);
    }
}

/// All edges of a clique leave in one round, and each triangle has three of them.
#[test]
fn edges_that_leave_together() {
    check(&Graph::in_parts(&[1; 12], 0), "clique", Machine::all());
    // In an octahedron and its likes, two of the three edges of many triangles leave in one round.
    check(&Graph::in_parts(&[3, 2, 2, 4], 3).by_degree(), "parts", Machine::all());
    let strip = (0..70u32).flat_map(|v| [(v, v + 1), (v, v + 2)]);
    check(&Graph::new(72, strip).by_degree(), "strip of triangles", Machine::all());
}

/// Ends whose lists are both longer than what one warp takes off alone.
#[test]
fn edges_between_hubs_are_shared() {
    let spokes = (2..2300u32).flat_map(|v| [(0, v), (1, v)]);
    let graph = Graph::new(2300, spokes.chain([(0, 1), (2, 3), (3, 4)])).by_degree();
    check(&graph, "two hubs", vec![Machine::with_seed(6).remove(1), Machine::with_seed(6).remove(2)]);
}

/// Where several edges of a butterfly leave in one round, it is taken off once.
#[test]
fn butterflies_by_definition() {
    let mut random = Random::new(8);
    let sides = |random: &mut Random, left: u32, right: u32, edges: u32| {
        let edges: Vec<_> = (0..edges).map(|_| (random.below(left), left + random.below(right))).collect();
        Graph::new(left + right, edges).by_degree()
    };
    check_by(By::Butterflies, &sides(&mut random, 9, 14, 60), "two sides", Machine::all());
    check_by(By::Butterflies, &sides(&mut random, 5, 40, 110), "a small side", Machine::with_seed(3));
    check_by(By::Butterflies, &Graph::in_parts(&[4, 5], 0), "complete sides", Machine::all());
    check_by(By::Butterflies, &Graph::random(&mut random, 22, 6, 80).by_degree(), "no sides", Machine::all());
    let ladder = (0..30u32).flat_map(|v| [(2 * v, 2 * v + 1), (2 * v, 2 * v + 2), (2 * v + 1, 2 * v + 3)]);
    check_by(By::Butterflies, &Graph::new(62, ladder).by_degree(), "ladder", Machine::all());
}
