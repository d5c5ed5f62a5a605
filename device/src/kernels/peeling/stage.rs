//! How far a peeling has come.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::pieces::MOST_PIECES;
use super::{PeelQueues, Peeled};

/// Numbers in [`PeelQueues::state`]: those of a [`PeelingStage`], and counters behind them.
pub const STATE: usize = STAGE + 6;
/// Numbers of a [`PeelingStage`].
const STAGE: usize = 14;
/// What an item that leaves costs besides its list: a warp has it alone, however short that is.
const ITEM: u64 = 32;

/// A counter of [`PeelQueues::state`], to which whoever works adds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PeelCounter {
    /// Items that were queued.
    Queued = STAGE as isize,
    /// Items that were dealt in pieces.
    Dealt,
    /// Pieces of the next round, and those for which there is no room.
    Pieces,
    /// Items that a scan keeps.
    Staying,
    /// The complement of the least number of those.
    Least,
    /// How much there is to do for all that were queued.
    Work,
}

impl PeelCounter {
    #[inline(always)]
    pub fn of<'a>(self, queues: &PeelQueues<'a>) -> &'a AtomicU64 {
        number(queues, self as usize)
    }
}

/// One of the numbers of [`PeelQueues::state`].
#[inline(always)]
fn number<'a>(queues: &PeelQueues<'a>, at: usize) -> &'a AtomicU64 {
    debug_assert!(at < STATE);
    // SAFETY: there are so many numbers, as the kernels require.
    unsafe { queues.state.get().get_unchecked(at) }
}

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeelingTask {
    /// Nothing: it has not begun.
    Begin = 0,
    /// Of those that stay, queue all up to the level.
    Scan = 1,
    /// Have all leave that were queued since the last round.
    Round = 2,
    /// Drop what has left from the lists.
    Pack = 3,
    /// Nothing: all have left.
    Done = 4,
}

impl PeelingTask {
    #[inline(always)]
    fn of(number: u64) -> PeelingTask {
        match number {
            0 => PeelingTask::Begin,
            1 => PeelingTask::Scan,
            2 => PeelingTask::Round,
            3 => PeelingTask::Pack,
            _ => PeelingTask::Done,
        }
    }
}

/// How far a peeling has come: a task, which has been done but where it is open.
#[derive(Clone, Copy, Debug)]
pub struct PeelingStage {
    pub(crate) task: PeelingTask,
    /// Whether the task is still to be done, by the grid.
    pub(crate) is_open: bool,
    /// Items up to this number leave.
    pub(crate) level: u32,
    /// Items below this number have left before the last scan.
    pub(crate) floor: u32,
    /// The last round that has been begun.
    pub(crate) round: u32,
    /// Where those stand in the queue that leave in this round.
    pub(crate) queued: (u64, u64),
    /// How many pieces there are of others that leave in this round.
    pub(crate) pieces: u64,
    /// How many have left in pieces.
    dealt: u64,
    /// How many items there are to scan.
    pub(crate) living: u64,
    /// In which half of [`PeelQueues::living`] they are.
    pub(crate) half: u64,
    /// How many items there were when the lists were packed.
    packed: u64,
    /// How much there is to do in the round, and in all up to its end.
    cost: u64,
    work: u64,
}

impl PeelingStage {
    /// What [`PeelQueues::state`] holds.
    pub fn of(numbers: [u64; STATE]) -> PeelingStage {
        PeelingStage::read(|at| numbers[at])
    }

    /// Whether all have left.
    pub fn is_done(self) -> bool {
        self.task == PeelingTask::Done
    }

    /// How many have left.
    pub fn left(self) -> u64 {
        self.queued.1 + self.dealt
    }

    /// How many rounds that took.
    pub fn rounds(self) -> u32 {
        self.round
    }

    #[inline(always)]
    pub(crate) fn load(queues: &PeelQueues<'_>) -> PeelingStage {
        PeelingStage::read(|at| number(queues, at).load(Relaxed))
    }

    #[inline(always)]
    fn read(number: impl Fn(usize) -> u64) -> PeelingStage {
        PeelingStage {
            task: PeelingTask::of(number(0)),
            is_open: number(1) > 0,
            level: number(2) as u32,
            floor: number(3) as u32,
            round: number(4) as u32,
            queued: (number(5), number(6)),
            pieces: number(7),
            dealt: number(8),
            living: number(9),
            half: number(10),
            packed: number(11),
            cost: number(12),
            work: number(13),
        }
    }

    /// Writes it for the next launch: one thread does.
    #[inline(always)]
    pub(crate) fn store(self, queues: &PeelQueues<'_>) {
        let store = |at: usize, value: u64| number(queues, at).store(value, Relaxed);
        store(0, self.task as u64);
        store(1, self.is_open.into());
        store(2, self.level.into());
        store(3, self.floor.into());
        store(4, self.round.into());
        store(5, self.queued.0);
        store(6, self.queued.1);
        store(7, self.pieces);
        store(8, self.dealt);
        store(9, self.living);
        store(10, self.half);
        store(11, self.packed);
        store(12, self.cost);
        store(13, self.work);
    }

    /// The task that follows, when this one is done.
    #[inline(always)]
    pub(crate) fn next<P: Peeled>(self, peeled: &P) -> PeelingStage {
        let queues = peeled.queues();
        let counter = |counter: PeelCounter| counter.of(queues).load(Relaxed);
        let mut next = PeelingStage { is_open: false, ..self };
        match self.task {
            PeelingTask::Begin => {
                let items = queues.items();
                let task = if items == 0 { PeelingTask::Done } else { PeelingTask::Scan };
                return PeelingStage { task, living: items, packed: items, ..next };
            }
            PeelingTask::Pack => return PeelingStage { task: PeelingTask::Round, ..next },
            PeelingTask::Done => return next,
            PeelingTask::Scan => (next.living, next.half) = (counter(PeelCounter::Staying), 1 - self.half),
            PeelingTask::Round => {}
        }
        let (queued, dealt) = (counter(PeelCounter::Queued), counter(PeelCounter::Dealt));
        if queued + dealt > self.left() {
            next.task = PeelingTask::Round;
            next.round += 1;
            next.queued = (self.queued.1, queued);
            next.pieces = counter(PeelCounter::Pieces).min(MOST_PIECES);
            next.dealt = dealt;
            next.work = counter(PeelCounter::Work);
            next.cost = next.work - self.work + ITEM * (next.left() - self.left());
            let staying = queues.items() - self.left();
            if P::PACKS && self.task == PeelingTask::Scan && staying * 4 <= self.packed * 3 {
                (next.task, next.packed) = (PeelingTask::Pack, staying);
            }
        } else if next.living == 0 {
            next.task = PeelingTask::Done;
        } else if self.task == PeelingTask::Scan {
            // Nobody is up to the level: the next one is that of the least.
            next.level = !(counter(PeelCounter::Least) as u32);
        } else {
            next.task = PeelingTask::Scan;
            next.level += 1;
            next.floor = next.level;
        }
        next
    }

    /// Whether one block does the task by itself. It packs no lists: what it then reads of them would be out of date.
    #[inline(always)]
    pub(crate) fn is_small(self, alone: u64) -> bool {
        match self.task {
            PeelingTask::Scan => self.living <= alone,
            PeelingTask::Round => self.cost <= alone,
            PeelingTask::Pack => false,
            PeelingTask::Begin | PeelingTask::Done => true,
        }
    }
}
