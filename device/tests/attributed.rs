//! Counting over views, by plans that are written out here, on every machine: for each depth at which a walk may end,
//! against trying all tuples.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::attributed::{CountAttributed, CountAttributedEdges, CountAttributedRoots};
use motherlode_device::plan::{Leaf, Level, SetOp};
use walks::attributed::{EITHER, FROM, TO_LABELLED, check_count};
use walks::{ANY, NO_LIST, above, buffer, leaf, level, near, plan};

/// The first level.
fn any() -> Level {
    level(NO_LIST, ANY, 0, None)
}

/// A leaf that is nothing but the last vertex walked.
fn itself() -> Leaf {
    leaf(NO_LIST, Leaf::ITSELF, 0, ANY, 0)
}

#[test]
fn vertices_are_drawn_from_one_list_of_a_vertex() {
    let two = Leaf { choose: 2, ..leaf(NO_LIST, Leaf::ADJACENT, TO_LABELLED, ANY, 0) };
    check_count::<CountAttributedRoots>(plan(&[any()], &[], two, &[]), 3, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(TO_LABELLED, a, b),
        [a, b, c] => arcs.has(TO_LABELLED, a, c) && c > b,
        _ => true,
    });
    // The same vertex may be drawn again.
    let again = Leaf { choose: 3, power: 1, ..leaf(NO_LIST, Leaf::ADJACENT, FROM, above(0), 0) };
    check_count::<CountAttributedRoots>(plan(&[any()], &[], again, &[]), 4, &|arcs, tuple| match tuple {
        [_] | [] => true,
        [a, .., last] => arcs.has(FROM, *a, *last) && last > a,
    });
}

#[test]
fn vertices_are_drawn_from_what_an_edge_leaves() {
    let second = level(near(0, TO_LABELLED), ANY, 0, None);
    let edge = [any(), second];
    let common = leaf(near(0, FROM), Leaf::ADJACENT, TO_LABELLED, ANY, 0);
    check_count::<CountAttributedEdges>(plan(&edge, &[], common, &[]), 3, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(TO_LABELLED, a, b),
        [a, b, c] => arcs.has(FROM, a, c) && arcs.has(TO_LABELLED, b, c),
        _ => true,
    });
    // Apart from the second vertex, twice the same or not.
    let apart = Leaf { choose: 2, power: 1, ..leaf(near(0, FROM), Leaf::APART, EITHER, ANY, 1 << 1) };
    check_count::<CountAttributedEdges>(plan(&edge, &[], apart, &[]), 4, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(TO_LABELLED, a, b),
        [a, b, c] | [a, b, _, c] => arcs.has(FROM, a, c) && !arcs.has(EITHER, b, c) && c != b,
        _ => true,
    });
}

#[test]
fn sets_must_be_empty_that_a_plan_tests() {
    let edge = [any(), level(near(0, TO_LABELLED), ANY, 0, None)];
    let tests = [
        leaf(near(0, FROM), Leaf::ADJACENT, TO_LABELLED, ANY, 0),
        leaf(near(0, TO_LABELLED), Leaf::ADJACENT, FROM, above(0), 0),
    ];
    check_count::<CountAttributedEdges>(plan(&edge, &[], itself(), &tests), 2, &|arcs, tuple| match *tuple {
        [a, b] => {
            let first = |x| arcs.has(FROM, a, x) && arcs.has(TO_LABELLED, b, x);
            let second = |x| arcs.has(TO_LABELLED, a, x) && arcs.has(FROM, b, x) && x > a;
            arcs.has(TO_LABELLED, a, b) && !arcs.any(first) && !arcs.any(second)
        }
        _ => true,
    });
}

#[test]
fn deeper_walks_fill_buffers_from_views() {
    // b from a, c from b, and d from a, not to b; d and c apart.
    let of_first = |operand, view, difference, optional| SetOp {
        source: near(0, TO_LABELLED),
        operand,
        view,
        difference,
        optional,
        ..SetOp::UNUSED
    };
    let second = level(near(0, FROM), ANY, 0, Some(0));
    let third = level(near(1, TO_LABELLED), ANY, 1 << 0, None);
    let last = leaf(buffer(0), Leaf::APART, EITHER, above(1), 1 << 2);
    let paths = plan(&[any(), second, third], &[of_first(1, FROM, 1, 0)], last, &[]);
    check_count::<CountAttributed>(paths, 4, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(FROM, a, b),
        [a, b, c] => arcs.has(TO_LABELLED, b, c) && c != a,
        [a, b, c, d] => {
            let of_first = arcs.has(TO_LABELLED, a, d) && !arcs.has(FROM, b, d);
            of_first && !arcs.has(EITHER, c, d) && d != c && d > b
        }
        _ => true,
    });
    // A fourth vertex, with none that all but the second lead to; what is tested may be empty.
    let fourth = level(near(2, EITHER), above(0), 1 << 1, None);
    let test = leaf(buffer(0), Leaf::ADJACENT, TO_LABELLED, ANY, 0);
    let levels = [any(), level(near(0, FROM), ANY, 0, None), Level { first_op: 0, ops: 1, ..third }, fourth];
    let walked = plan(&levels, &[of_first(2, TO_LABELLED, 0, 1)], itself(), &[test]);
    check_count::<CountAttributed>(walked, 4, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(FROM, a, b),
        [a, b, c] => arcs.has(TO_LABELLED, b, c) && c != a,
        [a, b, c, d] => {
            let common = |x| [a, c, d].iter().all(|&v| arcs.has(TO_LABELLED, v, x));
            arcs.has(EITHER, c, d) && d > a && d != b && !arcs.any(common)
        }
        _ => true,
    });
}
