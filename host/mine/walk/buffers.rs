//! The buffers of a walk's warps, where the memory does not suffice for those of all that could run.
//!
//! Each buffer has room for the longest list that may come to be in it, and most lists are far shorter. Where the list
//! of the task's first vertex bounds all of them, and vertices go by falling degree, tasks are walked part by part: the
//! further on, the smaller the buffers, and the more warps there are.

use std::ops::Range;

use super::walker::WARPS;
use crate::memory;
use crate::place::Prepared;
use crate::runtime::{Buffer, Device, Grid, RuntimeError, ViewMut};

/// The memory for buffers, and how the warps of a grid share it.
#[derive(Debug)]
pub(super) struct WarpBuffers {
    memory: Buffer<'static, u32>,
    /// Buffers of a warp.
    count: u64,
    /// Vertices for which a buffer has room at present.
    capacity: u64,
    grid: Grid,
    /// All blocks that can run at once.
    resident: Grid,
    /// By the number of the first task of each, parts of all tasks; one, where there is memory enough.
    parts: Vec<(u64, u64)>,
}

/// Tasks that are walked together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TaskPart {
    pub tasks: Range<u64>,
    /// Vertices for which each buffer needs room.
    pub capacity: u64,
}

impl WarpBuffers {
    /// None.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn none(device: &Device, count: u64, capacity: u64) -> Result<Self, RuntimeError> {
        let grid = Grid { blocks: 1, warps: WARPS, shared_bytes: 0 };
        let (memory, parts) = (device.unwritten(0)?, vec![(0, capacity)]);
        Ok(WarpBuffers { memory, count, capacity, grid, resident: grid, parts })
    }

    /// Buffers for all warps of `resident`, or as many as fit. Says whether some do not.
    ///
    /// # Errors
    /// When not even those of a block fit in the budget, or the device fails.
    pub fn allot(&mut self, device: &Device, resident: Grid) -> Result<bool, RuntimeError> {
        let bytes_of_warp = self.count * self.capacity * size_of::<u32>() as u64;
        self.resident = resident;
        self.grid = memory::fit(device, resident, bytes_of_warp)?;
        let warps = device.grid_warps(self.grid);
        self.memory = device.unwritten((warps * self.count * self.capacity) as usize)?;
        Ok(self.grid.blocks < resident.blocks)
    }

    /// Cuts the tasks of a graph, for lists that are no longer than that of a task's first vertex. `starts` has the
    /// number of the first task of each vertex; none if the tasks are the vertices.
    pub fn cut(&mut self, device: &Device, prepared: &Prepared, starts: Option<&[u64]>) {
        let enough = self.memory.len() as u64 / (device.grid_warps(self.resident) * self.count);
        self.parts = parts(prepared, starts, self.capacity, enough.max(1));
    }

    /// Some tasks, part by part.
    pub fn parts(&self, tasks: &Range<u64>) -> Vec<TaskPart> {
        let ends = self.parts.iter().skip(1).map(|part| part.0).chain([u64::MAX]);
        let within = |(&(start, capacity), end): (&(u64, u64), u64)| TaskPart {
            tasks: tasks.start.max(start)..tasks.end.min(end),
            capacity,
        };
        self.parts.iter().zip(ends).map(within).filter(|part| !part.tasks.is_empty()).collect()
    }

    /// Gives each warp buffers for so many vertices, at most as many as were asked for at first: the fewer, the more
    /// warps.
    pub fn share(&mut self, device: &Device, capacity: u64) {
        debug_assert!(capacity <= self.parts[0].1);
        let block = device.grid_warps(Grid { blocks: 1, ..self.resident }) * self.count * capacity;
        let fitting = (self.memory.len() as u64).checked_div(block).unwrap_or(u64::MAX);
        let blocks = fitting.min(self.resident.blocks.into()) as u32;
        (self.capacity, self.grid) = (capacity, Grid { blocks, ..self.resident });
    }

    /// Vertices for which each buffer has room.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// The warps that have buffers.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The memory, for kernels.
    pub fn memory(&mut self) -> ViewMut<'_, u32> {
        self.memory.scratch()
    }
}

/// Parts of all tasks: the number of the first of each, and how long the lists of its vertices get. Each has half the
/// length of the one before, until they have `enough`.
fn parts(prepared: &Prepared, starts: Option<&[u64]>, longest: u64, enough: u64) -> Vec<(u64, u64)> {
    let (csr, mut found) = (prepared.csr(), Vec::new());
    let n = csr.n();
    let degree = |v: u32| u64::from(csr.degree(v)).max(1);
    let mut v = 0;
    while v < n {
        let capacity = longest.min(degree(v));
        let first = starts.map_or(v.into(), |starts| starts[v as usize]);
        found.push((first, capacity));
        if capacity <= enough {
            break;
        }
        let next = enough.max(capacity / 2);
        v = partition_point(v + 1..n, |v| degree(v) > next);
    }
    // What comes before it has no tasks.
    found.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        if same {
            *earlier = *later;
        }
        same
    });
    found
}

/// The first number of a range of which `holds` does not hold, or its end: it holds of all before it, and of none from
/// there on.
fn partition_point(range: Range<u32>, holds: impl Fn(u32) -> bool) -> u32 {
    let Range { mut start, mut end } = range;
    while start < end {
        let middle = start + (end - start) / 2;
        if holds(middle) { start = middle + 1 } else { end = middle }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::{TaskPart, WarpBuffers, parts};
    use crate::graph::generate;
    use crate::place::Prepared;
    use crate::runtime::Device;

    #[test]
    fn each_task_has_room_for_the_list_of_its_first_vertex() {
        let prepared = Prepared::new(&generate::rmat(10, 8, 5).unwrap());
        let csr = prepared.csr();
        let longest = u64::from(csr.max_degree());
        for (starts, longest, enough) in
            [(None, longest, 1), (Some(csr.offsets()), longest, 9), (Some(csr.offsets()), longest / 3, 5)]
        {
            let found = parts(&prepared, starts, longest, enough);
            assert!(found.len() > 3 && found.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1), "{found:?}");
            assert_eq!((found[0].0, found.last().unwrap().1), (0, enough), "{found:?}");
            for v in 0..csr.n() {
                let tasks = starts
                    .map_or(v.into()..u64::from(v) + 1, |starts| starts[v as usize]..starts[v as usize + 1]);
                for task in tasks {
                    let room = found.iter().rfind(|part| part.0 <= task).unwrap().1;
                    assert!(room >= longest.min(csr.degree(v).into()), "vertex {v} has {room}");
                }
            }
        }
        // Where there is enough for all.
        assert_eq!(parts(&prepared, None, longest, longest), [(0, longest)]);
    }

    #[test]
    fn the_parts_of_a_share_are_all_of_it() {
        let device = Device::cpu(None);
        let all = vec![(0, 70), (5, 30), (11, 8)];
        let buffers = WarpBuffers { parts: all, ..WarpBuffers::none(&device, 2, 70).unwrap() };
        let part = |tasks, capacity| TaskPart { tasks, capacity };
        assert_eq!(buffers.parts(&(0..20)), [part(0..5, 70), part(5..11, 30), part(11..20, 8)]);
        assert_eq!(buffers.parts(&(6..11)), [part(6..11, 30)]);
        assert_eq!(buffers.parts(&(4..6)), [part(4..5, 70), part(5..6, 30)]);
        assert_eq!(buffers.parts(&(12..13)), [part(12..13, 8)]);
        assert!(buffers.parts(&(5..5)).is_empty());
    }
}
