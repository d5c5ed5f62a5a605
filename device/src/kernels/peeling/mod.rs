//! Peeling: items leave whose number is up to a level, those next to them fall, and the level rises when nobody leaves
//! any more.
//!
//! # Computes
//! For each item, a vertex, an edge or a triangle, the level at which it leaves and the round. In a round all leave at
//! once whose number is up to the level; so levels and rounds are the same on every machine. `Peeled` says what the
//! items are, and whose number falls when one leaves.
//!
//! # How rounds are launched
//! There are thousands of rounds, most of them small, and a path has one for each two of its vertices. So no round is
//! launched by the host. `steps::advance` is one block: it goes from task to task, a scan of those that stay or a
//! round, and does what is small itself. A task that is large it leaves to `steps::step`, which is the whole grid, and
//! goes on from there when it is launched again. The host launches these two in turn, without looking, and reads now
//! and then whether all are [done](stage::PeelingStage::is_done). A machine that runs one thread does all in one
//! launch.
//!
//! A round takes as long as its longest item, if a warp has each alone. So an item with a long list is dealt in
//! `pieces`, a few steps of a warp each.
//!
//! # What bounds the time
//! Who falls to the level is queued by whoever had it fall, so a round reads those that leave and their lists. A scan
//! is for a new level: it reads the items that had not left at the scan before. An item is scanned at most as often as
//! its level is high, which adds up to no more than all numbers at the start. Where no item is on the next level, that
//! rises to the least number at once.
//!
//! # Sources
//! Seidman 1983, "Network structure and minimum degree", for cores; Cohen 2008, "Trusses: cohesive subgraphs for social
//! network analysis". Rounds of peeling: Dasari, Ranjan and Zubair 2014, "ParK: an efficient algorithm for k-core
//! decomposition on multicore processors"; scans of those that stay alone: Kabir and Madduri 2017, "Parallel k-core
//! decomposition on multicore platforms"; the same for edges: Kabir and Madduri 2017, "Shared-memory graph truss
//! decomposition". The rounds are the layers of Hébert-Dufresne, Grochow and Allard 2016, "Multi-scale structure and
//! topological anomaly detection via a new network statistic: the onion decomposition".

mod common;
pub mod leaving;
pub mod pieces;
pub mod stage;
pub mod steps;

use core::sync::atomic::{AtomicU32, AtomicU64};

use cust_core::DeviceCopy;

use crate::memory::Slice;
use crate::simt::{Block, Warp};
pub(crate) use common::each_common;
use leaving::Leaving;

/// What each peeling has. There are fewer than 2^32 - 1 items.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PeelQueues<'a> {
    /// For each item its number, which falls.
    pub numbers: Slice<'a, AtomicU32>,
    /// Written, for each item: the level at which it leaves.
    pub levels: Slice<'a, AtomicU32>,
    /// For each item the round in which it leaves, from 1; 0 for one that stays, and so at the start.
    pub rounds: Slice<'a, AtomicU32>,
    /// Written: the items in the order in which they leave, but for those that are dealt in [`pieces`].
    pub queue: Slice<'a, AtomicU32>,
    /// Two places for each item: the first half has all items at the start.
    pub living: Slice<'a, AtomicU32>,
    /// [`STATE`](stage::STATE) numbers, zero at the start.
    pub state: Slice<'a, AtomicU64>,
    /// One number: how many have left, for whoever watches.
    pub left: Slice<'a, AtomicU64>,
    /// Twice [`MOST_PIECES`](pieces::MOST_PIECES).
    pub pieces: Slice<'a, AtomicU64>,
    /// How much one block does by itself.
    pub alone: u64,
    /// After how many tasks it ends, so that the host may look.
    pub most_tasks: u64,
    /// Items that take more than this are dealt in pieces.
    pub piece: u64,
}

layout!(PeelQueues<'_>: 152, living: 64, piece: 144);

impl PeelQueues<'_> {
    /// How many items there are.
    #[inline(always)]
    pub fn items(&self) -> u64 {
        self.numbers.length()
    }

    /// The element of one of the arrays with an element for each item.
    ///
    /// No index is checked in what follows: a check keeps what it says of a failure in registers, which these kernels
    /// have few of.
    #[inline(always)]
    fn of_item(array: Slice<'_, AtomicU32>, item: u32) -> &AtomicU32 {
        debug_assert!(u64::from(item) < array.length());
        // SAFETY: an item, and the array has an element for each, as the kernels require.
        unsafe { array.get().get_unchecked(item as usize) }
    }

    /// The number of an item.
    #[inline(always)]
    pub(crate) fn number(&self, item: u32) -> &AtomicU32 {
        Self::of_item(self.numbers, item)
    }

    /// The level at which an item leaves.
    #[inline(always)]
    pub(crate) fn level(&self, item: u32) -> &AtomicU32 {
        Self::of_item(self.levels, item)
    }

    /// The round in which an item leaves.
    #[inline(always)]
    pub(crate) fn round(&self, item: u32) -> &AtomicU32 {
        Self::of_item(self.rounds, item)
    }

    /// A place in the queue, below the number of items.
    #[inline(always)]
    pub(crate) fn queued(&self, place: u64) -> &AtomicU32 {
        Self::of_item(self.queue, place as u32)
    }

    /// A place among those that stay, in one of the two halves.
    #[inline(always)]
    pub(crate) fn staying(&self, half: u64, place: u64) -> &AtomicU32 {
        debug_assert!(half < 2 && place < self.items());
        // SAFETY: there are two places for each item.
        unsafe { self.living.get().get_unchecked((half * self.items() + place) as usize) }
    }
}

/// Which of a task a warp does: every `count`-th part, from `index` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WarpPart {
    pub index: u64,
    pub count: u64,
}

impl WarpPart {
    /// All of it.
    pub const WHOLE: WarpPart = WarpPart { index: 0, count: 1 };

    /// What falls to this warp where one block works.
    #[inline(always)]
    pub fn of_block<B: Block>(block: B) -> WarpPart {
        WarpPart { index: block.warp_index().into(), count: block.warps().into() }
    }

    /// What falls to this warp where the whole grid works.
    #[inline(always)]
    pub fn of_grid<B: Block>(block: B) -> WarpPart {
        WarpPart { index: block.grid_warp().into(), count: block.grid_warps().into() }
    }

    /// Calls `visit` with places below `count`, as many at a time as there are lanes: whether this lane has one, and
    /// which. All lanes call it together, so that it may call collectives.
    #[inline(always)]
    pub fn each<W: Warp>(self, warp: W, count: u64, mut visit: impl FnMut(bool, usize)) {
        let lanes = u64::from(W::LANES);
        let mut first = self.index * lanes;
        while first < count {
            let place = first + u64::from(warp.lane());
            visit(place < count, place as usize);
            first += self.count * lanes;
        }
    }
}

/// What is peeled.
pub(crate) trait Peeled: Copy {
    /// Whether it has lists that are to be [packed](Self::pack) when a quarter of the items have left.
    const PACKS: bool;

    /// Its queues.
    fn queues(&self) -> &PeelQueues<'_>;

    /// About how much there is to do when an item leaves.
    fn length(&self, item: u32) -> u32;

    /// Has an item leave, a part of what there is to do: [`Leaving::fall`] is called with whatever falls by one. A
    /// collective.
    fn take_off<W: Warp>(&self, leaving: &Leaving<'_, W, Self>, item: u32, part: WarpPart);

    /// Drops what has left before a round from the lists. The whole grid does.
    fn pack<B: Block>(&self, block: B, round: u32);
}
