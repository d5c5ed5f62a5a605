//! Drawing whole embeddings, against all that there are.

use std::collections::BTreeMap;

use motherlode_device::Kernel;
use motherlode_device::kernels::count::WalkArgs;
use motherlode_device::kernels::count::walk::shared_bytes;
use motherlode_device::kernels::estimate::{GROUP, Outcomes, SampleArgs, WeightClass};
use motherlode_device::memory::Slice;
use motherlode_device::plan::Leaf;

use super::launch::{Memory, Plan, Walk};
use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::atomics;

type Args<'a, P> = WalkArgs<'a, <P as Plan>::Lists<'a>, P>;

/// What groups of attempts come to.
#[derive(Debug, PartialEq)]
struct Attempts {
    outcomes: Vec<Outcomes>,
    /// The rows of those that were accepted, by the numbers of the attempts.
    rows: Vec<(u32, Vec<u32>)>,
}

impl<P: Plan> Walk<P> {
    /// Makes groups of attempts at all tasks, by kernel `K`.
    fn attempt<K>(&self, machine: Machine, first: u64, groups: u64, cap: f64) -> Attempts
    where
        K: for<'a> Kernel<Args<'a> = SampleArgs<'a, Args<'a, P>>>,
    {
        let tasks: Vec<u32> = (0..self.tasks() as u32).rev().collect();
        // Tasks of the first third are drawn three times as often as others, whatever they hold.
        let (all, third) = (tasks.len() as u64, (tasks.len() as u64 / 3).max(1));
        let (often, seldom) = ((3 * third) << 20, (all - third) << 20);
        let last = WeightClass { first_number: often, start: third, tasks: all - third, bound: 1.0 };
        let mut classes = vec![WeightClass { first_number: 0, start: 0, tasks: third, bound: 3.0 }];
        classes.extend((all > third).then_some(last));
        let (width, attempts) = (self.width(), (groups * GROUP) as usize);
        let (mut outcomes, mut used) = (vec![Outcomes::default(); groups as usize], vec![0u32]);
        let (mut memory, mut rows) = (Memory::default(), vec![u32::MAX; attempts * (width as usize + 1)]);
        memory.start_at(first);
        let args = SampleArgs {
            walk: self.args(&mut memory, first + groups, 1),
            tasks: Slice::from(&tasks[..]),
            classes: Slice::from(&classes[..]),
            outcomes: scratch(&mut outcomes),
            rows: scratch(&mut rows),
            used: atomics(&mut used),
            first,
            seed: 5,
            numbers: often + seldom,
            cap,
            width,
            reserved: 0,
        };
        // SAFETY: as for `count`; the classes are of the tasks, and there is room for each group and each attempt's
        // row.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        let written = &rows[..used[0] as usize * (width as usize + 1)];
        let row = |row: &[u32]| (row[0], row[1..].to_vec());
        let mut rows: Vec<(u32, Vec<u32>)> = written.chunks(width as usize + 1).map(row).collect();
        rows.sort();
        Attempts { outcomes, rows }
    }

    /// Vertices of an embedding.
    fn width(&self) -> u32 {
        self.plan.last() + 1 + u32::from(self.plan.leaf().relation != Leaf::ITSELF)
    }

    /// Asserts that `K` draws some of the `expected` embeddings, the same as on a single lane, wherever it begins.
    pub fn check_sample<K>(&self, machine: Machine, expected: &[Vec<u32>], case: &str)
    where
        K: for<'a> Kernel<Args<'a> = SampleArgs<'a, Args<'a, P>>>,
    {
        if self.tasks() == 0 {
            return;
        }
        let cap = 8.0;
        let found = self.attempt::<K>(machine, 0, 48, cap);
        let scalar = self.attempt::<K>(Machine::all()[0], 0, 48, cap);
        assert_eq!(found, scalar, "not as on one lane, {case}");
        let later = self.attempt::<K>(machine, 16, 32, cap);
        assert_eq!(later.outcomes, found.outcomes[16..], "{case}");
        let skipped = 16 * GROUP as u32;
        let rest = found.rows.iter().filter(|(attempt, _)| *attempt >= skipped);
        let rest: Vec<_> = rest.map(|(attempt, row)| (attempt - skipped, row.clone())).collect();
        assert_eq!(later.rows, rest, "{case}");
        for (attempt, row) in &found.rows {
            assert!(expected.contains(row), "attempt {attempt} found {row:?}, {case}");
        }
        let all: u32 = found.outcomes.iter().map(|outcomes| outcomes.found).sum();
        assert!(all as usize >= found.rows.len(), "{case}");
        // Those that are beyond the cap are accepted.
        let beyond: u32 = found.outcomes.iter().map(|outcomes| outcomes.exceeding).sum();
        assert!(beyond as usize <= found.rows.len(), "{case}");
    }

    /// Asserts that each of the `expected` embeddings is accepted as often, and that nothing is accepted without a cap.
    /// False where there are too many to tell.
    pub fn check_uniform<K>(&self, expected: &[Vec<u32>], case: &str) -> bool
    where
        K: for<'a> Kernel<Args<'a> = SampleArgs<'a, Args<'a, P>>>,
    {
        if self.tasks() == 0 {
            return false;
        }
        let (scalar, groups) = (Machine::all()[0], 2048);
        let pilot = self.attempt::<K>(scalar, 0, groups, f64::INFINITY);
        assert!(pilot.rows.is_empty(), "{case}");
        let cap = pilot.outcomes.iter().map(|outcomes| outcomes.largest).fold(0.0, f64::max);
        let Attempts { rows, outcomes } = self.attempt::<K>(scalar, 0, groups, cap.max(1.0));
        assert!(outcomes.iter().all(|outcomes| outcomes.exceeding == 0), "{case}");
        assert_eq!(expected.is_empty(), cap == 0.0, "{case}");
        // Neighbours in the order are taken together, so many that each part should have been accepted ten times or
        // more.
        let together = (10 * expected.len()).div_ceil(rows.len().max(1)).max(1);
        if expected.len() < 2 * together {
            return false;
        }
        let place: BTreeMap<&[u32], usize> = expected.iter().map(|row| &row[..]).zip(0..).collect();
        let mut times = vec![0.0; expected.len().div_ceil(together)];
        for (_, row) in &rows {
            times[place.get(&row[..]).unwrap_or_else(|| panic!("{row:?}, {case}")) / together] += 1.0;
        }
        let each = rows.len() as f64 / expected.len() as f64;
        let sizes = expected.chunks(together).map(|part| part.len() as f64 * each);
        let distance: f64 = times.iter().zip(sizes).map(|(times, mean)| (times - mean).powi(2) / mean).sum();
        let freedom = times.len() as f64 - 1.0;
        // The cube root is nearly normal (Wilson and Hilferty 1931).
        let spread = 2.0 / (9.0 * freedom);
        let deviations = ((distance / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
        assert!(deviations.abs() < 4.5, "{deviations} standard deviations at {each} each, {case}");
        true
    }
}
