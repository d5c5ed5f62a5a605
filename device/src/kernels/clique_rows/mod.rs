//! Cliques of a graph whose lists lie elsewhere: the rows of the roots' matrices are filled while the lists are brought
//! to the device tile by tile, and searched when all have passed.
//!
//! # Computes
//! The number of cliques of `k` vertices whose greatest vertex is one of some roots, exactly.
//!
//! # Requires
//! Room for what is [stored](StoredRoots) of each root: the host sizes it, and takes as many roots at a time as there
//! is room for, in `mine::direct::waves`. [`gather::gather_roots`] comes first, then [`fill::fill_rows`] for tiles with
//! the lists of all vertices that have no [row of a hub](super::triangles::HubRows), then the kernels of [`count`].
//!
//! # Thread mapping
//! Warps take roots where lists are brought and rows filled; the search is that of [`cliques`](super::cliques).
//!
//! # Sources
//! Those of [`cliques`](super::cliques) and [`tiles`](super::tiles).

pub mod count;
pub mod fill;
pub mod gather;

use cust_core::DeviceCopy;

use super::triangles::hubs::row_start;
use crate::memory::Slice;

/// What is on the device of some roots.
///
/// Of each, one after another: the length of its list; the list; and for each vertex of the list that has no row of a
/// hub, in order, a row of bits. Row `i` says which of the `i` vertices before are neighbours of that at place `i`: bit
/// `j % 32` of its word `j / 32`.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct StoredRoots<'a> {
    /// Where in `words` each root begins.
    pub starts: Slice<'a, u32>,
    /// What is stored: [`words_of_root`] for each.
    pub words: Slice<'a, u32>,
}

layout!(StoredRoots<'_>: 32);

/// Words that a root takes whose list has `length` vertices, at most [`MOST_HUBS`](super::triangles::hubs::MOST_HUBS),
/// of which the first `hubs` have rows of hubs.
#[inline(always)]
pub const fn words_of_root(length: u32, hubs: u32) -> u32 {
    row_at(length, hubs, length)
}

/// Where row `i` begins among the words of a root.
#[inline(always)]
const fn row_at(length: u32, hubs: u32, i: u32) -> u32 {
    1 + length + row_start(i) - row_start(hubs)
}

impl<'a> StoredRoots<'a> {
    /// The list of the root at a position.
    #[inline(always)]
    pub(in crate::kernels) fn list(&self, position: u32) -> &'a [u32] {
        let (start, words) = (self.starts[position as usize] as usize, self.words.get());
        &words[start + 1..][..words[start] as usize]
    }

    /// Row `i` of the root at a position, whose list has `length` vertices, the first `hubs` of them with rows of hubs:
    /// `hubs <= i < length`.
    #[inline(always)]
    pub(in crate::kernels) fn row(&self, position: u32, length: u32, hubs: u32, i: u32) -> &'a [u32] {
        let start = (self.starts[position as usize] + row_at(length, hubs, i)) as usize;
        &self.words.get()[start..][..i.div_ceil(u32::BITS) as usize]
    }
}
