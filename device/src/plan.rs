//! The plan that the walk obeys: a pattern, turned into loops over candidate lists.
//!
//! The walk fixes the vertices of an embedding one level after another, `v_0, v_1, …`. What it does at each level
//! is data, made by the host's planner:
//!
//! - A [`Level`] says where the candidates for `v_i` stand (a neighbour list or a buffer), which of them are out,
//!   and which [`SetOp`]s run once `v_i` is fixed: they fill the buffers that deeper levels read.
//! - The vertices of the last level that is walked are taken a warp at a time: each lane holds one, and counts
//!   what is left, the [`Leaf`]: the pattern's last `choose` vertices, interchangeable, all drawn from one set.
//!
//! Sets of levels are bit masks: bit `i` is level `i`.

use core::mem::offset_of;

use cust_core::DeviceCopy;

/// The most vertices that a pattern may have.
pub const MAX_VERTICES: usize = 8;
/// The most set operations in a plan, over all levels.
pub const MAX_OPS: usize = 24;
/// The most buffers that a warp may be given.
pub const MAX_BUFFERS: usize = 16;

/// Where a list of candidates stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Source {
    /// One of [`Source::NONE`], [`Source::NEIGHBORS`], [`Source::BUFFER`].
    pub kind: u32,
    /// The level whose vertex's neighbours are meant, or the buffer.
    pub index: u32,
}

impl Source {
    /// No list: every vertex of the graph.
    pub const NONE: u32 = 0;
    /// The neighbours of the vertex of level `index`.
    pub const NEIGHBORS: u32 = 1;
    /// The buffer `index`.
    pub const BUFFER: u32 = 2;
}

/// Bounds on a vertex by its place among the vertices already fixed, as masks of levels.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, DeviceCopy)]
pub struct Bounds {
    /// It must be greater than the vertex of each of these levels.
    pub above: u32,
    /// It must be smaller than the vertex of each of these levels.
    pub below: u32,
}

/// `buffer[destination] = source ∩ N(v_operand)`, or `source \ N(v_operand)`, within `bounds`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct SetOp {
    /// What is filtered. Never [`Source::NONE`].
    pub source: Source,
    /// The level of the vertex whose neighbours are kept, or dropped.
    pub operand: u32,
    /// 0: intersection. 1: difference.
    pub difference: u32,
    /// The buffer that is written. It is not `source`.
    pub destination: u32,
    /// Only these are kept; the levels are at most the one at which the operation runs.
    pub bounds: Bounds,
}

/// One vertex of the matching order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Level {
    /// The candidates. [`Source::NONE`] at level 0, the neighbours of level 0 at level 1.
    pub source: Source,
    /// Which of them count.
    pub bounds: Bounds,
    /// Levels whose vertices may stand among the candidates, and are skipped: a vertex is used once.
    pub exclude: u32,
    /// The operations that run once this vertex is fixed: `ops[first_op..first_op + ops]`, in order.
    pub first_op: u32,
    /// How many operations those are.
    pub ops: u32,
}

/// What is counted for each candidate `c` of the last level walked: `C(|S|, choose)`, where
/// `S = { x in source : x ~ c as relation says, within bounds } \ { vertices of the levels in exclude }`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Leaf {
    /// The part of the set that does not depend on `c`. [`Source::NONE`] only with [`Leaf::ADJACENT`].
    pub source: Source,
    /// One of [`Leaf::ADJACENT`], [`Leaf::APART`], [`Leaf::FREE`].
    pub relation: u32,
    /// Bounds, which may name the last level walked.
    pub bounds: Bounds,
    /// Levels (the last one walked among them) whose vertices may stand in the set, and do not count.
    pub exclude: u32,
    /// How many of the pattern's vertices are drawn from the set: at least 1.
    pub choose: u32,
}

impl Leaf {
    /// `x` is a neighbour of `c`.
    pub const ADJACENT: u32 = 0;
    /// `x` is not a neighbour of `c`.
    pub const APART: u32 = 1;
    /// `x` may be either.
    pub const FREE: u32 = 2;
}

/// A whole plan.
///
/// Levels `0..=last` are walked, where `last + 1 + leaf.choose` is the number of the pattern's vertices.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct WalkPlan {
    /// The last level walked, whose candidates are taken a warp at a time.
    pub last: u32,
    /// Buffers in use.
    pub buffers: u32,
    /// The levels; those past `last` are not used.
    pub levels: [Level; MAX_VERTICES],
    /// The operations, grouped by level.
    pub ops: [SetOp; MAX_OPS],
    /// What is counted at the end.
    pub leaf: Leaf,
}

const _: () = {
    assert!(size_of::<SetOp>() == 28 && offset_of!(SetOp, bounds) == 20);
    assert!(size_of::<Level>() == 28 && offset_of!(Level, exclude) == 16);
    assert!(size_of::<Leaf>() == 28 && offset_of!(Leaf, choose) == 24);
    assert!(offset_of!(WalkPlan, levels) == 8);
    assert!(offset_of!(WalkPlan, ops) == 8 + MAX_VERTICES * 28);
    assert!(offset_of!(WalkPlan, leaf) == 8 + MAX_VERTICES * 28 + MAX_OPS * 28);
    assert!(size_of::<WalkPlan>() == 36 + MAX_VERTICES * 28 + MAX_OPS * 28);
};
