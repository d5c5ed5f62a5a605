//! Counting over views where the last vertices are drawn from several sets, by plans that are written out here, on
//! every machine, against trying all tuples.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::attributed::{
    CountAttributedCombined, CountAttributedEdgesCombined, CountAttributedRootsCombined,
};
use motherlode_device::plan::{Leaf, SetOp};
use walks::attributed::{EITHER, FROM, TO_LABELLED, check_count};
use walks::{ANY, NO_LIST, above, buffer, combined, leaf, level, near};

#[test]
fn vertices_are_drawn_from_two_lists_of_a_vertex() {
    let sets = [
        leaf(NO_LIST, Leaf::ADJACENT, TO_LABELLED, ANY, 0),
        leaf(NO_LIST, Leaf::ADJACENT, FROM, ANY, 0),
        leaf(near(0, TO_LABELLED), Leaf::ADJACENT, FROM, ANY, 0),
    ];
    // |A| |B| less what they have in common, twice the same.
    let plan = combined(&[level(NO_LIST, ANY, 0, None)], &[], &sets, &[(1, 0x011), (-1, 0x100)], 1);
    check_count::<CountAttributedRootsCombined>(plan, 3, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(TO_LABELLED, a, b),
        [a, b, c] => arcs.has(FROM, a, c) && c != b,
        _ => true,
    });
}

#[test]
fn vertices_are_drawn_from_lists_of_both_ends_of_an_edge() {
    let edge = [level(NO_LIST, ANY, 0, None), level(near(0, TO_LABELLED), ANY, 0, None)];
    let sets = [
        leaf(near(0, FROM), Leaf::FREE, 0, ANY, 1 << 1),
        leaf(NO_LIST, Leaf::ADJACENT, EITHER, ANY, 1 << 0),
        leaf(near(0, FROM), Leaf::ADJACENT, EITHER, ANY, 0),
    ];
    // One of A and two of B, which may be exchanged, all different: A B B - A B - 2 B C + 2 C, where C is in both.
    let terms = [(1, 0x021), (-1, 0x011), (-2, 0x110), (2, 0x100)];
    let plan = combined(&edge, &[], &sets, &terms, 2);
    check_count::<CountAttributedEdgesCombined>(plan, 5, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(TO_LABELLED, a, b),
        [a, b, x] => arcs.has(FROM, a, x) && x != b,
        [a, b, x, y] => arcs.has(EITHER, b, y) && y != a && y != x,
        [a, b, x, y, z] => arcs.has(EITHER, b, z) && z != a && z != x && z > y,
        _ => true,
    });
}

#[test]
fn vertices_are_drawn_from_what_a_deeper_walk_leaves() {
    let of_second = SetOp { source: near(1, FROM), view: EITHER, bounds: above(0), ..SetOp::UNUSED };
    let levels = [
        level(NO_LIST, ANY, 0, None),
        level(near(0, EITHER), above(0), 0, Some(0)),
        level(near(1, TO_LABELLED), ANY, 1 << 0, None),
    ];
    let sets = [
        leaf(buffer(0), Leaf::FREE, 0, ANY, 1 << 2),
        leaf(NO_LIST, Leaf::ADJACENT, TO_LABELLED, ANY, 0b11),
        leaf(buffer(0), Leaf::ADJACENT, TO_LABELLED, ANY, 0),
    ];
    let plan = combined(&levels, &[of_second], &sets, &[(1, 0x011), (-1, 0x100)], 1);
    check_count::<CountAttributedCombined>(plan, 5, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(EITHER, a, b) && b > a,
        [a, b, c] => arcs.has(TO_LABELLED, b, c) && c != a,
        [a, b, c, x] => arcs.has(FROM, b, x) && arcs.has(EITHER, a, x) && x > a && x != c,
        [a, b, c, x, y] => arcs.has(TO_LABELLED, c, y) && ![a, b, x].contains(&y),
        _ => true,
    });
}
