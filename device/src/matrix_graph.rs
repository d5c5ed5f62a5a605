//! A graph of which each pair of vertices has a bit: who is joined is known at once, and no list is searched for it.

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::lists::Lists;
use crate::memory::Slice;
use crate::sets::IdRange;

/// Bits in a word of a row.
pub const WORD: u32 = u32::BITS;
/// The most vertices of a graph that has a matrix: so that a word's place fits in 32 bits.
pub const MOST_VERTICES: u32 = 1 << 18;

/// Words in a row of the matrix of a graph with `n` vertices.
pub const fn row_words(n: u32) -> u32 {
    n.div_ceil(WORD)
}

/// For each pair of a graph's vertices whether they are joined.
///
/// Rows stand one after another; bit `w % 32` of word `w / 32` of row `v` says whether `v` and `w` are joined.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct AdjacencyMatrix<'a> {
    /// The rows of all vertices.
    pub words: Slice<'a, u32>,
    /// The words of a row: [`row_words`].
    pub width: u32,
}

layout!(AdjacencyMatrix<'_>: 24, width: 16);

/// A graph with its matrix.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MatrixGraph<'a> {
    /// The graph, of at most [`MOST_VERTICES`].
    pub graph: GraphView<'a>,
    /// Its matrix.
    pub matrix: AdjacencyMatrix<'a>,
}

layout!(MatrixGraph<'_>: 72, matrix: 48);

impl<'a> Lists<'a> for MatrixGraph<'a> {
    const PLAIN: bool = true;
    const HAS_MATRIX: bool = true;

    #[inline(always)]
    fn entries(&self) -> &'a [u32] {
        self.graph.entries()
    }

    #[inline(always)]
    unsafe fn list(&self, view: u32, v: u32) -> &'a [u32] {
        // SAFETY: the caller's promise.
        unsafe { self.graph.list(view, v) }
    }

    #[inline(always)]
    unsafe fn within(&self, view: u32, v: u32, range: IdRange) -> &'a [u32] {
        // SAFETY: the caller's promise.
        unsafe { self.graph.within(view, v, range) }
    }

    #[inline(always)]
    unsafe fn are_joined(&self, v: u32, w: u32) -> bool {
        let word = (v * self.matrix.width + w / WORD) as usize;
        debug_assert!(word < self.matrix.words.len());
        // SAFETY: both are vertices, and each has a row with a bit for each.
        let bits = unsafe { *self.matrix.words.get().get_unchecked(word) };
        bits >> (w % WORD) & 1 == 1
    }
}
