//! Arcs between labelled vertices, the views of them that plans name, and walks over these.

use std::collections::BTreeSet;

use motherlode_device::Kernel;
use motherlode_device::kernels::count::AttributedArgs;
use motherlode_device::kernels::estimate::{DrawArgs, ExactArgs, SampleArgs, WeighArgs};
use motherlode_device::kernels::list::{ChunkArgs, ListArgs};
use motherlode_device::plan::{AttributedWalk, Level};

use super::{ANY, Walk, tuples};
use crate::common::{Machine, Random};

/// View 0: neighbours by an arc of either direction.
pub const EITHER: u32 = 0;
/// View 1: where arcs lead that lead to a vertex with a label.
pub const TO_LABELLED: u32 = 1;
/// View 2: where arcs come from.
pub const FROM: u32 = 2;

/// A directed graph, in which some vertices have a label.
pub struct Arcs {
    n: u32,
    arcs: BTreeSet<(u32, u32)>,
    labelled: Vec<bool>,
}

impl Arcs {
    fn new(random: &mut Random, n: u32, arcs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let labelled = (0..n).map(|_| random.below(3) > 0).collect();
        Arcs { n, arcs: arcs.into_iter().filter(|(v, w)| v != w).collect(), labelled }
    }

    /// Graphs of several shapes: small ones, a vertex with many neighbours, and random ones with arcs both ways.
    fn samples(seed: u64) -> Vec<Arcs> {
        let mut random = Random::new(seed);
        let star =
            (0..50).flat_map(|v| [(5, v), (v, 5), (v, 44), (44, v)].into_iter().skip(v as usize % 3).take(2));
        let mut arcs = |n, hubs, count| -> Vec<_> {
            let mut end = |i| random.below(if i % 3 == 0 { n } else { hubs });
            (0..count).map(|i| if i % 2 == 0 { (end(i), end(0)) } else { (end(0), end(i)) }).collect()
        };
        let (dense, sparse) = (arcs(22, 22, 130), arcs(45, 8, 150));
        let mut new = |n, arcs: Vec<_>| Arcs::new(&mut random, n, arcs);
        vec![
            new(0, vec![]),
            new(1, vec![]),
            new(5, vec![(0, 1), (1, 2), (2, 0), (0, 3), (3, 0)]),
            new(50, star.collect()),
            new(22, dense),
            new(45, sparse),
        ]
    }

    /// Whether `w` stands in the list of `v` in a view.
    pub fn has(&self, view: u32, v: u32, w: u32) -> bool {
        let arc = |v, w| self.arcs.contains(&(v, w));
        match view {
            EITHER => arc(v, w) || arc(w, v),
            TO_LABELLED => arc(v, w) && self.labelled[w as usize],
            _ => arc(w, v),
        }
    }

    /// Whether there is a vertex like this.
    pub fn any(&self, is: impl Fn(u32) -> bool) -> bool {
        (0..self.n).any(is)
    }

    fn walk(&self, plan: AttributedWalk) -> Walk<AttributedWalk> {
        let list = |view, v| (0..self.n).filter(|&w| self.has(view, v, w)).collect();
        let view = |view| (0..self.n).map(|v| list(view, v)).collect();
        Walk::new(&[view(EITHER), view(TO_LABELLED), view(FROM)], plan)
    }
}

/// Checks kernel `K` by a plan, on several graphs: it counts the tuples of `length` vertices of which each beginning
/// `fits`.
pub fn check_count<K>(plan: AttributedWalk, length: usize, fits: &dyn Fn(&Arcs, &[u32]) -> bool)
where
    K: for<'a> Kernel<Args<'a> = AttributedArgs<'a>>,
{
    for (i, arcs) in Arcs::samples(31).iter().enumerate() {
        let expected = tuples(arcs.n, length, &|tuple| fits(arcs, tuple)).len() as u128;
        assert!(expected > 10 || i < 4, "sample {i} has {expected}");
        for machine in Machine::with_seed(i as u32) {
            assert_eq!(arcs.walk(plan).count::<K>(machine), expected, "sample {i}, {machine:?}");
        }
    }
}

/// Checks kernels `C` and `R`, which count chunks and list, by a plan, on several graphs: they find the tuples of
/// `length` vertices of which each beginning `fits`.
pub fn check_listing<C, R>(plan: AttributedWalk, length: usize, fits: &dyn Fn(&Arcs, &[u32]) -> bool)
where
    C: for<'a> Kernel<Args<'a> = ChunkArgs<'a, AttributedArgs<'a>>>,
    R: for<'a> Kernel<Args<'a> = ListArgs<'a, AttributedArgs<'a>>>,
{
    for (i, arcs) in Arcs::samples(32).iter().enumerate() {
        let expected = tuples(arcs.n, length, &|tuple| fits(arcs, tuple));
        let Level { source, bounds, .. } = plan.levels[1];
        // Whatever comes of them later.
        let tasks = tuples(arcs.n, 2.min(plan.last as usize + 1), &|tuple| match *tuple {
            [a, b] => arcs.has(source.view, a, b) && (bounds == ANY || b > a),
            _ => true,
        });
        assert!(expected.len() > 10 || i < 4, "sample {i} has {}", expected.len());
        for machine in Machine::with_seed(i as u32) {
            arcs.walk(plan).check_listing::<C, R>(machine, &tasks, &expected, &format!("sample {i}"));
        }
    }
}

/// Checks the kernels that weigh tasks, draw matches and count tasks, by a plan whose tasks are weighed by the
/// candidates of the third level alone: `is_third` says what stands among these.
pub fn check_estimate<W, D, E>(
    plan: AttributedWalk,
    length: usize,
    fits: &dyn Fn(&Arcs, &[u32]) -> bool,
    is_third: &dyn Fn(&Arcs, [u32; 2], u32) -> bool,
) where
    W: for<'a> Kernel<Args<'a> = WeighArgs<'a, AttributedArgs<'a>>>,
    D: for<'a> Kernel<Args<'a> = DrawArgs<'a, AttributedArgs<'a>>>,
    E: for<'a> Kernel<Args<'a> = ExactArgs<'a, AttributedArgs<'a>>>,
{
    for (i, arcs) in Arcs::samples(33).iter().enumerate() {
        let of = |length| tuples(arcs.n, length, &|tuple| fits(arcs, tuple));
        let (tasks, expected) = (of(2), of(length).len() as u128);
        let thirds: Vec<u32> = tasks
            .iter()
            .map(|task| (0..arcs.n).filter(|&c| is_third(arcs, [task[0], task[1]], c)).count() as u32)
            .collect();
        let lengths = vec![vec![]; tasks.len()];
        for machine in Machine::with_seed(i as u32) {
            let (walk, case) = (arcs.walk(plan), format!("sample {i}, {machine:?}"));
            walk.check_estimate::<W, D, E>(machine, &[], (&thirds, &lengths), expected, &case);
        }
    }
}

/// Checks kernel `K`, which draws whole matches, by a plan.
pub fn check_sample<K>(plan: AttributedWalk, length: usize, fits: &dyn Fn(&Arcs, &[u32]) -> bool)
where
    K: for<'a> Kernel<Args<'a> = SampleArgs<'a, AttributedArgs<'a>>>,
{
    let mut told = 0;
    for (i, arcs) in Arcs::samples(34).iter().enumerate() {
        let expected = tuples(arcs.n, length, &|tuple| fits(arcs, tuple));
        for machine in Machine::with_seed(i as u32) {
            let case = format!("sample {i}, {machine:?}");
            arcs.walk(plan).check_sample::<K>(machine, &expected, &case);
        }
        told += u32::from(arcs.walk(plan).check_uniform::<K>(&expected, &format!("sample {i}")));
    }
    assert!(told > 1);
}
