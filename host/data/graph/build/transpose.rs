//! Rows of targets turned into, for each target, the rows that name it: ascending, with no sort.
//!
//! Rows are walked in order, so what each target receives is in order. To do so in parallel, the rows are cut in
//! ranges; each range is given its own stretch of every target's list, by counting first.

use std::{
    ops::Range,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use rayon::prelude::*;

/// `n` rows whose targets are below `n`.
pub(crate) struct TargetRows<F> {
    pub(crate) n: u32,
    pub(crate) row: F,
}

/// In how many ranges to cut `n` rows of `targets` targets altogether: one for each thread of the pool, but no more
/// than keep the [`Cursors`] smaller than the rows.
pub(crate) fn transpose_pieces(n: u32, targets: u64) -> u64 {
    (rayon::current_num_threads() as u64).min(targets / (2 * u64::from(n)).max(1)).max(1)
}

/// Cuts `0..n` in about `pieces` ranges of about equal weight.
pub(crate) fn row_ranges(n: u32, pieces: u64, weight: impl Fn(u32) -> u64 + Sync) -> Vec<Range<u32>> {
    let total: u64 = (0..n).into_par_iter().with_min_len(4096).map(&weight).sum();
    let target = total.div_ceil(pieces).max(1);
    let (mut ranges, mut start, mut sum) = (Vec::new(), 0, 0);
    for v in 0..n {
        sum += weight(v);
        if sum >= target {
            ranges.push(start..v + 1);
            (start, sum) = (v + 1, 0);
        }
    }
    if start < n {
        ranges.push(start..n);
    }
    ranges
}

/// For each range of rows and each target, where the next row that names the target is to be written.
pub(crate) struct Cursors(Vec<Vec<u64>>);

impl Cursors {
    /// How many rows name each target; and cursors as if every list started at 0, for [`start_at`](Cursors::start_at).
    ///
    /// The cursors take 8 bytes per target and range.
    pub(crate) fn count<F, I>(rows: &TargetRows<F>, ranges: &[Range<u32>]) -> (Vec<u32>, Cursors)
    where
        F: Fn(u32) -> I + Sync,
        I: Iterator<Item = u32>,
    {
        let mut cursors: Vec<Vec<u64>> = ranges
            .par_iter()
            .map(|range| {
                let mut counts = vec![0; rows.n as usize];
                for target in range.clone().flat_map(&rows.row) {
                    counts[target as usize] += 1;
                }
                counts
            })
            .collect();
        let mut before = vec![0; rows.n as usize];
        for counts in &mut cursors {
            before.par_iter_mut().zip(counts).with_min_len(4096).for_each(|(before, count)| {
                let here = std::mem::replace(count, u64::from(*before));
                *before += here as u32;
            });
        }
        (before, Cursors(cursors))
    }

    /// Moves the list of target `t` to `starts[t]`.
    pub(crate) fn start_at(mut self, starts: &[u64]) -> Cursors {
        for cursors in &mut self.0 {
            cursors
                .par_iter_mut()
                .zip(starts)
                .with_min_len(4096)
                .for_each(|(cursor, start)| *cursor += start);
        }
        self
    }
}

/// Writes each row to the lists of its targets.
pub(crate) fn place<F, I>(rows: &TargetRows<F>, ranges: &[Range<u32>], cursors: Cursors, slots: &[AtomicU32])
where
    F: Fn(u32) -> I + Sync,
    I: Iterator<Item = u32>,
{
    ranges.par_iter().zip(cursors.0).for_each(|(range, mut cursors)| {
        for row in range.clone() {
            for target in (rows.row)(row) {
                let cursor = &mut cursors[target as usize];
                slots[*cursor as usize].store(row, Relaxed);
                *cursor += 1;
            }
        }
    });
}
