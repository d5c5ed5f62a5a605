//! 4-cycles with a fifth vertex, and 2-3-bicliques, at each vertex.

use super::{PairNumber, SquaresRoot};
use crate::simt::{Block, Warp};

/// The sums of a vertex. The *diagonals* of a 4-cycle are its two pairs of vertices that are not next to each other in
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum SquareSum {
    /// Over the 4-cycles with it, the degree of the vertex on the other end of its diagonal.
    OppositeDegrees,
    /// Over the 4-cycles with it, the triangles at the two edges to that vertex.
    OppositeTriangles,
    /// The 2-3-bicliques with it and one other on one side.
    OneOfTwo,
    /// Those with it and two others on one side.
    OneOfThree,
}

/// Adds what the pairs of this root are worth. A collective of the block.
#[inline(always)]
pub(super) fn add<B: Block>(root: &SquaresRoot<'_, '_, B>) {
    add_to_common_neighbors(root);
    root.0.block.sync();
    add_to_pairs(root);
}

/// Adds to each common neighbour the bicliques in which it is one of three.
#[inline(always)]
fn add_to_common_neighbors<B: Block>(root: &SquaresRoot<'_, '_, B>) {
    root.each_middle(|middle, group| {
        let mut bicliques = 0;
        group.share(middle.before.len(), |j| {
            let others = root.of_pair(middle.before[j], PairNumber::Common) - 1;
            bicliques += others * others.saturating_sub(1) / 2;
        });
        root.add(middle.vertex.into(), SquareSum::OneOfThree as usize, bicliques);
    });
}

/// Adds to the two vertices of each pair.
#[inline(always)]
fn add_to_pairs<B: Block>(root: &SquaresRoot<'_, '_, B>) {
    let (warp, graph) = (root.0.block.warp(), &root.0.args.graph);
    let degree = graph.neighbors(root.0.root).len() as u64;
    let (mut degrees, mut triangles, mut bicliques) = (0, 0, 0);
    let add = |vertex: u32, sum: SquareSum, term: u64| root.add(vertex.into(), sum as usize, term);
    root.each_met(|v| {
        let others = root.of_pair(v, PairNumber::Common) - 1;
        if others > 0 {
            let (cycles, of_root) = ((others + 1) * others / 2, root.of_pair(v, PairNumber::OfRoot));
            let sides = cycles * (others - 1) / 3;
            add(v, SquareSum::OppositeDegrees, cycles * degree);
            add(v, SquareSum::OppositeTriangles, others * of_root);
            add(v, SquareSum::OneOfTwo, sides);
            degrees += cycles * graph.neighbors(v).len() as u64;
            triangles += others * root.of_pair(v, PairNumber::OfOther);
            bicliques += sides;
        }
    });
    let add_all = |sum: SquareSum, term: u64| {
        let all = warp.sum_u64(term);
        if warp.lane() == 0 {
            add(root.0.root, sum, all);
        }
    };
    add_all(SquareSum::OppositeDegrees, degrees);
    add_all(SquareSum::OppositeTriangles, triangles);
    add_all(SquareSum::OneOfTwo, bicliques);
}
