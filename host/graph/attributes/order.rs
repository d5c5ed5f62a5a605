//! The vertices of a graph under construction in the order of their numbers.

use rayon::prelude::*;

use super::interned::InternedNames;
use crate::graph::VertexIds;
use crate::graph::ids::whole_number;
use crate::graph::storage::ArrayStorage;

/// Which vertex each key became.
pub(super) struct VertexOrder {
    /// The keys, by vertex.
    pub keys: ArrayStorage<u64>,
    pub ids: VertexIds,
    /// The vertex of each code, if keys are the codes of names.
    of_code: Option<Vec<u32>>,
}

impl VertexOrder {
    /// Vertices whose keys are the ids, which ascend.
    pub fn of_numbers(keys: Vec<u64>) -> VertexOrder {
        let keys = ArrayStorage::from(keys);
        VertexOrder { ids: ids_of(keys.clone()), keys, of_code: None }
    }

    /// Vertices whose keys are the codes of their names: in the order of the names' bytes; or, if all names are whole numbers,
    /// those are the ids, in the order of their values.
    pub fn of_names(mut keys: Vec<u64>, names: &InternedNames) -> VertexOrder {
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
        VertexOrder { keys: keys.into(), ids, of_code: Some(of_code) }
    }

    /// The vertex of a key that is there.
    pub fn vertex(&self, key: u64) -> u32 {
        match &self.of_code {
            Some(of_code) => of_code[key as usize],
            None => self.keys.partition_point(|&known| known < key) as u32,
        }
    }
}

/// Ascending ids, in the shortest form.
fn ids_of(ids: ArrayStorage<u64>) -> VertexIds {
    let first = ids.first().copied().unwrap_or(0);
    let consecutive = ids.last().is_none_or(|&last| last - first == ids.len() as u64 - 1);
    if consecutive { VertexIds::consecutive(first) } else { VertexIds::stored(ids) }
}
