//! Matches drawn from strata of tasks, and tasks counted, on a device.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::estimate::{DrawArgs, DrawSums, ExactArgs, Stratum};
use motherlode_device::memory::Slice;
use motherlode_device::plan::Source;

use super::pool::HasDevice;
use super::strata::MOST_STRATA;
use super::weigh::{CHUNK, weigh};
use crate::MineError;
use crate::clock::Clock;
use crate::deal::{InOrder, Merge, Share, Work};
use crate::runtime::{Buffer, Device, RuntimeError, View, ViewMut};
use crate::totals::Totals;
use crate::walk::{Family, Launch, PlannedWalk, Purpose, TaskQueue, WalkLaunch, Walker, is_combined};

/// The most groups of draws of a launch.
const MOST_GROUPS: u64 = 1 << 17;

/// A plan on a device, with its tasks sorted by their weights.
pub(super) struct Sampler {
    walker: Walker,
    queue: Buffer<'static, u64>,
    /// The numbers of the tasks, by rising weight.
    tasks: Arc<Buffer<'static, u32>>,
    strata: Buffer<'static, Stratum>,
    sums: Buffer<'static, DrawSums>,
    totals: Totals,
}

impl Sampler {
    /// Gets the graph on `device`, and weighs all tasks there by `lists`, which are there when a task's edge is.
    /// Returns how many tasks have each weight besides.
    ///
    /// # Errors
    /// When something does not fit in the budget, the device fails, or the job is to stop.
    pub fn new(
        planned: &PlannedWalk,
        lists: &[Source],
        device: &Device,
        share: &Share<'_>,
        clock: &Clock,
    ) -> Result<(Sampler, Vec<u32>), MineError> {
        let mut sampler = Sampler::empty(planned, device, MOST_STRATA, clock)?;
        let (tasks, counts) = clock.mine(|| weigh(&mut sampler.walker, &sampler.queue, lists, share))?;
        sampler.tasks = tasks;
        Ok((sampler, counts))
    }

    /// Gets the graph on `device`, and leaves the tasks in their order, for up to so many strata.
    ///
    /// # Errors
    /// When something does not fit in the budget, or the device fails.
    pub fn in_order(
        planned: &PlannedWalk,
        strata: usize,
        device: &Device,
        clock: &Clock,
    ) -> Result<Sampler, RuntimeError> {
        let mut sampler = Sampler::empty(planned, device, strata, clock)?;
        let numbers: Vec<u32> = (0..planned.tasks() as u32).collect();
        sampler.tasks = Arc::new(clock.transfer(|| device.copied(&numbers))?);
        Ok(sampler)
    }

    /// One with the same tasks in the same order on another device. What made them must be done.
    ///
    /// # Errors
    /// When something does not fit in the budget, or a device fails.
    pub fn copied_to(
        planned: &PlannedWalk,
        tasks: &Buffer<'static, u32>,
        strata: usize,
        device: &Device,
    ) -> Result<Sampler, RuntimeError> {
        let mut sampler = Sampler::empty(planned, device, strata, &Clock::default())?;
        sampler.tasks = Arc::new(device.copy_from(tasks)?);
        Ok(sampler)
    }

    /// With no tasks yet.
    fn empty(
        planned: &PlannedWalk,
        device: &Device,
        strata: usize,
        clock: &Clock,
    ) -> Result<Sampler, RuntimeError> {
        let mut walker = Walker::new(planned, device, clock)?;
        clock.transfer(|| {
            let (queue, totals) = (device.zeroed(1)?, Totals::new(device, 1, 1)?);
            let sums = device.unwritten(MOST_GROUPS as usize)?;
            let (strata, tasks) = (device.unwritten(strata)?, Arc::new(device.unwritten(0)?));
            walker.allot(Purpose::Estimate)?;
            Ok(Sampler { walker, queue, tasks, strata, sums, totals })
        })
    }

    /// The tasks in their order.
    pub fn tasks(&self) -> &Arc<Buffer<'static, u32>> {
        &self.tasks
    }

    /// Which strata are drawn from next.
    ///
    /// # Errors
    /// When the device fails.
    pub fn deal(&mut self, strata: &[Stratum]) -> Result<(), RuntimeError> {
        let mut all = strata.to_vec();
        // Those that are not used have their first group beyond all.
        all.resize(self.strata.len(), Stratum { first_group: u64::MAX, ..Stratum::default() });
        self.strata.overwrite(&all)
    }

    /// Makes these groups of draws.
    ///
    /// # Errors
    /// When the kernel fails, or the job is to stop.
    fn draw(&mut self, groups: Range<u64>, seed: u64, share: &Share<'_>) -> Result<Vec<DrawSums>, MineError> {
        let (device, Range { start, end }) = (self.walker.device().clone(), groups);
        self.queue.overwrite(&[start])?;
        let pass = DrawLaunch {
            tasks: self.tasks.slice(),
            strata: self.strata.slice(),
            sums: self.sums.scratch(),
            first: start,
            seed,
        };
        let (walker, draws) = (&mut self.walker, TaskQueue { queue: &self.queue, end, chunk: 1 });
        let Range { start: first, end: last } = share.tasks();
        share.watch(&device, &self.queue, first, &[last], || walker.launch(draws, View::empty(), pass))?;
        Ok(self.sums.download_first((end - start) as usize)?)
    }

    /// Counts what the tasks at these places hold.
    ///
    /// # Errors
    /// When the kernel fails, the count passes 128 bits, or the job is to stop.
    fn count(&mut self, places: Range<u64>, share: &Share<'_>) -> Result<u128, MineError> {
        let device = self.walker.device().clone();
        self.totals.restart_from(&[places.start])?;
        let draws = TaskQueue { queue: &self.totals.queues, end: places.end, chunk: CHUNK };
        let (walker, pass) = (&mut self.walker, ExactLaunch { tasks: self.tasks.slice() });
        share.watch(&device, &self.totals.queues, places.start, &[places.end], || {
            walker.launch(draws, self.totals.totals.atomics(), pass)?;
            self.totals.fetch()
        })?;
        Ok(self.totals.read()?[0])
    }
}

impl HasDevice for Sampler {
    fn device(&self) -> &Device {
        self.walker.device()
    }
}

/// Draws: a task is a group of them.
pub(super) struct DrawWork {
    pub sampler: Sampler,
    pub groups: u64,
    pub seed: u64,
}

impl Work for DrawWork {
    /// What each group came to.
    type Tally = InOrder<DrawSums>;

    fn tasks(&self) -> u64 {
        self.groups
    }

    fn least_share(&self, _: u64) -> u64 {
        4 * self.sampler.walker.warps()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<InOrder<DrawSums>, MineError> {
        let mut sums = InOrder::default();
        for groups in share.runs_of(MOST_GROUPS) {
            sums.merge(InOrder(self.sampler.draw(groups, self.seed, share)?))?;
        }
        Ok(sums)
    }
}

/// Counts: a task is one of those at the places.
pub(super) struct CountWork {
    pub sampler: Sampler,
    pub places: Range<u64>,
}

impl Work for CountWork {
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.places.end - self.places.start
    }

    fn least_share(&self, _: u64) -> u64 {
        4 * self.sampler.walker.warps() * u64::from(CHUNK)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let (Range { start, end }, first) = (share.tasks(), self.places.start);
        self.sampler.count(first + start..first + end, share)
    }
}

/// Draws matches.
struct DrawLaunch<'a> {
    tasks: View<'a, u32>,
    strata: View<'a, Stratum>,
    sums: ViewMut<'a, DrawSums>,
    first: u64,
    seed: u64,
}

impl<'a> Launch<'a> for DrawLaunch<'a> {
    fn launch<F: Family>(self, pass: WalkLaunch<'_, 'a, F>) -> Result<(), RuntimeError> {
        let WalkLaunch { lend, grid, walk, .. } = pass;
        let DrawLaunch { tasks, strata, sums, first, seed } = self;
        let (tasks, strata): (Slice<'_, u32>, Slice<'_, Stratum>) = (lend.slice(tasks), lend.slice(strata));
        let combined = is_combined(&walk.plan);
        let args = DrawArgs { walk, tasks, strata, sums: lend.scratch(sums), first, seed };
        match combined {
            true => lend.launch::<F::DrawCombined>(grid, &args),
            false => lend.launch::<F::Draw>(grid, &args),
        }
    }
}

/// Counts tasks.
struct ExactLaunch<'a> {
    tasks: View<'a, u32>,
}

impl<'a> Launch<'a> for ExactLaunch<'a> {
    fn launch<F: Family>(self, pass: WalkLaunch<'_, 'a, F>) -> Result<(), RuntimeError> {
        let WalkLaunch { lend, grid, walk, .. } = pass;
        let combined = is_combined(&walk.plan);
        let args = ExactArgs { walk, tasks: lend.slice(self.tasks) };
        match combined {
            true => lend.launch::<F::ExactCombined>(grid, &args),
            false => lend.launch::<F::Exact>(grid, &args),
        }
    }
}
