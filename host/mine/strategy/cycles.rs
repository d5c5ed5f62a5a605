//! 4-cycles, in all and through each edge.

use std::sync::atomic::AtomicU64;

use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::cycles::count::{
    Count4Cycles, Count4CyclesDeferred, Edge4Cycles, Edge4CyclesDeferred,
};
use motherlode_device::kernels::cycles::{CycleArgs, TableShape};
use motherlode_device::memory::Slice;

use super::session::Session;
use super::tuning::CycleClass;
use crate::mine::{MineError, VertexOrder, memory};
use crate::runtime::{Buffer, Lend, RuntimeError, View};

/// Warps in a block for deferred roots: the fewer blocks, the better their tables stay in the cache; as
/// many as the registers of a multiprocessor are enough for.
const DEFERRED_WARPS: u32 = 28;

/// What the launches of one count share.
struct Sums<'a> {
    totals: Buffer<'static, u64>,
    deferred_count: Buffer<'static, u64>,
    deferred: Buffer<'static, u32>,
    edges: Option<&'a Buffer<'static, u64>>,
}

impl Session<'_> {
    /// The number of 4-cycles.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn cycles(&mut self) -> Result<u128, MineError> {
        if let Some(cycles) = self.found.cycles {
            return Ok(cycles);
        }
        self.fill_whole()?;
        let cycles = self.all_classes::<Count4Cycles, Count4CyclesDeferred>(None)?;
        self.found.cycles = Some(cycles);
        Ok(cycles)
    }

    /// Counts the 4-cycles through each edge, when first asked to.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn count_edge_cycles(&mut self) -> Result<(), MineError> {
        if self.found.edge_cycles.is_some() {
            return Ok(());
        }
        self.fill_whole()?;
        let edges = self.room(|session| session.device.zeroed::<u64>(session.oriented().edges()))?;
        let cycles = self.all_classes::<Edge4Cycles, Edge4CyclesDeferred>(Some(&edges))?;
        self.found.cycles = Some(cycles);
        self.found.edge_cycles = Some(edges);
        Ok(())
    }

    fn all_classes<K, D>(&mut self, edges: Option<&Buffer<'static, u64>>) -> Result<u128, MineError>
    where
        K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
        D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        debug_assert_eq!(self.input.order(), VertexOrder::Degree, "classes are ranges of degrees");
        let classes = self.tuning.cycle_classes(self.oriented());
        let n = self.oriented().n() as usize;
        let (sums, queues) = self.room(|session| {
            let sums = Sums {
                totals: session.device.zeroed(TOTALS)?,
                deferred_count: session.device.zeroed(1)?,
                deferred: session.device.unwritten(n)?,
                edges,
            };
            Ok((sums, session.device.zeroed::<u64>(classes.len())?))
        })?;
        self.mined(|session| {
            let ends: Vec<u64> = classes.iter().map(CycleClass::roots).collect();
            // All are queued before the first is waited for.
            session.watched(&queues, &ends, || {
                classes.iter().enumerate().try_for_each(|(at, class)| {
                    session.class::<K>(*class, queues.atomics().part(at as u64, 1), &sums)
                })
            })?;
            let deferred = sums.deferred_count.download()?[0];
            if deferred > 0 {
                session.deferred::<D>(deferred, &sums)?;
            }
            total(&sums.totals.download()?).ok_or(MineError::CountOverflow)
        })
    }

    /// Queues the roots of one class.
    fn class<K>(
        &self,
        class: CycleClass,
        queue: View<'_, AtomicU64>,
        sums: &Sums<'_>,
    ) -> Result<(), RuntimeError>
    where
        K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        let shared = CycleArgs::shared_bytes(class.table);
        let blocks = class.roots().div_ceil(class.chunk.into());
        let grid = self.device.grid::<K>(class.warps, shared, blocks)?;
        // SAFETY: the session's arguments; the roots are vertices, there are sums for all of them and, where they are asked
        // for, for each edge, and the grid has the shared memory of such a table.
        let lend = unsafe { self.lend() };
        let mut args = self.cycle_args(&lend, queue, sums, class.roots(), class.table);
        (args.first, args.chunk) = (class.first, class.chunk);
        lend.launch::<K>(grid, &args)
    }

    /// The roots that did not fit, with counters in device memory for each block.
    fn deferred<D>(&self, count: u64, sums: &Sums<'_>) -> Result<(), RuntimeError>
    where
        D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    {
        let shared = CycleArgs::shared_bytes_deferred();
        let grid = self.device.grid::<D>(DEFERRED_WARPS, shared, count)?;
        let n = self.oriented().n() as usize;
        let bytes_per_warp = (n * size_of::<u32>()).div_ceil(DEFERRED_WARPS as usize) as u64;
        let grid = memory::fit(self.device, grid.blocks, DEFERRED_WARPS, shared, bytes_per_warp)?;
        let counters = self.device.zeroed::<u32>(grid.blocks as usize * n)?;
        let queue = self.device.zeroed::<u64>(1)?;
        let table = TableShape { direct: 0, log_bits: 5, log_slots: 0 };
        // SAFETY: as for a class; `deferred` holds that many roots, and each block has a counter for each vertex.
        let lend = unsafe { self.lend() };
        let mut args = self.cycle_args(&lend, queue.atomics(), sums, count, table);
        args.counters = lend.slice(counters.atomics());
        self.run::<D>(&lend, grid, &args, &queue, count)
    }

    fn cycle_args<'a>(
        &'a self,
        lend: &Lend<'_>,
        queue: View<'a, AtomicU64>,
        sums: &'a Sums<'_>,
        end: u64,
        table: TableShape,
    ) -> CycleArgs<'a> {
        CycleArgs {
            graph: self.whole(lend),
            queue: lend.slice(queue),
            totals: lend.slice(sums.totals.atomics()),
            deferred_count: lend.slice(sums.deferred_count.atomics()),
            deferred: lend.slice(sums.deferred.atomics()),
            counters: Slice::empty(),
            edge_starts: self.graph(lend).offsets,
            edge_sums: lend.slice(sums.edges.map_or(View::empty(), Buffer::atomics)),
            end,
            table,
            first: 0,
            chunk: 1,
        }
    }
}
