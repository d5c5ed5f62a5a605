//! Groups of draws of the cliques of some roots.

use super::room::{CliqueDrawArgs, CliqueDrawSums, DRAWS_A_GROUP, DrawRoom};
use super::search::CliqueDraw;
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::cliques::tickets::take;
use crate::kernels::estimate::MULTIPLIER;
use crate::kernels::queue::draw_block;
use crate::random::{Rng, SeedableRng};
use crate::simt::{Block, Warp};

/// Draws cliques of roots, whose matrices stand in shared memory.
///
/// Shared memory: [`CliqueDrawShape::shared_bytes`](super::CliqueDrawShape::shared_bytes). Bound by counting the
/// neighbours of candidates: a popcount for each 64 vertices of the list.
// May spill: gpu_rand's seeding calls itself, so it stays a function, and saves registers.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, may_spill = 150)]
pub unsafe fn draw_cliques<B: Block>(block: B, args: &CliqueDrawArgs<'_>) {
    draw::<B, false>(block, args);
}

/// Draws cliques of roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`CliqueDrawShape::shared_bytes_wide`](super::CliqueDrawShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, may_spill = 150)]
pub unsafe fn draw_cliques_wide<B: Block>(block: B, args: &CliqueDrawArgs<'_>) {
    draw::<B, true>(block, args);
}

#[inline(always)]
fn draw<B: Block, const WIDE: bool>(block: B, args: &CliqueDrawArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { DrawRoom::new::<B, WIDE>(block, args) };
    let (queue, roots) = (&args.cliques.queue[0], args.positions.len() as u64);
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, roots) {
        for task in tasks {
            of_root(block, args, &room, task as usize);
        }
    }
}

/// All draws of a root. A collective of the block.
#[inline(always)]
fn of_root<B: Block>(block: B, args: &CliqueDrawArgs<'_>, room: &DrawRoom<'_>, task: usize) {
    let rows = build(block, &args.cliques, &room.cliques, GraphLists, args.positions[task]).len() as u32;
    // SAFETY: `build` filled so many rows; the block has met since.
    unsafe { room.cliques.matrix.mirror(block, rows) };
    let (first, end) = (args.first_groups[task], args.first_groups[task + 1]);
    let mut turn = take(block, room.cliques.ticket, 0);
    if turn >= end - first {
        return;
    }
    let draw = CliqueDraw::new(block.warp(), room, rows, args.others);
    while turn < end - first {
        let group = first + turn;
        let draws = (args.draws[task] - turn * DRAWS_A_GROUP).min(DRAWS_A_GROUP);
        let sums = draw_group(&draw, args, group, draws);
        if block.warp().lane() == 0 {
            // SAFETY: the host made room for each group from the first on, and no other warp has taken this one.
            unsafe { args.sums.write((group - args.first) as usize, sums) };
        }
        turn = take(block, room.cliques.ticket, turn + 1);
    }
}

/// What a group of so many draws comes to.
#[inline(always)]
fn draw_group<W: Warp>(
    draw: &CliqueDraw<'_, '_, W>,
    args: &CliqueDrawArgs<'_>,
    group: u32,
    draws: u32,
) -> CliqueDrawSums {
    let mut random = Rng::seed_from_u64(args.seed.wrapping_add(u64::from(group).wrapping_mul(MULTIPLIER)));
    let mut sums = CliqueDrawSums::default();
    for _ in 0..draws {
        let weight = draw.weight(&mut random);
        sums.weights += weight;
        sums.squares += weight * weight;
        sums.hits += if weight > 0.0 { 1.0 } else { 0.0 };
    }
    sums
}
