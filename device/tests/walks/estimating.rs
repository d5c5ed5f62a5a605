//! Weighing tasks, drawing matches, and counting tasks, against a walk that is known.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::WalkArgs;
use motherlode_device::kernels::count::tally::total;
use motherlode_device::kernels::count::walk::shared_bytes;
use motherlode_device::kernels::estimate::weigh::logarithm;
use motherlode_device::kernels::estimate::{
    DrawArgs, DrawSums, ExactArgs, GROUP, MOST_LISTS, Stratum, WEIGHTS, WeighArgs,
};
use motherlode_device::memory::Slice;
use motherlode_device::plan::Source;

use super::launch::{Memory, Plan};
use super::{NO_LIST, Walk};
use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::atomics;

type Args<'a, P> = WalkArgs<'a, <P as Plan>::Lists<'a>, P>;

impl<P: Plan> Walk<P> {
    /// The weight of each task, by kernel `K`.
    fn weights<K>(&self, machine: Machine, lists: &[Source]) -> Vec<u32>
    where
        K: for<'a> Kernel<Args<'a> = WeighArgs<'a, Args<'a, P>>>,
    {
        let (tasks, mut memory) = (self.tasks(), Memory::default());
        let (mut weights, mut numbers) = (vec![u32::MAX; tasks as usize], vec![u32::MAX; tasks as usize]);
        let mut counts = vec![0u32; WEIGHTS];
        let args = WeighArgs {
            walk: self.args(&mut memory, tasks, 3),
            weights: scratch(&mut weights),
            numbers: scratch(&mut numbers),
            counts: atomics(&mut counts),
            lists: lists.len() as u32,
            reserved: 0,
            list: std::array::from_fn::<_, MOST_LISTS, _>(|i| lists.get(i).copied().unwrap_or(NO_LIST)),
        };
        // SAFETY: as for `count`, and there is room for each task.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        assert!(numbers.iter().enumerate().all(|(task, &number)| task as u32 == number));
        let counted =
            |weight: usize| weights.iter().filter(|&&other| other as usize == weight).count() as u32;
        assert!((0..WEIGHTS).all(|weight| counts[weight] == counted(weight)));
        weights
    }

    /// What each of so many groups of draws of all `tasks` comes to, by kernel `K`.
    fn draw<K>(&self, machine: Machine, tasks: &[u32], groups: u64, seed: u64) -> Vec<DrawSums>
    where
        K: for<'a> Kernel<Args<'a> = DrawArgs<'a, Args<'a, P>>>,
    {
        // In two strata, of which the second has more draws.
        let (half, first) = (tasks.len() as u64 / 2, groups / 3);
        let strata = [
            Stratum { start: 0, tasks: half, draws: first * GROUP, first_group: 0 },
            Stratum {
                start: half,
                tasks: tasks.len() as u64 - half,
                draws: (groups - first) * GROUP,
                first_group: first,
            },
        ];
        let (mut memory, mut sums) = (Memory::default(), vec![DrawSums::default(); groups as usize]);
        let args = DrawArgs {
            walk: self.args(&mut memory, groups, 1),
            tasks: Slice::from(tasks),
            strata: Slice::from(&strata[..]),
            sums: scratch(&mut sums),
            first: 0,
            seed,
        };
        // SAFETY: as for `count`; the strata are of the tasks, and there is room for each group.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        sums
    }

    /// What all `tasks` hold, by kernel `K`.
    fn exact<K>(&self, machine: Machine, tasks: &[u32]) -> u128
    where
        K: for<'a> Kernel<Args<'a> = ExactArgs<'a, Args<'a, P>>>,
    {
        let mut memory = Memory::default();
        let walk = self.args(&mut memory, tasks.len() as u64, 3);
        let args = ExactArgs { walk, tasks: Slice::from(tasks) };
        // SAFETY: as for `count`.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        total(&memory.totals).unwrap()
    }

    /// Checks the kernels that weigh by `lists`, draw and count. All tasks hold `expected`, and task `i` has
    /// `thirds[i]` candidates at the third level; `lengths` has, for each task, how long each list is.
    pub fn check_estimate<W, D, E>(
        &self,
        machine: Machine,
        lists: &[Source],
        (thirds, lengths): (&[u32], &[Vec<u32>]),
        expected: u128,
        case: &str,
    ) where
        W: for<'a> Kernel<Args<'a> = WeighArgs<'a, Args<'a, P>>>,
        D: for<'a> Kernel<Args<'a> = DrawArgs<'a, Args<'a, P>>>,
        E: for<'a> Kernel<Args<'a> = ExactArgs<'a, Args<'a, P>>>,
    {
        let weight = |task: usize| match thirds[task] {
            0 => 0,
            third => {
                1 + logarithm(third) + lengths[task].iter().map(|&length| logarithm(length)).sum::<u32>()
            }
        };
        let weights = self.weights::<W>(machine, lists);
        assert_eq!(weights, (0..thirds.len()).map(weight).collect::<Vec<_>>(), "weights, {case}");

        // Any order of the tasks; those of weight 0 may be left out.
        let tasks: Vec<u32> =
            (0..thirds.len() as u32).rev().filter(|&task| weights[task as usize] > 0).collect();
        assert_eq!(self.exact::<E>(machine, &tasks), expected, "{case}");
        if tasks.len() < 2 {
            return;
        }
        let (groups, half) = (1536, tasks.len() as u64 / 2);
        let sums = self.draw::<D>(machine, &tasks, groups, 5);
        let scalar = self.draw::<D>(Machine::all()[0], &tasks, groups, 5);
        assert_eq!(sums, scalar, "not as on one lane, {case}");
        // Each draw of a stratum stands for as many of its tasks.
        let (mut estimate, mut variance) = (0.0, 0.0);
        for (sums, size) in [(&sums[..512], half), (&sums[512..], tasks.len() as u64 - half)] {
            let draws = (sums.len() as u64 * GROUP) as f64;
            let add = |of: fn(&DrawSums) -> f64| sums.iter().map(of).sum::<f64>();
            let mean = add(|sums| sums.weights) / draws;
            estimate += size as f64 * mean;
            variance += (size as f64).powi(2) * (add(|sums| sums.squares) / draws - mean * mean) / draws;
        }
        // Seeds are fixed: it is either so or not.
        let errors = (estimate - expected as f64).abs() / (variance.sqrt() + 1e-9 * expected as f64 + 1e-9);
        assert!(errors < 4.5, "{estimate} for {expected}: {errors} standard errors, {case}");
    }
}
