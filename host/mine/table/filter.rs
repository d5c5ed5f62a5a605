//! Dropping rows.

use motherlode_device::kernels::table::WARPS;
use motherlode_device::kernels::table::images::{FlagArgs, FlagRows};

use super::base::Base;
use super::level::Chunk;
use crate::MineError;
use crate::primitives::Primitives;
use crate::runtime::{Buffer, RuntimeError, View, ViewMut};

/// By row of a chunk, 1 if its code is kept, or 0.
pub(super) fn flags_of_codes(
    base: &Base,
    chunk: &Chunk,
    kept: &Buffer<'static, u8>,
) -> Result<Buffer<'static, u8>, RuntimeError> {
    let device = base.device();
    let mut flags = base.store.array::<u8>(chunk.rows().into())?;
    if chunk.rows() > 0 {
        // SAFETY: the chunk's rows have codes, for each of which there is an entry, and each row has a flag.
        let lend = unsafe { device.lend() };
        let args = FlagArgs {
            codes: lend.slice(&chunk.codes),
            kept: lend.slice(kept),
            flags: lend.scratch(&mut flags),
        };
        let blocks = device.blocks_for(chunk.rows().into(), device.warps_of_block(WARPS)).max(1);
        lend.launch_up_to::<FlagRows>(blocks, WARPS, 0, &args)?;
    }
    Ok(flags)
}

/// The rows of a chunk whose flags are not 0, in their order.
///
/// # Errors
/// When they do not fit in the memory, or the device fails.
pub(super) fn keep_flagged(
    base: &Base,
    chunk: &Chunk,
    flags: &Buffer<'static, u8>,
) -> Result<Chunk, MineError> {
    let device = base.device();
    let mut primitives = Primitives::new(device);
    let mut count = device.zeroed::<u64>(1)?;
    primitives.compact_flagged(chunk.vertices.view(), flags.slice(), ViewMut::empty(), count.scratch())?;
    device.synchronize()?;
    let rows = count.download_first(1)?[0];
    let mut compact = |column: View<'_, u32>| -> Result<Buffer<'static, u32>, RuntimeError> {
        if column.is_empty() {
            return device.unwritten(0);
        }
        let mut kept = base.store.array(rows)?;
        primitives.compact_flagged(column, flags.slice(), kept.scratch(), count.scratch())?;
        device.synchronize()?;
        Ok(kept)
    };
    Ok(Chunk {
        parent: chunk.parent,
        vertices: compact(chunk.vertices.view())?.into(),
        parents: compact(chunk.parents.view())?.into(),
        joins: compact(chunk.joins.view())?.into(),
        codes: compact(chunk.codes.slice())?,
    })
}
