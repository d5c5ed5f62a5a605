//! Merging many sorted runs of keys at once.
//!
//! The output is cut into tiles of equal size, and one kernel finds for all boundaries between them how many keys of
//! each run come before ([`split`]). A second one merges every tile by itself in shared memory ([`tile`]): tiles know
//! nothing of each other, take equally long whatever the runs, and no block waits for another.
//!
//! Keys are in the order of their values, and equal ones in that of their runs, and of their places in these: so a
//! boundary is the same whoever finds it, and lies within equal keys where it has to.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`split`] | where the boundaries are, by bisection of the keys' values |
//! | [`tile`] | a tile's keys are gathered, merged and written |
//! | `rounds` | runs of a tile, merged two by two by a block of wide warps |
//!
//! Source: the cut into independent parts of equal size is that of Odeh, Green, Mwassi, Shmueli and Birk, "Merge Path -
//! Parallel Merging Made Simple", 2012, for two runs; the selection among many runs is Varman, Scheufler, Iyer and
//! Ricard's problem, "Merging Multiple Lists on Hierarchical-Memory Multiprocessors", 1991, solved here by values and
//! not by places.

mod rounds;
pub mod split;
pub mod tile;

use super::{TileSize, WIDE_THREADS};
use crate::memory::Slice;

/// The most runs that are merged at once.
pub const MOST_RUNS: usize = 256;
/// Rows of a lane's keys.
const ROWS: usize = 3;
/// Keys of a row. With an odd number of keys for each lane, neighbours read and write different banks of shared memory.
const IN_ROW: usize = 5;
/// Keys of a lane.
const KEYS: usize = ROWS * IN_ROW;
/// Keys in a tile.
pub const TILE: TileSize = TileSize { wide: KEYS * WIDE_THREADS, scalar: 1 << 13 };

/// Sorted runs, one after another in one array.
#[derive(Clone, Copy)]
struct Runs<'a> {
    keys: &'a [u64],
    /// Where each run starts, and the end of the last.
    starts: &'a [u64],
}

impl<'a> Runs<'a> {
    /// # Panics
    /// If there is no run, or `starts` does not end with the keys.
    #[inline(always)]
    fn new(keys: Slice<'a, u64>, starts: Slice<'a, u64>) -> Self {
        let (keys, starts) = (keys.get(), starts.get());
        assert!(
            starts.len() > 1 && starts[starts.len() - 1] == keys.len() as u64,
            "runs that do not end with their keys"
        );
        Runs { keys, starts }
    }

    /// How many.
    #[inline(always)]
    fn count(self) -> usize {
        self.starts.len() - 1
    }

    /// The keys of run `run`, of which there are fewer than 2^32.
    #[inline(always)]
    fn run(self, run: usize) -> &'a [u64] {
        &self.keys[self.starts[run] as usize..self.starts[run + 1] as usize]
    }
}
