//! Several devices at one job.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::turn::lock;
use super::{Deal, Done, Merge, Pace, Seat, Turn, Work};
use crate::mine::{Context, MineError};
use crate::runtime::{Device, Joining, RuntimeError, Team};

/// How often a device that is being opened looks whether it is still needed.
const LOOK: Duration = Duration::from_millis(1);

/// Who works at a job: the team, and how a device of it becomes a worker.
///
/// The first device's worker is there before the job begins. Each other device has a thread of its own, which waits until the
/// device is open, makes the worker (what the job needs of the graph is copied there), and takes shares until nothing is left;
/// a job that is done by then does not wait for it. A device that fails leaves: its tasks go to the others.
pub(in crate::mine) struct Crew<'c, W, M> {
    pub team: &'c Team,
    /// The first device's worker.
    pub first: W,
    /// Makes the worker of another device.
    pub others: M,
}

/// What came of a job that a crew was dealt.
pub(in crate::mine) struct Dealt<W: Work> {
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
    /// As [`Work::run`]; when all devices have failed, the error of the first that did.
    pub fn deal(self, context: &Context) -> Result<Dealt<W>, MineError> {
        self.deal_from(Done::default(), Pace::Unbroken, context, |_| ControlFlow::Continue(()))
    }

    /// Deals the tasks that are not done yet, and calls `after` with how far all is done, until everything is or `after` breaks.
    ///
    /// # Errors
    /// As [`deal`](Self::deal). What `after` was told stays right.
    pub fn deal_from(
        self,
        from: Done<W::Tally>,
        pace: Pace,
        context: &Context,
        after: impl FnMut(&Done<W::Tally>) -> ControlFlow<()> + Send,
    ) -> Result<Dealt<W>, MineError> {
        let Crew { team, mut first, others: make } = self;
        let others = team.others();
        let deal = Deal::new(&first, 1 + others.len(), from, pace, context);
        // What the first device has made of the graph is copied from there: it must be done.
        if !others.is_empty() {
            team.first().synchronize()?;
        }
        let after = Mutex::new(after);
        let hear = |done: &Done<W::Tally>| lock(&after)(done);
        let (survivors, busy) = (Mutex::new(Vec::new()), AtomicUsize::new(others.len()));
        let mut served = Turn::Lost;
        thread::scope(|scope| {
            let (deal, hear, make, survivors, busy) = (&deal, &hear, &make, &survivors, &busy);
            for joining in others {
                scope.spawn(move || {
                    if let Some(worker) = work_on(deal, joining, make, hear) {
                        lock(survivors).push(worker);
                    }
                    busy.fetch_sub(1, Ordering::Release);
                });
            }
            served = serve(deal, &deal.join(team.first()), &mut first, hear);
            // A thread of a pool must not block it: the others may wait for the pool.
            while rayon::current_thread_index().is_some() && busy.load(Ordering::Acquire) > 0 {
                rayon::yield_now();
                thread::sleep(LOOK);
            }
        });
        let mut workers = survivors.into_inner().unwrap_or_else(PoisonError::into_inner);
        if served == Turn::Over {
            workers.insert(0, first);
        }
        Ok(Dealt { done: deal.finish()?, workers })
    }
}

/// Takes turns until there are no more, and says how the last one ended.
fn serve<W: Work>(
    deal: &Deal<W::Tally>,
    seat: &Seat,
    worker: &mut W,
    hear: impl Fn(&Done<W::Tally>) -> ControlFlow<()>,
) -> Turn {
    loop {
        match deal.turn(seat, worker, &hear) {
            Turn::Done => {}
            end => return end,
        }
    }
}

/// What the thread of a device that joins does. Returns its worker, unless that had nothing to do, or its device has failed.
fn work_on<W: Work>(
    deal: &Deal<W::Tally>,
    joining: &Arc<Joining>,
    make: impl Fn(&Device) -> Result<W, MineError>,
    hear: impl Fn(&Done<W::Tally>) -> ControlFlow<()>,
) -> Option<W> {
    let Some(opened) = opened(deal, joining) else {
        deal.is_not_needed();
        return None;
    };
    let device = match opened {
        Ok(device) => device,
        Err(why) => {
            deal.stays_out(&joining.to_string(), MineError::LeftOut(why));
            return None;
        }
    };
    let lost = match make(&device) {
        Ok(mut worker) => {
            let seat = deal.join(&device);
            if serve(deal, &seat, &mut worker, hear) == Turn::Over {
                return Some(worker);
            }
            device.synchronize()
        }
        Err(why) => {
            deal.stays_out(&device.to_string(), why);
            device.synchronize()
        }
    };
    // What failed in passing, or for want of memory, may do the next job.
    if let Err(for_good) = lost {
        joining.lose(Arc::new(for_good));
    }
    None
}

/// The device, when it is open; none if nothing is left to do by then.
fn opened<T: Merge>(deal: &Deal<T>, joining: &Arc<Joining>) -> Option<Result<Device, Arc<RuntimeError>>> {
    let open = joining.within(Duration::ZERO);
    if open.is_none() && !deal.goes_on_until(joining.patience()) {
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
