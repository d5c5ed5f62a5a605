//! Room for what rows that extend the same row have in common.

use motherlode_device::kernels::table::planned::ExtendSiblings;
use motherlode_device::kernels::table::{ExtensionStep, WARPS, shared_bytes};

use super::Siblings;
use super::base::Base;
use crate::runtime::{Buffer, Device, RuntimeError};

/// What part of the budget the lists may take: the rest is for rows.
const SHARE: u64 = 8;
/// Lists of a warp: it intersects from one into the other.
const PER_WARP: u64 = 2;
/// Room that is not saved on for want of memory, in vertices: fewer warps are run instead.
const LEAST_ROOM: u64 = 1024;

/// Two lists for each warp of a grid.
#[derive(Debug)]
pub(super) struct SiblingLists {
    pub buffer: Buffer<'static, u32>,
    /// Vertices in a list. What is longer is not intersected beforehand.
    pub room: u32,
    /// Blocks for which there are lists.
    pub grid_blocks: u64,
}

/// Whether siblings are extended together: only if two of the vertices that they have in common, at least, must be
/// neighbours of the new one.
///
/// It pays on the CPU, where lists are merged, and not on a card, where what is looked up is in the caches, and the
/// common list is written to memory first (4-cliques: 39% more rows a second there, and 9% fewer here; 5-cliques 21%
/// fewer).
pub(super) fn together(siblings: Siblings, step: &ExtensionStep, levels: usize, device: &Device) -> bool {
    let shared = (1u32 << (levels - 1)) - 1;
    let wanted = match siblings {
        Siblings::WhereItPays => device.is_scalar(),
        Siblings::Together => true,
        Siblings::Alone => false,
    };
    wanted && (step.adjacent & shared).count_ones() >= 2
}

impl SiblingLists {
    /// For as many blocks as run at once, or as there is memory for; with room for the longest list, or as much as
    /// there is memory for.
    ///
    /// # Errors
    /// When the device fails.
    pub fn new(base: &Base) -> Result<SiblingLists, RuntimeError> {
        let device = base.device();
        let warps = u64::from(device.warps_of_block(WARPS));
        let blocks =
            device.resident_blocks::<ExtendSiblings>(WARPS, shared_bytes(warps as u32, device.lanes()))?;
        let longest = u64::from(base.max_degree).max(1);
        let words = device.budget().left() / SHARE / size_of::<u32>() as u64;
        let per_block = |room: u64| warps * PER_WARP * room;
        let room = (words / per_block(1) / u64::from(blocks.max(1))).clamp(LEAST_ROOM.min(longest), longest);
        let grid_blocks = (words / per_block(room)).min(blocks.into());
        // With no memory for that, one block without room: it intersects nothing beforehand.
        let (room, grid_blocks) = if grid_blocks == 0 { (0, u64::from(blocks)) } else { (room, grid_blocks) };
        let buffer = device.unwritten((per_block(room) * grid_blocks) as usize)?;
        Ok(SiblingLists { buffer, room: room as u32, grid_blocks })
    }
}
