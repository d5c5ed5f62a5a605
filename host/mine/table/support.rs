//! The support of patterns, by minimum image.

use motherlode_device::kernels::table::images::{ImageArgs, MarkImages};
use motherlode_device::kernels::table::{MAX_LEVELS, NONE, WARPS, shared_bytes};
use rayon::prelude::*;

use super::base::Base;
use super::level::{TableLevel, chain};
use super::patterns::PatternCodes;
use crate::MineError;
use crate::runtime::RuntimeError;

/// What part of the budget that is left the sets of images may take.
const SHARE: u64 = 2;
/// Bytes of them where the budget is none, at most.
const MOST_BYTES: u64 = 1 << 30;

/// The supports of groups of codes, in their order: the least number of vertices to which the rows send the vertices of
/// an orbit of the pattern (Bringmann and Nijssen 2008, "What is frequent in a single graph?"). All rows have codes.
///
/// # Errors
/// When not even one pattern's images fit in the budget, or the device fails.
pub(super) fn supports(
    base: &Base,
    levels: &[TableLevel],
    groups: &[PatternCodes],
) -> Result<Vec<u64>, MineError> {
    let words = u64::from(base.prepared().csr().n()).div_ceil(32).max(1);
    let budget = base.device().budget().left() / SHARE;
    let most = (budget.min(MOST_BYTES) / (words * size_of::<u32>() as u64)) as usize;
    let mut supports = Vec::with_capacity(groups.len());
    let mut start = 0;
    while start < groups.len() {
        let mut sets = 0;
        let fits = |group: &&PatternCodes| {
            sets += group.orbits;
            sets <= most
        };
        let fitting = groups[start..].iter().take_while(fits).count();
        if fitting == 0 {
            let wanted = groups[start].orbits as u64 * words * size_of::<u32>() as u64;
            return Err(base.device().budget().too_small(wanted.saturating_mul(SHARE)).into());
        }
        supports.extend(of_some(base, levels, &groups[start..start + fitting], words as usize)?);
        start += fitting;
    }
    Ok(supports)
}

/// The supports of as many groups as there is memory for.
fn of_some(
    base: &Base,
    levels: &[TableLevel],
    groups: &[PatternCodes],
    words: usize,
) -> Result<Vec<u64>, MineError> {
    let Some(last) = levels.last() else { return Ok(Vec::new()) };
    let codes = last.patterns.as_ref().map_or(0, |patterns| patterns.raw.len());
    let (mut sets_of, mut sets) = (vec![NONE; codes * MAX_LEVELS], 0);
    for group in groups {
        for (code, orbit_of) in &group.codes {
            for (place, &orbit) in orbit_of.iter().enumerate() {
                sets_of[code * MAX_LEVELS + place] = (sets + orbit) as u32;
            }
        }
        sets += group.orbits;
    }
    let device = base.device();
    let (sets_of, marks) = (device.copied(&sets_of)?, device.zeroed::<u32>(sets * words)?);
    let warps = device.warps_of_block(WARPS);
    for (number, chunk) in last.chunks.iter().enumerate() {
        base.context.check()?;
        // SAFETY: the chain is one of the table, whose vertices are those of the graph, a bit for each in a set; there
        // are sets for all codes, and the last chunk's rows have some.
        let lend = unsafe { device.lend() };
        let args = ImageArgs {
            chain: chain(levels, number, &lend),
            codes: lend.slice(&chunk.codes),
            sets: lend.slice(&sets_of),
            marks: lend.atomics(&marks),
            words: words as u64,
            rows: chunk.rows(),
        };
        let blocks = device.blocks_for(chunk.rows().into(), warps).max(1);
        lend.launch_up_to::<MarkImages>(blocks, WARPS, shared_bytes(warps, device.lanes()), &args)?;
    }
    device.synchronize()?;
    Ok(least_images(groups, &marks.download()?, words)?)
}

/// For each group, how many marks its smallest set has.
fn least_images(groups: &[PatternCodes], marks: &[u32], words: usize) -> Result<Vec<u64>, RuntimeError> {
    let sizes: Vec<u64> = marks
        .par_chunks(words)
        .map(|set| set.iter().map(|word| u64::from(word.count_ones())).sum())
        .collect();
    let mut rest = &sizes[..];
    let least = |group: &PatternCodes| {
        let (own, others) = rest.split_at(group.orbits);
        rest = others;
        own.iter().copied().min().unwrap_or(0)
    };
    Ok(groups.iter().map(least).collect())
}
