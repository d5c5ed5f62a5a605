//! 4-cycles, in all and through each edge.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::TOTALS;
use motherlode_device::kernels::cycles::CycleArgs;
use motherlode_device::kernels::cycles::count::{
    Count4Cycles, Count4CyclesInWindows, Edge4Cycles, Edge4CyclesInWindows,
};
use motherlode_device::kernels::edge_counts::merge::{AddCountsArgs, AddCycles};
use motherlode_device::kernels::triangles::Oriented;

use super::merge::add_up;
use super::on_device::OnDevice;
use super::session::Session;
use super::tuning::CycleClass;
use crate::clock::Clock;
use crate::mine::deal::{Dealt, Share, Work};
use crate::mine::totals::Totals;
use crate::mine::{MineError, VertexOrder};
use crate::place::Together;
use crate::runtime::{Buffer, Lend, RuntimeError, View};

/// Bytes of a device's memory that a count takes besides the graph and the counts at its edges: queues and totals, amply, and a
/// bit for each vertex.
fn work(n: u32) -> u64 {
    16 * (TOTALS * size_of::<u64>()) as u64 + u64::from(n.div_ceil(u8::BITS))
}

/// The most warps in a block for deferred roots: as many as the registers of a multiprocessor are enough for.
const DEFERRED_WARPS: u32 = 24;

impl Session<'_> {
    /// The number of 4-cycles.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn cycles(&mut self) -> Result<u128, MineError> {
        if let Some(cycles) = self.facts.cycles {
            return Ok(cycles);
        }
        let cycles = self.all_classes::<Count4Cycles, Count4CyclesInWindows>(false)?.done.tally;
        self.facts.cycles = Some(cycles);
        Ok(cycles)
    }

    /// Counts the 4-cycles through each edge, when first asked to.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn count_edge_cycles(&mut self) -> Result<(), MineError> {
        if self.first.get_edge_cycles() {
            return Ok(());
        }
        let counted = self.all_classes::<Edge4Cycles, Edge4CyclesInWindows>(true)?;
        self.facts.cycles = Some(counted.done.tally);
        let counts = counted.workers.into_iter().filter_map(|worker| worker.edges.map(|edges| edges.counts));
        let counts = counts.collect();
        let counts = self.run.clock.mine(|| add_up(counts, &self.first))?;
        self.first.keep_edge_cycles(counts);
        Ok(())
    }

    /// Counts the 4-cycles, and if `edges` those through each edge.
    fn all_classes<K, D>(&mut self, edges: bool) -> Result<Dealt<CycleCounter<K, D>>, MineError>
    where
        K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
        D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        debug_assert_eq!(self.order(), VertexOrder::Degree, "classes are ranges of degrees");
        let work = work(self.outline().n());
        let bytes_per_edge = if edges { size_of::<u64>() as u64 } else { 0 };
        // The whole lists are read once a root, the oriented ones once a wedge.
        let mut both = Together {
            oriented: true,
            whole: true,
            bytes_per_edge,
            work,
            nothing_else: !edges,
            ..Together::default()
        };
        let windows = if edges { self.windows_of_edges(both)? } else { None };
        if let Some(Windows { most, .. }) = windows {
            let of_window = most * size_of::<u64>() as u64;
            both = Together { bytes_per_edge: 0, work: work + of_window, nothing_else: true, ..both };
        }
        let smaller = match self.make_room(both) {
            Ok(()) => Smaller::Oriented,
            Err(refused) if refused.is_lack_of_memory() => {
                let alone = Together { oriented: false, starts: edges, nothing_else: false, ..both };
                match self.make_room(alone) {
                    Err(error) if error.is_lack_of_memory() => return Err(refused.into()),
                    others => others.map(|()| Smaller::Whole)?,
                }
            }
            Err(error) => return Err(error.into()),
        };
        let ready = |on: &mut OnDevice, clock: &Clock| {
            // The first has the better place.
            match smaller {
                Smaller::Oriented => on.get_oriented(clock).and_then(|()| on.get_whole(clock)),
                Smaller::Whole => on.get_whole_and_starts(clock),
            }
        };
        self.deal(ready, |on| {
            let edges = edges.then(|| EdgeCounting::new(&on, windows.clone())).transpose()?;
            CycleCounter::new(on, smaller, edges)
        })
    }

    /// How many edges are to be counted at a time, where there is no room for the counts of all in a card's memory, nor in that of
    /// another, which they could be added to. What there is of the graph is freed then.
    fn windows_of_edges(&mut self, all: Together) -> Result<Option<Windows>, RuntimeError> {
        /// Of what is left, one in so many bytes is for the counts: the more for them, the fewer windows; the more for the lists, the
        /// less is read from afar each time.
        const SHARE: u64 = 2;
        /// The most windows: each takes as long as a count without edges.
        const MOST: u64 = 64;
        if !self.team_is_one() || self.has_room_for(all)? {
            return Ok(None);
        }
        self.set_aside(true, true);
        let edges = self.outline().edges() as u64;
        let fit = self.device().budget().left() / SHARE / all.bytes_per_edge;
        let starts = self.known.form.list_sizes(self.run.clock).starts;
        Ok((fit < edges && fit * MOST >= edges).then_some(Windows { most: fit, starts }))
    }
}

/// The lists that the far ends of wedges are read in.
#[derive(Clone, Copy)]
enum Smaller {
    /// Those of the oriented graph: half as much to read, and what is read most together.
    Oriented,
    /// The first part of the whole lists, where there is no room for the oriented ones beside them.
    Whole,
}

/// How the 4-cycles through each edge are counted.
struct EdgeCounting {
    /// For each edge, the 4-cycles found of the roots that a worker was given.
    counts: Buffer<'static, u64>,
    /// Where the counts lie beyond the card, they are made there window by window.
    windows: Option<Windows>,
}

/// The edges, cut so that the counts of each part have room on a card.
#[derive(Clone, Debug)]
struct Windows {
    /// The most edges of a window.
    most: u64,
    /// The number of the first edge of each vertex, and how many there are.
    starts: Arc<Vec<u64>>,
}

impl Windows {
    /// The first vertex that has one of these edges, and the number behind the last.
    fn vertices_of(&self, edges: &Range<u64>) -> [u32; 2] {
        let first = self.starts.partition_point(|&start| start <= edges.start) - 1;
        let end = self.starts.partition_point(|&start| start < edges.end);
        [first as u32, end as u32]
    }
}

impl EdgeCounting {
    fn new(on: &OnDevice, windows: Option<Windows>) -> Result<Self, RuntimeError> {
        let work = work(on.outline().n());
        // What is left is for a window.
        let counts = on.counts(if windows.is_some() { u64::MAX } else { work })?;
        Ok(EdgeCounting { counts, windows })
    }

    /// Adds the counts of the edges from `first` on, which have been made on the device.
    fn add(&mut self, on: &OnDevice, first: u64, window: &Buffer<'_, u64>) -> Result<(), RuntimeError> {
        // SAFETY: there is a count for each edge of the window, and only this kernel has them; what made them is done.
        let lend = unsafe { on.device().lend() };
        let counts = self.counts.scratch().part(first, window.len() as u64);
        let args = AddCountsArgs { more: lend.slice(window), counts: lend.scratch(counts) };
        on.launch_all::<AddCycles>(&lend, &args)?;
        on.device().synchronize()
    }
}

/// The counts that launches add to: those of the edges from `first` on.
#[derive(Clone, Copy)]
struct EdgeSums<'a> {
    first: u64,
    sums: View<'a, AtomicU64>,
    /// The first vertex that has one of them, and the number behind the last.
    of: [u32; 2],
}

/// Counts 4-cycles by kernel `K`, and what that defers by kernel `D`: a task is a root.
struct CycleCounter<K, D> {
    counting: Counting<K, D>,
    /// Where the 4-cycles through each edge are asked for.
    edges: Option<EdgeCounting>,
}

/// What the launches of a count share.
struct Counting<K, D> {
    on: OnDevice,
    smaller: Smaller,
    classes: Vec<CycleClass>,
    totals: Totals,
    deferred_count: Buffer<'static, u64>,
    /// A bit for each vertex: whether it is a root that was deferred. All zero between shares.
    deferred: Buffer<'static, u32>,
    kernels: PhantomData<fn() -> (K, D)>,
}

impl<K, D> CycleCounter<K, D> {
    fn new(on: OnDevice, smaller: Smaller, edges: Option<EdgeCounting>) -> Result<Self, RuntimeError> {
        let classes = on.tuning.cycle_classes(on.outline());
        let (device, n) = (on.device(), on.outline().n());
        let totals = Totals::new(device, classes.len(), 1)?;
        let deferred_count = device.zeroed(1)?;
        let deferred = device.zeroed(n.div_ceil(u32::BITS) as usize)?;
        let kernels = PhantomData;
        let counting = Counting { on, smaller, classes, totals, deferred_count, deferred, kernels };
        Ok(CycleCounter { counting, edges })
    }
}

impl<K, D> Work for CycleCounter<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.counting.classes.last().map_or(0, |class| class.end.into())
    }

    fn keeps_results(&self) -> bool {
        self.edges.is_some()
    }

    fn works_alone(&self) -> bool {
        self.edges.as_ref().is_some_and(|edges| edges.counts.is_spread())
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let counting = &mut self.counting;
        let Some(edges) = &mut self.edges else {
            return counting.run(EdgeSums { first: 0, sums: View::empty(), of: [0, 0] }, share);
        };
        let Some(windows) = &edges.windows else {
            let of = [0, counting.on.outline().n()];
            return counting.run(EdgeSums { first: 0, sums: edges.counts.atomics(), of }, share);
        };
        // The roots are gone through for each window, and the cycles are the same each time.
        let (mut cycles, all, windows) = (0, edges.counts.len() as u64, windows.clone());
        for first in (0..all).step_by(windows.most as usize) {
            let window = first..all.min(first + windows.most);
            let sums = counting.on.device().zeroed::<u64>((window.end - first) as usize)?;
            let of = windows.vertices_of(&window);
            cycles = counting.run(EdgeSums { first, sums: sums.atomics(), of }, share)?;
            edges.add(&counting.on, first, &sums)?;
        }
        Ok(cycles)
    }
}

impl<K, D> Counting<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    /// Counts at the roots of a share.
    fn run(&mut self, edges: EdgeSums<'_>, share: &Share<'_>) -> Result<u128, MineError> {
        if self.totals.restart()? {
            self.deferred_count.overwrite(&[0])?;
        }
        let classes: Vec<CycleClass> = self.classes.iter().map(|class| class.among(&share.tasks())).collect();
        let roots: Vec<u64> = classes.iter().map(CycleClass::roots).collect();
        // All are queued before the first is waited for.
        share.watch(self.on.device(), &self.totals.queues, 0, &roots, || {
            self.launch_classes::<K>(&classes, &roots, &self.totals.queues, edges)?;
            self.totals.fetch()
        })?;
        if self.deferred_count.download_first(1)?[0] > 0 {
            self.run_deferred(&classes, edges, share)?;
        }
        Ok(self.totals.read()?[0])
    }

    /// Counts what was left at the roots that did not fit: a task of theirs is a word of bits, which are of one class.
    fn run_deferred(
        &self,
        classes: &[CycleClass],
        edges: EdgeSums<'_>,
        share: &Share<'_>,
    ) -> Result<(), RuntimeError> {
        let device = self.on.device();
        let queues = device.zeroed::<u64>(classes.len())?;
        let as_deferred =
            |class: &CycleClass| CycleClass { warps: class.warps.min(DEFERRED_WARPS), chunk: 1, ..*class };
        let classes: Vec<CycleClass> = classes.iter().map(as_deferred).collect();
        let words: Vec<u64> = classes.iter().map(CycleClass::words).collect();
        share.watch(device, &queues, 0, &words, || {
            self.launch_classes::<D>(&classes, &words, &queues, edges)?;
            self.totals.fetch()
        })
    }

    /// Queues the launches of those classes that have roots, each of which has so many tasks.
    fn launch_classes<L>(
        &self,
        classes: &[CycleClass],
        tasks: &[u64],
        queues: &Buffer<'_, u64>,
        edges: EdgeSums<'_>,
    ) -> Result<(), RuntimeError>
    where
        L: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        for (at, (class, &tasks)) in classes.iter().zip(tasks).enumerate() {
            if tasks > 0 {
                self.launch_class::<L>(*class, tasks, queues.atomics().part(at as u64, 1), edges)?;
            }
        }
        Ok(())
    }

    fn launch_class<L>(
        &self,
        class: CycleClass,
        tasks: u64,
        queue: View<'_, AtomicU64>,
        edges: EdgeSums<'_>,
    ) -> Result<(), RuntimeError>
    where
        L: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        let on = &self.on;
        let shared = CycleArgs::shared_bytes(class.table);
        let grid = on.device().grid::<L>(class.warps, shared, tasks.div_ceil(class.chunk.into()))?;
        // SAFETY: the graph's arguments; the roots are vertices, there are sums for all of them, a bit for each vertex, and the grid
        // has the shared memory of such a table. What the edges have are sums of edges.
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
        lend.launch::<L>(grid, &args)
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
