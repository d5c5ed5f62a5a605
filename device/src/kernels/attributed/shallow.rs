//! Plans whose last walked level is the first or the second.

use super::AttributedArgs;
use super::leaf::count;
use crate::attributed::List;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw;
use crate::simt::{Block, Warp};

/// Counts the embeddings of a plan with `last <= 1`.
///
/// A task is a vertex (`last == 0`; `args.end` is their number) or an edge `(v_0, v_1)`, and a lane takes one. Bound by
/// the searches of the shorter lists in the longer ones.
#[cuda_std::kernel(max_threads = 128, min_blocks = 9)]
pub fn count_attributed_shallow<B: Block>(block: B, args: &AttributedArgs<'_>) {
    let warp = block.warp();
    let (plan, views) = (&args.plan, &args.views);
    let mut tally = Tally::new();
    while let Some(tasks) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut low = 0;
        let mut high = views.vertices;
        if plan.last > 0 {
            // The chunk's roots lie between those of its ends: each lane searches only there.
            low = args.root(tasks.start, 0, views.vertices);
            high = args.root(tasks.end - 1, low, views.vertices) + 1;
        }
        let drawn = (tasks.end - tasks.start) as u32;
        let mut base = 0;
        while base < drawn {
            let index = base + warp.lane();
            let active = index < drawn;
            let task = tasks.start + u64::from(if active { index } else { base });
            let (root, candidate) =
                if plan.last > 0 { args.edge(task, low, high) } else { (task as u32, task as u32) };
            let vertex = |level| if level == plan.last { candidate } else { root };
            // Buffers are filled at the second level at the earliest, so that lists are those of level 0.
            let list = |list: List| views.list(list.view, root);
            count(warp, views, plan, active, vertex, list, &mut tally);
            base += B::Warp::LANES;
        }
    }
    tally.store(warp, &args.totals);
}
