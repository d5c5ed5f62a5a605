//! 4-cycles with a fifth vertex, and 2-3-bicliques, at each edge.

use super::{PairNumber, SquaresRoot};
use crate::simt::Block;

/// The sums of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum SquareSumAtEdge {
    /// Over the 4-cycles with it, the degrees of the two vertices that are not its ends.
    OppositeDegrees,
    /// Over the 4-cycles with it, twice the triangles at the edge between these.
    OppositeTriangles,
    /// Over the 4-cycles with it, the triangles at the two edges beside it.
    Beside,
    /// The 2-3-bicliques with it.
    Bicliques,
}

/// Adds what the pairs of this root are worth. A collective of the block.
///
/// Each 4-cycle has two pairs that are a diagonal, and an edge of it has the end of one in common with the other. So
/// from a pair an edge gets what is known of the pair's other vertex, and of the edge that it shares the middle with;
/// the edge opposite to it gets both from both.
#[inline(always)]
pub(super) fn add<B: Block>(root: &SquaresRoot<'_, '_, B>) {
    let (lists, graph) = (&root.0.args.lists, &root.0.args.graph);
    let degree = |v: u32| graph.neighbors(v).len() as u64;
    root.each_middle(|middle, group| {
        let (of_root, mut sums) = (u64::from(lists.triangles(middle.edge)), [0; 4]);
        group.share(middle.before.len(), |j| {
            let v = middle.before[j];
            let others = root.of_pair(v, PairNumber::Common) - 1;
            if others > 0 {
                let beyond = lists.number(middle.first + j as u64);
                let (of_other, bicliques) = (u64::from(lists.triangles(beyond)), others * (others - 1) / 2);
                let opposite = root.of_pair(v, PairNumber::OfOther) - of_other;
                let terms = [others * degree(v), opposite, others * of_other, bicliques];
                sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
                let opposite = root.of_pair(v, PairNumber::OfRoot) - of_root;
                add_all(root, beyond, [others * degree(root.0.root), opposite, others * of_root, bicliques]);
            }
        });
        add_all(root, middle.edge, sums);
    });
    root.0.block.sync();
    root.each_met(|_| {});
}

/// Adds to the sums of an edge, in the order of [`SquareSumAtEdge`].
#[inline(always)]
fn add_all<B: Block>(root: &SquaresRoot<'_, '_, B>, edge: u64, terms: [u64; 4]) {
    terms.into_iter().enumerate().for_each(|(sum, term)| root.add(edge, sum, term));
}
