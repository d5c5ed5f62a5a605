//! Several plans in one walk: what their prefixes have in common is walked once.
//!
//! Plans that start from the same tasks are merged into a tree. A [`PlanNode`] is a level of one plan or of several
//! that draw it from the same list, within the same bounds, after the same levels; what runs once its vertex is fixed
//! is what any of them needs, each set once. Where a plan ends, its leaf is counted: a node whose candidates are taken
//! a warp at a time has no other nodes below it.
//!
//! Sets of patterns are bit masks: bit `i` is pattern `i`.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use crate::plan::{Leaf, Level, PlanRoom, SetOp, WalkPlan};

/// The most patterns in a tree.
pub const MAX_PATTERNS: usize = 16;
/// The most nodes in a tree.
pub const MAX_NODES: usize = 28;
/// The most set operations in a tree.
pub const MAX_OPS: usize = 40;
/// The most buffers that a warp may be given.
pub const MAX_BUFFERS: usize = 32;

/// A level of some plans: from the second on, which is the root.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct PlanNode {
    /// The vertex's candidates, bounds and operations; `first_op` is a number of the tree's operations.
    pub level: Level,
    /// The patterns that pass here.
    pub patterns: u32,
    /// The first of the nodes for the next level; 0 if there are none.
    pub child: u32,
    /// The next node with the same parent; 0 if there is none.
    pub sibling: u32,
    /// The first of the leaves that are counted for each candidate.
    pub first_leaf: u32,
    /// How many of these there are: at least 1 where there is no child, and else none.
    pub leaves: u32,
}

/// A set operation, and whom it serves.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct TreeOp {
    /// The operation. Its destination is no buffer that is still read.
    pub op: SetOp,
    /// The patterns that have no matches where the result is empty.
    pub patterns: u32,
}

/// What is counted at the end of a pattern's plan.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct TreeLeaf {
    /// The set from which the plan's last vertices are drawn.
    pub leaf: Leaf,
    /// The pattern.
    pub pattern: u32,
}

/// Some plans as one tree.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct WalkTree {
    /// Patterns in use.
    pub patterns: u32,
    /// Buffers in use.
    pub buffers: u32,
    /// The nodes. The first is the root: level 1, whose operations run for each task.
    pub nodes: [PlanNode; MAX_NODES],
    /// The operations, grouped by node.
    pub ops: [TreeOp; MAX_OPS],
    /// The leaves, grouped by node.
    pub leaves: [TreeLeaf; MAX_PATTERNS],
}

impl PlanRoom for WalkTree {
    const LEVELS: usize = WalkPlan::LEVELS;
    const BUFFERS: usize = MAX_BUFFERS;

    #[inline(always)]
    fn buffers(&self) -> u32 {
        self.buffers
    }
}

impl WalkTree {
    /// A tree of no patterns.
    pub const EMPTY: Self = WalkTree {
        patterns: 0,
        buffers: 0,
        nodes: [PlanNode {
            level: Level::UNUSED,
            patterns: 0,
            child: 0,
            sibling: 0,
            first_leaf: 0,
            leaves: 0,
        }; MAX_NODES],
        ops: [TreeOp { op: SetOp::UNUSED, patterns: 0 }; MAX_OPS],
        leaves: [TreeLeaf { leaf: Leaf::UNUSED, pattern: 0 }; MAX_PATTERNS],
    };
}

layout!(PlanNode: 52, patterns: 32);
layout!(TreeOp: 44);
layout!(TreeLeaf: 44);

const _: () = {
    assert!(MAX_PATTERNS <= 32 && WalkTree::LEVELS <= 32);
    assert!(offset_of!(WalkTree, nodes) == 8 && offset_of!(WalkTree, ops) == 8 + 52 * MAX_NODES);
    assert!(size_of::<WalkTree>() == 8 + 52 * MAX_NODES + 44 * (MAX_OPS + MAX_PATTERNS));
};
