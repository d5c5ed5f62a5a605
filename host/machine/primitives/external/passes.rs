//! Merging until few enough runs are left.

use crate::runtime::{HugeArray, RuntimeError};

use super::merger::Merger;
use super::runs::sort_runs;
use super::sorted_runs::{RunKeys, SortedRuns};
use super::sorting::Sorting;

/// How often `runs` runs are merged until one is left, so many at once.
fn passes(mut runs: usize, ways: usize) -> u32 {
    let mut passes = 0;
    while runs > 1 {
        runs = runs.div_ceil(ways);
        passes += 1;
    }
    passes
}

/// Sorts `keys`: runs go to and fro between them and another array, pass by pass, and end where they were.
pub(super) fn sort(sort: &Sorting, keys: &mut [u64]) -> Result<(), RuntimeError> {
    if keys.len() < 2 {
        return Ok(());
    }
    let device = sort.lanes.first();
    let mut length = sort.share.equal_runs(device, keys.len())?;
    let runs = keys.len().div_ceil(length);
    if runs == 1 {
        return sort_runs(sort, keys, None, length);
    }
    let ways = sort.share.ways(device, keys.len() as u64, runs, sort.ways, false)?;
    let mut other = HugeArray::zeroed(keys.len())?;
    let (mut from, mut to) = match passes(runs, ways) % 2 {
        0 => {
            sort_runs(sort, keys, None, length)?;
            (keys, &mut other[..])
        }
        _ => {
            sort_runs(sort, &mut other, Some(keys), length)?;
            (&mut other[..], keys)
        }
    };
    while length < from.len() {
        sort.traffic.pass();
        let group = length.saturating_mul(ways);
        for (runs, merged) in from.chunks(group).zip(to.chunks_mut(group)) {
            match runs.len() <= length {
                true => merged.copy_from_slice(runs),
                false => Merger::new(sort, runs.chunks(length).collect(), false)?.merge_to(merged)?,
            }
        }
        (from, to) = (to, from);
        length = group;
    }
    Ok(())
}

/// Merges runs until there are no more than can be merged at once for the last time.
pub(super) fn merge_down(
    sort: &Sorting,
    mut runs: Vec<SortedRuns>,
    counted: bool,
) -> Result<Vec<SortedRuns>, RuntimeError> {
    loop {
        let slices: Vec<&[u64]> = runs.iter().flat_map(SortedRuns::iter).collect();
        if slices.is_empty() || slices.len() == 1 && !counted {
            return Ok(runs);
        }
        sort.traffic.pass();
        let keys = slices.iter().map(|run| run.len() as u64).sum();
        let ways = sort.share.ways(sort.lanes.first(), keys, slices.len(), sort.ways, counted)?;
        if slices.len() <= ways {
            return Ok(runs);
        }
        let mut merged = vec![];
        for group in slices.chunks(ways) {
            let length = group.iter().map(|run| run.len()).sum();
            let mut keys = HugeArray::zeroed(length)?;
            match group {
                [run] => keys.copy_from_slice(run),
                _ => Merger::new(sort, group.to_vec(), false)?.merge_to(&mut keys)?,
            }
            merged.push(SortedRuns { keys: RunKeys::Made(keys), length });
        }
        runs = merged;
    }
}
