//! Core numbers and layers, on every machine, against peeling by the definition.

mod common;
mod graphs;
mod peeled;

use common::{BLOCKS, Machine, Random, WARPS};
use graphs::Graph;
use motherlode_device::kernels::cores::{AdvanceCores, PeelCoresArgs, StartCores, StepCores};
use motherlode_device::memory::Slice;
use peeled::{LIMITS, Queues};

/// The core numbers and the layers, by the kernels.
fn by_kernels(machine: Machine, graph: &Graph, limits: (u64, u64, u64)) -> (Vec<u32>, Vec<u32>) {
    let (offsets, neighbors) = graph.csr();
    let queues = Queues::new(graph.n() as usize, limits);
    let args = PeelCoresArgs {
        offsets: Slice::from(&offsets[..]),
        neighbors: Slice::from(&neighbors[..]),
        queues: queues.args(),
    };
    // SAFETY: offsets and neighbours of a graph, and queues for its vertices. They take no shared memory.
    unsafe {
        machine.launch::<StartCores>(BLOCKS, WARPS, 0, &args);
        queues.peel::<AdvanceCores, StepCores>(machine, &args, &args)
    }
}

/// The same, by the definition: again and again all leave at once that have no more than `k` neighbours left.
fn by_definition(graph: &Graph) -> (Vec<u32>, Vec<u32>) {
    let n = graph.n() as usize;
    let (mut cores, mut layers, mut k) = (vec![0; n], vec![0; n], 0);
    for layer in 1.. {
        let stays = |v: usize| layers[v] == 0;
        let degree = |v: usize| graph.0[v].iter().filter(|&&w| stays(w as usize)).count() as u32;
        let left: Vec<(usize, u32)> = (0..n).filter(|&v| stays(v)).map(|v| (v, degree(v))).collect();
        let Some(least) = left.iter().map(|&(_, degree)| degree).min() else { break };
        k = k.max(least);
        for (v, _) in left.into_iter().filter(|&(_, degree)| degree <= k) {
            (cores[v], layers[v]) = (k, layer);
        }
    }
    (cores, layers)
}

fn check(graph: &Graph, name: &str) {
    let expected = by_definition(graph);
    for machine in Machine::all() {
        for limits in LIMITS {
            assert_eq!(by_kernels(machine, graph, limits), expected, "{name}: {machine:?}, {limits:?}");
        }
    }
}

#[test]
fn a_small_graph_by_hand() {
    // A triangle, a tail of two on 2, and 5 alone.
    let graph = Graph::new(6, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)]);
    let expected = (vec![2, 2, 2, 1, 1, 0], vec![4, 4, 4, 3, 2, 1]);
    for machine in Machine::all() {
        assert_eq!(by_kernels(machine, &graph, LIMITS[1]), expected, "{machine:?}");
    }
}

#[test]
fn random_graphs_by_definition() {
    for (at, graph) in Graph::samples(31).iter().enumerate() {
        check(graph, &format!("sample {at}"));
    }
    check(&Graph::new(0, []), "no vertex");
    let mut random = Random::new(4);
    check(&Graph::random(&mut random, 97, 97, 300), "by other numbers");
}

#[test]
fn paths_have_a_round_for_two_vertices() {
    let path = Graph::new(151, (0..150).map(|v| (v, v + 1)));
    check(&path, "path");
}

/// Levels that nobody is on are passed over: 0 is for the lone vertex, 1 for the tail, and 59 for the clique.
#[test]
fn gaps_between_levels() {
    let clique = (0..60u32).flat_map(|u| (0..u).map(move |v| (u, v)));
    check(&Graph::new(63, clique.chain([(3, 60), (60, 61)])), "clique with a tail");
}

/// A hub with more neighbours than one warp takes off alone, some of which are joined.
#[test]
fn hubs_are_shared() {
    let spokes = (1..5000u32).map(|v| (0, v));
    let rim = (1..300u32).map(|v| (v, v + 1));
    let graph = Graph::new(5000, spokes.chain(rim));
    let expected = by_definition(&graph);
    for machine in Machine::with_seed(5) {
        for limits in LIMITS {
            assert_eq!(by_kernels(machine, &graph, limits), expected, "{machine:?}, {limits:?}");
        }
    }
}

/// So many leave in a round that there are not places for all of their pieces.
#[test]
fn pieces_run_out() {
    let graph = Graph::new(4217, (0..17u32).flat_map(|u| (17..4217).map(move |v| (u, v))));
    let expected = by_definition(&graph);
    for machine in Machine::with_seed(5) {
        assert_eq!(by_kernels(machine, &graph, LIMITS[1]), expected, "{machine:?}");
    }
}
