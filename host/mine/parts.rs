//! Counting part after part, so that a long count can be left and taken up again.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::count::Counted;
use super::deal::{Done, Pace, Work};
use super::placed::Placed;
use super::walk::{Counter, PlannedWalk, once_each, plan_walk};
use super::{Context, CountOptions, MineError, Seconds};
use crate::clock::Clock;
use crate::pattern::Pattern;

/// How long a part should take.
const PART: Duration = Duration::from_millis(500);

/// How far a count has come: the matches of the tasks before `task`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountProgress {
    /// The tasks that are counted.
    pub task: u64,
    /// The number of all tasks.
    pub of: u64,
    /// Their matches, as often as the plan finds each.
    pub count: u128,
}

/// A graph and a plan, ready to count in parts.
#[derive(Debug)]
pub struct PartialCount {
    placed: Placed,
    pattern: Pattern,
    options: CountOptions,
    planned: PlannedWalk,
    /// As how many matches each one that the walk counts is counted.
    times: u128,
    seconds: Seconds,
}

impl PartialCount {
    /// Makes the plan, and the lists that it needs.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have.
    pub fn new(placed: &Placed, pattern: &Pattern, options: &CountOptions) -> Result<Self, MineError> {
        let clock = Clock::default();
        let planned = plan_walk(placed, pattern, options.plan_options(), &clock)?;
        let (placed, pattern, options) = (placed.clone(), pattern.clone(), options.clone());
        let times = options.matching.maps_per_subgraph(&pattern).into();
        Ok(PartialCount { placed, pattern, options, planned, times, seconds: clock.seconds() })
    }

    /// What decides the order of the tasks: equal for equal plans.
    pub fn fingerprint(&self) -> String {
        self.planned.walk.fingerprint()
    }

    /// The number of tasks of the plan. Those that take longest come first, mostly.
    pub fn tasks(&self) -> u64 {
        self.planned.tasks()
    }

    /// Counts what the plan finds in some of its tasks, as often as it finds it: for processes that share the tasks of
    /// one count. Of equal graphs and options, the plan ([`fingerprint`](Self::fingerprint)) and what is found in a
    /// task are the same everywhere.
    ///
    /// # Errors
    /// When the buffers do not fit in the budget, the devices fail, the count passes 128 bits, or the job is to stop.
    ///
    /// # Panics
    /// If there are not so many tasks.
    pub fn find(&self, tasks: Range<u64>, context: &Context) -> Result<u128, MineError> {
        assert!(tasks.end <= self.tasks(), "{tasks:?} of {} tasks", self.tasks());
        if tasks.is_empty() {
            return Ok(0);
        }
        self.planned.count_tasks(tasks, context)
    }

    /// The matches, as the semantics counts them, where this was found in all tasks together.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`].
    pub fn matches(&self, found: u128) -> Result<u128, MineError> {
        let maps = found.checked_mul(self.times).ok_or(MineError::CountOverflow)?;
        Ok(once_each(maps, self.planned.walk.repeats()))
    }

    /// Counts from where an earlier count of the same graph and plan came to, and calls `after` with how far it has
    /// come, about twice a second, until all is counted or `after` breaks.
    ///
    /// # Errors
    /// When the buffers do not fit in the budget, the devices fail, the count passes 128 bits, or the job is to stop.
    /// What `after` was told stays right.
    pub fn run(
        &self,
        from: CountProgress,
        mut after: impl FnMut(CountProgress) -> ControlFlow<()> + Send,
    ) -> Result<Counted, MineError> {
        let mut last = from;
        self.run_on_whoever_is_left(&mut last, &mut after)
    }

    /// Goes on from `last`; if the first device fails, on the others, one of which leads then: the plan and its tasks
    /// are the same.
    fn run_on_whoever_is_left(
        &self,
        last: &mut CountProgress,
        after: &mut (dyn FnMut(CountProgress) -> ControlFlow<()> + Send),
    ) -> Result<Counted, MineError> {
        let counted = self.run_on_team(*last, |progress| {
            *last = progress;
            after(progress)
        });
        let error = match counted {
            Err(error) if error.is_of_device() => error,
            done => return done,
        };
        let team = self.placed.team();
        let Some(next) = team.without_first() else { return Err(error) };
        self.options.context.report_left_out(&team.first().to_string(), &error);
        let placed = Placed::new(self.placed.target(), next);
        PartialCount::new(&placed, &self.pattern, &self.options)?.run_on_whoever_is_left(last, after)
    }

    fn run_on_team(
        &self,
        from: CountProgress,
        mut after: impl FnMut(CountProgress) -> ControlFlow<()> + Send,
    ) -> Result<Counted, MineError> {
        let clock = Clock::default();
        let counter = Counter::new(&self.planned, self.planned.known.team().first(), &clock)?;
        let of = counter.tasks();
        let progress = |found: u128, task| {
            found
                .checked_mul(self.times)
                .map(|count| CountProgress { task, of, count })
                .ok_or(MineError::CountOverflow)
        };
        let mut overflow = None;
        let done = Done { tasks: from.task, tally: from.count / self.times };
        let dealt = clock
            .mine(|| {
                self.planned.crew(counter).deal_from(done, Pace::Timed(PART), &self.options.context, |done| {
                    match progress(done.tally, done.tasks) {
                        Ok(progress) => after(progress),
                        Err(error) => {
                            overflow = Some(error);
                            ControlFlow::Break(())
                        }
                    }
                })
            })?
            .done;
        if let Some(error) = overflow {
            return Err(error);
        }
        let count = self.matches(dealt.tally)?;
        let mut seconds = self.seconds;
        seconds += clock.seconds();
        Ok(Counted { count, strategy: self.planned.walk.strategy(), seconds })
    }
}
