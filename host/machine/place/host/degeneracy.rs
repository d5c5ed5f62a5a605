//! Vertices in the order of a peeling, reversed.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use motherlode_device::kernels::prepare::peel::{MOST_ROUNDS, PeelRound, peel_key};
use rayon::prelude::*;

use super::relabel::{Relabeled, by_falling_degree, renumbered};
use crate::graph::Csr;

/// Renumbers the vertices near a degeneracy order, reversed: those that are left longest by the
/// [peeling](motherlode_device::kernels::prepare::peel) come first. In the first round those leave that have up to
/// `first_threshold` neighbours.
///
/// Time: for each round the vertices that are left, and the edges once.
pub fn by_degeneracy(csr: &Csr, first_threshold: u32) -> Relabeled {
    renumbered(csr, degeneracy_order(csr, first_threshold))
}

/// The old numbers of the vertices in the order that [`by_degeneracy`] gives them.
pub(in crate::place) fn degeneracy_order(csr: &Csr, first_threshold: u32) -> Vec<u32> {
    let rounds = peel_rounds(csr, first_threshold);
    let mut order = by_falling_degree(csr);
    order.par_sort_by_key(|&v| peel_key(rounds[v as usize]));
    order
}

/// For each vertex the round in which it leaves, from 1, or 0 if it is left.
fn peel_rounds(csr: &Csr, first_threshold: u32) -> Vec<u32> {
    let degrees: Vec<AtomicU32> = (0..csr.n()).into_par_iter().map(|v| csr.degree(v).into()).collect();
    let degree = |v: u32| degrees[v as usize].load(Relaxed);
    let mut rounds = vec![0; csr.n() as usize];
    let mut left: Vec<u32> = (0..csr.n()).collect();
    let mut threshold = first_threshold;
    for round in 1..=MOST_ROUNDS {
        let (gone, stay): (Vec<u32>, Vec<u32>) =
            left.par_iter().with_min_len(1 << 12).partition(|&&v| degree(v) <= threshold);
        let least = stay.par_iter().with_min_len(1 << 12).map(|&v| degree(v)).min().unwrap_or(u32::MAX);
        for &v in &gone {
            rounds[v as usize] = round;
        }
        gone.par_iter().with_min_len(1 << 8).flat_map_iter(|&v| csr.neighbors(v)).for_each(|&w| {
            if rounds[w as usize] == 0 {
                degrees[w as usize].fetch_sub(1, Relaxed);
            }
        });
        threshold = PeelRound { threshold, peeled: !gone.is_empty(), least }.next_threshold();
        left = stay;
        if left.is_empty() {
            break;
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::by_degeneracy;
    use crate::graph::{Csr, generate};

    /// The degeneracy, by taking away a vertex of least degree again and again.
    fn degeneracy(csr: &Csr) -> usize {
        let mut left: Vec<u32> = (0..csr.n()).collect();
        let mut most = 0;
        while !left.is_empty() {
            let degree = |v: &u32| csr.neighbors(*v).iter().filter(|w| left.contains(w)).count();
            let (at, least) = left.iter().map(degree).enumerate().min_by_key(|&(_, degree)| degree).unwrap();
            most = most.max(least);
            left.swap_remove(at);
        }
        most
    }

    #[test]
    fn lists_are_hardly_longer_than_the_degeneracy() {
        let graphs = [
            generate::rmat(8, 12, 3).unwrap(),
            generate::barabasi_albert(300, 5, 8).unwrap(),
            generate::complete(40).unwrap(),
            generate::star(60).unwrap(),
            Csr::from_edges(90, &(0..80).map(|v| (v, v + 1)).collect::<Vec<_>>()),
        ];
        for graph in graphs {
            let relabeled = by_degeneracy(&graph, 0);
            let mut old = relabeled.old_of_new.clone();
            old.sort_unstable();
            assert!(old.into_iter().eq(0..graph.n()), "each vertex once");
            let list = |v: u32| relabeled.csr.neighbors(v).iter().filter(|&&w| w < v).count();
            let longest = (0..graph.n()).map(list).max().unwrap();
            let exact = degeneracy(&graph);
            assert!(longest >= exact && longest <= exact + exact / 10, "{longest} for {exact}");
        }
    }

    #[test]
    fn a_graph_that_takes_too_many_rounds_keeps_its_middle_in_front() {
        // The first round finds the threshold, and two leave in each of the other 511.
        let path = Csr::from_edges(3001, &(0..3000).map(|v| (v, v + 1)).collect::<Vec<_>>());
        let relabeled = by_degeneracy(&path, 0);
        assert_eq!(relabeled.csr.neighbors(3000).len(), 1);
        assert_eq!(relabeled.old_of_new[0], 511);
        assert_eq!(relabeled.old_of_new[3000], 3000);
    }
}
