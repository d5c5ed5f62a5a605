//! The kernel of triangles on every machine, against trying all sets.

mod common;
mod graphs;

use common::{BLOCKS, Machine, Random, WARPS};
use graphs::{Graph, OrientedGraph, atomics, prefixes};
use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::landing::LandingSum;
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::{self, CountTriangles, CountTrianglesArgs};
use motherlode_device::kernels::triangles::even::CountEvenTriangles;
use motherlode_device::kernels::triangles::few::{self, CountFewTriangles, FewTrianglesArgs};
use motherlode_device::kernels::triangles::halved::{self, CountHalvedTriangles, HalvedTrianglesArgs};
use motherlode_device::kernels::triangles::prefixes::count::CountPrefixedTriangles;
use motherlode_device::kernels::triangles::prefixes::{PrefixTrianglesArgs, PrefixedLists, packed};
use motherlode_device::memory::Slice;

fn triangles<K>(machine: Machine, graph: &Graph, hubs: u32, marks: MarksShape) -> u128
where
    K: for<'a> Kernel<Args<'a> = CountTrianglesArgs<'a>>,
{
    let oriented = OrientedGraph::new(machine, graph, 2, hubs);
    let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
    let args = CountTrianglesArgs {
        graph: oriented.view(),
        hubs: oriented.rows(),
        roots: oriented.roots(),
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        marks,
    };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<K>(BLOCKS, WARPS, count::shared_bytes(marks, WARPS), &args) };
    total(&totals).unwrap()
}

#[test]
fn triangles_are_counted() {
    for (i, graph) in Graph::samples(1).iter().enumerate() {
        let all = graph.n().next_multiple_of(32);
        let shapes = [
            (graph.n(), MarksShape { exact: all, filter: 0 }),
            (0, MarksShape { exact: all, filter: 0 }),
            // Few hubs and a tiny filter: every way through the kernel.
            (50, MarksShape { exact: 64, filter: 32 }),
            (0, MarksShape { exact: 0, filter: 64 }),
        ];
        let expected = graph.cliques(3);
        assert_eq!(expected > 50, i > 2, "sample {i} has {expected} triangles");
        for machine in Machine::all() {
            for (hubs, marks) in shapes {
                let found = triangles::<CountTriangles>(machine, graph, hubs, marks);
                assert_eq!(found, expected, "sample {i}, {hubs} hubs, {marks:?}, {machine:?}");
            }
            // No rows, some, and all; more warps than roots, and fewer.
            for (hubs, blocks) in [(0, BLOCKS), (50, 1), (graph.n(), 9), (0, 131), (graph.n(), BLOCKS)] {
                let found = few(machine, graph, hubs, blocks);
                assert_eq!(
                    u128::from(found),
                    expected,
                    "sample {i}, few, {hubs} hubs, {blocks}, {machine:?}"
                );
            }
            for marks in [MarksShape { exact: 0, filter: 64 }, MarksShape { exact: 0, filter: 4096 }] {
                let found = triangles::<CountEvenTriangles>(machine, graph, 0, marks);
                assert_eq!(found, expected, "sample {i}, even, {marks:?}, {machine:?}");
            }
        }
    }
}

/// Of a sparse graph few of a list stand before a vertex whose row is long: its bits are picked.
#[test]
fn bits_are_picked_from_long_rows() {
    let graph = Graph::random(&mut Random::new(3), 900, 900, 4000).by_degree();
    let expected = graph.cliques(3);
    assert!(expected > 50, "{expected} triangles");
    let marks = MarksShape { exact: graph.n().next_multiple_of(32), filter: 0 };
    for machine in Machine::with_seed(4) {
        let found = triangles::<CountTriangles>(machine, &graph, graph.n(), marks);
        assert_eq!(found, expected, "{machine:?}");
        assert_eq!(u128::from(few(machine, &graph, graph.n(), 7)), expected, "few, {machine:?}");
    }
}

/// The number of triangles, by one launch of a grid of `blocks`.
fn few(machine: Machine, graph: &Graph, hubs: u32, blocks: u32) -> u64 {
    let oriented = OrientedGraph::new(machine, graph, 2, hubs);
    let (mut sum, mut triangles) = (vec![0u64], vec![u64::MAX]);
    let marks = MarksShape { exact: graph.n().next_multiple_of(32), filter: 0 };
    let args = FewTrianglesArgs {
        graph: oriented.view(),
        hubs: oriented.rows(),
        roots: oriented.roots().vertices,
        total: LandingSum { sum: atomics(&mut sum), number: atomics(&mut triangles) },
        marks,
    };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<CountFewTriangles>(blocks, WARPS, few::shared_bytes(marks, WARPS), &args) };
    triangles[0]
}

/// The number of triangles, from the halves of the neighbours.
fn by_halves(machine: Machine, graph: &Graph) -> u128 {
    let oriented = OrientedGraph::new(machine, graph, 2, 0);
    let halves = oriented.halves(machine);
    for (place, &neighbor) in oriented.neighbors.iter().enumerate() {
        assert_eq!(halves[place / 8] >> (place % 8 * 16) & 0xFFFF, u128::from(neighbor) & 0xFFFF);
    }
    let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
    let roots = oriented.halved_roots(&halves, &mut queue);
    let args = HalvedTrianglesArgs { roots, totals: atomics(&mut totals) };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<CountHalvedTriangles>(BLOCKS, WARPS, halved::shared_bytes(WARPS), &args) };
    total(&totals).unwrap()
}

#[test]
fn triangles_are_counted_by_halves() {
    let mut samples: Vec<_> = Graph::samples(2).into_iter().map(|graph| (graph.cliques(3), graph)).collect();
    // Two triangles of vertices that all share a mark, and of which not all have numbers of 16 bits.
    let far = |v: u32| v * 32_768;
    let pairs = [(0, 1), (0, 2), (1, 2), (1, 3), (0, 3), (2, 4), (3, 4)];
    samples.push((2, Graph::new(far(4) + 1, pairs.map(|(u, v)| (far(u), far(v))))));
    // A list that is longer than what is dealt at once.
    let long = Graph::in_parts(&[600, 3], 2).by_degree();
    samples.push((long.cliques(3), long));
    for (i, (expected, graph)) in samples.iter().enumerate() {
        for machine in Machine::all() {
            assert_eq!(by_halves(machine, graph), *expected, "sample {i}, {machine:?}");
        }
    }
}

#[test]
fn prefixes_are_those_of_all_lists() {
    for graph in &Graph::samples(3) {
        // Each vertex' greater neighbours, by where it stands in their lists.
        let ends = |v: u32| {
            let position = |u: u32| graph.0[u as usize].range(..v).count() as u32;
            let start = |u: u32| (0..u).map(|w| graph.0[w as usize].range(..w).count() as u32).sum();
            let mut all: Vec<u64> =
                graph.0[v as usize].range(v..).map(|&u| packed(start(u), position(u))).collect();
            all.sort_unstable();
            all
        };
        let expected: Vec<Vec<u64>> = (0..graph.n()).map(ends).collect();
        for machine in Machine::all() {
            let oriented = OrientedGraph::new(machine, graph, 2, 0);
            let (words, starts, mut prefixes) = prefixes(machine, graph, &oriented);
            for (place, &neighbor) in oriented.neighbors.iter().enumerate() {
                assert_eq!(words[place / 4] >> (place % 4 * 16) & 0xFFFF, neighbor.into(), "{machine:?}");
            }
            for (v, expected) in expected.iter().enumerate() {
                let own = &mut prefixes[starts[v] as usize..starts[v + 1] as usize];
                own.sort_unstable();
                assert_eq!(own, expected, "vertex {v}, {machine:?}");
            }
        }
    }
}

/// The number of triangles, from prefixes; elements from `wider` on are read in 32 bits.
fn by_prefixes(machine: Machine, graph: &Graph, marks: MarksShape, wider: u32) -> u128 {
    let oriented = OrientedGraph::new(machine, graph, 2, 0);
    let (mut words, starts, mut prefixes) = prefixes(machine, graph, &oriented);
    for (place, _) in oriented.neighbors.iter().enumerate().filter(|&(_, &neighbor)| neighbor >= wider) {
        words[place / 4] |= 0xFFFF << (place % 4 * 16);
    }
    // As if they were drawn by two devices, which have those of a vertex in another order.
    let middle = starts[graph.n() as usize / 3] + 1;
    let mut totals = vec![0u64; TOTALS];
    for (first, end) in [(0, middle), (middle, prefixes.len() as u64)] {
        let mut queue = vec![0u64];
        starts.windows(2).for_each(|ends| prefixes[ends[0] as usize..ends[1] as usize].reverse());
        let args = PrefixTrianglesArgs {
            lists: PrefixedLists {
                graph: oriented.view(),
                narrow: Slice::from(&words[..]),
                starts: Slice::from(&starts[..]),
                prefixes: Slice::from(&prefixes[..]),
            },
            queue: atomics(&mut queue),
            totals: atomics(&mut totals),
            first,
            end,
            marks,
            chunk: 50,
        };
        let shared = count::shared_bytes(marks, WARPS);
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<CountPrefixedTriangles>(BLOCKS, WARPS, shared, &args) };
    }
    total(&totals).unwrap()
}

const TINY: MarksShape = MarksShape { exact: 64, filter: 32 };
const NARROWEST: MarksShape = MarksShape { exact: 32, filter: 32 };

#[test]
fn triangles_are_counted_by_prefixes() {
    for (i, graph) in Graph::samples(5).iter().enumerate().filter(|(_, graph)| !graph.edges().is_empty()) {
        let all = MarksShape { exact: graph.n().next_multiple_of(32), filter: 0 };
        let expected = graph.cliques(3);
        for machine in Machine::all() {
            // What has a mark of its own is not wider.
            for (marks, wider) in
                [(all, u32::MAX), (all, all.exact), (TINY, u32::MAX), (TINY, 70), (TINY, 64), (NARROWEST, 32)]
            {
                let found = by_prefixes(machine, graph, marks, wider);
                assert_eq!(found, expected, "sample {i}, {marks:?}, from {wider} on, {machine:?}");
            }
        }
    }
}
