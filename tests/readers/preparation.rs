//! Relabelling, splits and peeling against slow oracles.

use std::collections::BTreeSet;

use motherlode::graph::{Csr, generate};
use motherlode::place::{by_degree, core};
use proptest::prelude::*;

use super::with_threads;

fn edges(csr: &Csr, name: impl Fn(u32) -> u32) -> BTreeSet<(u32, u32)> {
    (0..csr.n())
        .flat_map(|v| csr.neighbors(v).iter().map(move |&w| (v, w)))
        .map(|(v, w)| (name(v), name(w)))
        .collect()
}

/// Random graphs, some of hubs, some even; isolated vertices among them.
fn graphs() -> impl Strategy<Value = Csr> {
    prop_oneof![
        (3..9u32, 1..8u64, any::<u64>())
            .prop_map(|(scale, factor, seed)| generate::rmat(scale, factor, seed)),
        (2..80u64, 1..4u64, any::<u64>()).prop_map(|(n, k, seed)| generate::barabasi_albert(n + k, k, seed)),
        (1..12u64, 2..12u64).prop_map(|(rows, columns)| generate::grid(rows, columns)),
    ]
    .prop_filter_map("an edge", Result::ok)
}

/// The core, by removing one vertex at a time.
fn slow_core(csr: &Csr, min_degree: u32) -> Vec<u32> {
    let mut kept: BTreeSet<u32> = (0..csr.n()).collect();
    loop {
        let degree = |v: u32| csr.neighbors(v).iter().filter(|w| kept.contains(w)).count() as u32;
        match kept.iter().copied().find(|&v| degree(v) < min_degree) {
            Some(v) => kept.remove(&v),
            None => return kept.into_iter().collect(),
        };
    }
}

proptest! {
    #[test]
    fn relabelling_keeps_the_edges_and_orders_the_degrees(csr in graphs(), threads in 1..6usize) {
        let relabeled = with_threads(threads, || by_degree(&csr));
        let old = &relabeled.old_of_new;
        prop_assert_eq!(edges(&relabeled.csr, |v| old[v as usize]), edges(&csr, |v| v));
        prop_assert!(Csr::from_parts(relabeled.csr.offsets().to_vec(), relabeled.csr.neighbors_all().to_vec()).is_ok());
        let mut expected: Vec<u32> = (0..csr.n()).collect();
        expected.sort_by_key(|&v| (u32::MAX - csr.degree(v), v));
        prop_assert_eq!(old, &expected);
    }

    #[test]
    fn splits_part_smaller_from_greater(csr in graphs()) {
        let splits = csr.splits();
        prop_assert_eq!(splits.len(), csr.n() as usize);
        for v in 0..csr.n() {
            let smaller = csr.neighbors(v).iter().filter(|&&w| w < v).count() as u64;
            prop_assert_eq!(splits[v as usize], csr.offsets()[v as usize] + smaller);
        }
    }

    #[test]
    fn peeling_leaves_the_core(csr in graphs(), min_degree in 0..7u32, threads in 1..6usize) {
        let peeled = with_threads(threads, || core(&csr, min_degree));
        let core = slow_core(&csr, min_degree);
        let inside: BTreeSet<u32> = core.iter().copied().collect();
        let expected = edges(&csr, |v| v).into_iter().filter(|(v, w)| inside.contains(v) && inside.contains(w));
        prop_assert_eq!(&peeled.old_of_new, &core);
        prop_assert_eq!(edges(&peeled.csr, |v| core[v as usize]), expected.collect());
        prop_assert_eq!(peeled.csr.n() as usize, core.len());
    }
}
