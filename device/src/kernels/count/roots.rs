//! Patterns whose last walked level is the first: the edge and the stars.

use super::CountArgs;
use super::leaf::set_size;
use super::tally::Tally;
use crate::kernels::queue::draw;
use crate::simt::{Block, Warp};

/// Counts the embeddings of a plan with `last == 0`.
///
/// A task is a vertex, and a lane takes one. `args.end` is the number of vertices. Bound by reading the offsets.
#[cuda_std::kernel(max_threads = 128)]
pub fn count_roots<B: Block>(block: B, args: &CountArgs<'_>) {
    let warp = block.warp();
    let plan = &args.plan;
    let mut tally = Tally::new();
    while let Some(tasks) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut base = tasks.start;
        while base < tasks.end {
            let task = base + u64::from(warp.lane());
            let active = task < tasks.end;
            let root = if active { task as u32 } else { 0 };
            let size = set_size(warp, &args.graph, &plan.leaf, 0, active, |_| root, None);
            tally.add_choices(size, plan.leaf.choose);
            base += u64::from(B::Warp::LANES);
        }
    }
    tally.store(warp, &args.totals);
}
