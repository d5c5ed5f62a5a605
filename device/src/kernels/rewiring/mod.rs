//! Random graphs like a graph: their edges are drawn anew, or switch ends.
//!
//! # Computes
//! Samples, each a graph of the same vertices. A sample has *slots*, and each slot an edge, an oriented pair of
//! vertices. Slots are in *classes*: ends are exchanged within a class alone. A sample is made in rounds, in which all
//! slots propose new edges at once, and those are taken that nobody is in the way of. Random numbers are told by the
//! seed, the number of the sample, the round, and the slot ([`Draws`](crate::random::Draws)), and whether a proposal is
//! taken does not depend on who comes first. So a sample is the same on every machine.
//!
//! # A round of switchings
//! The slots of a class are paired. A pair of edges *ab*, *cd* that is active (a random number says so) proposes *ad*,
//! *cb*; where both ends of edges are alike, it proposes *ac*, *bd* as often. It is taken if
//! 1. *a*, *b*, *c* and *d* differ,
//! 2. neither proposed edge is one of the graph,
//! 3. no other pair proposes either of them, and
//! 4. no other pair proposes an edge that this pair gives up.
//!
//! The fourth seems needless: the other pair fails by the second rule. It is what makes a round its own inverse: *with
//! the same random numbers, the round leads from its result back to where it started*. For let Y come from X. A pair
//! that was taken proposes in Y what it had in X. By (4) nobody else proposes that, neither those who were taken (they
//! propose what they had, too, and edges differ) nor those who were not (they propose what they did in X). Nor is it an
//! edge of Y: by (2) and (3) those who were taken have put other edges there. And nobody proposes what it has now, by
//! (2) and (3). So it is taken in Y. A pair that was not taken in X has the same edges and proposes the same in Y. If
//! rule 1 was in the way, it still is. If an edge of X was, that is still one, since by (4) nobody gave it up; if a
//! pair was that proposes the same, or proposes what this one has, then that pair was not taken either, and is still in
//! the way. So it is not taken in Y.
//!
//! A map that is its own inverse is a bijection, and takes the uniform distribution to itself, whatever the random
//! numbers are. All graphs that can be reached are equally likely in the end: a pair may be active alone, so that each
//! single switching is possible, and none may be, so that there is no period.
//!
//! Directed graphs need a move besides: a directed 3-cycle cannot be turned by switchings (Rao, Jana and Bandyopadhyay
//! 1996). In some rounds a pair *pq*, *qr* proposes to turn the 3-cycle that it is two sides of. All consecutive pairs
//! claim the six arcs in question, there or not, and a cycle is turned if no other pair claims one of its six and the
//! third side's slot is in no active pair. The same argument holds: who claims what does not change in the round.
//!
//! # Edges that are drawn
//! Each slot without an edge draws pairs of vertices until one is no edge, and gets it if no other slot has drawn it in
//! the round. The rules know of pairs only whether two are the same, so all sets of pairs of that size are equally
//! likely.
//!
//! # What bounds the time
//! A table of the edges is made in each round, and looked at four times for each slot, anywhere. Slots are paired so
//! that both ends of the memory are read in sequence: slot `i` with slot `c - i`, for a random `c`. On the CPU, which
//! sees to it that cells are near when they are looked at, it is branches that nobody can foresee: how many cells a
//! search looks at, for which most cells are empty, and which pairs exchange ends, which is chosen without a branch.
//!
//! # Sources
//! Switchings: Maslov and Sneppen 2002, "Specificity and stability in topology of protein networks"; Milo et al. 2003,
//! "On the uniform generation of random graphs with prescribed degree sequences". All edges at once: Allendorf et al.
//! 2022, "Parallel global edge switching for the uniform sampling of simple graphs with prescribed degrees", whose
//! order of switchings there is none of here. What switchings reach: Fosdick et al. 2018, "Configuring random graph
//! models with fixed degree sequences".

mod connected;
mod draw;
mod matching;
mod pairing;
mod sample;
pub mod steps;
mod switch;
mod table;
mod turn;

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, AtomicU64};

use cust_core::DeviceCopy;

use crate::memory::Slice;

/// Bits of a vertex in a slot.
pub const VERTEX_BITS: u32 = 30;
/// In a slot: that its edge has no place yet.
pub const LOOSE: u64 = 1 << 62;
/// One in so many rounds of switchings turns cycles, where there are classes whose cycles are turned.
pub const TURN_PERIOD: u32 = 8;
/// Warps in a block.
pub const WARPS: u32 = 8;

/// An edge in a slot.
#[inline(always)]
pub const fn slot_of(first: u32, second: u32) -> u64 {
    (first as u64) << VERTEX_BITS | second as u64
}

/// The ends of the edge in a slot.
#[inline(always)]
pub const fn ends_of(slot: u64) -> (u32, u32) {
    let mask = (1 << VERTEX_BITS) - 1;
    ((slot >> VERTEX_BITS) as u32 & mask, slot as u32 & mask)
}

/// Slots whose edges exchange ends with each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy)]
pub struct EdgeClass {
    /// The first slot.
    pub start: u32,
    /// How many slots there are at most; a sample may have fewer.
    pub length: u32,
    /// Where the vertices begin in the members that first ends are drawn of, and how many these are.
    pub firsts: [u32; 2],
    /// The same for second ends.
    pub seconds: [u32; 2],
    /// Of [`FREE`] and [`TURNS`].
    pub kind: u32,
}

/// Of a class: that both ends of an edge are alike.
pub const FREE: u32 = 1;
/// Of a class: that 3-cycles of its arcs are turned.
pub const TURNS: u32 = 2;

/// What is counted of each sample.
#[derive(Clone, Copy, Debug)]
pub enum RewiringCounter {
    /// Switchings that were tried.
    Tried = 0,
    /// Switchings that were taken.
    Taken,
    /// Slots without an edge.
    Loose,
    /// Edges that have joined two parts of the sample.
    Joined,
}

/// How many there are.
pub const COUNTERS: u64 = 4;

/// What is done before the rounds of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// Nothing: it goes on.
    Continued = 0,
    /// All slots get the edges of the graph.
    Graph,
    /// No slot has an edge.
    Nothing,
    /// All slots get an edge of ends that are matched at random, none of which has a place.
    Stubs,
    /// Samples some of whose matched edges have found no place get the edges of the graph.
    GraphIfLoose,
}

/// What the rounds of a launch are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewiringStage {
    /// Draw edges for the slots that have none.
    Draw = 0,
    /// Find places for edges of ends that were matched.
    Match,
    /// Switch ends.
    Switch,
}

/// What the kernels take.
///
/// # Requires
/// Classes lie one after another within the slots, and so do their members within `members`. Starts are edges of
/// vertices below `parents`' number, if there are any, of `leaves` and `positions`, if there are any; no edge twice,
/// and none from a vertex to itself. There are [`cells`](cells_for) for the slots.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RewiringArgs<'a> {
    /// The classes.
    pub classes: Slice<'a, EdgeClass>,
    /// For each sample, and each class: how many of the slots it has.
    pub lengths: Slice<'a, u32>,
    /// Vertices, from which ends are drawn.
    pub members: Slice<'a, u32>,
    /// For each vertex, whether it has but one edge (1) or more (0); empty unless samples are to stay connected.
    pub leaves: Slice<'a, u32>,
    /// For each vertex three coordinates, or none.
    pub positions: Slice<'a, u32>,
    /// The squares of the lengths at which bins end, ascending.
    pub limits: Slice<'a, u64>,
    /// The edges of the graph, by slot.
    pub start: Slice<'a, u64>,
    /// Written: for each sample its slots.
    pub slots: Slice<'a, AtomicU64>,
    /// For each block, and each slot: where its edge is among the cells; then, for each slot, where what it proposes
    /// is.
    pub places: Slice<'a, AtomicU32>,
    /// For each block a table of edges.
    pub cells: Slice<'a, AtomicU64>,
    /// For each cell the slot whose edge it has; empty if no cycles are turned.
    pub owners: Slice<'a, AtomicU32>,
    /// For each block, and each vertex: one that is in the same part; empty unless samples are to stay connected.
    pub parents: Slice<'a, AtomicU32>,
    /// Of each sample [`COUNTERS`] numbers, zero at the start.
    pub counters: Slice<'a, AtomicU64>,
    /// The start of the random numbers.
    pub seed: u64,
    /// The number of the first sample.
    pub first_sample: u64,
    /// How often a slot draws in a round, at most.
    pub tries: u64,
    /// How many edges join parts in a sample that is connected as the graph is.
    pub joins: u64,
    /// The first round of the launch.
    pub first_round: u32,
    /// How many rounds there are.
    pub rounds: u32,
    /// Of 2^32: how likely a pair is active.
    pub activity: u32,
    /// A [`Beginning`].
    pub beginning: u32,
    /// A [`RewiringStage`].
    pub stage: u32,
    /// The step that the whole grid does: see [`steps`].
    pub step: u32,
    /// How many samples, or blocks, have arrays.
    pub samples: u32,
    /// Whether arcs both ways are two (1), or one edge (0).
    pub ordered: u32,
}

layout!(EdgeClass: 28, kind: 24);

const _: () = {
    assert!(size_of::<RewiringArgs<'_>>() == 272 && align_of::<RewiringArgs<'_>>() == 8);
    assert!(offset_of!(RewiringArgs<'_>, slots) == 112 && offset_of!(RewiringArgs<'_>, seed) == 208);
    assert!(offset_of!(RewiringArgs<'_>, first_round) == 240 && offset_of!(RewiringArgs<'_>, ordered) == 268);
};

/// Up to so many slots a table has cells to spare.
const SPARSE: u64 = 1 << 22;

/// Cells that a table has for so many slots: most have an edge and propose one. Where cycles are turned each pair
/// claims four arcs that need not be there, and a quarter of the cells still stays free. Where that is not too much
/// memory there are twice as many: most searches end at the first cell, so that the CPU foresees how they end, and the
/// lanes of a warp do not wait for each other.
#[inline(always)]
pub const fn cells_for(slots: u64) -> u64 {
    (if slots <= SPARSE { 8 } else { 4 }) * slots + 1
}

/// The most slots of a sample.
pub const MOST_SLOTS: u64 = (1 << VERTEX_BITS) - 1;

const _: () = assert!(
    cells_for(MOST_SLOTS) <= table::NOWHERE as u64,
    "cells are told by 32 bits, and one number is none"
);
