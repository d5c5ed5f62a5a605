//! The k-core: vertices of low degree removed, again and again.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use crate::graph::Csr;

/// What is left of a graph.
#[derive(Clone, Debug)]
pub struct Core {
    /// The graph; it may have no vertices.
    pub csr: Csr,
    /// Old numbers, ascending: vertex `v` of the new graph is `old_of_new[v]` of the old one.
    pub old_of_new: Vec<u32>,
}

/// The `min_degree`-core (Seidman 1983): the largest part of the graph in which every vertex has at least `min_degree`
/// neighbours. The vertices keep their order.
///
/// A vertex that matches a pattern's vertex has at least the degree of it, in the match alone; so a pattern whose least
/// degree is `min_degree` has all its matches here.
pub fn core(csr: &Csr, min_degree: u32) -> Core {
    let degrees = core_degrees(csr, min_degree);
    let old_of_new: Vec<u32> =
        (0..csr.n()).into_par_iter().filter(|&v| degrees[v as usize] >= min_degree).collect();
    if old_of_new.len() == csr.n() as usize {
        return Core { csr: csr.clone(), old_of_new };
    }
    Core { csr: induced(csr, &old_of_new), old_of_new }
}

/// Whether anything is left of the graph.
pub fn has_core(csr: &Csr, min_degree: u32) -> bool {
    core_degrees(csr, min_degree).into_par_iter().any(|degree| degree >= min_degree)
}

/// For each vertex its degree among those that are left, or, if it is not left, a number below `min_degree`.
pub fn core_degrees(csr: &Csr, min_degree: u32) -> Vec<u32> {
    let degrees: Vec<AtomicU32> = (0..csr.n()).into_par_iter().map(|v| csr.degree(v).into()).collect();
    let mut falling: Vec<u32> =
        (0..csr.n()).into_par_iter().filter(|&v| csr.degree(v) < min_degree).collect();
    while !falling.is_empty() {
        falling = falling
            .par_iter()
            .flat_map_iter(|&v| csr.neighbors(v))
            .copied()
            // Of all that take an edge from `w`, one sees it leave the core, and so hands it on once.
            .filter(|&w| degrees[w as usize].fetch_sub(1, Relaxed) == min_degree)
            .collect();
    }
    degrees.into_iter().map(AtomicU32::into_inner).collect()
}

/// The graph on some of the vertices, which are given in ascending order.
fn induced(csr: &Csr, kept: &[u32]) -> Csr {
    const GONE: u32 = u32::MAX;
    let mut new_of_old = vec![GONE; csr.n() as usize];
    for (new, &old) in (0..).zip(kept) {
        new_of_old[old as usize] = new;
    }
    let list = |old: u32| csr.neighbors(old).iter().map(|&w| new_of_old[w as usize]).filter(|&w| w != GONE);
    let lengths: Vec<u64> = kept.par_iter().map(|&old| list(old).count() as u64).collect();
    let mut end = 0;
    let mut offsets = Vec::with_capacity(kept.len() + 1);
    offsets.push(0);
    offsets.extend(lengths.iter().map(|length| {
        end += length;
        end
    }));
    let neighbors = kept.par_iter().flat_map_iter(|&old| list(old)).collect();
    // SAFETY: the lists of a graph without the vertices that are gone, by numbers that rise as theirs did: still
    // ascending, each edge in both.
    unsafe { Csr::trusted(offsets, neighbors) }
}
