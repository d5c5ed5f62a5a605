//! Vertices renumbered, by falling degree or in another order.

use rayon::prelude::*;

use crate::graph::Csr;
use crate::graph::lists::{parts, sort};

/// A graph whose vertices have new numbers.
#[derive(Clone, Debug)]
pub struct Relabeled {
    /// The graph.
    pub csr: Csr,
    /// `n` old numbers: vertex `v` of the new graph is `old_of_new[v]` of the old one.
    pub old_of_new: Vec<u32>,
}

/// Renumbers the vertices by falling degree, vertices of the same degree by their old numbers.
///
/// Each list is gathered and sorted by itself: time O(n log n + m log d) for the largest degree d. (To write the lists
/// in order by walking the new numbers takes no sort, but was slower: its writes go all over the memory.)
pub fn by_degree(csr: &Csr) -> Relabeled {
    renumbered(csr, by_falling_degree(csr))
}

/// Gives the vertices the numbers of their places in `old_of_new`, which has each once.
pub(super) fn renumbered(csr: &Csr, old_of_new: Vec<u32>) -> Relabeled {
    let mut new_of_old = vec![0; old_of_new.len()];
    for (new, &old) in (0..).zip(&old_of_new) {
        new_of_old[old as usize] = new;
    }
    let mut end = 0;
    let mut offsets = Vec::with_capacity(old_of_new.len() + 1);
    offsets.push(0);
    offsets.extend(old_of_new.iter().map(|&old| {
        end += u64::from(csr.degree(old));
        end
    }));
    let mut neighbors = vec![0; end as usize];
    parts(&offsets, &mut neighbors).into_par_iter().for_each(|lists| {
        lists.for_each(|new, list| {
            for (slot, &old) in list.iter_mut().zip(csr.neighbors(old_of_new[new as usize])) {
                *slot = new_of_old[old as usize];
            }
            sort(list);
        });
    });
    // SAFETY: the lists of a graph by other numbers, each of which is that of one vertex, so that edges stay distinct
    // and in both lists; sorted.
    let csr = unsafe { Csr::trusted(offsets, neighbors) };
    Relabeled { csr, old_of_new }
}

/// The vertices by falling degree, those of the same degree by their numbers.
pub(in crate::place) fn by_falling_degree(csr: &Csr) -> Vec<u32> {
    let mut keys: Vec<u64> =
        (0..csr.n()).into_par_iter().map(|v| u64::from(!csr.degree(v)) << 32 | u64::from(v)).collect();
    keys.par_sort_unstable();
    keys.into_par_iter().map(|key| key as u32).collect()
}
