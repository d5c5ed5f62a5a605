//! Counting where the last vertices are drawn from several sets, by plans that are written out here, on every machine,
//! against trying all tuples.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::count::combined::{CountEdgesCombined, CountWalkCombined};
use motherlode_device::plan::Leaf;
use walks::plain::{check_count, edge};
use walks::{ANY, COMMON, NO_LIST, buffer, combined, leaf, level, near};

/// The product of the first two sets less the third, which is what they have in common.
const DIFFERENT: [(i32, u32); 2] = [(1, 0x011), (-1, 0x100)];

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
    let [first, second] = edge(Some(0));
    let third = level(near(1, 0), ANY, 1 << 0, None);
    let sets = [
        leaf(buffer(0), Leaf::FREE, 0, ANY, 1 << 2),
        leaf(NO_LIST, Leaf::ADJACENT, 0, ANY, 0b11),
        leaf(buffer(0), Leaf::ADJACENT, 0, ANY, 0),
    ];
    let plan = combined(&[first, second, third], &[COMMON], &sets, &DIFFERENT, 1);
    check_count::<CountWalkCombined>(plan, 5, &|graph, tuple| match *tuple {
        [a, b] => graph.has(a, b) && b > a,
        [a, b, c] => graph.has(b, c) && c != a,
        [a, b, c, x] => graph.has(a, x) && graph.has(b, x) && x != c,
        [a, b, c, x, y] => graph.has(c, y) && ![a, b, x].contains(&y),
        _ => true,
    });
}
