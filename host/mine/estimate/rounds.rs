//! Rounds of draws, and counts of strata, on all devices of a team.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::estimate::{DrawSums, GROUP};

use super::lists::Weighing;
use super::pilot::Pilot;
use super::pool::Pool;
use super::price::Instead;
use super::sampler::{CountWork, DrawWork, Sampler};
use super::source::{CountStratum, DrawSource};
use super::strata::{DrawMoments, MOST_STRATA, TaskRange, dealt};
use crate::deal::{Share, Tide, Work};
use crate::run::Run;
use crate::runtime::{Buffer, Device};
use crate::walk::PlannedWalk;
use crate::{Context, MineError};

/// The samplers of all devices, and what they draw from.
pub(super) struct Rounds<'p> {
    planned: &'p PlannedWalk,
    tasks: Arc<Buffer<'static, u32>>,
    pool: Pool<'p, Sampler>,
    /// The most strata that a sampler takes.
    strata: usize,
    /// How many rounds there were: each has random numbers of its own.
    round: u64,
    seed: u64,
    /// What is done instead where that is expected to cost less, if anything is.
    instead: Option<Instead<'p>>,
}

impl<'p> Rounds<'p> {
    /// Weighs the tasks. Returns how many have each weight besides.
    ///
    /// # Errors
    /// When something does not fit in the budget, the device fails, or the job is to stop.
    pub fn new(
        planned: &'p PlannedWalk,
        (weighing, instead): (&Weighing, Instead<'p>),
        seed: u64,
        run: Run<'_>,
    ) -> Result<(Rounds<'p>, Vec<u32>), MineError> {
        // How far it has come is told by draws.
        let (context, tide) = (run.context.without_progress(), Tide::default());
        let tasks = planned.tasks();
        let share = Share::new(0..tasks, &tide, tasks, &context);
        let device = planned.known.team().first();
        let (sampler, counts) = Sampler::new(planned, &weighing.lists, device, &share, run.clock)?;
        let tasks = sampler.tasks().clone();
        let pool = Pool::new(planned.known.team(), sampler, context.clone());
        let rounds =
            Rounds { planned, tasks, pool, strata: MOST_STRATA, round: 0, seed, instead: Some(instead) };
        Ok((rounds, counts))
    }

    /// Leaves the tasks in their order, for up to so many strata.
    ///
    /// # Errors
    /// When something does not fit in the budget, or the device fails.
    pub fn in_order(
        planned: &'p PlannedWalk,
        strata: usize,
        seed: u64,
        run: Run<'_>,
    ) -> Result<Rounds<'p>, MineError> {
        let context = run.context.without_progress();
        let sampler = Sampler::in_order(planned, strata, planned.known.team().first(), run.clock)?;
        let tasks = sampler.tasks().clone();
        let pool = Pool::new(planned.known.team(), sampler, context);
        Ok(Rounds { planned, tasks, pool, strata, round: 0, seed, instead: None })
    }

    /// Deals a job to all devices, whose samplers `work` takes and `idle` gives back.
    fn dealt<W: Work>(
        &self,
        work: impl Fn(Sampler) -> Result<W, MineError> + Sync,
        idle: impl Fn(W) -> Sampler,
    ) -> Result<W::Tally, MineError> {
        let new = |device: &Device| Sampler::copied_to(self.planned, &self.tasks, self.strata, device);
        self.pool.dealt(new, work, idle)
    }
}

impl DrawSource for Rounds<'_> {
    fn draw(&mut self, strata: &[TaskRange], groups: &[u64]) -> Result<Vec<DrawMoments>, MineError> {
        self.round += 1;
        let (all, strata) = (groups.iter().sum(), dealt(strata, groups));
        let seed = stream(self.seed, self.round);
        let work = |mut sampler: Sampler| -> Result<DrawWork, MineError> {
            sampler.deal(&strata)?;
            Ok(DrawWork { sampler, groups: all, seed })
        };
        let sums = self.dealt(work, |work| work.sampler)?.0;
        let mut left = &sums[..];
        let moments = groups.iter().map(|&groups| {
            let (own, rest) = left.split_at(groups as usize);
            left = rest;
            moments(own)
        });
        moments.collect()
    }

    fn counter(&self) -> Option<&dyn CountStratum> {
        Some(self)
    }

    fn had_better_be_counted(&mut self, pilot: &Pilot) -> Result<bool, MineError> {
        let is_cheaper = self.instead.is_some_and(|instead| instead.price.is_count_cheaper(pilot.aim));
        Ok(self.instead.is_some() && (is_cheaper || pilot.is_all_worth_counting()))
    }

    fn count_all(&mut self, context: Context) -> Result<u128, MineError> {
        let instead = self.instead.as_ref().expect("it was found to be better");
        (instead.count)(context)
    }
}

impl CountStratum for Rounds<'_> {
    fn count(&self, stratum: &TaskRange) -> Result<u128, MineError> {
        let places: Range<u64> = stratum.start..stratum.start + stratum.tasks;
        let work = |sampler| Ok(CountWork { sampler, places: places.clone() });
        self.dealt(work, |work| work.sampler)
    }
}

/// The sums of a stratum's groups, one after the other: in the same order whoever drew them.
fn moments(groups: &[DrawSums]) -> Result<DrawMoments, MineError> {
    let mut all = DrawMoments::default();
    for group in groups {
        all.add(&DrawMoments {
            draws: GROUP,
            weights: group.weights,
            squares: group.squares,
            hits: group.hits,
            steps: group.steps,
        });
    }
    if all.squares.is_finite() { Ok(all) } else { Err(MineError::CountOverflow) }
}

/// What names the random numbers of a round: SplitMix64's finaliser over both (Steele, Lea and Flood 2014).
pub(super) fn stream(seed: u64, round: u64) -> u64 {
    let mixed = |number: u64| {
        let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ number >> 31
    };
    mixed(mixed(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_add(round))
}
