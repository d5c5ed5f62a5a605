//! Kernels over a placed graph, dealt: what such parts of a job have in common stands here once.

use std::iter;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::queue::STOP;

use super::on_device::OnDevice;
use crate::MineError;
use crate::deal::{Merge, Share, Work};
use crate::runtime::{Lend, RuntimeError, View};
use crate::totals::Totals;

/// How often the blocks that run at once draw in a share, at least.
pub(in crate::direct) const LEAST_WAVES: u64 = 4;

/// What the tasks of a [`Sweep`] are.
pub(super) enum SweepTasks {
    /// Those that the roots of the oriented graph are dealt in. What is drawn is counted from the first of a share.
    OfRoots,
    /// So many numbers, which are drawn as they are: those of vertices, of edges, of neighbours.
    Numbers(u64),
    /// One, of which nothing is drawn: each launch goes over all there is.
    One,
}

/// A kernel over a placed graph, or a few that follow each other: what its tasks are, how it is launched, and what
/// becomes of its totals. [`Swept`] deals it.
///
/// # Safety
/// 1. [`prepare`](Self::prepare) and [`launch`](Self::launch) keep all promises of
///    [`Device::lend`](crate::runtime::Device::lend), the fifth among their own launches too, given that what
///    [`OnDevice`] has of the graph is of one graph, that the queues stand where [`draws`](Self::draws) begins, that
///    the tasks are some of [`tasks`](Self::tasks), that all totals are zero, and that no launch failed before.
/// 2. It is made for the graph and the device that [`Swept::new`] is given with it, with as many queues and sums as its
///    kernels have, and nobody else has its buffers.
pub(super) unsafe trait Sweep: Send {
    /// What comes of tasks.
    type Tally: Merge;

    /// What the tasks are.
    fn tasks(&self, on: &OnDevice) -> SweepTasks;

    /// What is drawn from each of the queues for these tasks.
    fn draws(&self, on: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        match self.tasks(on) {
            SweepTasks::OfRoots => iter::once(0..tasks.end - tasks.start).collect(),
            SweepTasks::Numbers(_) => vec![tasks],
            SweepTasks::One => Vec::new(),
        }
    }

    /// How many tasks keep the device busy, from task `from` on.
    fn at_once(&self, _on: &OnDevice, _from: u64) -> u64 {
        1
    }

    /// Whether its kernels look at their queues within a task, and end when one is [`STOP`] beyond its end.
    fn stops_within(&self) -> bool {
        false
    }

    /// Whether something of what comes of the tasks stays on the device, in a buffer.
    fn keeps_results(&self) -> bool {
        false
    }

    /// Whether what it reads or keeps is this device's alone.
    fn works_alone(&self, _on: &OnDevice) -> bool {
        false
    }

    /// Makes what the launches read, when that is first asked for. It runs to its end, whether or not the job is to
    /// stop.
    ///
    /// # Errors
    /// When a launch fails.
    fn prepare(&mut self, _on: &OnDevice) -> Result<(), RuntimeError> {
        Ok(())
    }

    /// Launches the tasks of a share.
    ///
    /// # Errors
    /// When a launch fails.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError>;

    /// What the totals of the launches make, once after each that came to its end.
    ///
    /// # Errors
    /// When what was left on the device cannot be had, or passes its type.
    fn tally(&mut self, totals: Vec<u128>) -> Result<Self::Tally, MineError>;
}

/// The tasks of a share, and from where kernels draw them.
pub(super) struct SweepShare<'a> {
    /// The tasks.
    pub tasks: Range<u64>,
    totals: &'a Totals,
}

impl<'a> SweepShare<'a> {
    /// A queue, by its place in what [`Sweep::draws`] tells.
    pub fn queue(&self, place: usize) -> View<'a, AtomicU64> {
        self.totals.queues.atomics().part(place as u64, 1)
    }

    /// All totals.
    pub fn totals(&self) -> View<'a, AtomicU64> {
        self.totals.totals.atomics()
    }
}

/// A sweep on one of a job's devices.
pub(super) struct Swept<S> {
    on: OnDevice,
    totals: Totals,
    sweep: S,
}

impl<S: Sweep> Swept<S> {
    /// With `queues` queues, as many as [`Sweep::draws`] tells, and `sums` totals.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the driver fails.
    pub fn new(on: OnDevice, queues: usize, sums: usize, sweep: S) -> Result<Self, RuntimeError> {
        let totals = Totals::new(on.device(), queues, sums)?;
        Ok(Swept { on, totals, sweep })
    }

    /// The sweep, with what it keeps.
    pub fn sweep(&self) -> &S {
        &self.sweep
    }

    /// The sweep, with what it keeps.
    pub fn into_sweep(self) -> S {
        self.sweep
    }
}

impl<S: Sweep> Work for Swept<S> {
    type Tally = S::Tally;

    fn tasks(&self) -> u64 {
        match self.sweep.tasks(&self.on) {
            SweepTasks::OfRoots => self.on.tasks(),
            SweepTasks::Numbers(tasks) => tasks,
            SweepTasks::One => 1,
        }
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
        assert!(share.tasks().end <= self.tasks(), "tasks {:?} of {}", share.tasks(), self.tasks());
        let Swept { on, totals, sweep } = self;
        let draws = sweep.draws(on, share.tasks());
        assert_eq!(draws.len(), totals.queues.len(), "what is drawn, and queues");
        let starts: Vec<u64> = draws.iter().map(|draw| draw.start).collect();
        let ends: Vec<u64> = draws.iter().map(|draw| draw.end).collect();
        sweep.prepare(on)?;
        totals.restart_from(&starts)?;
        {
            let of_share = SweepShare { tasks: share.tasks(), totals };
            // SAFETY: `Sweep` keeps the promises of `lend`, of some of its tasks and as many queues as it draws from,
            // as asserted, and of queues and totals that have just been set. A worker whose launch failed is given no
            // further share. Nobody else has the totals, and `&mut self` is the only way to write the sweep's buffers.
            let lend = unsafe { on.lend() };
            let (stops_within, start) = (sweep.stops_within(), starts.iter().sum());
            let mut launches = || {
                sweep.launch(on, &lend, &of_share)?;
                if totals.totals.is_empty() { Ok(()) } else { totals.fetch() }
            };
            if draws.is_empty() {
                launches()?;
                on.device().synchronize()?;
            } else {
                match stops_within {
                    false => share.watch(on.device(), &totals.queues, start, &ends, launches)?,
                    true => share.watch_within(on.device(), &totals.queues, start, &ends, STOP, launches)?,
                }
            }
        }
        let totals = if totals.totals.is_empty() { Vec::new() } else { totals.read()? };
        sweep.tally(totals)
    }
}
