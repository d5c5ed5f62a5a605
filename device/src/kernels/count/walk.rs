//! The depth-first walk, for patterns whose last walked level is the third or a later one.

use core::ops::Range;

use super::CountArgs;
use super::frames::{Frames, stack_words};
use super::leaf::Visit;
use super::tally::{Choices, Tally};
use crate::kernels::queue::draw;
use crate::plan::{Level, MAX_BUFFERS, WalkPlan};
use crate::simt::{Block, Warp};

/// Bytes of shared memory that [`count_walk`] needs for a block of `warps` warps.
pub const fn shared_bytes(warps: u32) -> usize {
    warps as usize * stack_words(MAX_BUFFERS) * size_of::<u32>()
}

/// Counts the embeddings of a plan with `last >= 2`.
///
/// A task is an edge `(v_0, v_1)`, and a warp takes one: it walks the deeper levels depth-first, filling its
/// buffers by warp-wide set operations, and counts the leaves of the last level 32 candidates at a time.
/// Shared memory: [`shared_bytes`]. Bound by the set operations, whose lists come from the caches.
#[cuda_std::kernel]
pub fn count_walk<B: Block>(block: B, args: &CountArgs<'_>) {
    let warp = block.warp();
    let walk = Walk::new(block, args);
    let mut tally = Tally::new();
    while let Some(tasks) = draw(warp, &args.queue[0], args.chunk, args.end) {
        walk.visit(args, tasks, &mut Choices(&mut tally));
    }
    tally.store(warp, &args.totals);
}

/// One warp's walk over a plan.
pub(in crate::kernels) struct Walk<'a, W> {
    plan: &'a WalkPlan,
    frames: Frames<'a, W>,
}

impl<'a, W: Warp> Walk<'a, W> {
    /// The walk of the calling warp, with its part of the block's shared memory ([`shared_bytes`]) and of the buffers.
    #[inline(always)]
    pub fn new<B: Block<Warp = W>>(block: B, args: &'a CountArgs<'_>) -> Self {
        let plan = &args.plan;
        Walk { plan, frames: Frames::new(block, args, stack_words(MAX_BUFFERS), plan.buffers) }
    }

    /// Takes the leaves of each of these edges, in order.
    #[inline(always)]
    pub fn visit(&self, args: &CountArgs<'_>, tasks: Range<u64>, visitor: &mut impl Visit) {
        let mut root = args.root(tasks.start, 0, args.vertices);
        for task in tasks {
            if visitor.is_done() {
                return;
            }
            let (first, second) = args.next_edge(task, &mut root);
            self.task(first, second, visitor);
        }
    }

    /// Takes all leaves with `v_0 = first` and `v_1 = second`.
    #[inline(always)]
    fn task(&self, first: u32, second: u32, visitor: &mut impl Visit) {
        self.frames.start(first, second);
        if !self.run_ops(1) {
            return;
        }
        let last = self.plan.last;
        let mut level = 2;
        self.open(level);
        while level >= 2 && !visitor.is_done() {
            if level == last {
                self.frames.leaves(level, self.level(level), &self.plan.leaf, visitor);
                level -= 1;
            } else if !self.frames.advance(level, self.level(level)) {
                level -= 1;
            } else if self.run_ops(level) {
                level += 1;
                self.open(level);
            }
        }
    }

    #[inline(always)]
    fn open(&self, level: u32) {
        self.frames.open(level, self.level(level));
    }

    /// Fills the buffers that depend on the vertex of `level`; false when one of them is empty, and with it every
    /// set that is drawn from it.
    #[inline(always)]
    fn run_ops(&self, level: u32) -> bool {
        let Level { first_op, ops, .. } = *self.level(level);
        (first_op..first_op + ops).all(|op| self.frames.run_op(&self.plan.ops[op as usize]))
    }

    #[inline(always)]
    fn level(&self, level: u32) -> &'a Level {
        &self.plan.levels[level as usize]
    }
}
