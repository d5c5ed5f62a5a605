//! Ids numbered `0..n` in ascending order.

use rayon::prelude::*;

use super::dense::DenseIds;
use super::pairs::{Pairs, pack, unpack};
use crate::graph::{MAX_VERTICES, VertexIds};

const PAIRS_PER_TASK: usize = 1 << 16;

/// More distinct ids than vertices can be numbered.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::graph) struct TooManyIds(pub(in crate::graph) u64);

/// Pairs of numbers in place of pairs of ids, how many numbers, and the ids in order.
pub(super) fn rank(pairs: Vec<Pairs>) -> Result<(Vec<Vec<u64>>, u32, VertexIds), TooManyIds> {
    let count: usize = pairs.iter().map(|p| p.narrow.len() + p.wide.len() / 2).sum();
    let all_narrow = pairs.iter().all(|p| p.wide.is_empty());
    let highest = narrow_chunks(&pairs).map(highest_id).max().unwrap_or(0);
    if all_narrow && DenseIds::fit(highest.into(), count) {
        let mut lists: Vec<Vec<u64>> = pairs.into_iter().map(|p| p.narrow).collect();
        let (n, ids) = rank_dense(&mut lists, highest)?;
        return Ok((lists, n, ids));
    }
    rank_sparse(pairs)
}

fn narrow_chunks(pairs: &[Pairs]) -> impl ParallelIterator<Item = &[u64]> {
    pairs.par_iter().flat_map(|p| p.narrow.par_chunks(PAIRS_PER_TASK))
}

fn highest_id(chunk: &[u64]) -> u32 {
    chunk.iter().map(|&pair| unpack(pair)).fold(0, |highest, (a, b)| highest.max(a).max(b))
}

fn narrow_count(n: u64) -> Result<u32, TooManyIds> {
    if n > MAX_VERTICES { Err(TooManyIds(n)) } else { Ok(n as u32) }
}

/// Ids that a set of bits can hold.
fn rank_dense(lists: &mut [Vec<u64>], highest: u32) -> Result<(u32, VertexIds), TooManyIds> {
    let mut set = DenseIds::up_to(highest.into());
    let put = set.putter();
    lists.par_iter().flat_map(|list| list.par_chunks(PAIRS_PER_TASK)).for_each(|chunk| {
        for (a, b) in chunk.iter().map(|&pair| unpack(pair)) {
            put(a.into());
            put(b.into());
        }
    });
    drop(put);
    let (n, lowest) = (narrow_count(set.count())?, set.lowest());
    if u64::from(n) == u64::from(highest) + 1 - lowest {
        if lowest > 0 {
            map_pairs(lists, |id| id - lowest as u32);
        }
        return Ok((n, VertexIds::consecutive(lowest)));
    }
    let ids = set.ids();
    let ranks = set.ranked();
    map_pairs(lists, |id| ranks.rank(id.into()));
    Ok((n, VertexIds::listed(ids)))
}

fn map_pairs(lists: &mut [Vec<u64>], number: impl Fn(u32) -> u32 + Sync) {
    lists.par_iter_mut().flat_map(|list| list.par_chunks_mut(PAIRS_PER_TASK)).for_each(|chunk| {
        for pair in chunk {
            let (a, b) = unpack(*pair);
            *pair = pack(number(a), number(b));
        }
    });
}

/// Ids that are wide or far apart.
fn rank_sparse(pairs: Vec<Pairs>) -> Result<(Vec<Vec<u64>>, u32, VertexIds), TooManyIds> {
    let narrow_ids = narrow_chunks(&pairs)
        .map(|chunk| sorted_set(chunk.iter().flat_map(|&pair| [pair >> 32, pair & 0xFFFF_FFFF]).collect()));
    let wide_ids = pairs
        .par_iter()
        .flat_map(|p| p.wide.par_chunks(2 * PAIRS_PER_TASK))
        .map(|chunk| sorted_set(chunk.to_vec()));
    let ids = narrow_ids.chain(wide_ids).reduce(Vec::new, union);
    let n = narrow_count(ids.len() as u64)?;
    let index = RankIndex::new(&ids);
    let lists = pairs
        .into_par_iter()
        .flat_map_iter(|Pairs { mut narrow, wide }| {
            narrow.par_chunks_mut(PAIRS_PER_TASK).flatten().for_each(|pair| {
                let (a, b) = unpack(*pair);
                *pair = pack(index.rank(a.into()), index.rank(b.into()));
            });
            [narrow, pack_wide(wide, &index)]
        })
        .collect();
    Ok((lists, n, VertexIds::listed(ids)))
}

fn sorted_set(mut ids: Vec<u64>) -> Vec<u64> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// The union of two ascending lists without duplicates.
fn union(a: Vec<u64>, b: Vec<u64>) -> Vec<u64> {
    if a.is_empty() {
        return b;
    }
    let mut union = Vec::with_capacity(a.len().max(b.len()));
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let next = a[i].min(b[j]);
        i += usize::from(a[i] == next);
        j += usize::from(b[j] == next);
        union.push(next);
    }
    union.extend_from_slice(&a[i..]);
    union.extend_from_slice(&b[j..]);
    union
}

/// Pairs of numbers, written over the pairs of ids that they come from: half as much room.
fn pack_wide(mut wide: Vec<u64>, index: &RankIndex) -> Vec<u64> {
    wide.par_chunks_mut(2 * PAIRS_PER_TASK).for_each(|chunk| {
        for i in 0..chunk.len() / 2 {
            chunk[i] = pack(index.rank(chunk[2 * i]), index.rank(chunk[2 * i + 1]));
        }
    });
    let (count, mut kept) = (wide.len(), 0);
    for start in (0..count).step_by(2 * PAIRS_PER_TASK) {
        let packed = (count - start).min(2 * PAIRS_PER_TASK) / 2;
        wide.copy_within(start..start + packed, kept);
        kept += packed;
    }
    wide.truncate(kept);
    wide.shrink_to_fit();
    wide
}

/// The position of an id in an ascending list: the leading bits choose a bucket, in which a binary search goes on.
struct RankIndex<'a> {
    ids: &'a [u64],
    lowest: u64,
    shift: u32,
    starts: Vec<u32>,
}

impl<'a> RankIndex<'a> {
    fn new(ids: &'a [u64]) -> Self {
        let (lowest, highest) = (ids.first().copied().unwrap_or(0), ids.last().copied().unwrap_or(0));
        let bucket_bits = (ids.len() as u64).next_power_of_two().trailing_zeros();
        let shift = (64 - (highest - lowest).leading_zeros()).saturating_sub(bucket_bits);
        let buckets = ((highest - lowest) >> shift) + 1;
        let mut starts = Vec::with_capacity(buckets as usize + 1);
        let mut next = 0;
        for bucket in 0..=buckets {
            while next < ids.len() && (ids[next] - lowest) >> shift < bucket {
                next += 1;
            }
            starts.push(next as u32);
        }
        RankIndex { ids, lowest, shift, starts }
    }

    /// The position of an id that is in the list.
    fn rank(&self, id: u64) -> u32 {
        let bucket = ((id - self.lowest) >> self.shift) as usize;
        let (start, end) = (self.starts[bucket], self.starts[bucket + 1]);
        start + self.ids[start as usize..end as usize].partition_point(|&other| other < id) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn wide_and_narrow() -> impl Strategy<Value = Vec<(u64, u64)>> {
        let id = prop_oneof![0..40u64, 5_000_000..5_000_040u64, (u64::MAX - 9)..=u64::MAX, any::<u64>()];
        prop::collection::vec((id.clone(), id), 1..200)
    }

    proptest! {
        #[test]
        fn ranks_follow_the_order_of_the_ids(list in wide_and_narrow(), split in 0..200usize) {
            let mut pairs = [Pairs::default(), Pairs::default()];
            for (i, &(a, b)) in list.iter().enumerate() {
                pairs[usize::from(i < split)].push(a, b);
            }
            let oracle: Vec<u64> = list.iter().flat_map(|&(a, b)| [a, b]).collect::<BTreeSet<_>>().into_iter().collect();
            let (ranked, n, ids) = rank(pairs.into()).unwrap();
            prop_assert_eq!(n as usize, oracle.len());
            let ids = ids.numbers().unwrap();
            prop_assert!((0..n).all(|v| ids.get(v) == oracle[v as usize]));
            let name = |(a, b)| (ids.get(a), ids.get(b));
            let mut back: Vec<_> = ranked.into_iter().flatten().map(unpack).map(name).collect();
            let mut expected = list;
            back.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(back, expected);
        }
    }

    #[test]
    fn wide_pairs_are_packed_across_tasks() {
        let count = 2 * PAIRS_PER_TASK as u64 + 7;
        let mut pairs = Pairs::default();
        (0..count).for_each(|i| pairs.push(1 << 40 | i, 1 << 50 | i));
        let (lists, n, _) = rank(vec![pairs]).unwrap();
        assert_eq!(u64::from(n), 2 * count);
        let packed: Vec<u64> = lists.concat();
        assert!(packed.iter().zip(0..count).all(|(&p, i)| p == i << 32 | (count + i)));
        assert_eq!(packed.len() as u64, count);
    }

    #[test]
    fn too_many_ids_are_refused() {
        assert_eq!(narrow_count(u64::from(u32::MAX)), Ok(u32::MAX));
        assert_eq!(narrow_count(1 << 32), Err(TooManyIds(1 << 32)));
    }
}
