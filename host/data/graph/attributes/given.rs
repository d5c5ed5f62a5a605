//! The vertices that a graph under construction was given, by key, and their labels.

use rustc_hash::FxHashSet;

/// Some keys.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// By key, a bit, for keys that are not far beyond the number of them.
    dense: Vec<u64>,
    /// The others.
    sparse: FxHashSet<u64>,
    count: usize,
}

impl Keys {
    /// Adds a key, unless it is there.
    pub fn insert(&mut self, key: u64) {
        /// Bits for each key at most, so that they take no more than a table of them would.
        const BITS: usize = 64;
        const FEW: usize = 1 << 10;
        if self.contains(key) {
            return;
        }
        self.count += 1;
        let word = usize::try_from(key / 64).unwrap_or(usize::MAX);
        if word >= self.dense.len() {
            if word >= (self.count + FEW) * BITS / 64 {
                self.sparse.insert(key);
                return;
            }
            self.dense.resize(word + 1, 0);
        }
        self.dense[word] |= 1 << (key % 64);
    }

    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        let word = usize::try_from(key / 64).ok().and_then(|word| self.dense.get(word));
        word.is_some_and(|word| word >> (key % 64) & 1 == 1)
            || !self.sparse.is_empty() && self.sparse.contains(&key)
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The keys, in any order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        let dense = (0..).zip(&self.dense).flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word * 64 + bit)
        });
        dense.chain(self.sparse.iter().copied())
    }
}

/// Vertices, and what they are labelled.
#[derive(Debug, Default)]
pub(super) struct GivenVertices {
    pub keys: Keys,
    /// A key and a label for each label that a vertex was given; a vertex may have several, or one twice.
    pub labels: Vec<(u64, u32)>,
}

impl GivenVertices {
    /// These vertices and labels under other keys.
    pub fn renamed(self, mut rename: impl FnMut(u64) -> u64) -> Self {
        let mut renamed = GivenVertices::default();
        self.keys.iter().for_each(|key| renamed.keys.insert(rename(key)));
        renamed.labels = self.labels.into_iter().map(|(key, label)| (rename(key), label)).collect();
        renamed
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn keys_are_a_set(keys in prop::collection::vec(prop_oneof![0..300u64, 60_000..70_000u64, any::<u64>()], 0..300)) {
            let mut set = Keys::default();
            keys.iter().chain(keys.iter().rev()).for_each(|&key| set.insert(key));
            let expected: BTreeSet<u64> = keys.iter().copied().collect();
            prop_assert_eq!(set.len(), expected.len());
            prop_assert_eq!(set.iter().collect::<BTreeSet<u64>>(), expected.clone());
            prop_assert!((0..400).chain(keys).all(|key| set.contains(key) == expected.contains(&key)));
        }
    }
}
