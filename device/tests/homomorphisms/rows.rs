//! Rows that are pushed on from roots.

use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::rows::{
    AT_EDGES, AT_ROOT, AT_ROW, MOST_PUSHES, PushArgs, PushLaterRows, PushRows, PushRowsArgs, RowArgs,
    SHARED_BYTES,
};

use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::atomics;
use crate::{Case, numbers, samples, sum, view, words};

/// A row that is pushed on, or the last: with a table along the root's edges or none, and the powers of pushed rows.
type RowShape = (Option<usize>, u32);

const NO_ROW: RowArgs<'static> = RowArgs { along: Numbers::ONES, powers: 0, joined: 0 };
const NO_PUSH: PushArgs<'static> = PushArgs { from: NO_ROW, weights: Numbers::ONES, along: Numbers::ONES };

impl Case<'_> {
    /// A row of the root, given those that are pushed.
    fn row(&self, (along, powers): RowShape, root: usize, pushed: &[Vec<u128>]) -> Vec<u128> {
        let mut row = along.map_or(vec![1; self.n()], |which| self.at_edges(which).1[root].clone());
        for (push, numbers) in pushed.iter().enumerate() {
            for _ in 0..powers >> (4 * push) & 15 {
                row.iter_mut().zip(numbers).for_each(|(row, number)| *row = row.wrapping_mul(*number));
            }
        }
        row
    }

    fn row_args(&self, (along, powers): RowShape) -> RowArgs<'_> {
        let joined = u32::from(along.is_some());
        RowArgs { along: along.map_or(Numbers::ONES, |which| self.at_edges(which).0), powers, joined }
    }
}

/// Pushes, each on by the plain edges for an odd number of its place and else by a table, and then the last row. Rows
/// are `pulled` only where they are read at the root's neighbours alone. All of it at all vertices, and, where sums stand
/// at the root, at those after it.
fn check_rows(pushes: &[RowShape], pulled: u32, last: RowShape, place: u32) {
    check_rows_of(false, false, pushes, pulled, last, place);
    check_rows_of(true, false, pushes, pulled, last, place);
    if place == AT_ROOT {
        check_rows_of(false, true, pushes, pulled, last, place);
    }
}

fn check_rows_of(
    some_roots: bool,
    later: bool,
    pushes: &[RowShape],
    pulled: u32,
    last: RowShape,
    place: u32,
) {
    samples(|case| {
        let n = case.n();
        let (weights, weights_at) = case.at_vertices(0);
        let (end_weights, end_weights_at) = case.at_vertices(1);
        let along = |push: usize| if push % 2 == 1 { case.ones() } else { case.at_edges(2) };
        // A table of random numbers is 0 at some vertices.
        let (roots, roots_at) = if some_roots { case.at_vertices(1) } else { (Numbers::ONES, vec![1; n]) };
        // What is written over may have been anything; to the other sums is added.
        let (length, before) = if place == AT_EDGES { (case.whole.neighbors.len(), 7u64) } else { (n, 0) };
        let mut expected = numbers(&vec![before; WORDS * length]);
        for root in (0..n).filter(|&root| roots_at[root] != 0) {
            let is_there = |v: usize| !later || v > root;
            let mut pushed: Vec<Vec<u128>> = Vec::new();
            for (push, &from) in pushes.iter().enumerate() {
                let (row, along) = (case.row(from, root, &pushed), along(push).1);
                let at = |v: usize| {
                    sum((0..n)
                        .filter(|&x| is_there(x))
                        .map(|x| row[x].wrapping_mul(weights_at[x]).wrapping_mul(along[x][v])))
                };
                let next = (0..n).map(at).collect();
                pushed.push(next);
            }
            let last = case.row(last, root, &pushed);
            if place == AT_EDGES {
                for at in case.whole.offsets[root] as usize..case.whole.offsets[root + 1] as usize {
                    expected[at] = last[case.whole.neighbors[at] as usize];
                }
                continue;
            }
            for (v, number) in last.into_iter().enumerate().filter(|&(v, _)| is_there(v)) {
                let (to, other) = if place == AT_ROW { (v, root) } else { (root, v) };
                expected[to] = expected[to].wrapping_add(number.wrapping_mul(end_weights_at[other]));
            }
        }
        let turned = words(&case.turned(&case.at_edges(2).1));
        let mut push_args = [NO_PUSH; MOST_PUSHES];
        for (push, &from) in pushes.iter().enumerate() {
            // One that is pulled reads its table from the other ends.
            let along = if pulled >> push & 1 == 1 && push % 2 == 0 { view(&turned) } else { along(push).0 };
            push_args[push] = PushArgs { from: case.row_args(from), weights, along };
        }
        for machine in Machine::all() {
            // On one lane, a block is a warp.
            let room = (BLOCKS * WARPS) as usize * pushes.len() * n;
            let (mut values, mut seen, mut met) =
                (vec![0u64; WORDS * room], vec![0u32; room], vec![7u32; room]);
            let (mut queue, mut sums) = (vec![0u64], vec![before; WORDS * length]);
            let args = PushRowsArgs {
                graph: case.view(),
                pushes: push_args,
                last: case.row_args(last),
                weights: end_weights,
                roots,
                sums: atomics(&mut sums),
                values: atomics(&mut values),
                seen: atomics(&mut seen),
                met: scratch(&mut met),
                queue: atomics(&mut queue),
                end: n as u64,
                push_count: pushes.len() as u32,
                place,
                chunk: 2,
                pulled,
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe {
                match later {
                    false => machine.launch::<PushRows>(BLOCKS, WARPS, SHARED_BYTES, &args),
                    true => machine.launch::<PushLaterRows>(BLOCKS, WARPS, SHARED_BYTES, &args),
                }
            }
            assert_eq!(numbers(&sums), expected, "{machine:?}");
            let zero = values.iter().all(|&word| word == 0) && seen.iter().all(|&word| word == 0);
            assert!(zero, "numbers were left behind");
        }
    });
}

#[test]
fn rows_that_are_pushed_once() {
    // A 4-cycle, by a square; and a triangle's row at the root's neighbours.
    check_rows(&[(Some(0), 0)], 0, (None, 0x2), AT_ROOT);
    check_rows(&[(Some(0), 0)], 0, (Some(1), 0x1), AT_ROW);
}

#[test]
fn rows_of_later_neighbors_that_are_not_pushed() {
    check_rows_of(false, true, &[], 0, (Some(1), 0), AT_ROOT);
}

#[test]
fn rows_that_are_pushed_on() {
    // A 6-cycle with one side a product of both: what was pushed last is not the first factor.
    check_rows(&[(Some(0), 0), (Some(1), 0), (None, 0x12)], 0, (None, 0x210), AT_ROOT);
    check_rows(&[(Some(0), 0), (None, 0x1), (Some(1), 0x10)], 0, (None, 0x101), AT_ROW);
}

#[test]
fn rows_that_neighbors_of_the_root_pull() {
    // A 5-cycle: two edges on, and back to a neighbour.
    check_rows(&[(Some(0), 0), (None, 0x1)], 0b10, (Some(1), 0x10), AT_ROOT);
    // From a product, along a table; and pushed on from there.
    let pushes = [(Some(0), 0), (Some(1), 0), (None, 0x11), (Some(2), 0x100)];
    check_rows(&pushes, 0b100, (None, 0x1000), AT_ROW);
}

#[test]
fn as_many_rows_as_there_are() {
    let pushes =
        [(Some(0), 0), (None, 0x1), (None, 0x10), (Some(1), 0x100), (None, 0x1000), (None, 0x1_0002)];
    check_rows(&pushes, 0, (None, 0x10_0001), AT_ROOT);
}

#[test]
fn rows_at_the_edges_of_their_roots() {
    // Of a 4-cycle, by a push and a pull; of a 5-cycle; and a product of both that is there at these edges alone.
    check_rows(&[(Some(0), 0), (None, 0x1)], 0b10, (Some(1), 0x10), AT_EDGES);
    check_rows(&[(Some(0), 0), (None, 0x1), (None, 0x10)], 0b100, (Some(1), 0x101), AT_EDGES);
}
