//! The memory that extensions write to before it is known how many rows there are.

use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::table::{Output, PLACE, POOL, WARPS};
use motherlode_device::memory::{Scratch, Slice};

use crate::runtime::{Buffer, Device, Lend, RuntimeError, ViewMut};

/// Rows of a block where the pool is large: 8 KiB of a table of vertices, as in GAMMA.
const MOST_ROWS: u64 = 1024;
/// Rows of a block at least: a warp writes as many at a time.
const LEAST_ROWS: u64 = 32;
/// Blocks that a pool has, at least.
const LEAST_BLOCKS: u64 = 8;

/// Places in [`Pool::counters`].
const LISTED: u64 = 0;
const RANGE: u64 = 1;
const NEXT_BLOCK: u64 = 2;
const UNDONE: u64 = 3;

/// Blocks of rows, which warps take as they need them.
#[derive(Debug)]
pub(super) struct Pool {
    vertices: Buffer<'static, u32>,
    parents: Buffer<'static, u32>,
    joins: Buffer<'static, u32>,
    fills: Buffer<'static, u32>,
    before: Buffer<'static, u32>,
    undone: Buffer<'static, u32>,
    counters: Buffer<'static, u64>,
    block: u32,
}

/// What a wave of launches came to.
#[derive(Debug)]
pub(super) struct Wave {
    /// Where each block's rows start among all, and how many rows there are.
    pub starts: Vec<u64>,
    /// How many tasks were drawn of the list, and where the range has come to.
    pub listed: u64,
    pub next: u64,
    /// The tasks that were given up.
    pub undone: Vec<u32>,
}

/// Which tasks a launch draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draws {
    /// Those of a list.
    Listed,
    /// Those of a range.
    Range,
}

impl Draws {
    /// The place of the number of the next task.
    fn counter(self) -> u64 {
        match self {
            Draws::Listed => LISTED,
            Draws::Range => RANGE,
        }
    }
}

/// The number of the next task.
type Queue<'a> = Slice<'a, AtomicU64>;

impl Pool {
    /// A pool of about so many bytes, for a table of edges or of vertices.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the device fails.
    pub fn new(device: &Device, bytes: u64, edges: bool) -> Result<Pool, RuntimeError> {
        let columns: u64 = if edges { 3 } else { 2 };
        let most = u64::from(u32::MAX) / MOST_ROWS * MOST_ROWS;
        let rows = (bytes / (columns * size_of::<u32>() as u64)).min(most);
        let block = (rows / 64).clamp(LEAST_ROWS, MOST_ROWS);
        let blocks = (rows / block).max(LEAST_BLOCKS) as usize;
        let rows = blocks * block as usize;
        Ok(Pool {
            vertices: device.unwritten(rows)?,
            parents: device.unwritten(rows)?,
            joins: device.unwritten(if edges { rows } else { 0 })?,
            fills: device.zeroed(blocks)?,
            before: device.unwritten(blocks)?,
            undone: device.unwritten(blocks)?,
            counters: device.zeroed(4)?,
            block: block as u32,
        })
    }

    /// The bytes of a pool of `rows` rows, or of the smallest.
    pub fn bytes(rows: u64, edges: bool) -> u64 {
        let columns = if edges { 3 } else { 2 };
        rows.max(LEAST_ROWS * LEAST_BLOCKS).saturating_mul(columns * size_of::<u32>() as u64)
    }

    /// Rows for which there is room.
    pub fn rows(&self) -> u64 {
        self.vertices.len() as u64
    }

    /// The most blocks that a grid may have: two blocks of the pool for each of its warps, or there would be little in any.
    pub fn most_grid_blocks(&self, device: &Device) -> u64 {
        (self.fills.len() as u64 / 2 / u64::from(device.warps_of_block(WARPS))).max(1)
    }

    /// Makes all blocks free, and the range begin at `next`.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn restart(&mut self, next: u64) -> Result<(), RuntimeError> {
        self.fills.overwrite(&vec![0; self.fills.len()])?;
        self.counters.overwrite(&[0, next, 0, 0])
    }

    /// What tasks are drawn from, and the pool, for rows to be written to.
    pub fn output<'a>(&'a mut self, lend: &Lend<'_>, draws: Draws) -> (Queue<'a>, Output<'a>) {
        let counter = |place| lend.slice(self.counters.atomics().part(place, 1));
        let output = Output {
            vertices: lend.scratch(&mut self.vertices),
            parents: lend.scratch(&mut self.parents),
            joins: lend.scratch(&mut self.joins),
            next_block: counter(NEXT_BLOCK),
            fills: lend.scratch(&mut self.fills),
            before: lend.scratch(&mut self.before),
            undone: lend.scratch(&mut self.undone),
            undone_count: counter(UNDONE),
            counts: Scratch::empty(),
            block: self.block,
            mode: POOL,
        };
        (counter(draws.counter()), output)
    }

    /// The same without a pool: rows are counted, or written to places that are known. The counters are the pool's.
    pub fn placed<'a>(
        &'a self,
        lend: &Lend<'_>,
        columns: [ViewMut<'a, u32>; 3],
        counts: &'a mut Buffer<'static, u64>,
        mode: u32,
    ) -> (Queue<'a>, Output<'a>) {
        debug_assert!(mode != POOL && (mode == PLACE || columns.iter().all(ViewMut::is_empty)));
        let [vertices, parents, joins] = columns.map(|column| lend.scratch(column));
        let counter = |place| lend.slice(self.counters.atomics().part(place, 1));
        let output = Output {
            vertices,
            parents,
            joins,
            next_block: counter(NEXT_BLOCK),
            fills: Scratch::empty(),
            before: Scratch::empty(),
            undone: Scratch::empty(),
            undone_count: counter(UNDONE),
            counts: lend.scratch(counts),
            block: self.block,
            mode,
        };
        (counter(RANGE), output)
    }

    /// What the launches since the last restart came to, when they are done.
    ///
    /// # Errors
    /// When a kernel or the driver failed.
    pub fn wave(&self, device: &Device, listed: u64, end: u64) -> Result<Wave, RuntimeError> {
        device.synchronize()?;
        let counters = self.counters.download_first(4)?;
        let used = counters[NEXT_BLOCK as usize].min(self.fills.len() as u64) as usize;
        let mut total = 0;
        let mut starts = vec![0];
        starts.extend(self.fills.download_first(used)?.into_iter().map(|fill| {
            total += u64::from(fill);
            total
        }));
        Ok(Wave {
            starts,
            listed: counters[LISTED as usize].min(listed),
            next: counters[RANGE as usize].min(end),
            undone: self.undone.download_first(counters[UNDONE as usize] as usize)?,
        })
    }

    /// The columns in blocks, and how many rows a block has room for.
    pub fn columns(&self) -> ([&Buffer<'static, u32>; 3], u32) {
        ([&self.vertices, &self.parents, &self.joins], self.block)
    }
}
