//! A warp under way: its coroutines, and their meetings.

use core::any::Any;
use core::marker::PhantomData;
use core::panic::AssertUnwindSafe;
use core::ptr::NonNull;

use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::panic::catch_unwind;
use std::rc::Rc;
use std::string::{String, ToString};
use std::vec::Vec;

use super::collective::{Call, Collective, OutOfRange, answers};
use super::fault::{Cause, FaultPlace, FaultSite, Thread};
use super::machine::{BlockInfo, EmulatedBlock, Lane};
use super::{LANES, Random, stacks};

/// How far a warp came.
pub(super) enum WarpStep {
    /// Its lanes met, and may go on.
    Met,
    /// It waits for the other warps of its block.
    AtBarrier,
    /// It has returned.
    Returned,
}

/// What each lane runs: the kernel, with its argument.
pub(super) type LaneBody<'a> = dyn Fn(EmulatedBlock<'_>) + 'a;

/// A warp under way. `'a` is the life of what its lanes run.
pub(super) struct RunningWarp<'a> {
    index: u32,
    lanes: Vec<Coroutine<u64, NonNull<Call>, ()>>,
    /// What each lane is given when it goes on.
    answers: [u64; LANES],
    /// Where it stopped, if it cannot go on by itself.
    pub stopped: Option<FaultPlace>,
    body: PhantomData<&'a LaneBody<'a>>,
}

impl<'a> RunningWarp<'a> {
    /// The warp, its lanes at the start of the kernel.
    pub fn start(index: u32, info: &Rc<BlockInfo>, body: &'a LaneBody<'a>) -> Self {
        let lanes = (0..LANES).map(|lane| {
            let block = Rc::clone(info);
            let run = move |yielder: &Yielder<u64, NonNull<Call>>, _: u64| {
                body(EmulatedBlock::new(&Lane { yielder, block: &block, warp: index, lane: lane as u32 }));
            };
            // SAFETY: `run` borrows nothing but `body`, for `'a`, which this warp's type does not outlive. The
            // coroutine goes nowhere but into this warp, which drops it.
            unsafe { Coroutine::with_stack_unchecked(stacks::take(), run) }
        });
        RunningWarp { index, lanes: lanes.collect(), answers: [0; LANES], stopped: None, body: PhantomData }
    }

    /// The thread of a lane.
    pub fn thread(&self, lane: usize) -> Thread {
        Thread { warp: self.index, lane: lane as u32 }
    }

    /// Whether it waits for the other warps of its block.
    pub fn at_barrier(&self) -> bool {
        matches!(self.stopped, Some(FaultPlace::At(Collective::Barrier, _)))
    }

    /// Runs each lane up to its next call, in random order, and answers them if all are at the same place.
    pub fn step(&mut self, random: &mut Random) -> Result<WarpStep, FaultSite> {
        let mut calls = [None; LANES];
        // A random start and a random odd stride visit each lane once.
        let (start, stride) = (random.below(LANES), 2 * random.below(LANES / 2) + 1);
        for lane in (0..LANES).map(|i| (start + i * stride) % LANES) {
            calls[lane] = self.resume(lane)?;
        }
        // SAFETY: each of these lanes is suspended in `Lane::meet`, with its call on its stack, and no lane goes on before the next step.
        let calls: [Option<&Call>; LANES] = calls.map(|call| call.map(|call| unsafe { call.as_ref() }));
        let Some(first) = calls[0] else {
            if calls.iter().any(Option::is_some) {
                return Err(self.divergence(&calls));
            }
            self.stopped = Some(FaultPlace::Returned);
            return Ok(WarpStep::Returned);
        };
        if !calls.iter().all(|call| call.is_some_and(|call| call.meets(first))) {
            return Err(self.divergence(&calls));
        }
        if first.collective == Collective::Barrier {
            self.stopped = Some(FaultPlace::of(calls[0]));
            return Ok(WarpStep::AtBarrier);
        }
        let calls = calls.map(|call| call.unwrap_or(first));
        self.answers = answers(&calls).map_err(|OutOfRange { lane }| FaultSite {
            thread: self.thread(lane),
            cause: Cause::NoSuchLane { source: calls[lane].source, at: calls[lane].at },
        })?;
        Ok(WarpStep::Met)
    }

    /// Runs a lane up to its next call: `None` if it returned.
    fn resume(&mut self, lane: usize) -> Result<Option<NonNull<Call>>, FaultSite> {
        let answer = self.answers[lane];
        let coroutine = &mut self.lanes[lane];
        match catch_unwind(AssertUnwindSafe(|| coroutine.resume(answer))) {
            Ok(CoroutineResult::Yield(call)) => Ok(Some(call)),
            Ok(CoroutineResult::Return(())) => Ok(None),
            Err(payload) => {
                let cause = Cause::Panicked { message: message(&*payload) };
                Err(FaultSite { thread: self.thread(lane), cause })
            }
        }
    }

    /// Lanes are not all at one place: names one of the smallest company, and one of the largest.
    fn divergence(&self, calls: &[Option<&Call>; LANES]) -> FaultSite {
        let places = calls.map(FaultPlace::of);
        let company = |&lane: &usize| places.iter().filter(|&&place| place == places[lane]).count();
        let most = (0..LANES).rev().max_by_key(company).unwrap_or(0);
        let astray = (0..LANES).filter(|&lane| places[lane] != places[most]);
        let least = astray.min_by_key(company).unwrap_or(0);
        let cause =
            Cause::Diverged { place: places[least], other: self.thread(most), other_place: places[most] };
        FaultSite { thread: self.thread(least), cause }
    }
}

impl Drop for RunningWarp<'_> {
    /// Ends the lanes that have not ended, and keeps the stacks.
    fn drop(&mut self) {
        for mut lane in self.lanes.drain(..) {
            lane.force_unwind();
            stacks::give(lane.into_stack());
        }
    }
}

/// The message of a panic.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a value that is not a message")
        .to_string()
}
