//! Counting several plans by one walk.

use std::sync::atomic::AtomicU64;

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::TreeArgs;
use motherlode_device::kernels::count::tree::{CountTree, shared_bytes};

use crate::mine::counter::Job;
use crate::mine::progress::timed;
use crate::mine::tasks::TaskList;
use crate::mine::walk::{Batch, WARPS};
use crate::mine::{Context, MineError, Prepared, Seconds, memory};
use crate::plan::PlanTree;
use crate::runtime::{Buffer, Device, RuntimeError, View};

/// A graph on a device, ready for walks over trees.
pub(super) struct TreeGraph<'c> {
    prepared: &'c Prepared,
    device: &'c Device,
    offsets: Buffer<'c, u64>,
    splits: Buffer<'c, u64>,
    neighbors: Buffer<'c, u32>,
}

impl<'c> TreeGraph<'c> {
    /// Copies the graph to the device.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the device fails.
    pub fn new(prepared: &'c Prepared, device: &'c Device) -> Result<Self, RuntimeError> {
        Ok(TreeGraph {
            prepared,
            device,
            offsets: device.upload(prepared.csr.offsets())?,
            splits: device.upload(&prepared.splits)?,
            neighbors: device.upload(prepared.csr.neighbors_all())?,
        })
    }

    /// What the walk over `tree` finds, by plan.
    ///
    /// # Errors
    /// As [`count`](crate::mine::count()).
    pub fn count(
        &self,
        tree: &PlanTree,
        context: &Context,
        seconds: &mut Seconds,
    ) -> Result<Vec<u128>, MineError> {
        let TreeGraph { prepared, device, .. } = *self;
        let capacity = tree.buffer_bound(prepared.stats());
        let list = TaskList::new(prepared, tree.tasks);
        let (shared, per_warp) = (shared_bytes(WARPS), u64::from(tree.walk.buffers) * capacity);
        let room = || -> Result<_, RuntimeError> {
            let starts = device.upload(list.starts(prepared))?;
            let blocks = device.resident_blocks::<CountTree>(WARPS, shared)?;
            let grid = memory::fit(device, blocks, WARPS, shared, per_warp * size_of::<u32>() as u64)?;
            let buffers = device.unwritten::<u32>((device.grid_warps(grid) * per_warp) as usize)?;
            Ok((starts, grid, buffers))
        };
        let (starts, grid, mut buffers) = timed(&mut seconds.transfer, room)?;
        let launch = |Batch { queue, end, chunk }: Batch<'_>, totals: View<'_, AtomicU64>| {
            // SAFETY: the lists and the tasks are those of one prepared graph, and the tree's plans were made for it; there are
            // buffers for all warps of the grid, of the capacity that the plans' bounds ask for, and totals for each plan.
            let lend = unsafe { device.lend() };
            let (offsets, splits) = (lend.slice(self.offsets.slice()), lend.slice(self.splits.slice()));
            let args = TreeArgs {
                graph: GraphView { offsets, neighbors: lend.slice(self.neighbors.slice()), splits },
                starts: lend.slice(starts.slice()),
                first: if list.at_splits() { splits } else { offsets },
                queue: lend.slice(queue.atomics()),
                totals: lend.slice(totals),
                buffers: lend.scratch(buffers.scratch()),
                capacity,
                end,
                chunk,
                vertices: prepared.csr.n(),
                plan: tree.walk,
            };
            lend.launch::<CountTree>(grid, &args)
        };
        let all = list.end(prepared);
        let job = Job { device, warps: device.grid_warps(grid), tasks: 0..all, all };
        timed(&mut seconds.mine, || job.count(tree.plans.len(), context, launch))
    }
}
