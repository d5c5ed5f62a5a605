//! Listing by plain plans, against trying all tuples.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::CountArgs;
use motherlode_device::kernels::list::{ChunkArgs, ListArgs};
use motherlode_device::plan::{Level, WalkPlan};

use super::{ANY, NO_LIST, Walk, above, level, near, tuples};
use crate::common::{Machine, Random};
use crate::graphs::Graph;

/// Checks kernels `C` and `R` by a plan, on several graphs: the embeddings are the tuples of `length` vertices of which each
/// beginning `fits`.
pub fn check<C, R>(plan: WalkPlan, length: usize, fits: &dyn Fn(&Graph, &[u32]) -> bool)
where
    C: for<'a> Kernel<Args<'a> = ChunkArgs<'a, CountArgs<'a>>>,
    R: for<'a> Kernel<Args<'a> = ListArgs<'a, CountArgs<'a>>>,
{
    let mut random = Random::new(21);
    let star = (0..75).map(|v| (if v < 40 { 3 } else { 5 }, v));
    let samples = [
        Graph::new(0, []),
        Graph::new(1, []),
        Graph::new(4, [(1, 3), (3, 2)]),
        Graph::new(75, star),
        Graph::random(&mut random, 30, 30, 110),
        Graph::random(&mut random, 60, 3, 90),
    ];
    for (i, graph) in samples.iter().enumerate() {
        let lists = graph.0.iter().map(|list| list.iter().copied().collect()).collect();
        let walk = Walk::new(&[lists], plan);
        let of = |length| tuples(graph.n(), length, &|tuple| fits(graph, tuple));
        let (tasks, expected) = (of(length.min(plan.last as usize + 1).min(2)), of(length));
        for machine in Machine::with_seed(i as u32) {
            walk.check_listing::<C, R>(machine, &tasks, &expected, &format!("sample {i}"));
        }
    }
}

/// The levels of a task that is an edge, at its smaller end.
pub fn edge(op: Option<u32>) -> [Level; 2] {
    [level(NO_LIST, ANY, 0, None), level(near(0, 0), above(0), 0, op)]
}
