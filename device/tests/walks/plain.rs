//! Walks over plain graphs, against trying all tuples.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::CountArgs;
use motherlode_device::kernels::count::in_matrix::MatrixWalkArgs;
use motherlode_device::kernels::count::split::Split;
use motherlode_device::kernels::estimate::{DrawArgs, ExactArgs, SampleArgs, WeighArgs};
use motherlode_device::kernels::list::{ChunkArgs, ListArgs};
use motherlode_device::plan::{Leaf, Level, Source, WalkPlan};

use super::{ANY, COMMON, NO_LIST, Walk, above, buffer, combined, leaf, level, near, tuples};
use crate::common::{Machine, Random};
use crate::graphs::Graph;

/// Graphs of several shapes: without an edge, with each vertex next to one of two, dense, sparse with hubs, and with all
/// vertices next to two.
fn samples() -> [Graph; 7] {
    let mut random = Random::new(21);
    let star = (0..75).map(|v| (if v < 40 { 3 } else { 5 }, v));
    [
        Graph::new(0, []),
        Graph::new(1, []),
        Graph::new(4, [(1, 3), (3, 2)]),
        Graph::new(75, star),
        Graph::random(&mut random, 24, 24, 105),
        Graph::random(&mut random, 60, 7, 130),
        Graph::new(40, (0..40).flat_map(|v| [(3, v), (20, v)])),
    ]
}

impl Walk<WalkPlan> {
    fn of_graph(graph: &Graph, plan: WalkPlan) -> Self {
        let lists = graph.0.iter().map(|list| list.iter().copied().collect()).collect();
        Walk::new(&[lists], plan)
    }
}

/// Ways in which the tasks of a plan may be split: none where a lane takes a task.
fn splits(plan: &WalkPlan) -> &'static [Split] {
    const SPLITS: [Split; 3] = [
        Split { hubs: 2, log_parts: 2 },
        Split { hubs: 6, log_parts: 5 },
        Split { hubs: 1000, log_parts: 1 },
    ];
    if plan.last > 1 { &SPLITS } else { &[] }
}

/// The product of the first two sets less the third, which is what they have in common.
pub const DIFFERENT: [(i32, u32); 2] = [(1, 0x011), (-1, 0x100)];

/// Which beginnings of tuples a plan goes through, in a graph.
type Fits<'f> = dyn Fn(&Graph, &[u32]) -> bool + 'f;

/// Checks by `check` what is drawn from several sets once a walk has fixed a third vertex.
pub fn drawn_beyond_a_third(check: fn(WalkPlan, usize, &Fits<'_>)) {
    let [first, second] = edge(Some(0));
    let third = level(near(1, 0), ANY, 1 << 0, None);
    let sets = [
        leaf(buffer(0), Leaf::FREE, 0, ANY, 1 << 2),
        leaf(NO_LIST, Leaf::ADJACENT, 0, ANY, 0b11),
        leaf(buffer(0), Leaf::ADJACENT, 0, ANY, 0),
    ];
    let plan = combined(&[first, second, third], &[COMMON], &sets, &DIFFERENT, 1);
    check(plan, 5, &|graph, tuple| match *tuple {
        [a, b] => graph.has(a, b) && b > a,
        [a, b, c] => graph.has(b, c) && c != a,
        [a, b, c, x] => graph.has(a, x) && graph.has(b, x) && x != c,
        [a, b, c, x, y] => graph.has(c, y) && ![a, b, x].contains(&y),
        _ => true,
    });
}

/// Checks kernel `K` by a plan, on several graphs: it counts the tuples of `length` vertices of which each beginning
/// `fits`.
pub fn check_count<K>(plan: WalkPlan, length: usize, fits: &Fits<'_>)
where
    K: for<'a> Kernel<Args<'a> = CountArgs<'a>>,
{
    check(plan, length, fits, &|walk, machine| walk.count::<K>(machine));
}

/// The same for kernel `K`, which walks by a graph's matrix.
pub fn check_count_in_matrix<K>(plan: WalkPlan, length: usize, fits: &Fits<'_>)
where
    K: for<'a> Kernel<Args<'a> = MatrixWalkArgs<'a>>,
{
    check(plan, length, fits, &|walk, machine| walk.count_in_matrix::<K>(machine));
}

/// Checks what `count` gives by a plan, on several graphs: the number of the tuples of `length` vertices of which each
/// beginning `fits`.
fn check(plan: WalkPlan, length: usize, fits: &Fits<'_>, count: &dyn Fn(&Walk<WalkPlan>, Machine) -> u128) {
    for (i, graph) in samples().iter().enumerate() {
        let expected = tuples(graph.n(), length, &|tuple| fits(graph, tuple)).len() as u128;
        assert!(expected > 10 || i != 4, "sample {i} has {expected}");
        for machine in Machine::with_seed(i as u32) {
            let found = count(&Walk::of_graph(graph, plan), machine);
            assert_eq!(found, expected, "sample {i}, {machine:?}");
            for &split in splits(&plan) {
                let found = count(&Walk::of_graph(graph, plan).in_parts(split), machine);
                assert_eq!(found, expected, "sample {i}, {machine:?}, {split:?}");
            }
        }
    }
}

/// Checks kernels `C` and `R`, which count chunks and list, by a plan, on several graphs: they find the tuples of
/// `length` vertices of which each beginning `fits`.
pub fn check_listing<C, R>(plan: WalkPlan, length: usize, fits: &Fits<'_>)
where
    C: for<'a> Kernel<Args<'a> = ChunkArgs<'a, CountArgs<'a>>>,
    R: for<'a> Kernel<Args<'a> = ListArgs<'a, CountArgs<'a>>>,
{
    for (i, graph) in samples().iter().enumerate() {
        let of = |length| tuples(graph.n(), length, &|tuple| fits(graph, tuple));
        let (tasks, expected) = (of(2.min(plan.last as usize + 1)), of(length));
        assert!(expected.len() > 10 || i != 4, "sample {i} has {}", expected.len());
        for machine in Machine::with_seed(i as u32) {
            let walk = Walk::of_graph(graph, plan);
            walk.check_listing::<C, R>(machine, &tasks, &expected, &format!("sample {i}"));
            for &split in splits(&plan) {
                let walk = Walk::of_graph(graph, plan).in_parts(split);
                walk.check_parts::<C, R>(machine, &expected, &format!("sample {i}, {split:?}"));
            }
        }
    }
}

/// The levels of a task that is an edge, at its smaller end.
pub fn edge(op: Option<u32>) -> [Level; 2] {
    [level(NO_LIST, ANY, 0, None), level(near(0, 0), above(0), 0, op)]
}

/// Checks the kernels that weigh tasks, draw matches and count tasks, by a plan whose tasks are weighed by `lists`
/// besides the third level's candidates: `length_of` says how long each is for a task, and `is_third` what stands among
/// these candidates.
pub fn check_estimate<W, D, E>(
    plan: WalkPlan,
    lists: &[Source],
    length_of: &dyn Fn(&Graph, &[u32], usize) -> u32,
    length: usize,
    fits: &Fits<'_>,
    is_third: &dyn Fn(&Graph, [u32; 2], u32) -> bool,
) where
    W: for<'a> Kernel<Args<'a> = WeighArgs<'a, CountArgs<'a>>>,
    D: for<'a> Kernel<Args<'a> = DrawArgs<'a, CountArgs<'a>>>,
    E: for<'a> Kernel<Args<'a> = ExactArgs<'a, CountArgs<'a>>>,
{
    for (i, graph) in samples().iter().enumerate() {
        let of = |length| tuples(graph.n(), length, &|tuple| fits(graph, tuple));
        let (tasks, expected) = (of(2), of(length).len() as u128);
        let candidates = |task: &Vec<u32>| {
            (0..graph.n()).filter(|&c| is_third(graph, [task[0], task[1]], c)).count() as u32
        };
        let thirds: Vec<u32> = tasks.iter().map(candidates).collect();
        let lengths: Vec<Vec<u32>> = tasks
            .iter()
            .map(|task| (0..lists.len()).map(|list| length_of(graph, task, list)).collect())
            .collect();
        for machine in Machine::with_seed(i as u32) {
            let (walk, case) = (Walk::of_graph(graph, plan), format!("sample {i}, {machine:?}"));
            walk.check_estimate::<W, D, E>(machine, lists, (&thirds, &lengths), expected, &case);
        }
    }
}

/// Checks kernel `K`, which draws whole matches, by a plan.
pub fn check_sample<K>(plan: WalkPlan, length: usize, fits: &Fits<'_>)
where
    K: for<'a> Kernel<Args<'a> = SampleArgs<'a, CountArgs<'a>>>,
{
    let mut told = 0;
    for (i, graph) in samples().iter().enumerate() {
        let expected = tuples(graph.n(), length, &|tuple| fits(graph, tuple));
        let walk = Walk::of_graph(graph, plan);
        for machine in Machine::with_seed(i as u32) {
            walk.check_sample::<K>(machine, &expected, &format!("sample {i}, {machine:?}"));
        }
        told += u32::from(walk.check_uniform::<K>(&expected, &format!("sample {i}")));
    }
    assert!(told > 1);
}
