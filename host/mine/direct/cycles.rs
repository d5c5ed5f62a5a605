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
use super::sweep::Swept;
use super::wedges::{FarLists, PlaceCounts, WedgeCounting, WedgeKernels, WedgeRoots};
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
        let counts = counted.workers.into_iter().filter_map(CycleCounter::into_counts).collect();
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
        let far_lists = match self.make_room(both) {
            Ok(()) => FarLists::Oriented,
            Err(refused) if refused.is_lack_of_memory() => {
                let alone = Together { oriented: false, starts: edges, nothing_else: false, ..both };
                match self.make_room(alone) {
                    Err(error) if error.is_lack_of_memory() => return Err(refused.into()),
                    others => others.map(|()| FarLists::Whole)?,
                }
            }
            Err(error) => return Err(error.into()),
        };
        let ready = |on: &mut OnDevice, clock: &Clock| {
            // The card's own memory is given out in this order: first what is read most.
            match far_lists {
                FarLists::Oriented => on.get_oriented(clock).and_then(|()| on.get_whole(clock)),
                FarLists::Whole => on.get_whole_and_starts(clock),
            }
        };
        self.deal(ready, |on| CycleCounter::new(on, far_lists, edges, windows.clone()))
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

/// The 4-cycles through each edge, whose counts lie beyond the card: they are made there window by window.
struct WindowedCounts {
    /// For each edge, the 4-cycles found of the roots that a worker was given.
    counts: Buffer<'static, u64>,
    windows: Windows,
}

impl WindowedCounts {
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
    counting: Swept<WedgeCounting<CycleKernels<K, D>>>,
    windowed: Option<WindowedCounts>,
}

impl<K, D> CycleCounter<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    /// With counts at the edges, if `edges`: in these windows, or all at once.
    fn new(
        on: OnDevice,
        far_lists: FarLists,
        edges: bool,
        windows: Option<Windows>,
    ) -> Result<Self, RuntimeError> {
        // Where there are windows, what is left is for one.
        let work = if windows.is_some() { u64::MAX } else { work(on.outline().n()) };
        let counts = edges.then(|| on.counts(work)).transpose()?;
        let (places, windowed) = match (counts, windows) {
            (Some(counts), Some(windows)) => (None, Some(WindowedCounts { counts, windows })),
            (counts, _) => (counts.map(|counts| PlaceCounts::of_all(counts, &on)), None),
        };
        let counting = WedgeCounting::new(on, far_lists, CycleKernels(PhantomData), 1, places)?;
        Ok(CycleCounter { counting, windowed })
    }

    /// What was found at the edges, if that was asked for.
    fn into_counts(self) -> Option<Buffer<'static, u64>> {
        let at_once = self.counting.into_sweep().places.map(|places| places.sums);
        self.windowed.map(|windowed| windowed.counts).or(at_once)
    }
}

/// The kernels of 4-cycles: `K`, and `D` for what it deferred.
pub(super) struct CycleKernels<K, D>(pub PhantomData<fn() -> (K, D)>);

impl<K, D> WedgeKernels for CycleKernels<K, D>
where
    K: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
    D: for<'a> Kernel<Args<'a> = CycleArgs<'a>>,
{
    fn most_warps(&self, roots: WedgeRoots) -> u32 {
        match roots {
            WedgeRoots::All => 32,
            WedgeRoots::Deferred => 24,
        }
    }

    fn grid(&self, on: &OnDevice, roots: WedgeRoots, shape: Grid, most: u64) -> Result<Grid, RuntimeError> {
        let Grid { warps, shared_bytes, .. } = shape;
        match roots {
            WedgeRoots::All => on.device().grid::<K>(warps, shared_bytes, most),
            WedgeRoots::Deferred => on.device().grid::<D>(warps, shared_bytes, most),
        }
    }

    fn launch(
        &self,
        _: &OnDevice,
        lend: &Lend<'_>,
        roots: WedgeRoots,
        grid: Grid,
        args: CycleArgs<'_>,
    ) -> Result<(), RuntimeError> {
        match roots {
            WedgeRoots::All => lend.launch::<K>(grid, &args),
            WedgeRoots::Deferred => lend.launch::<D>(grid, &args),
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
        self.windowed.is_some() || self.counting.keeps_results()
    }

    fn works_alone(&self) -> bool {
        self.windowed.as_ref().is_some_and(|windowed| windowed.counts.is_spread())
            || self.counting.works_alone()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let CycleCounter { counting, windowed } = self;
        let Some(windowed) = windowed else { return Ok(counting.run(share)?[0]) };
        // The roots are gone through for each window, and the cycles are the same each time.
        let (mut cycles, all, most) = (0, windowed.counts.len() as u64, windowed.windows.most);
        for first in (0..all).step_by(most as usize) {
            let window = first..all.min(first + most);
            let sums = counting.on().device().zeroed((window.end - first) as usize)?;
            let of = windowed.windows.vertices_of(&window);
            counting.sweep_mut().places = Some(PlaceCounts { first, sums, of });
            cycles = counting.run(share)?[0];
            if let Some(PlaceCounts { sums, .. }) = counting.sweep_mut().places.take() {
                windowed.add(counting.on(), first, &sums)?;
            }
        }
        Ok(cycles)
    }
}
