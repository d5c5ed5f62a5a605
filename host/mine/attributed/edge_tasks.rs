//! The tasks on the lists that a plan's kernels read.

use motherlode_device::kernels::views::lists::{SplitTasks, SplitTasksArgs};
use motherlode_device::plan::Level;

use crate::place::Beyond;
use crate::place::launches::launch_items;
use crate::primitives::Primitives;
use crate::runtime::{Buffer, Device, RuntimeError, View};

/// The tasks of a plan that walks edges, whose ends are given by its second level.
#[derive(Debug)]
pub(crate) struct EdgeTasks {
    /// `n + 1` sums over the vertices of their tasks.
    pub starts: Buffer<'static, u64>,
    /// Where each vertex's first task lies in the lists.
    pub first: Buffer<'static, u64>,
    /// How many there are.
    pub count: u64,
}

impl EdgeTasks {
    /// The tasks on the lists whose `n + 1` starts in `neighbors` are `offsets`, which are those of the view that
    /// `second` names.
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

    /// A copy on another device, and `beyond` it, if it does not fit there. What makes it must be done.
    ///
    /// # Errors
    /// When it does not fit in the memory budgets, or a device fails.
    pub fn copied_to(&self, device: &Device, beyond: &Beyond) -> Result<Self, RuntimeError> {
        Ok(EdgeTasks {
            starts: beyond.copy_per_vertex(device, &self.starts)?,
            first: beyond.copy_per_vertex(device, &self.first)?,
            count: self.count,
        })
    }
}
