//! The whole graph, made of the oriented one on the device: what is smaller than a vertex of its neighbours, then what
//! is greater.

use motherlode_device::kernels::prepare::lists::{SplitLists, SplitListsArgs};
use motherlode_device::kernels::prepare::whole::{JoinLists, JoinListsArgs, OwnElements, OwnElementsArgs};
use motherlode_device::kernels::triangles::Oriented;

use crate::place::launches::{WARPS, bits, launch_chunks, launch_items};
use crate::place::{OrientedGraph, WholeGraph};
use crate::primitives::{Primitives, Sortable};
use crate::runtime::{Device, RuntimeError};

/// Makes the whole graph of the oriented one.
///
/// # Errors
/// When the arrays do not fit the budget, or the device fails.
pub(in crate::place) fn whole(device: &Device, graph: &OrientedGraph) -> Result<WholeGraph, RuntimeError> {
    let (n, edges) = (graph.degrees.len(), graph.neighbors.len());
    let mut neighbors = device.unwritten(2 * edges)?;
    let mut ends = Sortable::new(device.unwritten(edges)?, device)?;
    let mut owners = Sortable::new(device.unwritten(edges)?, device)?;
    let (mut offsets, mut splits) = (device.unwritten(n + 1)?, device.unwritten(n)?);
    let mut upper = device.unwritten(n + 1)?;
    let mut primitives = Primitives::new(device);

    // SAFETY: the lists are those of one oriented graph of `n` vertices and `edges` edges, and what the kernels write
    // is made for so many.
    let lend = unsafe { device.lend() };
    let lower = graph.lists(&lend);
    primitives.copy(graph.neighbors.slice(), ends.array.scratch())?;
    let args = OwnElementsArgs { graph: lower, owners: lend.scratch(&mut owners.array) };
    lend.launch_up_to::<OwnElements>((n as u64).div_ceil(WARPS.into()), WARPS, 0, &args)?;
    primitives.sort_pairs(&mut ends, &mut owners, edges as u64, 0..bits((n - 1) as u32))?;

    primitives.exclusive_scan(graph.degrees.slice(), offsets.scratch())?;
    let args = SplitListsArgs {
        offsets: lend.slice(&offsets),
        lower: lower.offsets,
        splits: lend.scratch(&mut splits),
        upper: lend.scratch(&mut upper),
    };
    launch_items::<SplitLists>(&lend, n as u64 + 1, &args)?;
    let args = JoinListsArgs {
        lower,
        upper: Oriented { offsets: lend.slice(&upper), neighbors: lend.slice(&owners.array) },
        offsets: lend.slice(&offsets),
        neighbors: lend.scratch(&mut neighbors),
    };
    launch_chunks::<JoinLists>(&lend, 2 * edges as u64, &args)?;
    device.synchronize()?;
    Ok(WholeGraph { offsets, neighbors, splits })
}
