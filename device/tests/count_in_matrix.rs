//! Counting by the bits of a graph's matrix, by plans that are written out here, on every machine, against trying all
//! tuples.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::count::in_matrix::{CountWalkCombinedInMatrix, CountWalkInMatrix};
use motherlode_device::plan::{Leaf, SetOp};
use walks::plain::{check_count_in_matrix, drawn_beyond_a_third, edge};
use walks::{ANY, COMMON, NO_LIST, above, buffer, leaf, level, near, plan};

#[test]
fn the_last_vertex_is_joined_to_the_first_and_the_third() {
    let [first, second] = edge(None);
    let third = level(near(1, 0), ANY, 1 << 0, None);
    let last = leaf(near(0, 0), Leaf::ADJACENT, 0, ANY, 1 << 1);
    let plan = plan(&[first, second, third], &[], last, &[]);
    check_count_in_matrix::<CountWalkInMatrix>(plan, 4, &|graph, tuple| match *tuple {
        [a, b] => graph.has(a, b) && b > a,
        [a, b, c] => graph.has(b, c) && c != a,
        [a, b, c, x] => graph.has(a, x) && graph.has(c, x) && x != b,
        _ => true,
    });
}

#[test]
fn two_vertices_are_drawn_beyond_the_third_that_are_not_joined_to_it() {
    let [first, second] = edge(None);
    let third = level(near(1, 0), ANY, 1 << 0, None);
    let last = Leaf { choose: 2, ..leaf(near(0, 0), Leaf::APART, 0, above(2), 1 << 1) };
    let plan = plan(&[first, second, third], &[], last, &[]);
    check_count_in_matrix::<CountWalkInMatrix>(plan, 5, &|graph, tuple| {
        let last = |a, b, c, x| graph.has(a, x) && !graph.has(c, x) && x > c && x != b;
        match *tuple {
            [a, b] => graph.has(a, b) && b > a,
            [a, b, c] => graph.has(b, c) && c != a,
            [a, b, c, x] => last(a, b, c, x),
            [a, b, c, x, y] => last(a, b, c, y) && y > x,
            _ => true,
        }
    });
}

#[test]
fn any_neighbour_of_the_third_within_bounds() {
    let [first, second] = edge(None);
    let third = level(near(1, 0), ANY, 1 << 0, None);
    let last = leaf(NO_LIST, Leaf::ADJACENT, 0, above(0), 1 << 1);
    let plan = plan(&[first, second, third], &[], last, &[]);
    check_count_in_matrix::<CountWalkInMatrix>(plan, 4, &|graph, tuple| match *tuple {
        [a, b] => graph.has(a, b) && b > a,
        [a, b, c] => graph.has(b, c) && c != a,
        [a, b, c, x] => graph.has(c, x) && x > a && x != b,
        _ => true,
    });
}

#[test]
fn buffers_are_filled_by_rows() {
    // What both ends of the edge have in common; of that, what the third vertex, from the same, has too, and what it
    // has not, and what of its neighbours the first has.
    let op = |source, operand, difference, destination| SetOp {
        source,
        operand,
        difference,
        destination,
        optional: 1,
        ..COMMON
    };
    let common = SetOp { optional: 1, ..COMMON };
    for (fourth, wanted) in [(1, true), (2, false)] {
        let ops = [common, op(buffer(0), 2, 0, 1), op(buffer(0), 2, 1, 2), op(near(2, 0), 0, 0, 3)];
        let [first, second] = edge(Some(0));
        let third = motherlode_device::plan::Level { ops: 3, ..level(near(1, 0), ANY, 1 << 0, Some(1)) };
        let fourth = level(buffer(fourth), ANY, 1 << 2, None);
        let last = leaf(buffer(3), Leaf::ADJACENT, 0, ANY, 1 << 1);
        let plan = plan(&[first, second, third, fourth], &ops, last, &[]);
        check_count_in_matrix::<CountWalkInMatrix>(plan, 5, &|graph, tuple| match *tuple {
            [a, b] => graph.has(a, b) && b > a,
            [a, b, c] => graph.has(b, c) && c != a,
            [a, b, c, d] => graph.has(a, d) && graph.has(b, d) && graph.has(c, d) == wanted && d != c,
            [a, b, c, d, x] => graph.has(a, x) && graph.has(c, x) && graph.has(d, x) && x != b,
            _ => true,
        });
    }
}

#[test]
fn vertices_are_drawn_from_several_sets() {
    drawn_beyond_a_third(check_count_in_matrix::<CountWalkCombinedInMatrix>);
}
