//! A listing under way on the devices of a team.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::doubt::Doubt;
use super::engine::{Engine, Slot};
use super::mate::Mate;
use super::window::{Filled, Jobs, ListWindow, MOST_ROWS};
use super::{ListOptions, Listing, Position};
use crate::MineError;
use crate::clock::Clock;
use crate::deal::{Deal, Done, InOrder, Pace, Seat, Share, Work};
use crate::runtime::Joining;

/// Batches under way at a time on each device: one is read by the caller while the next is written and copied.
pub(super) const SLOTS: usize = 2;
/// Matches that were found are handed over after this time, even if there is room for more.
const PATIENCE: Duration = Duration::from_millis(200);

/// A listing under way: the first device counts the matches of windows, and all write them, batch after batch. Batches
/// come in the order of the listing, whoever wrote them.
pub(super) struct Writing {
    engine: Engine,
    /// Places for batches of the first device that are not in use.
    free: Vec<Slot>,
    mates: Vec<(Arc<Joining>, Mate)>,
    options: ListOptions,
    /// Deals the tasks: their matches are counted, window after window.
    deal: Deal<InOrder<ListWindow>>,
    seat: Seat,
    /// What is known as long as nothing was found.
    doubt: Doubt,
    /// Whether nothing is to come.
    over: bool,
    /// Windows that are counted, and come next.
    counted: VecDeque<ListWindow>,
    window: ListWindow,
    /// Batches written and not handed over.
    pending: VecDeque<PendingBatch>,
    /// Matches in all batches so far, handed over or not.
    written: u64,
    /// How long the first device took for its last batch, once it has written one.
    took: Option<Duration>,
}

/// A batch that is being written.
struct PendingBatch {
    by: BatchWriter,
    jobs: Arc<Jobs>,
    end: Position,
}

/// Who writes a batch.
enum BatchWriter {
    First(Box<Slot>),
    /// The mate of this number.
    Mate(usize),
}

/// A batch whose rows are on their way to the host.
pub(super) struct WrittenBatch {
    pub slot: Slot,
    pub rows: u64,
    pub end: Position,
    /// The number of the mate that wrote it, if it was one.
    mate: Option<usize>,
}

impl Writing {
    /// Gets the graph on the first device, makes room there, and has the others come.
    pub fn begin(listing: &Listing, options: &ListOptions, clock: &Clock) -> Result<Self, MineError> {
        let (team, from) = (listing.planned.known.team(), options.from);
        let (mut engine, free) = Engine::new(listing, team.first(), options, SLOTS, clock)?;
        // Small windows at first, for those who want a few matches soon.
        let (first, most) = (engine.least_chunks * engine.unit, engine.most_chunks * engine.unit);
        let pace = Pace::Doubling { first, most };
        // What a device did of a listing is told in rows.
        let counting = options.context.without_shares();
        let none = Done { tasks: from.task, tally: InOrder::default() };
        let deal =
            Deal::new(&CountWindows { engine: &mut engine, most: MOST_ROWS }, 1, none, pace, &counting);
        if !team.others().is_empty() {
            // What the others copy must be done.
            team.first().synchronize()?;
        }
        let mate = |joining: &Arc<Joining>| (joining.clone(), Mate::start(joining, listing, options));
        Ok(Writing {
            engine,
            free,
            mates: team.others().iter().map(mate).collect(),
            options: options.clone(),
            seat: deal.join(team.first()),
            deal,
            doubt: Doubt::new(listing, from),
            over: false,
            counted: VecDeque::new(),
            window: ListWindow::before(from),
            pending: VecDeque::new(),
            written: 0,
            took: None,
        })
    }

    /// The next batch; `None` when there are no more, or the limit is reached.
    pub fn next(&mut self) -> Result<Option<WrittenBatch>, MineError> {
        while let Some((writer, room)) = self.writer() {
            if !self.write_next(writer, room)? {
                break;
            }
        }
        let Some(PendingBatch { by, jobs, end }) = self.pending.pop_front() else { return Ok(None) };
        let rows = jobs.rows;
        Ok(Some(match by {
            BatchWriter::First(slot) => WrittenBatch { slot: *slot, rows, end, mate: None },
            BatchWriter::Mate(number) => match self.mates[number].1.written() {
                Ok((slot, took)) => {
                    self.options.context.report_share(&self.mates[number].0.to_string(), rows, took);
                    WrittenBatch { slot, rows, end, mate: Some(number) }
                }
                Err(why) => {
                    self.leave_out(number, &why);
                    WrittenBatch { slot: self.write_again(&jobs)?, rows, end, mate: None }
                }
            },
        }))
    }

    /// Takes back the place of a batch that has been read.
    pub fn give_back(&mut self, batch: WrittenBatch) {
        match batch.mate {
            Some(number) if !self.mates[number].1.is_gone() => self.mates[number].1.give_back(batch.slot),
            Some(_) => {}
            None => self.free.push(batch.slot),
        }
    }

    /// Whether everything has been handed over; not if the limit came first.
    pub fn is_complete(&self) -> bool {
        self.pending.is_empty() && self.window.position().task >= self.engine.tasks
    }

    /// Who can write the next batch, and of how many rows.
    fn writer(&mut self) -> Option<(Option<usize>, u64)> {
        // The first device has the counting besides.
        for number in 0..self.mates.len() {
            match self.mates[number].1.room(self.took) {
                // The first device may have to write it in its stead.
                Ok(Some(room)) => return Some((Some(number), room.min(self.engine.room))),
                Ok(None) => {}
                Err(why) => self.leave_out(number, &why),
            }
        }
        (!self.free.is_empty()).then_some((None, self.engine.room))
    }

    /// Says that a mate takes no part any more.
    fn leave_out(&mut self, number: usize, why: &MineError) {
        self.options.context.report_left_out(&self.mates[number].0.to_string(), why);
    }

    /// Has one batch more written, by a mate or by the first device, of no more than `room` rows; false when there is
    /// nothing to write.
    fn write_next(&mut self, mate: Option<usize>, room: u64) -> Result<bool, MineError> {
        let left = self.options.limit.map_or(u64::MAX, |limit| limit - self.written);
        let most = mate.map_or(self.engine.most_chunks, |number| self.mates[number].1.most_jobs());
        let jobs = Arc::new(self.fill(room.min(left), most, left)?);
        if jobs.rows == 0 {
            return Ok(false);
        }
        let by = match mate {
            Some(number) => {
                self.mates[number].1.write(&jobs);
                BatchWriter::Mate(number)
            }
            None => {
                let (mut slot, start) = (self.free.pop().expect("a free place"), Instant::now());
                self.engine.list(&mut slot, &jobs)?;
                let took = start.elapsed();
                self.options.context.report_share(self.seat.name(), jobs.rows, took);
                self.took = Some(took);
                BatchWriter::First(Box::new(slot))
            }
        };
        self.written += jobs.rows;
        self.pending.push_back(PendingBatch { by, jobs, end: self.window.position() });
        Ok(true)
    }

    /// The jobs of the next batch, `most` at most, of no more than `room` rows. `left` matches are still wanted.
    fn fill(&mut self, room: u64, most: u64, left: u64) -> Result<Jobs, MineError> {
        let most = most.min(self.engine.most_chunks) as usize;
        let mut jobs = Jobs::default();
        let start = Instant::now();
        while room > 0 && (jobs.rows == 0 || start.elapsed() < PATIENCE) {
            match self.window.fill(&mut jobs, room, most) {
                Filled::Full => break,
                Filled::UsedUp if self.next_window(left)? => (),
                Filled::UsedUp => break,
                Filled::Count { first, end, most } => {
                    let counted = self.engine.count_again(first..end, most)?;
                    self.window.recount(counted.counts[0], most);
                }
            }
        }
        Ok(jobs)
    }

    /// Writes a batch on the first device that a mate did not write.
    fn write_again(&mut self, jobs: &Arc<Jobs>) -> Result<Slot, MineError> {
        let mut slot = match self.free.pop() {
            Some(slot) => slot,
            // All places of the first device hold later batches.
            None => self.engine.slot()?,
        };
        self.engine.list(&mut slot, jobs)?;
        Ok(slot)
    }

    /// Goes on to the next window, of which no more than `wanted` matches are; false if there is none.
    fn next_window(&mut self, wanted: u64) -> Result<bool, MineError> {
        if self.window.counts.iter().any(|&count| count > 0) {
            self.doubt = Doubt::Settled;
        }
        if self.doubt.settles(self.window.end, &self.options.context)? {
            self.over = true;
            self.window = ListWindow::before(Position { task: self.engine.tasks, skip: 0 });
        }
        if self.over {
            return Ok(false);
        }
        if self.counted.is_empty() {
            let mut work = CountWindows { engine: &mut self.engine, most: MOST_ROWS.min(wanted) };
            self.deal.turn(&self.seat, &mut work, &mut |_| ControlFlow::Continue(()));
            self.counted = self.deal.take()?.0.into();
        }
        let Some(next) = self.counted.pop_front() else { return Ok(false) };
        // Only a listing that begins within a task has something to skip.
        self.window = next.skipping(self.window.position().skip);
        Ok(true)
    }
}

/// Counts the matches of windows, no further than `most` and a little more in each chunk: a task is one of the plan's.
struct CountWindows<'e> {
    engine: &'e mut Engine,
    most: u64,
}

impl Work for CountWindows<'_> {
    type Tally = InOrder<ListWindow>;

    fn tasks(&self) -> u64 {
        self.engine.tasks
    }

    fn run(&mut self, share: &Share<'_>) -> Result<InOrder<ListWindow>, MineError> {
        Ok(InOrder(vec![self.engine.count(share, self.most)?]))
    }
}
