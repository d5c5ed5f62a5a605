//! The memory that extensions write to before it is known how many rows there are.

use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::table::holes::{FillHoles, HolesArgs};
use motherlode_device::kernels::table::{Output, PLACE, POOL, WARPS};
use motherlode_device::memory::{Scratch, Slice};

use super::holes::moves;
use super::level::Chunk;
use crate::columns::GrowableColumn;
use crate::columns::Store;
use crate::primitives::Primitives;
use crate::runtime::{Buffer, Device, Lend, RuntimeError, ViewMut};

/// Rows of a block where the pool is large: 8 KiB of a table of vertices, as in GAMMA.
const MOST_ROWS: u64 = 1024;
/// Rows of a block at least: a warp writes as many at a time.
const LEAST_ROWS: u64 = 32;
/// Blocks that a pool has, at least.
const LEAST_BLOCKS: u64 = 8;
/// Of a pool, so many parts of [`PARTS`] must be full for its memory to become that of the rows: the rest is not used
/// then.
const FULL_PARTS: u64 = 3;
const PARTS: u64 = 4;

/// Places in [`RowPool::counters`].
const DRAWN: u64 = 0;
const NEXT_BLOCK: u64 = 1;
const UNDONE: u64 = 2;

/// Blocks of rows, which warps take as they need them.
#[derive(Debug)]
pub(super) struct RowPool {
    device: Device,
    /// Columns of vertices and parents, and in a table of edges of joins; none before the first wave, and where rows
    /// have taken them.
    memory: Vec<Buffer<'static, u32>>,
    columns: usize,
    fills: Buffer<'static, u32>,
    undone: Buffer<'static, u32>,
    written: Buffer<'static, u64>,
    counters: Buffer<'static, u64>,
    /// Rows of a block.
    block: u32,
}

/// What a launch came to.
#[derive(Debug)]
pub(super) struct PoolFill {
    /// How many rows are in each block.
    pub fills: Vec<u32>,
    /// How many tasks were drawn, those that had been broken off before the others.
    pub drawn: u64,
    /// The tasks that were broken off, and how many new rows of each are written.
    pub undone: Vec<(u32, u64)>,
}

/// How many tasks were drawn.
type DrawnCount<'a> = Slice<'a, AtomicU64>;

impl RowPool {
    /// A pool of about so many bytes, for a table of edges or of vertices.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the device fails.
    pub fn new(device: &Device, bytes: u64, edges: bool) -> Result<RowPool, RuntimeError> {
        let columns = if edges { 3 } else { 2 };
        let most = u64::from(u32::MAX) / MOST_ROWS * MOST_ROWS;
        let rows = (bytes / (columns * size_of::<u32>()) as u64).min(most);
        let block = (rows / 64).clamp(LEAST_ROWS, MOST_ROWS);
        let blocks = (rows / block).max(LEAST_BLOCKS) as usize;
        Ok(RowPool {
            device: device.clone(),
            memory: Vec::new(),
            columns,
            fills: device.unwritten(blocks)?,
            undone: device.unwritten(blocks)?,
            written: device.unwritten(blocks)?,
            counters: device.zeroed(3)?,
            block: block as u32,
        })
    }

    /// Rows for which there is room.
    pub fn rows(&self) -> u64 {
        self.fills.len() as u64 * u64::from(self.block)
    }

    /// Columns of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The most blocks that a grid may have: two blocks of the pool for each of its warps, or there would be little in
    /// any.
    pub fn most_grid_blocks(&self, device: &Device) -> u64 {
        (self.fills.len() as u64 / 2 / u64::from(device.warps_of_block(WARPS))).max(1)
    }

    /// Makes all blocks free, and no task drawn.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn restart(&mut self) -> Result<(), RuntimeError> {
        self.counters.overwrite(&[0; 3])
    }

    /// What tasks are drawn from, and the pool, for rows to be written to.
    ///
    /// # Errors
    /// When its memory was taken, and there is no room for as much.
    pub fn output<'a>(&'a mut self, lend: &Lend<'_>) -> Result<(DrawnCount<'a>, Output<'a>), RuntimeError> {
        let rows = self.rows() as usize;
        while self.memory.len() < self.columns {
            self.memory.push(self.device.unwritten(rows)?);
        }
        let mut memory = self.memory.iter_mut();
        let mut column = || memory.next().map_or(Scratch::empty(), |column| lend.scratch(column));
        let counter = |place| lend.slice(self.counters.atomics().part(place, 1));
        let output = Output {
            vertices: column(),
            parents: column(),
            joins: column(),
            next_block: counter(NEXT_BLOCK),
            fills: lend.scratch(&mut self.fills),
            undone: lend.scratch(&mut self.undone),
            written: lend.scratch(&mut self.written),
            undone_count: counter(UNDONE),
            counts: Scratch::empty(),
            block: self.block,
            mode: POOL,
        };
        Ok((counter(DRAWN), output))
    }

    /// What tasks are drawn from, without a pool: rows are counted, or written to places that are known. The counters
    /// are the pool's.
    pub fn placed<'a>(
        &'a self,
        lend: &Lend<'_>,
        columns: [ViewMut<'a, u32>; 3],
        counts: &'a mut Buffer<'static, u64>,
        mode: u32,
    ) -> (DrawnCount<'a>, Output<'a>) {
        debug_assert!(mode != POOL && (mode == PLACE || columns.iter().all(ViewMut::is_empty)));
        let [vertices, parents, joins] = columns.map(|column| lend.scratch(column));
        let counter = |place| lend.slice(self.counters.atomics().part(place, 1));
        let output = Output {
            vertices,
            parents,
            joins,
            next_block: counter(NEXT_BLOCK),
            fills: Scratch::empty(),
            undone: Scratch::empty(),
            written: Scratch::empty(),
            undone_count: counter(UNDONE),
            counts: lend.scratch(counts),
            block: self.block,
            mode,
        };
        (counter(DRAWN), output)
    }

    /// What the launch since the last restart came to, when it is done.
    ///
    /// # Errors
    /// When a kernel or the driver failed.
    pub fn wave(&self) -> Result<PoolFill, RuntimeError> {
        self.device.synchronize()?;
        let counters = self.counters.download_first(3)?;
        let used = counters[NEXT_BLOCK as usize].min(self.fills.len() as u64) as usize;
        let undone = counters[UNDONE as usize] as usize;
        let numbers = self.undone.download_first(undone)?;
        Ok(PoolFill {
            fills: self.fills.download_first(used)?,
            drawn: counters[DRAWN as usize],
            undone: numbers.into_iter().zip(self.written.download_first(undone)?).collect(),
        })
    }

    /// The rows in the pool, which extend those of chunk `parent`, as a chunk of their own: in the pool's memory, if
    /// that is full enough and the device has room for another, and else in columns of their own. `next` rows at most
    /// come after them, if any.
    ///
    /// # Errors
    /// When there is no room for them, or the device fails.
    pub fn take(
        &mut self,
        store: &Store,
        parent: usize,
        fills: &[u32],
        next: Option<u64>,
    ) -> Result<Option<Chunk>, RuntimeError> {
        let rows: u64 = fills.iter().map(|&fill| u64::from(fill)).sum();
        if rows == 0 {
            return Ok(None);
        }
        self.fill_holes(fills)?;
        let bytes = self.rows() * (self.columns * size_of::<u32>()) as u64;
        let columns = if PARTS * rows >= FULL_PARTS * self.rows() && store.has_room_for(bytes) {
            self.memory.drain(..).map(|column| GrowableColumn::new(column, rows)).collect()
        } else {
            let mut columns = store.columns(self.columns, rows, next)?;
            let mut primitives = Primitives::new(&self.device);
            for (from, to) in self.memory.iter().zip(&mut columns) {
                primitives.copy(from.slice().part(0, rows), to.view_mut())?;
            }
            // The pool is overwritten by the next wave.
            self.device.synchronize()?;
            columns
        };
        Ok(Some(Chunk::new(parent, columns, &self.device)?))
    }

    /// Brings the rows in the blocks to the first places.
    fn fill_holes(&mut self, fills: &[u32]) -> Result<(), RuntimeError> {
        let moves = moves(fills, self.block);
        if moves.is_empty() {
            return Ok(());
        }
        let blocks = (moves.len() as u64).div_ceil(self.device.warps_of_block(WARPS).into());
        let moves = self.device.copied(&moves)?;
        for column in &mut self.memory {
            // SAFETY: the moves are within the pool; what is moved lies behind all rows, where nothing goes, and each
            // place is the end of one move.
            let lend = unsafe { self.device.lend() };
            let args = HolesArgs { column: lend.scratch(column), moves: lend.slice(&moves) };
            lend.launch_up_to::<FillHoles>(blocks, WARPS, 0, &args)?;
        }
        Ok(())
    }
}
