//! Counting at the wedges of roots, by their far ends: the classes of roots, and those that are deferred.

use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::cycles::CycleArgs;
use motherlode_device::kernels::triangles::Oriented;

use super::on_device::OnDevice;
use crate::MineError;
use crate::deal::Share;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError, View};
use crate::totals::Totals;
use crate::tuning::CycleClass;

/// The lists that the far ends of wedges are read in.
#[derive(Clone, Copy)]
pub(super) enum Smaller {
    /// Those of the oriented graph: half as much to read, and what is read most together.
    Oriented,
    /// The whole lists: where there is no room for the oriented ones beside them, or where far ends may be greater than
    /// the middles.
    Whole,
}

/// The counts that launches add to: those of the edges from `first` on, or, by the kernels of vertices, those of all
/// vertices.
#[derive(Clone, Copy)]
pub(super) struct PlaceCounters<'a> {
    pub first: u64,
    pub sums: View<'a, AtomicU64>,
    /// The first vertex that has one of them, and the number behind the last.
    pub of: [u32; 2],
}

impl PlaceCounters<'_> {
    /// Where nothing is counted at the edges.
    pub const NONE: PlaceCounters<'static> = PlaceCounters { first: 0, sums: View::empty(), of: [0, 0] };
}

/// Which roots a launch has.
#[derive(Clone, Copy)]
pub(super) enum Roots {
    /// Those of a range.
    All,
    /// Those of them that were deferred.
    Deferred,
}

/// The kernels of a count: one for all roots, and one for those that it defers.
pub(super) trait WedgeKernels {
    /// The most warps in a block: as many as the registers of a multiprocessor are enough for.
    fn most_warps(&self, roots: Roots) -> u32;

    /// A grid of at most so many blocks, with the warps and the shared memory of `shape`.
    ///
    /// # Errors
    /// When the driver fails, or no block of that shape fits.
    fn grid(&self, on: &OnDevice, roots: Roots, shape: Grid, most: u64) -> Result<Grid, RuntimeError>;

    /// Queues a launch, whose arguments keep the promises of `lend`.
    ///
    /// # Errors
    /// When it fails.
    fn launch(
        &self,
        on: &OnDevice,
        lend: &Lend<'_>,
        roots: Roots,
        grid: Grid,
        args: CycleArgs<'_>,
    ) -> Result<(), RuntimeError>;
}

/// What the launches of a count share.
pub(super) struct WedgeCounting<K> {
    pub on: OnDevice,
    smaller: Smaller,
    classes: Vec<CycleClass>,
    totals: Totals,
    deferred_count: Buffer<'static, u64>,
    /// A bit for each vertex: whether it is a root that was deferred. All zero between shares.
    deferred: Buffer<'static, u32>,
    kernels: K,
}

impl<K: WedgeKernels> WedgeCounting<K> {
    /// For kernels that make so many sums.
    ///
    /// # Errors
    /// When the buffers do not fit the budget, or the driver fails.
    pub fn new(on: OnDevice, smaller: Smaller, kernels: K, sums: usize) -> Result<Self, RuntimeError> {
        let classes = on.tuning.cycle_classes(on.outline());
        let (device, n) = (on.device(), on.outline().n());
        let totals = Totals::new(device, classes.len(), sums)?;
        let deferred_count = device.zeroed(1)?;
        let deferred = device.zeroed(n.div_ceil(u32::BITS) as usize)?;
        Ok(WedgeCounting { on, smaller, classes, totals, deferred_count, deferred, kernels })
    }

    /// How many roots there are: a task each.
    pub fn tasks(&self) -> u64 {
        self.classes.last().map_or(0, |class| class.end.into())
    }

    /// Counts at the roots of a share.
    ///
    /// # Errors
    /// When the device fails, a sum passes 128 bits, or the job is to stop.
    pub fn run(&mut self, edges: PlaceCounters<'_>, share: &Share<'_>) -> Result<Vec<u128>, MineError> {
        if self.totals.restart()? {
            self.deferred_count.overwrite(&[0])?;
        }
        let classes: Vec<CycleClass> = self.classes.iter().map(|class| class.among(&share.tasks())).collect();
        let roots: Vec<u64> = classes.iter().map(CycleClass::roots).collect();
        // All are queued before the first is waited for.
        share.watch(self.on.device(), &self.totals.queues, 0, &roots, || {
            self.launch_classes(Roots::All, &classes, &roots, &self.totals.queues, edges)?;
            self.totals.fetch()
        })?;
        if self.deferred_count.download_first(1)?[0] > 0 {
            self.run_deferred(&classes, edges, share)?;
        }
        self.totals.read()
    }

    /// Counts what was left at the roots that did not fit: a task of theirs is a word of bits, which are of one class.
    fn run_deferred(
        &self,
        classes: &[CycleClass],
        edges: PlaceCounters<'_>,
        share: &Share<'_>,
    ) -> Result<(), RuntimeError> {
        let device = self.on.device();
        let queues = device.zeroed::<u64>(classes.len())?;
        let as_deferred = |class: &CycleClass| CycleClass { chunk: 1, ..*class };
        let classes: Vec<CycleClass> = classes.iter().map(as_deferred).collect();
        let words: Vec<u64> = classes.iter().map(CycleClass::words).collect();
        share.watch(device, &queues, 0, &words, || {
            self.launch_classes(Roots::Deferred, &classes, &words, &queues, edges)?;
            self.totals.fetch()
        })
    }

    /// Queues the launches of those classes that have roots, each of which has so many tasks.
    fn launch_classes(
        &self,
        roots: Roots,
        classes: &[CycleClass],
        tasks: &[u64],
        queues: &Buffer<'_, u64>,
        edges: PlaceCounters<'_>,
    ) -> Result<(), RuntimeError> {
        for (at, (class, &tasks)) in classes.iter().zip(tasks).enumerate() {
            if tasks > 0 {
                self.launch_class(roots, *class, tasks, queues.atomics().part(at as u64, 1), edges)?;
            }
        }
        Ok(())
    }

    fn launch_class(
        &self,
        roots: Roots,
        class: CycleClass,
        tasks: u64,
        queue: View<'_, AtomicU64>,
        edges: PlaceCounters<'_>,
    ) -> Result<(), RuntimeError> {
        let on = &self.on;
        let shape = Grid {
            blocks: 0,
            warps: class.warps.min(self.kernels.most_warps(roots)),
            shared_bytes: CycleArgs::shared_bytes(class.table),
        };
        let grid = self.kernels.grid(on, roots, shape, tasks.div_ceil(class.chunk.into()))?;
        // SAFETY: the graph's arguments; the roots are vertices, there are sums for all of them, a bit for each vertex,
        // and the grid has the shared memory of such a table. What the edges have are sums of edges.
        let lend = unsafe { on.lend() };
        let (smaller, readers) = self.smaller(&lend);
        let args = CycleArgs {
            graph: on.whole(&lend),
            smaller,
            queue: lend.slice(queue),
            totals: lend.atomics(&self.totals.totals),
            deferred_count: lend.atomics(&self.deferred_count),
            deferred: lend.atomics(&self.deferred),
            edge_starts: on.starts(&lend),
            edge_sums: lend.slice(edges.sums),
            first_edge: edges.first,
            end: tasks,
            table: class.table,
            first: class.first,
            chunk: class.chunk,
            readers,
            edges_of: edges.of,
        };
        self.kernels.launch(on, &lend, roots, grid, args)
    }

    /// The lists that the far ends are read in, and how many lanes read one together.
    fn smaller(&self, lend: &Lend<'_>) -> (Oriented<'_>, u32) {
        /// As many neighbours as a 32-byte sector holds: of the device's memory no more is fetched than is read.
        const NEAR: u32 = 8;
        /// As many as one read over a bus or a link brings: what counts there is how many reads there are.
        const FAR: u32 = 32;
        let (lists, residency) = match self.smaller {
            Smaller::Oriented => (self.on.graph(lend), self.on.oriented().residency()),
            Smaller::Whole => {
                let whole = self.on.whole(lend);
                (Oriented { offsets: whole.offsets, neighbors: whole.neighbors }, self.on.whole_residency())
            }
        };
        (lists, if residency.own < residency.total() { FAR } else { NEAR })
    }
}
