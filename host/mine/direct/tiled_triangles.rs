//! Triangles of a graph whose lists travel, in all and through each edge.

use std::ops::Range;

use motherlode_device::kernels::tiles::edges::{TileEdgeTriangles, TileEdgesArgs};
use motherlode_device::kernels::tiles::triangles::{CountTileTriangles, RootDeal, TileTrianglesArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::in_tiles::PART_FOR_TILES;
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::tiles::{TileRooms, TileStep, Tiling, Travelling, are_cheaper, deal_roots};
use super::triangles::array;
use crate::MineError;
use crate::clock::Clock;
use crate::memory::if_it_fits;
use crate::place::{Form, ListSizes, Outline};
use crate::runtime::{Buffer, Device, Grid, Lend, ListAccess, RuntimeError, Travelled};
use crate::totals::Totals;

impl Session<'_> {
    /// The number of triangles, if the lists do not fit on the device and are to travel there in tiles, and memory
    /// suffices for that; `None` if they are to be read in place.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub(super) fn count_triangles_in_tiles(&mut self) -> Result<Option<u128>, MineError> {
        self.in_tiles(0, Self::triangles_travel::<false>, |session, sizes| {
            session.first.get_hubs(session.run.clock)?;
            let Some(tiling) = session.tiling_beside_totals(&sizes, false) else { return Ok(None) };
            let first = session.first.clone();
            let (tally, _) = session.deal_tiles(|| TiledTriangles::new(first, sizes, tiling, None))?;
            let [triangles] = array(tally);
            Ok(Some(triangles))
        })
    }

    /// The triangles through each edge, if the lists do not fit on the device beside the counts and are to travel there
    /// in tiles, and memory suffices for that; `None` if they are to be read in place.
    ///
    /// # Errors
    /// When the device fails, or the job is to stop.
    pub(super) fn count_edge_triangles_in_tiles(
        &mut self,
    ) -> Result<Option<Buffer<'static, u32>>, MineError> {
        self.in_tiles(size_of::<u32>() as u64, Self::triangles_travel::<true>, |session, sizes| {
            session.first.get_oriented(session.run.clock)?;
            let kept = session.room(Self::counts_beside_tiles)?;
            let Some(tiling) = session.tiling_beside_totals(&sizes, true) else { return Ok(None) };
            let first = session.first.clone();
            let (_, counter) =
                session.deal_tiles(|| TiledTriangles::new(first, sizes, tiling, Some(kept)))?;
            Ok(Some(counter.into_sweep().lists.into_kept()))
        })
    }

    /// Zeros for all edges, most of which lie beyond the device, so that it has room for tiles.
    fn counts_beside_tiles(&self) -> Result<Buffer<'static, u32>, RuntimeError> {
        let (part, of) = PART_FOR_TILES;
        let bytes = (size_of::<u32>() * self.outline().edges()) as u64;
        let work = self.known.form.room_beside_counts(bytes, self.device().budget().left() / of * part)?;
        self.first.counts(work)
    }

    /// Whether lists travel for triangles, with counts at their elements or without.
    fn triangles_travel<const COUNTS: bool>(&self, sizes: &ListSizes) -> Result<bool, MineError> {
        let (form, outline) = (&self.known.form, self.outline());
        Ok(to_travel(form, self.device(), outline, sizes, COUNTS, self.run.clock)?.is_some())
    }

    /// How the lists are cut for all that is left of the device's memory but for the totals of the count: a queue for
    /// each step of a tile.
    fn tiling_beside_totals(&self, sizes: &ListSizes, counts: bool) -> Option<Tiling> {
        let left = self.device().budget().left();
        let mut totals = Totals::bytes(1, 1);
        loop {
            let tiling = tiling(self.outline(), sizes, left.checked_sub(totals)?, counts)?;
            // With less room there may be more steps.
            match Totals::bytes(tiling.most_steps, 1) {
                needed if needed > totals => totals = needed,
                _ => return Some(tiling),
            }
        }
    }
}

/// What triangles would bring to a device in tiles, about, if they are to travel.
///
/// # Errors
/// When a driver fails.
pub(super) fn planned(
    form: &Form,
    device: &Device,
    outline: &Outline,
    sizes: &ListSizes,
    clock: &Clock,
) -> Result<Option<Travelled>, MineError> {
    let tiling = to_travel(form, device, outline, sizes, false, clock)?;
    Ok(tiling.map(|tiling| tiling.travelled(&sizes.starts)))
}

/// How the lists are cut, about, if tiles are asked for, or expected to take less time than to read the lists in place.
fn to_travel(
    form: &Form,
    device: &Device,
    outline: &Outline,
    sizes: &ListSizes,
    counts: bool,
    clock: &Clock,
) -> Result<Option<Tiling>, MineError> {
    let (part, of) = PART_FOR_TILES;
    let Some(tiling) = tiling(outline, sizes, device.budget().left() / of * part, counts) else {
        return Ok(None);
    };
    if form.list_access() == ListAccess::Tiles {
        return Ok(Some(tiling));
    }
    let cheaper = match if_it_fits(form.plan_in_place(clock))? {
        Ok(in_place) => clock.prepare(|| are_cheaper(&tiling, sizes, in_place)),
        Err(_) => true,
    };
    Ok(cheaper.then_some(tiling))
}

/// How the lists are cut, for tiles of so many bytes with what passes by them, and with the counts at their elements,
/// if there are any.
fn tiling(outline: &Outline, sizes: &ListSizes, bytes: u64, counts: bool) -> Option<Tiling> {
    let longest = outline.lengths.runs().next().map_or(1, |(length, _)| length.into());
    Tiling::new(&sizes.starts, TileRooms::of(bytes, longest, counts)?)
}

/// Counts triangles, in all or through each edge: a task is a tile, with all triangles whose second vertex is there.
struct TiledTriangles {
    lists: Travelling,
    marks: MarksShape,
    grid: Grid,
    at_edges: bool,
}

impl TiledTriangles {
    /// With counts at the edges, if there is somewhere to keep them.
    fn new(
        on: OnDevice,
        sizes: ListSizes,
        tiling: Tiling,
        kept: Option<Buffer<'static, u32>>,
    ) -> Result<Swept<Self>, RuntimeError> {
        let (device, at_edges) = (on.device(), kept.is_some());
        // Rows of hubs tell of no edges.
        let marks = if at_edges { on.tuning.marks(on.outline().n(), 0) } else { on.marks() };
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let grid = match at_edges {
            false => device.grid::<CountTileTriangles>(WARPS, shared, on.tasks()),
            true => device.grid::<TileEdgeTriangles>(WARPS, shared, on.tasks()),
        }?;
        let kept = kept.map_or_else(|| device.zeroed(0), Ok)?;
        let lists = Travelling::new(on.clone(), sizes, tiling, kept)?;
        let sums = if at_edges { 0 } else { 1 };
        Swept::new(on, sums, TiledTriangles { lists, marks, grid, at_edges })
    }

    /// How the roots of each step of a tile are dealt, and how many tasks they make.
    fn deals(&self, on: &OnDevice, tile: u64) -> Vec<(RootDeal, u64)> {
        let warps = on.device().grid_warps(self.grid);
        let deal = |roots| {
            let deal = deal_roots(roots, warps);
            (deal, deal.tasks(roots))
        };
        self.lists.roots_of_steps(tile).into_iter().map(deal).collect()
    }
}

// SAFETY: lists of the graph, as `Travelling` has them copied before they are mined, with a count for each element where
// these are asked for; each step has its own queue, and the grid has the shared memory of the marks.
unsafe impl Sweep for TiledTriangles {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(self.lists.tiles())
    }

    fn draws(&self, on: &OnDevice, tiles: Range<u64>) -> Vec<Range<u64>> {
        assert!(tiles.end - tiles.start <= 1, "tiles are dealt one at a time");
        let mut draws: Vec<_> =
            tiles.flat_map(|tile| self.deals(on, tile)).map(|(_, draws)| 0..draws).collect();
        draws.resize(self.lists.most_steps(), 0..0);
        draws
    }

    fn keeps_results(&self) -> bool {
        self.at_edges
    }

    fn works_alone(&self, _: &OnDevice) -> bool {
        self.at_edges
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let tile = share.tasks.start;
        let deals = self.deals(on, tile);
        let TiledTriangles { lists, marks, grid, at_edges } = self;
        lists.pass_by(tile, lend, |track, step| {
            let (queue, (deal, _)) = (lend.slice(share.queue(step.number)), deals[step.number]);
            let TileStep { roots, tile, root_counts, tile_counts, .. } = step;
            if *at_edges {
                let marks = *marks;
                let args = TileEdgesArgs { roots, tile, root_counts, tile_counts, queue, marks, deal };
                return lend.launch_beside::<TileEdgeTriangles>(track, *grid, &args);
            }
            let (hubs, totals) = (on.hubs(lend), lend.slice(share.totals()));
            let args = TileTrianglesArgs { roots, tile, hubs, queue, totals, marks: *marks, deal };
            lend.launch_beside::<CountTileTriangles>(track, *grid, &args)
        })
    }
}
