//! Groups of draws.

use super::{DrawArgs, DrawSums, GROUP, MULTIPLIER, Stratum};
use crate::kernels::count::walk::WarpWalk;
use crate::kernels::count::{AttributedArgs, CountArgs, WalkArgs};
use crate::kernels::queue;
use crate::lists::Lists;
use crate::plan::AnyPlan;
use crate::random::{Rng, RngCore, SeedableRng};
use crate::simt::{Block, Warp};

/// Draws matches of a plan for a plain pattern with `last >= 2`. Shared memory:
/// [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
// May spill: gpu_rand's seeding calls itself, so it stays a function, and saves registers.
#[cuda_std::kernel(max_threads = 128, min_blocks = 4, may_spill = 80)]
pub unsafe fn draw_matches<B: Block>(block: B, args: &DrawArgs<'_, CountArgs<'_>>) {
    draw::<_, _, _, false>(block, args);
}

/// Draws matches of a plan for a plain pattern with `last >= 2` that ends in a combination of sets. Shared memory:
/// [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel(max_threads = 128, min_blocks = 3, may_spill = 80)]
pub unsafe fn draw_matches_combined<B: Block>(block: B, args: &DrawArgs<'_, CountArgs<'_>>) {
    draw::<_, _, _, true>(block, args);
}

/// Draws matches of a plan over [`Views`](crate::lists::Views) with `last >= 2`, for a pattern that is not plain.
/// Shared memory: [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel(max_threads = 128, min_blocks = 3, may_spill = 80)]
pub unsafe fn draw_attributed_matches<B: Block>(block: B, args: &DrawArgs<'_, AttributedArgs<'_>>) {
    draw::<_, _, _, false>(block, args);
}

/// Draws matches of a plan over [`Views`](crate::lists::Views) with `last >= 2` that ends in a combination of sets, for
/// a pattern that is not plain. Shared memory: [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel(may_spill = 80)]
pub unsafe fn draw_attributed_matches_combined<B: Block>(block: B, args: &DrawArgs<'_, AttributedArgs<'_>>) {
    draw::<_, _, _, true>(block, args);
}

#[inline(always)]
fn draw<'a, B: Block, G: Lists<'a>, P: AnyPlan, const COMBINED: bool>(
    block: B,
    args: &DrawArgs<'a, WalkArgs<'a, G, P>>,
) {
    let (warp, walk) = (block.warp(), WarpWalk::new(block, &args.walk));
    while let Some(groups) = queue::draw(warp, &args.walk.queue[0], args.walk.chunk, args.walk.end) {
        for place in groups {
            // The last strata first: their tasks hold the most, and take the longest.
            let group = args.first + (args.walk.end - 1 - place);
            let sums = draw_group::<_, _, _, COMBINED>(&walk, args, group);
            if warp.lane() == 0 {
                // SAFETY: the host made room for each group from the first on, and no other warp draws this one.
                unsafe { args.sums.write((group - args.first) as usize, sums) };
            }
        }
    }
}

/// What a group of draws comes to.
#[inline(always)]
fn draw_group<'a, W: Warp, G: Lists<'a>, P: AnyPlan, const COMBINED: bool>(
    walk: &WarpWalk<'_, W, G, P>,
    args: &DrawArgs<'a, WalkArgs<'a, G, P>>,
    group: u64,
) -> DrawSums {
    let stratum = stratum_of(&args.strata, group);
    let mut random = Rng::seed_from_u64(args.seed.wrapping_add(group.wrapping_mul(MULTIPLIER)));
    let mut sums = DrawSums::default();
    for place in 0..GROUP {
        let draw = group * GROUP + place;
        let task =
            args.tasks[task_of(stratum, draw - stratum.first_group * GROUP, random.next_u64()) as usize];
        let root = args.walk.root(task.into(), 0, args.walk.vertices);
        let (first, second) = args.walk.edge(task.into(), root, root + 1);
        let descent = walk.descend::<COMBINED>(first, second, &mut random);
        sums.weights += descent.weight;
        sums.squares += descent.weight * descent.weight;
        sums.hits += if descent.weight > 0.0 { 1.0 } else { 0.0 };
        sums.steps += descent.steps;
    }
    sums
}

/// The last stratum whose first group is at most `group`.
#[inline(always)]
fn stratum_of(strata: &[Stratum], group: u64) -> Stratum {
    let (mut low, mut high) = (0, strata.len());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if strata[middle].first_group <= group { low = middle } else { high = middle }
    }
    strata[low]
}

/// The place of the task of draw `draw` of a stratum, whose tasks are cut into as many equal parts as it has draws:
/// each draw is from a part of its own, and all tasks are as likely to be drawn.
#[inline(always)]
pub fn task_of(stratum: Stratum, draw: u64, random: u64) -> u64 {
    let shift = ((u128::from(random) * u128::from(stratum.tasks)) >> 64) as u64;
    stratum.start + (draw * stratum.tasks + shift) / stratum.draws
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_is_drawn_as_often() {
        for (tasks, draws) in [(5, 32), (64, 32), (100, 64)] {
            let stratum = Stratum { start: 7, tasks, draws, first_group: 0 };
            let mut times = std::vec![0; tasks as usize];
            // Every shift there is, once for each draw.
            for draw in 0..draws {
                for shift in 0..tasks {
                    let random = ((u128::from(shift) << 64).div_ceil(tasks.into())) as u64;
                    times[(task_of(stratum, draw, random) - 7) as usize] += 1;
                }
            }
            assert!(times.iter().all(|&times| times == draws), "{times:?}");
        }
    }

    #[test]
    fn groups_lie_in_their_strata() {
        let of = |first_group| Stratum { first_group, ..Stratum::default() };
        let strata = [of(0), of(4), of(5)];
        let found: std::vec::Vec<u64> = (0..7).map(|group| stratum_of(&strata, group).first_group).collect();
        assert_eq!(found, [0, 0, 0, 0, 4, 5, 5]);
    }
}
