//! What draws are expected to cost, and what the count: an estimate that would cost more is the count.

use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::plan::Cost;
use crate::prices::SCALAR_EXCHANGE;
use crate::walk::{PlannedWalk, Walk};
use crate::{Context, CountOptions, MineError, Placed};

/// How many leaves' sets a draw goes through at most: as many candidates of the last level.
const LEAVES: f64 = 32.0;

/// What a pattern is expected to cost, in steps of the walk of a plain pattern: the same on every machine, so that all
/// decide alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Price {
    /// The count, in the way that is expected to cost least.
    pub count: f64,
    /// A draw.
    pub draw: f64,
}

/// The count in the place of draws.
#[derive(Clone, Copy)]
pub(super) struct Instead<'c> {
    pub price: Price,
    /// Counts all matches.
    pub count: &'c (dyn Fn(Context) -> Result<u128, MineError> + Sync),
}

impl Price {
    /// Of draws down this plan, and of the count.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have.
    pub fn of(
        placed: &Placed,
        planned: &PlannedWalk,
        pattern: &Pattern,
        counting: &CountOptions,
        clock: &Clock,
    ) -> Result<Price, MineError> {
        let (cost, exchange) = match &*planned.walk {
            Walk::Plain { plan, .. } => (&plan.cost, 1.0),
            Walk::Attributed(route) => (&route.plan.cost, SCALAR_EXCHANGE),
        };
        let walk = cost.total * exchange;
        let other =
            clock.plan(|| placed.cost_without_walk(pattern, counting, |prices| prices.on_one_lane()))?;
        Ok(Price { count: other.map_or(walk, |other| walk.min(other)), draw: draw(cost) * exchange })
    }

    /// Whether the count is expected to cost less than so many draws.
    pub fn is_count_cheaper(self, draws: f64) -> bool {
        self.count < draws * self.draw
    }
}

/// The work of a draw: one candidate at each level, and of the last level as many as it takes the leaves of.
fn draw(cost: &Cost) -> f64 {
    let Some((last, before)) = cost.levels.split_last() else { return 0.0 };
    let leaves = before.last().map_or(1.0, |level| last.candidates / level.candidates);
    before.iter().map(|level| level.work).sum::<f64>() + last.work * leaves.clamp(1.0, LEAVES)
}
