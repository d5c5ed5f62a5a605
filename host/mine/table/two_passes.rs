//! Extending in two passes: rows are counted, and found again to be written.

use std::ops::Range;

use motherlode_device::kernels::table::{COUNT, NONE, PLACE};

use super::extend::Extension;
use super::launch::{Launching, WaveLaunch};
use super::level::Chunk;
use super::pending::Pending;
use crate::MineError;
use crate::columns::GrowableColumn;
use crate::runtime::{Buffer, RuntimeError, ViewMut};

impl Extension<'_> {
    /// Counts the new rows of each task, and then finds them again.
    pub(super) fn in_two_passes(&mut self, chunk: usize, found: &mut Vec<Chunk>) -> Result<(), MineError> {
        let all = self.rows_of(chunk);
        let (mut rows, most) = (self.rows_of_task(all), self.pool.rows());
        let (mut counts, mut counted) = self.count_tasks(chunk, rows)?;
        while rows > 1 && counted.iter().any(|&count| count > most) {
            rows /= 2;
            (counts, counted) = self.count_tasks(chunk, rows)?;
        }
        let mut start = 0;
        while start < counted.len() {
            self.base.context.check()?;
            let (mut end, mut total) = (start, 0);
            let mut places = vec![0; counted.len()];
            // A row that alone has more comes alone.
            while end < counted.len() && (total == 0 || total + counted[end] <= most) {
                places[end] = total;
                total += counted[end];
                end += 1;
            }
            counts.overwrite(&places)?;
            found.extend(self.write_tasks(chunk, rows, start as u64..end as u64, total, &mut counts)?);
            start = end;
        }
        Ok(())
    }

    /// How many rows each task of so many rows makes, with the array that they were counted in.
    fn count_tasks(
        &mut self,
        chunk: usize,
        rows: u32,
    ) -> Result<(Buffer<'static, u64>, Vec<u64>), RuntimeError> {
        let device = self.base.device();
        let end = Pending::new(self.rows_of(chunk), rows).end();
        let mut counts = device.zeroed(end as usize)?;
        self.pool.restart()?;
        let launch = WaveLaunch::new(chunk, 0..end, rows);
        self.launch_placed(launch, [const { ViewMut::empty() }; 3], &mut counts, COUNT)?;
        device.synchronize()?;
        let counted = counts.download_first(end as usize)?;
        Ok((counts, counted))
    }

    /// Writes the `total` rows of some tasks, whose places are known.
    fn write_tasks(
        &mut self,
        chunk: usize,
        rows: u32,
        tasks: Range<u64>,
        total: u64,
        places: &mut Buffer<'static, u64>,
    ) -> Result<Option<Chunk>, RuntimeError> {
        let device = self.base.device();
        if total == 0 {
            return Ok(None);
        }
        if total >= u64::from(NONE) {
            // One row has more than a chunk can number.
            return Err(device.budget().too_small(total.saturating_mul(size_of::<u64>() as u64)));
        }
        let mut columns = self.base.store.columns(self.pool.columns(), total, None)?;
        self.pool.restart()?;
        let launch = WaveLaunch::new(chunk, tasks, rows);
        let mut views = columns.iter_mut().map(GrowableColumn::view_mut);
        let mut next = || views.next().unwrap_or_else(ViewMut::empty);
        self.launch_placed(launch, [next(), next(), next()], places, PLACE)?;
        device.synchronize()?;
        Ok(Some(Chunk::new(chunk, columns, device)?))
    }

    fn launch_placed(
        &mut self,
        launch: WaveLaunch<'_>,
        columns: [ViewMut<'_, u32>; 3],
        counts: &mut Buffer<'static, u64>,
        mode: u32,
    ) -> Result<(), RuntimeError> {
        // SAFETY: the rest of the promise is at `Launching::launch`; the counters were set by `restart`; there is a
        // count for each task, and the columns have room for all rows that were counted.
        let lend = unsafe { self.base.device().lend() };
        let lists = self.lists.as_deref_mut();
        let extension = Launching { base: self.base, levels: self.levels, by: self.by, lists };
        extension.launch(&lend, launch, self.pool.placed(&lend, columns, counts, mode))
    }
}
