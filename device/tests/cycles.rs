//! The kernels of 4-cycles on every machine, against trying.

mod common;
mod graphs;

use std::sync::atomic::Ordering::Relaxed;

use common::{BLOCKS, Machine, WARPS};
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::cycles::count::{
    Count4Cycles, Count4CyclesDeferred, Edge4Cycles, Edge4CyclesDeferred,
};
use motherlode_device::kernels::cycles::{CycleArgs, TableShape};
use motherlode_device::memory::Slice;

/// For each edge, in the order of the oriented graph, the 4-cycles through it, by trying.
fn cycles_through_edges(graph: &Graph) -> Vec<u64> {
    let common = |a: u32, b: u32, not: u32| {
        graph.0[a as usize].intersection(&graph.0[b as usize]).filter(|&&x| x != not).count() as u64
    };
    // u - v - w - x - u: for each w, the x other than v.
    let through =
        |(u, v): (u32, u32)| graph.0[v as usize].iter().filter(|&&w| w != u).map(|&w| common(u, w, v)).sum();
    graph.edges().into_iter().map(through).collect()
}

/// The 4-cycles, in all and through each edge, by the kernels. `edges` asks for the latter.
fn count_4_cycles(machine: Machine, graph: &Graph, table: TableShape, edges: bool) -> (u128, Vec<u64>, u64) {
    let (offsets, neighbors) = graph.csr();
    let oriented = OrientedGraph::new(machine, graph, 1, 0);
    let splits: Vec<u64> =
        (0..graph.n() as usize).map(|v| offsets[v] + oriented.offsets[v + 1] - oriented.offsets[v]).collect();
    let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
    let (mut deferred_count, mut deferred) = (vec![0u64], vec![0u32; graph.n() as usize]);
    let mut counters = vec![0u32; (BLOCKS * WARPS * graph.n()) as usize];
    let mut edge_sums = vec![0u64; oriented.neighbors.len()];
    let mut args = CycleArgs {
        graph: GraphView {
            offsets: Slice::from(&offsets[..]),
            neighbors: Slice::from(&neighbors[..]),
            splits: Slice::from(&splits[..]),
        },
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        deferred_count: atomics(&mut deferred_count),
        deferred: atomics(&mut deferred),
        counters: atomics(&mut counters),
        edge_starts: Slice::from(&oriented.offsets[..]),
        edge_sums: atomics(&mut edge_sums),
        end: graph.n().into(),
        table,
        first: 0,
        chunk: 2,
    };
    let shared = CycleArgs::shared_bytes(table);
    if edges {
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<Edge4Cycles>(BLOCKS, WARPS, shared, &args) };
    } else {
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<Count4Cycles>(BLOCKS, WARPS, shared, &args) };
    }
    args.end = args.deferred_count[0].load(Relaxed);
    args.queue[0].store(0, Relaxed);
    if edges {
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            machine.launch::<Edge4CyclesDeferred>(BLOCKS, WARPS, CycleArgs::shared_bytes_deferred(), &args)
        };
    } else {
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            machine.launch::<Count4CyclesDeferred>(BLOCKS, WARPS, CycleArgs::shared_bytes_deferred(), &args)
        };
    }
    assert!(counters.iter().all(|&counter| counter == 0), "counters were left behind");
    (total(&totals).unwrap(), edge_sums, deferred_count[0])
}

#[test]
fn cycles_of_four_are_counted() {
    let mut some_deferred = false;
    for (i, graph) in Graph::samples(3).iter().enumerate() {
        let expected = cycles_through_edges(graph);
        let all = expected.iter().map(|&cycles| u128::from(cycles)).sum::<u128>() / 4;
        assert_eq!(all > 50, i > 2, "sample {i} has {all} 4-cycles");
        let tables = [
            TableShape { direct: graph.n(), log_bits: 5, log_slots: 0 },
            TableShape { direct: graph.n(), log_bits: 4, log_slots: 0 },
            TableShape { direct: 40, log_bits: 3, log_slots: 10 },
            // Most roots do not fit.
            TableShape { direct: 0, log_bits: 5, log_slots: 5 },
        ];
        for machine in Machine::all() {
            for table in tables {
                let (found, _, _) = count_4_cycles(machine, graph, table, false);
                assert_eq!(found, all, "sample {i}, {table:?}, {machine:?}");
                let (found, through, deferred) = count_4_cycles(machine, graph, table, true);
                assert_eq!((found, through), (all, expected.clone()), "sample {i}, {table:?}, {machine:?}");
                some_deferred |= deferred > 0;
            }
        }
    }
    assert!(some_deferred);
}
