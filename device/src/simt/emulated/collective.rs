//! What lanes meet for.

use core::fmt;
use core::panic::Location;

use super::LANES;

/// A place where lanes wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    /// [`Block::sync`](crate::simt::Block::sync): the barrier of a block.
    Barrier,
    /// [`Warp::sync`](crate::simt::Warp::sync).
    Sync,
    /// [`Warp::ballot`](crate::simt::Warp::ballot).
    Ballot,
    /// [`Warp::shuffle`](crate::simt::Warp::shuffle) and [`Warp::shuffle_u64`](crate::simt::Warp::shuffle_u64).
    Shuffle,
    /// [`Warp::sum`](crate::simt::Warp::sum) and [`Warp::sum_u64`](crate::simt::Warp::sum_u64).
    Sum,
    /// [`Warp::max`](crate::simt::Warp::max).
    Max,
    /// [`Warp::any`](crate::simt::Warp::any).
    Any,
    /// [`Warp::inclusive_scan`](crate::simt::Warp::inclusive_scan).
    InclusiveScan,
}

impl fmt::Display for Collective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Collective::Barrier => "the block's barrier",
            Collective::Sync => "sync",
            Collective::Ballot => "ballot",
            Collective::Shuffle => "shuffle",
            Collective::Sum => "sum",
            Collective::Max => "max",
            Collective::Any => "any",
            Collective::InclusiveScan => "inclusive_scan",
        })
    }
}

/// A lane's call of a collective. Its answer is one `u64`, of which the lane takes the part that it asked for.
pub(super) struct Call {
    pub collective: Collective,
    pub at: &'static Location<'static>,
    pub value: u64,
    /// The lane asked, for a shuffle.
    pub source: u32,
}

impl Call {
    /// Whether both lanes stand at the same place. The compiler may give one place two addresses.
    pub fn meets(&self, other: &Call) -> bool {
        self.collective == other.collective && (core::ptr::eq(self.at, other.at) || self.at == other.at)
    }
}

/// A lane that asked for one outside its warp.
pub(super) struct OutOfRange {
    pub lane: usize,
}

/// The answer to each lane. All calls are of one collective, not the barrier.
pub(super) fn answers(calls: &[&Call; LANES]) -> Result<[u64; LANES], OutOfRange> {
    let values = || calls.iter().map(|call| call.value);
    Ok(match calls[0].collective {
        Collective::Barrier | Collective::Sync => [0; LANES],
        Collective::Ballot => [values().rev().fold(0, |votes, vote| votes << 1 | vote); LANES],
        Collective::Sum => [values().fold(0, u64::wrapping_add); LANES],
        Collective::Max => [values().fold(0, u64::max); LANES],
        Collective::Any => [values().fold(0, |any, vote| any | vote); LANES],
        Collective::InclusiveScan => {
            let mut sum = 0u64;
            calls.map(|call| {
                sum = sum.wrapping_add(call.value);
                sum
            })
        }
        Collective::Shuffle => {
            if let Some(lane) = calls.iter().position(|call| call.source as usize >= LANES) {
                return Err(OutOfRange { lane });
            }
            calls.map(|call| calls[call.source as usize].value)
        }
    })
}
