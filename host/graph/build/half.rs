//! Each edge in the list of its smaller end.

use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::{
    atomics::{shared_u32, shared_u64},
    lists::{parts, sort},
    transpose::{Cursors, Rows, place, row_ranges, transpose_pieces},
    unpack,
};
use crate::graph::Csr;

/// For each vertex its neighbours that are greater: ascending, without duplicates.
pub(super) struct HalfLists {
    /// `n + 1` starts of the room that a vertex has in `greater`.
    starts: Vec<u64>,
    /// How much of the room the list fills.
    lengths: Vec<u32>,
    greater: Vec<u32>,
}

impl HalfLists {
    /// A counting sort of the pairs by their smaller end, and of each list; also the number of pairs that repeat another.
    pub(super) fn new(pairs: Vec<Vec<u64>>, n: u32) -> (HalfLists, u64) {
        let mut starts = count(&pairs, n);
        let mut greater = scatter(pairs, &mut starts);
        let (lengths, duplicates) = sort_lists(&starts, &mut greater);
        (HalfLists { starts, lengths, greater }, duplicates)
    }

    fn list(&self, v: u32) -> &[u32] {
        let start = self.starts[v as usize] as usize;
        &self.greater[start..start + self.lengths[v as usize] as usize]
    }

    /// Both directions of every edge. The list of `v` is first what the lists of smaller vertices hand to it, in their
    /// order, then its own list.
    pub(super) fn into_csr(self) -> Csr {
        let n = self.lengths.len() as u32;
        let rows = Rows { n, row: |v: u32| self.list(v).iter().copied() };
        let edges = self.lengths.par_iter().map(|&length| u64::from(length)).sum();
        let ranges = row_ranges(n, transpose_pieces(n, edges), |v| u64::from(self.lengths[v as usize]) + 1);
        let (smaller, cursors) = Cursors::count(&rows, &ranges);
        let mut offsets = Vec::with_capacity(n as usize + 1);
        let mut end = 0;
        offsets.push(end);
        offsets.extend(smaller.iter().zip(&self.lengths).map(|(&smaller, &greater)| {
            end += u64::from(smaller) + u64::from(greater);
            end
        }));
        let mut neighbors = vec![0; end as usize];
        let slots = shared_u32(&mut neighbors);
        place(&rows, &ranges, cursors.start_at(&offsets), slots);
        ranges.into_par_iter().flatten_iter().for_each(|v| {
            let own = offsets[v as usize] as usize + smaller[v as usize] as usize;
            for (slot, &w) in slots[own..].iter().zip(self.list(v)) {
                slot.store(w, Relaxed);
            }
        });
        Csr::trusted(offsets, neighbors)
    }
}

/// The smaller and the greater end of an edge; nothing for a self-loop.
#[inline]
fn ends(pair: u64) -> Option<(u32, u32)> {
    let (a, b) = unpack(pair);
    (a != b).then(|| (a.min(b), a.max(b)))
}

const PAIRS_PER_TASK: usize = 1 << 16;

/// At `v + 1`, where the room of `v` starts: as [`scatter`] fills the room, this comes to be where it ends, which is where
/// that of `v + 1` starts.
fn count(pairs: &[Vec<u64>], n: u32) -> Vec<u64> {
    let mut starts = vec![0; n as usize + 1];
    let counts = &shared_u64(&mut starts)[1..];
    pairs.par_iter().flat_map(|list| list.par_chunks(PAIRS_PER_TASK)).for_each(|chunk| {
        for (smaller, _) in chunk.iter().copied().filter_map(ends) {
            counts[smaller as usize].fetch_add(1, Relaxed);
        }
    });
    let mut next = 0;
    for start in &mut starts[1..] {
        let count = std::mem::replace(start, next);
        next += count;
    }
    starts.push(next);
    starts
}

fn scatter(pairs: Vec<Vec<u64>>, starts: &mut Vec<u64>) -> Vec<u32> {
    let total = starts.pop().expect("count leaves the total at the end");
    let mut greater = vec![0; total as usize];
    let slots = shared_u32(&mut greater);
    let cursors = &shared_u64(starts)[1..];
    for list in pairs {
        list.par_chunks(PAIRS_PER_TASK).for_each(|chunk| {
            for (smaller, other) in chunk.iter().copied().filter_map(ends) {
                let slot = cursors[smaller as usize].fetch_add(1, Relaxed);
                slots[slot as usize].store(other, Relaxed);
            }
        });
    }
    greater
}

/// Sorts each list where it lies and drops duplicates; gives the lengths that are left, and the number dropped.
fn sort_lists(starts: &[u64], greater: &mut [u32]) -> (Vec<u32>, u64) {
    let pairs = greater.len() as u64;
    let lengths: Vec<Vec<u32>> = parts(starts, greater)
        .into_par_iter()
        .map(|lists| {
            let mut lengths = Vec::new();
            lists.for_each(|_, list| {
                sort(list);
                lengths.push(dedup(list) as u32);
            });
            lengths
        })
        .collect();
    let lengths = lengths.concat();
    let kept: u64 = lengths.par_iter().map(|&length| u64::from(length)).sum();
    (lengths, pairs - kept)
}

/// Moves the distinct elements of an ascending list to its front; gives how many they are.
fn dedup(list: &mut [u32]) -> usize {
    let Some(&first) = list.first() else { return 0 };
    let (mut kept, mut last) = (1, first);
    for i in 1..list.len() {
        let element = list[i];
        if element != last {
            list[kept] = element;
            last = element;
            kept += 1;
        }
    }
    kept
}
