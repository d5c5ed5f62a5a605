//! Where new rows go.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::{NONE, RowTasks};
use crate::memory::{Scratch, Slice};
use crate::simt::Warp;

/// Rows are written to blocks of a pool, which warps take as they need them.
pub const POOL: u32 = 0;
/// Rows are counted, by task.
pub const COUNT: u32 = 1;
/// Rows are written where the count of the tasks before says.
pub const PLACE: u32 = 2;

/// Where new rows go, and how.
///
/// In a pool each warp fills a block of its own, and takes another when that is full: nothing is counted before. When
/// no block is left, a task is broken off, and [`undone`](Self::undone) names it, with how many of its rows are
/// written: whoever takes it up finds those again, and leaves them out. In the two passes that a pool saves, tasks
/// count their rows, and then write them.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Output<'a> {
    /// Written: the vertex of each new row, [`NONE`] if it has none.
    pub vertices: Scratch<'a, u32>,
    /// Written: the row that it extends.
    pub parents: Scratch<'a, u32>,
    /// Written: what its edge joins. Empty in a table of vertices.
    pub joins: Scratch<'a, u32>,
    /// One element: the next block of the pool.
    pub next_block: Slice<'a, AtomicU64>,
    /// Written: by block that was taken, how many rows are in it.
    pub fills: Scratch<'a, u32>,
    /// Written: the tasks that were broken off; as many as the grid has warps, at most.
    pub undone: Scratch<'a, u32>,
    /// Written: for each of these, how many of its rows are written, by this launch and those before.
    pub written: Scratch<'a, u64>,
    /// One element: how many those are. Zero at the start: where it is not, warps draw no more.
    pub undone_count: Slice<'a, AtomicU64>,
    /// By task, how many rows it has ([`COUNT`], written), or how many those before it have ([`PLACE`], read).
    pub counts: Scratch<'a, u64>,
    /// Rows of a block.
    pub block: u32,
    /// [`POOL`], [`COUNT`] or [`PLACE`].
    pub mode: u32,
}

layout!(Output<'_>: 152, block: 144);

/// A new row.
#[derive(Clone, Copy)]
pub(super) struct NewRow {
    pub vertex: u32,
    pub parent: u32,
    pub join: u32,
}

/// What a warp writes with: the same in all lanes.
pub(super) struct NewRowWriter<'o, 'a, W> {
    warp: W,
    output: &'o Output<'a>,
    /// The block in hand, or [`NONE`], and how many rows are in it.
    block: u32,
    used: u32,
    /// How many of the task's next rows are to be left out, as they were written before.
    skip: u64,
    /// How many rows the task has so far, with those; or where the next one goes.
    place: u64,
    /// Whether no block was left.
    full: bool,
}

impl<'o, 'a, W: Warp> NewRowWriter<'o, 'a, W> {
    #[inline(always)]
    pub fn new(warp: W, output: &'o Output<'a>) -> Self {
        // A block that is full already.
        NewRowWriter { warp, output, block: NONE, used: output.block, skip: 0, place: 0, full: false }
    }

    /// The next task's number and rows, or nothing when none are left, or no memory.
    #[inline(always)]
    pub fn next_task(&mut self, tasks: &RowTasks<'_>) -> Option<(u32, core::ops::Range<u32>)> {
        let broken_off = tasks.broken_off.len() as u64;
        let all = broken_off + (tasks.end - tasks.first);
        let mut drawn = all;
        if self.warp.lane() == 0 && self.output.undone_count[0].load(Relaxed) == 0 {
            drawn = tasks.queue[0].fetch_add(1, Relaxed);
        }
        let drawn = self.warp.shuffle_u64(drawn, 0);
        if drawn >= all {
            return None;
        }
        (self.skip, self.place) = (0, 0);
        let mut number = (tasks.first.wrapping_add(drawn.wrapping_sub(broken_off))) as u32;
        if drawn < broken_off {
            number = tasks.broken_off[drawn as usize];
            self.skip = tasks.written[drawn as usize];
        }
        let start = u64::from(number) * u64::from(tasks.rows);
        let end = u64::from(tasks.all).min(start + u64::from(tasks.rows));
        if self.output.mode == PLACE {
            // SAFETY: there is a number for each task, written before the launch.
            self.place = unsafe { self.output.counts.read(number as usize) };
        }
        Some((number, start as u32..end as u32))
    }

    /// Whether the rest of the task is in vain.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Adds the rows of those lanes that have one. A collective.
    #[inline(always)]
    pub fn push(&mut self, row: Option<NewRow>) {
        let votes = self.warp.ballot(row.is_some());
        let count = votes.count_ones();
        if count == 0 || self.full {
            return;
        }
        let rank = (votes & self.warp.lanes_below()).count_ones();
        match self.output.mode {
            COUNT => self.place += u64::from(count),
            PLACE => {
                if let Some(row) = row {
                    // SAFETY: so many rows were counted for the task, and no other task has their places.
                    unsafe { self.write((self.place + u64::from(rank)) as usize, row) };
                }
                self.place += u64::from(count);
            }
            _ => self.push_new(row, rank, count),
        }
    }

    /// Adds those rows that were not written before.
    #[inline(always)]
    fn push_new(&mut self, row: Option<NewRow>, rank: u32, count: u32) {
        let old = self.skip.min(count.into()) as u32;
        self.skip -= u64::from(old);
        self.place += u64::from(old);
        if old < count {
            self.push_to_block(row.filter(|_| rank >= old), rank.wrapping_sub(old), count - old);
        }
    }

    /// Adds rows to the block in hand, and to the next one, if there is one, what it has no room for.
    #[inline(always)]
    fn push_to_block(&mut self, row: Option<NewRow>, rank: u32, count: u32) {
        let size = self.output.block;
        let here = count.min(size - self.used);
        let (block, used) = (self.block, self.used);
        let more = here < count && self.take_block();
        let fitting = if more { count } else { here };
        if let Some(row) = row.filter(|_| rank < fitting) {
            let (block, place) = if rank < here { (block, used + rank) } else { (self.block, rank - here) };
            // SAFETY: within a block that this warp alone has, behind what is in it; a block has room for as many rows
            // as a warp has lanes.
            unsafe { self.write(block as usize * size as usize + place as usize, row) };
        }
        self.used = if more { count - here } else { used + here };
        self.place += u64::from(fitting);
    }

    /// Takes a block; false if none is left, and then the task is broken off.
    #[inline(always)]
    fn take_block(&mut self) -> bool {
        let mut next = 0;
        if self.warp.lane() == 0 {
            next = self.output.next_block[0].fetch_add(1, Relaxed);
        }
        let next = self.warp.shuffle_u64(next, 0);
        if next >= self.output.fills.len() {
            self.full = true;
            return false;
        }
        if self.warp.lane() == 0 {
            // SAFETY: lane 0.
            unsafe { self.write_fill(self.output.block) };
        }
        (self.block, self.used) = (next as u32, 0);
        true
    }

    /// Notes how many rows are in the block in hand.
    ///
    /// # Safety
    /// Lane 0 calls it.
    #[inline(always)]
    unsafe fn write_fill(&self, rows: u32) {
        if self.block != NONE {
            // SAFETY: a block that this warp has.
            unsafe { self.output.fills.write(self.block as usize, rows) };
        }
    }

    /// Ends a task. False if it was broken off: then the warp draws no more.
    #[inline(always)]
    pub fn end_task(&mut self, number: u32) -> bool {
        if self.full {
            self.name_undone(number);
            return false;
        }
        if self.output.mode == COUNT && self.warp.lane() == 0 {
            // SAFETY: there is a number for each task, which no other warp has drawn.
            unsafe { self.output.counts.write(number as usize, self.place) };
        }
        true
    }

    /// Says how far the task has come.
    #[inline(always)]
    fn name_undone(&self, number: u32) {
        if self.warp.lane() == 0 {
            let place = self.output.undone_count[0].fetch_add(1, Relaxed) as usize;
            // SAFETY: a warp breaks off once, and there is room for all; the place is nobody else's.
            unsafe {
                self.output.undone.write(place, number);
                self.output.written.write(place, self.place);
            }
        }
    }

    /// Ends the warp's work.
    #[inline(always)]
    pub fn finish(self) {
        if self.warp.lane() == 0 && self.output.mode == POOL {
            // SAFETY: lane 0.
            unsafe { self.write_fill(self.used) };
        }
    }

    /// # Safety
    /// There is room for a row there, which nobody else writes.
    #[inline(always)]
    unsafe fn write(&self, place: usize, row: NewRow) {
        // SAFETY: the caller's promise.
        unsafe {
            self.output.vertices.write(place, row.vertex);
            self.output.parents.write(place, row.parent);
            if !self.output.joins.is_empty() {
                self.output.joins.write(place, row.join);
            }
        }
    }
}
