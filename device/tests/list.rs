//! Listing by the walk, over plans that are written out here, on every machine, against trying all tuples. Walks that
//! end before the third level are in `list_shallow.rs`.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::list::chunks::ChunkWalk;
use motherlode_device::kernels::list::rows::ListWalk;
use motherlode_device::plan::{Bounds, Leaf, SetOp};
use walks::plain::{check_listing, edge};
use walks::{ANY, NO_LIST, above, buffer, leaf, level, near, plan};

/// An operation on the neighbours of the vertex of `source`, and those of `operand`.
fn op(source: u32, operand: u32, difference: bool, bounds: Bounds) -> SetOp {
    let (source, difference) = (near(source, 0), difference.into());
    SetOp { source, operand, view: 0, difference, destination: 0, optional: 0, bounds }
}

#[test]
fn deeper_walks_are_listed() {
    // Cliques of four.
    let [first, second] = edge(Some(0));
    let third = level(buffer(0), ANY, 0, None);
    let last = leaf(buffer(0), Leaf::ADJACENT, 0, above(2), 0);
    let cliques = plan(&[first, second, third], &[op(0, 1, false, above(1))], last, &[]);
    check_listing::<ChunkWalk, ListWalk>(cliques, 4, &|graph, tuple| match tuple {
        [before @ .., last] => before.iter().all(|v| graph.has(*v, *last) && last > v),
        [] => true,
    });
    // Cycles of four whose first and third vertex are apart, from each edge.
    let third = level(buffer(0), ANY, 1 << 0, None);
    let last = leaf(near(0, 0), Leaf::ADJACENT, 0, ANY, 1 << 1);
    let cycles = plan(&[first, second, third], &[op(1, 0, true, ANY)], last, &[]);
    check_listing::<ChunkWalk, ListWalk>(cycles, 4, &|graph, tuple| match *tuple {
        [a, b] => graph.has(a, b) && b > a,
        [a, b, c] => graph.has(b, c) && !graph.has(a, c) && c != a,
        [a, b, c, d] => graph.has(a, d) && graph.has(c, d) && d != b,
        _ => true,
    });
    // A triangle with a tail of two: a level that is walked one vertex after another, before the last.
    let [first, second] = edge(Some(0));
    let (third, fourth) = (level(buffer(0), ANY, 0, None), level(near(2, 0), above(0), 0b11, None));
    let last = leaf(NO_LIST, Leaf::ADJACENT, 0, above(1), 0b111);
    let tails = plan(&[first, second, third, fourth], &[op(0, 1, false, ANY)], last, &[]);
    check_listing::<ChunkWalk, ListWalk>(tails, 5, &|graph, tuple| match *tuple {
        [a, b] => graph.has(a, b) && b > a,
        [a, b, c] => graph.has(a, c) && graph.has(b, c),
        [a, b, c, d] => graph.has(c, d) && d != a && d != b && d > a,
        [a, b, c, d, e] => graph.has(d, e) && ![a, b, c].contains(&e) && e > b,
        _ => true,
    });
}
