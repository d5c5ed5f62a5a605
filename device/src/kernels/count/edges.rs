//! Patterns whose last walked level is the second: triangles, diamonds, and all else that an edge decides.

use super::CountArgs;
use super::leaf::set_size;
use super::tally::Tally;
use crate::kernels::queue::draw;
use crate::plan::Source;
use crate::simt::{Block, Warp};

/// Counts the embeddings of a plan with `last == 1`.
///
/// A task is an edge `(v_0, v_1)`, and a lane takes one; the lists of a warp's 32 edges are intersected together.
/// Bound by the searches of the shorter lists in the longer ones.
#[cuda_std::kernel(max_threads = 128)]
pub fn count_edges<B: Block>(block: B, args: &CountArgs<'_>) {
    let warp = block.warp();
    let plan = &args.plan;
    let leaf = &plan.leaf;
    let mut tally = Tally::new();
    while let Some(tasks) = draw(warp, &args.queue[0], args.chunk, args.end) {
        // The chunk's roots lie between those of its ends: each lane searches only there.
        let low = args.root(tasks.start, 0, args.vertices);
        let high = args.root(tasks.end - 1, low, args.vertices) + 1;
        let mut base = tasks.start;
        while base < tasks.end {
            let task = base + u64::from(warp.lane());
            let active = task < tasks.end;
            let (root, candidate) = args.edge(if active { task } else { base }, low, high);
            let source = (leaf.source.kind == Source::NEIGHBORS).then(|| args.graph.neighbors(root));
            let vertex = |level| if level == 0 { root } else { candidate };
            let size = set_size(warp, &args.graph, leaf, 1, active, vertex, source);
            tally.add_choices(size, leaf.choose);
            base += u64::from(B::Warp::LANES);
        }
    }
    tally.store(warp, &args.totals);
}
