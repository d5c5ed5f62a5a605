//! Counting at the wedges of roots, by their far ends: the classes of roots, and those that are deferred.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::cycles::CycleArgs;
use motherlode_device::kernels::triangles::Oriented;

use super::on_device::OnDevice;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError, View};
use crate::tuning::CycleClass;

/// The lists that the far ends of wedges are read in.
#[derive(Clone, Copy)]
pub(super) enum FarLists {
    /// Those of the oriented graph: half as much to read, and what is read most together.
    Oriented,
    /// The whole lists: where there is no room for the oriented ones beside them, or where far ends may be greater than
    /// the middles.
    Whole,
}

/// The counts that launches add to: those of the edges from `first` on, or, by the kernels of vertices, those of all
/// vertices.
pub(super) struct PlaceCounts {
    pub first: u64,
    pub sums: Buffer<'static, u64>,
    /// The first vertex that has one of them, and the number behind the last.
    pub of: [u32; 2],
}

impl PlaceCounts {
    /// Those of all places.
    pub fn of_all(sums: Buffer<'static, u64>, on: &OnDevice) -> Self {
        PlaceCounts { first: 0, sums, of: [0, on.outline().n()] }
    }
}

/// Which roots a launch has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WedgeRoots {
    /// Those of a range.
    All,
    /// Those of them that were deferred.
    Deferred,
}

/// The kernels of a count: one for all roots, and one for those that it defers.
pub(super) trait WedgeKernels {
    /// The most warps in a block: as many as the registers of a multiprocessor are enough for.
    fn most_warps(&self, roots: WedgeRoots) -> u32;

    /// A grid of at most so many blocks, with the warps and the shared memory of `shape`.
    ///
    /// # Errors
    /// When the driver fails, or no block of that shape fits.
    fn grid(&self, on: &OnDevice, roots: WedgeRoots, shape: Grid, most: u64) -> Result<Grid, RuntimeError>;

    /// Queues a launch, whose arguments keep the promises of `lend`.
    ///
    /// # Errors
    /// When it fails.
    fn launch(
        &self,
        on: &OnDevice,
        lend: &Lend<'_>,
        roots: WedgeRoots,
        grid: Grid,
        args: CycleArgs<'_>,
    ) -> Result<(), RuntimeError>;
}

/// Counts at the wedges of roots: a task is a root.
pub(super) struct WedgeCounting<K> {
    far_lists: FarLists,
    classes: Vec<CycleClass>,
    /// By class, roots for all blocks that run at once.
    at_once: Vec<u64>,
    /// Which roots are launched next.
    roots: WedgeRoots,
    /// Zero between shares.
    deferred_count: Buffer<'static, u64>,
    /// A bit for each vertex: whether it is a root that was deferred. All zero between shares.
    deferred: Buffer<'static, u32>,
    /// Where counts at places are asked for: those of the roots that this worker was given. There is a sum for each of
    /// the places that it says.
    pub places: Option<PlaceCounts>,
    kernels: K,
}

impl<K: WedgeKernels + Send> WedgeCounting<K> {
    /// For kernels that make so many sums, besides those at places.
    ///
    /// # Errors
    /// When the buffers do not fit the budget, or the driver fails.
    pub fn new(
        on: OnDevice,
        far_lists: FarLists,
        kernels: K,
        sums: usize,
        places: Option<PlaceCounts>,
    ) -> Result<Swept<Self>, RuntimeError> {
        let classes = on.tuning.cycle_classes(on.outline());
        let (device, n) = (on.device(), on.outline().n());
        let deferred_count = device.zeroed(1)?;
        let deferred = device.zeroed(n.div_ceil(u32::BITS) as usize)?;
        let at_once = classes.iter().map(|class| {
            let grid = kernels.grid(
                &on,
                WedgeRoots::All,
                class.shape(class.warps.min(kernels.most_warps(WedgeRoots::All))),
                class.roots(),
            )?;
            Ok(u64::from(grid.blocks) * u64::from(class.chunk))
        });
        let at_once = at_once.collect::<Result<_, RuntimeError>>()?;
        let roots = WedgeRoots::All;
        let counting =
            WedgeCounting { far_lists, classes, at_once, roots, deferred_count, deferred, places, kernels };
        Swept::new(on, sums, counting)
    }

    /// What of each class is launched next for some tasks, and how much is drawn of it: roots, or of those that were
    /// deferred, which are of one class, words of bits.
    fn parts(&self, tasks: &Range<u64>) -> Vec<(CycleClass, u64)> {
        let part = |class: &CycleClass| {
            let class = class.among(tasks);
            match self.roots {
                WedgeRoots::All => (class, class.roots()),
                WedgeRoots::Deferred => (CycleClass { chunk: 1, ..class }, class.words()),
            }
        };
        self.classes.iter().map(part).collect()
    }

    fn launch_class(
        &self,
        on: &OnDevice,
        lend: &Lend<'_>,
        share: &SweepShare<'_>,
        queue: usize,
        (class, draws): (CycleClass, u64),
    ) -> Result<(), RuntimeError> {
        let shape = class.shape(class.warps.min(self.kernels.most_warps(self.roots)));
        let grid = self.kernels.grid(on, self.roots, shape, draws.div_ceil(class.chunk.into()))?;
        let (smaller, readers) = self.smaller(on, lend);
        let (places, none) = (self.places.as_ref(), View::<AtomicU64>::empty());
        let args = CycleArgs {
            graph: on.whole(lend),
            smaller,
            queue: lend.slice(share.queue(queue)),
            totals: lend.slice(share.totals()),
            deferred_count: lend.atomics(&self.deferred_count),
            deferred: lend.atomics(&self.deferred),
            edge_starts: on.starts(lend),
            edge_sums: lend.slice(places.map_or(none, |places| places.sums.atomics())),
            first_edge: places.map_or(0, |places| places.first),
            end: draws,
            table: class.table,
            first: class.first,
            chunk: class.chunk,
            readers,
            edges_of: places.map_or([0, 0], |places| places.of),
        };
        self.kernels.launch(on, lend, self.roots, grid, args)
    }

    /// The lists that the far ends are read in, and how many lanes read one together.
    fn smaller<'a>(&self, on: &'a OnDevice, lend: &'a Lend<'_>) -> (Oriented<'a>, u32) {
        /// As many neighbours as a 32-byte sector holds: of the device's memory no more is fetched than is read.
        const NEAR: u32 = 8;
        /// As many as one read over a bus or a link brings: what counts there is how many reads there are.
        const FAR: u32 = 32;
        let (lists, residency) = match self.far_lists {
            FarLists::Oriented => (on.graph(lend), on.oriented().residency()),
            FarLists::Whole => {
                let whole = on.whole(lend);
                (Oriented { offsets: whole.offsets, neighbors: whole.neighbors }, on.whole_residency())
            }
        };
        (lists, if residency.own < residency.total() { FAR } else { NEAR })
    }
}

// SAFETY: the roots are vertices, there are sums for all of them, a bit for each vertex, and the grids have the shared
// memory of such tables. Where there are sums at places, there is one for each place that the kernels add to.
unsafe impl<K: WedgeKernels + Send> Sweep for WedgeCounting<K> {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(self.classes.last().map_or(0, |class| class.end.into()))
    }

    fn draws(&self, _: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        self.parts(&tasks).into_iter().map(|(_, draws)| 0..draws).collect()
    }

    fn at_once(&self, _: &OnDevice, from: u64) -> u64 {
        let class = self.classes.iter().position(|class| from < class.end.into());
        class.map_or(1, |class| self.at_once[class])
    }

    fn keeps_results(&self) -> bool {
        self.places.is_some()
    }

    fn works_alone(&self, _: &OnDevice) -> bool {
        self.places.as_ref().is_some_and(|places| places.sums.is_spread())
    }

    fn prepare(&mut self, _: &OnDevice, _: &Range<u64>) -> Result<(), RuntimeError> {
        self.roots = WedgeRoots::All;
        Ok(())
    }

    /// Launches those classes that have roots. All are queued before the first is waited for.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let parts = self.parts(&share.tasks).into_iter().enumerate().filter(|(_, (_, draws))| *draws > 0);
        parts.into_iter().try_for_each(|(queue, part)| self.launch_class(on, lend, share, queue, part))
    }

    /// The roots that did not fit.
    fn rest(&mut self, _: &OnDevice, tasks: &Range<u64>) -> Result<Option<Vec<u64>>, RuntimeError> {
        if self.roots == WedgeRoots::Deferred || self.deferred_count.download_first(1)?[0] == 0 {
            return Ok(None);
        }
        self.deferred_count.overwrite(&[0])?;
        self.roots = WedgeRoots::Deferred;
        Ok(Some(self.parts(tasks).into_iter().map(|(_, draws)| draws).collect()))
    }
}
