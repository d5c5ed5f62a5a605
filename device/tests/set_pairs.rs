//! Set operations over many pairs, on every machine.

mod common;
mod graphs;

use std::collections::BTreeSet;

use common::{Machine, Random, scratch};
use graphs::atomics;
use motherlode_device::Kernel;
use motherlode_device::kernels::set_pairs::{
    PairsDifference, PairsIntersect, PairsIntersectCount, SetPairsArgs,
};

/// Blocks and warps of every launch.
const GRID: (u32, u32) = (2, 3);

fn total<K>(machine: Machine, elements: &[u32], starts: &[u64]) -> u64
where
    K: for<'a> Kernel<Args<'a> = SetPairsArgs<'a>>,
{
    let longest = starts.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap();
    let mut out = vec![0; (longest * u64::from(GRID.0 * GRID.1)) as usize];
    let mut total = [0];
    let args = SetPairsArgs {
        elements: elements.into(),
        starts: starts.into(),
        out: scratch(&mut out),
        total: atomics(&mut total),
        longest,
    };
    // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
    unsafe { machine.launch::<K>(GRID.0, GRID.1, 0, &args) };
    total[0]
}

#[test]
fn results_of_all_pairs_are_added_up() {
    let mut random = Random::new(5);
    let (mut elements, mut starts) = (vec![], vec![0]);
    let (mut common, mut firsts) = (0, 0);
    for pair in 0..40u32 {
        let mut list =
            |most: u32| (0..random.below(most)).map(|_| random.below(300)).collect::<BTreeSet<u32>>();
        let (a, b) = (list(10 + 3 * pair), list(200));
        common += a.intersection(&b).count() as u64;
        firsts += a.len() as u64;
        for list in [a, b] {
            elements.extend(list);
            starts.push(elements.len() as u64);
        }
    }
    assert!(common > 100 && common < firsts);
    for machine in Machine::all() {
        let totals = [
            total::<PairsIntersectCount>(machine, &elements, &starts),
            total::<PairsIntersect>(machine, &elements, &starts),
            total::<PairsDifference>(machine, &elements, &starts),
        ];
        assert_eq!(totals, [common, common, firsts - common], "{machine:?}");
    }
}
