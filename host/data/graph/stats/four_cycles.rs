//! How many 4-cycles a graph has, by an estimate.

use rayon::prelude::*;

use super::wedges::Wedges;
use crate::graph::Csr;

const SAMPLES: u64 = 1 << 11;
const SEED: u64 = 0x3463_7963_6c65;
/// From this ratio of lengths on, the longer list is searched and not read.
const SEARCHED: usize = 16;

/// The number of 4-cycles, estimated from 2,048 wedges (paths of two edges), drawn evenly.
///
/// A wedge lies on as many 4-cycles as its ends have common neighbours besides its centre, and a 4-cycle has four
/// wedges: so a quarter of these numbers' sum over all wedges is the number of 4-cycles. If they vary about their mean
/// by c times the mean, the relative standard error is c / 45. The result is the same for any number of threads.
pub fn estimate_4_cycles(csr: &Csr) -> f64 {
    let wedges = Wedges::new(csr);
    if wedges.count() == 0.0 {
        return 0.0;
    }
    let others = |item: u64| {
        let (first, second) = wedges.ends(SEED, item);
        common(csr.neighbors(first), csr.neighbors(second)) - 1
    };
    let sum: u64 = (0..SAMPLES).into_par_iter().map(others).sum();
    sum as f64 / SAMPLES as f64 * wedges.count() / 4.0
}

/// The size of the intersection of two ascending lists.
pub(super) fn common(a: &[u32], b: &[u32]) -> u64 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if long.len() / SEARCHED > short.len() {
        return short.iter().filter(|x| long.binary_search(x).is_ok()).count() as u64;
    }
    let (mut i, mut j, mut found) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        found += u64::from(a[i] == b[j]);
        let (step_a, step_b) = (a[i] <= b[j], b[j] <= a[i]);
        i += usize::from(step_a);
        j += usize::from(step_b);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    /// Two vertices with `c` common neighbours are opposite in `c (c - 1) / 2` of the 4-cycles, each of which has two
    /// pairs of opposite vertices.
    fn count(csr: &Csr) -> u64 {
        let pairs = (0..csr.n()).flat_map(|u| (u + 1..csr.n()).map(move |v| (u, v)));
        let opposite = pairs.map(|(u, v)| {
            let common = csr.neighbors(u).iter().filter(|x| csr.neighbors(v).contains(x)).count() as u64;
            common * common.saturating_sub(1) / 2
        });
        opposite.sum::<u64>() / 2
    }

    #[test]
    fn every_wedge_of_a_clique_or_a_biclique_is_alike() {
        assert_eq!(estimate_4_cycles(&generate::complete(12).unwrap()).round(), 3.0 * 495.0);
        assert_eq!(estimate_4_cycles(&generate::cycle(4).unwrap()).round(), 1.0);
        assert_eq!(estimate_4_cycles(&generate::star(12).unwrap()), 0.0);
        assert_eq!(estimate_4_cycles(&Csr::from_parts(vec![0, 1, 2], vec![1, 0]).unwrap()), 0.0);
    }

    #[test]
    fn samples_agree_with_the_count() {
        let csr = generate::rmat(9, 8, 3).unwrap();
        let (exact, estimate) = (count(&csr) as f64, estimate_4_cycles(&csr));
        assert!((estimate / exact - 1.0).abs() < 0.1, "{estimate} for {exact}");
    }

    #[test]
    fn lists_are_read_or_searched() {
        let long: Vec<u32> = (0..1000).map(|x| 3 * x).collect();
        for short in [&[3, 4, 9, 2997][..], &long[..900], &[]] {
            let slow = short.iter().filter(|x| long.contains(x)).count() as u64;
            assert_eq!((common(short, &long), common(&long, short)), (slow, slow));
        }
    }
}
