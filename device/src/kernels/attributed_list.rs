//! Listing the matches of patterns with labels, directions and absence, and of those that are large.
//!
//! The two passes of [`list`](super::list), over the [`Views`](crate::lists::Views) of a graph. A family of its own, so
//! that a card loads just what a job launches.

use super::count::AttributedArgs;
use super::count::edges::visit_edges;
use super::count::roots::visit_roots;
use super::count::walk::WarpWalk;
use super::list::chunks::each_chunk;
use super::list::rows::each_job;
use super::list::{ChunkArgs, ListArgs};
use crate::simt::Block;

/// Counts the embeddings of chunks of vertices, for a plan with `last == 0`.
#[cuda_std::kernel(max_threads = 128)]
pub unsafe fn chunk_attributed_roots<B: Block>(block: B, args: &ChunkArgs<'_, AttributedArgs<'_>>) {
    let warp = block.warp();
    each_chunk(warp, args, |tasks, size| visit_roots(warp, &args.walk, tasks, size));
}

/// Counts the embeddings of chunks of edges, for a plan with `last == 1`.
#[cuda_std::kernel]
pub unsafe fn chunk_attributed_edges<B: Block>(block: B, args: &ChunkArgs<'_, AttributedArgs<'_>>) {
    let warp = block.warp();
    each_chunk(warp, args, |tasks, size| visit_edges(warp, &args.walk, tasks, size));
}

/// Counts the embeddings of chunks of edges, for a plan with `last >= 2`. Shared memory:
/// [`shared_bytes`](super::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn chunk_attributed<B: Block>(block: B, args: &ChunkArgs<'_, AttributedArgs<'_>>) {
    let walk = WarpWalk::new(block, &args.walk);
    each_chunk(block.warp(), args, |tasks, size| walk.visit(&args.walk, tasks, size));
}

/// Lists embeddings of chunks of vertices, for a plan with `last == 0`.
#[cuda_std::kernel(max_threads = 128)]
pub unsafe fn list_attributed_roots<B: Block>(block: B, args: &ListArgs<'_, AttributedArgs<'_>>) {
    let warp = block.warp();
    each_job(warp, args, |tasks, rows| visit_roots(warp, &args.walk, tasks, rows));
}

/// Lists embeddings of chunks of edges, for a plan with `last == 1`.
#[cuda_std::kernel]
pub unsafe fn list_attributed_edges<B: Block>(block: B, args: &ListArgs<'_, AttributedArgs<'_>>) {
    let warp = block.warp();
    each_job(warp, args, |tasks, rows| visit_edges(warp, &args.walk, tasks, rows));
}

/// Lists embeddings of chunks of edges, for a plan with `last >= 2`. Shared memory:
/// [`shared_bytes`](super::count::walk::shared_bytes).
#[cuda_std::kernel(max_threads = 128, min_blocks = 4)]
pub unsafe fn list_attributed<B: Block>(block: B, args: &ListArgs<'_, AttributedArgs<'_>>) {
    let walk = WarpWalk::new(block, &args.walk);
    each_job(block.warp(), args, |tasks, rows| walk.visit(&args.walk, tasks, rows));
}
