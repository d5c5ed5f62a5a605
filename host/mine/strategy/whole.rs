//! The whole graph, made of the oriented one on the device: what is smaller than a vertex of its neighbours, then what is
//! greater.

use motherlode_device::kernels::prepare::lists::{SplitLists, SplitListsArgs};
use motherlode_device::kernels::prepare::whole::{JoinLists, JoinListsArgs, OwnElements, OwnElementsArgs};
use motherlode_device::kernels::triangles::Oriented;

use super::launches::{WARPS, bits, launch, launch_chunks, launch_items};
use super::resident::{Lists, Whole};
use crate::primitives::{Primitives, Sortable};
use crate::runtime::{Device, RuntimeError};

/// Makes the whole graph of the oriented one.
///
/// # Errors
/// When the arrays do not fit the budget, or the device fails.
pub(super) fn whole(device: &Device, lists: &Lists<'_>) -> Result<Whole<'static>, RuntimeError> {
    let (n, edges) = (lists.degrees.len(), lists.neighbors.len());
    let mut neighbors = device.unwritten(2 * edges)?;
    let mut ends = Sortable::new(device.unwritten(edges)?, device)?;
    let mut owners = Sortable::new(device.unwritten(edges)?, device)?;
    let (mut offsets, mut splits) = (device.unwritten(n + 1)?, device.unwritten(n)?);
    let mut upper = device.unwritten(n + 1)?;
    let mut primitives = Primitives::new(device);

    let lower = Oriented { offsets: lists.offsets.slice(), neighbors: lists.neighbors.slice() };
    primitives.copy(lower.neighbors, ends.array.scratch())?;
    let args = OwnElementsArgs { graph: lower, owners: owners.array.scratch() };
    launch::<OwnElements>(device, (n as u64).div_ceil(WARPS.into()), &args)?;
    primitives.sort_pairs(&mut ends, &mut owners, edges as u64, 0..bits((n - 1) as u32))?;

    primitives.exclusive_scan(lists.degrees.slice(), offsets.scratch())?;
    let args = SplitListsArgs {
        offsets: offsets.slice(),
        lower: lower.offsets,
        splits: splits.scratch(),
        upper: upper.scratch(),
    };
    launch_items::<SplitLists>(device, n as u64 + 1, &args)?;
    let args = JoinListsArgs {
        lower,
        upper: Oriented { offsets: upper.slice(), neighbors: owners.array.slice() },
        offsets: offsets.slice(),
        neighbors: neighbors.scratch(),
    };
    launch_chunks::<JoinLists>(device, 2 * edges as u64, &args)?;
    device.synchronize()?;
    Ok(Whole { offsets, neighbors, splits })
}
