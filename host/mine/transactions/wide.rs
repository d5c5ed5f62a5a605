//! A batch where warps have many lanes: many patterns in each launch.

use motherlode_device::Kernel;
use motherlode_device::kernels::transactions::wide::extend::{
    CountExtensions, CountExtensionsArgs, WriteExtensions, WriteExtensionsArgs,
};
use motherlode_device::kernels::transactions::wide::grow::{
    self, CountKept, CountKeptArgs, GrowView, WriteKept, WriteKeptArgs,
};
use motherlode_device::kernels::transactions::wide::support::{self, CountSupport, SupportArgs, TILE_ROWS};
use motherlode_device::kernels::transactions::{Head, Kept, PatternTask};

use super::batch::{
    CountedExtensions, ExtensionCount, Extensions, FoundExtensions, GrowthTasks, PatternBatch, SearchSite,
};
use super::embedded_pattern::Numbering;
use super::variants::SupportVariant;
use crate::columns::Recycled;
use crate::primitives::Sum;
use crate::runtime::{Buffer, Lend, RuntimeError};

/// Warps in a block.
const WARPS: u32 = 8;
/// Blocks for each that runs at once: more than those even out tiles of different sizes.
const WAVES: u64 = 16;
/// The most extensions of a pattern that are counted at a time: their flags fill the shared memory of a block.
const MOST_AT_ONCE: usize = 1200;

impl<'p> PatternBatch<'p> {
    /// Counts the graphs and the embeddings of all extensions of the patterns that `numbering` numbers, by many lanes.
    pub(super) fn count_wide(
        &self,
        site: &'p SearchSite<'p>,
        numbering: &Numbering,
    ) -> Result<CountedExtensions<'p>, RuntimeError> {
        let SearchSite { device, pool, .. } = site;
        let (base, rows) = numbering.rows();
        let mut lengths = pool.numbers(rows)?;
        let mut starts = pool.numbers(rows + 1)?;
        let mut heads = pool.heads(rows + 1)?;
        let tallies = device.zeroed::<ExtensionCount>(numbering.steps.len())?;
        // SAFETY: the numbering is that of the batch's patterns, whose rows lead to vertices of the database; there is
        // a length, a start and a head for each row, and one more, and room for as many extensions as the lengths add
        // up to. What is written was taken from the pool here.
        let lend = unsafe { device.lend() };
        let entries = self.with_view(site, &lend, &numbering.tasks, &numbering.maps, |batch| {
            let args = CountExtensionsArgs { batch, lengths: lend.scratch(lengths.get_mut()) };
            launch::<CountExtensions>(&lend, rows as u64, 0, &args)?;
            let total = site.sums(&lengths, rows, &mut starts)?;
            let mut entries = pool.words(total)?;
            let args = WriteExtensionsArgs {
                batch,
                starts: lend.slice(starts.get().slice().part(0, rows as u64 + 1)),
                heads: lend.scratch(heads.get_mut()),
                extensions: lend.scratch(entries.get_mut()),
            };
            launch::<WriteExtensions>(&lend, rows as u64, 0, &args)?;
            // The view goes when this returns.
            device.synchronize()?;
            Ok(entries)
        })?;
        let counts = match site.variant {
            SupportVariant::Batch => {
                count_support(site, numbering, &heads, &entries, &tallies)?;
                tallies.download()?
            }
            variant => variant.count(site, numbering, &heads, &entries, &tallies)?,
        };
        Ok(CountedExtensions {
            counts,
            base,
            found: FoundExtensions::ByRow(Box::new(Extensions { heads, entries })),
        })
    }
}

/// Counts the graphs and the embeddings of all extensions of many patterns.
fn count_support(
    site: &SearchSite<'_>,
    numbering: &Numbering,
    heads: &Recycled<'_, Head>,
    entries: &Recycled<'_, u64>,
    tallies: &Buffer<'_, ExtensionCount>,
) -> Result<(), RuntimeError> {
    let tiles = support_tiles(&numbering.tasks);
    let (tasks, tiles_there) = (site.device.upload(&numbering.tasks)?, site.device.upload(&tiles)?);
    // SAFETY: the heads and extensions are those of the numbering's rows, there is a tally for each of its numbers, and
    // the grid has the shared memory that so many flags take.
    let lend = unsafe { site.device.lend() };
    let args = SupportArgs {
        tasks: lend.slice(&tasks),
        tiles: lend.slice(&tiles_there),
        heads: lend.slice(heads.get()),
        extensions: lend.slice(entries.get()),
        tallies: lend.atomics(tallies),
    };
    let at_once = numbering.most_extensions().min(MOST_AT_ONCE);
    let shared = support::shared_bytes(at_once, WARPS);
    launch_blocks::<CountSupport>(&lend, tiles.len() as u64, shared, &args)?;
    site.device.synchronize()
}

impl Extensions<'_> {
    /// Grows the patterns of `growth`, by many lanes: their extensions, and the column of the children. `base` is the
    /// first row of the batch that these are the extensions of.
    pub(super) fn grow_wide<'p>(
        &self,
        base: u32,
        site: &'p SearchSite<'p>,
        kept: &[Kept],
        growth: &GrowthTasks,
    ) -> Result<(Extensions<'p>, Recycled<'p, u64>), RuntimeError> {
        let SearchSite { device, pool, .. } = site;
        let embeddings = growth.heads as usize;
        let lanes = device.lanes();
        let layout = TileLayout::new(growth, lanes);
        if layout.cells > u32::MAX as usize {
            // Cells are numbered in 32 bits: fewer embeddings must be grown at a time.
            return Err(device.budget().too_small((layout.cells * size_of::<u32>()) as u64));
        }
        let (tasks, tiles) = (device.upload(&layout.tasks)?, device.upload(&layout.tiles)?);
        let kept = device.upload(kept)?;
        // SAFETY: the growth's sizes are those of what was counted of these extensions, and the layout's those of its
        // tasks: there is room for all lengths, cells, heads, extensions and rows. What is written was taken from the
        // pool here.
        let lend = unsafe { device.lend() };
        let grow = GrowView {
            tasks: lend.slice(&tasks),
            tiles: lend.slice(&tiles),
            heads: lend.slice(self.heads.get()),
            extensions: lend.slice(self.entries.get()),
            kept: lend.slice(&kept),
            base: base.into(),
        };
        let threads = layout.tiles.len() as u64 * u64::from(lanes);
        let shared = grow::shared_bytes(WARPS, lanes);

        let mut lengths = pool.numbers(embeddings)?;
        let mut cells = pool.numbers(layout.cells)?;
        let args = CountKeptArgs {
            grow,
            lengths: lend.scratch(lengths.get_mut()),
            cells: lend.scratch(cells.get_mut()),
        };
        launch::<CountKept>(&lend, threads, shared, &args)?;
        let mut starts = pool.numbers(embeddings + 1)?;
        let mut places = pool.numbers(layout.cells + 1)?;
        site.queue_sums(&lengths, embeddings, &mut starts)?;
        site.queue_sums(&cells, layout.cells, &mut places)?;

        let mut heads = pool.heads(embeddings + 1)?;
        let mut entries = pool.words(growth.extensions as usize)?;
        let mut rows = pool.words(growth.rows as usize)?;
        let args = WriteKeptArgs {
            grow,
            starts: lend.slice(starts.get().slice().part(0, embeddings as u64 + 1)),
            places: lend.slice(places.get()),
            heads: lend.scratch(heads.get_mut()),
            extensions: lend.scratch(entries.get_mut()),
            column: lend.scratch(rows.get_mut()),
        };
        launch::<WriteKept>(&lend, threads, shared, &args)?;
        // What is given back to the pool may be written by the next launch.
        device.synchronize()?;
        Ok((Extensions { heads, entries }, rows))
    }
}

/// The growth's tasks with the places of their counts, and the tiles.
struct TileLayout {
    tasks: Vec<motherlode_device::kernels::transactions::GrowTask>,
    tiles: Vec<[u32; 2]>,
    cells: usize,
}

impl TileLayout {
    fn new(growth: &GrowthTasks, lanes: u32) -> TileLayout {
        let mut layout = TileLayout { tasks: growth.tasks.clone(), tiles: Vec::new(), cells: 0 };
        for (number, task) in (0..).zip(&mut layout.tasks) {
            let tiles = (task.end - task.start).div_ceil(lanes);
            // Of no meaning where there are too many cells, which the caller sees.
            task.cell = layout.cells as u32;
            layout.cells += task.children as usize * tiles as usize;
            layout.tiles.extend((0..tiles).map(|tile| [number, tile]));
        }
        layout
    }
}

/// For each tile of each task, the task and the tile's first row.
fn support_tiles(tasks: &[PatternTask]) -> Vec<[u32; 2]> {
    let of_task = |(number, task): (u32, &PatternTask)| {
        (task.start..task.end).step_by(TILE_ROWS as usize).map(move |row| [number, row])
    };
    (0..).zip(tasks).flat_map(of_task).collect()
}

impl SearchSite<'_> {
    /// Writes the sums of the first `count` lengths to `starts`, and returns the sum of all.
    fn sums(
        &self,
        lengths: &Recycled<'_, u32>,
        count: usize,
        starts: &mut Recycled<'_, u32>,
    ) -> Result<usize, RuntimeError> {
        let mut primitives = self.primitives.lock();
        let total = primitives.reduce::<Sum<u32>, _>(lengths.get().slice().part(0, count as u64))?;
        drop(primitives);
        if total > u64::from(u32::MAX) {
            // Positions are 32 bits: fewer embeddings must be counted at a time.
            return Err(self.device.budget().too_small(total * size_of::<u64>() as u64));
        }
        self.queue_sums(lengths, count, starts)?;
        Ok(total as usize)
    }

    /// Writes the sums of the first `count` lengths to `starts`.
    fn queue_sums(
        &self,
        lengths: &Recycled<'_, u32>,
        count: usize,
        starts: &mut Recycled<'_, u32>,
    ) -> Result<(), RuntimeError> {
        let mut primitives = self.primitives.lock();
        let lengths = lengths.get().slice().part(0, count as u64);
        primitives.exclusive_scan::<u32>(lengths, starts.get_mut().scratch().part(0, count as u64 + 1))
    }
}

/// Launches `K` with blocks for `threads` threads.
pub(super) fn launch<K: Kernel>(
    lend: &Lend<'_>,
    threads: u64,
    shared_bytes: usize,
    args: &K::Args<'_>,
) -> Result<(), RuntimeError> {
    launch_blocks::<K>(lend, lend.device().blocks_for(threads, WARPS), shared_bytes, args)
}

/// Launches `K` with `blocks` blocks, or fewer if those are very many.
fn launch_blocks<K: Kernel>(
    lend: &Lend<'_>,
    blocks: u64,
    shared_bytes: usize,
    args: &K::Args<'_>,
) -> Result<(), RuntimeError> {
    let grid = lend.device().grid_in_waves::<K>(WAVES, WARPS, shared_bytes, blocks.max(1))?;
    lend.launch::<K>(grid, args)
}
