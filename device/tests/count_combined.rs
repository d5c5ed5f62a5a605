//! Counting where the last vertices are drawn from several sets, by plans that are written out here, on every machine,
//! against trying all tuples.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::count::combined::{CountEdgesCombined, CountWalkCombined};
use motherlode_device::plan::Leaf;
use walks::plain::{DIFFERENT, check_count, drawn_beyond_a_third, edge};
use walks::{ANY, NO_LIST, combined, leaf, near};

#[test]
fn vertices_are_drawn_from_lists_of_both_ends_of_an_edge() {
    let sets = [
        leaf(near(0, 0), Leaf::FREE, 0, ANY, 1 << 1),
        leaf(NO_LIST, Leaf::ADJACENT, 0, ANY, 1 << 0),
        leaf(near(0, 0), Leaf::ADJACENT, 0, ANY, 0),
    ];
    let plan = combined(&edge(None), &[], &sets, &DIFFERENT, 1);
    check_count::<CountEdgesCombined>(plan, 4, &|graph, tuple| match *tuple {
        [a, b] => graph.has(a, b) && b > a,
        [a, b, x] => graph.has(a, x) && x != b,
        [a, b, x, y] => graph.has(b, y) && y != a && y != x,
        _ => true,
    });
}

#[test]
fn vertices_are_drawn_from_what_a_deeper_walk_leaves() {
    drawn_beyond_a_third(check_count::<CountWalkCombined>);
}
