//! The lists that a plan's kernels read, and the tasks on them.

use std::sync::Arc;

use motherlode_device::kernels::views::emit::{EmitView, EmitViewArgs};
use motherlode_device::kernels::views::lists::{LongestList, LongestListArgs, SplitTasks, SplitTasksArgs};
use motherlode_device::plan::Level;

use super::candidates::Candidates;
use crate::place::launches::{launch_chunks, launch_items};
use crate::plan::AttributedPlan;
use crate::primitives::Primitives;
use crate::runtime::{Buffer, Device, RuntimeError, View};

/// Views on a device, one after another.
#[derive(Debug)]
pub(in crate::mine) struct Views {
    /// For each view `n + 1` starts of lists in `neighbors`.
    pub offsets: Buffer<'static, u64>,
    /// The lists.
    pub neighbors: Buffer<'static, u32>,
}

impl Views {
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
            // SAFETY: the arrays of the graph belong together; the places are sums of the counts of its chunks, of which there
            // is one for each; there is a start for each vertex, and room for as many neighbours as were counted.
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
            launch_chunks::<EmitView>(&lend, graph.neighbors.length().max(1), &args)?;
        }
        device.synchronize()?;
        Ok(Some(Views { offsets, neighbors }))
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

    /// The same on another device, if that is another.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn moved_to(&self, device: &Device) -> Result<Self, RuntimeError> {
        let offsets = device.keep(Arc::new(self.offsets.download()?))?;
        Ok(Views { offsets, neighbors: device.keep(Arc::new(self.neighbors.download()?))? })
    }
}

/// The tasks of a plan that walks edges, whose ends are given by its second level.
#[derive(Debug)]
pub(in crate::mine) struct EdgeTasks {
    /// `n + 1` sums over the vertices of their tasks.
    pub starts: Buffer<'static, u64>,
    /// Where each vertex's first task lies in the lists.
    pub first: Buffer<'static, u64>,
    /// How many there are.
    pub count: u64,
}

impl EdgeTasks {
    /// The tasks on the lists whose `n + 1` starts in `neighbors` are `offsets`, which are those of the view that `second` names.
    ///
    /// # Errors
    /// When the arrays do not fit the budget, or the device fails.
    pub(super) fn new(
        device: &Device,
        second: &Level,
        offsets: View<'_, u64>,
        neighbors: View<'_, u32>,
    ) -> Result<Self, RuntimeError> {
        let n = offsets.len() as usize - 1;
        let (mut first, mut lengths) = (device.unwritten(n)?, device.unwritten::<u32>(n)?);
        let mut starts = device.zeroed(n + 1)?;
        let bounded = |levels: u32| u32::from(levels != 0);
        if n > 0 {
            // SAFETY: the lists are a view's, and there is room for what is found of each.
            let lend = unsafe { device.lend() };
            let args = SplitTasksArgs {
                offsets: lend.slice(offsets),
                neighbors: lend.slice(neighbors),
                first: lend.scratch(&mut first),
                lengths: lend.scratch(&mut lengths),
                above: bounded(second.bounds.above),
                below: bounded(second.bounds.below),
            };
            launch_items::<SplitTasks>(&lend, n as u64, &args)?;
            Primitives::new(device).exclusive_scan(lengths.slice(), starts.scratch())?;
            device.synchronize()?;
        }
        let mut last = device.unwritten(1)?;
        Primitives::new(device).copy(starts.slice().part(n as u64, 1), last.scratch())?;
        device.synchronize()?;
        let count = last.download()?[0];
        Ok(EdgeTasks { starts, first, count })
    }

    /// The same on another device, if that is another.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn moved_to(self, device: &Device) -> Result<Self, RuntimeError> {
        let starts = device.keep(Arc::new(self.starts.download()?))?;
        Ok(EdgeTasks { starts, first: device.keep(Arc::new(self.first.download()?))?, ..self })
    }
}
