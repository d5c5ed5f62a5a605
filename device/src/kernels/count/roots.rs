//! Patterns whose last walked level is the first: the edge and the stars.

use core::ops::Range;

use super::leaf::{Leaves, Visit};
use super::tally::count;
use super::{CountArgs, WalkArgs};
use crate::lists::Lists;
use crate::plan::AnyPlan;
use crate::simt::{Block, Warp};

/// Counts the embeddings of a plan with `last == 0`.
///
/// A task is a vertex, and a lane takes one. `args.end` is the number of vertices. Bound by reading the offsets.
#[cuda_std::kernel(max_threads = 128)]
pub unsafe fn count_roots<B: Block>(block: B, args: &CountArgs<'_>) {
    count(block.warp(), args, |tasks, choices| visit_roots(block.warp(), args, tasks, choices));
}

/// Takes the leaves of each of these vertices, in order.
#[inline(always)]
pub(in crate::kernels) fn visit_roots<'g, W: Warp, G: Lists<'g>, P: AnyPlan>(
    warp: W,
    args: &WalkArgs<'g, G, P>,
    tasks: Range<u64>,
    visitor: &mut impl Visit,
) {
    let mut base = tasks.start;
    while base < tasks.end && !visitor.is_done() {
        let task = base + u64::from(warp.lane());
        let active = task < tasks.end;
        let root = if active { task as u32 } else { 0 };
        let leaves = Leaves {
            warp,
            graph: &args.graph,
            leaf: args.plan.leaf(),
            last: 0,
            uniform: 0,
            active,
            vertex: |_| root,
            source: None,
        };
        // SAFETY: tasks are vertices, and the plan names views that there are.
        visitor.visit(&leaves, |source| unsafe { args.graph.list(source.view, root) });
        base += u64::from(W::LANES);
    }
}
