//! The launches of a listing, and the buffers that they need.

use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::CountArgs;
use motherlode_device::kernels::count::walk::shared_bytes;
use motherlode_device::kernels::list::chunks::{ChunkEdges, ChunkRoots, ChunkWalk};
use motherlode_device::kernels::list::rows::{ListEdges, ListRoots, ListWalk};
use motherlode_device::kernels::list::{ChunkArgs, Job, ListArgs};
use motherlode_device::memory::Slice;
use motherlode_device::plan::MAX_VERTICES;

use super::window::{Jobs, Window};
use super::{ListOptions, Listing};
use crate::mine::{MineError, Progress, memory};
use crate::runtime::{Buffer, Device, Grid, RuntimeError, Staging, Watch};

/// Warps in a block.
const WARPS: u32 = 4;
/// Bytes of a batch on a card: enough for copies at the full speed of the bus.
const CARD_BATCH: u64 = 64 << 20;
/// Bytes of a batch on the CPU: they should stay in its caches.
const HOST_BATCH: u64 = 4 << 20;
/// The most chunks counted at a time.
const MOST_CHUNKS: u64 = 1 << 16;
/// The jobs of a launch that there is room for at least, where the budget allows: chunks may be shared out.
const LEAST_JOBS: u64 = 256;
/// Tasks in a chunk where each lane takes one: a warp's worth.
const SHALLOW_UNIT: u64 = 32;
/// The most tasks in a chunk where a warp takes one after another.
const DEEP_UNIT: u64 = 16;

/// The graph on a device, and room for counts and rows.
pub(super) struct Engine<'l> {
    listing: &'l Listing,
    device: &'l Device,
    options: ListOptions<'l>,
    grid: Grid,
    walk: Walk<'l>,
    names: Buffer<'l, u32>,
    counts: Buffer<'static, u64>,
    // What a launch needs anew is kept, as to free it would wait for the copies to the host.
    queue: Buffer<'static, u64>,
    jobs: Buffer<'static, Job>,
    slots: Vec<Slot>,
    /// Rows in a slot.
    pub room: u64,
    /// Tasks in a chunk.
    pub unit: u64,
    /// The most chunks in a window, and the most jobs in a launch.
    pub most_chunks: u64,
    /// Chunks that keep the device busy.
    pub least_chunks: u64,
}

/// What a walk reads, and its buffers.
struct Walk<'l> {
    offsets: Buffer<'l, u64>,
    splits: Buffer<'l, u64>,
    starts: Buffer<'l, u64>,
    neighbors: Buffer<'l, u32>,
    buffers: Buffer<'static, u32>,
    /// Vertices in a buffer.
    capacity: u64,
    unit: u64,
}

/// Rows on the device, and in the host's memory.
struct Slot {
    rows: Buffer<'static, u32>,
    staging: Staging<u32>,
}

impl<'l> Engine<'l> {
    /// Copies the graph to the device, and allocates `slots` places for batches.
    pub fn new(
        listing: &'l Listing,
        device: &'l Device,
        options: ListOptions<'l>,
        slots: usize,
    ) -> Result<Self, RuntimeError> {
        let Listing { prepared, plan, tasks, .. } = listing;
        let capacity = if prepared.csr.edges() == 0 { 0 } else { plan.buffer_bound(prepared.stats()) };
        let upload = |array| device.upload::<u64>(array);
        let (offsets, splits) = (upload(prepared.csr.offsets())?, upload(&prepared.splits)?);
        let starts = upload(tasks.starts(prepared))?;
        let neighbors = device.upload(prepared.csr.neighbors_all())?;
        let names = device.upload(&prepared.old_of_new)?;

        let unit =
            if plan.walk.last < 2 { SHALLOW_UNIT } else { (listing.tasks() >> 22).clamp(1, DEEP_UNIT) };
        let left = device.budget().left();
        let fitting = left / 32 / (size_of::<u64>() + size_of::<Job>()) as u64;
        let wanted = listing.tasks().div_ceil(unit).clamp(LEAST_JOBS, MOST_CHUNKS);
        let most_chunks = fitting.clamp(1, wanted);
        let counts = device.zeroed(most_chunks as usize)?;
        let (queue, jobs) = (device.zeroed(1)?, device.unwritten(most_chunks as usize)?);
        let width = listing.width() as u64;
        let room = room(device, width, slots as u64, options.limit)?;
        let slot = |_| -> Result<_, RuntimeError> {
            let elements = (room * width) as usize;
            Ok(Slot { rows: device.unwritten(elements)?, staging: Staging::new(device, elements)? })
        };
        let slots = (0..slots).map(slot).collect::<Result<_, _>>()?;

        let shared = if plan.walk.last < 2 { 0 } else { shared_bytes(WARPS) };
        let per_warp = u64::from(plan.walk.buffers) * capacity;
        let blocks = listing.resident_blocks(device, shared)?;
        let grid = memory::fit(device, blocks, WARPS, shared, per_warp * size_of::<u32>() as u64)?;
        let warps = device.grid_warps(grid);
        let buffers = device.unwritten((warps * per_warp) as usize)?;
        Ok(Engine {
            listing,
            device,
            options,
            grid,
            walk: Walk { offsets, splits, starts, neighbors, buffers, capacity, unit },
            names,
            counts,
            queue,
            jobs,
            slots,
            room,
            unit,
            most_chunks,
            least_chunks: (4 * warps).clamp(64.min(most_chunks), most_chunks),
        })
    }

    /// Counts the matches of each chunk of the tasks `first..end`: no more than `most_chunks` chunks, and no further than
    /// `most` matches and a little more in each.
    ///
    /// # Errors
    /// When the kernel fails, or an interrupt was requested.
    pub fn count(&mut self, first: u64, end: u64, most: u64, skip: u64) -> Result<Window, MineError> {
        let chunks = (end - first).div_ceil(self.unit) as usize;
        let (span, grid) = (end - first, self.grid_for(chunks as u64));
        let device = self.device;
        device.overwrite(&mut self.queue, &[0])?;
        let walk = self.walk.args(self.listing, &self.queue, span);
        let args = ChunkArgs { walk, first, most, counts: self.counts.scratch() };
        let (done, all) = (first, self.listing.tasks());
        let progress = |drawn| (self.options.progress)(Progress { done: done + drawn, all });
        let ends = [span];
        let watch = Watch {
            queues: &self.queue,
            ends: &ends,
            interrupt: self.options.interrupt,
            progress: &progress,
        };
        device.watched(watch, || match self.listing.plan.walk.last {
            0 => device.launch::<ChunkRoots>(grid, &args),
            1 => device.launch::<ChunkEdges>(grid, &args),
            _ => device.launch::<ChunkWalk>(grid, &args),
        })?;
        let counts = self.counts.download_first(chunks)?;
        Ok(Window::new(first, end, self.unit, counts, most, skip))
    }

    /// Writes the rows that `jobs` ask for to a slot, and begins to copy them to the host.
    ///
    /// # Errors
    /// When the kernel fails, or an interrupt was requested.
    pub fn list(&mut self, slot: usize, jobs: &Jobs) -> Result<(), RuntimeError> {
        debug_assert!(jobs.rows <= self.room && jobs.jobs.len() as u64 <= self.most_chunks);
        self.device.overwrite(&mut self.queue, &[0])?;
        self.device.overwrite(&mut self.jobs, &jobs.jobs)?;
        let end = jobs.jobs.len() as u64;
        let (device, grid, Slot { rows, staging }) = (self.device, self.grid_for(end), &mut self.slots[slot]);
        let args = ListArgs {
            walk: self.walk.args(self.listing, &self.queue, end),
            jobs: self.jobs.slice(),
            names: self.names.slice(),
            rows: rows.scratch(),
            columns: self.listing.columns(),
        };
        let ends = [end];
        let watch =
            Watch { queues: &self.queue, ends: &ends, interrupt: self.options.interrupt, progress: &|_| {} };
        device.watched(watch, || match self.listing.plan.walk.last {
            0 => device.launch::<ListRoots>(grid, &args),
            1 => device.launch::<ListEdges>(grid, &args),
            _ => device.launch::<ListWalk>(grid, &args),
        })?;
        let elements = jobs.rows as usize * self.listing.width();
        staging.begin(device, rows, elements)
    }

    /// The rows of a slot, when they are here.
    ///
    /// # Errors
    /// When the copy failed.
    pub fn rows(&mut self, slot: usize) -> Result<&[u32], RuntimeError> {
        self.slots[slot].staging.wait()
    }

    /// The grid, or a part of it where there are fewer tasks than warps.
    fn grid_for(&self, tasks: u64) -> Grid {
        let per_block = self.device.grid_warps(Grid { blocks: 1, ..self.grid });
        Grid { blocks: tasks.div_ceil(per_block).clamp(1, self.grid.blocks.into()) as u32, ..self.grid }
    }
}

impl Walk<'_> {
    /// The argument of a walk over `end` tasks, or jobs.
    fn args<'s>(&'s mut self, listing: &Listing, queue: &'s Buffer<'_, u64>, end: u64) -> CountArgs<'s> {
        let first = if listing.tasks.at_splits() { &self.splits } else { &self.offsets };
        CountArgs {
            graph: GraphView {
                offsets: self.offsets.slice(),
                neighbors: self.neighbors.slice(),
                splits: self.splits.slice(),
            },
            starts: self.starts.slice(),
            first: first.slice(),
            queue: queue.atomics(),
            totals: Slice::empty(),
            buffers: self.buffers.scratch(),
            capacity: self.capacity,
            end,
            chunk: self.unit as u32,
            vertices: listing.prepared.csr.n(),
            plan: listing.plan.walk,
        }
    }
}

impl Listing {
    /// Vertices in a row.
    pub(super) fn width(&self) -> usize {
        self.plan.order.len()
    }

    /// For each level, the column of its vertex.
    fn columns(&self) -> [u32; MAX_VERTICES] {
        let mut columns = [0; MAX_VERTICES];
        for (column, &vertex) in columns.iter_mut().zip(&self.plan.order) {
            *column = vertex as u32;
        }
        columns
    }

    /// Blocks that are resident with either kernel of the plan.
    fn resident_blocks(&self, device: &Device, shared: usize) -> Result<u32, RuntimeError> {
        fn fewer<A: Kernel, B: Kernel>(device: &Device, shared: usize) -> Result<u32, RuntimeError> {
            let [a, b] =
                [device.resident_blocks::<A>(WARPS, shared)?, device.resident_blocks::<B>(WARPS, shared)?];
            Ok(a.min(b))
        }
        match self.plan.walk.last {
            0 => fewer::<ChunkRoots, ListRoots>(device, shared),
            1 => fewer::<ChunkEdges, ListEdges>(device, shared),
            _ => fewer::<ChunkWalk, ListWalk>(device, shared),
        }
    }
}

/// The rows of a batch: those of the usual size, or fewer if the budget or the limit wants it.
fn room(device: &Device, width: u64, slots: u64, limit: Option<u64>) -> Result<u64, RuntimeError> {
    let row = width * size_of::<u32>() as u64;
    let usual = if device.card().is_some() { CARD_BATCH } else { HOST_BATCH };
    let left = device.budget().left();
    match (left / 4 / slots).min(usual) / row {
        0 => Err(device.budget().too_small(4 * slots * row)),
        room => Ok(room.min(limit.unwrap_or(u64::MAX)).max(1)),
    }
}
