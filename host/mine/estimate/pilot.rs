//! The draws before the others: what they tell decides which strata are counted, and how the draws are dealt to the
//! others. They count for nothing else, so that what is decided does not depend on what the estimate is made of; unless
//! the deadline comes before there are others: then the last of the pilot's rounds is the estimate. Which draws it has
//! was decided before it, and nothing that it decided is made use of.

use std::time::{Duration, Instant};

use motherlode_device::kernels::estimate::GROUP;

use super::EstimateOptions;
use super::interval::DrawsSummary;
use super::source::{CountStratum, DrawSource};
use super::strata::{DrawMoments, StratumSample, TaskRange, allocate, needed_draws};
use crate::MineError;
use crate::deal::Merge;
use crate::runtime::RuntimeError;

/// Groups of draws of each stratum at first.
const FIRST_GROUPS: u64 = 16;
/// Groups of draws of all strata together then.
const SECOND_GROUPS: u64 = 2048;
/// Groups of draws of a round at least, about.
const LEAST_ROUND: u64 = 1 << 12;
/// Draws of an estimate at least, about: its pilot's, and a round.
pub(super) const DRAWS: u64 = (SECOND_GROUPS + LEAST_ROUND) * GROUP;
/// Counting a stratum is as good as this times the steps of its draws: it is certain.
const WORTH: f64 = 2.0;
/// Steps for which counting is always worth it.
const NO_STEPS: f64 = (1u64 << 20) as f64;
/// Steps of a draw: those of a few levels, finding its task, and random numbers.
const STEPS_OF_DRAW: f64 = 8.0;

/// The part of the time up to a deadline that draws are expected to have: strata may be counted in the other.
const PART_OF_TIME: f64 = 0.5;

/// What is decided.
pub(super) struct Pilot {
    /// What the strata hold that were counted.
    pub counted: u128,
    /// All strata, and what was seen of them.
    pub seen: Vec<(TaskRange, DrawMoments)>,
    /// Those that are drawn from.
    pub drawn: Vec<(TaskRange, DrawMoments)>,
    /// Groups of draws of each of these in the least round.
    pub groups: Vec<u64>,
    /// How many draws are expected to be enough.
    pub aim: f64,
    /// How many draws it took.
    pub draws: u64,
    /// How long its last round took for each of its groups of draws.
    pub pace: Duration,
    /// All strata, and that round alone.
    alone: Vec<StratumSample>,
    /// Whether the deadline came before the last of its rounds was done.
    pub is_late: bool,
}

impl Pilot {
    /// Draws from all strata.
    ///
    /// # Errors
    /// When a device fails, something passes 128 bits, or the job is to stop, before there are any draws.
    pub fn new(
        source: &mut impl DrawSource,
        strata: &[TaskRange],
        options: &EstimateOptions,
    ) -> Result<Pilot, MineError> {
        let drawn = strata.iter().map(|tasks| (*tasks, DrawMoments::default())).collect();
        let mut pilot = Pilot {
            counted: 0,
            seen: Vec::new(),
            drawn,
            groups: Vec::new(),
            aim: 0.0,
            draws: 0,
            pace: Duration::ZERO,
            alone: Vec::new(),
            is_late: false,
        };
        for round in 0..2 {
            if strata.is_empty() {
                break;
            }
            let groups = match round {
                0 => vec![FIRST_GROUPS; strata.len()],
                _ => allocate(&pilot.drawn, SECOND_GROUPS),
            };
            let start = Instant::now();
            match source.draw(strata, &groups) {
                Ok(moments) => pilot.add(&moments, start.elapsed()),
                Err(MineError::Runtime(RuntimeError::Deadline)) if round > 0 => pilot.is_late = true,
                Err(error) => return Err(error),
            }
        }
        pilot.seen = pilot.drawn.clone();
        pilot.decide(options);
        Ok(pilot)
    }

    /// Adds a round, which took this time.
    fn add(&mut self, moments: &[DrawMoments], took: Duration) {
        self.alone = self.samples();
        self.alone.iter_mut().zip(moments).for_each(|(sample, round)| sample.add(round));
        self.drawn.iter_mut().zip(moments).for_each(|((_, seen), new)| seen.add(new));
        let draws: u64 = moments.iter().map(|round| round.draws).sum();
        self.draws += draws;
        self.pace = took.div_f64((draws / GROUP).max(1) as f64);
    }

    /// What its last round tells, of all strata, counted or not.
    pub fn alone(&self) -> DrawsSummary {
        DrawsSummary::of(&self.alone)
    }

    /// Counts the strata for which that is worth it.
    ///
    /// # Errors
    /// When a device fails, something passes 128 bits, or the job is to stop.
    pub fn count(&mut self, counter: &dyn CountStratum, options: &EstimateOptions) -> Result<(), MineError> {
        loop {
            let worth = self.worth_counting();
            if !worth.contains(&true) {
                return Ok(());
            }
            let mut kept = Vec::new();
            for ((tasks, seen), worth) in std::mem::take(&mut self.drawn).into_iter().zip(worth) {
                if worth {
                    self.counted.merge(counter.count(&tasks)?)?;
                } else {
                    kept.push((tasks, seen));
                }
            }
            self.drawn = kept;
            // With less to draw from, the draws that are needed are others.
            self.decide(options);
        }
    }

    /// Whether there are strata, and each takes no more steps to count than its draws would.
    pub fn is_all_worth_counting(&self) -> bool {
        !self.drawn.is_empty() && !self.worth_counting().contains(&false)
    }

    /// What the strata hold that are drawn from, as far as is known.
    pub fn mean(&self) -> f64 {
        self.drawn.iter().map(|(tasks, seen)| tasks.tasks as f64 * seen.mean()).sum()
    }

    /// How many draws have found a match.
    pub fn hits(&self) -> f64 {
        self.drawn.iter().map(|(_, seen)| seen.hits).sum()
    }

    /// Deals the draws to the strata that are left.
    fn decide(&mut self, options: &EstimateOptions) {
        self.groups = allocate(&self.drawn, LEAST_ROUND.min(options.draws / GROUP));
        let all = self.counted as f64 + self.mean();
        let first = self.least() as f64;
        let needed = needed_draws(&self.drawn, &self.groups, options.error * all, 1.0 - options.confidence);
        // Where nothing was found, none would be enough.
        let needed = if needed.is_finite() { needed } else { f64::MAX };
        self.aim = needed.min(options.draws as f64).min(self.in_time(options)).max(first);
    }

    /// How many draws there are before the deadline, about, with as much time left.
    fn in_time(&self, options: &EstimateOptions) -> f64 {
        let Some(left) = options.context.time_left().filter(|_| !self.pace.is_zero()) else {
            return f64::MAX;
        };
        PART_OF_TIME * left.as_secs_f64() / self.pace.as_secs_f64() * GROUP as f64
    }

    /// Which strata take no more steps to count than their draws would.
    fn worth_counting(&self) -> Vec<bool> {
        let all: u64 = self.groups.iter().sum();
        let worth = |((tasks, seen), &groups): (&(TaskRange, DrawMoments), &u64)| {
            let steps = seen.steps / seen.draws as f64;
            let count = tasks.tasks as f64 * steps;
            let draws = self.aim * groups as f64 / all as f64 * STEPS_OF_DRAW;
            count <= NO_STEPS / self.drawn.len() as f64 || count <= WORTH * draws
        };
        self.drawn.iter().zip(&self.groups).map(worth).collect()
    }

    /// The draws of the least round.
    pub fn least(&self) -> u64 {
        self.groups.iter().sum::<u64>() * GROUP
    }

    /// The strata that are left, for draws of which nothing is known but what the pilot predicts.
    pub fn samples(&self) -> Vec<StratumSample> {
        self.drawn
            .iter()
            .map(|(tasks, seen)| StratumSample::new(tasks.tasks, tasks.bound, seen.mean()))
            .collect()
    }
}
