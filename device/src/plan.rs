//! The plan that the walk obeys: a pattern, turned into loops over candidate lists.
//!
//! The walk fixes the vertices of an embedding one level after another, `v_0, v_1, …`. What it does at each level
//! is data, made by the host's planner:
//!
//! - A [`Level`] says where the candidates for `v_i` stand (a neighbour list or a buffer), which of them are out,
//!   and which [`SetOp`]s run once `v_i` is fixed: they fill the buffers that deeper levels read.
//! - The vertices of the last level that is walked are taken a warp at a time: each lane holds one, and counts what is
//!   left, the [`Leaf`]: the pattern's last `choose` vertices, interchangeable, all drawn from one set. Where they are
//!   drawn from several, a [`Combination`] has the sets, and how their sizes make the count.
//!
//! A list of neighbours may be one of several *views* of a vertex: the graph of a pattern that asks for labels or
//! directions comes as one list for each kind of edge that the pattern names ([`Views`](crate::lists::Views)). Plans
//! for such patterns may also have [`Leaf`]s that must be empty, for vertices that must not exist. In plans for plain
//! patterns ([`WalkPlan`]) all views are 0, and mean all neighbours.
//!
//! Sets of levels are bit masks: bit `i` is level `i`.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use crate::combination::Combination;

/// The most vertices that any pattern may have.
pub const MAX_VERTICES: usize = 12;

/// Where a list of candidates stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Source {
    /// One of [`Source::NONE`], [`Source::NEIGHBORS`], [`Source::BUFFER`].
    pub kind: u32,
    /// The level whose vertex's neighbours are meant, or the buffer.
    pub index: u32,
    /// The view in which they are neighbours.
    pub view: u32,
}

impl Source {
    /// No list: every vertex of the graph.
    pub const NONE: u32 = 0;
    /// The neighbours of the vertex of level `index`.
    pub const NEIGHBORS: u32 = 1;
    /// The buffer `index`.
    pub const BUFFER: u32 = 2;

    /// No list.
    pub const NOWHERE: Source = Source { kind: Source::NONE, index: 0, view: 0 };
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

impl Bounds {
    /// Any vertex.
    pub const NONE: Bounds = Bounds { above: 0, below: 0 };
}

/// `buffer[destination] = source ∩ list(view, v_operand)`, or `source \ list(view, v_operand)`, within `bounds`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct SetOp {
    /// What is filtered. Never [`Source::NONE`].
    pub source: Source,
    /// The level of the vertex whose neighbours are kept, or dropped.
    pub operand: u32,
    /// The view in which they are its neighbours.
    pub view: u32,
    /// 0: intersection. 1: difference.
    pub difference: u32,
    /// The buffer that is written. It is not `source`.
    pub destination: u32,
    /// 1 if the walk goes on when the result is empty: only sets that may be empty are made of it.
    pub optional: u32,
    /// Only these are kept; the levels are at most the one at which the operation runs.
    pub bounds: Bounds,
}

impl SetOp {
    /// What stands behind the operations of a plan.
    pub const UNUSED: SetOp = SetOp {
        source: Source::NOWHERE,
        operand: 0,
        view: 0,
        difference: 0,
        destination: 0,
        optional: 0,
        bounds: Bounds::NONE,
    };
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

impl Level {
    /// What stands behind the levels of a plan.
    pub const UNUSED: Level =
        Level { source: Source::NOWHERE, bounds: Bounds::NONE, exclude: 0, first_op: 0, ops: 0 };
}

/// A set that depends on the candidate `c` of the last level walked:
/// `S = { x in source : x ~ c as relation says, within bounds } \ { vertices of the levels in exclude }`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Leaf {
    /// The part of the set that does not depend on `c`. [`Source::NONE`] only with [`Leaf::ADJACENT`] and
    /// [`Leaf::ITSELF`].
    pub source: Source,
    /// One of [`Leaf::ADJACENT`], [`Leaf::APART`], [`Leaf::FREE`], [`Leaf::ITSELF`].
    pub relation: u32,
    /// The view in which `x` is a neighbour of `c`.
    pub view: u32,
    /// Bounds, which may name the last level walked.
    pub bounds: Bounds,
    /// Levels (the last one walked among them) whose vertices may stand in the set, and do not count.
    pub exclude: u32,
    /// How many of the pattern's vertices are drawn from the set: at least 1.
    pub choose: u32,
    /// 0: they are different, and their order does not matter: `C(|S|, choose)`. 1: any: `|S|` to the power `choose`. 0
    /// in plain plans.
    pub power: u32,
}

impl Leaf {
    /// `x` is a neighbour of `c`.
    pub const ADJACENT: u32 = 0;
    /// `x` is not a neighbour of `c`.
    pub const APART: u32 = 1;
    /// `x` may be either.
    pub const FREE: u32 = 2;
    /// `S = { c }`: all of the pattern's vertices are walked. Not in plain plans.
    pub const ITSELF: u32 = 3;

    /// What stands behind the leaves of plans.
    pub const UNUSED: Leaf = Leaf {
        source: Source::NOWHERE,
        relation: Leaf::FREE,
        view: 0,
        bounds: Bounds::NONE,
        exclude: 0,
        choose: 0,
        power: 0,
    };
}

/// A whole plan, of up to so many walked levels, buffers, operations and tests.
///
/// Levels `0..=last` are walked, and `leaf.choose` vertices are drawn for each candidate of the last one whose tests
/// are all empty.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct PlanOf<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize> {
    /// The last level walked, whose candidates are taken a warp at a time.
    pub last: u32,
    /// Buffers in use.
    pub buffers: u32,
    /// Tests in use.
    pub tests: u32,
    /// The levels; those past `last` are not used.
    pub levels: [Level; LEVELS],
    /// The operations, grouped by level.
    pub ops: [SetOp; OPS],
    /// What is counted at the end, or where `combination` has sets, the first of these.
    pub leaf: Leaf,
    /// What is counted at the end, where that is drawn from several sets.
    pub combination: Combination,
    /// The tests: sets that must be empty. `choose` is not read.
    pub empty: [Leaf; TESTS],
}

/// A plan for a plain pattern: of edges and nothing else.
pub type WalkPlan = PlanOf<8, 16, 24, 0>;
/// A plan for any pattern.
pub type AttributedWalk = PlanOf<{ MAX_VERTICES }, 32, 64, 4>;

/// What a walk needs room for.
pub trait PlanRoom: DeviceCopy {
    /// The most levels that it walks.
    const LEVELS: usize;
    /// The most buffers that a warp may be given.
    const BUFFERS: usize;

    /// Buffers in use.
    fn buffers(&self) -> u32;
}

/// Sets that must be empty for a match.
pub trait Tests {
    /// How many there are.
    fn tests(&self) -> u32;
    /// One of them.
    fn test(&self, test: u32) -> &Leaf;
}

/// A plan of any size.
pub trait AnyPlan: PlanRoom + Tests {
    /// The most set operations, over all levels.
    const OPS: usize;
    /// The most sets that must be empty.
    const TESTS: usize;

    /// The last level walked.
    fn last(&self) -> u32;
    /// A level.
    fn level(&self, level: u32) -> &Level;
    /// An operation.
    fn op(&self, op: u32) -> &SetOp;
    /// What is counted at the end, or where there is a combination of sets, the first of these.
    fn leaf(&self) -> &Leaf;
    /// What is counted at the end, where that is drawn from several sets.
    fn combination(&self) -> &Combination;
}

impl<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize> PlanRoom
    for PlanOf<LEVELS, BUFFERS, OPS, TESTS>
{
    const LEVELS: usize = LEVELS;
    const BUFFERS: usize = BUFFERS;

    #[inline(always)]
    fn buffers(&self) -> u32 {
        self.buffers
    }
}

impl<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize> Tests
    for PlanOf<LEVELS, BUFFERS, OPS, TESTS>
{
    #[inline(always)]
    fn tests(&self) -> u32 {
        if TESTS == 0 { 0 } else { self.tests }
    }

    #[inline(always)]
    fn test(&self, test: u32) -> &Leaf {
        &self.empty[test as usize]
    }
}

impl<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize> AnyPlan
    for PlanOf<LEVELS, BUFFERS, OPS, TESTS>
{
    const OPS: usize = OPS;
    const TESTS: usize = TESTS;

    #[inline(always)]
    fn last(&self) -> u32 {
        self.last
    }

    #[inline(always)]
    fn level(&self, level: u32) -> &Level {
        &self.levels[level as usize]
    }

    #[inline(always)]
    fn op(&self, op: u32) -> &SetOp {
        &self.ops[op as usize]
    }

    #[inline(always)]
    fn leaf(&self) -> &Leaf {
        &self.leaf
    }

    #[inline(always)]
    fn combination(&self) -> &Combination {
        &self.combination
    }
}

layout!(Source: 12);
layout!(SetOp: 40, bounds: 32);
layout!(Level: 32, exclude: 20);
layout!(Leaf: 40, choose: 32);

const _: () = {
    assert!(offset_of!(WalkPlan, levels) == 12 && offset_of!(WalkPlan, ops) == 12 + 8 * 32);
    assert!(size_of::<WalkPlan>() == 12 + 8 * 32 + 24 * 40 + 40 + size_of::<Combination>());
    assert!(
        size_of::<AttributedWalk>() == 12 + MAX_VERTICES * 32 + 64 * 40 + 5 * 40 + size_of::<Combination>()
    );
};
