//! Searches that a warp hands over, for others to go on with.
//!
//! A root's tree may have a branch with most of the nodes, and one warp would still be at it when all others are done.
//! So a warp that has been searching for a while looks whether there are tasks left; if not, it writes down what it has
//! left to do, and is done too. If there are, but another warp of its block waits for it, what it has left is for the
//! [block](super::among). The host groups the records of a launch by root, and launches kernels that go on with them,
//! until nothing is handed over.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::among::Among;
use super::few::Few;
use super::many::Many;
use crate::kernels::cliques::matrix::words;
use crate::memory::{Scratch, Slice};
use crate::simt::Warp;

/// Words of a record before its candidates.
const HEAD: usize = 2;

/// Words of a record, for lists of at most `longest` vertices: its pivot; the vertices held and the pivots that were
/// taken; and so many sets, as rows of bits: its candidates, and where cliques are counted [at
/// places](super::at_places) three more.
#[inline(always)]
pub const fn record_words(longest: u32, sets: usize) -> usize {
    HEAD + sets * words(longest)
}

/// Where records go.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HandOver<'a> {
    /// Room for `capacity` records.
    pub records: Scratch<'a, u64>,
    /// The positions of their roots among all roots; empty if all are of one root.
    pub positions: Scratch<'a, u32>,
    /// One counter: how many there are.
    pub count: Slice<'a, AtomicU64>,
    /// Tasks of the launch.
    pub tasks: u64,
    /// The most records. If it is 0, nothing is handed over.
    pub capacity: u32,
    /// Words from one to the next: [`record_words`] of the longest list of all launches at least.
    pub stride: u32,
    /// Nodes that a warp searches before it looks whether tasks are left.
    pub patience: u32,
    /// The position of the launch's first root among all.
    pub first: u32,
}

/// Records that a launch goes on with, by their roots.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Resumed<'a> {
    /// For each task the position of a root among those of the launch, and where its part of `order` starts and ends.
    pub groups: Slice<'a, u32>,
    /// The numbers of the records.
    pub order: Slice<'a, u32>,
    /// The records.
    pub records: Slice<'a, u64>,
}

/// Numbers of a group in [`Resumed::groups`].
pub const GROUP: usize = 3;

layout!(HandOver<'_>: 72, capacity: 56, first: 68);
layout!(Resumed<'_>: 48);

/// A node, or what is left of one, as it is written down.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct NodeRecord {
    /// The pivot: of the candidates, those that are not its neighbours are to be held, one after the other.
    pub pivot: u32,
    /// Vertices held.
    pub held: u32,
    /// Pivots.
    pub pivots: u32,
}

impl HandOver<'_> {
    /// Records of this warp's, from the one that is returned on, if there is room for so many. A collective.
    #[inline(always)]
    pub(in crate::kernels) fn reserve<W: Warp>(&self, warp: W, records: u32) -> Option<u32> {
        let mut first = u32::MAX;
        if warp.lane() == 0 && records <= self.capacity {
            let most = u64::from(self.capacity - records);
            let more = |taken| (taken <= most).then_some(taken + u64::from(records));
            first = self.count[0].fetch_update(Relaxed, Relaxed, more).map_or(u32::MAX, |taken| taken as u32);
        }
        let first = warp.shuffle(first, 0);
        (first != u32::MAX).then_some(first)
    }

    /// Writes a record of the root at `position` of the launch, with `length` words after its head, which `word` gives.
    /// A collective.
    ///
    /// # Safety
    /// The record was reserved by this warp, and is written once.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn write<W: Warp>(
        &self,
        warp: W,
        record: u32,
        position: u32,
        node: NodeRecord,
        length: usize,
        word: impl Fn(usize) -> u64,
    ) {
        if warp.lane() == 0 && !self.positions.is_empty() {
            // SAFETY: as many as records, and one is this warp's by the caller's promise.
            unsafe { self.positions.write(record as usize, self.first + position) };
        }
        let start = record as usize * self.stride as usize;
        let mut at = warp.lane() as usize;
        while at < HEAD + length {
            let word = match at {
                0 => node.pivot.into(),
                1 => u64::from(node.held) << u32::BITS | u64::from(node.pivots),
                _ => word(at - HEAD),
            };
            // SAFETY: within the record, which is this warp's by the caller's promise; a word for each lane.
            unsafe { self.records.write(start + at, word) };
            at += W::LANES as usize;
        }
    }
}

impl<'a> Resumed<'a> {
    /// Record `at` in the order of roots: the node, and its candidates.
    #[inline(always)]
    pub(in crate::kernels) fn get(&self, at: u32, stride: u32) -> (NodeRecord, Slice<'a, u64>) {
        let record = u64::from(self.order[at as usize]) * u64::from(stride);
        node_of(self.records.part(record, stride.into()))
    }
}

/// The node of a record, and its sets.
#[inline(always)]
pub(in crate::kernels) fn node_of(record: Slice<'_, u64>) -> (NodeRecord, Slice<'_, u64>) {
    let (pivot, taken) = (record[0], record[1]);
    let node = NodeRecord { pivot: pivot as u32, held: (taken >> u32::BITS) as u32, pivots: taken as u32 };
    (node, record.part(HEAD as u64, record.length() - HEAD as u64))
}

/// How long a warp has been searching, and what it has put off.
pub(in crate::kernels) struct Patience {
    /// Nodes since it was last asked whether it is time to hand over.
    pub nodes: u32,
    /// Nodes that are put aside.
    pub waiting: u32,
    /// In which turn the warp writes what it hands to others of its [block](super::among).
    pub turn: u32,
}

impl Patience {
    /// Nothing yet.
    #[inline(always)]
    pub(in crate::kernels) const fn new() -> Self {
        Patience { nodes: 0, waiting: 0, turn: 0 }
    }

    /// Where the warp hands over what it has left, if it has been searching for a while, and none of the launch's tasks
    /// are left to be drawn: then to a next launch; or another warp of its block waits: then to the block. If neither
    /// is so, it goes on for as long. A collective.
    #[inline(always)]
    pub(in crate::kernels) fn over<'a, W: Warp>(
        &mut self,
        warp: W,
        over: &HandOver<'a>,
        queue: &AtomicU64,
        among: &Among<'a>,
    ) -> Option<HandOver<'a>> {
        if self.nodes < over.patience {
            return None;
        }
        self.nodes = 0;
        let first = warp.lane() == 0;
        if warp.any(first && queue.load(Relaxed) >= over.tasks) {
            return Some(*over);
        }
        warp.any(first && among.waits()).then(|| among.over(self.turn))
    }

    /// What the warp has to do next is to be handed over too.
    #[inline(always)]
    pub(in crate::kernels) fn end(&mut self, patience: u32) {
        self.nodes = patience;
    }
}

impl<W: Warp> Many<'_, '_, W> {
    /// Hands over what is left at the levels above `level`, if it is time to, the nearest to the root first. A
    /// collective.
    #[inline(always)]
    pub(super) fn hand_over_above(&self, patience: &mut Patience, level: u32) {
        let (args, room) = (self.args, self.room);
        let Some(over) = patience.over(self.warp, &args.over, &args.cliques.queue[0], &room.among) else {
            return;
        };
        for above in 0..level {
            let (pivot, held, pivots) = self.load(above);
            if self.next_left(above, pivot).is_none() {
                continue;
            }
            let Some(record) = over.reserve(self.warp, 1) else { return };
            let (set, node) = (self.set(above), NodeRecord { pivot, held, pivots });
            // SAFETY: just reserved.
            unsafe { over.write(self.warp, record, self.position(), node, set.len(), |at| set[at]) };
            // What is left here is nothing.
            self.meet(above, above, pivot);
        }
        patience.end(args.over.patience);
    }

    /// Hands over what is left at the first `levels` of a search among few candidates, which stand at `places` of the
    /// list, if it is time to. Returns whether it has. A collective.
    #[inline(always)]
    pub(super) fn hand_over_few(
        &self,
        patience: &mut Patience,
        few: &Few<'_, '_, W>,
        levels: u32,
        places: &[u64],
    ) -> bool {
        let (args, room) = (self.args, self.room);
        let over = patience.over(self.warp, &args.over, &args.cliques.queue[0], &room.among);
        let Some(over) = over else { return false };
        let Some(first) = over.reserve(self.warp, levels) else { return false };
        for level in 0..levels {
            let (node, left) = few.left(level);
            let node = NodeRecord { pivot: places[node.pivot as usize] as u32, ..node };
            // Their bits in a word of the list.
            let word = |at: usize| {
                let bit = |&(i, &place): &(usize, &u64)| left >> i & 1 == 1 && place as usize / 64 == at;
                places.iter().enumerate().filter(bit).fold(0, |word, (_, place)| word | 1 << (place % 64))
            };
            // SAFETY: just reserved.
            unsafe {
                over.write(self.warp, first + level, self.position(), node, words(self.rows), word);
            }
        }
        patience.end(args.over.patience);
        true
    }
}
