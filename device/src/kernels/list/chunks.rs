//! The first pass: how many embeddings each chunk of tasks has, up to a number that is enough.

use core::ops::Range;

use super::ChunkArgs;
use crate::kernels::count::edges::visit_edges;
use crate::kernels::count::leaf::{Leaves, Visit};
use crate::kernels::count::roots::visit_roots;
use crate::kernels::count::walk::WarpWalk;
use crate::kernels::count::{CountArgs, WalkArgs};
use crate::kernels::queue::draw;
use crate::lists::Lists;
use crate::plan::Source;
use crate::simt::{Block, Warp};

/// Counts the embeddings of chunks of vertices, for a plan with `last == 0`.
#[cuda_std::kernel(max_threads = 128)]
pub unsafe fn chunk_roots<B: Block>(block: B, args: &ChunkArgs<'_, CountArgs<'_>>) {
    let warp = block.warp();
    each_chunk(warp, args, |tasks, size| visit_roots(warp, &args.walk, tasks, size));
}

/// Counts the embeddings of chunks of edges, for a plan with `last == 1`.
#[cuda_std::kernel]
pub unsafe fn chunk_edges<B: Block>(block: B, args: &ChunkArgs<'_, CountArgs<'_>>) {
    let warp = block.warp();
    each_chunk(warp, args, |tasks, size| visit_edges(warp, &args.walk, tasks, size));
}

/// Counts the embeddings of chunks of edges, for a plan with `last >= 2`. Shared memory and buffers: as for
/// [`count_walk`](crate::kernels::count::walk::count_walk).
#[cuda_std::kernel]
pub unsafe fn chunk_walk<B: Block>(block: B, args: &ChunkArgs<'_, CountArgs<'_>>) {
    let walk = WarpWalk::new(block, &args.walk);
    each_chunk(block.warp(), args, |tasks, size| walk.visit(&args.walk, tasks, size));
}

/// Draws chunks, a warp each, until none are left.
#[inline(always)]
pub(in crate::kernels) fn each_chunk<W: Warp, G: Copy, P: Copy>(
    warp: W,
    args: &ChunkArgs<'_, WalkArgs<'_, G, P>>,
    walk: impl Fn(Range<u64>, &mut Size),
) {
    let WalkArgs { chunk, end, .. } = args.walk;
    while let Some(tasks) = draw(warp, &args.walk.queue[0], chunk, end) {
        let mut size = Size { embeddings: 0, most: args.most };
        walk(args.first + tasks.start..args.first + tasks.end, &mut size);
        if warp.lane() == 0 {
            // SAFETY: the host made a count for each chunk, and no other warp draws this one.
            unsafe { args.counts.write((tasks.start / u64::from(chunk)) as usize, size.embeddings) };
        }
    }
}

/// What a warp has counted in a chunk: the same in all lanes.
pub(in crate::kernels) struct Size {
    embeddings: u64,
    most: u64,
}

impl Visit for Size {
    #[inline(always)]
    fn visit<'l, 'g: 'l, W: Warp, G: Lists<'g>>(
        &mut self,
        leaves: &Leaves<'l, W, G, impl Fn(u32) -> u32 + Copy>,
        _list: impl Fn(Source) -> &'l [u32],
    ) {
        self.embeddings += leaves.warp.sum_u64(u64::from(leaves.size()));
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.embeddings >= self.most
    }
}
