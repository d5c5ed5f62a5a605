//! The kernels of motifs of five vertices on every machine, against their definitions.

mod common;
mod graphs;
mod motif_sums;

use std::sync::atomic::Ordering::Relaxed;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, WholeGraph, atomics};
use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::cycles::{CycleArgs, TableShape};
use motherlode_device::kernels::motifs::TriangleLists;
use motherlode_device::kernels::motifs::bicliques::{
    BICLIQUE_SUMS, BicliqueArgs, CountBicliques, CountBicliquesInWindows, CountBicliquesWithEdge,
    CountBicliquesWithEdgeInWindows,
};
use motherlode_device::kernels::motifs::clique_sums::{CLIQUE_SUMS, CliqueSumArgs, SumCliques};
use motherlode_device::kernels::motifs::edge_root_sums::{EdgeRootsArgs, SumRootsAtEdges};
use motherlode_device::kernels::motifs::edge_sums::{SumEdgeTriangles, SumThirds, TriangleSumsArgs};
use motherlode_device::kernels::motifs::fifths::{FifthsArgs, SumFifths};
use motherlode_device::kernels::motifs::five_cycles::{Count5Cycles, FiveCycleArgs};
use motherlode_device::kernels::motifs::fourths::{
    FOURTH_SUMS, FillFourths, FillFourthsArgs, FourthsArgs, SumFourths,
};
use motherlode_device::kernels::motifs::lists::{ListTriangles, ListTrianglesArgs};
use motherlode_device::kernels::motifs::missing_spokes::{
    self, CountMissingSpokesAt, MISSING_SPOKE_SUMS, MissingSpokeSum, MissingSpokeSumAtEdge, MissingSpokesArgs,
};
use motherlode_device::kernels::motifs::root_matrix::RootMatrices;
use motherlode_device::kernels::motifs::root_sums::{RootsArgs, SumRoots};
use motherlode_device::kernels::motifs::square_sums::{
    self, EdgeSquaresArgs, PAIR_NUMBERS, SQUARE_SUMS, SquareSum, SquareSumAtEdge, SquaresArgs,
    SumEdgeSquaresAt, SumSquaresAt,
};
use motherlode_device::kernels::motifs::triangles::DealtTriangles;
use motherlode_device::kernels::motifs::vertex_five_cycles::{
    Count5CyclesAtVertices, FIVE_CYCLE_SUMS, VertexFiveCyclesArgs,
};
use motherlode_device::kernels::motifs::wheels::{CountWheels, WheelArgs};
use motherlode_device::kernels::motifs::wheels_at::{CountWheelsAt, WHEEL_SUMS, WheelsAtArgs};
use motherlode_device::kernels::triangles::{MarksShape, count};
use motherlode_device::memory::Slice;
use motherlode_device::places::{Edges, Vertices};

/// A sample as the kernels take it, on a machine.
struct Case<'g> {
    machine: Machine,
    graph: &'g Graph,
    whole: WholeGraph,
    degrees: Vec<u32>,
    oriented: OrientedGraph,
    starts: Vec<u64>,
    thirds: Vec<u32>,
    numbers: Vec<u64>,
    /// What to call it.
    name: String,
}

impl<'g> Case<'g> {
    fn new(machine: Machine, graph: &'g Graph, sample: usize) -> Self {
        let whole = WholeGraph::new(graph);
        let degrees = graph.0.iter().map(|list| list.len() as u32).collect();
        let thirds = graph.thirds();
        let mut starts = vec![0u64];
        thirds.iter().for_each(|list| starts.push(starts[starts.len() - 1] + list.len() as u64));
        let (oriented, thirds) = (OrientedGraph::new(machine, graph, 2, 0), thirds.concat());
        let edges = graph.edges();
        let number =
            |u: u32, v: u32| edges.iter().position(|&edge| edge == (u.max(v), u.min(v))).unwrap() as u64;
        let lists = (0..).zip(&graph.0);
        let numbers =
            lists.flat_map(|(u, list)| list.iter().map(move |&v| (u, v))).map(|(u, v)| number(u, v));
        let (numbers, name) = (numbers.collect(), format!("sample {sample}, {machine:?}"));
        Case { machine, graph, whole, degrees, oriented, starts, thirds, numbers, name }
    }

    fn whole(&self) -> GraphView<'_> {
        self.whole.view()
    }

    fn lists(&self) -> TriangleLists<'_> {
        TriangleLists {
            starts: Slice::from(&self.starts[..]),
            thirds: Slice::from(&self.thirds[..]),
            numbers: Slice::from(&self.numbers[..]),
        }
    }

    fn triangles<'a>(&'a self, queue: &'a mut [u64]) -> DealtTriangles<'a> {
        DealtTriangles {
            graph: self.whole(),
            edges: Slice::from(&self.oriented.offsets[..]),
            lists: self.lists(),
            queue: atomics(queue),
            end: self.oriented.neighbors.len() as u64,
            marks: MARKS,
            chunk: 3,
        }
    }

    /// For kernels with counters of which so many are near; the others stand in `far`.
    fn wheels<'a>(
        &'a self,
        queue: &'a mut [u64],
        totals: &'a mut [u64],
        (near, far): (u32, &'a mut [u32]),
    ) -> WheelArgs<'a> {
        WheelArgs {
            graph: self.whole(),
            lists: self.lists(),
            queue: atomics(queue),
            totals: atomics(totals),
            far: atomics(far),
            end: self.whole.neighbors.len() as u64,
            near,
            chunk: 5,
        }
    }

    fn five_cycles<'a>(
        &'a self,
        queue: &'a mut [u64],
        totals: &'a mut [u64],
        met: &'a mut [u32],
        (near, far): (u32, &'a mut [u32]),
    ) -> FiveCycleArgs<'a> {
        FiveCycleArgs {
            graph: self.whole(),
            queue: atomics(queue),
            totals: atomics(totals),
            far: atomics(far),
            met: scratch(met),
            end: self.n().into(),
            near,
            chunk: 2,
        }
    }

    fn n(&self) -> u32 {
        self.graph.n()
    }

    /// Numbers for each vertex and each block of a grid: on one lane, a block is a warp.
    fn for_blocks<T: Clone>(&self, vertices: u32, number: T) -> Vec<T> {
        vec![number; (BLOCKS * WARPS * vertices) as usize]
    }
}

/// Calls `check` with each sample on each machine, and what is expected of it.
fn each_case<T>(expected: impl Fn(usize, &Graph) -> T, check: impl Fn(&Case<'_>, &T)) {
    for (sample, graph) in samples().iter().enumerate() {
        let expected = expected(sample, graph);
        Machine::all().into_iter().for_each(|machine| check(&Case::new(machine, graph, sample), &expected));
    }
}

/// Calls `check` with each sample on each machine, and what is expected of it; and with how many vertices are to have
/// their counters near, and the counters of the others.
fn each_case_near<T>(
    expected: impl Fn(usize, &Graph) -> T,
    check: impl Fn(&Case<'_>, &T, (u32, &mut [u32])),
) {
    each_case(expected, |case, expected| {
        for near in [0, 17, case.n()] {
            let near = near.min(case.n());
            let mut far = case.for_blocks(case.n() - near, 0u32);
            check(case, expected, (near, &mut far));
            assert!(
                far.iter().all(|&count| count == 0),
                "counters were left behind: {near} near, {}",
                case.name
            );
        }
    });
}

const MARKS: MarksShape = MarksShape { exact: 64, filter: 32 };

fn totals_of(totals: &[u64]) -> Vec<u128> {
    totals.chunks(TOTALS).map(|sum| total(sum).unwrap()).collect()
}

/// With a smaller one in place of the largest, in which definitions take minutes.
fn samples() -> Vec<Graph> {
    let mut samples = Graph::samples(11);
    samples.pop();
    samples.push(Graph::random(&mut Random::new(12), 200, 80, 2600).by_degree());
    samples
}

#[test]
fn triangles_are_listed_at_their_edges() {
    each_case(
        |_, _| (),
        |case, ()| {
            for marks in [MarksShape { exact: 512, filter: 0 }, MarksShape { exact: 32, filter: 32 }] {
                let (mut queue, mut thirds) = (vec![0u64], vec![u32::MAX; case.thirds.len()]);
                let mut numbers = vec![u64::MAX; case.numbers.len()];
                let args = ListTrianglesArgs {
                    graph: case.whole(),
                    edges: Slice::from(&case.oriented.offsets[..]),
                    starts: Slice::from(&case.starts[..]),
                    thirds: scratch(&mut thirds),
                    numbers: scratch(&mut numbers),
                    queue: atomics(&mut queue),
                    marks,
                    chunk: 3,
                };
                let shared = ListTrianglesArgs::shared_bytes(marks);
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { case.machine.launch::<ListTriangles>(BLOCKS, WARPS, shared, &args) };
                assert_eq!(thirds, case.thirds, "{marks:?}, {}", case.name);
                assert_eq!(numbers, case.numbers, "{marks:?}, {}", case.name);
            }
        },
    );
}

#[test]
fn cycles_of_five_are_counted() {
    let expected = |sample, graph: &Graph| {
        assert_eq!(graph.five_cycles() > 1000, sample > 2, "sample {sample}");
        [graph.five_cycles() + graph.triangles_with_a_smaller_neighbor()]
    };
    each_case_near(expected, |case, expected, (near, far)| {
        let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
        let mut met = case.for_blocks(case.n(), 7u32);
        let args = case.five_cycles(&mut queue, &mut totals, &mut met, (near, far));
        let shared = FiveCycleArgs::shared_bytes(near);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { case.machine.launch::<Count5Cycles>(BLOCKS, WARPS, shared, &args) };
        assert_eq!(totals_of(&totals), expected, "{near} near, {}", case.name);
    });
}

#[test]
fn wheels_are_counted() {
    let expected = |sample, graph: &Graph| {
        let wheels = graph.wheels();
        assert_eq!(wheels > 50, sample > 2, "sample {sample}: {wheels}");
        [wheels]
    };
    each_case_near(expected, |case, expected, (near, far)| {
        let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
        let args = case.wheels(&mut queue, &mut totals, (near, far));
        let shared = WheelArgs::shared_bytes(near, WARPS);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { case.machine.launch::<CountWheels>(BLOCKS, WARPS, shared, &args) };
        assert_eq!(totals_of(&totals), expected, "{near} near, {}", case.name);
    });
}

/// For each graph, the sums of wheels at places that are expected, by the kernel that is to find them.
fn check_wheels<K: for<'a> Kernel<Args<'a> = WheelsAtArgs<'a>>>(expected: fn(&Graph) -> Vec<u64>) {
    each_case_near(
        |_, graph| expected(graph),
        |case, expected, (near, far)| {
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let wheels = case.wheels(&mut queue, &mut [], (near, far));
            let args = WheelsAtArgs { wheels, sums: atomics(&mut sums) };
            let shared = WheelArgs::shared_bytes(near, WARPS);
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { case.machine.launch::<K>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(sums, *expected, "{near} near, {}", case.name);
        },
    );
}

#[test]
fn wheels_are_counted_at_their_places() {
    for (sample, graph) in samples().iter().enumerate() {
        let first = |sums: Vec<u64>| u128::from(sums.into_iter().step_by(WHEEL_SUMS).sum::<u64>());
        let (hubs, spokes) = (first(graph.wheel_sums()), first(graph.wheel_sums_of_edges()));
        assert_eq!([hubs, spokes], [2, 8].map(|times| times * graph.wheels()), "sample {sample}");
    }
    check_wheels::<CountWheelsAt<Vertices>>(Graph::wheel_sums);
    check_wheels::<CountWheelsAt<Edges>>(Graph::wheel_sums_of_edges);
}

/// For each graph, the sums of wheels without a spoke at places that are expected, by the kernel that is to find them.
fn check_missing_spokes<K: for<'a> Kernel<Args<'a> = MissingSpokesArgs<'a>>>(
    expected: fn(&Graph) -> Vec<u64>,
) {
    each_case(
        |_, graph| expected(graph),
        |case, expected| {
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let (mut pairs, mut met) = (case.for_blocks(case.n(), 0u64), case.for_blocks(case.n(), u32::MAX));
            let args = MissingSpokesArgs {
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
            let shared = missing_spokes::SHARED_BYTES;
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { case.machine.launch::<K>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(sums, *expected, "{}", case.name);
            assert!(pairs.iter().all(|&pair| pair == 0), "pairs were left behind");
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
    check_missing_spokes::<CountMissingSpokesAt<Vertices>>(Graph::missing_spokes);
    check_missing_spokes::<CountMissingSpokesAt<Edges>>(Graph::missing_spokes_of_edges);
}

#[test]
fn sums_of_fourths_are_exact() {
    each_case(
        |_, graph| graph.fourth_sums(),
        |case, expected| {
            let shared = count::shared_bytes(MARKS, WARPS);
            let mut fourths = vec![0u64; case.thirds.len()];
            let mut cliques = vec![0u64; case.starts.len() - 1];
            let mut queue = vec![0u64];
            let args = FillFourthsArgs {
                triangles: case.triangles(&mut queue),
                fourths: scratch(&mut fourths),
                cliques: scratch(&mut cliques),
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { case.machine.launch::<FillFourths>(BLOCKS, WARPS, shared, &args) };
            let twice: Vec<u64> = expected.iter().step_by(FOURTH_SUMS).map(|cliques| 2 * cliques).collect();
            assert_eq!(cliques, twice, "{}", case.name);
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let args = FourthsArgs {
                triangles: case.triangles(&mut queue),
                degrees: Slice::from(&case.degrees[..]),
                fourths: Slice::from(&fourths[..]),
                cliques: Slice::from(&cliques[..]),
                sums: scratch(&mut sums),
            };
            // SAFETY: as before.
            unsafe { case.machine.launch::<SumFourths>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(sums, *expected, "{}", case.name);
        },
    );
}

#[test]
fn cycles_of_five_are_counted_at_vertices() {
    let expected = |sample, graph: &Graph| {
        let expected = graph.five_cycles_of_vertices();
        let all: u64 = expected.iter().sum();
        assert_eq!(u128::from(all), 5 * graph.five_cycles(), "sample {sample}");
        expected
    };
    each_case_near(expected, |case, expected, (near, far)| {
        let (mut queue, mut sums) = (vec![0u64], vec![0u64; FIVE_CYCLE_SUMS * expected.len()]);
        let (mut met, mut joins) = (case.for_blocks(case.n(), 7u32), case.for_blocks(case.n(), 0u64));
        let cycles = case.five_cycles(&mut queue, &mut [], &mut met, (near, far));
        let (sums_of, joins_of) = (atomics(&mut sums), atomics(&mut joins));
        let args = VertexFiveCyclesArgs { cycles, lists: case.lists(), sums: sums_of, joins: joins_of };
        let shared = FiveCycleArgs::shared_bytes(near);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { case.machine.launch::<Count5CyclesAtVertices>(BLOCKS, WARPS, shared, &args) };
        let found: Vec<u64> = sums.chunks(FIVE_CYCLE_SUMS).map(|sums| sums[0] / 2 + sums[1]).collect();
        assert_eq!(found, *expected, "{near} near, {}", case.name);
        assert!(joins.iter().all(|&ways| ways == 0), "numbers were left behind");
    });
}

/// What a kernel of squares adds up on each machine, against what is expected of a sample.
fn check_squares<K: for<'a> Kernel<Args<'a> = SquaresArgs<'a>>>(expected: impl Fn(&Graph) -> Vec<u64>) {
    for (sample, graph) in samples().iter().enumerate() {
        let expected = expected(graph);
        for machine in Machine::all() {
            let case = Case::new(machine, graph, sample);
            // Where there is one lane, each warp is a block.
            let n = (BLOCKS * WARPS * case.n()) as usize;
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let (mut pairs, mut met) = (vec![0u64; n * PAIR_NUMBERS], vec![u32::MAX; n]);
            let args = SquaresArgs {
                graph: case.whole(),
                lists: case.lists(),
                sums: atomics(&mut sums),
                pairs: atomics(&mut pairs),
                met: scratch(&mut met),
                queue: atomics(&mut queue),
                end: case.n().into(),
                chunk: 3,
            };
            let shared = square_sums::SHARED_BYTES;
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<K>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(sums, expected, "sample {sample}, {machine:?}");
            assert!(pairs.iter().all(|&number| number == 0), "numbers were left behind");
        }
    }
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
    check_squares::<SumSquaresAt<Vertices>>(Graph::square_sums);
    check_squares::<SumSquaresAt<Edges>>(Graph::square_sums_of_edges);
}

/// What a kernel of 4-cycles at edges adds up on each machine, against what is expected of a sample.
fn check_edge_squares<K: for<'a> Kernel<Args<'a> = EdgeSquaresArgs<'a>>>(
    expected: impl Fn(&Graph) -> Vec<u64>,
) {
    for (sample, graph) in samples().iter().enumerate() {
        let expected = expected(graph);
        let cycles: Vec<u64> = graph.edges().into_iter().map(|(u, v)| graph.cycles_through(u, v)).collect();
        for machine in Machine::all() {
            let case = Case::new(machine, graph, sample);
            let mut sums = vec![0u64; expected.len()];
            let args = EdgeSquaresArgs {
                graph: case.whole(),
                lists: case.lists(),
                cycles: Slice::from(&cycles[..]),
                sums: atomics(&mut sums),
            };
            // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
            unsafe { machine.launch::<K>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(sums, expected, "sample {sample}, {machine:?}");
        }
    }
}

#[test]
fn squares_of_edges_are_summed() {
    check_edge_squares::<SumEdgeSquaresAt<Vertices>>(Graph::edge_square_sums);
    check_edge_squares::<SumEdgeSquaresAt<Edges>>(Graph::squares_beside_edges);
}

#[test]
fn sums_of_cliques_at_triangles_are_exact() {
    let expected = |sample, graph: &Graph| {
        let expected = graph.clique_sums();
        assert_eq!(expected[0], 4 * graph.cliques(4), "sample {sample}");
        expected
    };
    each_case(expected, |case, expected| {
        let (mut queue, mut totals) = (vec![0u64], vec![0u64; CLIQUE_SUMS * TOTALS]);
        let args = CliqueSumArgs {
            triangles: case.triangles(&mut queue),
            degrees: Slice::from(&case.degrees[..]),
            totals: atomics(&mut totals),
        };
        let shared = count::shared_bytes(MARKS, WARPS);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { case.machine.launch::<SumCliques>(BLOCKS, WARPS, shared, &args) };
        assert_eq!(totals_of(&totals), *expected, "{}", case.name);
    });
}

/// Calls `check` with the matrices of the roots of samples on each machine, how many warps a block has then, and what
/// the case is.
fn each_root_matrices(check: impl Fn(&Graph, Machine, RootMatrices<'_>, u32, &str)) {
    for (sample, graph) in samples().iter().enumerate() {
        for machine in Machine::all() {
            // Lists of vertices with and without rows of hubs, and longer ones than a word has bits.
            for hubs in [0, 9, graph.n()] {
                let oriented = OrientedGraph::new(machine, graph, 2, hubs);
                let ranks = oriented.ranks(machine);
                let triangles: Vec<u32> = graph.thirds().iter().map(|list| list.len() as u32).collect();
                let longest = (0..graph.n()).map(|v| graph.0[v as usize].range(..v).count()).max();
                let mut queue = vec![0u64];
                let all = RootMatrices {
                    roots: oriented.ranked_roots(&ranks, &mut queue, MARKS),
                    triangles: Slice::from(&triangles[..]),
                    longest: longest.unwrap_or(0) as u32,
                };
                let warps = if machine.lanes() == 1 { 1 } else { WARPS };
                check(graph, machine, all, warps, &format!("sample {sample}, {hubs} hubs, {machine:?}"));
            }
        }
    }
}

#[test]
fn sums_of_roots_are_exact() {
    each_root_matrices(|graph, machine, all, warps, case| {
        let expected = graph.triangle_sums();
        let at_all = expected[1].iter().map(|&sum| u128::from(sum)).sum::<u128>();
        assert_eq!(at_all, 12 * graph.cliques(4), "{case}");
        let [mut opposites, mut cliques] = [0, 1].map(|_| vec![0u64; graph.n() as usize]);
        let args = RootsArgs { all, opposites: atomics(&mut opposites), cliques: atomics(&mut cliques) };
        let shared = all.shape().shared_bytes(warps);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<SumRoots>(BLOCKS, WARPS, shared, &args) };
        assert_eq!([opposites, cliques], expected, "{case}");
    });
}

#[test]
fn sums_of_roots_at_edges_are_exact() {
    each_root_matrices(|graph, machine, all, warps, case| {
        let expected = graph.triangle_sums_of_edges();
        let degrees: Vec<u32> = graph.0.iter().map(|list| list.len() as u32).collect();
        let mut sums = vec![0u64; expected.len()];
        let args = EdgeRootsArgs { all, degrees: Slice::from(&degrees[..]), sums: atomics(&mut sums) };
        let shared = EdgeRootsArgs::shared_bytes(all.shape(), warps);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<SumRootsAtEdges>(BLOCKS, WARPS, shared, &args) };
        assert_eq!(sums, expected, "{case}");
    });
}

#[test]
fn sums_of_triangles_are_exact() {
    each_case(
        |_, graph| graph.triangle_sums_of_edges(),
        |case, expected| {
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
            let args = TriangleSumsArgs {
                triangles: case.triangles(&mut queue),
                degrees: Slice::from(&case.degrees[..]),
                sums: atomics(&mut sums),
            };
            // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
            unsafe { case.machine.launch::<SumThirds>(BLOCKS, WARPS, 0, &args) };
            args.triangles.queue[0].store(0, Relaxed);
            let shared = count::shared_bytes(MARKS, WARPS);
            // SAFETY: as before, and the shared memory that it asks for.
            unsafe { case.machine.launch::<SumEdgeTriangles>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(sums, *expected, "{}", case.name);
        },
    );
}

#[test]
fn sums_of_fifths_are_exact() {
    let expected = |_, graph: &Graph| (graph.clique_sums_of_vertices(), graph.triangle_sums_of_edges());
    each_case(expected, |case, (expected, edges)| {
        let (mut queue, mut sums) = (vec![0u64], vec![0u64; expected.len()]);
        let args = FifthsArgs {
            triangles: case.triangles(&mut queue),
            degrees: Slice::from(&case.degrees[..]),
            edges: Slice::from(&edges[..]),
            sums: atomics(&mut sums),
        };
        let shared = count::shared_bytes(MARKS, WARPS);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { case.machine.launch::<SumFifths>(BLOCKS, WARPS, shared, &args) };
        assert_eq!(sums, *expected, "{}", case.name);
    });
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
