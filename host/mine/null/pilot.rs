//! A sample that is made beforehand: it tells how many rounds of switchings there are to be.

use motherlode_device::kernels::rewiring::{Beginning, RewiringStage, TURN_PERIOD, ends_of};
use rayon::prelude::*;

use super::batch::{RewiringRounds, SampleBatch};
use super::classes::RewiringClasses;
use super::rewirer::Rewirer;
use super::{Mixing, NullOptions};
use crate::MineError;
use crate::graph::Graph;
use crate::graph::attributes::NO_ARC;

/// The number of the pilot, which is nobody's.
const PILOT: u64 = u64::MAX;
/// How many switchings are tried for each edge between two looks at a pilot.
const LOOK: f64 = 1.0;
/// After how many looks a pilot ends that has not mixed.
const MOST_LOOKS: usize = 128;
/// Looks at a pilot that has a given number of switchings.
const FEW_LOOKS: u32 = 8;
/// Looks after which it has mixed if none of them found less of the graph than one before.
const STILL: usize = 3;
/// How many switchings are tried in a sample, at least: of a small graph looks tell little, and two may agree by
/// chance.
const LEAST_TRIES: f64 = 2048.0;
/// Of 2^32: how likely a pair is active. Some must not be, now and then, for switchings to have no period.
const ACTIVITY: u32 = u32::MAX / 16 * 15;
/// Rounds by which levels of activity are compared.
const TRIAL: u32 = 16;

/// How edges are switched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SwitchPlan {
    pub rounds: u32,
    /// Of 2^32: how likely a pair is active.
    pub activity: u32,
}

/// A pilot, and what it is made of.
pub(super) struct PilotSample<'p> {
    pub graph: &'p Graph,
    pub options: &'p NullOptions,
    pub classes: &'p RewiringClasses,
    pub rewirer: &'p Rewirer,
}

impl PilotSample<'_> {
    /// How many rounds there are to be, and how far the pilot came in them.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub fn fly(&self) -> Result<(SwitchPlan, Mixing), MineError> {
        let activity = self.activity()?;
        let given = self.options.switches_per_edge.map(|switches| self.rounds(switches.into(), activity));
        let (look, most) = match given {
            Some(rounds) => (rounds.div_ceil(FEW_LOOKS).max(1), rounds),
            None => {
                let look = self.rounds(LOOK, activity);
                (look, look.saturating_mul(MOST_LOOKS as u32))
            }
        };
        let mut batch = self.batch()?;
        let beginning = batch.begin_switching(&self.options.model, &self.options.context)?;
        let mut rounds =
            RewiringRounds { stage: RewiringStage::Switch, beginning, first: 0, count: 0, activity };
        batch.run(rounds, &self.options.context)?;
        let mut left = vec![self.left(&batch)?];
        while rounds.first < most && (given.is_some() || !is_still(&left)) {
            rounds.count = look.min(most - rounds.first);
            rounds.beginning = Beginning::Continued;
            batch.run(rounds, &self.options.context)?;
            rounds.first += rounds.count;
            left.push(self.left(&batch)?);
        }
        let counters = batch.counters()?;
        let (tried, taken) = (counters.tried() as f64, counters.taken() as f64);
        let edges = self.classes.start.len().max(1) as f64;
        // The last looks saw that nothing more is lost, so that samples need not go on for longer.
        let least = self.rounds(LEAST_TRIES / edges, activity);
        let plan = SwitchPlan { rounds: given.unwrap_or(rounds.first.max(least)), activity };
        let mixing = Mixing {
            rounds: plan.rounds,
            switches_per_edge: tried / edges,
            accepted: taken / tried.max(1.0),
            is_mixed: is_still(&left),
            left: left.into_iter().map(|left| left as f64 / edges).collect(),
        };
        Ok((plan, mixing))
    }

    fn batch(&self) -> Result<SampleBatch<'_>, MineError> {
        let lengths = self.classes.classes.iter().map(|class| class.length).collect();
        Ok(SampleBatch::new(self.rewirer, PILOT, &[lengths])?)
    }

    /// How many rounds it takes to try so many switchings for each edge.
    fn rounds(&self, switches: f64, activity: u32) -> u32 {
        let lengths = || self.classes.classes.iter().map(|class| f64::from(class.length));
        // A class of odd length has one slot alone, and one of even length two of them half of the time.
        let pairs: f64 = lengths().map(|length| (length - 1.0).max(0.0) / 2.0).sum();
        if pairs == 0.0 {
            return 0;
        }
        let active = f64::from(activity) / 2f64.powi(32);
        let rounds = switches * lengths().sum::<f64>() / (pairs * active);
        let period = f64::from(TURN_PERIOD);
        let with_turns = if self.classes.turns() { rounds * period / (period - 1.0) } else { rounds };
        with_turns.ceil().min(f64::from(u32::MAX / 4)) as u32
    }

    /// How likely a pair is to be active. Where samples are to stay connected a round is taken back as a whole: as many
    /// pairs are active as get the most switchings through.
    fn activity(&self) -> Result<u32, MineError> {
        if !self.options.connected {
            return Ok(ACTIVITY);
        }
        let mut best = (0, ACTIVITY);
        let mut activity = ACTIVITY;
        while u64::from(activity) * self.classes.start.len() as u64 >= 1 << 31 {
            let batch = self.batch()?;
            let stage = RewiringStage::Switch;
            let trial =
                RewiringRounds { stage, beginning: Beginning::Graph, first: 0, count: TRIAL, activity };
            batch.run(trial, &self.options.context)?;
            best = best.max((batch.counters()?.taken(), activity));
            activity /= 2;
        }
        Ok(best.1)
    }

    /// How many of the graph's edges the pilot has.
    fn left(&self, batch: &SampleBatch<'_>) -> Result<u64, MineError> {
        let ends = batch.slots()?.into_par_iter().map(ends_of);
        Ok(ends.filter(|&(first, second)| has_edge(self.graph, first, second)).count() as u64)
    }
}

/// Whether a graph has an edge, or an arc from the first vertex to the second.
fn has_edge(graph: &Graph, first: u32, second: u32) -> bool {
    let (csr, edges) = (graph.csr(), graph.attributes().edges.as_deref());
    let start = csr.offsets()[first as usize] as usize;
    let place = csr.neighbors(first).binary_search(&second);
    place.is_ok_and(|place| edges.is_none_or(|edges| edges.out[start + place] != NO_ARC))
}

/// Whether the last looks found no less than one before.
fn is_still(left: &[u64]) -> bool {
    let Some(earlier) = left.len().checked_sub(STILL).filter(|&earlier| earlier > 0) else { return false };
    let least = left[..earlier].iter().min();
    left[earlier..].iter().all(|left| Some(left) >= least)
}
