//! A batch of patterns on the device: counting its extensions, and growing the batch of their children.

use std::sync::Arc;

use bytemuck::Zeroable;
use motherlode_device::DeviceCopy;
use motherlode_device::kernels::transactions::grow::{Grow, GrowArgs, GrowTask, Kept};
use motherlode_device::kernels::transactions::support::{CountSupport, Progress, SupportArgs};
use motherlode_device::kernels::transactions::{BatchView, DatabaseView, Head, Tally, Task};
use motherlode_device::memory::Slice;

use super::pattern::{Numbering, Pattern};
use crate::runtime::{Atomic, Buffer, Device, Grid, RuntimeError};

/// The database on the device.
pub(super) struct OnDevice<'p> {
    pub(super) offsets: Buffer<'p, u32>,
    pub(super) arcs: Buffer<'p, u64>,
    /// Whether it is larger than a core's cache.
    pub(super) large: bool,
}

impl OnDevice<'_> {
    fn view(&self) -> DatabaseView<'_> {
        DatabaseView { offsets: self.offsets.slice(), arcs: self.arcs.slice() }
    }
}

/// A column, and those that its rows lead back to.
pub(super) struct Column {
    pub(super) rows: Buffer<'static, u64>,
    pub(super) before: Option<Arc<Column>>,
}

/// Heads and extensions of embeddings.
pub(super) struct Extensions<'d> {
    pub(super) heads: Buffer<'d, Head>,
    pub(super) entries: Buffer<'d, u64>,
}

/// Patterns of the same number of edges, their column, and the extensions of their parents.
pub(super) struct Batch<'d> {
    pub(super) patterns: Vec<Pattern>,
    pub(super) column: Arc<Column>,
    pub(super) parents: Extensions<'d>,
}

/// How often an extension occurs, as the host reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, DeviceCopy, PartialEq, Eq, Zeroable)]
pub(super) struct Count {
    seen: u32,
    /// In how many graphs.
    pub(super) support: u32,
    /// In how many embeddings.
    pub(super) embeddings: u64,
}

impl Atomic for Count {
    type Cell = Tally;
}

/// All extensions of the embeddings of some patterns of a batch, and how often each occurs.
pub(super) struct Counted {
    pub(super) counts: Vec<Count>,
    extensions: Extensions<'static>,
}

/// Which patterns are grown, and the sizes of the result.
pub(super) struct Growth {
    pub(super) tasks: Vec<GrowTask>,
    /// For each child, and for none, its first row.
    pub(super) cursors: Vec<u32>,
    pub(super) heads: u32,
    pub(super) extensions: u32,
    pub(super) rows: u32,
}

const ONE_LANE: Grid = Grid { blocks: 1, warps: 1, shared_bytes: 0 };

impl Batch<'_> {
    /// Counts the graphs and the embeddings of all extensions of the patterns that `numbering` numbers, which are
    /// consecutive.
    pub(super) fn count(
        &self,
        device: &Device,
        database: &OnDevice<'_>,
        numbering: &Numbering,
    ) -> Result<Counted, RuntimeError> {
        let rows = (numbering.tasks[numbering.tasks.len() - 1].end - numbering.tasks[0].start) as usize;
        let tallies = device.zeroed::<Count>(numbering.steps.len())?;
        let mut heads = device.unwritten::<Head>(rows + 1)?;
        let mut entries = device.unwritten::<u64>(4 * rows + 64)?;
        let mut progress = device.copied(&[Progress::default()])?;
        self.with_view(device, database, &numbering.tasks, &numbering.maps, |batch| {
            loop {
                let args = SupportArgs {
                    batch,
                    tallies: tallies.atomics(),
                    heads: heads.scratch(),
                    extensions: entries.scratch(),
                    progress: progress.scratch(),
                    prefetch: database.large.into(),
                };
                device.launch::<CountSupport>(ONE_LANE, &args)?;
                let progress = progress.download()?[0];
                if progress.task as usize == numbering.tasks.len() {
                    return Ok(());
                }
                entries = device.enlarged(&entries, progress.extensions as usize, 2 * entries.len() + 4096)?;
            }
        })?;
        Ok(Counted { counts: tallies.download()?, extensions: Extensions { heads, entries } })
    }

    /// Grows the patterns of `growth`: their extensions, and the column of the children.
    pub(super) fn grow(
        &self,
        device: &Device,
        counted: &Counted,
        base: u32,
        kept: &[Kept],
        growth: &Growth,
    ) -> Result<(Extensions<'static>, Arc<Column>), RuntimeError> {
        let mut heads = device.unwritten::<Head>(growth.heads as usize + 1)?;
        let mut entries = device.unwritten::<u64>(growth.extensions as usize + 1)?;
        let mut rows = device.unwritten::<u64>(growth.rows as usize)?;
        let mut cursors = device.copied(&growth.cursors)?;
        let kept = device.upload(kept)?;
        let tasks = device.upload(&growth.tasks)?;
        let args = GrowArgs {
            tasks: tasks.slice(),
            all_heads: counted.extensions.heads.slice(),
            all_extensions: counted.extensions.entries.slice(),
            kept: kept.slice(),
            base: base.into(),
            cursors: cursors.scratch(),
            heads: heads.scratch(),
            extensions: entries.scratch(),
            column: rows.scratch(),
        };
        device.launch::<Grow>(ONE_LANE, &args)?;
        Ok((Extensions { heads, entries }, Arc::new(Column { rows, before: Some(self.column.clone()) })))
    }

    /// Calls `launch` with the kernels' view of the batch.
    fn with_view<R>(
        &self,
        device: &Device,
        database: &OnDevice<'_>,
        tasks: &[Task],
        maps: &[u32],
        launch: impl FnOnce(BatchView<'_>) -> Result<R, RuntimeError>,
    ) -> Result<R, RuntimeError> {
        let mut columns: Vec<Slice<'_, u64>> = Vec::with_capacity(self.patterns[0].code.len() + 1);
        let mut at = Some(&self.column);
        while let Some(column) = at {
            columns.push(column.rows.slice());
            at = column.before.as_ref();
        }
        columns.reverse();
        let columns = device.upload(&columns)?;
        let tasks = device.upload(tasks)?;
        let maps = device.upload(maps)?;
        launch(BatchView {
            database: database.view(),
            tasks: tasks.slice(),
            maps: maps.slice(),
            columns: columns.slice(),
            heads: self.parents.heads.slice(),
            extensions: self.parents.entries.slice(),
        })
    }
}
