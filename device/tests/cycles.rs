//! The kernels of 4-cycles on every machine, against trying.

mod common;
mod graphs;

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use common::{BLOCKS, Machine, Random, WARPS};
use graphs::{Graph, OrientedGraph, WholeGraph, atomics};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::cycles::count::{
    Count4Cycles, Count4CyclesInWindows, Edge4Cycles, Edge4CyclesInWindows, Vertex4Cycles,
    Vertex4CyclesInWindows,
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

/// For each vertex twice the 4-cycles at it, by trying: two of its neighbours, and what else these have in common.
fn cycles_at_vertices(graph: &Graph) -> Vec<u64> {
    let at = |v: u32| {
        let list = &graph.0[v as usize];
        let pairs = list.iter().flat_map(|a| list.range(..a).map(move |b| (a, b)));
        let common =
            |(&a, &b): (&u32, &u32)| graph.0[a as usize].intersection(&graph.0[b as usize]).count() - 1;
        2 * pairs.map(common).sum::<usize>() as u64
    };
    (0..graph.n()).map(at).collect()
}

/// What is counted besides all cycles.
#[derive(Clone)]
enum Sums {
    Nothing,
    /// Those through some edges.
    Edges(Range<usize>),
    Vertices,
}

/// The lists that the far ends are read in.
#[derive(Clone, Copy, Debug)]
enum Lists {
    Oriented,
    Whole,
}

/// The first vertex whose edges to smaller ones, which begin at `starts`, are some of these, and the number behind the
/// last.
fn vertices_of(starts: &[u64], edges: &Range<usize>) -> [u32; 2] {
    let n = starts.len() - 1;
    let has_some = |v: &usize| (starts[*v]..starts[v + 1]).any(|edge| edges.contains(&(edge as usize)));
    let end = (0..n).rev().find(has_some).map_or(0, |last| last + 1);
    [(0..n).find(has_some).unwrap_or(0) as u32, end as u32]
}

/// The 4-cycles, in all and as `asked`, by the kernels.
fn count_4_cycles(
    machine: Machine,
    graph: &Graph,
    table: TableShape,
    (lists, readers): (Lists, u32),
    asked: Sums,
) -> (u128, Vec<u64>, u64) {
    let whole = WholeGraph::new(graph);
    let oriented = OrientedGraph::new(machine, graph, 1, 0);
    let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
    let words = graph.n().div_ceil(u32::BITS);
    let (mut deferred_count, mut deferred) = (vec![0u64], vec![0u32; words as usize]);
    let window = if let Sums::Edges(edges) = &asked { edges.clone() } else { 0..oriented.neighbors.len() };
    let vertices = matches!(asked, Sums::Vertices);
    let mut edge_sums = vec![0u64; if vertices { graph.n() as usize } else { window.len() }];
    let smaller = match lists {
        Lists::Oriented => oriented.view(),
        Lists::Whole => whole.oriented(),
    };
    let mut args = CycleArgs {
        graph: whole.view(),
        smaller,
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        deferred_count: atomics(&mut deferred_count),
        deferred: atomics(&mut deferred),
        edge_starts: Slice::from(&oriented.offsets[..]),
        edge_sums: atomics(&mut edge_sums),
        first_edge: window.start as u64,
        end: graph.n().into(),
        table,
        first: 0,
        chunk: 2,
        readers,
        edges_of: vertices_of(&oriented.offsets, &window),
    };
    let shared = CycleArgs::shared_bytes(table);
    // SAFETY: arrays of this test, made as the kernels ask, and the shared memory that they ask for.
    unsafe {
        match asked {
            Sums::Nothing => machine.launch::<Count4Cycles>(BLOCKS, WARPS, shared, &args),
            Sums::Edges(_) => machine.launch::<Edge4Cycles>(BLOCKS, WARPS, shared, &args),
            Sums::Vertices => machine.launch::<Vertex4Cycles>(BLOCKS, WARPS, shared, &args),
        }
    }
    args.queue[0].store(0, Relaxed);
    args.end = words.into();
    // SAFETY: as before, and the roots were deferred with counters of this shape.
    unsafe {
        match asked {
            Sums::Nothing => machine.launch::<Count4CyclesInWindows>(BLOCKS, WARPS, shared, &args),
            Sums::Edges(_) => machine.launch::<Edge4CyclesInWindows>(BLOCKS, WARPS, shared, &args),
            Sums::Vertices => machine.launch::<Vertex4CyclesInWindows>(BLOCKS, WARPS, shared, &args),
        }
    }
    assert!(deferred.iter().all(|&bits| bits == 0), "bits were left behind");
    (total(&totals).unwrap(), edge_sums, deferred_count[0])
}

/// The kernels with counters of some shapes, against trying. Returns how many 4-cycles there are, and how many roots
/// were deferred at most.
fn check(graph: &Graph, tables: &[TableShape], machines: &[Machine], what: &str) -> (u128, u64) {
    let (expected, at_vertices) = (cycles_through_edges(graph), cycles_at_vertices(graph));
    let all = expected.iter().map(|&cycles| u128::from(cycles)).sum::<u128>() / 4;
    let (mut most_deferred, edges) = (0, expected.len());
    for &machine in machines {
        for (i, &table) in tables.iter().enumerate() {
            // Each way to read with each shape, on some machine.
            let ways = [(Lists::Oriented, 8), (Lists::Whole, 8), (Lists::Oriented, 32)];
            for reads in ways.into_iter().skip(i % 2) {
                let what = format!("{what}, {table:?}, {reads:?}, {machine:?}");
                let (found, _, _) = count_4_cycles(machine, graph, table, reads, Sums::Nothing);
                assert_eq!(found, all, "{what}");
                let every = Sums::Edges(0..edges);
                let (found, through, deferred) = count_4_cycles(machine, graph, table, reads, every);
                assert_eq!((found, through), (all, expected.clone()), "{what}");
                let some = edges / 3..edges * 2 / 3;
                let (found, through, _) =
                    count_4_cycles(machine, graph, table, reads, Sums::Edges(some.clone()));
                assert_eq!((found, &through[..]), (all, &expected[some]), "{what}");
                let (found, at, _) = count_4_cycles(machine, graph, table, reads, Sums::Vertices);
                assert_eq!((found, &at), (all, &at_vertices), "{what}");
                most_deferred = most_deferred.max(deferred);
            }
        }
    }
    (all, most_deferred)
}

#[test]
fn cycles_of_four_are_counted() {
    for (i, graph) in Graph::samples(3).iter().enumerate() {
        let tables = [
            TableShape { direct: graph.n(), log_bits: 5, log_slots: 0 },
            TableShape { direct: graph.n(), log_bits: 4, log_slots: 0 },
            TableShape { direct: 40, log_bits: 3, log_slots: 10 },
            // Most roots do not fit, and are counted in windows.
            TableShape { direct: 0, log_bits: 5, log_slots: 5 },
        ];
        let (all, _) = check(graph, &tables, &Machine::all(), &format!("sample {i}"));
        assert_eq!(all > 50, i > 2, "sample {i} has {all} 4-cycles");
    }
}

/// Far more far ends than counters: many windows for each root, some of which are too wide at first.
#[test]
fn far_ends_beyond_the_counters_are_counted_in_windows() {
    let mut random = Random::new(14);
    let graphs = [
        // Where a root has hundreds of far ends, evenly.
        Graph::random(&mut random, 500, 500, 4000),
        // Where they are mostly hubs.
        Graph::random(&mut random, 400, 60, 3000),
        // All vertices of one side have the other's as neighbours, every 32nd number: the same lower bits.
        Graph::new(1200, (0..1200).step_by(32).flat_map(|a| (1..1200).step_by(32).map(move |b| (a, b)))),
    ];
    for (i, graph) in graphs.iter().enumerate() {
        let tables = [
            TableShape { direct: 0, log_bits: 5, log_slots: 5 },
            TableShape { direct: 7, log_bits: 5, log_slots: 5 },
            // The packed counters' memory makes a hash table of 64 slots.
            TableShape { direct: 64, log_bits: 5, log_slots: 5 },
            TableShape { direct: 100, log_bits: 4, log_slots: 6 },
        ];
        let graph = if i < 2 { graph.by_degree() } else { graph.clone() };
        let (all, deferred) = check(&graph, &tables, &Machine::with_seed(i as u32), &format!("graph {i}"));
        assert!(all > 5000 && deferred > 0, "graph {i} has {all} 4-cycles, {deferred} roots were deferred");
    }
}
