//! Tasks weighed and sorted, on a device.

use std::sync::Arc;

use motherlode_device::kernels::estimate::{MOST_LISTS, WEIGHTS, WeighArgs};
use motherlode_device::plan::Source;

use crate::MineError;
use crate::deal::Share;
use crate::primitives::{Primitives, Sortable};
use crate::runtime::{Buffer, RuntimeError, View, ViewMut};
use crate::walk::{Family, Launch, TaskQueue, WalkLaunch, Walker};

/// Tasks that a warp takes at a time.
pub(super) const CHUNK: u32 = 16;

/// Weighs all tasks by `lists`, which are there when a task's edge is. Returns their numbers, by rising weight, and how
/// many tasks have each weight.
///
/// # Errors
/// When something does not fit in the budget, the device fails, or the job is to stop.
pub(super) fn weigh(
    walker: &mut Walker,
    queue: &Buffer<'static, u64>,
    lists: &[Source],
    share: &Share<'_>,
) -> Result<(Arc<Buffer<'static, u32>>, Vec<u32>), MineError> {
    let (device, all) = (walker.device().clone(), share.size());
    let (mut weights, mut numbers) =
        (device.unwritten::<u32>(all as usize)?, device.unwritten(all as usize)?);
    let counts = device.zeroed::<u32>(WEIGHTS)?;
    let launch =
        WeighLaunch { weights: weights.scratch(), numbers: numbers.scratch(), counts: &counts, lists };
    let draws = TaskQueue { queue, end: all, chunk: CHUNK };
    share.watch(&device, queue, 0, &[all], || walker.launch(draws, View::empty(), launch))?;
    let (mut weights, mut numbers) = (Sortable::new(weights, &device)?, Sortable::new(numbers, &device)?);
    let bits = WEIGHTS.ilog2();
    Primitives::new(&device).sort_pairs(&mut weights, &mut numbers, all, 0..bits)?;
    device.synchronize()?;
    Ok((Arc::new(numbers.array), counts.download()?))
}

/// Weighs tasks.
struct WeighLaunch<'a> {
    weights: ViewMut<'a, u32>,
    numbers: ViewMut<'a, u32>,
    counts: &'a Buffer<'static, u32>,
    lists: &'a [Source],
}

impl<'a> Launch<'a> for WeighLaunch<'a> {
    fn launch<F: Family>(self, pass: WalkLaunch<'_, 'a, F>) -> Result<(), RuntimeError> {
        let WalkLaunch { lend, grid, walk, .. } = pass;
        let none = Source { kind: Source::NONE, index: 0, view: 0 };
        let list = std::array::from_fn(|i| self.lists.get(i).copied().unwrap_or(none));
        let args = WeighArgs {
            walk,
            weights: lend.scratch(self.weights),
            numbers: lend.scratch(self.numbers),
            counts: lend.atomics(self.counts),
            lists: self.lists.len().min(MOST_LISTS) as u32,
            reserved: 0,
            list,
        };
        lend.launch::<F::Weigh>(grid, &args)
    }
}
