//! What is still to be chosen of a clique.

use core::marker::PhantomData;

use super::vertex_set::{VertexSet, row};
use crate::kernels::cliques::matrix::Matrix;

/// The vertices that are still to be chosen, to the compiler.
pub(super) trait Remaining {
    /// How many there are.
    const COUNT: u32;
    /// The cliques of so many vertices of a set that has as many.
    fn cliques<S: VertexSet>(set: S, matrix: Matrix<'_>) -> u32;
}

/// One vertex.
pub(super) struct Last;
/// A vertex, and others before it.
pub(super) struct Before<C>(PhantomData<C>);

impl Remaining for Last {
    const COUNT: u32 = 1;
    #[inline(always)]
    fn cliques<S: VertexSet>(set: S, _: Matrix<'_>) -> u32 {
        set.size()
    }
}

impl<C: Remaining> Remaining for Before<C> {
    const COUNT: u32 = C::COUNT + 1;
    // Of four vertices among 126 there are fewer than 2^32.
    #[inline(always)]
    fn cliques<S: VertexSet>(set: S, matrix: Matrix<'_>) -> u32 {
        let (mut sum, mut left) = (0, set);
        while !left.is_empty() {
            let common = set & row(matrix, left.first());
            left = left.without_first();
            if C::COUNT == 1 || common.size() >= C::COUNT {
                sum += C::cliques(common, matrix);
            }
        }
        sum
    }
}
