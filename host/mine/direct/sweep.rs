//! Kernels over a placed graph, dealt: what such parts of a job have in common stands here once.

use std::iter;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::edge_counts::roots::RankedRoots;
use motherlode_device::kernels::queue::STOP;
use motherlode_device::kernels::triangles::HubRows;
use motherlode_device::memory::Slice;

use super::on_device::OnDevice;
use crate::MineError;
use crate::deal::{Merge, Share, Work};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError, View};
use crate::totals::Totals;

/// How often the blocks that run at once draw in a share, at least.
pub(in crate::direct) const LEAST_WAVES: u64 = 4;

/// What the tasks of a [`Sweep`] are.
pub(in crate::direct) enum SweepTasks {
    /// Those that the roots of the oriented graph are dealt in, for the warps of a grid. What is drawn is counted from
    /// the first of a share.
    OfRoots(Grid),
    /// So many numbers, which are drawn as they are: those of vertices, of edges, of neighbours.
    Numbers(u64),
    /// Those of bins, one behind the other, each of which has a queue. What is drawn is counted from the first of a
    /// share.
    Bins(Vec<TaskBin>),
    /// One, of which nothing is drawn: each launch goes over all there is.
    One,
}

/// Tasks that take like room, and so have a launch of their own.
pub(in crate::direct) struct TaskBin {
    pub tasks: Range<u64>,
    /// In how many parts each is drawn.
    pub parts: u64,
    /// The launch.
    pub grid: Grid,
}

impl TaskBin {
    /// How much is drawn of its tasks that are among these.
    pub fn draws(&self, tasks: &Range<u64>) -> u64 {
        let within = |task: u64| task.clamp(self.tasks.start, self.tasks.end);
        (within(tasks.end) - within(tasks.start)) * self.parts
    }
}

impl SweepTasks {
    fn count(&self, on: &OnDevice) -> u64 {
        match self {
            SweepTasks::OfRoots(_) => on.tasks(),
            SweepTasks::Numbers(tasks) => *tasks,
            SweepTasks::Bins(bins) => bins.last().map_or(0, |bin| bin.tasks.end),
            SweepTasks::One => 1,
        }
    }

    fn draws(&self, tasks: Range<u64>) -> Vec<Range<u64>> {
        match self {
            SweepTasks::OfRoots(_) => iter::once(0..tasks.end - tasks.start).collect(),
            SweepTasks::Numbers(_) => vec![tasks],
            SweepTasks::Bins(bins) => bins.iter().map(|bin| 0..bin.draws(&tasks)).collect(),
            SweepTasks::One => Vec::new(),
        }
    }

    /// Of bins, tasks for all blocks that run at once, a few times over: the first bins may have few tasks, of which
    /// each takes long.
    fn at_once(&self, on: &OnDevice, from: u64) -> u64 {
        let waves = |bin: &TaskBin| LEAST_WAVES * u64::from(bin.grid.blocks).div_ceil(bin.parts);
        match self {
            SweepTasks::OfRoots(grid) => on.device().grid_warps(*grid),
            SweepTasks::Bins(bins) => bins.iter().find(|bin| from < bin.tasks.end).map_or(1, waves),
            SweepTasks::Numbers(_) | SweepTasks::One => 1,
        }
    }
}

/// A kernel over a placed graph, or a few that follow each other: what its tasks are, how it is launched, and what
/// becomes of its totals. [`Swept`] deals it.
///
/// # Safety
/// 1. [`prepare`](Self::prepare) and [`launch`](Self::launch) keep all promises of
///    [`Device::lend`](crate::runtime::Device::lend), the fifth among their own launches too, given that what
///    [`OnDevice`] has of the graph is of one graph, that the tasks are some of [`tasks`](Self::tasks), that no launch
///    failed before, and that the queues stand where [`draws`](Self::draws) begins, and all totals are zero; or, after
///    [`rest`](Self::rest), that the launches before are done, the queues are zero, and the totals as they were left.
/// 2. It is made for the graph and the device that [`Swept::new`] is given with it, with as many sums as its kernels
///    have, and nobody else has its buffers.
pub(in crate::direct) unsafe trait Sweep: Send {
    /// What comes of tasks.
    type Tally: Merge;

    /// What the tasks are.
    fn tasks(&self, on: &OnDevice) -> SweepTasks;

    /// What is drawn from each of the queues for these tasks.
    fn draws(&self, on: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        self.tasks(on).draws(tasks)
    }

    /// How many tasks keep the device busy, from task `from` on.
    fn at_once(&self, on: &OnDevice, from: u64) -> u64 {
        self.tasks(on).at_once(on, from)
    }

    /// Whether its kernels look at their queues within a task, and end when one is [`STOP`] beyond its end.
    fn stops_within(&self) -> bool {
        false
    }

    /// Whether something of what comes of the tasks stays on the device, in a buffer.
    fn keeps_results(&self) -> bool {
        Self::Tally::SAYS_NOTHING
    }

    /// Whether what it reads or keeps is this device's alone.
    fn works_alone(&self, _on: &OnDevice) -> bool {
        false
    }

    /// Makes what the launches for the tasks of a share read, where it is not there yet, and clears what those before
    /// have left. It runs to its end, whether or not the job is to stop.
    ///
    /// # Errors
    /// When a launch fails.
    fn prepare(&mut self, _on: &OnDevice, _tasks: &Range<u64>) -> Result<(), RuntimeError> {
        Ok(())
    }

    /// Launches the tasks of a share, or what is left of them.
    ///
    /// # Errors
    /// When a launch fails.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError>;

    /// When the launches are done: how much is drawn of each queue by those that follow them, for what they have left
    /// of the tasks; `None` if they have left nothing.
    ///
    /// # Errors
    /// When what was left cannot be had.
    fn rest(&mut self, _on: &OnDevice, _tasks: &Range<u64>) -> Result<Option<Vec<u64>>, RuntimeError> {
        Ok(None)
    }

    /// What the totals of some tasks make, once all launches for these came to their end.
    ///
    /// # Errors
    /// When what was left on the device cannot be had, or passes its type.
    fn tally(&mut self, _tasks: &Range<u64>, totals: Vec<u128>) -> Result<Self::Tally, MineError> {
        Ok(Merge::of_totals(totals))
    }
}

/// The tasks of a share, and from where kernels draw them.
pub(in crate::direct) struct SweepShare<'a> {
    /// The tasks.
    pub tasks: Range<u64>,
    totals: &'a Totals,
}

impl<'a> SweepShare<'a> {
    /// A queue, by its place in what [`Sweep::draws`] tells.
    pub fn queue(&self, place: usize) -> View<'a, AtomicU64> {
        self.totals.queues.atomics().part(place as u64, 1)
    }

    /// The roots of the tasks, drawn from the first queue, and what finds the edges of their triangles: the hubs' rows,
    /// where these have ranks.
    pub fn ranked_roots<'l>(&'l self, on: &'l OnDevice, lend: &'l Lend<'_>) -> RankedRoots<'l> {
        RankedRoots {
            graph: on.graph(lend),
            hubs: if on.has_ranks() { on.hubs(lend) } else { HubRows { words: Slice::empty(), count: 0 } },
            ranks: lend.slice(on.ranks()),
            roots: on.oriented().root_tasks(lend, self.tasks.clone()),
            queue: lend.slice(self.queue(0)),
            marks: on.ranked_marks(),
        }
    }

    /// All totals.
    pub fn totals(&self) -> View<'a, AtomicU64> {
        self.totals.totals.atomics()
    }
}

/// A sweep on one of a job's devices.
pub(in crate::direct) struct Swept<S> {
    on: OnDevice,
    totals: Totals,
    sweep: S,
}

impl<S: Sweep> Swept<S> {
    /// With as many queues as the sweep draws from, and `sums` totals.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the driver fails.
    pub fn new(on: OnDevice, sums: usize, sweep: S) -> Result<Self, RuntimeError> {
        let totals = Totals::new(on.device(), sweep.draws(&on, 0..0).len(), sums)?;
        Ok(Swept::with(on, totals, sweep))
    }

    /// With queues and totals that were made before.
    pub fn with(on: OnDevice, totals: Totals, sweep: S) -> Self {
        Swept { on, totals, sweep }
    }

    /// The graph on the device.
    pub fn on(&self) -> &OnDevice {
        &self.on
    }

    /// The sweep, with what it keeps.
    pub fn sweep(&self) -> &S {
        &self.sweep
    }

    /// The sweep, to be told what the next share is about.
    pub fn sweep_mut(&mut self) -> &mut S {
        &mut self.sweep
    }

    /// The sweep, with what it keeps.
    pub fn into_sweep(self) -> S {
        self.sweep
    }
}

impl<S: Sweep> Work for Swept<S> {
    type Tally = S::Tally;

    fn tasks(&self) -> u64 {
        self.sweep.tasks(&self.on).count(&self.on)
    }

    fn least_share(&self, from: u64) -> u64 {
        self.sweep.at_once(&self.on, from)
    }

    fn keeps_results(&self) -> bool {
        self.sweep.keeps_results()
    }

    fn works_alone(&self) -> bool {
        self.sweep.works_alone(&self.on)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<S::Tally, MineError> {
        let tasks = share.tasks();
        assert!(tasks.end <= self.tasks(), "tasks {tasks:?} of {}", self.tasks());
        let Swept { on, totals, sweep } = self;
        SweepRun { on, totals, sweep }.run(share)
    }
}

/// A sweep that runs a share. It is compiled for each kind of tally, of which there are few, and not for each sweep.
struct SweepRun<'s, T> {
    on: &'s OnDevice,
    totals: &'s mut Totals,
    sweep: &'s mut dyn Sweep<Tally = T>,
}

/// What queues the launches of a sweep.
type QueueLaunches<'a> = &'a mut dyn FnMut() -> Result<(), RuntimeError>;

/// What watches launches to their end, and the queues meanwhile.
type WatchLaunches<'a> = &'a mut dyn FnMut(&Buffer<'_, u64>, QueueLaunches<'_>) -> Result<(), RuntimeError>;

impl<T: Merge> SweepRun<'_, T> {
    fn run(mut self, share: &Share<'_>) -> Result<T, MineError> {
        let tasks = share.tasks();
        let device = self.on.device().clone();
        self.sweep.prepare(self.on, &tasks)?;
        let draws = self.sweep.draws(self.on, tasks.clone());
        assert_eq!(draws.len(), self.totals.queues.len(), "what is drawn, and queues");
        let starts: Vec<u64> = draws.iter().map(|draw| draw.start).collect();
        let ends: Vec<u64> = draws.iter().map(|draw| draw.end).collect();
        self.totals.restart_from(&starts)?;
        let (stops_within, start) = (self.sweep.stops_within(), starts.iter().sum());
        self.launch(tasks.clone(), &mut |queues, launches| match (ends.is_empty(), stops_within) {
            (true, _) => launches().and_then(|()| device.synchronize()),
            (false, false) => share.watch(&device, queues, start, &ends, launches),
            (false, true) => share.watch_within(&device, queues, start, &ends, STOP, launches),
        })?;
        while let Some(ends) = self.sweep.rest(self.on, &tasks)? {
            self.totals.queues.overwrite(&vec![0; ends.len()])?;
            self.launch(tasks.clone(), &mut |queues, launches| {
                share.watch_rest(&device, queues, &ends, launches)
            })?;
        }
        let totals = if self.totals.totals.is_empty() { Vec::new() } else { self.totals.read()? };
        self.sweep.tally(&tasks, totals)
    }

    /// Launches what `watch` watches to its end: that gets the queues and the launches.
    fn launch(&mut self, tasks: Range<u64>, watch: WatchLaunches<'_>) -> Result<(), RuntimeError> {
        let SweepRun { on, totals, sweep } = self;
        let of_share = SweepShare { tasks, totals };
        // SAFETY: `Sweep` keeps the promises of `lend`, of some of its tasks and as many queues as it draws from, as
        // asserted, and of queues and totals that have just been set. A worker whose launch failed is given no further
        // share. Nobody else has the totals, and `&mut self` is the only way to write the sweep's buffers.
        let lend = unsafe { on.lend() };
        watch(&totals.queues, &mut || {
            sweep.launch(on, &lend, &of_share)?;
            if totals.totals.is_empty() { Ok(()) } else { totals.fetch() }
        })
    }
}
