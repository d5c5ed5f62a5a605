//! Truss numbers, on every machine, against peeling by the definition.

mod common;
mod graphs;
mod peeled;

use common::{BLOCKS, Machine, WARPS, scratch};
use graphs::{Graph, OrientedGraph};
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::triangles::Oriented;
use motherlode_device::kernels::trusses::start::{StartTrusses, StartTrussesArgs};
use motherlode_device::kernels::trusses::{AdvanceTrusses, PeelTrussesArgs, StepTrusses};
use motherlode_device::memory::Slice;
use peeled::{LIMITS, Queues};

/// How many triangles are through an edge, of those whose other edges are among some.
fn triangles(graph: &Graph, (u, v): (u32, u32), has: impl Fn(u32, u32) -> bool) -> u32 {
    graph.0[u as usize].intersection(&graph.0[v as usize]).filter(|&&w| has(u, w) && has(v, w)).count() as u32
}

/// The levels and the rounds, by the kernels.
fn by_kernels(machine: Machine, graph: &Graph, limits: (u64, u64, u64)) -> (Vec<u32>, Vec<u32>) {
    let (offsets, neighbors) = graph.csr();
    let oriented = OrientedGraph::new(machine, graph, 2, 0);
    let splits: Vec<u64> =
        (0..graph.n()).map(|v| offsets[v as usize] + graph.0[v as usize].range(..v).count() as u64).collect();
    let triangles: Vec<u32> =
        graph.edges().into_iter().map(|edge| triangles(graph, edge, |_, _| true)).collect();
    let queues = Queues::new(triangles.len(), limits);
    let mut greater = vec![u32::MAX; triangles.len()];
    let mut lists = vec![u32::MAX; neighbors.len()];
    let mut edges = vec![u32::MAX; neighbors.len()];
    let mut lengths = vec![u32::MAX; graph.n() as usize];
    let trusses = PeelTrussesArgs {
        offsets: Slice::from(&offsets[..]),
        smaller: Slice::from(&oriented.neighbors[..]),
        greater: scratch(&mut greater),
        lists: scratch(&mut lists),
        edges: scratch(&mut edges),
        lengths: scratch(&mut lengths),
        queues: queues.args(),
    };
    let args = StartTrussesArgs {
        whole: GraphView {
            offsets: Slice::from(&offsets[..]),
            neighbors: Slice::from(&neighbors[..]),
            splits: Slice::from(&splits[..]),
        },
        oriented: Oriented {
            offsets: Slice::from(&oriented.offsets[..]),
            neighbors: Slice::from(&oriented.neighbors[..]),
        },
        triangles: Slice::from(&triangles[..]),
        trusses,
    };
    // SAFETY: a graph by falling degree, whole and oriented, with the triangles through its edges, and arrays for these. They take no shared memory.
    unsafe {
        machine.launch::<StartTrusses>(BLOCKS, WARPS, 0, &args);
        queues.peel::<AdvanceTrusses, StepTrusses>(machine, &trusses, &trusses)
    }
}

/// The same, by the definition: again and again all edges leave at once that are in no more than `k` triangles of edges that are left.
fn by_definition(graph: &Graph) -> (Vec<u32>, Vec<u32>) {
    let edges = graph.edges();
    let number = |u: u32, v: u32| edges.binary_search(&(u.max(v), u.min(v))).unwrap();
    let (mut levels, mut rounds, mut k) = (vec![0; edges.len()], vec![0; edges.len()], 0);
    for round in 1.. {
        let stays = |u: u32, v: u32| rounds[number(u, v)] == 0;
        let left: Vec<(usize, u32)> = edges
            .iter()
            .enumerate()
            .filter(|&(_, &(u, v))| stays(u, v))
            .map(|(edge, &ends)| (edge, triangles(graph, ends, stays)))
            .collect();
        let Some(least) = left.iter().map(|&(_, triangles)| triangles).min() else { break };
        k = k.max(least);
        for (edge, _) in left.into_iter().filter(|&(_, triangles)| triangles <= k) {
            (levels[edge], rounds[edge]) = (k, round);
        }
    }
    (levels, rounds)
}

fn check(graph: &Graph, name: &str, machines: Vec<Machine>) {
    let expected = by_definition(graph);
    for machine in machines {
        for limits in LIMITS {
            assert_eq!(by_kernels(machine, graph, limits), expected, "{name}: {machine:?}, {limits:?}");
        }
    }
}

#[test]
fn a_small_graph_by_hand() {
    // 0, 1, 2 and 3 are a clique; 4 makes a triangle with 0 and 1; 5 hangs on 0.
    let graph = Graph::new(6, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 4), (1, 4), (0, 5)]);
    // By the greater end: 10, 20, 21, 30, 31, 32, 40, 41, 50.
    let expected = vec![2, 2, 2, 2, 2, 2, 1, 1, 0];
    for machine in Machine::all() {
        assert_eq!(by_kernels(machine, &graph, LIMITS[1]).0, expected, "{machine:?}");
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
