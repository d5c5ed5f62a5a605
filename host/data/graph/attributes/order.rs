//! The vertices of a graph under construction in the order of their numbers.

use rayon::prelude::*;

use super::interned::InternedNames;
use crate::graph::VertexIds;
use crate::graph::build::dense::{DenseIds, DenseRanks};
use crate::graph::ids::whole_number;
use crate::graph::storage::ArrayStorage;

/// The different ones among so many keys, which are asked for more than once; ascending.
pub(in crate::graph) fn distinct<I: ParallelIterator<Item = u64>>(
    keys: impl Fn() -> I,
    count: usize,
) -> Vec<u64> {
    let highest = keys().max().unwrap_or(0);
    if DenseIds::fit(highest, count) {
        let mut set = DenseIds::up_to(highest);
        keys().for_each(set.putter());
        return set.ids();
    }
    let mut keys: Vec<u64> = keys().collect();
    keys.par_sort_unstable();
    keys.dedup();
    keys
}

/// Which vertex each key became.
pub(in crate::graph) struct KeyOrder {
    pub ids: VertexIds,
    /// How many there are.
    pub len: usize,
    places: KeyLookup,
}

/// How a key leads to its vertex.
enum KeyLookup {
    /// Keys are consecutive, from this one on.
    From(u64),
    /// They lie close together.
    Dense(DenseRanks),
    /// The keys, by vertex: they ascend.
    Sorted(ArrayStorage<u64>),
    /// Keys are codes of names: the vertex of each.
    Codes(Vec<u32>),
}

impl KeyOrder {
    /// Vertices whose keys are the ids, which ascend.
    pub fn of_numbers(keys: Vec<u64>) -> KeyOrder {
        let (len, lowest) = (keys.len(), keys.first().copied().unwrap_or(0));
        let highest = keys.last().copied().unwrap_or(0);
        let keys = ArrayStorage::from(keys);
        let ids = ids_of(keys.clone());
        let places = match () {
            () if ids.is_consecutive() => KeyLookup::From(lowest),
            () if DenseIds::fit(highest, len) => {
                let mut set = DenseIds::up_to(highest);
                keys.iter().copied().for_each(set.putter());
                KeyLookup::Dense(set.ranked())
            }
            () => KeyLookup::Sorted(keys),
        };
        KeyOrder { ids, len, places }
    }

    /// Vertices whose keys are the codes of their names: in the order of the names' bytes; or, if all names are whole
    /// numbers, those are the ids, in the order of their values.
    pub(super) fn of_names(mut keys: Vec<u64>, names: &InternedNames) -> KeyOrder {
        let numbers: Option<Vec<(u64, u64)>> =
            keys.par_iter().map(|&key| Some((whole_number(names.get(key))?, key))).collect();
        let ids = match numbers {
            Some(mut numbers) => {
                numbers.par_sort_unstable();
                keys = numbers.iter().map(|&(_, key)| key).collect();
                ids_of(numbers.iter().map(|&(number, _)| number).collect::<Vec<_>>().into())
            }
            None => {
                keys.par_sort_unstable_by(|&a, &b| names.get(a).cmp(names.get(b)));
                VertexIds::named(keys.iter().map(|&key| names.get(key)))
            }
        };
        let mut of_code = vec![0; names.len()];
        (0..).zip(&keys).for_each(|(vertex, &key)| of_code[key as usize] = vertex);
        KeyOrder { ids, len: keys.len(), places: KeyLookup::Codes(of_code) }
    }

    /// The vertex of a key that is there.
    #[inline]
    pub fn vertex(&self, key: u64) -> u32 {
        match &self.places {
            KeyLookup::From(first) => (key - first) as u32,
            KeyLookup::Dense(ranks) => ranks.rank(key),
            KeyLookup::Sorted(keys) => keys.partition_point(|&known| known < key) as u32,
            KeyLookup::Codes(of_code) => of_code[key as usize],
        }
    }
}

/// Ascending ids, in the shortest form.
fn ids_of(ids: ArrayStorage<u64>) -> VertexIds {
    let first = ids.first().copied().unwrap_or(0);
    let consecutive = ids.last().is_none_or(|&last| last - first == ids.len() as u64 - 1);
    if consecutive { VertexIds::consecutive(first) } else { VertexIds::stored(ids) }
}
