//! How much each task may hold, as far as the sets tell that are known once its edge is.

use core::sync::atomic::Ordering::Relaxed;

use super::{PARTS, WEIGHTS, WeighArgs};
use crate::kernels::count::walk::WarpWalk;
use crate::kernels::count::{AttributedArgs, CountArgs, WalkArgs};
use crate::kernels::queue::draw;
use crate::lists::Lists;
use crate::plan::AnyPlan;
use crate::simt::{Block, Warp};

/// Weighs the tasks of a plan for a plain pattern with `last >= 2`. Shared memory:
/// [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn weigh_tasks<B: Block>(block: B, args: &WeighArgs<'_, CountArgs<'_>>) {
    weigh(block, args);
}

/// Weighs the tasks of a plan over [`Views`](crate::lists::Views) with `last >= 2`, for a pattern that is not plain.
/// Shared memory: [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn weigh_attributed_tasks<B: Block>(block: B, args: &WeighArgs<'_, AttributedArgs<'_>>) {
    weigh(block, args);
}

#[inline(always)]
fn weigh<'a, B: Block, G: Lists<'a>, P: AnyPlan>(block: B, args: &WeighArgs<'a, WalkArgs<'a, G, P>>) {
    let (warp, walk) = (block.warp(), WarpWalk::new(block, &args.walk));
    while let Some(tasks) = draw(warp, &args.walk.queue[0], args.walk.chunk, args.walk.end) {
        let mut root = args.walk.root(tasks.start, 0, args.walk.vertices);
        for task in tasks {
            let (first, second) = args.walk.next_edge(task, &mut root);
            let weight = weight(&walk, args, first, second);
            if warp.lane() == 0 {
                args.counts[weight as usize].fetch_add(1, Relaxed);
                // SAFETY: the host made room for each task, and no other warp draws this one.
                unsafe {
                    args.weights.write(task as usize, weight);
                    args.numbers.write(task as usize, task as u32);
                }
            }
        }
    }
}

/// The logarithm of the product of the sizes, from 1 on; 0 where a task has no match.
#[inline(always)]
fn weight<'a, W: Warp, G: Lists<'a>, P: AnyPlan>(
    walk: &WarpWalk<'_, W, G, P>,
    args: &WeighArgs<'a, WalkArgs<'a, G, P>>,
    first: u32,
    second: u32,
) -> u32 {
    let candidates = walk.candidates_of(first, second);
    if candidates == 0 {
        return 0;
    }
    let mut weight = 1 + logarithm(candidates);
    for list in 0..args.lists {
        weight += logarithm(walk.length(args.list[list as usize]));
    }
    weight.min(WEIGHTS as u32 - 1)
}

/// The logarithm of a number to base 2, in [`PARTS`] of 1, rounded down; that of 0 as that of 1.
#[inline(always)]
pub fn logarithm(number: u32) -> u32 {
    let number = number.max(1);
    let whole = number.ilog2();
    // The bits after the first one, as if it went up in a straight line to the next power.
    let parts = ((u64::from(number) * u64::from(PARTS)) >> whole) as u32 - PARTS;
    whole * PARTS + parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_rise_by_a_part_at_most_and_are_whole_at_powers() {
        for power in 0..32 {
            assert_eq!(logarithm(1 << power), power * PARTS);
        }
        assert_eq!((logarithm(0), logarithm(3), logarithm(u32::MAX)), (0, 12, 32 * PARTS - 1));
        for number in 8..5000 {
            let rise = logarithm(number + 1) - logarithm(number);
            assert!(rise <= 1, "{number}");
        }
    }
}
