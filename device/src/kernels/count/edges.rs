//! Patterns whose last walked level is the second: triangles, diamonds, and all else that an edge decides.

use core::ops::Range;

use super::leaf::{Leaves, Visit};
use super::tally::count;
use super::{CountArgs, WalkArgs};
use crate::lists::Lists;
use crate::plan::{AnyPlan, Source};
use crate::simt::{Block, Warp};

/// Counts the embeddings of a plan with `last == 1`.
///
/// A task is an edge `(v_0, v_1)`, and a lane takes one; the lists of a warp's 32 edges are intersected together.
/// Bound by the searches of the shorter lists in the longer ones.
#[cuda_std::kernel(max_threads = 128, min_blocks = 9)]
pub unsafe fn count_edges<B: Block>(block: B, args: &CountArgs<'_>) {
    count(block.warp(), args, |tasks, choices| visit_edges(block.warp(), args, tasks, choices));
}

/// Takes the leaves of each of these edges, in order.
#[inline(always)]
pub(in crate::kernels) fn visit_edges<'g, W: Warp, G: Lists<'g>, P: AnyPlan>(
    warp: W,
    args: &WalkArgs<'g, G, P>,
    tasks: Range<u64>,
    visitor: &mut impl Visit,
) {
    let leaf = args.plan.leaf();
    // The tasks' roots lie between those of the ends: each lane searches only there.
    let low = args.root(tasks.start, 0, args.vertices);
    let high = args.root(tasks.end - 1, low, args.vertices) + 1;
    let mut base = tasks.start;
    while base < tasks.end && !visitor.is_done() {
        let task = base + u64::from(warp.lane());
        let active = task < tasks.end;
        let (root, candidate) = args.edge(if active { task } else { base }, low, high);
        // Buffers are filled at the second level at the earliest, so that lists are those of level 0.
        // SAFETY: the root is a vertex, and the plan names views that there are.
        let list = |source: Source| -> &[u32] { unsafe { args.graph.list(source.view, root) } };
        let leaves = Leaves {
            warp,
            graph: &args.graph,
            leaf,
            last: 1,
            uniform: 0,
            active,
            vertex: |level| if level == 0 { root } else { candidate },
            source: (leaf.source.kind == Source::NEIGHBORS).then(|| list(leaf.source)),
        };
        visitor.visit(&leaves.if_empty(&args.plan, &list), list);
        base += u64::from(W::LANES);
    }
}
