//! How each way of counting runs, when several patterns are counted together. `strategy` says what else is known of it:
//! it cannot know this, as ways ask for the counts of other patterns.

use std::sync::Arc;

use super::Counting;
use super::supergraphs::by_supergraphs;
use crate::decomposed::{Outcome, decomposed};
use crate::direct::Session;
use crate::pattern::Pattern;
use crate::placed::{Known, Placed};
use crate::run::Run;
use crate::strategy::Strategy;
use crate::{CountOptions, MineError};

/// Counts those of some patterns for which it pays.
pub(super) type FromOthers =
    fn(&Placed, &[&Pattern], &CountOptions, Run<'_>) -> Result<Vec<Outcome>, MineError>;

/// Counts a pattern as a part of the job of a session.
pub(super) type InSession = Box<dyn FnOnce(&SessionPart<'_>, &mut Session<'_>) -> Result<u128, MineError>>;

/// One of several patterns that are counted in a session on a graph that is prepared for them.
pub(super) struct SessionPart<'c> {
    pub counting: &'c Counting,
    pub pattern: &'c Pattern,
    pub known: &'c Arc<Known>,
    pub run: Run<'c>,
}

/// When a way runs, and what does.
pub(super) enum WayRunner {
    /// First, for all of its patterns at once: from the counts of others. Those for which it does not pay are walked.
    FromOthers(FromOthers),
    /// Then, for one pattern after the other, in a session on the prepared graph. Those for which the memory is too
    /// small are walked.
    InSession(InSession),
    /// Then, for all of its patterns at once.
    Together,
    /// Last, for one pattern after the other.
    Alone,
}

impl WayRunner {
    /// How this way runs.
    pub fn of(strategy: Strategy) -> WayRunner {
        match strategy {
            Strategy::Supergraphs => WayRunner::FromOthers(by_supergraphs),
            Strategy::Decomposition => WayRunner::FromOthers(decomposed),
            Strategy::Direct(direct) => {
                WayRunner::InSession(Box::new(move |_, session| session.count(direct)))
            }
            Strategy::Census => WayRunner::InSession(Box::new(|part, session| {
                part.counting.census(part.pattern, part.known, session, part.run)
            })),
            Strategy::Walk => WayRunner::Together,
            Strategy::AttributedWalk => WayRunner::Alone,
        }
    }
}
