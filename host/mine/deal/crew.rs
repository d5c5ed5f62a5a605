//! Several devices at one job.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;

use super::turn::LOOK;
use super::{Deal, Done, Merge, Pace, Seat, TurnOutcome, Work};
use crate::runtime::{Device, Joining, RuntimeError, Team};
use crate::{Context, MineError};

/// How long a job must have taken before others join: for one that is done sooner, their memory alone would take
/// longer.
const WORTH_JOINING: Duration = Duration::from_micros(500);

/// Who works at a job: the team, and how a device of it becomes a worker.
///
/// The first device's worker is there before the job begins. Each other device has a thread of its own, which waits
/// until the device is open, makes the worker (what the job needs of the graph is copied there), and takes shares until
/// nothing is left; a job that is done by then does not wait for it. A device that fails leaves: its tasks go to the
/// others.
///
/// Each device has a second worker on another lane, if the work allows it ([`Work::shares_overlap`]): two shares are
/// under way there, so that the end of one leaves nothing idle.
pub(crate) struct Crew<'c, W, M> {
    pub team: &'c Team,
    /// The first device's worker.
    pub first: W,
    /// Makes the worker of another device.
    pub others: M,
}

/// What came of a job that a crew was dealt.
pub(crate) struct Dealt<W: Work> {
    /// What came of the tasks.
    pub done: Done<W::Tally>,
    /// The workers whose devices have not failed; the first device's comes first, if it is among them.
    pub workers: Vec<W>,
}

impl<W, M> Crew<'_, W, M>
where
    W: Work,
    M: Fn(&Device) -> Result<W, MineError> + Sync,
{
    /// Deals all tasks.
    ///
    /// # Errors
    /// When a worker fails, a count passes 128 bits, or the job is to stop; when all devices have failed, the error of
    /// the first that did.
    pub fn deal(self, context: &Context) -> Result<Dealt<W>, MineError> {
        self.deal_from(Done::default(), Pace::Unbroken, context, |_| ControlFlow::Continue(()))
    }

    /// Deals the tasks that are not done yet, and calls `after` with how far all is done, until everything is or
    /// `after` breaks.
    ///
    /// # Errors
    /// When a worker fails, a count passes 128 bits, or the job is to stop; when all devices have failed, the error of
    /// the first that did. What `after` was told stays right.
    pub fn deal_from(
        self,
        from: Done<W::Tally>,
        pace: Pace,
        context: &Context,
        after: impl FnMut(&Done<W::Tally>) -> ControlFlow<()> + Send,
    ) -> Result<Dealt<W>, MineError> {
        let Crew { team, mut first, others: make } = self;
        let others = if first.works_alone() { &[] } else { team.others() };
        let deal = Deal::new(&first, 1 + others.len(), from, pace, context);
        // What the first device has made of the graph is copied from there, and used on its other lane: it must be
        // done.
        if !others.is_empty() {
            team.first().synchronize()?;
        }
        let after = Mutex::new(after);
        let hear = |done: &Done<W::Tally>| (after.lock())(done);
        let table = CrewShared { deal: &deal, make: &make, hear: &hear, survivors: Mutex::default() };
        let seat = deal.join(team.first());
        let served = match others {
            // To look after threads that there are not takes as long as a small launch.
            [] => table.serve(&seat, &mut first),
            _ => table.serve_beside(others, team.first(), &seat, &mut first),
        };
        let mut workers = table.survivors.into_inner();
        if served == TurnOutcome::Over {
            workers.insert(0, first);
        }
        Ok(Dealt { done: deal.finish()?, workers })
    }
}

/// What the threads of a crew share.
struct CrewShared<'t, W: Work, M, H> {
    deal: &'t Deal<W::Tally>,
    make: M,
    hear: H,
    /// The workers of devices that have joined and not failed.
    survivors: Mutex<Vec<W>>,
}

impl<W, M, H> CrewShared<'_, W, M, H>
where
    W: Work,
    M: Fn(&Device) -> Result<W, MineError> + Sync,
    H: Fn(&Done<W::Tally>) -> ControlFlow<()> + Sync,
{
    /// Serves the first device's worker while the other devices join, and its other lane. Says how the last turn of that
    /// worker ended.
    fn serve_beside(
        &self,
        others: &[Arc<Joining>],
        device: &Device,
        seat: &Seat,
        first: &mut W,
    ) -> TurnOutcome {
        let lane = || self.work_beside(device, seat);
        let lane: Option<ThreadBody<'_>> = if first.shares_overlap() { Some(&lane) } else { None };
        beside(others, &|joining| self.work_on(joining), lane, &mut || self.serve(seat, first))
    }

    /// Takes turns until there are no more, and says how the last one ended.
    fn serve(&self, seat: &Seat, worker: &mut W) -> TurnOutcome {
        loop {
            match self.deal.turn(seat, worker, &mut &self.hear) {
                TurnOutcome::Done => {}
                end => return end,
            }
        }
    }

    /// What the thread of a device that joins does.
    fn work_on(&self, joining: &Arc<Joining>) {
        let device = match opened(self.deal, joining) {
            None => return self.deal.is_not_needed(),
            Some(Err(why)) => return self.deal.stays_out(&joining.to_string(), MineError::LeftOut(why)),
            Some(Ok(device)) => device,
        };
        // What it has made must be done before its other lane uses it.
        let made = (self.make)(&device).and_then(|worker| Ok(device.synchronize().map(|()| worker)?));
        let lost = match made {
            Ok(worker) => {
                let seat = self.deal.join(&device);
                self.serve_with_both_lanes(&device, &seat, worker)
            }
            Err(why) => {
                self.deal.stays_out(&device.to_string(), why);
                true
            }
        };
        // What failed in passing, or for want of memory, may do the next job.
        if lost && let Err(for_good) = device.synchronize() {
            joining.lose(Arc::new(for_good));
        }
    }

    /// Serves on both lanes of a device. Says whether it has failed.
    fn serve_with_both_lanes(&self, device: &Device, seat: &Seat, mut worker: W) -> bool {
        let lane = || self.work_beside(device, seat);
        let lane: Option<ThreadBody<'_>> = if worker.shares_overlap() { Some(&lane) } else { None };
        let lost = beside(&[], &|_| {}, lane, &mut || self.serve(seat, &mut worker)) == TurnOutcome::Lost;
        if !lost {
            self.survivors.lock().push(worker);
        }
        lost
    }

    /// What the thread of a device's other lane does: while the last tasks of a share keep a part of the device busy,
    /// those of the next do the rest. A device without room for that does without.
    fn work_beside(&self, device: &Device, seat: &Seat) {
        let Ok(Some(lane)) = device.lane() else { return };
        if let Ok(mut worker) = (self.make)(&lane)
            && self.serve(&self.deal.join_beside(seat), &mut worker) == TurnOutcome::Over
        {
            self.survivors.lock().push(worker);
        }
    }
}

/// What a thread does.
type ThreadBody<'a> = &'a (dyn Fn() + Sync);

/// Runs `serve`, while each device that joins has a thread that does `work_on`, and the other lane of this one, if it is
/// to have one, a thread that does `lane`. It is compiled once, and not for each kind of worker.
fn beside(
    others: &[Arc<Joining>],
    work_on: &(dyn Fn(&Arc<Joining>) + Sync),
    lane: Option<ThreadBody<'_>>,
    serve: &mut dyn FnMut() -> TurnOutcome,
) -> TurnOutcome {
    let busy = AtomicUsize::new(others.len());
    thread::scope(|scope| {
        let busy = &busy;
        for joining in others {
            scope.spawn(move || {
                work_on(joining);
                busy.fetch_sub(1, Ordering::Release);
            });
        }
        let lane = lane.map(|lane| scope.spawn(lane));
        let served = serve();
        // A thread of a pool must not block it: the others may wait for the pool.
        while rayon::current_thread_index().is_some()
            && (busy.load(Ordering::Acquire) > 0 || lane.as_ref().is_some_and(|lane| !lane.is_finished()))
        {
            rayon::yield_now();
            thread::sleep(LOOK);
        }
        served
    })
}

/// The device, when it is open; none if nothing is left to do by then.
fn opened<T: Merge>(deal: &Deal<T>, joining: &Arc<Joining>) -> Option<Result<Device, Arc<RuntimeError>>> {
    let is_open = joining.within(Duration::ZERO).is_some();
    let patience = if is_open { WORTH_JOINING } else { joining.patience().max(WORTH_JOINING) };
    // What is over sooner would wait for the device at its end.
    if !deal.outlasts(patience) {
        return None;
    }
    joining.begin();
    while deal.goes_on_until(Duration::ZERO) {
        if let Some(opened) = joining.within(LOOK) {
            return Some(opened);
        }
    }
    None
}
