//! The kernels of motifs of five vertices on every machine, against their definitions.

#[path = "motifs/cliques.rs"]
mod cliques;
mod common;
#[path = "motifs/cycles.rs"]
mod cycles;
mod graphs;
mod motif_sums;
#[path = "motifs/pairs.rs"]
mod pairs;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, WholeGraph, atomics};
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::motifs::TriangleLists;
use motherlode_device::kernels::motifs::five_cycles::FiveCycleArgs;
use motherlode_device::kernels::motifs::triangles::DealtTriangles;
use motherlode_device::kernels::motifs::wheels::WheelArgs;
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::memory::Slice;

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
