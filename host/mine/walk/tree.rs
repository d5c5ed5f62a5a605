//! Counting several plans: on the CPU, those that share a prefix by one walk.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::count::TreeArgs;
use motherlode_device::kernels::count::split::Split;
use motherlode_device::kernels::count::tree::{CountTree, shared_bytes};

use super::counter::count;
use super::tasks::TaskList;
use super::walker::{TaskQueue, WARPS};
use super::{PlannedWalk, once_each};
use crate::clock::Clock;
use crate::deal::{Crew, Share, Work};
use crate::pattern::Pattern;
use crate::place::WholeGraph;
use crate::placed::Known;
use crate::plan::{Feature, Plan, PlanOptions, PlanTree, plan_together};
use crate::run::Run;
use crate::runtime::{Buffer, Device, Grid, RuntimeError, View};
use crate::totals::Totals;
use crate::{MineError, memory};

/// Counts plain patterns of up to 8 vertices by walks over their plans, on the CPU those that share a prefix in one.
///
/// # Errors
/// When one cannot be planned, the buffers do not fit in the budget, the device fails, a count passes 128 bits, or the
/// job is to stop.
pub(crate) fn walk_together(
    patterns: &[&Pattern],
    known: &Arc<Known>,
    options: PlanOptions,
    run: Run<'_>,
) -> Result<Vec<u128>, MineError> {
    let mut options = options;
    if known.team().has_cards() {
        // There the walk over a tree was measured to be slower than a walk for each plan (docs/plans.md).
        options.features = options.features.without(Feature::PrefixSharing);
    }
    let prepared = known.form.prepared(run.clock);
    let stats = run.clock.prepare(|| prepared.stats());
    let plans = run.clock.plan(|| plan_together(patterns, options, stats))?;
    let alone = |plan: Plan| PlannedWalk::of(known, plan, run.clock).count(run);
    let shares = |plan: &Plan| plan.can_share() && options.features.has(Feature::PrefixSharing);
    let mut counts = vec![0; plans.len()];
    let (mut places, mut sharing) = (Vec::new(), Vec::new());
    for (place, plan) in plans.into_iter().enumerate() {
        if shares(&plan) {
            places.push(place);
            sharing.push(plan);
        } else {
            counts[place] = alone(plan)?;
        }
    }
    for tree in run.clock.plan(|| PlanTree::merge(&sharing)) {
        if let [place] = tree.plans[..] {
            counts[places[place]] = alone(sharing[place].clone())?;
            continue;
        }
        let (team, tree) = (known.team(), &tree);
        let first = TreeCounter::new(tree, known, team.first(), run.clock)?;
        let others = |device: &Device| Ok(TreeCounter::new(tree, known, device, &Clock::default())?);
        let found = run.clock.mine(|| Crew { team, first, others }.deal(run.context))?.done.tally;
        for (&place, found) in tree.plans.iter().zip(found) {
            counts[places[place]] = once_each(found, sharing[place].repeats);
        }
    }
    Ok(counts)
}

/// Counts what the plans of a tree find: a task is one of theirs, which they have in common.
struct TreeCounter<'t> {
    tree: &'t PlanTree,
    device: Device,
    whole: Arc<WholeGraph>,
    tasks: TaskList,
    /// The tasks' sums over the vertices, where they are not the starts of the lists.
    starts: Option<Buffer<'static, u64>>,
    vertices: u32,
    grid: Grid,
    /// Vertices in a buffer.
    capacity: u64,
    buffers: Buffer<'static, u32>,
    totals: Totals,
}

impl<'t> TreeCounter<'t> {
    fn new(tree: &'t PlanTree, known: &Known, device: &Device, clock: &Clock) -> Result<Self, RuntimeError> {
        let (form, _) = known.on(device);
        let prepared = form.prepared(clock);
        let whole = form.whole(clock)?;
        let tasks = TaskList::new(prepared, tree.tasks, false);
        let capacity = tree.buffer_bound(prepared.stats());
        let per_warp = u64::from(tree.walk.buffers) * capacity;
        clock.transfer(|| {
            let starts = tasks.sums.clone().map(|sums| device.keep(sums)).transpose()?;
            let grid = device.grid::<CountTree>(WARPS, shared_bytes(WARPS), u64::MAX)?;
            let grid = memory::fit(device, grid, per_warp * size_of::<u32>() as u64)?;
            let buffers = device.unwritten((device.grid_warps(grid) * per_warp) as usize)?;
            let totals = Totals::new(device, 1, tree.plans.len())?;
            let (device, vertices) = (device.clone(), prepared.csr().n());
            Ok(TreeCounter { tree, device, whole, tasks, starts, vertices, grid, capacity, buffers, totals })
        })
    }
}

impl Work for TreeCounter<'_> {
    /// By plan, what it finds, as often as it finds it.
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        self.tasks.end()
    }

    fn least_share(&self, _: u64) -> u64 {
        4 * self.device.grid_warps(self.grid)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<Vec<u128>, MineError> {
        let TreeCounter { tree, device, whole, tasks, starts, vertices, grid, capacity, buffers, totals } =
            self;
        let launch = |TaskQueue { queue, end, chunk }: TaskQueue<'_>, totals: View<'_, AtomicU64>| {
            // SAFETY: the lists and the tasks are those of one prepared graph, and the tree's plans were made for it;
            // there are buffers for all warps of the grid, of the capacity that the plans' bounds ask for, and totals
            // for each plan.
            let lend = unsafe { device.lend() };
            let graph = whole.lists(&lend);
            let args = TreeArgs {
                graph,
                starts: starts.as_ref().map_or(graph.offsets, |starts| lend.slice(starts)),
                first: if tasks.at_splits() { graph.splits } else { graph.offsets },
                queue: lend.atomics(queue),
                totals: lend.slice(totals),
                buffers: lend.scratch(&mut *buffers),
                capacity: *capacity,
                end,
                chunk,
                vertices: *vertices,
                split: Split::NONE,
                plan: tree.walk,
            };
            lend.launch::<CountTree>(*grid, &args)
        };
        count(device, (device.grid_warps(*grid), true), share, share.tasks(), totals, launch)
    }
}
