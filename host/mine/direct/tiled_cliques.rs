//! Cliques of a graph whose lists travel.

use motherlode_device::kernels::clique_rows::StoredRoots;
use motherlode_device::kernels::clique_rows::count::{
    CountStored4Cliques, CountStored4CliquesWide, CountStored5Cliques, CountStoredCliques,
    CountStoredCliquesWide, StoredCliqueArgs,
};
use motherlode_device::kernels::clique_rows::fill::{FillRows, FillRowsArgs, RowDeal};
use motherlode_device::kernels::clique_rows::gather::{GatherRoots, GatherRootsArgs};
use motherlode_device::kernels::cliques::CliqueArgs;
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::bin_kernels::BinKernels;
use super::cliques::{BINS, Bin};
use super::in_tiles::PART_FOR_TILES;
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use super::tiles::{Passing, bytes_of_all, cliques_are_cheaper};
use super::waves::{RootSizes, RootWave, WavePlan};
use crate::MineError;
use crate::clock::Clock;
use crate::deal::{Share, Work};
use crate::memory::if_it_fits;
use crate::place::{Form, ListSizes, Outline};
use crate::runtime::{Buffer, Device, Grid, ListAccess, RuntimeError, Travelled};
use crate::totals::Totals;
use crate::tuning::Tuning;

/// The most bins of a wave.
const MOST_BINS: usize = BINS.len() + 1;
/// The part of the memory for those matrices, at most, if one has room there.
const PART_WIDE: u64 = 8;

impl Session<'_> {
    /// The number of cliques of `k >= 4` vertices, if the lists do not fit on the device and are to travel there in
    /// tiles, and memory suffices for that; `None` if they are to be read in place.
    ///
    /// # Errors
    /// When the device fails, the count passes 128 bits, or the job is to stop.
    pub(super) fn count_cliques_in_tiles(&mut self, k: u32) -> Result<Option<u128>, MineError> {
        let travel = |session: &Self, sizes: &ListSizes| session.cliques_travel(k, sizes);
        self.in_tiles(0, travel, |session, sizes| {
            session.first.get_hubs(session.run.clock)?;
            let first = session.first.clone();
            let (form, clock) = (&session.known.form, session.run.clock);
            let neighbors = form.host_neighbors(clock);
            let roots = clock.prepare(|| RootSizes::new(&sizes.starts, &neighbors, k, first.hub_count()));
            let Some(roots) = roots else { return Ok(None) };
            let (grid_of_wide, wide_words) = first.wide_room(k)?;
            let wide = session.room(|_| first.device().unwritten::<u64>(wide_words))?;
            let Some(plan) = session.waves_beside_totals(&sizes, &roots) else { return Ok(None) };
            let waves = clock.prepare(|| roots.waves(&sizes.starts, &plan));
            let make = || TiledCliques::new(first, k, sizes, &plan, waves, (wide, grid_of_wide));
            Ok(Some(session.deal_tiles(make)?.0))
        })
    }

    /// Whether lists travel for cliques.
    fn cliques_travel(&self, k: u32, sizes: &ListSizes) -> Result<bool, MineError> {
        let (form, outline) = (&self.known.form, self.outline());
        Ok(to_travel(form, self.device(), outline, sizes, k, self.run.clock)?.is_some())
    }

    /// The waves for all that is left of the device's memory but for the totals: a queue for each tile and bin of a
    /// wave.
    fn waves_beside_totals(&self, sizes: &ListSizes, roots: &RootSizes) -> Option<WavePlan> {
        let left = self.device().budget().left();
        let mut totals = Totals::bytes(MOST_BINS, 1);
        loop {
            let plan = roots.plan(&sizes.starts, longest(self.outline()), left.checked_sub(totals)?)?;
            // With less room there may be more tiles.
            match Totals::bytes(plan.most_tiles + MOST_BINS, 1) {
                needed if needed > totals => totals = needed,
                _ => return Some(plan),
            }
        }
    }
}

/// What cliques of `k >= 4` vertices would bring to a device in tiles, about, if they are to travel.
///
/// # Errors
/// When a driver fails.
pub(super) fn planned(
    form: &Form,
    device: &Device,
    outline: &Outline,
    sizes: &ListSizes,
    k: u32,
    clock: &Clock,
) -> Result<Option<Travelled>, MineError> {
    let plan = to_travel(form, device, outline, sizes, k, clock)?;
    Ok(plan.map(|plan| Travelled { bytes: plan.bytes, of_bytes: bytes_of_all(&sizes.starts) }))
}

/// How the roots are divided, about, if tiles are asked for, or expected to take less time than to read the lists in
/// place.
fn to_travel(
    form: &Form,
    device: &Device,
    outline: &Outline,
    sizes: &ListSizes,
    k: u32,
    clock: &Clock,
) -> Result<Option<WavePlan>, MineError> {
    let left = device.budget().left();
    let neighbors = form.host_neighbors(clock);
    let hubs = Tuning::of(device).hubs(outline, left);
    let (part, of) = PART_FOR_TILES;
    let plan = clock.prepare(|| {
        let roots = RootSizes::new(&sizes.starts, &neighbors, k, hubs)?;
        roots.plan(&sizes.starts, longest(outline), left / of * part)
    });
    let Some(plan) = plan else { return Ok(None) };
    if form.list_access() == ListAccess::Tiles {
        return Ok(Some(plan));
    }
    let cheaper = match if_it_fits(form.plan_in_place(clock))? {
        Ok(in_place) => clock.prepare(|| cliques_are_cheaper(plan.bytes, plan.steps, sizes, in_place)),
        Err(_) => true,
    };
    Ok(cheaper.then_some(plan))
}

/// The length of the longest list.
fn longest(outline: &Outline) -> u64 {
    outline.lengths.runs().next().map_or(1, |(length, _)| length.into())
}

impl OnDevice {
    /// The most blocks of a bin whose matrices stand in device memory, and the words that they take: none, if there is
    /// no such bin.
    fn wide_room(&self, k: u32) -> Result<(u64, usize), RuntimeError> {
        let lengths = &self.outline().lengths;
        let bins = self.bins(k, self.outline().roots_from(k - 1), lengths);
        let Some(words) = bins.iter().filter(|bin| bin.wide).map(|bin| bin.shape.words_wide()).max() else {
            return Ok((0, 0));
        };
        let fitting = self.device().budget().left() / PART_WIDE / (words * size_of::<u64>()) as u64;
        let mut most = 1;
        for bin in bins.iter().filter(|bin| bin.wide) {
            most = most.max(self.clique_grid::<TiledCliques>(*bin)?.blocks.into());
        }
        let blocks = fitting.clamp(1, most);
        Ok((blocks, words * blocks as usize))
    }
}

/// Counts cliques: a task is a wave of roots.
struct TiledCliques {
    on: OnDevice,
    k: u32,
    sizes: ListSizes,
    waves: Vec<RootWave>,
    passing: Passing,
    /// The wave's roots, where each begins in what is stored of them, and what is stored.
    rows: Buffer<'static, u32>,
    /// For the bins whose matrices stand in device memory, so many blocks of which have room.
    wide: Buffer<'static, u64>,
    wide_blocks: u64,
    filling: Grid,
    gathering: Grid,
    /// A queue for each tile of a wave, and for each bin.
    totals: Totals,
}

impl BinKernels for TiledCliques {
    type Args<'a> = StoredCliqueArgs<'a>;
    type Four = CountStored4Cliques;
    type FourWide = CountStored4CliquesWide;
    type Five = CountStored5Cliques;
    type More = CountStoredCliques;
    type MoreWide = CountStoredCliquesWide;
}

impl TiledCliques {
    fn new(
        on: OnDevice,
        k: u32,
        sizes: ListSizes,
        plan: &WavePlan,
        waves: Vec<RootWave>,
        (wide, wide_blocks): (Buffer<'static, u64>, u64),
    ) -> Result<Self, RuntimeError> {
        let device = on.device();
        let words = waves.iter().map(|wave| wave.words as usize + 2 * wave.roots.len()).max();
        let shared = shared_bytes(on.marks(), device.warps_of_block(WARPS));
        Ok(TiledCliques {
            k,
            passing: Passing::new(device, plan.passing)?,
            rows: device.unwritten(words.unwrap_or(0))?,
            wide,
            wide_blocks,
            filling: device.grid::<FillRows>(WARPS, shared, u64::MAX)?,
            gathering: device.grid::<GatherRoots>(WARPS, 0, u64::MAX)?,
            totals: Totals::new(device, plan.most_tiles + MOST_BINS, 1)?,
            sizes,
            waves,
            on,
        })
    }

    /// The cliques of the roots of a wave.
    fn count(&mut self, wave: u64, share: &Share<'_>) -> Result<u128, MineError> {
        let TiledCliques { on, k, sizes, waves, passing, rows, wide, wide_blocks, totals, .. } = self;
        let wave = &waves[wave as usize];
        totals.restart()?;
        rows.overwrite_with(&[&wave.roots[..], &wave.starts[..]])?;
        let bins = on.bins(*k, wave.roots.len(), &wave.lengths);
        let grids = bins.iter().map(|bin| on.clique_grid::<Self>(*bin)).collect::<Result<Vec<_>, _>>()?;
        let deal =
            deal_rows(wave.roots.len() as u64, on.device().lanes(), on.device().grid_warps(self.filling));
        let mut ends = vec![deal.tasks(); wave.tiles.len()];
        ends.extend(bins.iter().map(Bin::tasks));
        ends.resize(totals.queues.len(), 0);
        let (rows, totals, count) = (&*rows, &*totals, wave.roots.len() as u64);
        // SAFETY: lists of the graph, and what is stored of the wave's roots as the kernels fill it: there is room for
        // it from `starts` on. It is searched when all rows are filled: a job that is to stop ends before. Each launch
        // has its own queue, its grid the shared memory, and the wide bins, which are on one track and so one after the
        // other, the words of device memory.
        let lend = unsafe { on.lend() };
        let queue = |at: usize| lend.slice(totals.queues.atomics().part(at as u64, 1));
        let starts = || rows.slice().part(count, count);
        let fill = || {
            let of_bytes = bytes_of_all(&sizes.starts);
            let bytes = 4 * wave.lengths.sum_first(count);
            on.device().note_travelled(Travelled { bytes, of_bytes });
            let args = GatherRootsArgs {
                graph: on.graph(&lend),
                roots: lend.slice(rows.slice().part(0, count)),
                starts: lend.slice(starts()),
                words: lend.slice(rows.atomics().part(2 * count, wave.words)),
            };
            lend.launch::<GatherRoots>(self.gathering, &args)?;
            passing.pass(on, sizes, &wave.tiles, &lend, |number, track, tile| {
                let args = FillRowsArgs {
                    starts: lend.slice(starts()),
                    words: lend.slice(rows.atomics().part(2 * count, wave.words)),
                    tile,
                    queue: queue(number),
                    marks: on.marks(),
                    deal,
                    hubs: on.hub_count(),
                };
                lend.launch_beside::<FillRows>(track, self.filling, &args)
            })
        };
        share.watch(on.device(), &totals.queues, 0, &ends, fill)?;
        let search_bins = || {
            for (at, (bin, grid)) in bins.iter().zip(&grids).enumerate() {
                let grid = match bin.wide {
                    true => Grid { blocks: grid.blocks.min(*wide_blocks as u32), ..*grid },
                    false => *grid,
                };
                let cliques = CliqueArgs {
                    graph: on.graph(&lend),
                    hubs: on.hubs(&lend),
                    roots: lend.slice(rows.slice().part(bin.first.into(), bin.roots())),
                    queue: queue(wave.tiles.len() + at),
                    totals: lend.atomics(&totals.totals),
                    words: lend.scratch(&mut *wide),
                    shape: bin.shape,
                    chunk: bin.chunk(grid),
                    parts: bin.parts,
                };
                let stored = StoredRoots {
                    starts: lend.slice(starts().part(bin.first.into(), bin.roots())),
                    words: lend.slice(rows.slice().part(2 * count, wave.words)),
                };
                let args = StoredCliqueArgs { cliques, stored };
                bin.launch::<Self>(&lend, at, grid, &args)?;
            }
            Ok(())
        };
        share.watch(on.device(), &totals.queues, 0, &ends, || {
            on.device().overlapped(search_bins)?;
            totals.fetch()
        })?;
        Ok(totals.read()?[0])
    }
}

impl Work for TiledCliques {
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.waves.len() as u64
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let mut sum = 0u128;
        for wave in share.tasks() {
            sum = sum.checked_add(self.count(wave, share)?).ok_or(MineError::CountOverflow)?;
        }
        Ok(sum)
    }
}

/// How the rows of so many roots are dealt to so many warps, of so many lanes.
fn deal_rows(roots: u64, lanes: u32, warps: u64) -> RowDeal {
    /// Tasks for each warp, about: rows differ.
    const TASKS: u64 = 4;
    /// The most parts that a group is dealt in.
    const MOST_PARTS: u64 = 8;
    let warps = warps.max(1);
    let groups = roots.div_ceil(lanes.into()).max(roots.min(TASKS * warps)).max(1);
    RowDeal { groups: groups as u32, parts: (TASKS * warps / groups).clamp(1, MOST_PARTS) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_dealt_to_all_warps() {
        let deal = |groups, parts| RowDeal { groups, parts };
        assert_eq!(deal_rows(1_000_000, 32, 1000), deal(31_250, 1));
        // Fewer roots a group than there are lanes; and few roots, in parts.
        assert_eq!(deal_rows(10_000, 32, 1000), deal(4000, 1));
        assert_eq!(deal_rows(1000, 32, 1000), deal(1000, 4));
        assert_eq!((deal_rows(3, 32, 1000), deal_rows(0, 1, 0)), (deal(3, 8), deal(1, 4)));
    }
}
