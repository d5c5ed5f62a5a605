//! Sets of places in a root's list.

use core::ops::BitAnd;

use crate::kernels::cliques::matrix::{Matrix, WORD};

/// A set of places in a list.
pub(super) trait VertexSet: Copy + BitAnd<Output = Self> {
    /// The places are below this.
    const BITS: u32;
    /// The set in the words of a row.
    fn of_words(word: impl Fn(u32) -> u64) -> Self;
    /// How many there are.
    fn size(self) -> u32;
    /// Whether there are none.
    fn is_empty(self) -> bool;
    /// The first place, of some.
    fn first(self) -> u32;
    /// Those after it.
    fn without_first(self) -> Self;
}

/// A [`VertexSet`] in an integer, and how that is made of words.
macro_rules! vertex_set {
    ($set:ty, |$word:ident| $of_words:expr) => {
        impl VertexSet for $set {
            const BITS: u32 = <$set>::BITS;

            #[inline(always)]
            fn of_words($word: impl Fn(u32) -> u64) -> Self {
                $of_words
            }

            #[inline(always)]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & (self - 1)
            }
        }
    };
}

vertex_set!(u32, |word| word(0) as u32);
vertex_set!(u64, |word| word(0));
vertex_set!(u128, |word| u128::from(word(0)) | u128::from(word(1)) << WORD);

/// What the rows of two vertices have in common, where the other is in the row of the first.
#[inline(always)]
pub(super) fn in_common<S: VertexSet>(matrix: Matrix<'_>, i: u32, j: u32) -> S {
    row::<S>(matrix, i) & row(matrix, j)
}

/// A row of a filled matrix, whose own bit is at [`BITS`](VertexSet::BITS) at most.
#[inline(always)]
pub(super) fn row<S: VertexSet>(matrix: Matrix<'_>, i: u32) -> S {
    let word = |at: u32| {
        // SAFETY: who asks has a place in the list whose matrix is filled, with the words up to each row's own bit.
        // Nobody writes until the team meets.
        if at <= i / WORD { unsafe { matrix.word(i, at) } } else { 0 }
    };
    S::of_words(word)
}
