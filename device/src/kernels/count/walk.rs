//! The depth-first walk, for patterns whose last walked level is the third or a later one.

use core::ops::Range;

use super::frames::{FrameLayout, Frames};
use super::leaf::Visit;
use super::split::Split;
use super::tally::count;
use super::{CountArgs, WalkArgs};
use crate::lists::Lists;
use crate::plan::{AnyPlan, Level};
use crate::simt::{Block, Warp};

/// Bytes of shared memory that the walk of a plan needs for a block of `warps` warps.
pub const fn shared_bytes<P: AnyPlan>(warps: u32) -> usize {
    warps as usize * FrameLayout::of::<P>().words * size_of::<u32>()
}

/// Counts the embeddings of a plan with `last >= 2`.
///
/// A task is an edge `(v_0, v_1)`, or a part of its candidates ([`Split`]), and a warp takes one: it walks the deeper
/// levels depth-first, filling its buffers by warp-wide set operations, and counts the leaves of the last level 32
/// candidates at a time. Shared memory: [`shared_bytes`]. Bound by the set operations, whose lists come from the
/// caches.
#[cuda_std::kernel]
pub unsafe fn count_walk<B: Block>(block: B, args: &CountArgs<'_>) {
    let walk = WarpWalk::new(block, args);
    count(block.warp(), args, |tasks, choices| walk.visit(args, tasks, choices));
}

/// One warp's walk over a plan.
pub(in crate::kernels) struct WarpWalk<'a, W, G, P> {
    pub(super) plan: &'a P,
    pub(super) frames: Frames<'a, W, G, P>,
}

impl<'a, 'g: 'a, W: Warp, G: Lists<'g>, P: AnyPlan> WarpWalk<'a, W, G, P> {
    /// The walk of the calling warp, with its part of the block's shared memory ([`shared_bytes`]) and of the buffers.
    #[inline(always)]
    pub fn new<B: Block<Warp = W>>(block: B, args: &'a WalkArgs<'g, G, P>) -> Self {
        WarpWalk { plan: &args.plan, frames: Frames::new(block, args, FrameLayout::of::<P>().words) }
    }

    /// Takes the leaves of each of these edges, in order.
    #[inline(always)]
    pub fn visit(&self, args: &WalkArgs<'g, G, P>, tasks: Range<u64>, visitor: &mut impl Visit) {
        let mut root = args.root(tasks.start, 0, args.vertices);
        for task in tasks {
            if visitor.is_done() {
                return;
            }
            let (first, second, part) = args.next_part(task, &mut root);
            self.task(first, second, (args.split, part), visitor);
        }
    }

    /// Takes all leaves with `v_0 = first` and `v_1 = second` that are in this part of the task.
    #[inline(always)]
    fn task(&self, first: u32, second: u32, part: (Split, u32), visitor: &mut impl Visit) {
        self.frames.start(first, second);
        if !self.run_ops(1) {
            return;
        }
        let last = self.plan.last();
        let mut level = 2;
        self.open(level);
        if first.max(second) < part.0.hubs {
            self.frames.keep_part(level, part);
        }
        while level >= 2 && !visitor.is_done() {
            if level == last {
                self.frames.leaves(level, self.level(level), self.plan.leaf(), self.plan, visitor);
                level -= 1;
            } else if !self.frames.advance(level, self.level(level)) {
                level -= 1;
            } else if self.run_ops(level) {
                level += 1;
                self.open(level);
            }
        }
    }

    /// Fixes the ends of a task, and opens the third level; false when there is no match.
    #[inline(always)]
    pub(super) fn begin(&self, first: u32, second: u32) -> bool {
        self.frames.start(first, second);
        if !self.run_ops(1) {
            return false;
        }
        self.open(2);
        true
    }

    /// Takes all leaves of a task, in whole.
    #[inline(always)]
    pub fn visit_task(&self, first: u32, second: u32, visitor: &mut impl Visit) {
        self.task(first, second, (Split::NONE, 0), visitor);
    }

    #[inline(always)]
    pub(super) fn open(&self, level: u32) {
        self.frames.open(level, self.level(level));
    }

    /// Fills the buffers that depend on the vertex of `level`; false when one of them is empty without which there is
    /// no match.
    #[inline(always)]
    pub(super) fn run_ops(&self, level: u32) -> bool {
        let Level { first_op, ops, .. } = *self.level(level);
        (first_op..first_op + ops).all(|op| self.frames.run_op(self.plan.op(op)))
    }

    #[inline(always)]
    pub(super) fn level(&self, level: u32) -> &'a Level {
        self.plan.level(level)
    }
}
