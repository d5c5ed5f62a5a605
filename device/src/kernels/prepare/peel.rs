//! Peeling: vertices of low degree leave in rounds, which gives an order that is close to a degeneracy order.
//!
//! A degeneracy order (Matula & Beck 1983) takes away a vertex of least degree again and again, and so has the shortest
//! longest list of all orders. One vertex at a time is no work for a card. Here all leave whose degree among those that
//! are left is up to a threshold, and the threshold grows when nobody leaves, to a tenth above the least degree then.
//! So no list is longer than 1.1 times the degeneracy, unless the [rounds](MOST_ROUNDS) run out: those that are left
//! then come first, by falling degree. (Besta et al. 2020, "High-Performance Parallel Graph Coloring with Strong
//! Guarantees on Work, Depth, and Quality", take the mean degree for the least.)

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::positions::for_each;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Rounds after which the peeling ends.
pub const MOST_ROUNDS: u32 = 512;
/// The part of the least degree by which a new threshold passes it.
const SLACK: u32 = 10;

/// What [`peel_lowest`] and [`peel_edges`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PeelArgs<'a> {
    /// `n + 1` starts of lists.
    pub offsets: Slice<'a, u64>,
    /// The neighbours of all vertices.
    pub neighbors: Slice<'a, u32>,
    /// For each vertex its degree among those that are left.
    pub degrees: Slice<'a, AtomicU32>,
    /// For each vertex the round in which it left, from 1; 0 for one that is left.
    pub rounds: Slice<'a, AtomicU32>,
    /// For each round: its threshold, 1 if somebody left, and the complement of the least degree of those that stay;
    /// zeros before.
    pub states: Slice<'a, AtomicU32>,
    /// The threshold of the first round.
    pub first_threshold: u32,
    /// This round, from 0.
    pub round: u32,
}

/// What [`peel_degrees`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PeelDegreesArgs<'a> {
    /// `n + 1` starts of lists.
    pub offsets: Slice<'a, u64>,
    /// Written: for each vertex its degree.
    pub degrees: Scratch<'a, u32>,
}

/// What [`peel_keys`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PeelKeysArgs<'a> {
    /// For each vertex the round in which it left, or 0.
    pub rounds: Slice<'a, u32>,
    /// Vertices, each once.
    pub vertices: Slice<'a, u32>,
    /// Written: for each of `vertices` a key, which is the smaller the later it left.
    pub keys: Scratch<'a, u32>,
}

layout!(PeelArgs<'_>: 88, round: 84);
layout!(PeelDegreesArgs<'_>: 32, degrees: 16);
layout!(PeelKeysArgs<'_>: 48, keys: 32);

/// What a round leaves for the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeelRound {
    /// Vertices of so many neighbours or fewer left.
    pub threshold: u32,
    /// Whether there were any.
    pub peeled: bool,
    /// The least degree of those that stay, before the edges of the others are taken off; `u32::MAX` if nobody stays.
    pub least: u32,
}

impl PeelRound {
    /// Numbers of a round in [`PeelArgs::states`].
    pub const NUMBERS: usize = 3;

    /// The round whose numbers are given.
    pub fn of(numbers: [u32; Self::NUMBERS]) -> Self {
        PeelRound { threshold: numbers[0], peeled: numbers[1] > 0, least: !numbers[2] }
    }

    /// The threshold of the round that follows.
    #[inline(always)]
    pub fn next_threshold(self) -> u32 {
        // The least degree may be out of date after somebody left.
        if self.peeled || self.least == u32::MAX {
            return self.threshold;
        }
        self.threshold.max(self.least.saturating_add(self.least / SLACK))
    }
}

/// The key by which a stable sort puts those first that left last, or not at all.
#[inline(always)]
pub fn peel_key(round: u32) -> u32 {
    if round == 0 { 0 } else { MOST_ROUNDS + 1 - round.min(MOST_ROUNDS) }
}

/// Writes the degrees.
///
/// Thread mapping: a thread for each vertex, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn peel_degrees<B: Block>(block: B, args: &PeelDegreesArgs<'_>) {
    let offsets = args.offsets.get();
    for_each(block, (offsets.len() - 1).min(args.degrees.len() as usize), |v| {
        // SAFETY: within the array, and no other thread has this index.
        unsafe { args.degrees.write(v, super::lists::length(offsets, v)) };
    });
}

/// Has all vertices leave whose degree among those that are left is up to the round's threshold.
///
/// Thread mapping: a thread for each vertex, striding by the grid. Reads 4 to 8 bytes a vertex.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn peel_lowest<B: Block>(block: B, args: &PeelArgs<'_>) {
    let threshold = match (args.round as usize).checked_sub(1) {
        None => args.first_threshold,
        Some(before) => {
            let at = before * PeelRound::NUMBERS;
            let number = |i: usize| args.states[at + i].load(Relaxed);
            PeelRound::of([number(0), number(1), number(2)]).next_threshold()
        }
    };
    let at = args.round as usize * PeelRound::NUMBERS;
    let (peeled, least) = (&args.states[at + 1], &args.states[at + 2]);
    if block.index() == 0 && block.thread() == 0 {
        args.states[at].store(threshold, Relaxed);
    }
    for_each(block, args.rounds.get().len(), |v| {
        if args.rounds[v].load(Relaxed) > 0 {
            return;
        }
        let degree = args.degrees[v].load(Relaxed);
        if degree <= threshold {
            args.rounds[v].store(args.round + 1, Relaxed);
            peeled.store(1, Relaxed);
        } else if !degree > least.load(Relaxed) {
            // Few come here: each time, the least degree falls.
            least.fetch_max(!degree, Relaxed);
        }
    });
}

/// Takes the edges of those that have left in this round off the degrees of the others.
///
/// Thread mapping: a warp for each row of lanes of vertices, striding by the grid; all its lanes read the list of each
/// that left.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn peel_edges<B: Block>(block: B, args: &PeelArgs<'_>) {
    if args.states[args.round as usize * PeelRound::NUMBERS + 1].load(Relaxed) == 0 {
        return;
    }
    let (warp, lanes) = (block.warp(), B::Warp::LANES as usize);
    let (offsets, neighbors) = (args.offsets.get(), args.neighbors.get());
    let n = args.rounds.get().len();
    let mut first = block.grid_warp() as usize * lanes;
    while first < n {
        let v = first + warp.lane() as usize;
        let mut left = warp.ballot(v < n && args.rounds[v].load(Relaxed) == args.round + 1);
        while left != 0 {
            let u = first + left.trailing_zeros() as usize;
            left &= left - 1;
            let mut at = offsets[u] as usize + warp.lane() as usize;
            while at < offsets[u + 1] as usize {
                let w = neighbors[at] as usize;
                if args.rounds[w].load(Relaxed) == 0 {
                    args.degrees[w].fetch_sub(1, Relaxed);
                }
                at += lanes;
            }
        }
        first += block.grid_warps() as usize * lanes;
    }
}

/// Writes the keys by which a stable sort puts the vertices in the order of the peeling, reversed.
///
/// Thread mapping: a thread for each vertex, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn peel_keys<B: Block>(block: B, args: &PeelKeysArgs<'_>) {
    let vertices = args.vertices.get();
    for_each(block, vertices.len().min(args.keys.len() as usize), |at| {
        let key = peel_key(args.rounds.get()[vertices[at] as usize]);
        // SAFETY: within the array, and no other thread has this index.
        unsafe { args.keys.write(at, key) };
    });
}
