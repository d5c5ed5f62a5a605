//! Core numbers and layers, on every machine, against peeling by the definition.

mod common;
mod graphs;
mod peeled;

use common::{BLOCKS, Machine, Random, WARPS};
use graphs::Graph;
use motherlode_device::kernels::cores::{AdvanceCores, PeelCoresArgs, StartCores, StepCores};
use motherlode_device::memory::Slice;
use peeled::{LIMITS, Peeled, Queues};

/// The core numbers and the layers, by the kernels.
fn by_kernels(machine: Machine, graph: &Graph, limits: (u64, u64, u64)) -> Peeled {
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

/// The same, by the neighbours that stay.
fn by_definition(graph: &Graph) -> Peeled {
    peeled::by_definition(graph.n() as usize, |v, stays| {
        graph.0[v].iter().filter(|&&w| stays(w as usize)).count() as u32
    })
}

fn check(graph: &Graph, name: &str, machines: Vec<Machine>) {
    let expected = by_definition(graph);
    peeled::check(name, machines, &expected, |machine, limits| by_kernels(machine, graph, limits));
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
        check(graph, &format!("sample {at}"), Machine::all());
    }
    check(&Graph::new(0, []), "no vertex", Machine::all());
    let mut random = Random::new(4);
    check(&Graph::random(&mut random, 97, 97, 300), "by other numbers", Machine::all());
}

#[test]
fn paths_have_a_round_for_two_vertices() {
    let path = Graph::new(151, (0..150).map(|v| (v, v + 1)));
    check(&path, "path", Machine::all());
}

/// Levels that nobody is on are passed over: 0 is for the lone vertex, 1 for the tail, and 59 for the clique.
#[test]
fn gaps_between_levels() {
    let clique = (0..60u32).flat_map(|u| (0..u).map(move |v| (u, v)));
    check(&Graph::new(63, clique.chain([(3, 60), (60, 61)])), "clique with a tail", Machine::all());
}

/// A hub with more neighbours than one warp takes off alone, some of which are joined.
#[test]
fn hubs_are_shared() {
    let spokes = (1..5000u32).map(|v| (0, v));
    let rim = (1..300u32).map(|v| (v, v + 1));
    check(&Graph::new(5000, spokes.chain(rim)), "hub", Machine::with_seed(5));
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
