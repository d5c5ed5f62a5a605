//! Each edge in the list of its smaller end.

use std::{ops::Range, sync::atomic::Ordering::Relaxed};

use rayon::prelude::*;

use super::{
    atomics::{shared_u32, shared_u64},
    lists::{parts, sort},
    pairs::unpack,
    transpose::{Cursors, TargetRows, place, row_ranges, transpose_pieces},
};
use crate::graph::Csr;

/// For each vertex its neighbours that are greater: ascending, without duplicates.
pub(super) struct HalfLists {
    /// `n + 1` starts of lists in `greater`.
    starts: Vec<u64>,
    greater: Vec<u32>,
}

impl HalfLists {
    /// A counting sort of the pairs by their smaller end, and of each list; also the number of pairs that repeat
    /// another.
    pub(super) fn new(pairs: Vec<Vec<u64>>, n: u32) -> (HalfLists, u64) {
        const FEW: usize = 1 << 20;
        let batches = if pairs.iter().map(Vec::len).sum::<usize>() < FEW { 1 } else { 4 };
        HalfLists::in_batches(pairs, n, batches)
    }

    /// Sorts the pairs by their smaller end, and each list, one range of vertices after another: the pairs of a range
    /// are freed, and its duplicates are dropped, before the lists of the next take memory. Also the number of pairs
    /// that repeat another.
    fn in_batches(mut pairs: Vec<Vec<u64>>, n: u32, batches: u64) -> (HalfLists, u64) {
        let counts = count(&pairs, n);
        let mut half = HalfLists { starts: vec![0], greater: Vec::new() };
        for rows in row_ranges(n, batches, |v| counts[v as usize]) {
            let counts = &counts[rows.start as usize..rows.end as usize];
            half.greater.reserve_exact(counts.iter().sum::<u64>() as usize);
            half.add(&pairs, &rows, counts);
            pairs.par_iter_mut().for_each(|list| {
                list.retain(|&pair| ends(pair).is_some_and(|(smaller, _)| !rows.contains(&smaller)));
                list.shrink_to_fit();
            });
        }
        let pairs: u64 = counts.par_iter().sum();
        let duplicates = pairs - half.greater.len() as u64;
        (half, duplicates)
    }

    /// Adds the lists of the next vertices, `rows`, which have `counts` pairs.
    fn add(&mut self, pairs: &[Vec<u64>], rows: &Range<u32>, counts: &[u64]) {
        let base = self.greater.len();
        let mut rooms = room_starts(counts);
        self.greater.resize(base + rooms.pop().expect("the total") as usize, 0);
        let room = &mut self.greater[base..];
        scatter(pairs, rows, &mut rooms, room);
        let lengths = sort_lists(&rooms, room);
        let mut end = base;
        for (&start, &length) in rooms.iter().zip(&lengths) {
            let list = base + start as usize;
            self.greater.copy_within(list..list + length as usize, end);
            end += length as usize;
            self.starts.push(end as u64);
        }
        self.greater.truncate(end);
    }

    fn list(&self, v: u32) -> &[u32] {
        &self.greater[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }

    /// Both directions of every edge. The list of `v` is first what the lists of smaller vertices hand to it, in their
    /// order, then its own list.
    pub(super) fn into_csr(self) -> Csr {
        let n = self.starts.len() as u32 - 1;
        let length = |v: u32| self.starts[v as usize + 1] - self.starts[v as usize];
        let rows = TargetRows { n, row: |v: u32| self.list(v).iter().copied() };
        let ranges = row_ranges(n, transpose_pieces(n, self.greater.len() as u64), |v| length(v) + 1);
        let (smaller, cursors) = Cursors::count(&rows, &ranges);
        let mut offsets = Vec::with_capacity(n as usize + 1);
        let mut end = 0;
        offsets.push(end);
        offsets.extend((0..n).zip(&smaller).map(|(v, &smaller)| {
            end += u64::from(smaller) + length(v);
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
        // SAFETY: each list is first the smaller neighbours, which hand themselves to it in their order, then the
        // greater ones, in theirs: ascending, and each edge in both lists.
        unsafe { Csr::trusted(offsets, neighbors) }
    }
}

/// The smaller and the greater end of an edge; nothing for a self-loop.
#[inline]
fn ends(pair: u64) -> Option<(u32, u32)> {
    let (a, b) = unpack(pair);
    (a != b).then(|| (a.min(b), a.max(b)))
}

const PAIRS_PER_TASK: usize = 1 << 16;

/// How many pairs have each vertex as their smaller end.
fn count(pairs: &[Vec<u64>], n: u32) -> Vec<u64> {
    let mut counts = vec![0; n as usize];
    let shared = shared_u64(&mut counts);
    pairs.par_iter().flat_map(|list| list.par_chunks(PAIRS_PER_TASK)).for_each(|chunk| {
        for (smaller, _) in chunk.iter().copied().filter_map(ends) {
            shared[smaller as usize].fetch_add(1, Relaxed);
        }
    });
    counts
}

/// 0, and then for each row where its room starts; at the end, the total.
fn room_starts(counts: &[u64]) -> Vec<u64> {
    let mut starts = Vec::with_capacity(counts.len() + 2);
    starts.push(0);
    let mut next = 0;
    for count in counts {
        starts.push(next);
        next += count;
    }
    starts.push(next);
    starts
}

/// Writes the greater ends of the pairs of `rows` to their rooms.
///
/// `starts` has at `i + 1` where the room of row `i` starts. As the room fills, this comes to be where it ends, which
/// is where that of row `i + 1` starts: at the end, `starts` has the start of row `i` at `i`.
fn scatter(pairs: &[Vec<u64>], rows: &Range<u32>, starts: &mut [u64], room: &mut [u32]) {
    let (cursors, slots) = (&shared_u64(starts)[1..], shared_u32(room));
    pairs.par_iter().flat_map(|list| list.par_chunks(PAIRS_PER_TASK)).for_each(|chunk| {
        for (smaller, greater) in chunk.iter().copied().filter_map(ends) {
            if rows.contains(&smaller) {
                let slot = cursors[(smaller - rows.start) as usize].fetch_add(1, Relaxed);
                slots[slot as usize].store(greater, Relaxed);
            }
        }
    });
}

/// Sorts each list where it lies and moves its distinct elements to its front; gives how many they are.
fn sort_lists(starts: &[u64], lists: &mut [u32]) -> Vec<u32> {
    let lengths: Vec<Vec<u32>> = parts(starts, lists)
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
    lengths.concat()
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::graph::{build::pack, random::RandomStream};

    #[test]
    fn batches_change_nothing() {
        let mut stream = RandomStream::new(1, 2);
        let mut draw = || pack(stream.below(90) as u32, (stream.below(90) * stream.below(90) / 90) as u32);
        let pairs: Vec<Vec<u64>> = [700, 0, 900].map(|count| (0..count).map(|_| draw()).collect()).to_vec();
        let all: Vec<(u32, u32)> = pairs.iter().flatten().copied().filter_map(ends).collect();
        let distinct: BTreeSet<(u32, u32)> = all.iter().copied().collect();
        for batches in [1, 2, 3, 7, 200] {
            let (half, duplicates) = HalfLists::in_batches(pairs.clone(), 91, batches);
            let edges: Vec<_> = (0..91).flat_map(|v| half.list(v).iter().map(move |&w| (v, w))).collect();
            assert!(edges.iter().eq(&distinct), "{batches} batches");
            assert_eq!(duplicates as usize, all.len() - distinct.len());
            let csr = half.into_csr();
            let both =
                |v: u32| (0..91).filter(|&w| distinct.contains(&(v.min(w), v.max(w)))).collect::<Vec<_>>();
            assert!((0..91).all(|v| csr.neighbors(v) == both(v)));
        }
    }
}
