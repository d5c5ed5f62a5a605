//! A walk on a device.

use std::sync::atomic::AtomicU64;

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::WalkArgs;
use motherlode_device::kernels::count::walk::shared_bytes;
use motherlode_device::lists::Views;
use motherlode_device::memory::Slice;
use motherlode_device::plan::{AnyPlan, AttributedWalk, WalkPlan};

use super::Walk;
use super::families::{ArgsOf, Attributed, Family, Pass, Plain};
use crate::mine::{Prepared, memory};
use crate::runtime::{Buffer, Device, Grid, Lend, RuntimeError, View};

/// Warps in a block of the walk's kernels. They share nothing, and small blocks use up a multiprocessor's registers.
pub(in crate::mine) const WARPS: u32 = 4;

/// A graph and a plan on a device.
pub(in crate::mine) struct Walker<'w> {
    device: &'w Device,
    offsets: Buffer<'w, u64>,
    neighbors: Buffer<'w, u32>,
    starts: Buffer<'w, u64>,
    form: Form<'w>,
    vertices: u32,
    last: u32,
    /// Buffers of a warp.
    per_warp: u64,
    /// Vertices in a buffer.
    capacity: u64,
    buffers: Buffer<'static, u32>,
    grid: Grid,
}

/// What the two kinds of walk have each.
enum Form<'w> {
    Plain { splits: Buffer<'w, u64>, at_splits: bool, plan: &'w WalkPlan },
    Attributed { first: Buffer<'w, u64>, plan: &'w AttributedWalk },
}

/// What a walk is launched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mine) enum Purpose {
    /// Counting, by a plan that may end in a combination of sets.
    Count,
    /// Listing, by a plan that names every vertex.
    List,
}

/// What the warps of a launch draw from.
#[derive(Clone, Copy)]
pub(in crate::mine) struct Batch<'a> {
    /// The next number to be drawn.
    pub queue: &'a Buffer<'a, u64>,
    /// Where the numbers end.
    pub end: u64,
    /// How many are drawn at a time.
    pub chunk: u32,
}

/// What is done with a walk: the launch of one of its passes.
pub(in crate::mine) trait Launch<'a> {
    /// Launches the pass for a kind of patterns, whose last walked level is `last`.
    fn launch<F: Family>(
        self,
        lend: &Lend<'_>,
        last: u32,
        grid: Grid,
        walk: ArgsOf<'a, F>,
    ) -> Result<(), RuntimeError>;
}

impl<'w> Walker<'w> {
    /// Copies the graph to the device.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the device fails.
    pub fn upload(prepared: &'w Prepared, walk: &'w Walk, device: &'w Device) -> Result<Self, RuntimeError> {
        let csr = &prepared.csr;
        let (offsets, neighbors, starts, form) = match walk {
            Walk::Plain { plan, tasks } => {
                let splits = device.upload(&prepared.splits)?;
                let form = Form::Plain { splits, at_splits: tasks.at_splits(), plan: &plan.walk };
                (csr.offsets(), csr.neighbors_all(), tasks.starts(prepared), form)
            }
            Walk::Attributed(route) => {
                let first = device.upload(&route.first)?;
                let (offsets, neighbors) = route.lists(csr);
                (offsets, neighbors, &route.starts[..], Form::Attributed { first, plan: &route.plan.walk })
            }
        };
        let (buffers, capacity) = walk.buffers(prepared);
        Ok(Walker {
            device,
            offsets: device.upload(offsets)?,
            neighbors: device.upload(neighbors)?,
            starts: device.upload(starts)?,
            form,
            vertices: csr.n(),
            last: walk.last(),
            per_warp: buffers * capacity,
            capacity,
            buffers: device.unwritten(0)?,
            grid: Grid { blocks: 1, warps: WARPS, shared_bytes: 0 },
        })
    }

    /// Allocates the walk's buffers, for as many warps as run at once, or as fit.
    ///
    /// # Errors
    /// When not even a few fit in the budget, or the device fails.
    pub fn allot(&mut self, purpose: Purpose) -> Result<(), RuntimeError> {
        let device = self.device;
        let (blocks, shared) = match self.form {
            Form::Plain { plan, .. } => resident::<Plain>(device, plan, purpose)?,
            Form::Attributed { plan, .. } => resident::<Attributed>(device, plan, purpose)?,
        };
        let bytes = self.per_warp * size_of::<u32>() as u64;
        self.grid = memory::fit(device, blocks, WARPS, shared, bytes)?;
        self.buffers = device.unwritten((self.warps() * self.per_warp) as usize)?;
        Ok(())
    }

    /// The device.
    pub fn device(&self) -> &'w Device {
        self.device
    }

    /// Warps of a launch.
    pub fn warps(&self) -> u64 {
        self.device.grid_warps(self.grid)
    }

    /// Launches a pass over what is drawn from `batch`, by as many warps as there are draws, or as many as there are.
    ///
    /// # Errors
    /// When the launch fails.
    pub fn launch<'a>(
        &'a mut self,
        batch: Batch<'a>,
        totals: View<'a, AtomicU64>,
        pass: impl Launch<'a>,
    ) -> Result<(), RuntimeError> {
        let per_block = self.device.grid_warps(Grid { blocks: 1, ..self.grid });
        let draws = batch.end.div_ceil(batch.chunk.into());
        let blocks = draws.div_ceil(per_block).clamp(1, self.grid.blocks.into()) as u32;
        let (last, grid) = (self.last, Grid { blocks, ..self.grid });
        // SAFETY: the lists, the tasks and the plan are those of one prepared graph and the walk that was made for it; there
        // are buffers for all warps of the grid, of the capacity that the plan's bounds ask for. What is lent to the pass
        // besides is its own, and it alone writes it.
        let lend = &unsafe { self.device.lend() };
        let (offsets, neighbors) = (lend.slice(self.offsets.slice()), lend.slice(self.neighbors.slice()));
        let walk = WalkArgs {
            graph: (),
            starts: lend.slice(self.starts.slice()),
            first: offsets,
            queue: lend.slice(batch.queue.atomics()),
            totals: lend.slice(totals),
            buffers: lend.scratch(self.buffers.scratch()),
            capacity: self.capacity,
            end: batch.end,
            chunk: batch.chunk,
            vertices: self.vertices,
            plan: (),
        };
        match &self.form {
            Form::Plain { splits, at_splits, plan } => {
                let splits = lend.slice(splits.slice());
                let graph = GraphView { offsets, neighbors, splits };
                let first = if *at_splits { splits } else { offsets };
                pass.launch::<Plain>(lend, last, grid, with(walk, graph, first, **plan))
            }
            Form::Attributed { first, plan } => {
                let graph = Views { offsets, neighbors, vertices: self.vertices };
                pass.launch::<Attributed>(
                    lend,
                    last,
                    grid,
                    with(walk, graph, lend.slice(first.slice()), **plan),
                )
            }
        }
    }
}

/// The argument for a kind of walk.
fn with<'a, G, P>(
    walk: WalkArgs<'a, (), ()>,
    graph: G,
    first: Slice<'a, u64>,
    plan: P,
) -> WalkArgs<'a, G, P> {
    let WalkArgs { starts, queue, totals, buffers, capacity, end, chunk, vertices, .. } = walk;
    WalkArgs { graph, starts, first, queue, totals, buffers, capacity, end, chunk, vertices, plan }
}

/// Whether a plan ends in a combination of sets.
pub(in crate::mine) fn is_combined(plan: &impl AnyPlan) -> bool {
    plan.combination().sets > 0
}

/// Blocks that are resident with each of the kernels that are launched for a purpose, and the shared memory of one.
fn resident<F: Family>(
    device: &Device,
    plan: &F::Plan,
    purpose: Purpose,
) -> Result<(u32, usize), RuntimeError> {
    let last = plan.last();
    let shared = if last < 2 { 0 } else { shared_bytes::<F::Plan>(WARPS) };
    let blocks = match purpose {
        Purpose::Count if is_combined(plan) => F::Combined::resident_blocks(device, last, WARPS, shared)?,
        Purpose::Count => F::Count::resident_blocks(device, last, WARPS, shared)?,
        Purpose::List => {
            let chunks = F::Chunks::resident_blocks(device, last, WARPS, shared)?;
            chunks.min(F::Rows::resident_blocks(device, last, WARPS, shared)?)
        }
    };
    Ok((blocks, shared))
}
