//! Whole embeddings, drawn at random and accepted so that all are as likely.

use core::sync::atomic::Ordering::Relaxed;

use super::{GROUP, MULTIPLIER, Outcomes, SampleArgs, WeightClass};
use crate::kernels::count::walk::WarpWalk;
use crate::kernels::count::{AttributedArgs, CountArgs, WalkArgs};
use crate::kernels::queue;
use crate::lists::Lists;
use crate::plan::AnyPlan;
use crate::random::{Rng, RngCore, SeedableRng};
use crate::simt::{Block, Warp};

/// Draws embeddings of a plan for a plain pattern with `last >= 2`, whose leaf chooses one vertex, and writes those
/// that are accepted.
///
/// An attempt draws a task with a chance as its class's bound, and one way down the plan from there. An embedding that
/// it finds is one of so many ways, and that number by the bound is its ratio. It is found with a chance as the inverse
/// of its ratio, and accepted with one as its ratio: so all embeddings are as likely, unless a ratio passes the cap.
///
/// Shared memory: [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
// May spill: gpu_rand's seeding calls itself, so it stays a function, and saves registers.
#[cuda_std::kernel(may_spill = 80)]
pub unsafe fn sample_matches<B: Block>(block: B, args: &SampleArgs<'_, CountArgs<'_>>) {
    sample(block, args);
}

/// Draws embeddings of a plan over [`Views`](crate::lists::Views) with `last >= 2`, whose leaf chooses one vertex, for
/// a pattern that is not plain, and writes those that are accepted. Shared memory:
/// [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel(may_spill = 80)]
pub unsafe fn sample_attributed_matches<B: Block>(block: B, args: &SampleArgs<'_, AttributedArgs<'_>>) {
    sample(block, args);
}

#[inline(always)]
fn sample<'a, B: Block, G: Lists<'a>, P: AnyPlan>(block: B, args: &SampleArgs<'a, WalkArgs<'a, G, P>>) {
    let (warp, walk) = (block.warp(), WarpWalk::new(block, &args.walk));
    while let Some(groups) = queue::draw(warp, &args.walk.queue[0], args.walk.chunk, args.walk.end) {
        for group in groups {
            let outcomes = attempt_group(&walk, warp, args, group);
            if warp.lane() == 0 {
                // SAFETY: the host made room for each group from the first on, and no other warp draws this one.
                unsafe { args.outcomes.write((group - args.first) as usize, outcomes) };
            }
        }
    }
}

/// What a group of attempts comes to.
#[inline(always)]
fn attempt_group<'a, W: Warp, G: Lists<'a>, P: AnyPlan>(
    walk: &WarpWalk<'_, W, G, P>,
    warp: W,
    args: &SampleArgs<'a, WalkArgs<'a, G, P>>,
    group: u64,
) -> Outcomes {
    let mut random = Rng::seed_from_u64(args.seed.wrapping_add(group.wrapping_mul(MULTIPLIER)));
    let mut outcomes = Outcomes::default();
    for place in 0..GROUP {
        let class = class_of(&args.classes, scaled(random.next_u64(), args.numbers));
        let task = args.tasks[(class.start + scaled(random.next_u64(), class.tasks)) as usize];
        let root = args.walk.root(task.into(), 0, args.walk.vertices);
        let (first, second) = args.walk.edge(task.into(), root, root + 1);
        let Some(picked) = walk.pick(first, second, &mut random) else { continue };
        let ratio = picked.ways / class.bound;
        outcomes.ratios += ratio;
        outcomes.largest = if ratio > outcomes.largest { ratio } else { outcomes.largest };
        outcomes.found += 1;
        outcomes.exceeding += u32::from(ratio > args.cap);
        if part(random.next_u64()) * args.cap < ratio && args.cap < f64::INFINITY {
            let attempt = ((group - args.first) * GROUP + place) as u32;
            write(warp, args, attempt, |level| walk.picked(picked, level));
        }
    }
    outcomes
}

/// Writes a row for an attempt, in the next place. A collective.
#[inline(always)]
fn write<'a, W: Warp, G, P>(
    warp: W,
    args: &SampleArgs<'a, WalkArgs<'a, G, P>>,
    attempt: u32,
    vertex: impl Fn(u32) -> u32,
) {
    if warp.lane() == 0 {
        let row = args.used[0].fetch_add(1, Relaxed);
        let start = row as usize * (args.width as usize + 1);
        debug_assert!(((start + args.width as usize) as u64) < args.rows.len());
        // SAFETY: the host made room for a row for each attempt, and no other row has this place.
        unsafe {
            args.rows.write(start, attempt);
            for level in 0..args.width {
                args.rows.write(start + 1 + level as usize, vertex(level));
            }
        }
    }
}

/// The last class whose first number is at most `number`.
#[inline(always)]
fn class_of(classes: &[WeightClass], number: u64) -> WeightClass {
    let (mut low, mut high) = (0, classes.len());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if classes[middle].first_number <= number { low = middle } else { high = middle }
    }
    classes[low]
}

/// A number in `0..end`, each as likely, up to `end` parts in 2^64.
#[inline(always)]
fn scaled(random: u64, end: u64) -> u64 {
    ((u128::from(random) * u128::from(end)) >> 64) as u64
}

/// A number from 0 to below 1, in steps of 2^-53.
#[inline(always)]
fn part(random: u64) -> f64 {
    (random >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_in_their_classes() {
        let of = |first_number| WeightClass { first_number, ..WeightClass::default() };
        let classes = [of(0), of(4), of(5)];
        let found: std::vec::Vec<u64> =
            (0..7).map(|number| class_of(&classes, number).first_number).collect();
        assert_eq!(found, [0, 0, 0, 0, 4, 5, 5]);
    }

    #[test]
    fn random_numbers_reach_both_ends_and_no_further() {
        assert_eq!((scaled(0, 7), scaled(u64::MAX, 7), scaled(u64::MAX, 1)), (0, 6, 0));
        assert!(part(0) == 0.0 && part(u64::MAX) < 1.0 && part(u64::MAX) > 1.0 - 1e-12);
    }
}
