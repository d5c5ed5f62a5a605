//! Launching the kernel of an extension.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::Kernel;
use motherlode_device::kernels::table::edges::ExtendEdges;
use motherlode_device::kernels::table::planned::{ExtendPlanned, ExtendSiblings};
use motherlode_device::kernels::table::vertices::ExtendVertices;
use motherlode_device::kernels::table::{Extend, Output, PlannedArgs, RowTasks, WARPS, shared_bytes};
use motherlode_device::memory::{Scratch, Slice};

use super::base::Base;
use super::extend::By;
use super::level::{TableLevel, chain};
use super::siblings::SiblingLists;
use crate::runtime::{Grid, Lend, RuntimeError, View};

/// Which tasks a launch draws, and which rows those are.
#[derive(Clone)]
pub(super) struct WaveLaunch<'a> {
    pub chunk: usize,
    /// The numbers of tasks that were broken off, and how many new rows of each are written.
    pub broken_off: (View<'a, u32>, View<'a, u64>),
    /// The other tasks.
    pub tasks: Range<u64>,
    /// Rows of a task.
    pub rows: u32,
    pub grid_blocks: u64,
}

impl WaveLaunch<'_> {
    /// Tasks of so many rows each, none of which was begun.
    pub fn new(chunk: usize, tasks: Range<u64>, rows: u32) -> WaveLaunch<'static> {
        WaveLaunch { chunk, broken_off: (View::empty(), View::empty()), tasks, rows, grid_blocks: u64::MAX }
    }

    /// How many tasks there are.
    fn count(&self) -> u64 {
        self.broken_off.0.len() + self.tasks.end - self.tasks.start
    }
}

/// What a launch reads.
pub(super) struct Launching<'t> {
    pub base: &'t Base,
    pub levels: &'t [TableLevel],
    pub by: By,
    pub lists: Option<&'t mut SiblingLists>,
}

impl<'t> Launching<'t> {
    /// Launches the kernel of the extension. The chain is one of chunks each of which extends rows of the one before,
    /// with vertices of the graph, in the order that a table is built in: which is what the kernels ask for.
    ///
    /// # Errors
    /// When the launch fails.
    pub fn launch<'a>(
        self,
        lend: &Lend<'_>,
        launch: WaveLaunch<'a>,
        (queue, output): (Slice<'a, AtomicU64>, Output<'a>),
    ) -> Result<(), RuntimeError>
    where
        't: 'a,
    {
        let (base, all) = (self.base, self.levels.last().map_or(0, |last| last.chunks[launch.chunk].rows()));
        let tasks = RowTasks {
            queue,
            broken_off: lend.slice(launch.broken_off.0),
            written: lend.slice(launch.broken_off.1),
            first: launch.tasks.start,
            end: launch.tasks.end,
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
            (By::Vertex, _) => run::<ExtendVertices>(base, lend, &launch, u64::MAX, &extend),
            (By::Edge, _) => run::<ExtendEdges>(base, lend, &launch, u64::MAX, &extend),
            (By::Step(step), None) => {
                run::<ExtendPlanned>(base, lend, &launch, u64::MAX, &planned(step, Scratch::empty(), 0))
            }
            (By::Step(step), Some(lists)) => {
                let (most, room) = (lists.grid_blocks, lists.room);
                let args = planned(step, lend.scratch(&mut lists.buffer), room);
                run::<ExtendSiblings>(base, lend, &launch, most, &args)
            }
        }
    }
}

/// Launches `K` with as many blocks as there are tasks for, and memory: `most` at most.
fn run<K: Kernel>(
    base: &Base,
    lend: &Lend<'_>,
    launch: &WaveLaunch<'_>,
    most: u64,
    args: &K::Args<'_>,
) -> Result<(), RuntimeError> {
    let device = base.device();
    let warps = device.warps_of_block(WARPS);
    let shared = shared_bytes(warps, device.lanes());
    let blocks = launch.count().div_ceil(warps.into()).min(most).min(launch.grid_blocks).max(1);
    let Grid { blocks, .. } = device.grid::<K>(WARPS, shared, blocks)?;
    lend.launch::<K>(Grid { blocks, warps: WARPS, shared_bytes: shared }, args)
}
