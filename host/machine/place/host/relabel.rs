//! Vertices renumbered, by falling degree or in another order.

use rayon::prelude::*;

use crate::graph::Csr;
use crate::graph::lists::{parts, sort};

/// Elements of lists up to which a core writes them in any order as soon as in theirs: they stay in its cache. In larger
/// graphs the writes go all over the memory.
const CACHED: u64 = 1 << 20;

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
/// Each list is gathered and sorted by itself: time O(n log n + m log d) for the largest degree d. A thread that is alone
/// with a small graph walks the new numbers instead, and writes the lists in order without a sort.
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
    let is_small = end <= CACHED && rayon::current_num_threads() == 1;
    let neighbors = match is_small {
        true => handed_out(csr, &old_of_new, &new_of_old, &offsets),
        false => gathered(csr, &old_of_new, &new_of_old, &offsets),
    };
    // SAFETY: the lists of a graph by other numbers, each of which is that of one vertex, so that edges stay distinct
    // and in both lists; sorted.
    let csr = unsafe { Csr::trusted(offsets, neighbors) };
    Relabeled { csr, old_of_new }
}

/// The lists by new numbers, each gathered and sorted.
fn gathered(csr: &Csr, old_of_new: &[u32], new_of_old: &[u32], offsets: &[u64]) -> Vec<u32> {
    let mut neighbors = vec![0; csr.neighbors_all().len()];
    parts(offsets, &mut neighbors).into_par_iter().for_each(|lists| {
        lists.for_each(|new, list| {
            for (slot, &old) in list.iter_mut().zip(csr.neighbors(old_of_new[new as usize])) {
                *slot = new_of_old[old as usize];
            }
            sort(list);
        });
    });
    neighbors
}

/// The same: each vertex, in the order of the new numbers, hands itself to the lists of its neighbours.
fn handed_out(csr: &Csr, old_of_new: &[u32], new_of_old: &[u32], offsets: &[u64]) -> Vec<u32> {
    let mut neighbors = vec![0; csr.neighbors_all().len()];
    let mut next: Vec<u32> = offsets.iter().map(|&start| start as u32).collect();
    for (new, &old) in (0..).zip(old_of_new) {
        for &other in csr.neighbors(old) {
            let place = &mut next[new_of_old[other as usize] as usize];
            neighbors[*place as usize] = new;
            *place += 1;
        }
    }
    neighbors
}

/// The vertices by falling degree, those of the same degree by their numbers.
pub(in crate::place) fn by_falling_degree(csr: &Csr) -> Vec<u32> {
    let mut keys: Vec<u64> =
        (0..csr.n()).into_par_iter().map(|v| u64::from(!csr.degree(v)) << 32 | u64::from(v)).collect();
    keys.par_sort_unstable();
    keys.into_par_iter().map(|key| key as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    #[test]
    fn lists_that_are_handed_out_are_sorted_ones() {
        let csr = generate::barabasi_albert(300, 5, 8).unwrap();
        let Relabeled { csr: expected, old_of_new } = by_degree(&csr);
        let mut new_of_old = vec![0; old_of_new.len()];
        (0..).zip(&old_of_new).for_each(|(new, &old)| new_of_old[old as usize] = new);
        for lists in [gathered, handed_out] {
            let lists = lists(&csr, &old_of_new, &new_of_old, expected.offsets());
            assert_eq!(lists, expected.neighbors_all());
            assert!((0..300).all(|v| expected.neighbors(v).is_sorted()));
        }
    }
}
