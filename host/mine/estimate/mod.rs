//! Estimating how many matches a pattern has, with an interval, where counting them would take too long.
//!
//! ```text
//! pattern --plan--> tasks, weighed --cut--> strata --pilot--> which are counted, draws for the others --rounds--> intervals
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options` | [`EstimateOptions`] |
//! | `estimated` | [`Estimated`], what is known in the end |
//! | `lists` | by which of a plan's lists tasks are weighed |
//! | `weigh` | tasks weighed and sorted, on a device |
//! | `sampler` | matches drawn from strata of tasks, and tasks counted, on a device |
//! | `pool` | what the devices of a team work with, kept from round to round |
//! | `rounds` | draws and counts on all devices |
//! | `effort` | what was decided, in words |
//! | `sequence` | rounds until it is enough |
//! | `source` | what is drawn from, in general |
//! | `cliques` | cliques of any size, drawn without a plan |
//! | `multiplicity` | what a match that is drawn counts for |
//! | `stratified` | an estimate from strata of any source |
//! | `strata` | tasks in strata, and what came of their draws |
//! | `pilot` | which strata are counted, and how the draws are dealt to the others |
//! | `way` | what an estimate comes from, as far as the pattern alone decides |
//! | `price` | what draws cost, and what the count |
//! | `interval` | estimates and intervals from draws |
//! | `local` | estimates at each vertex |
//! | `rejection` | no estimate, but the matches that are drawn, by rejection |
//!
//! `docs/estimates.md` explains all of it to who is no statistician. The draws themselves are those of the kernels of
//! [`estimate`](motherlode_device::kernels::estimate).
//!
//! # The same on every device
//! Nothing depends on the time, or on who draws what: which tasks are drawn, how many of each stratum, and when it is
//! enough follow from the graph, the plan and the seed alone. With a deadline the number of rounds depends on the time.

mod cliques;
mod effort;
mod estimated;
mod interval;
mod lists;
mod local;
mod multiplicity;
mod options;
mod pilot;
mod pool;
mod price;
pub(super) mod rejection;
mod rounds;
mod sampler;
mod sequence;
mod source;
mod strata;
mod stratified;
#[cfg(test)]
mod tests;
mod way;
mod weigh;

pub use effort::{Effort, StratumEffort};
pub use estimated::{Ending, Estimated};
pub use interval::Interval;
pub use local::{LocalEstimate, LocalEstimates};
pub use options::{EstimateOptions, MOST_DRAWS};
pub(super) use way::EstimateWay;

use motherlode_device::plan::AnyPlan;

use super::run::Run;
use super::strategy::LARGEST_CLIQUE;
use super::walk::{PlannedWalk, Walk, plan_walk};
use super::{MineError, Placed};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::plan::Semantics;
use crate::primitives::MOST_KEYS;
use cliques::estimate_cliques;
use lists::Weighing;
use multiplicity::Multiplicity;
use price::{Instead, Price};
use rounds::Rounds;
use stratified::drawn;

impl Placed {
    /// Estimates how many matches `pattern` has.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when something does not fit in the
    /// budget, a device fails, or the job is asked to stop. A deadline is an error only where not even the first draws
    /// were done before it.
    pub fn estimate(&self, pattern: &Pattern, options: &EstimateOptions) -> Result<Estimated, MineError> {
        self.on_whoever_is_left(&options.context, |placed| estimate(placed, pattern, options))
    }

    /// How the draws of an estimate would be divided; none if the pattern is counted without any.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when something does not fit in the
    /// budget, a device fails, or the job is to stop.
    pub fn explain_estimate(
        &self,
        pattern: &Pattern,
        options: &EstimateOptions,
    ) -> Result<Option<Effort>, MineError> {
        Ok(self.estimate(pattern, &options.clone().without_drawing())?.effort)
    }

    /// Estimates how many cliques of `k` vertices there are: as the semantics counts them, where labels are not looked
    /// at.
    ///
    /// # Errors
    /// [`MineError::CliqueSize`] if `k` is not from 2 to 32; else as [`estimate`](Self::estimate).
    pub fn estimate_cliques(&self, k: u32, options: &EstimateOptions) -> Result<Estimated, MineError> {
        let maps = match options.matching.semantics {
            Semantics::Subgraphs => 1,
            // A clique has no two vertices in one place.
            Semantics::Embeddings | Semantics::Homomorphisms => {
                (1..=u128::from(k.min(LARGEST_CLIQUE))).product()
            }
        };
        self.on_whoever_is_left(&options.context, |placed| estimate_cliques(placed, k, maps, options))
    }
}

fn estimate(placed: &Placed, pattern: &Pattern, options: &EstimateOptions) -> Result<Estimated, MineError> {
    let clock = Clock::default();
    let run = Run { context: &options.context, clock: &clock };
    let counting = options.count_options();
    let count = || -> Result<Estimated, MineError> {
        let counted = placed.count(pattern, &counting)?;
        Ok(Estimated { seconds: counted.seconds, ..Estimated::exact(counted.count, options) })
    };
    let counted = |context| Ok(placed.count(pattern, &counting.clone().context(context))?.count);
    let maps = options.matching.maps_per_subgraph(pattern).into();
    match EstimateWay::of(pattern, options) {
        EstimateWay::Count => return count(),
        EstimateWay::Cliques(k) => return estimate_cliques(placed, k, maps, options),
        EstimateWay::Plan => {}
    }
    let planned = plan_walk(placed, pattern, counting.plan_options(), &clock)?.with_whole_tasks(&clock);
    let tasks = planned.tasks();
    let estimated = if tasks == 0 || planned.walk.last() < 2 {
        let count = planned.count(run)?.checked_mul(maps).ok_or(MineError::CountOverflow)?;
        Estimated::exact(count, options)
    } else if tasks >= MOST_KEYS {
        return Err(MineError::TooManyTasks { tasks });
    } else {
        // The walk finds each match so often, and each counts for so many.
        let each = Multiplicity { maps, repeats: planned.walk.repeats().into() };
        let (weighing, beyond) = weighed(&planned, &clock);
        let price = Price::of(placed, &planned, pattern, &counting, &clock)?;
        if options.counting && price.is_count_cheaper(pilot::DRAWS as f64) {
            let mut counted = count()?;
            counted.seconds += clock.seconds();
            return Ok(counted);
        }
        let instead = Instead { price, count: &counted };
        let (mut rounds, counts) = Rounds::new(&planned, (&weighing, instead), options.seed, run)?;
        clock.mine(|| drawn(&mut rounds, &strata::cut(&counts, beyond), each, options))?
    };
    Ok(Estimated { seconds: clock.seconds(), ..estimated })
}

/// How the tasks of a walk are weighed, and what a weight is multiplied by for the most that a draw can stand for.
fn weighed(planned: &PlannedWalk, clock: &Clock) -> (Weighing, f64) {
    fn of(plan: &impl AnyPlan, longest: u64) -> (Weighing, f64) {
        let weighing = Weighing::of(plan);
        let beyond = weighing.beyond(plan, longest);
        (weighing, beyond)
    }
    let longest = planned.known.form.prepared(clock).csr().max_degree().into();
    match &*planned.walk {
        Walk::Plain { plan, .. } => of(&plan.walk, longest),
        Walk::Attributed(route) => of(&route.plan.walk, longest),
    }
}
