//! A batch where one lane runs at a time: on the CPU, each thread has batches of its own.
//!
//! Where the database lies in a core's cache, `by_legs` takes less time.

use motherlode_device::kernels::transactions::Kept;
use motherlode_device::kernels::transactions::alone::extend::{ExtendAlone, ExtendAloneArgs, ExtendProgress};
use motherlode_device::kernels::transactions::alone::grow::{GrowAlone, GrowAloneArgs};

use super::batch::{
    CountedExtensions, ExtensionCount, Extensions, FoundExtensions, GrowthTasks, PatternBatch, SearchSite,
};
use super::embedded_pattern::Numbering;
use crate::columns::Recycled;
use crate::runtime::{Grid, RuntimeError};

const ONE_LANE: Grid = Grid { blocks: 1, warps: 1, shared_bytes: 0 };

impl<'p> PatternBatch<'p> {
    /// Counts the graphs and the embeddings of all extensions of the patterns that `numbering` numbers, by one lane. An
    /// extension that occurs in fewer than `least` graphs may be counted in part, and of a pattern that has only such
    /// extensions, not all are written.
    pub(super) fn count_alone(
        &self,
        site: &'p SearchSite<'p>,
        numbering: &Numbering,
        least: u32,
    ) -> Result<CountedExtensions<'p>, RuntimeError> {
        let SearchSite { device, pool, .. } = site;
        let (base, rows) = numbering.rows();
        let mut heads = pool.heads(rows + 1)?;
        let supports = device.upload(&numbering.supports)?;
        let mut room = 4 * rows + 64;
        loop {
            let tallies = device.zeroed::<ExtensionCount>(numbering.steps.len())?;
            let mut entries = pool.words(room)?;
            let mut maps = device.copied(&numbering.maps)?;
            let mut progress = device.zeroed::<ExtendProgress>(1)?;
            // SAFETY: the numbering is that of the batch's patterns, whose rows lead to vertices of the database; there
            // is a tally for each number, a head for each row and one more, and extensions beyond the room are not
            // written. All that is written was made here, or is the batch's that this thread has taken from the pool.
            let lend = unsafe { device.lend() };
            self.with_view(site, &lend, &numbering.tasks, &numbering.maps, |batch| {
                let args = ExtendAloneArgs {
                    batch,
                    tallies: lend.atomics(&tallies),
                    heads: lend.scratch(heads.get_mut()),
                    extensions: lend.scratch(entries.get_mut()),
                    progress: lend.scratch(&mut progress),
                    maps: lend.scratch(&mut maps),
                    supports: lend.slice(&supports),
                    least,
                    most_around: site.most_around,
                    prefetch: site.large.into(),
                };
                lend.launch::<ExtendAlone>(ONE_LANE, &args)
            })?;
            let ExtendProgress { rows: done, extensions } = progress.download()?[0];
            if done as usize == rows {
                let found = FoundExtensions::ByRow(Box::new(Extensions { heads, entries }));
                return Ok(CountedExtensions { counts: tallies.download()?, base, found });
            }
            // The rest is taken to have as many extensions a row as what was done.
            room = 2 * room + (extensions as usize / (done as usize + 1) + 1) * rows * 5 / 4;
            if room as u64 > 2 * u64::from(u32::MAX) {
                // Positions are 32 bits: fewer embeddings must be counted at a time.
                return Err(device.budget().too_small(room as u64 * size_of::<u64>() as u64));
            }
        }
    }
}

impl Extensions<'_> {
    /// Grows the patterns of `growth`, by one lane: their extensions, and the column of the children. `base` is the
    /// first row of the batch that these are the extensions of.
    pub(super) fn grow_alone<'p>(
        &self,
        base: u32,
        site: &'p SearchSite<'p>,
        kept: &[Kept],
        growth: &GrowthTasks,
    ) -> Result<(Extensions<'p>, Recycled<'p, u64>), RuntimeError> {
        let SearchSite { device, pool, .. } = site;
        let mut heads = pool.heads(growth.heads as usize + 1)?;
        let mut entries = pool.words(growth.extensions as usize + 1)?;
        let mut rows = pool.words(growth.rows as usize)?;
        let mut cursors = device.copied(&growth.cursors)?;
        let kept = device.upload(kept)?;
        let tasks = device.upload(&growth.tasks)?;
        // SAFETY: the growth's sizes are those of what was counted of these extensions: there is room for all heads,
        // extensions and rows that it says. What is written was taken from the pool by this thread.
        let lend = unsafe { device.lend() };
        let args = GrowAloneArgs {
            tasks: lend.slice(&tasks),
            all_heads: lend.slice(self.heads.get()),
            all_extensions: lend.slice(self.entries.get()),
            kept: lend.slice(&kept),
            base: base.into(),
            cursors: lend.scratch(&mut cursors),
            heads: lend.scratch(heads.get_mut()),
            extensions: lend.scratch(entries.get_mut()),
            column: lend.scratch(rows.get_mut()),
        };
        lend.launch::<GrowAlone>(ONE_LANE, &args)?;
        Ok((Extensions { heads, entries }, rows))
    }
}
