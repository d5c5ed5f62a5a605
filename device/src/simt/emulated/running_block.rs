//! A block under way.

use std::rc::Rc;
use std::vec::Vec;

use super::Random;
use super::fault::{Cause, FaultPlace, FaultSite};
use super::machine::BlockInfo;
use super::running_warp::{LaneBody, RunningWarp, WarpStep};

/// A block under way. `'a` is the life of what its lanes run.
pub(super) struct RunningBlock<'a> {
    info: Rc<BlockInfo>,
    warps: Vec<RunningWarp<'a>>,
}

impl<'a> RunningBlock<'a> {
    /// Block `index` of `count`, its lanes at the start of the kernel.
    pub fn start(index: u32, count: u32, warps: u32, shared_bytes: usize, body: &'a LaneBody<'a>) -> Self {
        let info = Rc::new(BlockInfo::new(index, count, warps, shared_bytes));
        let warps = (0..warps).map(|warp| RunningWarp::start(warp, &info, body)).collect();
        RunningBlock { info, warps }
    }

    /// Its index in the grid.
    pub fn index(&self) -> u32 {
        self.info.index
    }

    /// Runs a warp up to its next meeting, and answers its lanes.
    pub fn step(&mut self, warp: usize, random: &mut Random) -> Result<WarpStep, FaultSite> {
        self.warps[warp].step(random)
    }

    /// Whether all warps have returned.
    pub fn finished(&self) -> bool {
        self.warps.iter().all(|warp| warp.stopped == Some(FaultPlace::Returned))
    }

    /// Looks for warps that can never meet: at different barriers, or returned while others wait.
    pub fn check_barrier(&self) -> Result<(), FaultSite> {
        let Some(waiting) = self.warps.iter().find(|warp| warp.at_barrier()) else { return Ok(()) };
        let astray = |warp: &&RunningWarp<'_>| warp.stopped.is_some() && warp.stopped != waiting.stopped;
        let Some(warp) = self.warps.iter().find(astray) else { return Ok(()) };
        let (Some(place), Some(other_place)) = (warp.stopped, waiting.stopped) else { return Ok(()) };
        let cause = Cause::Diverged { place, other: waiting.thread(0), other_place };
        Err(FaultSite { thread: warp.thread(0), cause })
    }

    /// Lets all warps go on if all wait at the barrier, and says whether.
    pub fn pass_barrier(&mut self) -> bool {
        let all = self.warps.iter().all(RunningWarp::at_barrier);
        if all {
            for warp in &mut self.warps {
                warp.stopped = None;
            }
        }
        all
    }
}
