//! Dealing work: the one loop that every job goes through, but for triangles and cliques of a graph so small that the
//! loop takes longer than they do.
//!
//! A job is a [`Work`]: so many tasks, and a way to run some of them that gives a [`Merge`]-able tally. [`deal`] hands
//! shares of the tasks to one worker, [`Crew::deal`] to one for each device. The loop alone knows where the job stands:
//! it has the cursor and the sizes of the shares (`Dealer`), reports progress, looks whether it is to stop, and tells
//! how far all is done, so that it can be taken up there. A listing, which is asked for its rows, takes one turn of the
//! loop after the other ([`Deal::turn`]).
//!
//! | module | what is in it |
//! | --- | --- |
//! | `turn` | [`Deal`]: a job under way, and a turn of the loop |
//! | `crew` | several devices at one job: when each comes, and what happens when one fails |
//! | `dealer` | `Dealer`, [`Pace`]: which tasks come next, and how many |
//! | `share` | [`Share`]: tasks that a worker was given, and who hears of them |
//! | `ledger` | [`Done`]: what is done of a job, in the order of the tasks |

mod crew;
mod dealer;
mod ledger;
mod share;
#[cfg(test)]
mod tests;
mod turn;

use std::ops::ControlFlow;

pub(super) use crew::{Crew, Dealt};
pub(super) use dealer::Pace;
pub(super) use ledger::Done;
pub(super) use share::{Share, Tide};
pub(super) use turn::{Deal, Seat, TurnOutcome};

use super::{Context, MineError};

/// What comes of some tasks.
pub(super) trait Merge: Default + Send {
    /// Whether it says nothing: all that comes of the tasks is left on the device.
    const SAYS_NOTHING: bool = false;

    /// Adds what came of the tasks that come next.
    ///
    /// # Errors
    /// When a count passes 128 bits.
    fn merge(&mut self, other: Self) -> Result<(), MineError>;

    /// What the totals of launches make, where nobody makes something else of them.
    fn of_totals(totals: Vec<u128>) -> Self {
        assert!(totals.is_empty(), "{} totals of which nothing is made", totals.len());
        Self::default()
    }
}

impl Merge for u128 {
    fn of_totals(totals: Vec<u128>) -> u128 {
        assert_eq!(totals.len(), 1, "totals of one count");
        totals[0]
    }

    fn merge(&mut self, other: u128) -> Result<(), MineError> {
        *self = self.checked_add(other).ok_or(MineError::CountOverflow)?;
        Ok(())
    }
}

impl Merge for Vec<u128> {
    fn of_totals(totals: Vec<u128>) -> Vec<u128> {
        totals
    }

    fn merge(&mut self, other: Vec<u128>) -> Result<(), MineError> {
        if self.is_empty() {
            *self = other;
            return Ok(());
        }
        self.iter_mut().zip(other).try_for_each(|(sum, more)| sum.merge(more))
    }
}

/// What comes of each task, or of each share, one after the other.
pub(super) struct InOrder<T>(pub Vec<T>);

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        InOrder(Vec::new())
    }
}

impl<T: Send> Merge for InOrder<T> {
    fn merge(&mut self, mut next: InOrder<T>) -> Result<(), MineError> {
        self.0.append(&mut next.0);
        Ok(())
    }
}

impl Merge for () {
    const SAYS_NOTHING: bool = true;

    fn merge(&mut self, (): ()) -> Result<(), MineError> {
        Ok(())
    }
}

/// A job that can be dealt, on one worker.
pub(super) trait Work: Send {
    /// What comes of tasks.
    type Tally: Merge;

    /// The number of all tasks: the same on every worker.
    fn tasks(&self) -> u64;

    /// The fewest tasks that are worth a share that begins with task `from`: enough to keep the device busy.
    fn least_share(&self, _from: u64) -> u64 {
        1
    }

    /// Whether something of what comes of the tasks stays on the worker's device, and is lost with it.
    fn keeps_results(&self) -> bool {
        false
    }

    /// Whether a second share may run on another lane of the device, so that the end of the first leaves nothing idle.
    fn shares_overlap(&self) -> bool {
        !self.keeps_results()
    }

    /// Whether no other device may take part: what it reads or keeps lies in several memories, and is this one's alone.
    fn works_alone(&self) -> bool {
        false
    }

    /// Runs the tasks of a share.
    ///
    /// # Errors
    /// When the worker fails, a count passes 128 bits, or the job is to stop.
    fn run(&mut self, share: &Share<'_>) -> Result<Self::Tally, MineError>;
}

/// A job of which only the tasks before `end` are dealt.
pub(super) struct FirstTasks<W> {
    pub of: W,
    pub end: u64,
}

impl<W: Work> Work for FirstTasks<W> {
    type Tally = W::Tally;

    fn tasks(&self) -> u64 {
        self.end
    }

    fn least_share(&self, from: u64) -> u64 {
        self.of.least_share(from)
    }

    fn keeps_results(&self) -> bool {
        self.of.keeps_results()
    }

    fn shares_overlap(&self) -> bool {
        self.of.shares_overlap()
    }

    fn works_alone(&self) -> bool {
        self.of.works_alone()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<W::Tally, MineError> {
        self.of.run(share)
    }
}

/// Deals all tasks of a job to one worker.
///
/// # Errors
/// When the worker fails, a count passes 128 bits, or the job is to stop.
pub(super) fn deal<W: Work>(worker: &mut W, context: &Context) -> Result<W::Tally, MineError> {
    let done = deal_from(worker, Done::default(), Pace::Unbroken, context, |_| ControlFlow::Continue(()))?;
    Ok(done.tally)
}

/// Deals the tasks of a job that are not done yet to one worker, and calls `after` with how far all is done, until
/// everything is or `after` breaks.
///
/// # Errors
/// When the worker fails, a count passes 128 bits, or the job is to stop. What `after` was told stays right.
pub(super) fn deal_from<W: Work>(
    worker: &mut W,
    from: Done<W::Tally>,
    pace: Pace,
    context: &Context,
    mut after: impl FnMut(&Done<W::Tally>) -> ControlFlow<()>,
) -> Result<Done<W::Tally>, MineError> {
    let deal = Deal::new(worker, 1, from, pace, context);
    let seat = deal.join("");
    while deal.turn(&seat, worker, &mut after) == TurnOutcome::Done {}
    deal.finish()
}
