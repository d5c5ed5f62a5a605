//! Counting part after part, so that a long count can be left and taken up again.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::count::{Counted, once_each};
use super::counter::Counter;
use super::progress::timed;
use super::walk::{self, Walk};
use super::{Context, CountOptions, MineError, Prepared, Seconds, Target};
use crate::pattern::Pattern;
use crate::runtime::Device;

/// How long a part should take.
const PART: Duration = Duration::from_millis(500);
/// How many times larger than the part before it a part may be.
const GROWTH: u64 = 4;

/// How far a count has come: the matches of the tasks before `task`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
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
    prepared: Prepared,
    walk: Walk,
    /// As how many matches each one that the walk counts is counted.
    times: u128,
    context: Context,
    seconds: Seconds,
}

impl PartialCount {
    /// Prepares `graph`, and makes the plan.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have.
    pub fn new<'g>(
        graph: impl Into<Target<'g>>,
        pattern: &Pattern,
        options: &CountOptions,
    ) -> Result<Self, MineError> {
        let mut seconds = Seconds::default();
        let (prepared, walk) = walk::prepare(graph.into(), pattern, options.plan_options(), &mut seconds)?;
        let (times, context) = (options.maps_per_subgraph(pattern), options.context.clone());
        Ok(PartialCount { prepared, walk, times, context, seconds })
    }

    /// What decides the order of the tasks: equal for equal plans.
    pub fn fingerprint(&self) -> String {
        self.walk.fingerprint()
    }

    /// Counts on `device` from where an earlier count of the same graph and plan came to, and calls `after` with how far it
    /// has come, about twice a second, until all is counted or `after` breaks.
    ///
    /// # Errors
    /// When the buffers do not fit in the budget, the device fails, the count passes 128 bits, or an interrupt was
    /// requested. What `after` was told stays right.
    pub fn run(
        &self,
        device: &Device,
        from: Part,
        mut after: impl FnMut(Part) -> ControlFlow<()>,
    ) -> Result<Counted, MineError> {
        let mut seconds = self.seconds;
        let open = || Counter::new(&self.prepared, &self.walk, device, &self.context);
        let mut counter = timed(&mut seconds.transfer, open)?;
        let mut part = Part { of: counter.tasks(), ..from };
        let mut size = counter.least_part();
        let count = timed(&mut seconds.mine, || {
            while part.task < part.of {
                let end = part.of.min(part.task + size);
                let start = Instant::now();
                let more = counter.count(part.task..end)?;
                let more = more.checked_mul(self.times);
                part.count =
                    more.and_then(|more| part.count.checked_add(more)).ok_or(MineError::CountOverflow)?;
                part.task = end;
                if after(part).is_break() {
                    break;
                }
                let fitting = PART.as_secs_f64() / start.elapsed().as_secs_f64().max(1e-9);
                size =
                    ((size as f64 * fitting) as u64).clamp(counter.least_part(), size.saturating_mul(GROWTH));
            }
            Ok::<_, MineError>(part.count)
        })?;
        Ok(Counted { count: once_each(count, self.walk.repeats()), strategy: self.walk.strategy(), seconds })
    }
}
