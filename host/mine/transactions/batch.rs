//! A batch of patterns on the device: counting its extensions, and growing the batch of their children.

use std::sync::Arc;

use bytemuck::Zeroable;
use motherlode_device::DeviceCopy;
use motherlode_device::kernels::transactions::grow::{Grow, GrowArgs};
use motherlode_device::kernels::transactions::support::{CountSupport, SupportArgs};
use motherlode_device::kernels::transactions::{BatchView, DatabaseView, Head, Tally, Task};
use motherlode_device::memory::Slice;

use super::pattern::{Numbering, Pattern};
use crate::runtime::{Atomic, Buffer, Device, Grid, RuntimeError};

/// The database on the device.
pub(super) struct OnDevice<'p> {
    pub(super) offsets: Buffer<'p, u32>,
    pub(super) arcs: Buffer<'p, u64>,
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
    pub(super) heads: Buffer<'d, HeadValue>,
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

/// A [`Head`] that the host may leave unwritten.
pub(super) type HeadValue = Head;

/// Of a batch: the patterns that are grown together, what is kept of their extensions, and the sizes of the result.
pub(super) struct Growth<'g> {
    pub(super) tasks: &'g [Task],
    /// For each task, its first head and its first extension.
    pub(super) starts: &'g [[u32; 2]],
    /// For each child, its first row.
    pub(super) children: Vec<u32>,
    pub(super) heads: usize,
    pub(super) extensions: usize,
    pub(super) rows: usize,
}

impl Batch<'_> {
    /// Counts the graphs and the embeddings of all extensions.
    pub(super) fn count(
        &self,
        device: &Device,
        database: &OnDevice<'_>,
        numbering: &Numbering,
    ) -> Result<Vec<Count>, RuntimeError> {
        let tallies = device.zeroed::<Count>(numbering.steps.len())?;
        self.with_view(device, database, &numbering.tasks, &numbering.maps, |batch| {
            let args = SupportArgs { batch, tallies: tallies.atomics() };
            device.launch::<CountSupport>(self.grid(numbering.tasks.len()), &args)
        })?;
        tallies.download()
    }

    /// Grows the patterns of `growth`: their extensions, and the column of the children.
    pub(super) fn grow(
        &self,
        device: &Device,
        database: &OnDevice<'_>,
        maps: &[u32],
        kept: &[[u32; 2]],
        growth: Growth<'_>,
    ) -> Result<(Extensions<'static>, Arc<Column>), RuntimeError> {
        let mut heads = device.unwritten::<Head>(growth.heads + 1)?;
        let mut entries = device.unwritten::<u64>(growth.extensions)?;
        let mut rows = device.unwritten::<u64>(growth.rows)?;
        let mut cursors = device.copied(&growth.children)?;
        let kept = device.upload(kept)?;
        let starts = device.upload(growth.starts)?;
        self.with_view(device, database, growth.tasks, maps, |batch| {
            let args = GrowArgs {
                batch,
                kept: kept.slice(),
                starts: starts.slice(),
                cursors: cursors.scratch(),
                heads: heads.scratch(),
                extensions: entries.scratch(),
                column: rows.scratch(),
            };
            device.launch::<Grow>(self.grid(growth.tasks.len()), &args)
        })?;
        Ok((Extensions { heads, entries }, Arc::new(Column { rows, before: Some(self.column.clone()) })))
    }

    fn grid(&self, tasks: usize) -> Grid {
        let _ = tasks;
        Grid { blocks: 1, warps: 1, shared_bytes: 0 }
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
