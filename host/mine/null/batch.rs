//! Samples in the making, and the launches that make them.

use motherlode_device::kernels::rewiring::steps::{RewireSamples, RewireStep, RewiringStep};
use motherlode_device::kernels::rewiring::{
    Beginning, COUNTERS, RewiringArgs, RewiringCounter, RewiringStage, WARPS, cells_for,
};

use super::NullModel;
use super::rewirer::Rewirer;
use crate::runtime::{Buffer, Lend, RuntimeError};
use crate::{Context, MineError};

/// Rounds of one slot that a launch has at most, so that a job may be stopped between launches.
const LAUNCH: usize = 1 << 28;
/// A round of fewer slots takes as long as one of so many: its threads wait for each other.
const LEAST_SLOTS: usize = 1 << 12;
/// Rounds in which edges that are drawn find their places, at most: it takes a few, and some dozens where the graph is
/// nearly complete.
const MOST_DRAWS: u32 = 1 << 12;
/// Rounds in which edges of matched stubs find theirs.
const MOST_REPAIRS: u32 = 1 << 10;

/// Samples in the making.
pub(super) struct SampleBatch<'r> {
    of: &'r Rewirer,
    first: u64,
    by_grid: bool,
    samples: u32,
    rooms: usize,
    lengths: Buffer<'static, u32>,
    slots: Buffer<'static, u64>,
    places: Buffer<'static, u32>,
    cells: Buffer<'static, u64>,
    owners: Buffer<'static, u32>,
    parents: Buffer<'static, u32>,
    counters: Buffer<'static, u64>,
}

/// Rounds that are to be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct RewiringRounds {
    pub stage: RewiringStage,
    pub beginning: Beginning,
    pub first: u32,
    pub count: u32,
    /// Of 2^32: how likely a pair is active.
    pub activity: u32,
}

impl<'r> SampleBatch<'r> {
    /// Samples in the making, from number `first` on, which have so many slots of each class.
    ///
    /// # Errors
    /// When the device fails, or its memory is too small.
    pub fn new(of: &'r Rewirer, first: u64, lengths: &[Vec<u32>]) -> Result<Self, RuntimeError> {
        let (device, samples, slots) = (&of.device, lengths.len(), of.slots());
        let rooms = (of.rooms()? as usize).min(samples);
        let by_grid = samples == 1 && of.is_for_grid(1);
        let cells = cells_for(slots as u64) as usize;
        Ok(SampleBatch {
            of,
            first,
            by_grid,
            samples: samples as u32,
            lengths: device.copied(&lengths.concat())?,
            slots: device.zeroed(samples * slots)?,
            places: device.zeroed(2 * rooms * slots)?,
            cells: device.zeroed(rooms * cells)?,
            owners: device.zeroed(if of.turns { rooms * cells } else { 0 })?,
            parents: device.zeroed(rooms * of.leaves.len())?,
            counters: device.zeroed(samples * COUNTERS as usize)?,
            rooms,
        })
    }

    /// Does some rounds. Those that draw or match end when each slot has an edge.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub fn run(&self, rounds: RewiringRounds, context: &Context) -> Result<(), MineError> {
        let each = self.of.slots().max(LEAST_SLOTS) * (self.samples as usize).div_ceil(self.rooms);
        let most = (LAUNCH / each).max(1) as u32;
        let mut next = RewiringRounds { count: rounds.count.min(most), ..rounds };
        let end = rounds.first + rounds.count;
        loop {
            context.check()?;
            self.launch(next)?;
            next.first += next.count;
            next.count = (end - next.first).min(most);
            next.beginning = Beginning::Continued;
            if next.count == 0 {
                return Ok(());
            }
            // A launch on a card returns at once, and a job that is to stop should not wait for all of them.
            self.of.device.synchronize()?;
            if next.stage != RewiringStage::Switch && self.counters()?.loose() == 0 {
                return Ok(());
            }
        }
    }

    /// Gets samples to where switchings start from, and says where that is.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub fn begin_switching(&mut self, model: &NullModel, context: &Context) -> Result<Beginning, MineError> {
        if *model != NullModel::Configuration {
            return Ok(Beginning::Graph);
        }
        self.settle(RewiringStage::Match, Beginning::Stubs, MOST_REPAIRS, context)?;
        if !self.parents.is_empty() {
            self.give_up_parted(context)?;
        }
        Ok(Beginning::GraphIfLoose)
    }

    /// Has samples begin with the graph, as if an edge had found no place, that are to stay connected and are not.
    fn give_up_parted(&mut self, context: &Context) -> Result<(), MineError> {
        // A round of no switchings tells what hangs together.
        let (stage, beginning) = (RewiringStage::Switch, Beginning::Continued);
        self.run(RewiringRounds { stage, beginning, first: 0, count: 1, activity: 0 }, context)?;
        let SampleCounters(mut counters) = self.counters()?;
        for of_sample in counters.chunks_exact_mut(COUNTERS as usize) {
            if of_sample[RewiringCounter::Joined as usize] < self.of.joins {
                of_sample[RewiringCounter::Loose as usize] = 1;
            }
        }
        Ok(self.counters.overwrite(&counters)?)
    }

    /// Draws all edges. How many have found no place.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub fn draw(&self, context: &Context) -> Result<u64, MineError> {
        self.settle(RewiringStage::Draw, Beginning::Nothing, MOST_DRAWS, context)?;
        Ok(self.counters()?.loose())
    }

    /// Gives edges places, in rounds that end when all have one.
    fn settle(
        &self,
        stage: RewiringStage,
        beginning: Beginning,
        most: u32,
        context: &Context,
    ) -> Result<(), MineError> {
        self.run(RewiringRounds { stage, beginning, first: 0, count: most, activity: 0 }, context)
    }

    fn launch(&self, rounds: RewiringRounds) -> Result<(), RuntimeError> {
        if self.of.slots() == 0 {
            return Ok(());
        }
        // SAFETY: all arrays are of the lengths that the kernels ask for, as `begin` and `RewiringClasses` make them:
        // classes lie one after another, their members are vertices, and edges differ. Nobody else has what the batch
        // writes. No shared memory is asked for.
        let lend = unsafe { self.of.device.lend() };
        let args = self.args(&lend, rounds);
        match self.by_grid {
            true => self.launch_steps(&lend, args),
            false => lend.launch_up_to::<RewireSamples>(self.rooms as u64, WARPS, 0, &args),
        }
    }

    /// The rounds of one sample, step by step.
    fn launch_steps(&self, lend: &Lend<'_>, args: RewiringArgs<'_>) -> Result<(), RuntimeError> {
        let blocks = lend.device().blocks_for(self.of.slots() as u64, WARPS);
        let step = |args: &RewiringArgs<'_>| lend.launch_up_to::<RewireStep>(blocks, WARPS, 0, args);
        if args.beginning != Beginning::Continued as u32 {
            step(&RewiringArgs { step: RewiringStep::Begin as u32, ..args })?;
        }
        let last = RewiringStep::last(!self.parents.is_empty());
        for round in 0..args.rounds {
            if args.stage != RewiringStage::Switch as u32 && self.counters()?.loose() == 0 {
                break;
            }
            for number in RewiringStep::Clear as u32..=last as u32 {
                step(&RewiringArgs { step: number, first_round: args.first_round + round, ..args })?;
            }
        }
        Ok(())
    }

    fn args<'a>(&'a self, lend: &Lend<'_>, rounds: RewiringRounds) -> RewiringArgs<'a> {
        let of = self.of;
        RewiringArgs {
            classes: lend.slice(&of.classes),
            lengths: lend.slice(&self.lengths),
            members: lend.slice(&of.members),
            leaves: lend.slice(&of.leaves),
            positions: lend.slice(&of.positions),
            limits: lend.slice(&of.limits),
            start: lend.slice(&of.start),
            slots: lend.atomics(&self.slots),
            places: lend.atomics(&self.places),
            cells: lend.atomics(&self.cells),
            owners: lend.atomics(&self.owners),
            parents: lend.atomics(&self.parents),
            counters: lend.atomics(&self.counters),
            seed: of.seed,
            first_sample: self.first,
            tries: of.tries,
            joins: of.joins,
            first_round: rounds.first,
            rounds: rounds.count,
            activity: rounds.activity,
            beginning: rounds.beginning as u32,
            stage: rounds.stage as u32,
            step: 0,
            samples: self.samples,
            ordered: of.ordered.into(),
        }
    }

    /// What was counted so far.
    ///
    /// # Errors
    /// When the device fails.
    pub fn counters(&self) -> Result<SampleCounters, RuntimeError> {
        self.of.device.synchronize()?;
        Ok(SampleCounters(self.counters.download()?))
    }

    /// The slots of all samples.
    ///
    /// # Errors
    /// When the device fails.
    pub fn slots(&self) -> Result<Vec<u64>, RuntimeError> {
        self.of.device.synchronize()?;
        self.slots.download()
    }
}

/// What was counted of samples.
pub(super) struct SampleCounters(Vec<u64>);

impl SampleCounters {
    fn sum(&self, counter: RewiringCounter) -> u64 {
        self.0.iter().skip(counter as usize).step_by(COUNTERS as usize).sum()
    }

    /// Slots without an edge.
    pub fn loose(&self) -> u64 {
        self.sum(RewiringCounter::Loose)
    }

    /// Switchings that were tried.
    pub fn tried(&self) -> u64 {
        self.sum(RewiringCounter::Tried)
    }

    /// Switchings that were taken.
    pub fn taken(&self) -> u64 {
        self.sum(RewiringCounter::Taken)
    }
}
