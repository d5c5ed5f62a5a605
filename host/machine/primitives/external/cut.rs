//! Where the windows of merged runs start in each run.
//!
//! Every `stride`th key of a run is a sample. The device selects among the samples of all runs: the first `spacing` of
//! them, in the order of keys, runs and places, the first `2 * spacing`, and so on. A window ends behind the last
//! sample that was selected for it. In each run this lies before the first sample that was not selected, so that fewer
//! than `stride` keys are left to be searched, by the host; and no window has more than `(spacing + runs) * stride`
//! keys.

use motherlode_device::primitives::merge::split::boundaries;
use rayon::prelude::*;

use crate::runtime::{Device, RuntimeError, View};

use super::plan::MergePlan;
use super::window::{KnownBoundaries, RunsThere, find_boundaries, starts_of};

/// The starts of all windows, and the end of the last: for each run, how many of its keys come before.
pub(super) fn cuts(
    device: &Device,
    runs: &[&[u64]],
    plan: MergePlan,
) -> Result<Vec<Vec<usize>>, RuntimeError> {
    let stride = plan.stride as usize;
    let selected = select(device, runs, plan)?;
    let rows: Vec<&[u32]> = selected.chunks(runs.len()).collect();
    // The first row is the start; the last has all samples, but there are keys behind them.
    let between = rows.get(1..rows.len().saturating_sub(1)).unwrap_or_default();
    let mut cuts = vec![vec![0; runs.len()]];
    cuts.par_extend(between.par_iter().map(|row| refine(runs, row, stride)));
    cuts.push(runs.iter().map(|run| run.len()).collect());
    Ok(cuts)
}

/// The number of samples of each run that come before each window, and in all: a row for each, or none if there are no
/// samples.
fn select(device: &Device, runs: &[&[u64]], plan: MergePlan) -> Result<Vec<u32>, RuntimeError> {
    let stride = plan.stride as usize;
    let samples: Vec<Vec<u64>> = runs
        .par_iter()
        .map(|run| run.chunks_exact(stride).map(|chunk| chunk[stride - 1]).collect())
        .collect();
    let pieces: Vec<&[u64]> = samples.iter().map(Vec::as_slice).collect();
    let starts = starts_of(pieces.iter().copied());
    let count = starts[runs.len()];
    if count == 0 {
        return Ok(vec![]);
    }
    let rows = boundaries(count, plan.spacing) as usize;
    let (mut keys, mut starts_there, mut selected) = (
        device.unwritten::<u64>(count as usize)?,
        device.unwritten(starts.len())?,
        device.unwritten::<u32>(rows * runs.len())?,
    );
    keys.overwrite_with(&pieces)?;
    starts_there.overwrite(&starts)?;
    let there = RunsThere { keys: keys.slice(), starts: starts_there.slice() };
    let nothing = KnownBoundaries { splits: View::empty(), fan: 1 };
    // SAFETY: samples of sorted runs are sorted, fewer than 2^32 by the plan, and these are their starts.
    unsafe { find_boundaries(device, there, plan.spacing, nothing, selected.scratch())? };
    let mut rows = vec![0; rows * runs.len()];
    selected.fetch(&mut rows)?;
    Ok(rows)
}

/// How many keys of each run come up to the last of the samples that were selected, `row` of each run.
fn refine(runs: &[&[u64]], row: &[u32], stride: usize) -> Vec<usize> {
    let ends = row.iter().map(|&samples| samples as usize * stride);
    let last_of = |(run, end): (usize, usize)| (end > 0).then(|| (runs[run][end - 1], run));
    let Some((key, of)) = ends.clone().enumerate().filter_map(last_of).max() else {
        return vec![0; runs.len()];
    };
    let up_to = |(run, end): (usize, usize)| {
        let next = &runs[run][end..runs[run].len().min(end + stride)];
        // Of equal keys, those of the runs before are earlier.
        end + match run < of {
            true => next.partition_point(|&other| other <= key),
            false if run == of => 0,
            false => next.partition_point(|&other| other < key),
        }
    };
    ends.enumerate().map(up_to).collect()
}
