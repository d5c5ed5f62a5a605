//! Rounds of attempts, on all devices of a team.

use std::sync::Arc;

use super::attempts::{AttemptRound, AttemptWork, Attempter};
use super::chances::Chances;
use super::seen::Seen;
use crate::MineError;
use crate::deal::{Share, Tide};
use crate::estimate::lists::Weighing;
use crate::estimate::pool::Pool;
use crate::estimate::rounds::stream;
use crate::run::Run;
use crate::runtime::{Buffer, Device};
use crate::walk::PlannedWalk;

/// What attempts are made with on all devices.
pub(super) struct AttemptRounds<'p> {
    planned: &'p PlannedWalk,
    tasks: Arc<Buffer<'static, u32>>,
    chances: Chances,
    pool: Pool<'p, Attempter>,
    /// How many rounds there were: each has random numbers of its own.
    round: u64,
    seed: u64,
}

impl<'p> AttemptRounds<'p> {
    /// Weighs the tasks; `None` if none of them can hold a match.
    ///
    /// # Errors
    /// When something does not fit in the budget, the device fails, or the job is to stop.
    pub fn new(
        planned: &'p PlannedWalk,
        weighing: &Weighing,
        seed: u64,
        run: Run<'_>,
    ) -> Result<Option<AttemptRounds<'p>>, MineError> {
        // How far it has come is told by matches.
        let (context, tide) = (run.context.without_progress(), Tide::default());
        let (tasks, team) = (planned.tasks(), planned.known.team());
        let share = Share::new(0..tasks, &tide, tasks, &context);
        let made = Attempter::new(planned, &weighing.lists, team.first(), &share, run.clock)?;
        let Some((attempter, chances)) = made else { return Ok(None) };
        let tasks = attempter.tasks().clone();
        let pool = Pool::new(team, attempter, context.clone());
        Ok(Some(AttemptRounds { planned, tasks, chances, pool, round: 0, seed }))
    }

    /// The largest ratio that there can be, where a task holds at most `beyond` times what it weighs.
    pub fn most_ratio(&self, beyond: f64) -> f64 {
        self.chances.most(beyond)
    }

    /// Makes so many groups of attempts by this cap, adds what they come to to `seen`, and gives the rows that are
    /// accepted to `take`, in order.
    ///
    /// # Errors
    /// When a device fails, or the job is to stop.
    pub fn attempt(
        &mut self,
        groups: u64,
        cap: f64,
        seen: &mut Seen,
        mut take: impl FnMut(&[u32]),
    ) -> Result<(), MineError> {
        self.round += 1;
        let round = AttemptRound { seed: stream(self.seed, self.round), numbers: self.chances.numbers, cap };
        let new = |device: &Device| Attempter::copied_to(self.planned, &self.tasks, &self.chances, device);
        let work = |attempter| Ok(AttemptWork { attempter, groups, round });
        let width = self.planned.walk.order().len();
        for attempts in self.pool.dealt(new, work, |work| work.attempter)?.0 {
            seen.add(&attempts, width);
            take(&attempts.rows);
        }
        Ok(())
    }
}
