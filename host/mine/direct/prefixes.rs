//! Triangles from prefixes: on a card, where the lists of a graph do not fit in its cache.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::prepare::lists::{SplitLists, SplitListsArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;
use motherlode_device::kernels::triangles::prefixes::count::CountPrefixedTriangles;
use motherlode_device::kernels::triangles::prefixes::make::{
    NarrowArgs, NarrowNeighbors, PlaceArgs, PlacePrefixes,
};
use motherlode_device::kernels::triangles::prefixes::{PrefixTrianglesArgs, PrefixedLists};

use super::for_all_lanes::{ForAllLanes, MadeForLanes, OnEachDevice};
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::MineError;
use crate::place::Together;
use crate::place::launches::launch_items;
use crate::primitives::Primitives;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// Prefixes that a warp draws at a time: it marks the list of their vertex for them.
const CHUNK: u32 = 1 << 8;

/// The prefixes of an oriented graph, on a device.
#[derive(Debug)]
pub(super) struct Prefixes {
    narrow: Buffer<'static, u64>,
    starts: Buffer<'static, u64>,
    prefixes: Buffer<'static, u64>,
    /// Made on the way to `starts`, and not read later: for each vertex where the list of all its neighbours would
    /// start, and where the greater ones would in that.
    offsets: Buffer<'static, u64>,
    splits: Buffer<'static, u64>,
    /// For each vertex how many of its prefixes have been placed.
    placed: Buffer<'static, u32>,
}

impl Prefixes {
    /// The bytes of those of so many vertices and edges.
    const fn bytes(vertices: u64, edges: u64) -> u64 {
        let (word, long) = (size_of::<u32>() as u64, size_of::<u64>() as u64);
        2 * edges.div_ceil(8) * long + edges * long + (vertices + 1) * (3 * long + word)
    }

    /// For kernels.
    pub fn view<'a>(&'a self, on: &'a OnDevice, lend: &'a Lend<'_>) -> PrefixedLists<'a> {
        PrefixedLists {
            graph: on.graph(lend),
            narrow: lend.slice(&self.narrow),
            starts: lend.slice(&self.starts),
            prefixes: lend.slice(&self.prefixes),
        }
    }
}

impl ForAllLanes for Prefixes {
    fn room(on: &OnDevice) -> Result<Self, RuntimeError> {
        let (device, vertices, edges) = (on.device(), on.outline().n() as usize, on.outline().edges());
        Ok(Prefixes {
            narrow: device.unwritten(2 * edges.div_ceil(8))?,
            starts: device.unwritten(vertices + 1)?,
            prefixes: device.unwritten(edges)?,
            offsets: device.unwritten(vertices + 1)?,
            splits: device.unwritten(vertices)?,
            placed: device.zeroed(vertices)?,
        })
    }

    fn fill(&mut self, on: &OnDevice) -> Result<(), RuntimeError> {
        let n = u64::from(on.outline().n());
        // SAFETY: the graph's arguments, and arrays of the sizes that the kernels ask for, which nobody else has; the
        // starts are those of the greater neighbours, and nothing is placed yet.
        let lend = unsafe { on.lend() };
        let graph = on.graph(&lend);
        let narrowing = NarrowArgs { neighbors: graph.neighbors, narrow: lend.scratch(&mut self.narrow) };
        launch_items::<NarrowNeighbors>(&lend, on.outline().edges() as u64, &narrowing)?;
        // A vertex has a prefix for each greater neighbour.
        Primitives::new(on.device()).exclusive_scan(on.oriented().degrees(), self.offsets.scratch())?;
        let splitting = SplitListsArgs {
            offsets: lend.slice(&self.offsets),
            lower: graph.offsets,
            splits: lend.scratch(&mut self.splits),
            upper: lend.scratch(&mut self.starts),
        };
        launch_items::<SplitLists>(&lend, n + 1, &splitting)?;
        let placing = PlaceArgs {
            graph,
            starts: lend.slice(&self.starts),
            placed: lend.atomics(&self.placed),
            prefixes: lend.scratch(&mut self.prefixes),
        };
        on.launch_all::<PlacePrefixes>(&lend, &placing)?;
        on.device().synchronize()
    }
}

impl Session<'_> {
    /// The number of triangles, from prefixes; `None` where the lists are in the cache, or the prefixes do not fit in
    /// the memory.
    ///
    /// # Errors
    /// When there is less memory than it seemed, the device fails, or the job is to stop.
    pub(super) fn count_triangles_by_prefixes(&mut self) -> Result<Option<u128>, MineError> {
        if !self.make_room_for_prefixes(self.first.tuning.least_prefixed, 0)? {
            return Ok(None);
        }
        let each = OnEachDevice::default();
        let dealt = self.deal(OnDevice::get_oriented, |on| PrefixCounter::new(on, &each))?;
        Ok(Some(dealt.done.tally))
    }

    /// Makes room for prefixes of at least so many edges, and for so many bytes at each edge. False if there are fewer,
    /// too little room for these, or the team makes none.
    pub(super) fn make_room_for_prefixes(
        &mut self,
        least: usize,
        bytes_per_edge: u64,
    ) -> Result<bool, RuntimeError> {
        let wanted = self.first.tuning.has_prefixes(self.outline(), least);
        // The CPU has a larger cache, and would hold up the cards while it made its own.
        if !wanted || self.known.team().others().iter().any(|device| device.is_cpu()) {
            return Ok(false);
        }
        let outline = self.outline();
        let work = Prefixes::bytes(outline.n().into(), outline.edges() as u64);
        let part = Together { oriented: true, work, bytes_per_edge, ..Together::default() };
        let has_room = self.has_room_for(part)?;
        if has_room {
            self.make_room(part)?;
        }
        Ok(has_room)
    }
}

/// Counts triangles: a task is a position in the prefixes, which stands for the vertices whose prefixes start there.
/// What stands where within those of a vertex is another on each device.
struct PrefixCounter {
    prefixes: Arc<MadeForLanes<Prefixes>>,
    marks: MarksShape,
    grid: Grid,
}

impl PrefixCounter {
    /// With the prefixes of its device, which its other lane has as well.
    fn new(on: OnDevice, each: &OnEachDevice<Prefixes>) -> Result<Swept<Self>, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let prefixes = each.on(&on, || true)?.expect("it is wanted");
        let marks = on.tuning.prefix_marks(outline.n());
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let draws = (outline.edges() as u64).div_ceil(u64::from(CHUNK) * u64::from(WARPS));
        let grid = device.grid::<CountPrefixedTriangles>(WARPS, shared, draws)?;
        Swept::new(on, 1, PrefixCounter { prefixes, marks, grid })
    }
}

// SAFETY: the prefixes are those of the graph, made before they are read, and nothing writes them any more; the grid
// has the shared memory of such marks. The tasks are positions of prefixes.
unsafe impl Sweep for PrefixCounter {
    type Tally = u128;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    /// A share goes over whole vertices: it may draw more prefixes than it has tasks, but no more than there are in
    /// all.
    fn draws(&self, on: &OnDevice, _: Range<u64>) -> Vec<Range<u64>> {
        std::iter::once(0..on.outline().edges() as u64).collect()
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.grid) * u64::from(CHUNK)
    }

    fn prepare(&mut self, on: &OnDevice, _: &Range<u64>) -> Result<(), RuntimeError> {
        self.prefixes.get(on).map(drop)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = PrefixTrianglesArgs {
            lists: self.prefixes.get(on)?.view(on, lend),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            first: share.tasks.start,
            end: share.tasks.end,
            marks: self.marks,
            chunk: CHUNK,
        };
        lend.launch::<CountPrefixedTriangles>(self.grid, &args)
    }
}
