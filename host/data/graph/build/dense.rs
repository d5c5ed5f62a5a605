//! Ids that lie close together: a bit for each, and its rank among them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::atomics::shared_u64;

/// A set of ids.
pub(in crate::graph) struct DenseIds {
    words: Vec<u64>,
}

impl DenseIds {
    /// Whether a set of ids up to `highest` takes no more than some 2 bytes for each of `count`, and what a small one
    /// may.
    pub fn fit(highest: u64, count: usize) -> bool {
        highest < 16 * count as u64 + (1 << 20)
    }

    /// An empty set, for ids up to `highest`.
    pub fn up_to(highest: u64) -> Self {
        DenseIds { words: vec![0; (highest / 64 + 1) as usize] }
    }

    /// What puts ids in the set; threads may call it at the same time.
    pub fn putter(&mut self) -> impl Fn(u64) + Sync {
        let words = shared_u64(&mut self.words);
        move |id| {
            let (word, bit): (&AtomicU64, u64) = (&words[(id / 64) as usize], 1 << (id % 64));
            // Most ids come often: to look first spares the costly write.
            if word.load(Relaxed) & bit == 0 {
                word.fetch_or(bit, Relaxed);
            }
        }
    }

    /// How many ids there are.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The lowest id; 0 if there is none.
    pub fn lowest(&self) -> u64 {
        let first = self.words.iter().position(|&word| word != 0);
        first.map_or(0, |word| word as u64 * 64 + u64::from(self.words[word].trailing_zeros()))
    }

    /// The ids, ascending.
    pub fn ids(&self) -> Vec<u64> {
        let mut ids = Vec::with_capacity(self.count() as usize);
        for (i, &word) in (0..).zip(&self.words) {
            let mut rest = word;
            while rest != 0 {
                ids.push(i * 64 + u64::from(rest.trailing_zeros()));
                rest &= rest - 1;
            }
        }
        ids
    }

    /// The set, ready to tell ranks. It must not have more ids than 32 bits count.
    pub fn ranked(self) -> DenseRanks {
        let mut before = 0;
        let rank = |word: &u64| {
            let rank = before;
            before += word.count_ones();
            rank
        };
        let before = self.words.iter().map(rank).collect();
        DenseRanks { words: self.words, before }
    }
}

/// A set of ids, and how many there are before each.
#[derive(Debug)]
pub(in crate::graph) struct DenseRanks {
    words: Vec<u64>,
    /// By word, the ids of the words before.
    before: Vec<u32>,
}

impl DenseRanks {
    /// How many ids are lower than this one, which is not above all of them.
    #[inline]
    pub fn rank(&self, id: u64) -> u32 {
        let (word, bit) = ((id / 64) as usize, id % 64);
        self.before[word] + (self.words[word] & ((1 << bit) - 1)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_their_ranks() {
        let ids = [3, 4, 63, 64, 127, 200, 1023];
        let mut set = DenseIds::up_to(1023);
        {
            let put = set.putter();
            ids.iter().rev().chain(&[64, 3]).for_each(|&id| put(id));
        }
        assert_eq!((set.count(), set.lowest(), set.ids()), (7, 3, ids.to_vec()));
        let ranks = set.ranked();
        assert!((0..).zip(ids).all(|(rank, id)| ranks.rank(id) == rank));
        assert_eq!((ranks.rank(0), ranks.rank(65), ranks.rank(1022)), (0, 4, 6));
        assert_eq!((DenseIds::up_to(70).count(), DenseIds::up_to(70).lowest()), (0, 0));
    }
}
