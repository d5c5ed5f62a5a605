//! A job under way.

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::dealer::Dealer;
use super::ledger::Ledger;
use super::share::Tide;
use super::{Done, Merge, Pace, Share, Work};
use crate::{Context, MineError, Progress};

/// How often a device that may join looks how the job is going.
pub(super) const LOOK: Duration = Duration::from_millis(1);

/// A job under way: what its workers share.
pub(crate) struct Deal<T> {
    state: Mutex<State<T>>,
    /// Something was given back, the last share is done, or the job has failed.
    changed: Condvar,
    tide: Tide,
    all: u64,
    start: Instant,
    context: Context,
}

struct State<T> {
    dealer: Dealer,
    ledger: Ledger<T>,
    /// Shares that workers have: they may be given back.
    under_way: usize,
    /// By worker, what came of its shares, where that is lost with its device.
    held: Vec<Vec<(Range<u64>, T)>>,
    /// By device.
    busy: Vec<Busy>,
    /// What ended the job.
    failure: Option<MineError>,
    /// Why a worker left: what ends the job, if nobody is left.
    loss: Option<MineError>,
}

/// A worker's place in a job.
pub(crate) struct Seat {
    number: usize,
    /// What the worker's device is called.
    name: String,
    /// The device's number in this job.
    device: usize,
}

impl Seat {
    /// What the worker's device is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Whether a device is busy.
struct Busy {
    /// Shares that are under way there.
    shares: usize,
    /// Since when they are, or up to when it was told.
    since: Instant,
}

/// What came of a worker's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnOutcome {
    /// It ran a share: another turn may follow.
    Done,
    /// There was no share: everything is done, or the job is to stop.
    Over,
    /// Its device has failed, and others have its tasks.
    Lost,
}

impl<T: Merge> Deal<T> {
    /// Deals the tasks of `work` that are not done yet to workers that join; so many are expected.
    pub fn new(
        work: &dyn Work<Tally = T>,
        workers: usize,
        from: Done<T>,
        pace: Pace,
        context: &Context,
    ) -> Self {
        let all = work.tasks();
        let tasks = from.tasks.min(all)..all;
        let tide = Tide::at(tasks.start);
        let state = State {
            dealer: Dealer::new(tasks, pace, workers),
            ledger: Ledger::new(from),
            under_way: 0,
            held: Vec::new(),
            busy: Vec::new(),
            failure: None,
            loss: None,
        };
        let (changed, start) = (Condvar::new(), Instant::now());
        Deal { state: Mutex::new(state), changed, tide, all, start, context: context.clone() }
    }

    /// Takes in the worker of an expected device, which is called `name`.
    pub fn join(&self, name: impl ToString) -> Seat {
        let mut state = self.state.lock();
        state.dealer.expect_less();
        state.busy.push(Busy { shares: 0, since: self.start });
        let device = state.busy.len() - 1;
        state.seat(name.to_string(), device)
    }

    /// Takes in another worker of the device that has this seat.
    pub fn join_beside(&self, seat: &Seat) -> Seat {
        self.state.lock().seat(seat.name.clone(), seat.device)
    }

    /// Says that a device called `name` does not join, and why.
    pub fn stays_out(&self, name: &str, why: MineError) {
        let mut state = self.state.lock();
        state.dealer.expect_less();
        if !why.is_of_device() {
            state.fail(why);
        } else if state.goes_on() {
            self.context.report_left_out(name, &why);
        }
    }

    /// Says that a device does not join, as there is nothing left for it.
    pub fn is_not_needed(&self) {
        self.state.lock().dealer.expect_less();
    }

    /// Whether there is work for more workers, or may be: waits for the answer to become no, up to `time` after the
    /// start of the job.
    pub fn goes_on_until(&self, time: Duration) -> bool {
        let end = self.start + time;
        let mut state = self.state.lock();
        while state.goes_on() {
            let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else {
                return true;
            };
            self.changed.wait_for(&mut state, left);
        }
        false
    }

    /// Waits until the job has gone on for `time`, and what is not dealt yet is expected to take as long, as far as that
    /// is known. False if it is over before.
    pub fn outlasts(&self, time: Duration) -> bool {
        let mut look = time;
        while self.goes_on_until(look) {
            let left = self.state.lock().dealer.seconds_left();
            if left.is_none_or(|left| left >= time.as_secs_f64()) {
                return true;
            }
            look = self.start.elapsed() + LOOK;
        }
        false
    }

    /// One turn of the loop: `worker` runs the next share, and `after` hears how far all is done, if that is further
    /// than before; no more is dealt when it breaks. The loop is compiled for each kind of tally, of which there are few,
    /// and not for each job.
    pub fn turn(
        &self,
        seat: &Seat,
        worker: &mut dyn Work<Tally = T>,
        after: &mut dyn FnMut(&Done<T>) -> ControlFlow<()>,
    ) -> TurnOutcome {
        let Some(tasks) = self.next(seat, &|from| worker.least_share(from)) else { return TurnOutcome::Over };
        let size = tasks.end - tasks.start;
        let share = Share::new(tasks.clone(), &self.tide, self.all, &self.context);
        let start = Instant::now();
        let guard = PanicGuard(self);
        let tally = worker.run(&share);
        drop(guard);
        let took = start.elapsed();
        drop(share);
        let busy = self.state.lock().busy[seat.device].end();
        let done = tally.is_ok();
        let turn = self.enter(seat, worker.keeps_results(), tasks, tally, took, after);
        self.context.report_share(&seat.name, if done { size } else { 0 }, busy);
        turn
    }

    /// Enters what came of a share.
    fn enter(
        &self,
        seat: &Seat,
        keeps_results: bool,
        tasks: Range<u64>,
        tally: Result<T, MineError>,
        took: Duration,
        after: &mut dyn FnMut(&Done<T>) -> ControlFlow<()>,
    ) -> TurnOutcome {
        let size = tasks.end - tasks.start;
        let mut state = self.state.lock();
        state.under_way -= 1;
        self.changed.notify_all();
        let tally = match tally {
            Ok(tally) => tally,
            Err(error) if error.is_of_device() && state.dealer.has_others(seat.number) => {
                self.lose(&mut state, seat, tasks, error);
                return TurnOutcome::Lost;
            }
            Err(error) => {
                state.fail(error);
                return TurnOutcome::Done;
            }
        };
        let done = self.tide.finish(size);
        if done < self.all {
            self.context.report(Progress { done, all: self.all });
        }
        state.dealer.took(seat.number, size, took);
        if keeps_results {
            state.held[seat.number].push((tasks, tally));
            return TurnOutcome::Done;
        }
        match state.ledger.enter(tasks, tally) {
            Ok(further) if further && after(state.ledger.done()).is_break() => state.dealer.close(),
            Ok(_) => {}
            Err(error) => state.fail(error),
        }
        TurnOutcome::Done
    }

    /// Gives the tasks of a worker to the others: its device has failed.
    fn lose(&self, state: &mut State<T>, seat: &Seat, tasks: Range<u64>, error: MineError) {
        self.context.report_left_out(&seat.name, &error);
        let held = std::mem::take(&mut state.held[seat.number]);
        let again: u64 = held.iter().map(|(tasks, _)| tasks.end - tasks.start).sum();
        self.tide.undo(again);
        let tasks = held.into_iter().map(|(tasks, _)| tasks).chain([tasks]);
        state.dealer.give_back(seat.number, tasks);
        state.loss.get_or_insert(error);
    }

    /// Takes what came of the shares that are done, in the order of their tasks, since it was last taken.
    ///
    /// # Errors
    /// What ended the job.
    pub fn take(&self) -> Result<T, MineError> {
        let mut state = self.state.lock();
        match state.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(state.ledger.take()),
        }
    }

    /// How far all is done.
    ///
    /// # Errors
    /// What ended the job.
    pub fn finish(self) -> Result<Done<T>, MineError> {
        let State { dealer, mut ledger, held, failure, loss, .. } = self.state.into_inner();
        if let Some(failure) = failure {
            return Err(failure);
        }
        if let Some(loss) = loss.filter(|_| dealer.has_more()) {
            return Err(loss);
        }
        for (tasks, tally) in held.into_iter().flatten() {
            ledger.enter(tasks, tally)?;
        }
        Ok(ledger.into_done())
    }

    /// The tasks of a worker's next share; none when there are no more, or the job is to stop. It waits for others that
    /// may give theirs back.
    fn next(&self, seat: &Seat, least: &dyn Fn(u64) -> u64) -> Option<Range<u64>> {
        let mut state = self.state.lock();
        loop {
            if let Err(stopped) = self.context.check() {
                state.fail(stopped.into());
            }
            if let Some(tasks) = state.dealer.next(seat.number, least, self.start.elapsed()) {
                state.under_way += 1;
                state.busy[seat.device].begin();
                return Some(tasks);
            }
            if state.under_way == 0 {
                return None;
            }
            match rayon::current_thread_index() {
                None => self.changed.wait(&mut state),
                // The pool's other threads may wait for this one.
                Some(_) => MutexGuard::unlocked(&mut state, || {
                    rayon::yield_now();
                    std::thread::sleep(Duration::from_micros(50));
                }),
            }
        }
    }
}

/// Ends the job if the worker panics: nobody must wait for its share.
struct PanicGuard<'d, T>(&'d Deal<T>);

impl<T> Drop for PanicGuard<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.state.lock();
            state.under_way -= 1;
            state.dealer.close();
            self.0.changed.notify_all();
        }
    }
}

impl Busy {
    fn begin(&mut self) {
        if self.shares == 0 {
            self.since = Instant::now();
        }
        self.shares += 1;
    }

    /// How long the device has been busy since that was last told.
    fn end(&mut self) -> Duration {
        self.shares -= 1;
        let busy = self.since.elapsed();
        self.since += busy;
        busy
    }
}

impl<T> State<T> {
    /// A new seat at a device.
    fn seat(&mut self, name: String, device: usize) -> Seat {
        self.held.push(Vec::new());
        Seat { number: self.dealer.join(), name, device }
    }

    /// Whether there is work for more workers, or may be.
    fn goes_on(&self) -> bool {
        self.failure.is_none() && (self.dealer.has_more() || self.under_way > 0)
    }

    /// Ends the job; the first failure is told.
    fn fail(&mut self, error: MineError) {
        self.dealer.close();
        self.failure.get_or_insert(error);
    }
}
