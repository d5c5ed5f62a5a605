//! Counting the matches of patterns with labels, directions and absence, and of those that are large.
//!
//! # Computes
//! The number of embeddings of an [`AttributedWalk`](crate::plan::AttributedWalk) in the [`Views`](crate::lists::Views)
//! of a graph, exactly, in 128 bits.
//!
//! # Requires
//! Views that list, for each vertex that a level may take, what the plan means by them; vertices numbered as the plan's
//! bounds expect; buffers of the size that the longest lists of the views allow. All are the host's to see to, in
//! `mine::attributed` and `mine::walk`.
//!
//! # Thread mapping
//! The walk of [`count`](super::count), over views, with a kernel for each place where the last level can be.
//!
//! # Sources
//! Lists by label, in place of tests by label, follow the partitioned graphs of Zeng et al. (GSI, ICDE 2020);
//! anti-vertices Jamshidi et al. (Peregrine, EuroSys 2020, section 3).

use super::count::AttributedArgs;
use super::count::combined::Combined;
use super::count::edges::visit_edges;
use super::count::roots::visit_roots;
use super::count::tally::{count, count_by};
use super::count::walk::WarpWalk;
use crate::plan::AnyPlan;
use crate::simt::Block;

/// Counts the embeddings of a plan with `last == 0`. A task is a vertex, and a lane takes one.
#[cuda_std::kernel(max_threads = 128)]
pub unsafe fn count_attributed_roots<B: Block>(block: B, args: &AttributedArgs<'_>) {
    count(block.warp(), args, |tasks, choices| visit_roots(block.warp(), args, tasks, choices));
}

/// Counts the embeddings of a plan with `last == 1`. A task is an edge, and a lane takes one.
#[cuda_std::kernel(max_threads = 128, min_blocks = 8)]
pub unsafe fn count_attributed_edges<B: Block>(block: B, args: &AttributedArgs<'_>) {
    count(block.warp(), args, |tasks, choices| visit_edges(block.warp(), args, tasks, choices));
}

/// Counts the embeddings of a plan with `last >= 2`. A task is an edge, and a warp takes one. Shared memory:
/// [`shared_bytes`](super::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn count_attributed<B: Block>(block: B, args: &AttributedArgs<'_>) {
    let walk = WarpWalk::new(block, args);
    count(block.warp(), args, |tasks, choices| walk.visit(args, tasks, choices));
}

/// Counts the embeddings of a plan with `last == 0` that ends in a [`Combination`](crate::combination::Combination): of
/// vertices that are told apart by their labels alone.
#[cuda_std::kernel]
pub unsafe fn count_attributed_roots_combined<B: Block>(block: B, args: &AttributedArgs<'_>) {
    let sets = args.plan.combination();
    count_by(block.warp(), args, |tasks, tally| {
        visit_roots(block.warp(), args, tasks, &mut Combined { sets, tally });
    });
}

/// Counts the embeddings of a plan with `last == 1` that ends in a [`Combination`](crate::combination::Combination). A
/// task is an edge, and a lane takes one.
#[cuda_std::kernel]
pub unsafe fn count_attributed_edges_combined<B: Block>(block: B, args: &AttributedArgs<'_>) {
    let sets = args.plan.combination();
    count_by(block.warp(), args, |tasks, tally| {
        visit_edges(block.warp(), args, tasks, &mut Combined { sets, tally });
    });
}

/// Counts the embeddings of a plan with `last >= 2` that ends in a [`Combination`](crate::combination::Combination). A
/// task is an edge, and a warp takes one. Shared memory: [`shared_bytes`](super::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn count_attributed_combined<B: Block>(block: B, args: &AttributedArgs<'_>) {
    let walk = WarpWalk::new(block, args);
    let sets = args.plan.combination();
    count_by(block.warp(), args, |tasks, tally| walk.visit(args, tasks, &mut Combined { sets, tally }));
}
