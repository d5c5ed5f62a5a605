//! Listing over views by plans whose last walked level is the first or the second, written out here, on every machine,
//! against trying all tuples.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::attributed_list::{
    ChunkAttributedEdges, ChunkAttributedRoots, ListAttributedEdges, ListAttributedRoots,
};
use motherlode_device::plan::{Leaf, Level};
use walks::attributed::{EITHER, FROM, TO_LABELLED, check_listing};
use walks::{ANY, NO_LIST, above, leaf, level, near, plan};

/// The first level.
const ANY_VERTEX: Level = level(NO_LIST, ANY, 0, None);

#[test]
fn the_list_of_a_vertex_is_listed() {
    let last = leaf(NO_LIST, Leaf::ADJACENT, TO_LABELLED, above(0), 0);
    let plan = plan(&[ANY_VERTEX], &[], last, &[]);
    check_listing::<ChunkAttributedRoots, ListAttributedRoots>(plan, 2, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(TO_LABELLED, a, b) && b > a,
        _ => true,
    });
}

#[test]
fn what_an_edge_leaves_is_listed() {
    let edge = [ANY_VERTEX, level(near(0, TO_LABELLED), ANY, 0, None)];
    let last = leaf(near(0, FROM), Leaf::APART, FROM, ANY, 1 << 1);
    let apart = plan(&edge, &[], last, &[]);
    check_listing::<ChunkAttributedEdges, ListAttributedEdges>(apart, 3, &|arcs, tuple| match *tuple {
        [a, b] => arcs.has(TO_LABELLED, a, b),
        [a, b, c] => arcs.has(FROM, a, c) && !arcs.has(FROM, b, c) && c != b,
        _ => true,
    });
}

#[test]
fn edges_that_pass_the_tests_are_listed() {
    let edge = [ANY_VERTEX, level(near(0, FROM), above(0), 0, None)];
    let itself = leaf(NO_LIST, Leaf::ITSELF, 0, ANY, 0);
    let test = leaf(near(0, FROM), Leaf::ADJACENT, EITHER, above(1), 0);
    let alone = plan(&edge, &[], itself, &[test]);
    check_listing::<ChunkAttributedEdges, ListAttributedEdges>(alone, 2, &|arcs, tuple| match *tuple {
        [a, b] => {
            let common = |x| arcs.has(FROM, a, x) && arcs.has(EITHER, b, x) && x > b;
            arcs.has(FROM, a, b) && b > a && !arcs.any(common)
        }
        _ => true,
    });
}
