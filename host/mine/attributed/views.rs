//! The lists that a plan's kernels read.

use std::sync::Arc;

use motherlode_device::kernels::views::emit::{EmitView, EmitViewArgs};
use motherlode_device::kernels::views::lists::{LongestList, LongestListArgs};

use super::candidates::Candidates;
use crate::place::launches::{launch_chunks, launch_items};
use crate::place::{ArrayShape, Beyond, keep};
use crate::plan::AttributedPlan;
use crate::runtime::{Buffer, Device, RuntimeError};

/// Views on a device, one after another.
#[derive(Debug)]
pub(crate) struct ViewBuffers {
    /// For each view `n + 1` starts of lists in `neighbors`.
    pub offsets: Buffer<'static, u64>,
    /// The lists.
    pub neighbors: Buffer<'static, u32>,
}

impl ViewBuffers {
    /// The views that a plan names. None if it is that of all neighbours alone: that is the graph as it is.
    ///
    /// # Errors
    /// When the arrays do not fit the budget, or the device fails.
    pub(super) fn new(
        plan: &AttributedPlan,
        candidates: &Candidates<'_>,
    ) -> Result<Option<Self>, RuntimeError> {
        if plan.views == [candidates.query.views[0]] {
            return Ok(None);
        }
        let device = &candidates.site.device;
        let (mut end, mut places, mut ends) = (0u64, Vec::new(), Vec::new());
        for view in &plan.views {
            for &count in candidates.view(*view).1 {
                places.push(end);
                end += u64::from(count);
            }
            ends.push(end);
        }
        let row = u64::from(candidates.vertices) + 1;
        let mut offsets = device.unwritten::<u64>(row as usize * plan.views.len())?;
        let mut neighbors = device.unwritten::<u32>(end as usize)?;
        let (chunks, places) = (places.len() / plan.views.len(), device.upload(&places)?);
        for ((number, view), end) in (0..).zip(&plan.views).zip(ends) {
            // SAFETY: the arrays of the graph belong together; the places are sums of the counts of its chunks, of
            // which there is one for each; there is a start for each vertex, and room for as many neighbours as were
            // counted.
            let lend = unsafe { device.lend() };
            let graph = candidates.lend(&lend);
            let args = EmitViewArgs {
                places: lend.slice(places.slice().part(number * chunks as u64, chunks as u64)),
                offsets: lend.scratch(offsets.scratch().part(number * row, row)),
                neighbors: lend.scratch(&mut neighbors),
                end,
                view: candidates.view(*view).0,
                graph,
            };
            // The lists of a graph without edges have starts, too.
            launch_chunks::<EmitView>(&lend, graph.neighbors.length().max(1), &args)?;
        }
        device.synchronize()?;
        Ok(Some(ViewBuffers { offsets, neighbors }))
    }

    /// The length of the longest list of each of so many views.
    ///
    /// # Errors
    /// When the device fails.
    pub fn longest(&self, views: usize) -> Result<Vec<u64>, RuntimeError> {
        let (device, row) = (self.offsets.device(), (self.offsets.len() / views) as u64);
        let longest = device.zeroed::<u32>(views)?;
        for view in 0..views as u64 {
            // SAFETY: these are the starts of a view's lists, and the place for its longest one.
            let lend = unsafe { device.lend() };
            let args = LongestListArgs {
                offsets: lend.slice(self.offsets.slice().part(view * row, row)),
                longest: lend.atomics(&longest).part(view, 1),
            };
            launch_items::<LongestList>(&lend, row, &args)?;
        }
        device.synchronize()?;
        Ok(longest.download()?.into_iter().map(u64::from).collect())
    }

    /// A copy on another device, and `beyond` it, if it does not fit there. What makes it must be done. `row` is the
    /// number of starts of each view.
    ///
    /// # Errors
    /// When it does not fit in the memory budgets, or a device fails.
    pub fn copied_to(&self, device: &Device, beyond: &Beyond, row: u64) -> Result<Self, RuntimeError> {
        if !self.offsets.device().is_scalar() {
            return Ok(ViewBuffers {
                offsets: device.copy_from(&self.offsets)?,
                neighbors: device.copy_from(&self.neighbors)?,
            });
        }
        let offsets = self.offsets.download()?;
        let shapes = [
            ArrayShape::PerVertex { row, rows: offsets.len() as u64 / row, width: 8 },
            ArrayShape::Lists { starts: &offsets, row, width: 4 },
        ];
        let parts = beyond.lay_out(device, &shapes)?;
        let parts = |array: usize| parts.as_ref().map(|parts| &parts[array]);
        let neighbors = keep(device, Arc::new(self.neighbors.download()?), parts(1))?;
        Ok(ViewBuffers { offsets: keep(device, Arc::new(offsets.clone()), parts(0))?, neighbors })
    }
}
