//! What follows from pairs of vertices with common neighbours: 2-3-bicliques, houses, and wheels without a spoke.

use std::sync::atomic::Ordering::Relaxed;

use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::TOTALS;
use motherlode_device::kernels::cycles::{CycleArgs, TableShape};
use motherlode_device::kernels::motifs::bicliques::{
    BICLIQUE_SUMS, BicliqueArgs, CountBicliques, CountBicliquesInWindows, CountBicliquesWithEdge,
    CountBicliquesWithEdgeInWindows,
};
use motherlode_device::kernels::motifs::missing_spokes::{
    CountMissingSpokesAt, MISSING_SPOKE_SUMS, MissingSpokeSum, MissingSpokeSumAtEdge,
};
use motherlode_device::kernels::motifs::pair_sums::{self, PairSumsArgs};
use motherlode_device::kernels::motifs::square_sums::{
    EdgeSquaresArgs, PAIR_NUMBERS, SQUARE_SUMS, SquareSum, SquareSumAtEdge, SumEdgeSquaresAt, SumSquaresAt,
};
use motherlode_device::memory::Slice;
use motherlode_device::places::{Edges, Vertices};

use crate::common::{BLOCKS, Machine, Random, WARPS, scratch};
use crate::graphs::{Graph, atomics};
use crate::{Case, each_case, samples, totals_of};

/// What a kernel with so many numbers of a pair adds up on each machine, against what is expected of a sample.
fn check_pair_sums<K: for<'a> Kernel<Args<'a> = PairSumsArgs<'a>>>(
    numbers: u32,
    expected: fn(&Graph) -> Vec<u64>,
) {
    each_case(
        |_, graph| expected(graph),
        |case, expected| {
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let (mut pairs, mut met) =
                (case.for_blocks(numbers * case.n(), 0u64), case.for_blocks(case.n(), u32::MAX));
            let args = PairSumsArgs {
                graph: case.whole(),
                oriented: case.oriented.view(),
                lists: case.lists(),
                sums: atomics(&mut sums),
                pairs: atomics(&mut pairs),
                met: scratch(&mut met),
                queue: atomics(&mut queue),
                end: case.n().into(),
                chunk: 3,
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { case.machine.launch::<K>(BLOCKS, WARPS, pair_sums::SHARED_BYTES, &args) };
            assert_eq!(sums, *expected, "{}", case.name);
            assert!(pairs.iter().all(|&number| number == 0), "numbers were left behind");
        },
    );
}

#[test]
fn missing_spokes_are_counted_at_their_places() {
    for (sample, graph) in samples().iter().enumerate() {
        let sum = |sums: Vec<u64>, first: usize| {
            u128::from(sums.into_iter().skip(first).step_by(MISSING_SPOKE_SUMS).sum::<u64>())
        };
        let apart = sum(graph.missing_spokes(), MissingSpokeSum::Apart as usize);
        let hubs = sum(graph.missing_spokes_of_edges(), MissingSpokeSumAtEdge::Hub as usize);
        assert_eq!([apart, hubs], [1, 2].map(|times| times * graph.bicliques()[1]), "sample {sample}");
    }
    check_pair_sums::<CountMissingSpokesAt<Vertices>>(1, Graph::missing_spokes);
    check_pair_sums::<CountMissingSpokesAt<Edges>>(1, Graph::missing_spokes_of_edges);
}

#[test]
fn squares_are_summed() {
    for (sample, graph) in samples().iter().enumerate() {
        let all = |sums: &[u64], sum: usize| -> u64 { sums.iter().skip(sum).step_by(SQUARE_SUMS).sum() };
        let [vertices, edges] = [graph.square_sums(), graph.square_sums_of_edges()];
        let bicliques = [
            all(&vertices, SquareSum::OneOfTwo as usize) / 2,
            all(&vertices, SquareSum::OneOfThree as usize) / 3,
            all(&edges, SquareSumAtEdge::Bicliques as usize) / 6,
        ];
        assert_eq!(bicliques.map(u128::from), [graph.bicliques()[0]; 3], "sample {sample}");
    }
    check_pair_sums::<SumSquaresAt<Vertices>>(PAIR_NUMBERS as u32, Graph::square_sums);
    check_pair_sums::<SumSquaresAt<Edges>>(PAIR_NUMBERS as u32, Graph::square_sums_of_edges);
}

/// What a kernel of 4-cycles at edges adds up on each machine, against what is expected of a sample.
fn check_edge_squares<K: for<'a> Kernel<Args<'a> = EdgeSquaresArgs<'a>>>(
    expected: impl Fn(&Graph) -> Vec<u64>,
) {
    let cycles = |graph: &Graph| -> Vec<u64> {
        graph.edges().into_iter().map(|(u, v)| graph.cycles_through(u, v)).collect()
    };
    each_case(
        |_, graph| (expected(graph), cycles(graph)),
        |case, (expected, cycles)| {
            let mut sums = vec![0u64; expected.len()];
            let args = EdgeSquaresArgs {
                graph: case.whole(),
                lists: case.lists(),
                cycles: Slice::from(&cycles[..]),
                sums: atomics(&mut sums),
            };
            // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
            unsafe { case.machine.launch::<K>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(sums, *expected, "{}", case.name);
        },
    );
}

#[test]
fn squares_of_edges_are_summed() {
    check_edge_squares::<SumEdgeSquaresAt<Vertices>>(Graph::edge_square_sums);
    check_edge_squares::<SumEdgeSquaresAt<Edges>>(Graph::squares_beside_edges);
}

/// The sums with counters of a shape, and how many roots were deferred, by a kernel and the one for what it defers.
fn bicliques<K, InWindows>(case: &Case<'_>, table: TableShape) -> (Vec<u128>, u64)
where
    K: for<'a> Kernel<Args<'a> = BicliqueArgs<'a>>,
    InWindows: for<'a> Kernel<Args<'a> = BicliqueArgs<'a>>,
{
    let (machine, n) = (case.machine, case.n());
    let words = n.div_ceil(u32::BITS);
    let (mut queue, mut totals) = (vec![0u64], vec![0u64; BICLIQUE_SUMS * TOTALS]);
    let (mut deferred_count, mut deferred) = (vec![0u64], vec![0u32; words as usize]);
    let wedges = CycleArgs {
        graph: case.whole(),
        smaller: case.whole.oriented(),
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        deferred_count: atomics(&mut deferred_count),
        deferred: atomics(&mut deferred),
        edge_starts: Slice::empty(),
        edge_sums: Slice::empty(),
        first_edge: 0,
        end: n.into(),
        table,
        first: 0,
        chunk: 2,
        readers: 8,
        edges_of: [0, 0],
    };
    let mut args = BicliqueArgs { wedges, oriented: case.oriented.view(), lists: case.lists() };
    let shared = CycleArgs::shared_bytes(table);
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<K>(BLOCKS, WARPS, shared, &args) };
    args.wedges.queue[0].store(0, Relaxed);
    args.wedges.end = words.into();
    // SAFETY: as before, and the roots were deferred with counters of this shape.
    unsafe { machine.launch::<InWindows>(BLOCKS, WARPS, shared, &args) };
    assert!(deferred.iter().all(|&bits| bits == 0), "bits were left behind");
    (totals_of(&totals), deferred_count[0])
}

#[test]
fn bicliques_are_counted() {
    // The last one has lists that a block reads together, of a root that has others besides.
    let hubs = Graph::random(&mut Random::new(23), 400, 6, 4000).by_degree();
    assert!(hubs.0.iter().filter(|list| list.len() > 2 * (WARPS * 32) as usize).count() > 3);
    for (sample, graph) in samples().iter().chain([&hubs]).enumerate() {
        let expected = graph.bicliques();
        assert_eq!(expected[1] > 50, sample > 2, "sample {sample}: {expected:?}");
        for machine in Machine::all() {
            let case = Case::new(machine, graph, sample);
            let tables = [
                TableShape { direct: graph.n(), log_bits: 4, log_slots: 0 },
                TableShape { direct: 40, log_bits: 4, log_slots: 9 },
                // Most roots do not fit, and are counted in windows.
                TableShape { direct: 8, log_bits: 5, log_slots: 5 },
            ];
            for (i, table) in tables.into_iter().enumerate() {
                let (found, deferred) =
                    bicliques::<CountBicliquesWithEdge, CountBicliquesWithEdgeInWindows>(&case, table);
                assert_eq!(found, expected, "sample {sample}, {table:?}, {machine:?}");
                assert_eq!(deferred > 10, i == 2 && sample > 2, "sample {sample}, {table:?}");
                let (found, _) = bicliques::<CountBicliques, CountBicliquesInWindows>(&case, table);
                assert_eq!(found, [expected[0], 0], "sample {sample}, {table:?}, {machine:?}");
            }
        }
    }
}
