//! 4-cycles, in all and through each edge.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::TOTALS;
use motherlode_device::kernels::cycles::CycleArgs;
use motherlode_device::kernels::cycles::count::{
    Count4Cycles, Count4CyclesInWindows, Edge4Cycles, Edge4CyclesInWindows,
};
use motherlode_device::kernels::edge_counts::merge::{AddCountsArgs, AddCycles};

use super::merge::add_up;
use super::on_device::OnDevice;
use super::session::Session;
use super::wedges::{PlaceCounters, Roots, Smaller, WedgeCounting, WedgeKernels};
use crate::clock::Clock;
use crate::deal::{Dealt, Share, Work};
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, VertexOrder};

/// Bytes of a device's memory that a count takes besides the graph and the counts at its edges: queues and totals,
/// amply, and a bit for each vertex.
pub(super) fn work(n: u32) -> u64 {
    16 * (TOTALS * size_of::<u64>()) as u64 + u64::from(n.div_ceil(u8::BITS))
}

impl Session<'_> {
    /// The number of 4-cycles.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, or the job is to stop.
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
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
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
            // What is got first has the better place.
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

    /// How many edges are to be counted at a time, where there is no room for the counts of all in a card's memory, nor
    /// in that of another, which they could be added to. What there is of the graph is freed then.
    fn windows_of_edges(&mut self, all: Together) -> Result<Option<Windows>, RuntimeError> {
        /// Of what is left, one in so many bytes is for the counts: the more for them, the fewer windows; the more for
        /// the lists, the less is read from afar each time.
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

/// Counts 4-cycles by kernel `K`, and what that defers by kernel `D`: a task is a root.
struct CycleCounter<K, D> {
    counting: WedgeCounting<CycleKernels<K, D>>,
    /// Where the 4-cycles through each edge are asked for.
    edges: Option<EdgeCounting>,
}

impl<K, D> CycleCounter<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    fn new(on: OnDevice, smaller: Smaller, edges: Option<EdgeCounting>) -> Result<Self, RuntimeError> {
        Ok(CycleCounter { counting: WedgeCounting::new(on, smaller, CycleKernels(PhantomData), 1)?, edges })
    }
}

/// The kernels of 4-cycles: `K`, and `D` for what it deferred.
pub(super) struct CycleKernels<K, D>(pub PhantomData<fn() -> (K, D)>);

impl<K, D> WedgeKernels for CycleKernels<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    fn most_warps(&self, roots: Roots) -> u32 {
        match roots {
            Roots::All => 32,
            Roots::Deferred => 24,
        }
    }

    fn grid(&self, on: &OnDevice, roots: Roots, shape: Grid, most: u64) -> Result<Grid, RuntimeError> {
        let Grid { warps, shared_bytes, .. } = shape;
        match roots {
            Roots::All => on.device().grid::<K>(warps, shared_bytes, most),
            Roots::Deferred => on.device().grid::<D>(warps, shared_bytes, most),
        }
    }

    fn launch(
        &self,
        _: &OnDevice,
        lend: &Lend<'_>,
        roots: Roots,
        grid: Grid,
        args: CycleArgs<'_>,
    ) -> Result<(), RuntimeError> {
        match roots {
            Roots::All => lend.launch::<K>(grid, &args),
            Roots::Deferred => lend.launch::<D>(grid, &args),
        }
    }
}

impl<K, D> Work for CycleCounter<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.counting.tasks()
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
            return Ok(counting.run(PlaceCounters::NONE, share)?[0]);
        };
        let Some(windows) = &edges.windows else {
            let of = [0, counting.on.outline().n()];
            return Ok(counting.run(PlaceCounters { first: 0, sums: edges.counts.atomics(), of }, share)?[0]);
        };
        // The roots are gone through for each window, and the cycles are the same each time.
        let (mut cycles, all, windows) = (0, edges.counts.len() as u64, windows.clone());
        for first in (0..all).step_by(windows.most as usize) {
            let window = first..all.min(first + windows.most);
            let sums = counting.on.device().zeroed::<u64>((window.end - first) as usize)?;
            let of = windows.vertices_of(&window);
            cycles = counting.run(PlaceCounters { first, sums: sums.atomics(), of }, share)?[0];
            edges.add(&counting.on, first, &sums)?;
        }
        Ok(cycles)
    }
}
