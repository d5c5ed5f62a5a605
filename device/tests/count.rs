//! The walk over plans that are written out here, on every machine: one for each depth at which it may end. Its
//! host-side tests run it over the planner's plans.

mod common;
mod graphs;

use common::{BLOCKS, Machine, WARPS, scratch};
use graphs::{Graph, WholeGraph, atomics};
use motherlode_device::Kernel;
use motherlode_device::combination::{Combination, MAX_SETS, MAX_TERMS, SizeTerm};
use motherlode_device::kernels::count::CountArgs;
use motherlode_device::kernels::count::edges::CountEdges;
use motherlode_device::kernels::count::roots::CountRoots;
use motherlode_device::kernels::count::split::Split;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::count::walk::{CountWalk, shared_bytes};
use motherlode_device::memory::Slice;
use motherlode_device::plan::{Bounds, Leaf, Level, SetOp, Source, WalkPlan};

const ANY: Bounds = Bounds::NONE;
const NO_LIST: Source = Source::NOWHERE;
const OF_FIRST: Source = Source { kind: Source::NEIGHBORS, index: 0, view: 0 };
const BUFFER: Source = Source { kind: Source::BUFFER, index: 0, view: 0 };

/// Beyond the vertex of this level.
fn above(level: u32) -> Bounds {
    Bounds { above: 1 << level, below: 0 }
}

/// A plan that walks `last + 1` levels, runs `op` once the second vertex is fixed, and takes a leaf that is a neighbour
/// of the last vertex.
fn plan(last: u32, op: Option<SetOp>, source: Source, bounds: Bounds, choose: u32) -> WalkPlan {
    let level = |source, ops| Level { source, bounds: ANY, exclude: 0, first_op: 0, ops };
    let leaf = Leaf { source, relation: Leaf::ADJACENT, view: 0, bounds, exclude: 0, choose, power: 0 };
    let mut levels = [level(BUFFER, 0); 8];
    levels[0] = level(NO_LIST, 0);
    levels[1] = level(OF_FIRST, op.is_some().into());
    let term = SizeTerm { coefficient: 0, powers: 0 };
    let combination =
        Combination { sets: 0, terms: 0, divisor: 1, set: [leaf; MAX_SETS], term: [term; MAX_TERMS] };
    let mut ops = [SetOp::UNUSED; 24];
    ops[0] = op.unwrap_or(SetOp::UNUSED);
    WalkPlan { last, buffers: op.is_some().into(), tests: 0, levels, ops, leaf, combination, empty: [] }
}

/// What kernel `K` counts by `plan`: a task is a vertex, or where the walk goes deeper an edge, at its smaller end.
fn count<K: for<'a> Kernel<Args<'a> = CountArgs<'a>>>(
    machine: Machine,
    graph: &Graph,
    plan: WalkPlan,
) -> u128 {
    let whole = WholeGraph::new(graph);
    let greater = |v: u32| graph.0[v as usize].range(v..).count() as u64;
    let mut starts = vec![0];
    (0..graph.n()).for_each(|v| starts.push(starts[v as usize] + greater(v)));
    let end = if plan.last == 0 { u64::from(graph.n()) } else { starts[graph.n() as usize] };
    let capacity = graph.0.iter().map(|list| list.len() as u64).max().unwrap_or(0);
    let mut buffers = vec![u32::MAX; (u64::from(plan.buffers * BLOCKS * WARPS) * capacity) as usize];
    let (mut queue, mut totals) = (vec![0_u64], vec![0_u64; TOTALS]);
    let args = CountArgs {
        graph: whole.view(),
        starts: Slice::from(&starts[..]),
        first: whole.view().splits,
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        buffers: scratch(&mut buffers),
        capacity,
        end,
        chunk: 5,
        vertices: graph.n(),
        split: Split::NONE,
        plan,
    };
    // SAFETY: a graph, its tasks, a plan whose one buffer is as long as the longest list, and the shared memory of
    // walks.
    unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<WalkPlan>(WARPS), &args) };
    total(&totals).unwrap()
}

#[test]
fn each_depth_counts_what_its_plan_says() {
    // Common neighbours of the first two vertices, beyond the second.
    let common = SetOp { source: OF_FIRST, operand: 1, bounds: above(1), ..SetOp::UNUSED };
    let wedges = plan(0, None, NO_LIST, ANY, 2);
    let triangles = plan(1, None, OF_FIRST, above(1), 1);
    let four_cliques = plan(2, Some(common), BUFFER, above(2), 1);
    for (i, graph) in Graph::samples(7).iter().enumerate() {
        let pairs =
            |list: &std::collections::BTreeSet<u32>| (list.len() * list.len().saturating_sub(1) / 2) as u128;
        let expected = [graph.0.iter().map(pairs).sum(), graph.cliques(3), graph.cliques(4)];
        for machine in Machine::with_seed(i as u32) {
            let found = [
                count::<CountRoots>(machine, graph, wedges),
                count::<CountEdges>(machine, graph, triangles),
                count::<CountWalk>(machine, graph, four_cliques),
            ];
            assert_eq!(found, expected, "sample {i}, {machine:?}");
        }
    }
}
