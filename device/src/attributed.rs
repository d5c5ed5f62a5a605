//! The plan and the graph of a pattern that asks for labels, directions or absence, or that is large.
//!
//! The graph comes as *views*: one list of neighbours per vertex for each kind of edge that the pattern asks for, such
//! as "arcs labelled `knows` from a `Person` to a `Robot`". Labels and directions are settled when the views are made;
//! a kernel sees lists, and a plan names them. Otherwise the plan is that of [`plan`](crate::plan): levels, set
//! operations, and a leaf. It adds [`Leaf`]s that must be empty, for vertices that must not exist.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use crate::memory::Slice;
use crate::plan::Bounds;
use crate::sets::Range;

/// The most vertices that a pattern may have.
pub const MAX_VERTICES: usize = 12;
/// The most set operations in a plan, over all levels.
pub const MAX_OPS: usize = 64;
/// The most buffers that a warp may be given.
pub const MAX_BUFFERS: usize = 32;
/// The most vertices that must not exist.
pub const MAX_TESTS: usize = 4;

/// The views of a graph, one after another, each in compressed sparse rows over the same vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Views<'a> {
    /// For each view `n + 1` starts of lists in `neighbors`, ascending within the view.
    pub offsets: Slice<'a, u64>,
    /// The lists: each ascending, without duplicates and without its own vertex.
    pub neighbors: Slice<'a, u32>,
    /// `n`, the vertices.
    pub vertices: u32,
}

impl<'a> Views<'a> {
    /// Where the list of `v` in `view` starts and ends.
    #[inline(always)]
    fn bounds(&self, view: u32, v: u32) -> (usize, usize) {
        debug_assert!(v < self.vertices);
        let row = u64::from(view) * (u64::from(self.vertices) + 1) + u64::from(v);
        let offsets = self.offsets.get();
        debug_assert!(row + 1 < offsets.len() as u64);
        // SAFETY: `v < n` and `view` is one of the views, each of which has `n + 1` offsets.
        unsafe {
            (*offsets.get_unchecked(row as usize) as usize, *offsets.get_unchecked(row as usize + 1) as usize)
        }
    }

    /// The neighbours of `v` in `view`, ascending.
    #[inline(always)]
    pub fn list(&self, view: u32, v: u32) -> &'a [u32] {
        let (start, end) = self.bounds(view, v);
        // SAFETY: offsets ascend within a view and end within `neighbors`.
        unsafe { self.neighbors.get().get_unchecked(start..end) }
    }

    /// Those of them that are in `range`.
    #[inline(always)]
    pub fn within(&self, view: u32, v: u32, range: Range) -> &'a [u32] {
        range.of(self.list(view, v))
    }
}

/// Where a list of candidates stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct List {
    /// One of [`List::NONE`], [`List::NEIGHBORS`], [`List::BUFFER`].
    pub kind: u32,
    /// The level whose vertex's neighbours are meant, or the buffer.
    pub index: u32,
    /// The view in which they are neighbours.
    pub view: u32,
}

impl List {
    /// No list: every vertex of the graph.
    pub const NONE: u32 = 0;
    /// The neighbours, in `view`, of the vertex of level `index`.
    pub const NEIGHBORS: u32 = 1;
    /// The buffer `index`.
    pub const BUFFER: u32 = 2;
}

/// `buffer[destination] = source ∩ list(view, v_operand)`, or `source \ list(view, v_operand)`, within `bounds`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Op {
    /// What is filtered. Never [`List::NONE`].
    pub source: List,
    /// The level of the vertex whose neighbours are kept, or dropped.
    pub operand: u32,
    /// The view in which they are its neighbours.
    pub view: u32,
    /// 0: intersection. 1: difference.
    pub difference: u32,
    /// The buffer that is written. It is not `source`.
    pub destination: u32,
    /// 1 if the walk goes on when the result is empty: only tests read it.
    pub optional: u32,
    /// Only these are kept; the levels are at most the one at which the operation runs.
    pub bounds: Bounds,
}

/// One vertex of the matching order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Level {
    /// The candidates. [`List::NONE`] at level 0, neighbours of level 0 at level 1.
    pub source: List,
    /// Which of them count.
    pub bounds: Bounds,
    /// Levels whose vertices may stand among the candidates, and are skipped.
    pub exclude: u32,
    /// The operations that run once this vertex is fixed: `ops[first_op..first_op + ops]`, in order.
    pub first_op: u32,
    /// How many operations those are.
    pub ops: u32,
}

/// A set that depends on the candidate `c` of the last level walked:
/// `S = { x in source : x ~ c as relation says, within bounds } \ { vertices of the levels in exclude }`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Leaf {
    /// The part of the set that does not depend on `c`. [`List::NONE`] only with [`Leaf::ADJACENT`].
    pub source: List,
    /// One of [`Leaf::ADJACENT`], [`Leaf::APART`], [`Leaf::FREE`].
    pub relation: u32,
    /// The view in which `x` is a neighbour of `c`.
    pub view: u32,
    /// Bounds, which may name the last level walked.
    pub bounds: Bounds,
    /// Levels (the last one walked among them) whose vertices may stand in the set, and do not count.
    pub exclude: u32,
    /// How many of the pattern's vertices are drawn from the set; 0 where the set is not read.
    pub choose: u32,
    /// 0: they are different, and their order does not matter: `C(|S|, choose)`. 1: any: `|S|` to the power `choose`.
    pub power: u32,
}

impl Leaf {
    /// `x` is a neighbour of `c`.
    pub const ADJACENT: u32 = 0;
    /// `x` is not a neighbour of `c`.
    pub const APART: u32 = 1;
    /// `x` may be either.
    pub const FREE: u32 = 2;
}

/// A whole plan: levels `0..=last` are walked, and `leaf.choose` vertices are counted for each candidate of the last
/// one whose tests are all empty.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct AttributedWalk {
    /// The last level walked.
    pub last: u32,
    /// Buffers in use.
    pub buffers: u32,
    /// Tests in use.
    pub tests: u32,
    /// The levels; those past `last` are not used.
    pub levels: [Level; MAX_VERTICES],
    /// The operations, grouped by level.
    pub ops: [Op; MAX_OPS],
    /// What is counted at the end.
    pub leaf: Leaf,
    /// Sets that must be empty: `choose` is not read.
    pub empty: [Leaf; MAX_TESTS],
}

const _: () = {
    assert!(size_of::<Views<'_>>() == 40 && offset_of!(Views<'_>, vertices) == 32);
    assert!(size_of::<List>() == 12 && size_of::<Op>() == 40 && offset_of!(Op, bounds) == 32);
    assert!(size_of::<Level>() == 32 && offset_of!(Level, exclude) == 20);
    assert!(size_of::<Leaf>() == 40 && offset_of!(Leaf, choose) == 32);
    assert!(offset_of!(AttributedWalk, levels) == 12);
    assert!(offset_of!(AttributedWalk, ops) == 12 + MAX_VERTICES * 32);
    assert!(size_of::<AttributedWalk>() == 12 + MAX_VERTICES * 32 + MAX_OPS * 40 + (1 + MAX_TESTS) * 40);
};
