//! Vertices renumbered by falling degree.

use rayon::prelude::*;

use crate::graph::{
    Csr,
    build::{
        atomics::shared_u32,
        transpose::{Rows, degrees_by_target, place, row_ranges, transpose_pieces},
    },
};

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
/// Lists are written in ascending order by walking the new numbers, so no list is sorted: time O(n log n + m).
pub fn by_degree(csr: &Csr) -> Relabeled {
    let (n, offsets, neighbors) = (csr.n(), csr.offsets(), csr.neighbors_all());
    let old_of_new = by_falling_degree(csr);
    let mut new_of_old = vec![0; n as usize];
    for (new, &old) in (0..).zip(&old_of_new) {
        new_of_old[old as usize] = new;
    }
    let mut end = 0;
    let mut new_offsets = Vec::with_capacity(n as usize + 1);
    new_offsets.push(0);
    new_offsets.extend(old_of_new.iter().map(|&old| {
        end += u64::from(csr.degree(old));
        end
    }));

    let list = |old: u32| &neighbors[offsets[old as usize] as usize..offsets[old as usize + 1] as usize];
    let row = |new: u32| list(old_of_new[new as usize]).iter().map(|&old| new_of_old[old as usize]);
    let rows = Rows { n, row };
    let pieces = transpose_pieces(n, neighbors.len() as u64);
    let ranges = row_ranges(n, pieces, |new| new_offsets[new as usize + 1] - new_offsets[new as usize] + 1);
    // With one range there is nothing before it to count.
    let mut cursors = if ranges.len() <= 1 {
        vec![vec![0; n as usize]; ranges.len()]
    } else {
        degrees_by_target(&rows, &ranges).1
    };
    let mut new_neighbors = vec![0; neighbors.len()];
    place(&rows, &ranges, &mut cursors, &new_offsets, shared_u32(&mut new_neighbors));
    Relabeled { csr: Csr::trusted(new_offsets, new_neighbors), old_of_new }
}

fn by_falling_degree(csr: &Csr) -> Vec<u32> {
    let mut keys: Vec<u64> =
        (0..csr.n()).into_par_iter().map(|v| u64::from(!csr.degree(v)) << 32 | u64::from(v)).collect();
    keys.par_sort_unstable();
    keys.into_par_iter().map(|key| key as u32).collect()
}

/// For each vertex the position, in the array of all neighbours, of its first neighbour that is greater: `n` elements.
pub fn splits(csr: &Csr) -> Vec<u64> {
    (0..csr.n())
        .into_par_iter()
        .with_min_len(1024)
        .map(|v| csr.offsets()[v as usize] + csr.neighbors(v).partition_point(|&w| w < v) as u64)
        .collect()
}
