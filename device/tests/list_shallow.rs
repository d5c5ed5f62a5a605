//! Listing by plans whose last walked level is the first or the second, written out here, on every machine, against
//! trying all tuples.

mod common;
mod graphs;
mod walks;

use motherlode_device::kernels::list::chunks::{ChunkEdges, ChunkRoots};
use motherlode_device::kernels::list::rows::{ListEdges, ListRoots};
use motherlode_device::plan::Leaf;
use walks::plain::{check_listing, edge};
use walks::{ANY, NO_LIST, above, leaf, level, near, plan};

#[test]
fn edges_are_listed_from_their_ends() {
    let plan = plan(&[level(NO_LIST, ANY, 0, None)], &[], leaf(NO_LIST, Leaf::ADJACENT, 0, above(0), 0), &[]);
    check_listing::<ChunkRoots, ListRoots>(plan, 2, &|graph, tuple| match *tuple {
        [a, b] => graph.has(a, b) && b > a,
        _ => true,
    });
}

#[test]
fn what_an_edge_decides_is_listed() {
    let leaves = [
        leaf(near(0, 0), Leaf::ADJACENT, 0, above(1), 0),
        leaf(near(0, 0), Leaf::APART, 0, ANY, 1 << 1),
        leaf(near(0, 0), Leaf::FREE, 0, above(1), 0),
        leaf(NO_LIST, Leaf::ADJACENT, 0, ANY, 1 << 0),
    ];
    for (number, leaf) in leaves.into_iter().enumerate() {
        check_listing::<ChunkEdges, ListEdges>(plan(&edge(None), &[], leaf, &[]), 3, &|graph, tuple| {
            match *tuple {
                [a, b] => graph.has(a, b) && b > a,
                [a, b, c] => match number {
                    0 => graph.has(a, c) && graph.has(b, c) && c > b,
                    1 => graph.has(a, c) && !graph.has(b, c) && c != b,
                    2 => graph.has(a, c) && c > b,
                    _ => graph.has(b, c) && c != a,
                },
                _ => true,
            }
        });
    }
}
