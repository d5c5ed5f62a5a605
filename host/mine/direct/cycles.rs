//! 4-cycles, in all and through each edge.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::Kernel;
use motherlode_device::kernels::cycles::count::{
    Count4Cycles, Count4CyclesDeferred, Edge4Cycles, Edge4CyclesDeferred,
};
use motherlode_device::kernels::cycles::{CycleArgs, TableShape};
use motherlode_device::memory::Slice;

use super::merge::add_up;
use super::on_device::OnDevice;
use super::session::Session;
use super::tuning::CycleClass;
use crate::mine::deal::{Dealt, Merge, Share, Work};
use crate::mine::totals::Totals;
use crate::mine::{MineError, VertexOrder, memory};
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError, View};

/// Warps in a block for deferred roots: the fewer blocks, the better their tables stay in the cache; as
/// many as the registers of a multiprocessor are enough for.
const DEFERRED_WARPS: u32 = 28;

impl Session<'_> {
    /// The number of 4-cycles.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn cycles(&mut self) -> Result<u128, MineError> {
        if let Some(cycles) = self.facts.cycles {
            return Ok(cycles);
        }
        let cycles = self.all_classes::<Count4Cycles, Count4CyclesDeferred>(false)?.done.tally;
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
        let counted = self.all_classes::<Edge4Cycles, Edge4CyclesDeferred>(true)?;
        self.facts.cycles = Some(counted.done.tally);
        let counts = counted.workers.into_iter().filter_map(|worker| worker.buffers.edges).collect();
        let counts = self.run.clock.mine(|| add_up(counts, &self.first))?;
        self.first.keep_edge_cycles(counts);
        Ok(())
    }

    /// Counts the 4-cycles, and if `edges` those through each edge.
    ///
    /// Without the counts at the edges it reads the whole graph alone; with them, also where the oriented lists start.
    fn all_classes<K, D>(&mut self, edges: bool) -> Result<Dealt<CycleCounter<K, D>>, MineError>
    where
        K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
        D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        debug_assert_eq!(self.order(), VertexOrder::Degree, "classes are ranges of degrees");
        let bytes_per_edge = if edges { size_of::<u64>() as u64 } else { 0 };
        let work = self.first.work_of_deferred();
        let part = Together { whole: true, starts: edges, bytes_per_edge, work, ..Together::default() };
        self.make_room(part)?;
        let ready = if edges { OnDevice::get_whole_and_starts } else { OnDevice::get_whole };
        self.deal(ready, |on| CycleCounter::new(on, edges))
    }
}

/// What the launches of one count share.
struct CycleBuffers {
    totals: Totals,
    deferred_count: Buffer<'static, u64>,
    /// Room for the roots that a launch may defer.
    deferred: Buffer<'static, u32>,
    /// For each edge, the 4-cycles found of the roots that this worker was given, where they are asked for.
    edges: Option<Buffer<'static, u64>>,
    /// Counters for deferred roots, once there were some: all zero between launches.
    counters: Option<Buffer<'static, u32>>,
}

/// Counts 4-cycles by kernel `K`, and those at roots that it defers by kernel `D`: a task is a root.
struct CycleCounter<K, D> {
    on: OnDevice,
    classes: Vec<CycleClass>,
    buffers: CycleBuffers,
    kernels: PhantomData<fn() -> (K, D)>,
}

impl<K, D> CycleCounter<K, D> {
    fn new(on: OnDevice, edges: bool) -> Result<Self, RuntimeError> {
        let (device, classes) = (on.device(), on.tuning.cycle_classes(on.outline()));
        let roots = classes.last().map_or(0, |class| class.end);
        let buffers = CycleBuffers {
            totals: Totals::new(device, classes.len(), 1)?,
            deferred_count: device.zeroed(1)?,
            deferred: device.unwritten(most_deferred(roots, device.budget().left()))?,
            edges: edges.then(|| on.counts(on.least_counters())).transpose()?,
            counters: None,
        };
        Ok(CycleCounter { on, classes, buffers, kernels: PhantomData })
    }
}

impl<K, D> Work for CycleCounter<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.classes.last().map_or(0, |class| class.end.into())
    }

    fn keeps_results(&self) -> bool {
        self.buffers.edges.is_some()
    }

    /// The counters of deferred roots take much of the device's memory.
    fn shares_overlap(&self) -> bool {
        false
    }

    fn works_alone(&self) -> bool {
        self.buffers.edges.as_ref().is_some_and(Buffer::is_spread)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        // No more at a time than can be deferred: all, but where memory is short.
        let (tasks, most) = (share.tasks(), self.buffers.deferred.len().max(1));
        let mut cycles = 0;
        for first in tasks.clone().step_by(most) {
            cycles.merge(self.run_some(first..tasks.end.min(first + most as u64), share)?)?;
        }
        Ok(cycles)
    }
}

impl<K, D> CycleCounter<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    /// Counts at some roots of a share.
    fn run_some(&mut self, roots: Range<u64>, share: &Share<'_>) -> Result<u128, MineError> {
        if self.buffers.totals.restart()? {
            self.buffers.deferred_count.overwrite(&[0])?;
        }
        let (on, buffers) = (&self.on, &self.buffers);
        let classes: Vec<CycleClass> = self.classes.iter().map(|class| class.among(&roots)).collect();
        let ends: Vec<u64> = classes.iter().map(CycleClass::roots).collect();
        // All are queued before the first is waited for.
        share.watch(on.device(), &buffers.totals.queues, 0, &ends, || {
            let with_roots = classes.iter().enumerate().filter(|(_, class)| class.roots() > 0);
            for (at, class) in with_roots {
                let queue = buffers.totals.queues.atomics().part(at as u64, 1);
                on.launch_class::<K>(*class, queue, buffers)?;
            }
            buffers.totals.fetch()
        })?;
        let deferred = buffers.deferred_count.download_first(1)?[0];
        if deferred > 0 {
            self.on.run_deferred::<D>(deferred, &mut self.buffers, share)?;
        }
        Ok(self.buffers.totals.read()?[0])
    }
}

/// How many of `roots` may be deferred at a time, with so many bytes left: where there is enough, all.
fn most_deferred(roots: u32, left: u64) -> usize {
    /// Of what is left, one in so many bytes is for them.
    const SHARE: u64 = 8;
    const LEAST: u64 = 1 << 10;
    u64::from(roots).min((left / SHARE / size_of::<u32>() as u64).max(LEAST)) as usize
}

impl OnDevice {
    /// Bytes of the counters of a block for deferred roots.
    fn counters_of_block(&self) -> u64 {
        u64::from(self.outline().n()) * size_of::<u32>() as u64
    }

    /// Bytes with which there is room for the counters of one block, and what is left alone.
    fn least_counters(&self) -> u64 {
        5 * self.counters_of_block() / 4
    }

    /// Bytes that counting at deferred roots takes, at least, besides the graph and the counts at its edges.
    fn work_of_deferred(&self) -> u64 {
        6 * self.counters_of_block() / 4
    }

    /// Queues the roots of one class.
    fn launch_class<K>(
        &self,
        class: CycleClass,
        queue: View<'_, AtomicU64>,
        buffers: &CycleBuffers,
    ) -> Result<(), RuntimeError>
    where
        K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        let shared = CycleArgs::shared_bytes(class.table);
        let blocks = class.roots().div_ceil(class.chunk.into());
        let grid = self.device().grid::<K>(class.warps, shared, blocks)?;
        // SAFETY: the graph's arguments; the roots are vertices, there are sums for all of them and, where they are asked
        // for, for each edge, and the grid has the shared memory of such a table.
        let lend = unsafe { self.lend() };
        let mut args = self.cycle_args(&lend, queue, buffers, class.roots(), class.table);
        (args.first, args.chunk) = (class.first, class.chunk);
        lend.launch::<K>(grid, &args)
    }

    /// Runs the roots that did not fit, with counters in device memory for each block, which are kept.
    fn run_deferred<D>(
        &self,
        count: u64,
        buffers: &mut CycleBuffers,
        share: &Share<'_>,
    ) -> Result<(), RuntimeError>
    where
        D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        let (device, n) = (self.device(), self.outline().n() as usize);
        let shared = CycleArgs::shared_bytes_deferred();
        let grid = device.grid::<D>(DEFERRED_WARPS, shared, count)?;
        if buffers.counters.is_none() {
            let bytes_per_warp = self.counters_of_block().div_ceil(DEFERRED_WARPS.into());
            let grid = memory::fit(device, grid, bytes_per_warp)?;
            buffers.counters = Some(device.zeroed(grid.blocks as usize * n)?);
        }
        let buffers = &*buffers;
        let counters = buffers.counters.as_ref().map_or(View::empty(), Buffer::atomics);
        let blocks = (counters.len() / n as u64).min(grid.blocks.into()) as u32;
        let queue = device.zeroed::<u64>(1)?;
        let table = TableShape { direct: 0, log_bits: 5, log_slots: 0 };
        // SAFETY: as for a class; `deferred` holds that many roots, and each block has a counter for each vertex, which a
        // launch leaves at zero as it found it.
        let lend = unsafe { self.lend() };
        let mut args = self.cycle_args(&lend, queue.atomics(), buffers, count, table);
        args.counters = lend.slice(counters);
        share.watch(device, &queue, 0, &[count], || {
            lend.launch::<D>(Grid { blocks, ..grid }, &args)?;
            buffers.totals.fetch()
        })
    }

    fn cycle_args<'a>(
        &'a self,
        lend: &Lend<'_>,
        queue: View<'a, AtomicU64>,
        buffers: &'a CycleBuffers,
        end: u64,
        table: TableShape,
    ) -> CycleArgs<'a> {
        CycleArgs {
            graph: self.whole(lend),
            queue: lend.slice(queue),
            totals: lend.atomics(&buffers.totals.totals),
            deferred_count: lend.atomics(&buffers.deferred_count),
            deferred: lend.atomics(&buffers.deferred),
            counters: Slice::empty(),
            edge_starts: self.starts(lend),
            edge_sums: lend.slice(buffers.edges.as_ref().map_or(View::empty(), Buffer::atomics)),
            end,
            table,
            first: 0,
            chunk: 1,
        }
    }
}
