//! The launches of a listing, and the buffers that they need.

use std::ops::Range;

use motherlode_device::kernels::list::{ChunkArgs, ListArgs, ListJob, RowPlace};
use motherlode_device::plan::MAX_VERTICES;

use super::window::{Jobs, ListWindow};
use super::{ListOptions, Listing};
use crate::clock::Clock;
use crate::deal::{Share, Tide};
use crate::memory::batch_bytes;
use crate::runtime::{Buffer, Device, RuntimeError, Staging, View, ViewMut};
use crate::walk::{Family, Launch, Pass, PlannedWalk, Purpose, TaskQueue, WalkLaunch, Walker};
use crate::{Context, MineError};

/// The most chunks counted at a time.
const MOST_CHUNKS: u64 = 1 << 16;
/// The jobs of a launch that there is room for at least, where the budget allows: chunks may be shared out.
const LEAST_JOBS: u64 = 256;
/// A batch has room for a row for each so many tasks at least, and need not have room for more than
/// [`MOST_LEAST_ROWS`].
const TASKS_A_ROW: u64 = 1 << 10;
const MOST_LEAST_ROWS: u64 = 1 << 10;
/// Tasks in a chunk where each lane takes one: a warp's worth.
const SHALLOW_UNIT: u64 = 32;
/// The most tasks in a chunk where a warp takes one after another.
const DEEP_UNIT: u64 = 16;

/// The graph on a device, and room for counts and rows.
pub(super) struct Engine {
    planned: PlannedWalk,
    device: Device,
    context: Context,
    walker: Walker,
    names: Buffer<'static, u32>,
    counts: Buffer<'static, u64>,
    // What a launch needs anew is kept, as to free it would wait for the copies to the host.
    queue: Buffer<'static, u64>,
    jobs: Buffer<'static, ListJob>,
    /// All tasks.
    pub tasks: u64,
    /// Rows in a slot.
    pub room: u64,
    /// Tasks in a chunk.
    pub unit: u64,
    /// The most chunks in a window, and the most jobs in a launch.
    pub most_chunks: u64,
    /// Chunks that keep the device busy.
    pub least_chunks: u64,
}

/// Rows on a device, and in the host's memory.
pub(super) struct Slot {
    rows: Buffer<'static, u32>,
    staging: Staging<u32>,
}

impl Slot {
    /// Room for so many ids.
    fn new(device: &Device, ids: u64) -> Result<Slot, RuntimeError> {
        let ids = ids as usize;
        Ok(Slot { rows: device.unwritten(ids)?, staging: Staging::new(device, ids)? })
    }

    /// Room for `most` ids; where memory is a host's, and has no limit, it is made when rows are to be written, of
    /// which there may be few.
    fn of_batches(device: &Device, most: u64) -> Result<Slot, RuntimeError> {
        Slot::new(device, if device.is_unlimited() { 0 } else { most })
    }

    /// Makes room for `ids`, where there is less, and for more, up to `most`.
    fn make_room(&mut self, device: &Device, ids: u64, most: u64) -> Result<(), RuntimeError> {
        if ids > self.rows.len() as u64 {
            *self = Slot::new(device, ids.next_power_of_two().min(most))?;
        }
        Ok(())
    }

    /// The rows, when they are here.
    ///
    /// # Errors
    /// When the copy failed.
    pub fn rows(&mut self) -> Result<&[u32], RuntimeError> {
        self.staging.wait()
    }
}

impl Engine {
    /// Gets the graph on `device`, and allocates `slots` places for batches, which it also returns.
    pub fn new(
        listing: &Listing,
        device: &Device,
        options: &ListOptions,
        slots: usize,
        clock: &Clock,
    ) -> Result<(Self, Vec<Slot>), RuntimeError> {
        let planned = &listing.planned;
        let (form, _) = planned.known.on(device);
        let mut walker = Walker::new(planned, device, clock)?;
        clock.transfer(|| {
            let names = device.keep(form.prepared(&Clock::default()).shared_old_of_new())?;
            let tasks = listing.tasks();
            let unit = match planned.walk.last() {
                // Each lane takes a task: a warp's worth.
                0 | 1 => SHALLOW_UNIT,
                _ => (tasks >> 22).clamp(1, DEEP_UNIT),
            };
            let left = device.budget().left();
            let fitting = left / 32 / (size_of::<u64>() + size_of::<ListJob>()) as u64;
            let most_chunks = fitting.clamp(1, tasks.div_ceil(unit).clamp(LEAST_JOBS, MOST_CHUNKS));
            let counts = device.zeroed(most_chunks as usize)?;
            let (queue, jobs) = (device.zeroed(1)?, device.unwritten(most_chunks as usize)?);
            let width = width(planned) as u64;
            let room = room(device, width, slots as u64, least_rows(tasks), options.limit)?;
            let slots =
                (0..slots).map(|_| Slot::of_batches(device, room * width)).collect::<Result<_, _>>()?;
            walker.allot(Purpose::List)?;
            let warps = walker.warps();
            let engine = Engine {
                planned: planned.clone(),
                device: device.clone(),
                context: options.context.clone(),
                walker,
                names,
                counts,
                queue,
                jobs,
                tasks,
                room,
                unit,
                most_chunks,
                least_chunks: (4 * warps).clamp(64.min(most_chunks), most_chunks),
            };
            Ok((engine, slots))
        })
    }

    /// One place for a batch more.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the device fails.
    pub fn slot(&self) -> Result<Slot, RuntimeError> {
        Slot::of_batches(&self.device, self.room * width(&self.planned) as u64)
    }

    /// Counts the matches of each chunk of a share's tasks: no more than `most_chunks` chunks, and no further than
    /// `most` matches and a little more in each.
    ///
    /// # Errors
    /// When the kernel fails, or the job is to stop.
    pub fn count(&mut self, share: &Share<'_>, most: u64) -> Result<ListWindow, MineError> {
        let (Range { start: first, end }, span) = (share.tasks(), share.size());
        self.queue.overwrite(&[0])?;
        let pass = ChunkLaunch { first, most, counts: self.counts.scratch() };
        let draws = TaskQueue { queue: &self.queue, end: span, chunk: self.unit as u32 };
        let walker = &mut self.walker;
        share.watch(&self.device, &self.queue, 0, &[span], || walker.launch(draws, View::empty(), pass))?;
        let counts = self.counts.download_first(span.div_ceil(self.unit) as usize)?;
        Ok(ListWindow::new(first, end, self.unit, counts, most))
    }

    /// Counts the matches of each chunk of tasks that were dealt before, no further than `most` matches and a little
    /// more in each: nobody hears of them again.
    ///
    /// # Errors
    /// When the kernel fails, or the job is to stop.
    pub fn count_again(&mut self, tasks: Range<u64>, most: u64) -> Result<ListWindow, MineError> {
        let (context, none) = (self.context.quiet(), Tide::default());
        let all = tasks.end - tasks.start;
        self.count(&Share::new(tasks, &none, all, &context), most)
    }

    /// Writes the rows that `jobs` ask for to a slot, and begins to copy them to the host.
    ///
    /// # Errors
    /// When the kernel fails, or the job is to stop.
    pub fn list(&mut self, slot: &mut Slot, jobs: &Jobs) -> Result<(), RuntimeError> {
        debug_assert!(jobs.rows <= self.room && jobs.jobs.len() as u64 <= self.most_chunks);
        self.queue.overwrite(&[0])?;
        self.jobs.overwrite(&jobs.jobs)?;
        let (end, width) = (jobs.jobs.len() as u64, width(&self.planned));
        slot.make_room(&self.device, jobs.rows * width as u64, self.room * width as u64)?;
        let Slot { rows, staging } = slot;
        let pass = RowLaunch {
            jobs: self.jobs.slice(),
            names: self.names.slice(),
            rows: rows.scratch(),
            width: width as u32,
            columns: columns(&self.planned),
        };
        let (context, none) = (self.context.quiet(), Tide::default());
        let share = Share::new(0..end, &none, end, &context);
        let draws = TaskQueue { queue: &self.queue, end, chunk: 1 };
        let walker = &mut self.walker;
        share.watch(&self.device, &self.queue, 0, &[end], || walker.launch(draws, View::empty(), pass))?;
        staging.begin(rows, jobs.rows as usize * width)
    }
}

/// Counts chunks of tasks.
struct ChunkLaunch<'a> {
    first: u64,
    most: u64,
    counts: ViewMut<'a, u64>,
}

impl<'a> Launch<'a> for ChunkLaunch<'a> {
    fn launch<F: Family>(self, pass: WalkLaunch<'_, 'a, F>) -> Result<(), RuntimeError> {
        let WalkLaunch { lend, last, grid, walk } = pass;
        let ChunkLaunch { first, most, counts } = self;
        F::ChunkPass::launch(lend, last, grid, &ChunkArgs { walk, first, most, counts: lend.scratch(counts) })
    }
}

/// Writes rows.
struct RowLaunch<'a> {
    jobs: View<'a, ListJob>,
    /// What vertices are called in the graph that was given.
    names: View<'a, u32>,
    rows: ViewMut<'a, u32>,
    width: u32,
    columns: [u32; MAX_VERTICES + 1],
}

impl<'a> Launch<'a> for RowLaunch<'a> {
    fn launch<F: Family>(self, pass: WalkLaunch<'_, 'a, F>) -> Result<(), RuntimeError> {
        let WalkLaunch { lend, last, grid, walk } = pass;
        let RowLaunch { jobs, names, rows, width, columns } = self;
        let place = RowPlace { names: lend.slice(names), rows: lend.scratch(rows), width, columns };
        F::RowPass::launch(lend, last, grid, &ListArgs { walk, jobs: lend.slice(jobs), place })
    }
}

/// Vertices in a row.
pub(super) fn width(planned: &PlannedWalk) -> usize {
    planned.walk.order().len()
}

/// For each level, and then for the leaf, the column of its vertex.
fn columns(planned: &PlannedWalk) -> [u32; MAX_VERTICES + 1] {
    let order = planned.walk.order();
    let last = order.last().filter(|_| planned.walk.walks_all());
    let mut columns = [0; MAX_VERTICES + 1];
    for (column, &vertex) in columns.iter_mut().zip(order.iter().chain(last)) {
        *column = vertex as u32;
    }
    columns
}

/// The fewest rows of a batch with which so many tasks are gone through: each batch takes a launch, and one that ends
/// within a task finds the task's matches from the first on.
fn least_rows(tasks: u64) -> u64 {
    (tasks / TASKS_A_ROW).clamp(1, MOST_LEAST_ROWS)
}

/// The rows of a batch: those of the usual size, or fewer if the budget or the limit wants it, but not fewer than
/// `least`.
fn room(
    device: &Device,
    width: u64,
    slots: u64,
    least: u64,
    limit: Option<u64>,
) -> Result<u64, RuntimeError> {
    let row = width * size_of::<u32>() as u64;
    let budget = device.budget();
    let (room, limit) =
        ((budget.left() / 4 / slots).min(batch_bytes(device)) / row, limit.unwrap_or(u64::MAX).max(1));
    let least = least.min(limit);
    if room < least {
        // With what is taken already, of which a part, that of the chunks, grows with the budget.
        let rows = 4 * slots * row * least;
        return Err(budget.too_small(budget.limit() - budget.left() + rows + rows / 16));
    }
    Ok(room.min(limit))
}
