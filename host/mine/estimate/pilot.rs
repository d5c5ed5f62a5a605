//! The draws before the others: what they tell decides which strata are counted, and how the draws are dealt to the others. They count for
//! nothing else, so that what is decided does not depend on what the estimate is made of.

use motherlode_device::kernels::estimate::GROUP;

use super::rounds::Rounds;
use super::strata::{Moments, Sample, Tasks, allocate, needed_draws};
use super::{EstimateOptions, FIRST_ROUND};
use crate::mine::MineError;
use crate::mine::deal::Merge;

/// Groups of draws of each stratum at first.
const FIRST_GROUPS: u64 = 4;
/// Groups of draws of all strata together then.
const SECOND_GROUPS: u64 = 512;
/// Counting a stratum is as good as this times the steps of its draws: it is certain.
const WORTH: f64 = 2.0;
/// Steps for which counting is always worth it.
const NO_STEPS: f64 = (1u64 << 20) as f64;
/// Steps of a draw: those of a few levels, finding its task, and random numbers.
const STEPS_OF_DRAW: f64 = 8.0;

/// What is decided.
pub(super) struct Pilot {
    /// What the strata hold that were counted.
    pub counted: u128,
    /// The others, and what was seen of them.
    pub drawn: Vec<(Tasks, Moments)>,
    /// Groups of draws of each of these in the first round.
    pub groups: Vec<u64>,
    /// How many draws are expected to be enough.
    pub aim: f64,
    /// How many draws it took.
    pub draws: u64,
}

impl Pilot {
    /// Draws from all strata, and counts those for which that is worth it; `None` if that is all of them, and there is a better way to count.
    ///
    /// # Errors
    /// When a device fails, something passes 128 bits, or the job is to stop.
    pub fn new(
        rounds: &mut Rounds<'_>,
        strata: &[Tasks],
        options: &EstimateOptions,
    ) -> Result<Option<Pilot>, MineError> {
        let mut drawn: Vec<(Tasks, Moments)> =
            strata.iter().map(|tasks| (*tasks, Moments::default())).collect();
        let mut draws = 0;
        for round in 0..2 {
            if strata.is_empty() {
                break;
            }
            let groups = match round {
                0 => vec![FIRST_GROUPS; strata.len()],
                _ => allocate(&drawn, SECOND_GROUPS),
            };
            draws += groups.iter().sum::<u64>() * GROUP;
            let moments = rounds.draw(strata, &groups)?;
            drawn.iter_mut().zip(&moments).for_each(|((_, seen), new)| seen.add(new));
        }
        let mut pilot = Pilot { counted: 0, drawn, groups: Vec::new(), aim: 0.0, draws };
        while pilot.decide(options) {
            let worth: Vec<bool> = pilot.worth_counting();
            if !options.counting || !worth.contains(&true) {
                break;
            }
            if pilot.drawn.len() == strata.len() && !worth.contains(&false) {
                return Ok(None);
            }
            let mut kept = Vec::new();
            for ((tasks, seen), worth) in std::mem::take(&mut pilot.drawn).into_iter().zip(worth) {
                if worth {
                    pilot.counted.merge(rounds.count(&tasks)?)?;
                } else {
                    kept.push((tasks, seen));
                }
            }
            pilot.drawn = kept;
        }
        Ok(Some(pilot))
    }

    /// Deals the draws to the strata that are left. Says whether there are some.
    fn decide(&mut self, options: &EstimateOptions) -> bool {
        self.groups = allocate(&self.drawn, FIRST_ROUND.min(options.draws / GROUP));
        let all = self.counted as f64
            + self.drawn.iter().map(|(tasks, seen)| tasks.tasks as f64 * seen.mean()).sum::<f64>();
        let first = (self.groups.iter().sum::<u64>() * GROUP) as f64;
        let needed = needed_draws(&self.drawn, &self.groups, options.error * all, 1.0 - options.confidence);
        // Where nothing was found, none would be enough.
        let needed = if needed.is_finite() { needed } else { f64::MAX };
        self.aim = needed.clamp(first, (options.draws as f64).max(first));
        !self.drawn.is_empty()
    }

    /// Which strata take no more steps to count than their draws would.
    fn worth_counting(&self) -> Vec<bool> {
        let all: u64 = self.groups.iter().sum();
        let worth = |((tasks, seen), &groups): (&(Tasks, Moments), &u64)| {
            let steps = seen.steps / seen.draws as f64;
            let count = tasks.tasks as f64 * steps;
            let draws = self.aim * groups as f64 / all as f64 * STEPS_OF_DRAW;
            count <= NO_STEPS / self.drawn.len() as f64 || count <= WORTH * draws
        };
        self.drawn.iter().zip(&self.groups).map(worth).collect()
    }

    /// The strata that are left, for draws of which nothing is known but what the pilot predicts.
    pub fn samples(&self) -> Vec<Sample> {
        self.drawn.iter().map(|(tasks, seen)| Sample::new(tasks.tasks, tasks.bound, seen.mean())).collect()
    }
}
