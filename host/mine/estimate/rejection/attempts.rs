//! Attempts on a device.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::estimate::{GROUP, Outcomes, SampleArgs, WeightClass};
use motherlode_device::plan::Source;

use super::chances::Chances;
use crate::MineError;
use crate::clock::Clock;
use crate::deal::{InOrder, Share, Work};
use crate::estimate::pool::HasDevice;
use crate::estimate::weigh::weigh;
use crate::runtime::{Buffer, Device, RuntimeError, View, ViewMut};
use crate::walk::{Family, Launch, PlannedWalk, Purpose, TaskQueue, WalkLaunch, Walker};

/// Groups of attempts of a launch: at most, and where there is room.
const MOST_GROUPS: u64 = 1 << 15;
const LEAST_GROUPS: u64 = 1 << 7;

/// A plan on a device, with its tasks sorted by their weights, and room for embeddings.
pub(super) struct Attempter {
    walker: Walker,
    queue: Buffer<'static, u64>,
    /// The numbers of the tasks, by rising weight.
    tasks: Arc<Buffer<'static, u32>>,
    classes: Buffer<'static, WeightClass>,
    outcomes: Buffer<'static, Outcomes>,
    rows: Buffer<'static, u32>,
    used: Buffer<'static, u32>,
    /// Groups of attempts of a launch.
    groups: u64,
    /// Vertices in an embedding.
    width: usize,
}

impl Attempter {
    /// Gets the graph on `device`, and weighs all tasks there by `lists`, which are there when a task's edge is. With
    /// how likely each task is drawn; none if no task can hold a match.
    ///
    /// # Errors
    /// When something does not fit in the budget, the device fails, or the job is to stop.
    pub fn new(
        planned: &PlannedWalk,
        lists: &[Source],
        device: &Device,
        share: &Share<'_>,
        clock: &Clock,
    ) -> Result<Option<(Attempter, Chances)>, MineError> {
        let mut attempter = Attempter::empty(planned, device, clock)?;
        let (tasks, counts) = clock.mine(|| weigh(&mut attempter.walker, &attempter.queue, lists, share))?;
        let Some(chances) = Chances::new(&counts) else { return Ok(None) };
        attempter.tasks = tasks;
        attempter.classes = device.copied(&chances.classes)?;
        Ok(Some((attempter, chances)))
    }

    /// One with the same tasks on another device. What made them must be done.
    ///
    /// # Errors
    /// When something does not fit in the budget, or a device fails.
    pub fn copied_to(
        planned: &PlannedWalk,
        tasks: &Buffer<'static, u32>,
        chances: &Chances,
        device: &Device,
    ) -> Result<Attempter, RuntimeError> {
        let mut attempter = Attempter::empty(planned, device, &Clock::default())?;
        attempter.tasks = Arc::new(device.copy_from(tasks)?);
        attempter.classes = device.copied(&chances.classes)?;
        Ok(attempter)
    }

    /// With no tasks yet.
    fn empty(planned: &PlannedWalk, device: &Device, clock: &Clock) -> Result<Attempter, RuntimeError> {
        let mut walker = Walker::new(planned, device, clock)?;
        clock.transfer(|| {
            let width = planned.walk.order().len();
            let words_of_group = GROUP as usize * (width + 1);
            // Room for all attempts of a launch, if they should all be accepted, in a small part of the memory.
            let fitting = device.budget().left() / 16 / (words_of_group * size_of::<u32>()) as u64;
            let groups = fitting.clamp(LEAST_GROUPS, MOST_GROUPS);
            let (queue, used) = (device.zeroed(1)?, device.zeroed(1)?);
            let (tasks, classes) = (Arc::new(device.unwritten(0)?), device.unwritten(0)?);
            let outcomes = device.unwritten(groups as usize)?;
            let rows = device.unwritten(groups as usize * words_of_group)?;
            // The buffers of warps take of the rest what they can use.
            walker.allot(Purpose::Sample)?;
            Ok(Attempter { walker, queue, tasks, classes, outcomes, rows, used, groups, width })
        })
    }

    /// The numbers of the tasks.
    pub fn tasks(&self) -> &Arc<Buffer<'static, u32>> {
        &self.tasks
    }

    /// Makes these groups of attempts, no more than those of a launch.
    ///
    /// # Errors
    /// When the kernel fails, or the job is to stop.
    fn attempt(
        &mut self,
        groups: Range<u64>,
        round: AttemptRound,
        share: &Share<'_>,
    ) -> Result<Attempts, MineError> {
        let (device, Range { start, end }) = (self.walker.device().clone(), groups);
        self.queue.overwrite(&[start])?;
        self.used.overwrite(&[0])?;
        let pass = SampleLaunch {
            tasks: self.tasks.slice(),
            classes: self.classes.slice(),
            outcomes: self.outcomes.scratch(),
            rows: self.rows.scratch(),
            used: &self.used,
            first: start,
            round,
            width: self.width as u32,
        };
        let (walker, draws) = (&mut self.walker, TaskQueue { queue: &self.queue, end, chunk: 1 });
        let Range { start: first, end: last } = share.tasks();
        share.watch(&device, &self.queue, first, &[last], || walker.launch(draws, View::empty(), pass))?;
        let outcomes = self.outcomes.download_first((end - start) as usize)?;
        let accepted = self.used.download()?[0] as usize;
        let words = self.rows.download_first(accepted * (self.width + 1))?;
        Ok(Attempts { outcomes, rows: in_order(&words, self.width) })
    }
}

impl HasDevice for Attempter {
    fn device(&self) -> &Device {
        self.walker.device()
    }
}

/// Rows of an attempt's number and so many vertices, by these numbers, without them.
fn in_order(words: &[u32], width: usize) -> Vec<u32> {
    let mut rows: Vec<&[u32]> = words.chunks_exact(width + 1).collect();
    rows.sort_unstable_by_key(|row| row[0]);
    rows.iter().flat_map(|row| &row[1..]).copied().collect()
}

/// What the attempts of a round have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttemptRound {
    /// Names the random numbers.
    pub seed: u64,
    /// How many numbers draw a task.
    pub numbers: u64,
    /// The ratio from which on an embedding is accepted for sure; none is where it is infinite.
    pub cap: f64,
}

/// What came of some attempts.
pub(super) struct Attempts {
    /// Of each group.
    pub outcomes: Vec<Outcomes>,
    /// The embeddings that were accepted, by the numbers of the attempts: a vertex for each of the plan's levels,
    /// numbered as in the form.
    pub rows: Vec<u32>,
}

/// Attempts: a task is a group of them.
pub(super) struct AttemptWork {
    pub attempter: Attempter,
    pub groups: u64,
    pub round: AttemptRound,
}

impl Work for AttemptWork {
    type Tally = InOrder<Attempts>;

    fn tasks(&self) -> u64 {
        self.groups
    }

    fn least_share(&self, _: u64) -> u64 {
        4 * self.attempter.walker.warps()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<InOrder<Attempts>, MineError> {
        let mut attempts = InOrder::default();
        for groups in share.runs_of(self.attempter.groups) {
            attempts.0.push(self.attempter.attempt(groups, self.round, share)?);
        }
        Ok(attempts)
    }
}

/// Makes attempts.
struct SampleLaunch<'a> {
    tasks: View<'a, u32>,
    classes: View<'a, WeightClass>,
    outcomes: ViewMut<'a, Outcomes>,
    rows: ViewMut<'a, u32>,
    used: &'a Buffer<'static, u32>,
    first: u64,
    round: AttemptRound,
    width: u32,
}

impl<'a> Launch<'a> for SampleLaunch<'a> {
    fn launch<F: Family>(self, pass: WalkLaunch<'_, 'a, F>) -> Result<(), RuntimeError> {
        let WalkLaunch { lend, grid, walk, .. } = pass;
        let AttemptRound { seed, numbers, cap } = self.round;
        let args = SampleArgs {
            walk,
            tasks: lend.slice(self.tasks),
            classes: lend.slice(self.classes),
            outcomes: lend.scratch(self.outcomes),
            rows: lend.scratch(self.rows),
            used: lend.atomics(self.used),
            first: self.first,
            seed,
            numbers,
            cap,
            width: self.width,
            reserved: 0,
        };
        lend.launch::<F::Sample>(grid, &args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_the_attempts() {
        assert_eq!(in_order(&[7, 1, 2, 0, 3, 4, 5, 6, 0], 2), [3, 4, 6, 0, 1, 2]);
        assert!(in_order(&[], 3).is_empty());
    }
}
