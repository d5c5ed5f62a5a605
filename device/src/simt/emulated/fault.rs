//! What can go wrong in an emulated launch.

use core::fmt;
use core::panic::Location;

use std::string::String;

use super::collective::{Call, Collective};

/// A kernel broke a rule of the machine, or panicked.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The kernel's name.
    pub kernel: &'static str,
    /// The block.
    pub block: u32,
    /// The thread at fault: of two that differ, the one that is in the minority.
    pub thread: Thread,
    /// What happened to it.
    pub cause: Cause,
    /// The seed of the launch, which gives the same run again.
    pub seed: u64,
}

/// A thread of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The warp within the block.
    pub warp: u32,
    /// The lane within the warp.
    pub lane: u32,
}

/// Where a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultPlace {
    /// At a collective.
    At(Collective, &'static Location<'static>),
    /// Past the end of the kernel.
    Returned,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Threads that must meet are at different places, so a GPU would hang.
    Diverged {
        /// Where this thread is.
        place: FaultPlace,
        /// A thread that waits for it.
        other: Thread,
        /// Where that one is.
        other_place: FaultPlace,
    },
    /// A shuffle named a lane that there is not.
    NoSuchLane {
        /// The lane named.
        source: u32,
        /// Where.
        at: &'static Location<'static>,
    },
    /// The kernel panicked. The panic hook has printed where.
    Panicked {
        /// The panic's message.
        message: String,
    },
}

/// A fault as a block knows it.
pub(super) struct FaultSite {
    pub thread: Thread,
    pub cause: Cause,
}

impl FaultSite {
    pub fn fault(self, kernel: &'static str, block: u32, seed: u64) -> Fault {
        Fault { kernel, block, thread: self.thread, cause: self.cause, seed }
    }
}

impl FaultPlace {
    pub(super) fn of(call: Option<&Call>) -> FaultPlace {
        call.map_or(FaultPlace::Returned, |call| FaultPlace::At(call.collective, call.at))
    }
}

impl fmt::Display for FaultPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultPlace::At(collective, location) => write!(f, "is at {collective} ({location})"),
            FaultPlace::Returned => f.write_str("has returned"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Thread { warp, lane } = self.thread;
        write!(f, "kernel `{}`, block {}, warp {warp}: lane {lane} ", self.kernel, self.block)?;
        match &self.cause {
            Cause::Diverged { place, other, other_place } => {
                write!(f, "{place}, while ")?;
                if other.warp != warp {
                    write!(f, "warp {}'s ", other.warp)?;
                }
                write!(f, "lane {} {other_place}", other.lane)?;
            }
            Cause::NoSuchLane { source, at } => {
                write!(f, "shuffles from lane {source}, which there is not ({at})")?;
            }
            Cause::Panicked { message } => write!(f, "panicked: {message}")?,
        }
        write!(f, " (seed {})", self.seed)
    }
}

impl core::error::Error for Fault {}
