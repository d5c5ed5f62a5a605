//! Triangles of a graph whose lists travel, in all and through each edge.

use motherlode_device::Kernel;
use motherlode_device::kernels::tiles::edges::{TileEdgeTriangles, TileEdgesArgs};
use motherlode_device::kernels::tiles::triangles::{CountTileTriangles, RootDeal, TileTrianglesArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::in_tiles::PART_FOR_TILES;
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use super::tiles::{Rooms, Step, Tiling, Travelling, are_cheaper, deal_roots};
use crate::MineError;
use crate::clock::Clock;
use crate::deal::{Share, Work};
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
            let (triangles, _) = session.deal_tiles(|| TiledTriangles::new(first, sizes, tiling))?;
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
            let (_, counter) = session.deal_tiles(|| TiledEdges::new(first, sizes, tiling, kept))?;
            Ok(Some(counter.lists.into_kept()))
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
    Tiling::new(&sizes.starts, Rooms::of(bytes, longest, counts)?)
}

/// A grid for a kernel that mines tiles.
fn tile_grid<K: Kernel>(on: &OnDevice, marks: MarksShape) -> Result<Grid, RuntimeError> {
    let shared = shared_bytes(marks, on.device().warps_of_block(WARPS));
    on.device().grid::<K>(WARPS, shared, on.tasks())
}

/// Counts triangles: a task is a tile, with all triangles whose second vertex is there.
struct TiledTriangles {
    lists: Travelling,
    grid: Grid,
    /// A queue for each step of a tile.
    totals: Totals,
}

impl TiledTriangles {
    fn new(on: OnDevice, sizes: ListSizes, tiling: Tiling) -> Result<Self, RuntimeError> {
        let grid = tile_grid::<CountTileTriangles>(&on, on.marks())?;
        let totals = Totals::new(on.device(), tiling.most_steps, 1)?;
        let nothing_kept = on.device().zeroed(0)?;
        Ok(TiledTriangles { lists: Travelling::new(on, sizes, tiling, nothing_kept)?, grid, totals })
    }
}

impl Work for TiledTriangles {
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.lists.tiles()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let TiledTriangles { lists, grid, totals } = self;
        let on = lists.on.clone();
        let launch = |lend: &Lend<'_>, totals: &Totals, track: usize, deal: RootDeal, step: Step<'_>| {
            let args = TileTrianglesArgs {
                roots: step.roots,
                tile: step.tile,
                hubs: on.hubs(lend),
                queue: lend.slice(totals.queues.atomics().part(step.number as u64, 1)),
                totals: lend.atomics(&totals.totals),
                marks: on.marks(),
                deal,
            };
            lend.launch_beside::<CountTileTriangles>(track, *grid, &args)
        };
        let mut sum = 0u128;
        for tile in share.tasks() {
            run_tile(lists, tile, share, totals, *grid, launch)?;
            sum = sum.checked_add(totals.read()?[0]).ok_or(MineError::CountOverflow)?;
        }
        Ok(sum)
    }
}

/// Counts the triangles through each edge: a task is a tile, with all triangles whose second vertex is there.
struct TiledEdges {
    lists: Travelling,
    grid: Grid,
    /// A queue for each step of a tile.
    totals: Totals,
}

impl TiledEdges {
    fn new(
        on: OnDevice,
        sizes: ListSizes,
        tiling: Tiling,
        kept: Buffer<'static, u32>,
    ) -> Result<Self, RuntimeError> {
        let grid = tile_grid::<TileEdgeTriangles>(&on, TiledEdges::marks(&on))?;
        let totals = Totals::new(on.device(), tiling.most_steps, 0)?;
        Ok(TiledEdges { lists: Travelling::new(on, sizes, tiling, kept)?, grid, totals })
    }

    /// The shape of the marks where no rows of hubs are used.
    fn marks(on: &OnDevice) -> MarksShape {
        on.tuning.marks(on.outline().n(), 0)
    }
}

impl Work for TiledEdges {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.lists.tiles()
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn works_alone(&self) -> bool {
        true
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let TiledEdges { lists, grid, totals } = self;
        let marks = TiledEdges::marks(&lists.on);
        let launch = |lend: &Lend<'_>, totals: &Totals, track: usize, deal: RootDeal, step: Step<'_>| {
            let args = TileEdgesArgs {
                roots: step.roots,
                tile: step.tile,
                root_counts: step.root_counts,
                tile_counts: step.tile_counts,
                queue: lend.slice(totals.queues.atomics().part(step.number as u64, 1)),
                marks,
                deal,
            };
            lend.launch_beside::<TileEdgeTriangles>(track, *grid, &args)
        };
        share.tasks().try_for_each(|tile| run_tile(lists, tile, share, totals, *grid, launch))
    }
}

/// Runs a tile to its end, while a request to stop is heeded. `launch` launches a step on a track, where the roots are
/// dealt as is said.
///
/// # Errors
/// When a kernel fails, or the job is to stop.
fn run_tile(
    lists: &mut Travelling,
    tile: u64,
    share: &Share<'_>,
    totals: &mut Totals,
    grid: Grid,
    launch: impl Fn(&Lend<'_>, &Totals, usize, RootDeal, Step<'_>) -> Result<(), RuntimeError>,
) -> Result<(), MineError> {
    totals.restart()?;
    let totals = &*totals;
    let on = lists.on.clone();
    let warps = on.device().grid_warps(grid);
    let roots = lists.roots_of_steps(tile);
    let deals: Vec<RootDeal> = roots.iter().map(|&roots| deal_roots(roots, warps)).collect();
    let mut ends: Vec<u64> = deals.iter().zip(&roots).map(|(deal, &roots)| deal.tasks(roots)).collect();
    ends.resize(totals.queues.len(), 0);
    // SAFETY: lists of the graph, as `Travelling` has them copied before they are mined, with a count for each element
    // where there are any; each step has its own queue, and the grid has the shared memory of the marks.
    let lend = unsafe { on.lend() };
    let launches = || {
        lists.pass_by(tile, &lend, |track, step| {
            let deal = deals[step.number];
            launch(&lend, totals, track, deal, step)
        })?;
        totals.fetch()
    };
    Ok(share.watch(on.device(), &totals.queues, 0, &ends, launches)?)
}
