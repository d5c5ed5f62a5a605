//! The triangles through each edge from prefixes, on a card.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::edge_counts::prefixes::{
    self, PrefixedEdgeTrianglesOfHubs, PrefixedEdgeTrianglesOfOthers, PrefixedEdgesArgs,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count;

use super::for_all_lanes::{MadeForLanes, OnEachDevice};
use super::merge::add_up;
use super::on_device::{OnDevice, WARPS};
use super::prefixes::Prefixes;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::MineError;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// Warps in a block of the kernel for prefixes at hubs: two blocks fit on a multiprocessor.
const WARPS_AT_HUBS: u32 = 16;
/// Prefixes that such a block draws at a time.
const CHUNK_AT_HUBS: u32 = 1 << 10;
/// Prefixes that a warp draws at a time where they are at other vertices: few, as each may be at a vertex of its own,
/// whose list is marked for it.
const CHUNK: u32 = 1 << 6;

impl Session<'_> {
    /// The triangles through each edge, from prefixes; `None` where there are few edges, all lists are short, or the
    /// prefixes do not fit in the memory.
    ///
    /// # Errors
    /// When there is less memory than it seemed, the device fails, or the job is to stop.
    pub(super) fn count_edge_triangles_by_prefixes(
        &mut self,
    ) -> Result<Option<Buffer<'static, u32>>, MineError> {
        let bytes_per_edge = size_of::<u32>() as u64;
        if !self.make_room_for_prefixes(self.first.tuning.least_prefixed_at_edges, bytes_per_edge)? {
            return Ok(None);
        }
        let each = OnEachDevice::default();
        let dealt = self.deal(OnDevice::get_oriented, |on| EdgePrefixCounter::new(on, &each))?;
        let counts = dealt.workers.into_iter().map(|worker| worker.into_sweep().counts).collect();
        Ok(Some(self.run.clock.mine(|| add_up(counts, &self.first))?))
    }
}

/// Counts the triangles through each edge: a task is a position in the prefixes, as where all are counted.
struct EdgePrefixCounter {
    prefixes: Arc<MadeForLanes<Prefixes>>,
    hubs: u32,
    marks: MarksShape,
    grid_at_hubs: Grid,
    grid: Grid,
    /// For each edge, the triangles found of the tasks that this worker was given.
    counts: Buffer<'static, u32>,
}

impl EdgePrefixCounter {
    /// With the prefixes of its device, which its other lane has as well.
    fn new(on: OnDevice, each: &OnEachDevice<Prefixes>) -> Result<Swept<Self>, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let counts = on.counts(0)?;
        let prefixes = each.on(&on, || true)?.expect("it is wanted");
        let (hubs, marks) = (on.tuning.hubs_with_cells, on.tuning.marks(outline.n(), 0));
        let draws = |chunk: u32| (outline.edges() as u64).div_ceil(chunk.into());
        let grid_at_hubs = device.grid::<PrefixedEdgeTrianglesOfHubs>(
            WARPS_AT_HUBS,
            prefixes::shared_bytes(hubs),
            draws(CHUNK_AT_HUBS),
        )?;
        let shared = count::shared_bytes(marks, device.warps_of_block(WARPS));
        let grid = device.grid::<PrefixedEdgeTrianglesOfOthers>(WARPS, shared, draws(CHUNK * WARPS))?;
        let sweep = EdgePrefixCounter { prefixes, hubs, marks, grid_at_hubs, grid, counts };
        Swept::new(on, 0, sweep)
    }
}

// SAFETY: the prefixes are those of the graph, made before they are read, and nothing writes them any more; there is a
// sum for each edge, and the grids have the shared memory of so many hubs and of such marks. The tasks are positions of
// prefixes.
unsafe impl Sweep for EdgePrefixCounter {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    /// Of prefixes at hubs, and of others: a share goes over whole vertices, and may draw more than it has tasks, but no
    /// more than there are in all.
    fn draws(&self, on: &OnDevice, _: Range<u64>) -> Vec<Range<u64>> {
        vec![0..on.outline().edges() as u64; 2]
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        let at_hubs = u64::from(self.grid_at_hubs.blocks) * u64::from(CHUNK_AT_HUBS);
        at_hubs.max(on.device().grid_warps(self.grid) * u64::from(CHUNK))
    }

    fn works_alone(&self, _: &OnDevice) -> bool {
        self.counts.is_spread()
    }

    fn prepare(&mut self, on: &OnDevice, _: &Range<u64>) -> Result<(), RuntimeError> {
        self.prefixes.get(on).map(drop)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let lists = self.prefixes.get(on)?.view(on, lend);
        let args = |queue: usize, chunk: u32| PrefixedEdgesArgs {
            lists,
            edge_sums: lend.atomics(&self.counts),
            queue: lend.slice(share.queue(queue)),
            first: share.tasks.start,
            end: share.tasks.end,
            hubs: self.hubs,
            marks: self.marks,
            chunk,
        };
        lend.launch::<PrefixedEdgeTrianglesOfHubs>(self.grid_at_hubs, &args(0, CHUNK_AT_HUBS))?;
        lend.launch::<PrefixedEdgeTrianglesOfOthers>(self.grid, &args(1, CHUNK))
    }
}
