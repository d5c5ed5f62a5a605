//! Rows at both ends of edges.

use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::homomorphisms::edge_rows::{
    self, EdgeRowArgs, EdgeRowSumArgs, MOST_EDGE_ROWS, NEAR_FIRST, NEAR_SECOND, SumEdgeRows,
};
use motherlode_device::kernels::homomorphisms::numbers::Numbers;

use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::atomics;
use crate::{samples, view, words};

/// Rows near these ends and made from these rows; every other one has weights.
fn check_edge_rows(rows: &[(u32, u32)], upward: bool) {
    samples(|case| {
        let n = case.n();
        let adjacent = case.ones().1;
        // Small ones, some of them 0: no number may pass 64 bits.
        let weights_at: Vec<u128> = (0..n as u128).map(|v| v * 7 % 5).collect();
        let (weights_words, ones_at) = (words(&weights_at), vec![1; n]);
        let weights = |row: usize| match row % 2 {
            1 => (view(&weights_words), &weights_at),
            _ => (Numbers::ONES, &ones_at),
        };
        let read = rows.iter().fold(0, |read, row| read | row.1);
        let of_edge = |a: usize, b: usize| {
            let mut made: Vec<Vec<u128>> = Vec::new();
            for (row, &(near, from)) in rows.iter().enumerate() {
                let is_there = |v: usize| {
                    (near & NEAR_FIRST == 0 || adjacent[a][v] == 1)
                        && (near & NEAR_SECOND == 0 || adjacent[b][v] == 1)
                };
                let beyond = |v: usize, other: usize| {
                    case.graph.0[v].iter().map(|&x| made[other][x as usize]).sum::<u128>()
                };
                let at = |v: usize| {
                    if !is_there(v) {
                        return 0;
                    }
                    let others = (0..rows.len()).filter(|other| from >> other & 1 == 1);
                    weights(row).1[v] * others.map(|other| beyond(v, other)).product::<u128>()
                };
                let next = (0..n).map(at).collect();
                made.push(next);
            }
            let summed = (0..rows.len()).filter(|row| read >> row & 1 == 0);
            weights_at[b] * summed.map(|row| made[row].iter().sum::<u128>()).product::<u128>()
        };
        let edges = (0..n).flat_map(|a| case.graph.0[a].iter().map(move |&b| (a, b as usize)));
        let expected: u128 = edges.filter(|(a, b)| !upward || a < b).map(|(a, b)| of_edge(a, b)).sum();
        let mut row_args = [EdgeRowArgs { weights: Numbers::ONES, near: 0, from: 0 }; MOST_EDGE_ROWS];
        for (row, &(near, from)) in rows.iter().enumerate() {
            row_args[row] = EdgeRowArgs { weights: weights(row).0, near, from };
        }
        for machine in Machine::all() {
            let blocks = (BLOCKS * WARPS) as usize;
            let (mut values, mut lists) =
                (vec![0u64; blocks * rows.len() * n], vec![7u32; blocks * (rows.len() + 1) * n]);
            let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
            let args = EdgeRowSumArgs {
                graph: case.view(),
                rows: row_args,
                ends: [Numbers::ONES, view(&weights_words)],
                totals: atomics(&mut totals),
                values: atomics(&mut values),
                lists: scratch(&mut lists),
                queue: atomics(&mut queue),
                end: case.whole.neighbors.len() as u64,
                chunk: 3,
                row_count: rows.len() as u32,
                upward: upward.into(),
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<SumEdgeRows>(BLOCKS, WARPS, edge_rows::SHARED_BYTES, &args) };
            assert_eq!(total(&totals), Some(expected), "{rows:?} {machine:?}");
            assert!(values.iter().all(|&word| word == 0), "numbers were left behind");
        }
    });
}

#[test]
fn rows_of_edges() {
    const BOTH: u32 = NEAR_FIRST | NEAR_SECOND;
    for upward in [false, true] {
        // The vertices near one end, or both, with weights or without.
        check_edge_rows(&[(BOTH, 0)], upward);
        check_edge_rows(&[(NEAR_FIRST, 0), (BOTH, 0), (NEAR_SECOND, 0)], upward);
        // Paths of two and three, of which the middle pulls once or twice.
        check_edge_rows(&[(NEAR_FIRST, 0), (BOTH, 0b1)], upward);
        check_edge_rows(&[(BOTH, 0), (NEAR_SECOND, 0), (NEAR_FIRST, 0b11)], upward);
        // Through vertices near no end: to the end of a tree, or to what pulls from them, beside another tree.
        check_edge_rows(&[(BOTH, 0), (0, 0b1)], upward);
        check_edge_rows(&[(BOTH, 0), (NEAR_FIRST, 0), (0, 0b11)], upward);
        check_edge_rows(&[(NEAR_SECOND, 0), (0, 0b1), (BOTH, 0b10), (BOTH, 0)], upward);
        check_edge_rows(&[(BOTH, 0), (0, 0b1), (0, 0b10), (NEAR_FIRST, 0b100)], upward);
    }
}
