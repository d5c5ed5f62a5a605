//! The launches of a listing, and the buffers that they need.

use motherlode_device::kernels::list::{ChunkArgs, Job, ListArgs, Place};
use motherlode_device::plan::MAX_VERTICES;

use super::window::{Jobs, Window};
use super::{ListOptions, Listing};
use crate::mine::walk::{self, ArgsOf, Family, Launch, Pass, Purpose, Walker};
use crate::mine::{Context, MineError, Progress};
use crate::runtime::{Buffer, Device, Grid, Lend, RuntimeError, Staging, View, ViewMut, Watch};

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
    context: Context,
    walker: Walker<'l>,
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
        options: &ListOptions,
        slots: usize,
    ) -> Result<Self, RuntimeError> {
        let Listing { prepared, walk, .. } = listing;
        let mut walker = Walker::upload(prepared, walk, device)?;
        let names = device.upload(&prepared.old_of_new)?;

        let unit = if walk.last() < 2 { SHALLOW_UNIT } else { (listing.tasks() >> 22).clamp(1, DEEP_UNIT) };
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

        walker.allot(Purpose::List)?;
        let warps = walker.warps();
        Ok(Engine {
            listing,
            device,
            context: options.context.clone(),
            walker,
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
        let span = end - first;
        let device = self.device;
        self.queue.overwrite(&[0])?;
        let pass = Chunks { first, most, counts: self.counts.scratch() };
        let (done, all) = (first, self.listing.tasks());
        let context = &self.context;
        let progress = |drawn| context.report(Progress { done: done + drawn, all });
        let ends = [span];
        let watch =
            Watch { queues: &self.queue, ends: &ends, interrupt: &context.interrupt, progress: &progress };
        let batch = walk::Batch { queue: &self.queue, end: span, chunk: self.unit as u32 };
        device.watched(watch, || self.walker.launch(batch, View::empty(), pass))?;
        let counts = self.counts.download_first(chunks)?;
        Ok(Window::new(first, end, self.unit, counts, most, skip))
    }

    /// Writes the rows that `jobs` ask for to a slot, and begins to copy them to the host.
    ///
    /// # Errors
    /// When the kernel fails, or an interrupt was requested.
    pub fn list(&mut self, slot: usize, jobs: &Jobs) -> Result<(), RuntimeError> {
        debug_assert!(jobs.rows <= self.room && jobs.jobs.len() as u64 <= self.most_chunks);
        self.queue.overwrite(&[0])?;
        self.jobs.overwrite(&jobs.jobs)?;
        let end = jobs.jobs.len() as u64;
        let (device, Slot { rows, staging }) = (self.device, &mut self.slots[slot]);
        let pass = Rows {
            jobs: self.jobs.slice(),
            names: self.names.slice(),
            rows: rows.scratch(),
            width: self.listing.width() as u32,
            columns: self.listing.columns(),
        };
        let ends = [end];
        let watch =
            Watch { queues: &self.queue, ends: &ends, interrupt: &self.context.interrupt, progress: &|_| {} };
        let batch = walk::Batch { queue: &self.queue, end, chunk: 1 };
        device.watched(watch, || self.walker.launch(batch, View::empty(), pass))?;
        let elements = jobs.rows as usize * self.listing.width();
        staging.begin(rows, elements)
    }

    /// The rows of a slot, when they are here.
    ///
    /// # Errors
    /// When the copy failed.
    pub fn rows(&mut self, slot: usize) -> Result<&[u32], RuntimeError> {
        self.slots[slot].staging.wait()
    }
}

/// Counts chunks of tasks.
struct Chunks<'a> {
    first: u64,
    most: u64,
    counts: ViewMut<'a, u64>,
}

impl<'a> Launch<'a> for Chunks<'a> {
    fn launch<F: Family>(
        self,
        lend: &Lend<'_>,
        last: u32,
        grid: Grid,
        walk: ArgsOf<'a, F>,
    ) -> Result<(), RuntimeError> {
        let Chunks { first, most, counts } = self;
        F::Chunks::launch(lend, last, grid, &ChunkArgs { walk, first, most, counts: lend.scratch(counts) })
    }
}

/// Writes rows.
struct Rows<'a> {
    jobs: View<'a, Job>,
    /// What vertices are called in the graph that was given.
    names: View<'a, u32>,
    rows: ViewMut<'a, u32>,
    width: u32,
    columns: [u32; MAX_VERTICES + 1],
}

impl<'a> Launch<'a> for Rows<'a> {
    fn launch<F: Family>(
        self,
        lend: &Lend<'_>,
        last: u32,
        grid: Grid,
        walk: ArgsOf<'a, F>,
    ) -> Result<(), RuntimeError> {
        let Rows { jobs, names, rows, width, columns } = self;
        let place = Place { names: lend.slice(names), rows: lend.scratch(rows), width, columns };
        F::Rows::launch(lend, last, grid, &ListArgs { walk, jobs: lend.slice(jobs), place })
    }
}

impl Listing {
    /// Vertices in a row.
    pub(super) fn width(&self) -> usize {
        self.walk.order().len()
    }

    /// For each level, and then for the leaf, the column of its vertex.
    fn columns(&self) -> [u32; MAX_VERTICES + 1] {
        let order = self.walk.order();
        let last = order.last().filter(|_| self.walk.walks_all());
        let mut columns = [0; MAX_VERTICES + 1];
        for (column, &vertex) in columns.iter_mut().zip(order.iter().chain(last)) {
            *column = vertex as u32;
        }
        columns
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
