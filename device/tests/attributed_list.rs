//! Listing over views by the walk, over plans that are written out here, on every machine, against trying all tuples.
//! Walks that end before the third level are in `attributed_list_shallow.rs`.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::attributed_list::{ChunkAttributed, ListAttributed};
use motherlode_device::plan::{Leaf, Level, SetOp};
use walks::attributed::{EITHER, FROM, TO_LABELLED, check_listing};
use walks::{ANY, NO_LIST, above, buffer, leaf, level, near, plan};

/// `a`, and `b` from which an arc leads there.
const EDGE: [Level; 2] = [level(NO_LIST, ANY, 0, None), level(near(0, FROM), ANY, 0, None)];

#[test]
fn leaves_of_deeper_walks_are_listed() {
    let op = SetOp { source: near(0, EITHER), operand: 1, view: TO_LABELLED, difference: 1, ..SetOp::UNUSED };
    let [first, second] = EDGE;
    let levels = [first, Level { ops: 1, ..second }, level(near(1, TO_LABELLED), ANY, 1 << 0, None)];
    let last = leaf(buffer(0), Leaf::ADJACENT, FROM, above(0), 1 << 1);
    let plan = plan(&levels, &[op], last, &[]);
    check_listing::<ChunkAttributed, ListAttributed>(plan, 4, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(FROM, a, b),
        [a, b, c] => arcs.has(TO_LABELLED, b, c) && c != a,
        [a, b, c, d] => {
            let in_buffer = arcs.has(EITHER, a, d) && !arcs.has(TO_LABELLED, b, d);
            in_buffer && arcs.has(FROM, c, d) && d > a && d != b
        }
        _ => true,
    });
}

#[test]
fn last_vertices_that_pass_the_tests_are_listed() {
    let [first, second] = EDGE;
    let (third, fourth) =
        (level(near(1, EITHER), above(1), 1 << 0, None), level(near(2, FROM), above(1), 1 << 0, None));
    let itself = leaf(NO_LIST, Leaf::ITSELF, 0, ANY, 0);
    let test = leaf(near(1, TO_LABELLED), Leaf::ADJACENT, EITHER, ANY, 1 << 2);
    let plan = plan(&[first, second, third, fourth], &[], itself, &[test]);
    check_listing::<ChunkAttributed, ListAttributed>(plan, 4, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(FROM, a, b),
        [a, b, c] => arcs.has(EITHER, b, c) && c > b && c != a,
        [a, b, c, d] => {
            let common = |x| arcs.has(TO_LABELLED, b, x) && arcs.has(EITHER, d, x) && x != c;
            arcs.has(FROM, c, d) && d != a && d > b && !arcs.any(common)
        }
        _ => true,
    });
}
