//! Extending the rows of a chunk, wave after wave.

use std::sync::atomic::AtomicU64;

use motherlode_device::Kernel;
use motherlode_device::kernels::table::edges::ExtendEdges;
use motherlode_device::kernels::table::pack::{PackArgs, PackBlocks};
use motherlode_device::kernels::table::planned::{ExtendPlanned, ExtendSiblings};
use motherlode_device::kernels::table::vertices::ExtendVertices;
use motherlode_device::kernels::table::{
    COUNT, Extend, Output, PLACE, PlannedArgs, Step, Tasks, WARPS, shared_bytes,
};
use motherlode_device::memory::{Scratch, Slice};

use super::base::Base;
use super::level::{Chunk, Level, chain};
use super::pending::Pending;
use super::pool::{Draws, Pool};
use super::siblings::Lists;
use crate::mine::MineError;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError, ViewMut};

/// Rows of a task where there are many and siblings are extended together: those in different tasks have their common neighbours found
/// twice.
const MOST_ROWS: u64 = 128;
/// Tasks that each warp should get, if there are rows enough.
const TASKS_PER_WARP: u64 = 16;

/// What rows are extended by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// A vertex that a step describes.
    Step(Step),
    /// Any neighbour.
    Vertex,
    /// Any adjacent edge.
    Edge,
}

/// An extension of the last level of a table.
pub(super) struct Extension<'t> {
    pub base: &'t Base,
    pub levels: &'t [Level],
    pub by: By,
    pub one_pass: bool,
    /// Room for what siblings have in common, if they are extended together.
    pub lists: Option<&'t mut Lists>,
    pub pool: &'t mut Pool,
}

/// Which tasks a launch draws, and which rows those are.
#[derive(Clone, Copy)]
struct Launch<'a> {
    chunk: usize,
    draws: Draws,
    numbers: Option<&'a Buffer<'static, u32>>,
    end: u64,
    rows: u32,
    grid_blocks: u64,
}

impl Extension<'_> {
    /// All rows of the next level.
    ///
    /// # Errors
    /// When the candidates of a row do not fit in the pool, the new rows in no memory, the work is stopped, or the device fails.
    pub fn run(&mut self) -> Result<Level, MineError> {
        let mut next = Level::default();
        let Some(last) = self.levels.last() else { return Ok(next) };
        for number in 0..last.chunks.len() {
            match self.one_pass {
                true => self.in_one_pass(number, &mut next.chunks)?,
                false => self.in_two_passes(number, &mut next.chunks)?,
            }
        }
        Ok(next)
    }

    fn rows_of(&self, chunk: usize) -> u32 {
        self.levels.last().map_or(0, |last| last.chunks[chunk].rows())
    }

    /// Rows of a task: fewer where there would be too few tasks.
    fn rows_of_task(&self, rows: u32) -> u32 {
        let device = self.base.device();
        let warps = u64::from(device.warps_of_block(WARPS)) * self.base.resident_blocks();
        let lanes = u64::from(device.lanes());
        // What is given up when the pool is full is a task of each warp: the smaller, the less.
        let most = if self.lists.is_some() || device.is_scalar() { MOST_ROWS } else { lanes };
        (u64::from(rows) / (warps * TASKS_PER_WARP).max(1)).clamp(lanes, most) as u32
    }

    fn in_one_pass(&mut self, chunk: usize, found: &mut Vec<Chunk>) -> Result<(), MineError> {
        let rows = self.rows_of(chunk);
        let mut pending = Pending::new(rows, self.rows_of_task(rows));
        while !pending.is_done() {
            let before = pending.tasks();
            self.wave(chunk, &mut pending, u64::MAX, found)?;
            if pending.tasks() == before {
                self.one_alone(chunk, &mut pending, found)?;
            }
        }
        Ok(())
    }

    /// Does one task, for which a pool that is shared was too small.
    fn one_alone(
        &mut self,
        chunk: usize,
        pending: &mut Pending,
        found: &mut Vec<Chunk>,
    ) -> Result<(), MineError> {
        let mut one = pending.take_one();
        self.wave(chunk, &mut one, 1, found)?;
        if one.is_done() {
            return Ok(());
        }
        pending.put_back(one);
        match pending.halve() {
            true => Ok(()),
            false => Err(self.pool_too_small().into()),
        }
    }

    fn pool_too_small(&self) -> RuntimeError {
        let most = u64::from(self.base.most_candidates(self.levels.len()));
        let edges = self.by == By::Edge;
        self.base.device().budget().too_small(Pool::bytes(most.max(2 * self.pool.rows()), edges))
    }

    /// Does as many of the tasks as the pool has room for, by `grid_blocks` blocks at most.
    fn wave(
        &mut self,
        chunk: usize,
        pending: &mut Pending,
        grid_blocks: u64,
        found: &mut Vec<Chunk>,
    ) -> Result<(), MineError> {
        self.base.context.check()?;
        let (rows, end) = (pending.rows, pending.end());
        self.pool.restart(pending.next)?;
        let numbers = self.base.device().copied(&pending.listed)?;
        let grid_blocks = grid_blocks.min(self.pool.most_grid_blocks(self.base.device()));
        if !pending.listed.is_empty() {
            let (draws, end) = (Draws::Listed, pending.listed.len() as u64);
            self.launch_to_pool(Launch { chunk, draws, numbers: Some(&numbers), end, rows, grid_blocks })?;
        }
        if pending.next < end {
            let draws = Draws::Range;
            self.launch_to_pool(Launch { chunk, draws, numbers: None, end, rows, grid_blocks })?;
        }
        let wave = self.pool.wave(self.base.device(), pending.listed.len() as u64, end)?;
        pending.listed.drain(..wave.listed as usize);
        pending.listed.extend(wave.undone);
        pending.next = wave.next;
        found.extend(self.pack(chunk, &wave.starts)?);
        Ok(())
    }

    /// Brings the rows in the pool to columns of their own.
    fn pack(&self, parent: usize, starts: &[u64]) -> Result<Option<Chunk>, RuntimeError> {
        let device = self.base.device();
        let rows = starts.last().copied().unwrap_or(0);
        if rows == 0 {
            return Ok(None);
        }
        let starts = device.copied(starts)?;
        let (columns, block) = self.pool.columns();
        let pack = |from: &Buffer<'static, u32>| {
            if from.is_empty() {
                return device.unwritten(0);
            }
            let mut to = self.base.store.column(rows)?;
            // SAFETY: the starts are those of the pool's blocks, none of which has more rows than a block has room for, and end
            // at the length of the column, which nobody else has.
            let lend = unsafe { device.lend() };
            let args = PackArgs {
                from: lend.slice(from),
                starts: lend.slice(&starts),
                to: lend.scratch(&mut to),
                block,
            };
            let blocks = (starts.len() as u64).div_ceil(device.warps_of_block(WARPS).into());
            lend.launch_up_to::<PackBlocks>(blocks, WARPS, 0, &args)?;
            Ok(to)
        };
        let [vertices, parents, joins] = columns;
        let (vertices, parents, joins) = (pack(vertices)?, pack(parents)?, pack(joins)?);
        // What was packed is overwritten by the next wave.
        device.synchronize()?;
        Ok(Some(Chunk { parent, vertices, parents, joins, codes: device.unwritten(0)? }))
    }

    /// Counts the new rows of each task, and then finds them again.
    fn in_two_passes(&mut self, chunk: usize, found: &mut Vec<Chunk>) -> Result<(), MineError> {
        let all = self.rows_of(chunk);
        let (mut rows, most) = (self.rows_of_task(all), self.pool.rows());
        let (mut counts, mut counted) = self.count_tasks(chunk, rows)?;
        while counted.iter().any(|&count| count > most) {
            if rows == 1 {
                return Err(self.pool_too_small().into());
            }
            rows = (rows / 2).max(1);
            (counts, counted) = self.count_tasks(chunk, rows)?;
        }
        let mut start = 0;
        while start < counted.len() {
            self.base.context.check()?;
            let (mut end, mut total) = (start, 0);
            let mut places = vec![0; counted.len()];
            while end < counted.len() && total + counted[end] <= most {
                places[end] = total;
                total += counted[end];
                end += 1;
            }
            counts.overwrite(&places)?;
            found.extend(self.write_tasks(chunk, rows, start as u64..end as u64, total, &mut counts)?);
            start = end;
        }
        Ok(())
    }

    /// How many rows each task of so many rows makes, with the array that they were counted in.
    fn count_tasks(
        &mut self,
        chunk: usize,
        rows: u32,
    ) -> Result<(Buffer<'static, u64>, Vec<u64>), RuntimeError> {
        let device = self.base.device();
        let end = Pending::new(self.rows_of(chunk), rows).end();
        let mut counts = device.zeroed(end as usize)?;
        self.pool.restart(0)?;
        let launch = Launch { chunk, draws: Draws::Range, numbers: None, end, rows, grid_blocks: u64::MAX };
        self.launch_placed(launch, [const { ViewMut::empty() }; 3], &mut counts, COUNT)?;
        device.synchronize()?;
        let counted = counts.download_first(end as usize)?;
        Ok((counts, counted))
    }

    /// Writes the `total` rows of some tasks, whose places are known.
    fn write_tasks(
        &mut self,
        chunk: usize,
        rows: u32,
        tasks: std::ops::Range<u64>,
        total: u64,
        places: &mut Buffer<'static, u64>,
    ) -> Result<Option<Chunk>, RuntimeError> {
        if total == 0 {
            return Ok(None);
        }
        let device = self.base.device();
        let (mut vertices, mut parents) = (self.base.store.column(total)?, self.base.store.column(total)?);
        let mut joins = self.base.store.column(if self.by == By::Edge { total } else { 0 })?;
        self.pool.restart(tasks.start)?;
        let columns = [vertices.scratch(), parents.scratch(), joins.scratch()];
        let (draws, end) = (Draws::Range, tasks.end);
        let launch = Launch { chunk, draws, numbers: None, end, rows, grid_blocks: u64::MAX };
        self.launch_placed(launch, columns, places, PLACE)?;
        device.synchronize()?;
        Ok(Some(Chunk { parent: chunk, vertices, parents, joins, codes: device.unwritten(0)? }))
    }

    fn launch_to_pool(&mut self, launch: Launch<'_>) -> Result<(), RuntimeError> {
        // SAFETY: the rest of the promise is at `Extension::launch`; the pool is nobody else's while it is borrowed, its fills and
        // counters were set by `restart`, and it names as many given-up tasks as there are warps.
        let lend = unsafe { self.base.device().lend() };
        let lists = self.lists.as_deref_mut();
        let extension = Launching { base: self.base, levels: self.levels, by: self.by, lists };
        extension.launch(&lend, launch, self.pool.output(&lend, launch.draws))
    }

    fn launch_placed(
        &mut self,
        launch: Launch<'_>,
        columns: [ViewMut<'_, u32>; 3],
        counts: &mut Buffer<'static, u64>,
        mode: u32,
    ) -> Result<(), RuntimeError> {
        // SAFETY: as above; there is a count for each task, and the columns have room for all rows that were counted.
        let lend = unsafe { self.base.device().lend() };
        let lists = self.lists.as_deref_mut();
        let extension = Launching { base: self.base, levels: self.levels, by: self.by, lists };
        extension.launch(&lend, launch, self.pool.placed(&lend, columns, counts, mode))
    }
}

/// What a launch reads.
struct Launching<'t> {
    base: &'t Base,
    levels: &'t [Level],
    by: By,
    lists: Option<&'t mut Lists>,
}

impl<'t> Launching<'t> {
    /// Launches the kernel of the extension. The chain is one of chunks each of which extends rows of the one before, with vertices of
    /// the graph, in the order that a table is built in: which is what the kernels ask for.
    fn launch<'a>(
        self,
        lend: &Lend<'_>,
        launch: Launch<'a>,
        (queue, output): (Slice<'a, AtomicU64>, Output<'a>),
    ) -> Result<(), RuntimeError>
    where
        't: 'a,
    {
        let (base, all) = (self.base, self.levels.last().map_or(0, |last| last.chunks[launch.chunk].rows()));
        let tasks = Tasks {
            queue,
            end: launch.end,
            numbers: launch.numbers.map_or(Slice::empty(), |numbers| lend.slice(numbers)),
            rows: launch.rows,
            all,
        };
        let extend = Extend {
            graph: base.whole.lists(lend),
            chain: chain(self.levels, launch.chunk, lend),
            tasks,
            output,
        };
        let labels = base.labels.as_ref().map_or(Slice::empty(), |labels| lend.slice(labels));
        let planned = |step, lists, room| PlannedArgs { extend, step, labels, lists, room };
        match (self.by, self.lists) {
            (By::Vertex, _) => run::<ExtendVertices>(base, lend, launch, u64::MAX, &extend),
            (By::Edge, _) => run::<ExtendEdges>(base, lend, launch, u64::MAX, &extend),
            (By::Step(step), None) => {
                run::<ExtendPlanned>(base, lend, launch, u64::MAX, &planned(step, Scratch::empty(), 0))
            }
            (By::Step(step), Some(lists)) => {
                let (most, room) = (lists.grid_blocks, lists.room);
                let args = planned(step, lend.scratch(&mut lists.buffer), room);
                run::<ExtendSiblings>(base, lend, launch, most, &args)
            }
        }
    }
}

/// Launches `K` with as many blocks as there are tasks for, and memory: `most` at most.
fn run<K: Kernel>(
    base: &Base,
    lend: &Lend<'_>,
    launch: Launch<'_>,
    most: u64,
    args: &K::Args<'_>,
) -> Result<(), RuntimeError> {
    let device = base.device();
    let warps = device.warps_of_block(WARPS);
    let shared = shared_bytes(warps, device.lanes());
    let blocks = launch.end.div_ceil(warps.into()).min(most).min(launch.grid_blocks).max(1);
    let Grid { blocks, .. } = device.grid::<K>(WARPS, shared, blocks)?;
    lend.launch::<K>(Grid { blocks, warps: WARPS, shared_bytes: shared }, args)
}
