//! Cycles of five vertices, and wheels, which are those of four in the neighbourhood of a fifth.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::TOTALS;
use motherlode_device::kernels::motifs::five_cycles::{Count5Cycles, FiveCycleArgs};
use motherlode_device::kernels::motifs::vertex_five_cycles::{
    Count5CyclesAtVertices, FIVE_CYCLE_SUMS, VertexFiveCyclesArgs,
};
use motherlode_device::kernels::motifs::wheels::{CountWheels, WheelArgs};
use motherlode_device::kernels::motifs::wheels_at::{CountWheelsAt, WHEEL_SUMS, WheelsAtArgs};
use motherlode_device::places::{Edges, Vertices};

use crate::common::{BLOCKS, WARPS};
use crate::graphs::{Graph, atomics};
use crate::{each_case_near, samples, totals_of};

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
