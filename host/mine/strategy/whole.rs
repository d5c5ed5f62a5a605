//! The whole graph, made of the oriented one on the device: what is smaller than a vertex of its neighbours, then what is
//! greater.

use motherlode_device::kernels::prepare::lists::{SplitLists, SplitListsArgs};
use motherlode_device::kernels::prepare::whole::{JoinLists, JoinListsArgs, OwnElements, OwnElementsArgs};
use motherlode_device::kernels::triangles::Oriented;

use super::launches::{WARPS, bits, launch_chunks, launch_items};
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

    // SAFETY: the lists are those of one oriented graph of `n` vertices and `edges` edges, and what the kernels write is made
    // for so many.
    let lend = unsafe { device.lend() };
    let lower = lists.oriented(&lend);
    primitives.copy(lists.neighbors.slice(), ends.array.scratch())?;
    let args = OwnElementsArgs { graph: lower, owners: lend.scratch(owners.array.scratch()) };
    lend.launch_up_to::<OwnElements>((n as u64).div_ceil(WARPS.into()), WARPS, 0, &args)?;
    primitives.sort_pairs(&mut ends, &mut owners, edges as u64, 0..bits((n - 1) as u32))?;

    primitives.exclusive_scan(lists.degrees.slice(), offsets.scratch())?;
    let args = SplitListsArgs {
        offsets: lend.slice(offsets.slice()),
        lower: lower.offsets,
        splits: lend.scratch(splits.scratch()),
        upper: lend.scratch(upper.scratch()),
    };
    launch_items::<SplitLists>(&lend, n as u64 + 1, &args)?;
    let args = JoinListsArgs {
        lower,
        upper: Oriented { offsets: lend.slice(upper.slice()), neighbors: lend.slice(owners.array.slice()) },
        offsets: lend.slice(offsets.slice()),
        neighbors: lend.scratch(neighbors.scratch()),
    };
    launch_chunks::<JoinLists>(&lend, 2 * edges as u64, &args)?;
    device.synchronize()?;
    Ok(Whole { offsets, neighbors, splits })
}
