//! The second pass: the embeddings that the host's jobs ask for, a row each.

use core::ops::Range;

use super::{ListArgs, ListJob, RowPlace};
use crate::kernels::count::edges::visit_edges;
use crate::kernels::count::leaf::{Leaves, Visit};
use crate::kernels::count::roots::visit_roots;
use crate::kernels::count::walk::WarpWalk;
use crate::kernels::count::{CountArgs, WalkArgs};
use crate::kernels::queue::draw;
use crate::lists::Lists;
use crate::plan::Source;
use crate::simt::{Block, Warp};

/// Lists embeddings of chunks of vertices, for a plan with `last == 0`.
#[cuda_std::kernel(max_threads = 128)]
pub unsafe fn list_roots<B: Block>(block: B, args: &ListArgs<'_, CountArgs<'_>>) {
    let warp = block.warp();
    each_job(warp, args, |tasks, rows| visit_roots(warp, &args.walk, tasks, rows));
}

/// Lists embeddings of chunks of edges, for a plan with `last == 1`.
#[cuda_std::kernel]
pub unsafe fn list_edges<B: Block>(block: B, args: &ListArgs<'_, CountArgs<'_>>) {
    let warp = block.warp();
    each_job(warp, args, |tasks, rows| visit_edges(warp, &args.walk, tasks, rows));
}

/// Lists embeddings of chunks of edges, for a plan with `last >= 2`. Shared memory and buffers: as for
/// [`count_walk`](crate::kernels::count::walk::count_walk).
#[cuda_std::kernel]
pub unsafe fn list_walk<B: Block>(block: B, args: &ListArgs<'_, CountArgs<'_>>) {
    let walk = WarpWalk::new(block, &args.walk);
    each_job(block.warp(), args, |tasks, rows| walk.visit(&args.walk, tasks, rows));
}

/// Draws jobs, a warp each, until none are left.
#[inline(always)]
pub(in crate::kernels) fn each_job<'a, W: Warp, G, P>(
    warp: W,
    args: &ListArgs<'a, WalkArgs<'_, G, P>>,
    walk: impl Fn(Range<u64>, &mut RowVisitor<'_, 'a>),
) {
    while let Some(drawn) = draw(warp, &args.walk.queue[0], 1, args.walk.end) {
        let job = args.jobs[drawn.start as usize];
        walk(job.first..job.first + job.tasks, &mut RowVisitor { place: &args.place, job, number: 0 });
    }
}

/// Writes the rows of a job. The same in all lanes.
pub(in crate::kernels) struct RowVisitor<'r, 'a> {
    place: &'r RowPlace<'a>,
    job: ListJob,
    /// The number of the next embedding.
    number: u64,
}

impl Visit for RowVisitor<'_, '_> {
    #[inline(always)]
    fn visit<'l, 'g: 'l, W: Warp, G: Lists<'g>>(
        &mut self,
        leaves: &Leaves<'l, W, G, impl Fn(u32) -> u32 + Copy>,
        _list: impl Fn(Source) -> &'l [u32],
    ) {
        if self.number < self.job.skip {
            // To count is cheaper than to go through them.
            let next = self.number + leaves.warp.sum_u64(u64::from(leaves.size()));
            if next <= self.job.skip {
                self.number = next;
                return;
            }
        }
        leaves.each(|owner, vertex| {
            let votes = leaves.warp.ballot(vertex.is_some());
            if votes != 0 {
                self.write(leaves, owner, vertex, votes);
                self.number += u64::from(votes.count_ones());
            }
        });
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.number >= self.job.skip + self.job.take
    }
}

impl RowVisitor<'_, '_> {
    /// Writes a row for each lane with a `vertex`, if its embedding is wanted: lane `owner` has the others. A
    /// collective.
    #[inline(always)]
    fn write<'g, W: Warp, G: Lists<'g>>(
        &self,
        leaves: &Leaves<'_, W, G, impl Fn(u32) -> u32>,
        owner: u32,
        vertex: Option<u32>,
        votes: u32,
    ) {
        let ListJob { skip, take, place, .. } = self.job;
        let number = self.number + u64::from((votes & leaves.warp.lanes_below()).count_ones());
        let wanted = vertex.filter(|_| number >= skip && number < skip + take);
        let row = place.wrapping_add(number.wrapping_sub(skip));
        for level in 0..=leaves.last {
            let fixed = leaves.vertex_of(owner, level);
            if wanted.is_some() {
                self.put(row, level, fixed);
            }
        }
        if let Some(vertex) = wanted {
            self.put(row, leaves.last + 1, vertex);
        }
    }

    /// Writes the name of a level's vertex.
    #[inline(always)]
    fn put(&self, row: u64, level: u32, vertex: u32) {
        let RowPlace { names, rows, width, columns } = self.place;
        let index = row * u64::from(*width) + u64::from(columns[level as usize]);
        debug_assert!(index < rows.len());
        // SAFETY: the host gave each job rows of its own within the array, `take` of them; this one is below that, and
        // the columns of the levels are below the width. A vertex has a name.
        unsafe {
            let name = *names.get().get_unchecked(vertex as usize);
            rows.write(index as usize, name);
        }
    }
}
