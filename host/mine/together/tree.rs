//! Counting several plans by one walk.

use std::sync::atomic::AtomicU64;

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::TreeArgs;
use motherlode_device::kernels::count::tree::{CountTree, shared_bytes};
use motherlode_device::memory::Slice;

use crate::mine::counter::Job;
use crate::mine::progress::timed;
use crate::mine::tasks::TaskList;
use crate::mine::walk::{Batch, WARPS};
use crate::mine::{Context, MineError, Prepared, Seconds, memory};
use crate::plan::PlanTree;
use crate::runtime::{Buffer, Device, RuntimeError};

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
        let (offsets, splits) = (self.offsets.slice(), self.splits.slice());
        let launch = |Batch { queue, end, chunk }: Batch<'_>, totals: Slice<'_, AtomicU64>| {
            let args = TreeArgs {
                graph: GraphView { offsets, neighbors: self.neighbors.slice(), splits },
                starts: starts.slice(),
                first: if list.at_splits() { splits } else { offsets },
                queue: queue.atomics(),
                totals,
                buffers: buffers.scratch(),
                capacity,
                end,
                chunk,
                vertices: prepared.csr.n(),
                plan: tree.walk,
            };
            device.launch::<CountTree>(grid, &args)
        };
        let all = list.end(prepared);
        let job = Job { device, warps: device.grid_warps(grid), tasks: 0..all, all };
        timed(&mut seconds.mine, || job.count(tree.plans.len(), context, launch))
    }
}
