//! Extending the rows of a chunk, wave after wave.

use motherlode_device::kernels::table::{ExtensionStep, WARPS};

use super::base::Base;
use super::launch::{Launching, WaveLaunch};
use super::level::{Chunk, TableLevel};
use super::pending::Pending;
use super::pool::RowPool;
use super::siblings::SiblingLists;
use crate::MineError;
use crate::runtime::RuntimeError;

/// Rows of a task where there are many and siblings are extended together: those in different tasks have their common
/// neighbours found twice.
const MOST_ROWS: u64 = 128;
/// Tasks that each warp should get, if there are rows enough.
const TASKS_PER_WARP: u64 = 16;

/// What rows are extended by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// A vertex that a step describes.
    Step(ExtensionStep),
    /// Any neighbour.
    Vertex,
    /// Any adjacent edge.
    Edge,
}

/// An extension of the last level of a table.
pub(super) struct Extension<'t> {
    pub base: &'t Base,
    pub levels: &'t [TableLevel],
    pub by: By,
    pub one_pass: bool,
    /// Room for what siblings have in common, if they are extended together.
    pub lists: Option<&'t mut SiblingLists>,
    pub pool: &'t mut RowPool,
}

impl Extension<'_> {
    /// All rows of the next level.
    ///
    /// # Errors
    /// When the candidates of a row do not fit in the pool, the new rows in no memory, the work is stopped, or the
    /// device fails.
    pub fn run(&mut self) -> Result<TableLevel, MineError> {
        let mut next = TableLevel::default();
        let Some(last) = self.levels.last() else { return Ok(next) };
        for number in 0..last.chunks.len() {
            match self.one_pass {
                true => self.in_one_pass(number, &mut next.chunks)?,
                false => self.in_two_passes(number, &mut next.chunks)?,
            }
        }
        Ok(next)
    }

    pub(super) fn rows_of(&self, chunk: usize) -> u32 {
        self.levels.last().map_or(0, |last| last.chunks[chunk].rows())
    }

    /// Rows of a task: fewer where there would be too few tasks.
    pub(super) fn rows_of_task(&self, rows: u32) -> u32 {
        let device = self.base.device();
        let warps = u64::from(device.warps_of_block(WARPS)) * self.base.resident_blocks();
        let lanes = u64::from(device.lanes());
        // Where the pool is full, each warp breaks a task off, whose rows are found twice: the smaller, the less.
        let most = if self.lists.is_some() || device.is_scalar() { MOST_ROWS } else { lanes };
        (u64::from(rows) / (warps * TASKS_PER_WARP).max(1)).clamp(lanes, most) as u32
    }

    fn in_one_pass(&mut self, chunk: usize, found: &mut Vec<Chunk>) -> Result<(), MineError> {
        let rows = self.rows_of(chunk);
        let mut pending = Pending::new(rows, self.rows_of_task(rows));
        // This ends: each wave does all that is left, or fills the pool.
        while !pending.is_done() {
            self.wave(chunk, &mut pending, found)?;
        }
        Ok(())
    }

    /// Does as many of the tasks as the pool has room for.
    fn wave(&mut self, chunk: usize, pending: &mut Pending, found: &mut Vec<Chunk>) -> Result<(), MineError> {
        self.base.context.check()?;
        let (rows, end, device) = (pending.rows, pending.end(), self.base.device());
        self.pool.restart()?;
        let (numbers, written): (Vec<u32>, Vec<u64>) = pending.broken_off.iter().copied().unzip();
        let (numbers, written) = (device.copied(&numbers)?, device.copied(&written)?);
        self.launch_to_pool(WaveLaunch {
            chunk,
            broken_off: (numbers.slice(), written.slice()),
            tasks: pending.next..end,
            rows,
            grid_blocks: self.pool.most_grid_blocks(device),
        })?;
        let wave = self.pool.wave()?;
        pending.draw(wave.drawn, wave.undone);
        let next = (!pending.is_done()).then_some(self.pool.rows());
        found.extend(self.pool.take(&self.base.store, chunk, &wave.fills, next)?);
        Ok(())
    }

    fn launch_to_pool(&mut self, launch: WaveLaunch<'_>) -> Result<(), RuntimeError> {
        // SAFETY: the rest of the promise is at `Launching::launch`; the pool is nobody else's while it is borrowed,
        // its counters were set by `restart`, and it names as many tasks that were broken off as there are warps.
        let lend = unsafe { self.base.device().lend() };
        let lists = self.lists.as_deref_mut();
        let extension = Launching { base: self.base, levels: self.levels, by: self.by, lists };
        extension.launch(&lend, launch, self.pool.output(&lend)?)
    }
}
