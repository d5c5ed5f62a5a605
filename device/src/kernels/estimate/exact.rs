//! What some of the sorted tasks hold, counted.

use super::ExactArgs;
use crate::kernels::count::combined::Combined;
use crate::kernels::count::tally::{CountChoices, count_by};
use crate::kernels::count::walk::WarpWalk;
use crate::kernels::count::{AttributedArgs, CountArgs, WalkArgs};
use crate::lists::Lists;
use crate::plan::AnyPlan;
use crate::simt::Block;

/// Counts the matches of tasks of a plan for a plain pattern with `last >= 2`. Shared memory:
/// [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn count_tasks<B: Block>(block: B, args: &ExactArgs<'_, CountArgs<'_>>) {
    count::<_, _, _, false>(block, args);
}

/// Counts the matches of tasks of a plan for a plain pattern with `last >= 2` that ends in a combination of sets.
/// Shared memory: [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn count_tasks_combined<B: Block>(block: B, args: &ExactArgs<'_, CountArgs<'_>>) {
    count::<_, _, _, true>(block, args);
}

/// Counts the matches of tasks of a plan over [`Views`](crate::lists::Views) with `last >= 2`, for a pattern that is
/// not plain. Shared memory: [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn count_attributed_tasks<B: Block>(block: B, args: &ExactArgs<'_, AttributedArgs<'_>>) {
    count::<_, _, _, false>(block, args);
}

/// Counts the matches of tasks of a plan over [`Views`](crate::lists::Views) with `last >= 2` that ends in a
/// combination of sets, for a pattern that is not plain. Shared memory:
/// [`shared_bytes`](crate::kernels::count::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn count_attributed_tasks_combined<B: Block>(block: B, args: &ExactArgs<'_, AttributedArgs<'_>>) {
    count::<_, _, _, true>(block, args);
}

#[inline(always)]
fn count<'a, B: Block, G: Lists<'a>, P: AnyPlan, const COMBINED: bool>(
    block: B,
    args: &ExactArgs<'a, WalkArgs<'a, G, P>>,
) {
    let (walk, sets) = (WarpWalk::new(block, &args.walk), args.walk.plan.combination());
    count_by(block.warp(), &args.walk, |places, tally| {
        for place in places {
            let task = u64::from(args.tasks[place as usize]);
            let root = args.walk.root(task, 0, args.walk.vertices);
            let (first, second) = args.walk.edge(task, root, root + 1);
            if COMBINED {
                walk.visit_task(first, second, &mut Combined { sets, tally });
            } else {
                walk.visit_task(first, second, &mut CountChoices(tally));
            }
        }
    });
}
